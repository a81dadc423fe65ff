// Shared by the functions of the WebAssembly module: what a request asks, and how it is answered.
//
// The host writes a request into memory that `reserve` gives it, calls a function with the length,
// and reads as many bytes as the function returns from `reply`. Both are plain fields, one behind
// the other, without gaps and little-endian: numbers have 64 bits, a list is its length and its
// numbers, a text or a string of bytes its length and its bytes. A reply begins with a Status; if
// that is not `done`, all that follows is a text. Nothing in a request is trusted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "board/board.hpp"

// The name under which the host finds a function.
#define MINEPROOF_EXPORT(name) extern "C" [[clang::export_name(#name)]]

namespace mineproof::wasm {

static_assert(std::endian::native == std::endian::little);

// How a call ended; src/mineproof/counting/wasm.py turns all but the first into exceptions.
enum class Status : std::int64_t {
    done,
    bad_value,
    contradiction,
    count_contradiction,
    limit,
    unsupported,
};

// Ends a call with a Status and a text.
struct Refused {
    Status status;
    std::string message;
};

[[noreturn]] inline void refuse(std::string message) {
    throw Refused{Status::bad_value, std::move(message)};
}

// Throws unless a count has succeeded.
inline void check(Outcome outcome) {
    switch (outcome) {
        case Outcome::counted: return;
        case Outcome::contradiction: throw Refused{Status::contradiction, "no layout fits"};
        case Outcome::count_contradiction:
            throw Refused{Status::count_contradiction, "no layout fits"};
        case Outcome::stopped:  // nobody asks to
        case Outcome::limit:
            throw Refused{Status::limit, "counting would take more states or memory than allowed"};
        case Outcome::unsupported:
            throw Refused{Status::unsupported, "beyond the range of the kernel's numbers"};
    }
}

// --- what is asked ------------------------------------------------------------------------------

// A list of numbers in a request, which need not be aligned.
class Numbers {
public:
    Numbers(const std::uint8_t* first, std::int64_t count) : first_(first), count_(count) {}

    std::int64_t count() const { return count_; }
    std::int64_t operator[](std::int64_t i) const {
        std::int64_t number;
        std::memcpy(&number, first_ + i * width, sizeof number);
        return number;
    }

    static constexpr int width = sizeof(std::int64_t);

private:
    const std::uint8_t* first_;
    std::int64_t count_;
};

// `value`; refused by this name unless it is from least to most.
inline int in_range(const char* name, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value < least || value > most)
        refuse(std::string(name) + ' ' + std::to_string(value) + " is out of range; expected " +
               std::to_string(least) + " to " + std::to_string(most));
    return static_cast<int>(value);
}

// Reads the fields of a request in order.
class Request {
public:
    Request(const std::uint8_t* first, std::int64_t size) : next_(first), left_(size) {}

    std::int64_t number() {
        std::int64_t number;
        std::memcpy(&number, take(sizeof number), sizeof number);
        return number;
    }
    int number(const char* name, std::int64_t least, std::int64_t most) {
        return in_range(name, number(), least, most);
    }
    std::uint64_t seed() { return std::bit_cast<std::uint64_t>(number()); }
    double real() { return std::bit_cast<double>(number()); }
    bool is_set() { return number() != 0; }

    std::span<const std::uint8_t> bytes() {
        const std::int64_t size = length(1);
        return {take(size), static_cast<std::size_t>(size)};
    }

    Numbers numbers() {
        const std::int64_t count = length(Numbers::width);
        return {take(count * Numbers::width), count};
    }

    // The index of a text among `names`, as a Choice.
    template <class Choice>
    Choice choice(const char* what, std::span<const char* const> names) {
        const std::span<const std::uint8_t> text = bytes();
        const std::string wish(text.begin(), text.end());
        const auto found = std::find(names.begin(), names.end(), wish);
        if (found != names.end()) return static_cast<Choice>(found - names.begin());
        std::string wanted = names.front();
        for (const char* name : names.subspan(1)) wanted += std::string(", ") + name;
        refuse(std::string("unknown ") + what + " '" + wish + "'; expected one of " + wanted);
    }

    Shape shape() {
        static constexpr const char* names[] = {"square", "torus", "hex"};
        return choice<Shape>("shape", names);
    }

    Board board() {
        const int rows = number("rows", 1, max_side), cols = number("cols", 1, max_side);
        return Board(rows, cols, shape());
    }

private:
    // How many things of this width follow.
    std::int64_t length(std::int64_t width) {
        const std::int64_t count = number();
        if (count < 0 || count > left_ / width) refuse("a list is longer than its request");
        return count;
    }

    const std::uint8_t* take(std::int64_t size) {
        if (size > left_) refuse("a request ends early");
        left_ -= size;
        return std::exchange(next_, next_ + size);
    }

    const std::uint8_t* next_;
    std::int64_t left_;
};

inline int cell_of(const char* name, std::int64_t value, const Board& board) {
    return in_range(name, value, 0, board.cells() - 1);
}

// --- what is answered ---------------------------------------------------------------------------

// Holds the fields of a reply.
class Reply {
public:
    void clear() { bytes_.clear(); }
    std::span<const std::uint8_t> bytes() const {
        return {bytes_.data(), static_cast<std::size_t>(bytes_.size())};
    }

    void number(std::int64_t number) { add(&number, 1); }
    void real(double number) { add(&number, 1); }
    void status(Status status) { number(static_cast<std::int64_t>(status)); }

    void text(std::string_view text) {
        number(static_cast<std::int64_t>(text.size()));
        add(text.data(), text.size());
    }

    // A list of numbers, which may be of a smaller type.
    template <class List>
    void numbers(const List& list) {
        number(static_cast<std::int64_t>(std::size(list)));
        for (const auto each : list) number(each);
    }

    // Numbers or bytes as they are, without their length.
    template <class T>
    void add(const T* first, std::size_t count) {
        if (count == 0) return;
        const Offset before = bytes_.size();
        bytes_.resize(before + static_cast<Offset>(count * sizeof(T)));
        std::memcpy(bytes_.data() + before, first, count * sizeof(T));
    }

private:
    Buffer<std::uint8_t> bytes_;
};

// The one request and the one reply there are at a time.
extern Buffer<std::uint8_t> asked;
extern Reply reply;

// Has `work(request)` write the reply; returns its length. No exception leaves the module.
template <class Work>
std::uint32_t answer(std::uint32_t size, Work work) {
    reply.clear();
    const auto fail = [](Status status, std::string_view message) {
        reply.clear();
        reply.status(status);
        reply.text(message);
    };
    try {
        try {
            reply.status(Status::done);
            work(Request(asked.data(), std::min<Offset>(size, asked.size())));
        } catch (const Ended& ended) {
            check(ended.outcome);
        } catch (const std::bad_alloc&) {
            check(Outcome::limit);
        }
    } catch (const Refused& refused) {
        fail(refused.status, refused.message);
    }
    return static_cast<std::uint32_t>(reply.bytes().size());
}

// --- what is kept -------------------------------------------------------------------------------

// Objects that outlive a call, each under a number that is never given twice.
template <class Object>
class Kept {
public:
    explicit Kept(const char* name) : name_(name) {}

    std::int64_t keep(std::unique_ptr<Object> object) {
        objects_.emplace(++last_, std::move(object));
        return last_;
    }
    void forget(std::int64_t number) { objects_.erase(number); }

    Object& of(Request& request) {
        const std::int64_t number = request.number();
        const auto found = objects_.find(number);
        if (found == objects_.end())
            refuse(std::string("there is no ") + name_ + ' ' + std::to_string(number));
        return *found->second;
    }

private:
    const char* name_;
    std::int64_t last_ = 0;
    std::map<std::int64_t, std::unique_ptr<Object>> objects_;
};

}  // namespace mineproof::wasm
