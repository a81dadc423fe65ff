// Splits clues into fronts, and plans the order in which to fill the boxes of each.
//
// A clue makes states differ from its first box to its last, so a good order keeps few clues open
// at a time. For the fronts of real games it is enough to go clue by clue, always to the one that
// opens the fewest others; Greedy does that. A giant front deserves more thought: plan.hpp.
#pragma once

#include <algorithm>

#include "base/buffer.hpp"
#include "count/fold.hpp"

namespace mineproof {

// A way to go through a front, as a program for a stack of layers: a number from 0 on fills that
// box in the topmost layer, `begin` puts a layer of nothing on top, `join` makes the two topmost
// one.
struct Plan {
    static constexpr int begin = -1, join = -2;
    Buffer<int> program;
};

class Greedy {
public:
    void start(const Folded& folded) {
        folded_ = &folded;
        next_ = 0;
        is_open_.assign(folded.clues(), false);
        is_filled_.assign(folded.box_count(), false);
        news_.resize(folded.clues());
        for (int clue = 0; clue < folded.clues(); ++clue) {
            news_[clue] = 0;
            for (const int box : folded.boxes[clue])
                news_[clue] += folded.touching[box].count() - 1;
        }
    }

    // Plans the next front; false when there is none left.
    bool next(Plan& plan) {
        while (next_ < folded_->clues() && is_open_[next_]) ++next_;
        if (next_ == folded_->clues()) return false;
        plan.program.clear();
        plan.program.push(Plan::begin);
        waiting_.clear();
        clues_.clear();
        open(next_);
        while (!waiting_.empty()) {
            const int clue = take_best();
            for (const int box : folded_->boxes[clue])
                if (!is_filled_[box]) fill(box, plan);
        }
        return true;
    }

    // The clues of the front that was planned last.
    const Buffer<int>& clues() const { return clues_; }

private:
    void fill(int box, Plan& plan) {
        plan.program.push(box);
        is_filled_[box] = true;
        for (const int clue : folded_->touching[box])
            if (!is_open_[clue]) open(clue);
    }

    void open(int clue) {
        is_open_[clue] = true;
        waiting_.push(clue);
        clues_.push(clue);
        for (const int box : folded_->boxes[clue])
            for (const int other : folded_->touching[box]) --news_[other];
    }

    // The oldest of the best: on lattices that has a sixth of the states that the newest has.
    int take_best() {
        int best = 0;
        for (int i = 1; i < waiting_.count(); ++i)
            if (news_[waiting_[i]] < news_[waiting_[best]]) best = i;
        const int clue = waiting_[best];
        std::copy(waiting_.begin() + best + 1, waiting_.end(), waiting_.begin() + best);
        waiting_.pop();
        return clue;
    }

    const Folded* folded_ = nullptr;
    int next_ = 0;
    Buffer<bool> is_open_, is_filled_;
    Buffer<int> waiting_;
    Buffer<int> clues_;
    Buffer<int> news_;  // how often the boxes of a clue touch clues that are not open yet
};

}  // namespace mineproof
