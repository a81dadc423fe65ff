// A growing array for plain data: it keeps its memory when cleared, and does not zero new entries.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <type_traits>
#include <utility>

namespace mineproof {

// A position in memory; cells, clues and boxes are counted with int.
using Offset = std::int64_t;

template <class T>
class Buffer {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    Buffer() = default;
    Buffer(Buffer&& other) noexcept { swap(other); }
    Buffer& operator=(Buffer&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Buffer() { std::free(data_); }

    template <std::integral I>
    T& operator[](I i) {
        assert(i >= 0 && static_cast<Offset>(i) < size_);
        return data_[i];
    }
    template <std::integral I>
    const T& operator[](I i) const {
        assert(i >= 0 && static_cast<Offset>(i) < size_);
        return data_[i];
    }

    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& back() { return (*this)[size_ - 1]; }
    const T& back() const { return (*this)[size_ - 1]; }

    Offset size() const { return size_; }
    int count() const { return static_cast<int>(size_); }
    bool empty() const { return size_ == 0; }
    Offset bytes() const { return capacity_ * static_cast<Offset>(sizeof(T)); }

    void clear() { size_ = 0; }

    // Entries that are new hold anything.
    void resize(std::integral auto size) {
        reserve(static_cast<Offset>(size));
        size_ = static_cast<Offset>(size);
    }

    void assign(std::integral auto size, const T& value) {
        resize(size);
        std::fill(begin(), end(), value);
    }

    void copy(const Buffer& other) {
        resize(other.size_);
        std::copy(other.begin(), other.end(), begin());
    }

    void push(T value) {
        if (size_ == capacity_) [[unlikely]]
            grow(size_ + 1);
        data_[size_++] = value;
    }

    T pop() {
        assert(size_ > 0);
        return data_[--size_];
    }

    void reserve(Offset wanted) {
        if (wanted > capacity_) [[unlikely]]
            grow(wanted);
    }

    // Gives the memory back.
    void release() { Buffer().swap(*this); }

private:
    // Seldom done, and so not worth a place wherever something is pushed.
    [[gnu::noinline]] void grow(Offset wanted) {
        const Offset capacity = std::max({wanted, capacity_ + capacity_ / 2, Offset{16}});
        void* grown = std::realloc(data_, static_cast<std::size_t>(capacity) * sizeof(T));
        if (grown == nullptr) throw std::bad_alloc();
        data_ = static_cast<T*>(grown);
        capacity_ = capacity;
    }

    void swap(Buffer& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(capacity_, other.capacity_);
    }

    T* data_ = nullptr;
    Offset size_ = 0;
    Offset capacity_ = 0;
};

// Several entries in a row, as a range.
template <class T>
struct Span {
    T* first;
    T* last;

    T* begin() const { return first; }
    T* end() const { return last; }
    int count() const { return static_cast<int>(last - first); }
    T& operator[](int i) const {
        assert(i >= 0 && i < count());
        return first[i];
    }
};

// Lists of numbers, one behind the other: list i is what lies from starts[i] to starts[i + 1].
class Lists {
public:
    void clear() {
        starts_.clear();
        starts_.push(0);
        items_.clear();
    }
    int count() const { return starts_.count() - 1; }
    int total() const { return items_.count(); }
    Span<int> operator[](int i) { return {at(i), at(i + 1)}; }
    Span<const int> operator[](int i) const { return {at(i), at(i + 1)}; }

    // Adds to the list at the end, which `close` ends.
    void add(int item) { items_.push(item); }
    void close() { starts_.push(items_.count()); }
    // The list at the end, while it is open.
    Span<int> open() { return {at(count()), items_.end()}; }
    // Forgets the list at the end, while it is open.
    void drop() { items_.resize(starts_.back()); }

    // Makes this the other direction of `lists`, whose items are 0 to items - 1: list i says, in
    // order, which of the lists hold i.
    void turn(const Lists& lists, int items) {
        starts_.assign(items + 1, 0);
        items_.resize(lists.total());
        for (const int item : lists.items_) ++starts_[item];
        for (int i = 0, sum = 0; i <= items; ++i) starts_[i] = sum += starts_[i];
        for (int i = lists.count() - 1; i >= 0; --i)
            for (const int item : lists[i]) items_[--starts_[item]] = i;
    }

private:
    int* at(int i) { return items_.data() + starts_[i]; }
    const int* at(int i) const { return items_.data() + starts_[i]; }

    Buffer<int> starts_;
    Buffer<int> items_;
};

}  // namespace mineproof
