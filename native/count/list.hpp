// Lists all layouts that fit, when they are few.
//
// Each front is followed from its last state back to its boxes, along every way. All ways from the
// last state lead back to the layer of nothing, so none is followed in vain. Only numbers of mines
// that the rest of the board can complete are considered, so no front has more layouts than the
// whole board. Then the layouts of the fronts are combined, and the floating cells take the mines
// that are left.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/wide.hpp"
#include "count/count.hpp"

namespace mineproof {

class Lister {
public:
    static constexpr int most_cells = 128;

    // Begins with what `counter` has counted and kept; `mines` are among the unsettled cells, or it
    // is `unknown_total` with all layouts equally likely.
    void start(Counter& counter, std::int64_t mines) {
        counter_ = &counter;
        mines_ = mines;
    }

    // How many layouts fit; more than there can be in `list` where they are very many.
    double count() {
        const int cells = counter_->clues().unsettled;
        if (cells > most_cells) return HUGE_VAL;
        multiply_fronts();
        double sum = 0;
        for (int i = 0; i < product_.count(); ++i)
            sum += product_[i] * ways_to_float(static_cast<int>(mines_) - low_ - i);
        return sum;
    }

    // Lists them: bit i of each says whether cell i is a mine, first the numbered cells of the
    // clues, then the floating ones. To be called only if they are few.
    void list(Buffer<Wide>& layouts) {
        gather_boxes();
        list_fronts();
        layouts.clear();
        if (is_known()) measure_fronts();
        join_fronts(0, 0, static_cast<int>(mines_), layouts);
    }

private:
    bool is_known() const { return mines_ != unknown_total; }
    int floating() const { return counter_->clues().floating(); }

    // --- how many -------------------------------------------------------------------------------

    // The fronts as one polynomial, from `low_` mines on.
    void multiply_fronts() {
        const Structure& structure = counter_->structure();
        product_.assign(1, 1.0);
        low_ = 0;
        for (const Front& front : structure.fronts) {
            const Window<double> ways = counter_->weigher().window(structure.last_state(front));
            factor_.assign(product_.size() + ways.length - 1, 0.0);
            for (int i = 0; i < product_.count(); ++i)
                for (int j = 0; j < ways.length; ++j) factor_[i + j] += product_[i] * ways.ways[j];
            std::swap(product_, factor_);
            low_ += ways.low;
        }
    }

    double ways_to_float(int mined) const {
        if (!is_known()) return std::ldexp(1.0, floating());
        if (mined < 0 || mined > floating()) return 0;
        double ways = 1;
        for (int i = 0; i < mined; ++i) ways = ways * (floating() - i) / (i + 1);
        return ways;
    }

    // --- the layouts of each front --------------------------------------------------------------

    struct Partial {
        Wide mines;
        int count;
    };
    struct At {
        int state, mines;
    };

    void gather_boxes() {
        const Folded& folded = counter_->folded();
        boxes_.assign(folded.box_count(), Wide{0});
        for (int number = 0; number < counter_->clues().numbered(); ++number)
            boxes_[folded.home[number]] |= Wide{1} << number;
    }

    void list_fronts() {
        const Structure& structure = counter_->structure();
        partials_.clear();
        starts_.clear();
        for (const Front& front : structure.fronts) {
            starts_.push(partials_.count());
            const Offset last = structure.last_state(front);
            const Window<double> window = counter_->weigher().window(last);
            first_step_ = front.first_step;
            states_.resize(front.last_step - front.first_step);
            for (int i = 0; i < window.length; ++i)
                if (window.ways[i] > 0 && counter_->weigher().rest(last)[i] > 0) {
                    states_.back() = {0, window.low + i};
                    go_back(front.last_step - 1, {0, window.low + i});
                }
        }
        starts_.push(partials_.count());
    }

    void go_back(int index, const Partial& partial) {
        if (index < first_step_) return partials_.push(partial);
        const Step& step = counter_->structure().steps[index];
        const At at = states_[index - first_step_];
        if (step.is_join()) part(index, step, at, partial);
        else empty(index, step, at, partial);
    }

    bool can_be(Offset state, int mines) {
        const Window<double> window = counter_->weigher().window(state);
        return mines >= window.low && mines <= window.high() && window.ways[mines - window.low] > 0;
    }

    void set(int step, const At& at) {
        if (step != none) states_[step - first_step_] = at;
    }

    void empty(int index, const Step& step, const At& at, const Partial& partial) {
        const Structure& structure = counter_->structure();
        const int* const row = structure.rows_of(step) + Offset{at.state} * step.columns;
        for (int mines = 0; mines < step.columns; ++mines) {
            if (row[mines] == none) continue;
            if (!can_be(structure.first_of(step.in) + row[mines], at.mines - mines)) continue;
            place(boxes_[step.box], mines, partial.mines, [&](Wide placed) {
                set(step.in, {row[mines], at.mines - mines});
                go_back(index - 1, {placed, partial.count});
            });
        }
    }

    void part(int index, const Step& step, const At& at, const Partial& partial) {
        const Structure& structure = counter_->structure();
        const int* const starts = structure.rows_of(step);
        const int* const pairs = starts + step.states + 1;
        for (int i = starts[at.state]; i < starts[at.state + 1]; ++i) {
            const Offset left = structure.first_of(step.in) + pairs[2 * i];
            const Offset right = structure.first_of(step.other) + pairs[2 * i + 1];
            const Window<double> window = counter_->weigher().window(left);
            for (int mines = window.low; mines <= window.high(); ++mines) {
                if (!can_be(left, mines) || !can_be(right, at.mines - mines)) continue;
                set(step.in, {pairs[2 * i], mines});
                set(step.other, {pairs[2 * i + 1], at.mines - mines});
                go_back(index - 1, partial);
            }
        }
    }

    // Calls `visit` for every way to put `mines` mines into the cells.
    template <class Visit>
    static void place(Wide cells, int mines, Wide placed, const Visit& visit) {
        if (mines == 0) return visit(placed);
        for (int left = count_bits(cells); left >= mines; --left) {
            const Wide lowest = cells & (~cells + 1);
            cells ^= lowest;
            place(cells, mines - 1, placed | lowest, visit);
        }
    }

    static int count_bits(Wide set) {
        int bits = 0;
        for (; set != 0; set &= set - 1) ++bits;
        return bits;
    }

    // --- all fronts -----------------------------------------------------------------------------

    Span<const Partial> partials_of(int front) const {
        return {partials_.data() + starts_[front], partials_.data() + starts_[front + 1]};
    }

    // The fewest and the most mines that the fronts from each one on can have.
    void measure_fronts() {
        const int fronts = starts_.count() - 1;
        fewest_.assign(fronts + 1, 0);
        most_.assign(fronts + 1, 0);
        for (int i = fronts - 1; i >= 0; --i) {
            int fewest = most_cells, most = 0;
            for (const Partial& partial : partials_of(i)) {
                fewest = std::min(fewest, partial.count);
                most = std::max(most, partial.count);
            }
            fewest_[i] = fewest_[i + 1] + fewest;
            most_[i] = most_[i + 1] + most;
        }
    }

    // Combines the layouts of the fronts from this one on, with `left` mines for them and the
    // floating cells.
    void join_fronts(int front, Wide placed, int left, Buffer<Wide>& layouts) {
        if (is_known() && (left < fewest_[front] || left - most_[front] > floating())) return;
        if (front == starts_.count() - 1) return let_float(placed, left, layouts);
        for (const Partial& partial : partials_of(front))
            join_fronts(front + 1, placed | partial.mines, left - partial.count, layouts);
    }

    void let_float(Wide placed, int left, Buffer<Wide>& layouts) {
        const int first = counter_->clues().numbered();
        Wide cells = 0;
        for (int i = 0; i < floating(); ++i) cells |= Wide{1} << (first + i);
        const int fewest = is_known() ? left : 0, most = is_known() ? left : floating();
        for (int mines = fewest; mines <= most; ++mines)
            place(cells, mines, placed, [&](Wide layout) { layouts.push(layout); });
    }

    Counter* counter_ = nullptr;
    std::int64_t mines_ = 0;
    int low_ = 0;
    Buffer<double> product_, factor_;
    Buffer<Wide> boxes_;
    Buffer<Partial> partials_;  // the layouts of each front
    Buffer<int> starts_;        // where they begin
    Buffer<At> states_;         // for each step of a front
    int first_step_ = 0;
    Buffer<int> fewest_, most_;
};

}  // namespace mineproof
