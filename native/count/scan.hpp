// From a view to the clues that no single clue settles.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "board/grid.hpp"
#include "count/clues.hpp"

namespace mineproof {

class Scanner {
public:
    // Reads `view` into `clues`; ends with a contradiction if single clues meet one.
    void scan(const View& view, Clues& clues) {
        grid_.set(view.rows, view.cols, view.shape);
        load(view, clues);
        grid_.with_near([&](const auto& near) {
            count_around(near);
            for (const int place : seen_) settle(near, place, Known::mine, clues);
            listen();
            propagate(near, clues);
            collect(near, clues);
        });
        for (int row = 0; row < grid_.rows(); ++row)
            std::copy_n(&known_[grid_.place(row, 0)], grid_.cols(),
                        &clues.known[row * grid_.cols()]);
    }

    const Grid& grid() const { return grid_; }

private:
    static constexpr std::int8_t no_clue = 64;  // more than any number of neighbours

    void load(const View& view, Clues& clues) {
        clues.clear();
        clues.known.resize(grid_.size());
        known_.assign(grid_.places(), Known::open);
        around_.assign(grid_.places(), 0);
        left_.assign(grid_.places(), no_clue);
        const std::uint8_t* codes = view.cells;
        for (int row = 0; row < view.rows; ++row, codes += view.cols)
            clues.unsettled += load_row(codes, view.cols, grid_.place(row, 0));
        find_seen(view);
    }

    // Loads a row and returns how many of its cells are covered. Each loop does one thing, so that
    // the compiler vectorises it.
    int load_row(const std::uint8_t* codes, int cols, int place) {
        Known* const known = &known_[place];
        std::int8_t* const left = &left_[place];
        int covered = 0;
        for (int col = 0; col < cols; ++col)
            known[col] = codes[col] >= hidden ? Known::nothing : Known::open;
        for (int col = 0; col < cols; ++col)
            left[col] = codes[col] >= hidden ? no_clue : static_cast<std::int8_t>(codes[col]);
        for (int col = 0; col < cols; ++col) covered += codes[col] >= hidden;
        return covered;
    }

    void find_seen(const View& view) {
        seen_.clear();
        const auto cells = static_cast<std::size_t>(grid_.size());
        if (std::memchr(view.cells, seen_mine, cells) == nullptr) return;
        for (int cell = 0; cell < grid_.size(); ++cell)
            if (view.cells[cell] == seen_mine) seen_.push(grid_.place(cell));
    }

    // One direction after the other, all places at a time: the compiler makes vectors of it.
    void count_around(const SquareNear& near) {
        const int first = grid_.place(0), last = grid_.place(grid_.size() - 1);
        static_assert(static_cast<int>(Known::open) == 0 && static_cast<int>(Known::nothing) == 1);
        std::int8_t* const around = around_.data();
        for (int i = 0; i < near.count; ++i) {
            const Known* const known = known_.data() + near(0, i);
            for (int place = first; place <= last; ++place)
                around[place] =
                    static_cast<std::int8_t>(around[place] + static_cast<int>(known[place]));
        }
    }

    template <class Near>
    void count_around(const Near& near) {
        for (int cell = 0; cell < grid_.size(); ++cell) {
            const int place = grid_.place(cell);
            int around = 0;
            for (int i = 0; i < near.count; ++i) around += known_[near(place, i)] == Known::nothing;
            around_[place] = static_cast<std::int8_t>(around);
        }
    }

    // Finds the clues that say anything, and those that settle their cells at once.
    void listen() {
        clues_.clear();
        waiting_.clear();
        for (int row = 0; row < grid_.rows(); ++row) {
            const int first = grid_.place(row, 0), last = first + grid_.cols();
            for (int place = first; place < last; ++place) {
                const std::int8_t left = left_[place], around = around_[place];
                if (left > 8 || (left == 0 && around == 0)) continue;
                clues_.push(place);
                if (left == 0 || left == around) waiting_.push(place);
            }
        }
    }

    // A clue that clashes is not noticed on the way: `collect` finds what it misses.
    template <class Near>
    void propagate(const Near& near, Clues& clues) {
        while (!waiting_.empty()) {
            const int clue = waiting_.pop();
            if (around_[clue] == 0) continue;
            const Known what = left_[clue] == 0 ? Known::safe : Known::mine;
            for (int i = 0; i < near.count; ++i)
                if (const int place = near(clue, i); known_[place] == Known::nothing)
                    settle(near, place, what, clues);
        }
    }

    // Places without a clue are counted down too, which takes less time than to ask.
    template <class Near>
    void settle(const Near& near, int place, Known what, Clues& clues) {
        const std::int8_t mine = what == Known::mine;
        known_[place] = what;
        clues.mines += mine;
        --clues.unsettled;
        for (int i = 0; i < near.count; ++i) {
            const int clue = near(place, i);
            const auto around = static_cast<std::int8_t>(around_[clue] - 1);
            const auto left = static_cast<std::int8_t>(left_[clue] - mine);
            around_[clue] = around;
            left_[clue] = left;
            if (around > 0 && (left == 0 || left == around)) waiting_.push(clue);
        }
    }

    template <class Near>
    void collect(const Near& near, Clues& clues) {
        number_.assign(grid_.places(), -1);
        for (const int clue : clues_) {
            if (left_[clue] < 0 || left_[clue] > around_[clue]) end(Outcome::contradiction);
            if (around_[clue] == 0) continue;
            for (int i = 0; i < near.count; ++i)
                if (const int place = near(clue, i); known_[place] == Known::nothing)
                    clues.cells.add(number(place, clues));
            clues.cells.close();
            clues.needs.push(left_[clue]);
        }
    }

    int number(int place, Clues& clues) {
        if (number_[place] < 0) {
            number_[place] = clues.numbered();
            clues.names.push(grid_.cell(place));
        }
        return number_[place];
    }

    Grid grid_;
    Buffer<Known> known_;         // for each place
    Buffer<std::int8_t> around_;  // unsettled cells around
    Buffer<std::int8_t> left_;  // mines missing around; no_clue, or a little less, where no clue is
    Buffer<int> clues_, waiting_, seen_;
    Buffer<int> number_;
};

}  // namespace mineproof
