// How far a move is expected to lead: the expected number of certain cells once a cell is open.
//
// The number that the cell will show is unknown, but its distribution is known (query.hpp). So the
// board is counted once for each possible number, as if the cell showed it, and the cells that are
// then certain are weighted with its probability. All fronts are counted, not only those around the
// cell: its number may say how many mines are left for the others, and settle them.
//
// The prior stays the same. A cell that turns out to be safe is still one of the cells over which
// every number of mines is equally likely.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/buffer.hpp"
#include "count/count.hpp"
#include "count/query.hpp"

namespace mineproof {

class Prospect {
public:
    // Begins with a view, which is copied, and the mines that it is counted with.
    void start(const View& view, const Mines& mines) {
        view_ = view;
        mines_ = mines;
        codes_.resize(Offset{view.rows} * view.cols);
        std::copy_n(view.cells, codes_.size(), codes_.begin());
    }

    // The mean over all layouts of the number of covered cells, other than `cell`, that are certain
    // once it is open; none are where it is a mine. `query` is about the same view and mines,
    // `counter` counts. Throws Ended if one of the counts cannot be finished.
    double expect(int cell, Query& query, Counter& counter) {
        std::array<double, 9> chances;
        query.numbers(cell, chances.data());
        double mean = 0;
        for (std::size_t number = 0; number < chances.size(); ++number)
            if (chances[number] > 0)
                mean += chances[number] *
                        certain_after(cell, static_cast<std::uint8_t>(number), counter);
        return mean;
    }

private:
    int certain_after(int cell, std::uint8_t number, Counter& counter) {
        const std::uint8_t before = std::exchange(codes_[cell], number);
        view_.cells = codes_.data();
        const Outcome outcome = counter.count(view_, mines_);
        codes_[cell] = before;
        if (outcome != Outcome::counted) end(outcome);
        int certain = 0;  // the cell itself was open, which is no verdict
        for (Offset i = 0; i < codes_.size(); ++i)
            certain +=
                (codes_[i] == hidden || codes_[i] == flag) && counter.certain()[i] != Certain::no;
        return certain;
    }

    View view_{};
    Mines mines_;
    Buffer<std::uint8_t> codes_;
};

}  // namespace mineproof
