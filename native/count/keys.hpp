// States as keys: how many mines each open clue has used, packed into a few machine words.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "base/buffer.hpp"
#include "count/fold.hpp"

namespace mineproof {

constexpr int none = -1;

// Several fields of different widths; none crosses the border of a word, and none overflows, so all
// of them are added at once. The top bit of each is its guard: it is off in a state.
template <int words>
struct Key {
    std::array<std::uint64_t, words> at{};

    Key& operator+=(const Key& other) {
        for (unsigned i = 0; i < words; ++i) at[i] += other.at[i];
        return *this;
    }
    Key& operator-=(const Key& other) {
        for (unsigned i = 0; i < words; ++i) at[i] -= other.at[i];
        return *this;
    }
    friend Key operator+(Key left, const Key& right) { return left += right; }
    friend Key operator-(Key left, const Key& right) { return left -= right; }
    // By hand, since the default would call memcmp, even for one word.
    friend bool operator==(const Key& left, const Key& right) {
        std::uint64_t differs = 0;
        for (unsigned i = 0; i < words; ++i) differs |= left.at[i] ^ right.at[i];
        return differs == 0;
    }
    friend bool operator<(const Key& left, const Key& right) {
        for (unsigned i = 0; i + 1 < words; ++i)
            if (left.at[i] != right.at[i]) return left.at[i] < right.at[i];
        return left.at[words - 1] < right.at[words - 1];
    }

    // Whether all `guards` are on in both keys.
    friend bool guarded(const Key& left, const Key& right, const Key& guards) {
        std::uint64_t missing = 0;
        for (unsigned i = 0; i < words; ++i) missing |= guards.at[i] & ~(left.at[i] & right.at[i]);
        return missing == 0;
    }

    // `number` in the field that begins at `bit`.
    static Key of(int number, int bit) {
        Key key;
        key.at[static_cast<unsigned>(bit / 64)] = static_cast<std::uint64_t>(number) << bit % 64;
        return key;
    }
    int number(int bit, int width) const {
        const std::uint64_t word = at[static_cast<unsigned>(bit / 64)] >> bit % 64;
        return static_cast<int>(word & ((std::uint64_t{1} << width) - 1));
    }

    // More than any state, since a state has its guards off.
    static Key highest() {
        Key key;
        key.at.fill(~std::uint64_t{0});
        return key;
    }
};

// A clue that has both filled and empty boxes, and its field.
struct OpenClue {
    int clue;
    int need;
    int room;    // its cells
    int filled;  // its cells that are filled
    int bit;     // where its field begins

    int width() const { return std::bit_width(static_cast<unsigned>(need)) + 1; }
    int guard() const { return 1 << (width() - 1); }
    // The fewest mines that it can have used by now.
    int least() const { return std::max(0, need - (room - filled)); }
};

// What a step means to the keys.
//
// Put `u` for what a clue has used after the step. If its guard survives in most - u, it has used
// no more than it needs; if its guard appears in u + least, it has used enough for its empty cells
// to hold the rest. No clue disturbs its neighbours: it may get at most `need` mines too many.
template <int words>
struct Bounds {
    Key<words> guards;   // of the clues that must be checked
    Key<words> most;     // of all clues: the mines they need, and their guards
    Key<words> least;    // of all clues: their guards, less the mines that they must have used
    Key<words> closing;  // what the clues that are now full have used: they leave the key

    bool allow(const Key<words>& key) const { return guarded(most - key, key + least, guards); }
};

// The fields of a layer's keys.
template <int words>
class Fields {
public:
    using K = Key<words>;

    void clear() {
        open_.clear();
        free_.fill(~std::uint64_t{0});
        most_ = least_ = K{};
    }

    // Fills a box: gives its clues fields if they have none, and tells with how many mines a state
    // can go on at most, and the key of one mine. False if there is no room for the fields.
    bool fill(const Folded& folded, int box, int& most_mines, K& unit, Bounds<words>& bounds) {
        const int size = folded.sizes[box];
        most_mines = size;
        unit = bounds.guards = K{};
        for (const int clue : folded.touching[box]) {
            OpenClue* const field = find_or_open(folded, clue);
            if (field == nullptr) return false;
            advance(*field, size);
            most_mines = std::min(most_mines, field->need);
            unit += K::of(1, field->bit);
            bounds.guards += K::of(field->guard(), field->bit);
        }
        finish(bounds);
        return true;
    }

    // Takes in the fields of another layer; what its keys are in the fields of this one is what
    // `moves` says. False if there is no room for the fields.
    struct Move {
        int from, to, width;
    };
    bool join(const Folded& folded, const Fields& other, Buffer<Move>& moves,
              Bounds<words>& bounds) {
        moves.clear();
        bounds.guards = K{};
        for (const OpenClue& theirs : other.open_) {
            OpenClue* const ours = find_or_open(folded, theirs.clue);
            if (ours == nullptr) return false;
            if (ours->filled > 0) bounds.guards += K::of(ours->guard(), ours->bit);
            advance(*ours, theirs.filled);
            moves.push({theirs.bit, ours->bit, theirs.width()});
        }
        finish(bounds);
        return true;
    }

private:
    OpenClue* find_or_open(const Folded& folded, int clue) {
        for (OpenClue& field : open_)
            if (field.clue == clue) return &field;
        OpenClue field{clue, folded.needs[clue], folded.room[clue], 0, 0};
        field.bit = allot(field.width());
        if (field.bit == none) return nullptr;
        most_ += K::of(field.guard() + field.need, field.bit);
        least_ += K::of(field.guard() - field.least(), field.bit);
        open_.push(field);
        return &open_.back();
    }

    // The first run of free bits that is long enough.
    int allot(int width) {
        for (unsigned i = 0; i < words; ++i) {
            std::uint64_t fits = free_[i];
            for (int k = 1; k < width; ++k) fits &= free_[i] >> k;
            if (fits == 0) continue;
            const int bit = std::countr_zero(fits);
            free_[i] ^= ones(width) << bit;
            return static_cast<int>(i) * 64 + bit;
        }
        return none;
    }

    static std::uint64_t ones(int width) { return (std::uint64_t{1} << width) - 1; }

    void advance(OpenClue& field, int cells) {
        const int before = field.least();
        field.filled += cells;
        least_ -= K::of(field.least() - before, field.bit);
    }

    void finish(Bounds<words>& bounds) {
        bounds.most = most_;
        bounds.least = least_;
        bounds.closing = K{};
        for (int i = open_.count() - 1; i >= 0; --i) {
            const OpenClue field = open_[i];
            if (field.filled < field.room) continue;
            bounds.closing += K::of(field.need, field.bit);
            most_ -= K::of(field.guard() + field.need, field.bit);
            least_ -= K::of(field.guard() - field.least(), field.bit);
            free_[static_cast<unsigned>(field.bit / 64)] |= ones(field.width()) << field.bit % 64;
            open_[i] = open_.back();
            open_.pop();
        }
    }

    Buffer<OpenClue> open_;
    std::array<std::uint64_t, words> free_{};
    K most_, least_;  // see Bounds
};

}  // namespace mineproof
