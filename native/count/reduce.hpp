// From any problem to the clues that no single clue settles, as scan.hpp does for views.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/clues.hpp"

namespace mineproof {

class Reducer {
public:
    // Reads `problem` into `clues`; ends with a contradiction if single clues meet one.
    void reduce(const Problem& problem, Clues& clues) {
        load(problem, clues);
        propagate(clues);
        collect(problem, clues);
    }

private:
    void load(const Problem& problem, Clues& clues) {
        clues.clear();
        clues.known.assign(problem.cells, Known::nothing);
        clues.unsettled = problem.cells;
        cells_.clear();
        around_.clear();
        left_.clear();
        for (int clue = 0; clue < problem.clues; ++clue) {
            for (int i = problem.starts[clue]; i < problem.starts[clue + 1]; ++i)
                cells_.add(problem.lists[i]);
            cells_.close();
            around_.push(cells_[clue].count());
            left_.push(problem.needs[clue]);
        }
        touching_.turn(cells_, problem.cells);
    }

    void propagate(Clues& clues) {
        waiting_.clear();
        for (int clue = 0; clue < cells_.count(); ++clue) waiting_.push(clue);
        while (!waiting_.empty()) {
            const int clue = waiting_.pop();
            if (around_[clue] == 0 || (left_[clue] != 0 && left_[clue] != around_[clue])) continue;
            const Known what = left_[clue] == 0 ? Known::safe : Known::mine;
            for (const int cell : cells_[clue])
                if (clues.known[cell] == Known::nothing) settle(cell, what, clues);
        }
    }

    void settle(int cell, Known what, Clues& clues) {
        clues.known[cell] = what;
        clues.mines += what == Known::mine;
        --clues.unsettled;
        for (const int clue : touching_[cell]) {
            --around_[clue];
            left_[clue] -= what == Known::mine;
            if (left_[clue] == 0 || left_[clue] == around_[clue]) waiting_.push(clue);
        }
    }

    void collect(const Problem& problem, Clues& clues) {
        number_.assign(problem.cells, -1);
        for (int clue = 0; clue < problem.clues; ++clue) {
            if (left_[clue] < 0 || left_[clue] > around_[clue]) end(Outcome::contradiction);
            if (around_[clue] == 0) continue;
            for (const int cell : cells_[clue])
                if (clues.known[cell] == Known::nothing) clues.cells.add(cell);
            const Span<int> listed = clues.cells.open();
            std::sort(listed.begin(), listed.end());  // so that equal clues are equal lists
            for (int& cell : listed) cell = number(cell, clues);
            clues.cells.close();
            clues.needs.push(static_cast<int>(left_[clue]));
        }
    }

    int number(int cell, Clues& clues) {
        if (number_[cell] < 0) {
            number_[cell] = clues.numbered();
            clues.names.push(cell);
        }
        return number_[cell];
    }

    Lists cells_, touching_;
    Buffer<int> around_;         // for each clue, its unsettled cells
    Buffer<std::int64_t> left_;  // for each clue, its mines among them
    Buffer<int> waiting_;
    Buffer<int> number_;
};

}  // namespace mineproof
