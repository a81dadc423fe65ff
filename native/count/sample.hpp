// Draws layouts at random by their probability.
//
// A draw goes from the root of the tree of products down to the fronts, from the last state of each
// front back to its boxes, and from each box to its cells. Probabilities may be rounded, but only
// ways that exist are taken, so a layout always fits.
//
// A drawn layout can be changed so that some cell is no mine, while most of it stays. Another
// layout is drawn, by rejection, in which the cell is safe. It decides how many mines each front
// has, and how many the floating cells have. But how a front holds its mines depends on their
// number alone, so a front with as many as before stays as it was, except for the front of the cell
// itself. The floating cells keep their mines too, apart from the surplus or deficit. So the
// changed layout has exactly the distribution of a fresh draw.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "base/buffer.hpp"
#include "base/rng.hpp"
#include "count/count.hpp"

namespace mineproof {

class Sampler {
public:
    // Begins with what `counter` has counted and kept.
    void start(Counter& counter) {
        counter_ = &counter;
        const Clues& clues = counter.clues();
        sorted_.clear();
        for (int number = 0; number < clues.numbered(); ++number) {
            sorted_.add(counter.folded().home[number]);
            sorted_.close();
        }
        cells_.turn(sorted_, counter.folded().box_count());
        floating_.clear();
        is_numbered_.assign(clues.known.size(), false);
        for (const int cell : clues.names) is_numbered_[cell] = true;
        for (int cell = 0; cell < clues.known.count(); ++cell)
            if (clues.known[cell] == Known::nothing && !is_numbered_[cell]) floating_.push(cell);
    }

    // Draws a layout: for each cell whether it is a mine.
    const Buffer<bool>& draw(Rng& rng) {
        rng_ = &rng;
        const Clues& clues = counter_->clues();
        counter_->work.spend(clues.known.size());
        mines_.assign(clues.known.size(), false);
        for (int cell = 0; cell < clues.known.count(); ++cell)
            mines_[cell] = clues.known[cell] == Known::mine;
        const int front_mines = share_out();
        for (int i = 0; i < counter_->structure().fronts.count(); ++i) draw_front(i);
        draw_floating(front_mines);
        return mines_;
    }

    // Changes a layout that was drawn, and has a mine in `cell`, to one that has none there.
    void redraw(int cell, Buffer<bool>& layout, Rng& rng) {
        do draw(rng);
        while (mines_[cell]);
        layout[cell] = false;
        for (int i = 0; i < counter_->structure().fronts.count(); ++i)
            redraw_front(i, cell, layout);
        redraw_floating(cell, layout);
    }

private:
    double random() { return static_cast<double>(rng_->next() >> 11) * 0x1p-53; }

    // Picks one of `count` by its weight; never one that has none.
    template <class Weight>
    int pick(int count, Weight weight) {
        double all = 0;
        for (int i = 0; i < count; ++i) all += weight(i);
        double left = random() * all;
        int last = none;
        for (int i = 0; i < count; ++i) {
            const double here = weight(i);
            if (!(here > 0)) continue;
            last = i;
            left -= here;
            if (left < 0) break;
        }
        assert(last != none);
        return last;
    }

    // Decides how many mines each front has; returns how many they have in all.
    int share_out() {
        const Combiner& combiner = counter_->combiner();
        const Structure& structure = counter_->structure();
        shares_.resize(structure.fronts.count());
        if (!combiner.is_independent()) return share_out_by_tree();
        int sum = 0;
        for (int i = 0; i < shares_.count(); ++i) {
            const Offset last = structure.last_state(structure.fronts[i]);
            const Window<double> window = counter_->weigher().window(last);
            const double* const rest = counter_->weigher().rest(last);
            shares_[i] =
                window.low + pick(window.length, [&](int k) { return window.ways[k] * rest[k]; });
            sum += shares_[i];
        }
        return sum;
    }

    struct NodeMines {
        int node, mines;
    };

    int share_out_by_tree() {
        const Combiner& combiner = counter_->combiner();
        const int root = combiner.root();
        const Combiner::Node& top = combiner.node(root);
        const int sum = top.low + pick(top.length, [&](int i) {
                            return combiner.inside(root)[i] * combiner.verdict()[i];
                        });
        waiting_.clear();
        waiting_.push({root, sum});
        while (!waiting_.empty()) {
            const auto [node, mines] = waiting_.pop();
            if (!combiner.is_leaf(node)) split(node, mines);
            else if (node < shares_.count()) shares_[node] = mines;
        }
        return sum;
    }

    void split(int node, int mines) {
        const Combiner& combiner = counter_->combiner();
        const int left = combiner.child(node), right = left + 1;
        const Combiner::Node &one = combiner.node(left), &two = combiner.node(right);
        const int mined = one.low + pick(one.length, [&](int i) {
                              const int rest = mines - one.low - i - two.low;
                              return rest < 0 || rest >= two.length
                                         ? 0
                                         : combiner.inside(left)[i] * combiner.inside(right)[rest];
                          });
        waiting_.push({left, mined});
        waiting_.push({right, mines - mined});
    }

    // Goes from the last state of a front back to its boxes.
    void draw_front(int index) {
        const Structure& structure = counter_->structure();
        const Front& front = structure.fronts[index];
        tilt_ = counter_->tilt_of(front);
        first_step_ = front.first_step;
        states_.resize(front.last_step - front.first_step);
        states_.back() = {0, shares_[index]};
        for (int i = front.last_step - 1; i >= front.first_step; --i) {
            const Step& step = structure.steps[i];
            if (step.is_join()) part(step, states_[i - first_step_]);
            else empty(step, states_[i - first_step_]);
        }
    }

    struct At {
        int state, mines;
    };

    void set(int step, At at) {
        if (step != none) states_[step - first_step_] = at;
    }

    double ways(Offset state, int mines) {
        const Window<double> window = counter_->weigher().window(state);
        return mines < window.low || mines > window.high() ? 0 : window.ways[mines - window.low];
    }

    void empty(const Step& step, const At& at) {
        const Structure& structure = counter_->structure();
        const int size = counter_->folded().sizes[step.box];
        const Buffer<double>& choices = counter_->weigher().choose(structure, step, size, tilt_);
        const int shift = tilt_ != nullptr && tilt_->is_flat ? 0 : 1;
        const int* const row = structure.rows_of(step) + Offset{at.state} * step.columns;
        const int mines = pick(step.columns, [&](int m) {
            return row[m] == none ? 0
                                  : choices[m] * ways(structure.first_of(step.in) + row[m],
                                                      at.mines - m * shift);
        });
        set(step.in, {row[mines], at.mines - mines * shift});
        place(cells_[step.box], mines, [&](int number) { return counter_->clues().names[number]; });
    }

    void part(const Step& step, const At& at) {
        const Structure& structure = counter_->structure();
        const int* const starts = structure.rows_of(step);
        const int* const pairs = starts + step.states + 1;
        const int first = starts[at.state], count = starts[at.state + 1] - first;
        const Offset in = structure.first_of(step.in), other = structure.first_of(step.other);
        const auto product = [&](int pair, int i) {
            const Window<double> left = counter_->weigher().window(in + pairs[2 * (first + pair)]);
            return i >= left.length ? 0
                                    : left.ways[i] * ways(other + pairs[2 * (first + pair) + 1],
                                                          at.mines - left.low - i);
        };
        const int pair = pick(count, [&](int k) {
            double sum = 0;
            const Window<double> left = counter_->weigher().window(in + pairs[2 * (first + k)]);
            for (int i = 0; i < left.length; ++i) sum += product(k, i);
            return sum;
        });
        const Window<double> left = counter_->weigher().window(in + pairs[2 * (first + pair)]);
        const int mines = left.low + pick(left.length, [&](int i) { return product(pair, i); });
        set(step.in, {pairs[2 * (first + pair)], mines});
        set(step.other, {pairs[2 * (first + pair) + 1], at.mines - mines});
    }

    // A front with as many mines as before stays as it was, unless it has `cell`.
    void redraw_front(int index, int cell, Buffer<bool>& layout) {
        int more = 0;
        bool has_cell = false;
        for_each_cell(index, [&](int other) {
            more += mines_[other] - layout[other];
            has_cell |= other == cell;
        });
        if (more == 0 && !has_cell) return;
        for_each_cell(index, [&](int other) { layout[other] = mines_[other]; });
    }

    template <class Visit>
    void for_each_cell(int index, Visit visit) {
        const Structure& structure = counter_->structure();
        const Front& front = structure.fronts[index];
        for (int i = front.first_step; i < front.last_step; ++i) {
            const Step& step = structure.steps[i];
            if (step.is_join()) continue;
            for (const int number : cells_[step.box]) visit(counter_->clues().names[number]);
        }
    }

    // Puts as many mines more into floating cells as there are now, or takes as many away.
    void redraw_floating(int cell, Buffer<bool>& layout) {
        int more = 0;
        for (const int other : floating_) more += mines_[other] - layout[other];
        const bool is_mine = more > 0;
        pool_.clear();
        for (const int other : floating_)
            if (other != cell && layout[other] != is_mine) pool_.push(other);
        const int changed = std::abs(more);
        rng_->draw(pool_.data(), static_cast<std::size_t>(pool_.size()),
                   static_cast<std::size_t>(changed));
        for (int i = 0; i < changed; ++i) layout[pool_[i]] = is_mine;
    }

    // Puts mines into some of the items, each choice equally likely.
    template <class Items, class Name>
    void place(const Items& items, int mines, Name name) {
        pool_.clear();
        for (const int item : items) pool_.push(item);
        for (int i = 0; i < mines; ++i) {
            const auto other = rng_->below(static_cast<std::uint64_t>(pool_.count() - i));
            std::swap(pool_[i], pool_[i + static_cast<int>(other)]);
            mines_[name(pool_[i])] = true;
        }
    }

    void draw_floating(int front_mines) {
        const Combiner& combiner = counter_->combiner();
        int mined = 0;
        if (combiner.has_total()) mined = combiner.floating_mines(front_mines);
        else
            for (int i = 0; i < floating_.count(); ++i)
                mined += random() < combiner.next_risk(front_mines, mined, i - mined);
        place(floating_, mined, [](int cell) { return cell; });
    }

    Counter* counter_ = nullptr;
    Rng* rng_ = nullptr;
    const Tilt* tilt_ = nullptr;
    int first_step_ = 0;
    Lists sorted_, cells_;  // for each box, the numbers of its cells
    Buffer<int> floating_;
    Buffer<bool> is_numbered_;
    Buffer<int> shares_;  // for each front, its mines
    Buffer<NodeMines> waiting_;
    Buffer<At> states_;  // for each step of a front
    Buffer<int> pool_;
    Buffer<bool> mines_;
};

}  // namespace mineproof
