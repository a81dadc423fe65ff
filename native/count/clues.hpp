// The clues left after single clues have settled what they can: the common form of views and
// problems.
#pragma once

#include <cstdint>

#include "base/buffer.hpp"

namespace mineproof {

// What is known of a cell before anything is counted.
enum class Known : std::uint8_t { open, nothing, safe, mine };

// Clues over cells that no single clue settles. Such a cell has a number, 0 to numbered() - 1, in
// the order in which the clues mention it; unsettled cells that no clue mentions float.
struct Clues {
    Lists cells;          // for each clue, the numbers of its cells
    Buffer<int> needs;    // for each clue, its mines among them: neither 0 nor all
    Buffer<int> names;    // for each number, the cell
    Buffer<Known> known;  // for each cell
    int mines = 0;        // how many cells are settled as mines
    int unsettled = 0;    // how many cells are not settled

    int numbered() const { return names.count(); }
    int floating() const { return unsettled - numbered(); }

    void clear() {
        cells.clear();
        needs.clear();
        names.clear();
        mines = unsettled = 0;
    }
};

}  // namespace mineproof
