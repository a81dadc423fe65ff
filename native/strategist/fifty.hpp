// A 50/50 that no play can avoid, and that is better taken at once.
//
// Exactly one of two cells is a mine, and every other cell that touches just one of the two is
// certainly a mine. Swap the two: each layout that fits becomes another one with the same number in
// every cell that may ever be opened. So nothing but opening one of them tells them apart; anyone
// who wins must do so, and half of the time it is the wrong one. Taking the guess at once loses
// nothing. If an unsettled cell touches the pair, the number also tells something, and it is better
// known early.
//
// That exactly one of the two is a mine follows from a clue that touches both and misses one mine,
// and from their risks.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "count/reason.hpp"
#include "strategist/guess.hpp"

namespace mineproof {

class Fifty {
public:
    // The first cell in reading order that is better taken at once, or none; `excluded` cells do
    // not count. The risks must be counted.
    int find(Reasoner& reasoner, const Buffer<bool>* excluded) {
        reasoner_ = &reasoner;
        list_halves();
        for (const int cell : halves_) {
            if (excluded != nullptr && (*excluded)[cell]) continue;
            for (const int other : halves_)
                if (other != cell && tells_something(cell, other) && is_pair(cell, other))
                    return cell;
        }
        return none;
    }

private:
    void list_halves() {
        const Reasoner::Risks known = reasoner_->risks();
        halves_.clear();
        for (int i = 0; i < known.cells.count(); ++i)
            if (std::abs(known.risks[i] - 0.5) < tie) halves_.push(known.cells[i]);
        std::sort(halves_.begin(), halves_.end());
    }

    bool tells_something(int cell, int other) const {
        for (const int near : reasoner_->board().near(cell))
            if (near != other && !reasoner_->is_settled(near)) return true;
        return false;
    }

    bool is_pair(int one, int other) const {
        return touches_no_more(one, other) && touches_no_more(other, one) &&
               is_one_mine(one, other);
    }

    // Whether each cell that touches the one touches the other, or is a mine.
    bool touches_no_more(int one, int other) const {
        for (const int near : reasoner_->board().near(one))
            if (near != other && !reasoner_->is_mine(near) &&
                !reasoner_->board().touch(other, near))
                return false;
        return true;
    }

    bool is_one_mine(int one, int other) const {
        for (const int near : reasoner_->board().near(one))
            if (reasoner_->misses_one(near) && reasoner_->board().touch(other, near)) return true;
        return false;
    }

    Reasoner* reasoner_ = nullptr;
    Buffer<int> halves_;  // cells with a risk of one half
};

}  // namespace mineproof
