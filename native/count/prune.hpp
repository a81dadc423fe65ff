// Removes the states that lead nowhere: two thirds of all, on a lattice.
#pragma once

#include "base/buffer.hpp"
#include "count/eliminate.hpp"

namespace mineproof {

class Pruner {
public:
    // Prunes `front`, which must be the last one in `structure`.
    void prune(Structure& structure, const Front& front) {
        structure_ = &structure;
        base_ = structure.steps[front.first_step].first;
        mark_all(front);
        number_.resize(is_alive_.size());
        firsts_.clear();
        first_step_ = front.first_step;
        states_ = base_;
        rows_ = structure.steps[front.first_step].rows;
        for (int i = front.first_step; i < front.last_step; ++i) compact(structure.steps[i]);
        structure.states = states_;
        structure.rows.resize(rows_);
    }

    Offset bytes() const { return is_alive_.bytes() + number_.bytes(); }

private:
    void mark_all(const Front& front) {
        is_alive_.assign(structure_->states - base_, false);
        is_alive_.back() = true;  // the last layer has one state
        for (int i = front.last_step - 1; i >= front.first_step; --i) {
            const Step& step = structure_->steps[i];
            for (int state = 0; state < step.states; ++state)
                if (is_alive_[step.first + state - base_]) mark_sources(step, state);
        }
    }

    void mark_sources(const Step& step, int state) {
        const int* const rows = structure_->rows_of(step);
        if (step.is_join()) {
            const int* const pairs = rows + step.states + 1;
            for (int i = rows[state]; i < rows[state + 1]; ++i) {
                mark(step.in, pairs[2 * i]);
                mark(step.other, pairs[2 * i + 1]);
            }
        } else {
            const int* const row = rows + static_cast<Offset>(state) * step.columns;
            for (int mines = 0; mines < step.columns; ++mines)
                if (row[mines] != none) mark(step.in, row[mines]);
        }
    }

    void mark(int step, int state) {
        if (step != none) is_alive_[structure_->steps[step].first + state - base_] = true;
    }

    // Moves the states and rows of a step forward, to where those of the steps before now end.
    void compact(Step& step) {
        const Offset before = step.first - base_;
        firsts_.push(before);
        int kept = 0;
        for (int state = 0; state < step.states; ++state)
            number_[before + state] = is_alive_[before + state] ? kept++ : none;
        const int* const from = structure_->rows_of(step);
        int* const to = structure_->rows.data() + rows_;
        rows_ += step.is_join() ? copy_pairs(step, from, to) : copy_rows(step, from, to);
        step.rows = to - structure_->rows.data();
        step.states = kept;
        step.first = states_;
        states_ += kept;
    }

    // The number that a state of an earlier layer has now.
    int renumbered(int step, int state) const {
        return step == none ? state : number_[firsts_[step - first_step_] + state];
    }

    Offset copy_rows(const Step& step, const int* row, int* to) {
        const int* const begin = to;
        for (int state = 0; state < step.states; ++state, row += step.columns) {
            if (!is_alive_[step.first + state - base_]) continue;
            for (int mines = 0; mines < step.columns; ++mines)
                *to++ = row[mines] == none ? none : renumbered(step.in, row[mines]);
        }
        return to - begin;
    }

    Offset copy_pairs(const Step& step, const int* from, int* to) {
        starts_.clear();
        for (int state = 0; state <= step.states; ++state) starts_.push(from[state]);
        const int* const begin = to;
        const int* const pairs = from + step.states + 1;
        int count = 0;
        for (int state = 0; state < step.states; ++state) {
            if (!is_alive_[step.first + state - base_]) continue;
            *to++ = count;
            count += starts_[state + 1] - starts_[state];
        }
        *to++ = count;
        for (int state = 0; state < step.states; ++state) {
            if (!is_alive_[step.first + state - base_]) continue;
            for (int i = starts_[state]; i < starts_[state + 1]; ++i) {
                const int left = pairs[2 * i], right = pairs[2 * i + 1];
                *to++ = renumbered(step.in, left);
                *to++ = renumbered(step.other, right);
            }
        }
        return to - begin;
    }

    Structure* structure_ = nullptr;
    Offset base_ = 0;  // the front's first state
    int first_step_ = 0;
    Offset states_ = 0, rows_ = 0;
    Buffer<bool> is_alive_;  // for each state of the front
    Buffer<int> number_;     // for each state of the front, which of its layer it will be
    Buffer<Offset> firsts_;  // for each step, the first of its states in the two above
    Buffer<int> starts_;
};

}  // namespace mineproof
