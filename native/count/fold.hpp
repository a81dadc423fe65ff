// Folds twin cells into boxes, and clues that say the same into one.
//
// Cells touched by exactly the same clues cannot be told apart: only the number of mines in such a
// box matters. To find them, each clue gets a random number, and each cell the sum of its clues'
// numbers; cells of equal sum go into one box. Should two sums ever collide, some clue would have
// fewer cells than its boxes hold; then other random numbers are drawn.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "base/rng.hpp"
#include "count/clues.hpp"

namespace mineproof {

// Finds what has been seen before: a hash table from 64 random bits to a number from 0 on.
class Finder {
public:
    void clear(int expected) {
        slots_.assign(std::bit_ceil(2 * static_cast<std::uint32_t>(expected) + 1), {0, -1});
    }

    // The number under `hash` for which `same(number)` holds; below 0 if none is there yet, and
    // then the caller may set it.
    template <class Same>
    int& find(std::uint64_t hash, Same same) {
        const std::uint64_t mask = static_cast<std::uint64_t>(slots_.size()) - 1;
        std::uint64_t i = hash >> 20 & mask;
        while (slots_[i].number >= 0 && !(slots_[i].hash == hash && same(slots_[i].number)))
            i = (i + 1) & mask;
        slots_[i].hash = hash;
        return slots_[i].number;
    }

private:
    struct Slot {
        std::uint64_t hash;
        int number;
    };
    Buffer<Slot> slots_;
};

struct Folded {
    Lists boxes;        // for each clue, its boxes
    Lists touching;     // for each box, its clues, in order
    Buffer<int> needs;  // for each clue, its mines
    Buffer<int> room;   // for each clue, its cells
    Buffer<int> sizes;  // for each box, its cells
    Buffer<int> home;   // for each cell, its box

    int clues() const { return needs.count(); }
    int box_count() const { return sizes.count(); }
};

class Folder {
public:
    // Folds `clues` into `folded`; ends with a contradiction if two equal clues differ.
    void fold(const Clues& clues, Folded& folded) {
        find_distinct(clues, folded);
        for (std::uint64_t salt = 0;; ++salt)
            if (find_boxes(clues, folded, salt)) break;
        folded.touching.turn(folded.boxes, folded.box_count());
    }

private:
    void find_distinct(const Clues& clues, Folded& folded) {
        kept_.clear();
        folded.needs.clear();
        folded.room.clear();
        finder_.clear(clues.needs.count());
        for (int clue = 0; clue < clues.needs.count(); ++clue) {
            const Span<const int> cells = clues.cells[clue];
            int& number = finder_.find(hash(cells), [&](int other) {
                const Span<const int> others = clues.cells[kept_[other]];
                return std::equal(cells.begin(), cells.end(), others.begin(), others.end());
            });
            if (number < 0) {
                number = kept_.count();
                kept_.push(clue);
                folded.needs.push(clues.needs[clue]);
                folded.room.push(cells.count());
            } else if (folded.needs[number] != clues.needs[clue]) {
                end(Outcome::contradiction);
            }
        }
    }

    static std::uint64_t hash(Span<const int> cells) {
        std::uint64_t bits = 0;
        for (const int cell : cells)
            bits = (std::rotl(bits, 23) ^ static_cast<std::uint64_t>(cell)) * 0x9E3779B97F4A7C15;
        return bits;
    }

    bool find_boxes(const Clues& clues, Folded& folded, std::uint64_t salt) {
        sum_up(clues, salt);
        folded.boxes.clear();
        folded.sizes.clear();
        folded.home.assign(clues.numbered(), -1);
        last_.clear();
        finder_.clear(clues.numbered());
        for (int clue = 0; clue < kept_.count(); ++clue) {
            for (const int cell : clues.cells[kept_[clue]]) {
                const int box = house(cell, folded);
                if (last_[box] == clue) continue;
                last_[box] = clue;
                folded.boxes.add(box);
            }
            folded.boxes.close();
        }
        return is_sound(folded);
    }

    void sum_up(const Clues& clues, std::uint64_t salt) {
        sums_.assign(clues.numbered(), 0);
        SplitMix64 random(salt);
        for (const int clue : kept_) {
            const std::uint64_t bits = random.next();
            for (const int cell : clues.cells[clue]) sums_[cell] += bits;
        }
    }

    int house(int cell, Folded& folded) {
        int& home = folded.home[cell];
        if (home >= 0) return home;
        int& box = finder_.find(sums_[cell], [](int) { return true; });
        if (box < 0) {
            box = folded.box_count();
            folded.sizes.push(0);
            last_.push(-1);
        }
        ++folded.sizes[box];
        return home = box;
    }

    static bool is_sound(const Folded& folded) {
        for (int clue = 0; clue < folded.clues(); ++clue) {
            int cells = 0;
            for (const int box : folded.boxes[clue]) cells += folded.sizes[box];
            if (cells != folded.room[clue]) return false;
        }
        return true;
    }

    Buffer<int> kept_;            // the distinct clues
    Buffer<std::uint64_t> sums_;  // for each cell
    Buffer<int> last_;            // for each box, the last clue that met it
    Finder finder_;
};

}  // namespace mineproof
