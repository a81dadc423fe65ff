// A grid as a table of neighbours, for games: a row of eight entries per cell.
//
// Where a cell has fewer neighbours, the rest of its row is `nowhere`, a cell after the last, about
// which nothing is ever known or asked. So loops over neighbours have a fixed length.
#pragma once

#include <algorithm>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "board/grid.hpp"

namespace mineproof {

class Board {
public:
    static constexpr int most = 8;  // neighbours

    Board(int rows, int cols, Shape shape) : cells_(rows * cols) {
        Grid grid;
        grid.set(rows, cols, shape);
        near_.assign((cells_ + 1) * most, nowhere());
        for (int cell = 0; cell < cells_; ++cell) {
            int* next = &near_[cell * most];
            grid.for_each_near(cell, [&](int other) { *next++ = other; });
        }
    }

    int cells() const { return cells_; }
    int nowhere() const { return cells_; }

    // Eight cells: the neighbours in reading order, then `nowhere`.
    Span<const int> near(int cell) const {
        const int* const first = &near_[cell * most];
        return {first, first + most};
    }
    int neighbours(int cell) const {
        const Span<const int> all = near(cell);
        return static_cast<int>(std::find(all.begin(), all.end(), nowhere()) - all.begin());
    }

    bool touch(int cell, int other) const {
        const Span<const int> all = near(cell);
        return std::find(all.begin(), all.end(), other) != all.end();
    }

private:
    int cells_;
    Buffer<int> near_;
};

}  // namespace mineproof
