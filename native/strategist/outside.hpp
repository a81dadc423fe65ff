// The weight of everything outside a few fronts, for each number of their mines, and the risks of
// its cells.
//
// A move touches few fronts: its number makes one problem of them and of some floating cells, and
// leaves the other fronts as they were. Those are polynomials whose coefficient of x^k counts the
// layouts with k mines; so are their layouts in which a given cell is a mine. The weight that these
// fronts, the floating cells and the mine count give to k mines in the touched fronts is a sum of
// products of such coefficients. It is computed once for each choice of touched fronts and number
// of cells that still float, and serves every move that touches those.
//
// Numbers are plain doubles on a common scale, so the fronts must have few enough cells in all.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/count.hpp"
#include "count/numbers.hpp"
#include "count/weigh.hpp"

namespace mineproof {

class Outside {
public:
    static constexpr int most_fronts = 64;
    static constexpr int most_cells = 600;  // with numbers; beyond, weights might leave their range

    using Fronts = std::uint64_t;  // a set of them

    // A front as it stands: `length` numbers of layouts for low, low + 1, ... mines, and as many
    // again for each of its boxes, of those with a mine in a given cell.
    struct Part {
        int low, length;
        Offset ways;
        int first_box, last_box;  // in `boxes`

        int high() const { return low + length - 1; }
    };

    // What is outside some touched fronts that have low, low + 1, ... mines: the weight of each
    // number of their mines; the part of it in which a given floating cell is a mine; and for each
    // other front the weights of its own mines and theirs together, from their fewest on.
    struct View {
        Fronts touched;
        int floating;
        int low, length;
        Offset weights, mined, others;
    };

    // Takes in what `counter` has counted, with `mines` among the unsettled cells.
    void start(Counter& counter, std::int64_t mines) {
        counter_ = &counter;
        mines_ = mines;
        parts_.clear();
        boxes_.clear();
        numbers_.clear();
        views_.clear();
        weigher_.start(true);
        shares_.resize(counter.folded().box_count());
        for (const Front& front : counter.structure().fronts)
            weigher_.forward(counter.structure(), front, counter.folded(), counter.work);
        weigher_.turn(counter.structure(), counter.work);
        for (const Front& front : counter.structure().fronts) add(front);
        set_scale();
    }

    // Everything has this weight.
    double all() { return weights(view(0, counter_->clues().floating(), 0))[0]; }

    // What is outside the `touched` fronts if `floating` cells float; up to `more` mines beyond
    // what those can have may be counted with theirs.
    const View& view(Fronts touched, int floating, int more) {
        for (const View& known : views_)
            if (known.touched == touched && known.floating == floating &&
                known.length > spread(touched) + more)
                return known;
        return look(touched, floating, more);
    }

    const double* weights(const View& view) const { return &numbers_[view.weights]; }
    const double* mined(const View& view) const { return &numbers_[view.mined]; }

    // Calls `visit(weight)` for each box outside: the weight of its layouts with a mine in a given
    // cell, if the touched fronts have `ways`, which lie in the view's window.
    template <class Visit>
    void for_each_mined(const View& view, const Window<double>& ways, Visit visit) {
        Offset weights = view.others;
        for (int i = 0; i < parts_.count(); ++i) {
            if (view.touched >> i & 1) continue;
            const Part& part = parts_[i];
            rest_.resize(part.length);
            for (int j = 0; j < part.length; ++j) {
                const double* const from = &numbers_[weights + ways.low - view.low + j];
                double sum = 0;
                for (int k = 0; k < ways.length; ++k) sum += ways.ways[k] * from[k];
                rest_[j] = sum;
            }
            weights += view.length + part.length - 1;
            for (int box = part.first_box; box < part.last_box; ++box) {
                const double* const mined =
                    &numbers_[part.ways + Offset{part.length} * (1 + box - part.first_box)];
                double sum = 0;
                for (int j = 0; j < part.length; ++j) sum += mined[j] * rest_[j];
                visit(sum);
            }
        }
    }

private:
    bool is_known() const { return mines_ != unknown_total; }

    // --- the fronts -----------------------------------------------------------------------------

    void add(const Front& front) {
        const Structure& structure = counter_->structure();
        const Offset last = structure.last_state(front);
        const Window<double> all = weigher_.window(last);
        Part part{all.low, all.length, numbers_.size(), boxes_.count(), 0};
        for (int i = front.first_step; i < front.last_step; ++i)
            if (!structure.steps[i].is_join()) boxes_.push(structure.steps[i].box);
        part.last_box = boxes_.count();
        numbers_.resize(part.ways + Offset{all.length} * (1 + part.last_box - part.first_box));
        std::copy_n(all.ways, all.length, &numbers_[part.ways]);
        for (int k = 0; k < all.length; ++k) {
            std::fill_n(weigher_.rest(last), all.length, 0.0);
            weigher_.rest(last)[k] = 1;
            weigher_.backward(structure, front, counter_->folded(), counter_->work, shares_);
            Offset at = part.ways + k;
            for (int i = part.first_box; i < part.last_box; ++i)
                numbers_[at += all.length] =
                    shares_[boxes_[i]].mined / counter_->folded().sizes[boxes_[i]];
        }
        parts_.push(part);
    }

    int spread(Fronts fronts) const {
        int sum = 0;
        for (int i = 0; i < parts_.count(); ++i)
            if (fronts >> i & 1) sum += parts_[i].length - 1;
        return sum;
    }

    // --- the floating cells ---------------------------------------------------------------------

    // Sets floats_[i] to the ways in which `floating` cells hold `most` - i mines, on the common
    // scale; with `is_mined`, to those that mine a given one of them.
    void let_float(int floating, int most, int length, bool is_mined) {
        floats_.assign(length, 0.0);
        if (!is_known()) return let_float_freely(floating, is_mined);
        const int first = std::max(0, most - floating), last = std::min(length - 1, most);
        if (first > last) return;
        const int middle = (first + last) / 2;
        floats_[middle] = std::exp(log_choose(floating, most - middle) - scale_);
        const auto ratio = [&](int i) {  // of one mine less
            return static_cast<double>(most - i) / (floating - most + i + 1);
        };
        for (int i = middle; i < last; ++i) floats_[i + 1] = floats_[i] * ratio(i);
        for (int i = middle; i > first; --i) floats_[i - 1] = floats_[i] / ratio(i - 1);
        if (!is_mined) return;
        for (int i = first; i <= last; ++i)
            floats_[i] = floating == 0 ? 0 : floats_[i] * (most - i) / floating;
    }

    // Without a mine count every layout is as good as any other.
    void let_float_freely(int floating, bool is_mined) {
        const int fewer = floating - counter_->clues().floating();
        const double ways = std::ldexp(1.0, fewer - (is_mined ? 1 : 0));
        std::fill(floats_.begin(), floats_.end(), ways);
    }

    static double log_choose(int n, int k) {
        return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
    }

    void set_scale() {
        int low = 0, high = 0;
        for (const Part& part : parts_) {
            low += part.low;
            high += part.high();
        }
        const int floating = counter_->clues().floating(), left = static_cast<int>(mines_);
        const int mined = std::clamp(left - (low + high) / 2, 0, floating);
        scale_ = is_known() ? log_choose(floating, mined) : 0;
    }

    // --- views ----------------------------------------------------------------------------------

    const View& look(Fronts touched, int floating, int more) {
        int low = 0;
        for (int i = 0; i < parts_.count(); ++i)
            if (touched >> i & 1) low += parts_[i].low;
        View view{touched, floating, low, spread(touched) + more + 1, 0, 0, 0};
        multiply_all_but(touched);
        view.weights = add_weights(low, view.length, floating, false);
        view.mined = add_weights(low, view.length, floating, true);
        view.others = numbers_.size();
        for (int i = 0; i < parts_.count(); ++i) {
            if (touched >> i & 1) continue;
            multiply_all_but(touched | Fronts{1} << i);
            add_weights(low + parts_[i].low, view.length + parts_[i].length - 1, floating, false);
        }
        views_.push(view);
        return views_.back();
    }

    // The product of all fronts but some, from `product_low_` mines on.
    void multiply_all_but(Fronts some) {
        product_.assign(1, 1.0);
        product_low_ = 0;
        for (int i = 0; i < parts_.count(); ++i) {
            if (some >> i & 1) continue;
            const Part& part = parts_[i];
            factor_.assign(product_.size() + part.length - 1, 0.0);
            for (int a = 0; a < product_.count(); ++a)
                for (int b = 0; b < part.length; ++b)
                    factor_[a + b] += product_[a] * numbers_[part.ways + b];
            std::swap(product_, factor_);
            product_low_ += part.low;
        }
    }

    // Adds for low, low + 1, ... mines elsewhere the weight of the product and the floating cells.
    Offset add_weights(int low, int length, int floating, bool is_mined) {
        const Offset at = numbers_.size();
        const int left = static_cast<int>(mines_) - low - product_low_;
        let_float(floating, left, length + product_.count() - 1, is_mined);
        numbers_.resize(at + length);
        for (int k = 0; k < length; ++k) {
            double sum = 0;
            for (int i = 0; i < product_.count(); ++i) sum += product_[i] * floats_[k + i];
            numbers_[at + k] = sum;
        }
        return at;
    }

    Counter* counter_ = nullptr;
    std::int64_t mines_ = 0;
    double scale_ = 0;  // the logarithm of what weights are divided by
    Weigher<double> weigher_;
    Buffer<Share<double>> shares_;
    Buffer<Part> parts_;
    Buffer<int> boxes_;
    Buffer<double> numbers_;  // of parts and views
    Buffer<View> views_;
    Buffer<double> product_, factor_, floats_, rest_;
    int product_low_ = 0;
};

}  // namespace mineproof
