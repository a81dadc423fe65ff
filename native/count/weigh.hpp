// The weights of a front: how many ways lead to each state, and the weight of going on from there.
//
// The weight of a state is a polynomial whose coefficient of x^k counts the ways to get there with
// k mines; only the window from the fewest mines to the most is kept. Weights flow forward to the
// last state, whose weight is that of the whole front. There they are exchanged for the weights
// that everything outside the front gives to each number of mines (combine.hpp), and these flow
// back: for k mines a state then holds the weight of all ways to go on from there. Where the two
// meet, they give the probability of m mines in a box.
//
// Each direction takes one multiplication per way and number of mines; polynomials are multiplied
// only where layers are joined. In a front of ten thousand cells or more these products take nearly
// all the time, while the number of states stays small, so products have a limit of their own.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/eliminate.hpp"
#include "count/fold.hpp"
#include "count/numbers.hpp"

namespace mineproof {

// Weighs with numbers of the kind N: double, Flag, or an unsigned integer.
template <class N>
class Weigher {
public:
    // Begins with nothing. With `keep`, weights that flow back do not take the place of those that
    // have flowed forward, so that `window` and `rest` tell both of every state.
    void start(bool keep = false) {
        keep_ = keep;
        products_ = 0;
        low_.clear();
        low_.push(0);
        at_.clear();
        at_.push(0);
        // State 0, of the layer of nothing: one way to have placed no mine.
        at_.push(1);
        ways_.clear();
        ways_.push(N(1));
    }

    // The weight of a state: the ways that lead there.
    Window<N> window(Offset state) {
        return {ways_.data() + at_[state], low_[state],
                static_cast<int>(at_[state + 1] - at_[state])};
    }

    // The weights of going on from there.
    N* rest(Offset state) { return (keep_ ? rest_ : ways_).data() + at_[state]; }

    Offset bytes() const { return ways_.bytes() + rest_.bytes(); }

    // Finds the weights of all states of a front, which comes after those done before.
    void forward(const Structure& structure, const Front& front, const Folded& folded, Work& work,
                 const Tilt* tilt = nullptr) {
        begin(structure, work, tilt);
        for (int i = front.first_step; i < front.last_step; ++i) {
            const Step& step = structure.steps[i];
            if (step.is_join()) {
                join(step);
            } else {
                choose(step, folded.sizes[step.box]);
                fill(step);
            }
            if constexpr (std::same_as<N, double>)
                if (tilt != nullptr) tidy(step);
        }
    }

    // To be called once all fronts have been weighed forward.
    void turn(const Structure& structure, const Work& work) {
        if (!keep_) return;
        work.afford_bytes(structure.rows.bytes() + 2 * ways_.bytes());
        rest_.resize(ways_.size());
    }

    // Hands the rest of the last state, which the caller has set, back to the earlier states, and
    // sets the share of each box. For a tilted front `possible` says what can be a mine or safe, if
    // the structure does not.
    void backward(const Structure& structure, const Front& front, const Folded& folded, Work& work,
                  Buffer<Share<N>>& shares, const Tilt* tilt = nullptr,
                  const Buffer<Share<Flag>>* possible = nullptr) {
        begin(structure, work, tilt);
        for (int i = front.last_step - 1; i >= front.first_step; --i) {
            const Step& step = structure.steps[i];
            if (step.is_join()) {
                part(step);
            } else {
                const int size = folded.sizes[step.box];
                choose(step, size);
                go_back(step);
                shares[step.box] = share(step, size);
                if constexpr (std::same_as<N, double>)
                    if (tilt != nullptr)
                        allow_for_underflow(shares[step.box], step, size, possible);
            }
        }
    }

    // What the weights of a layer have been multiplied with, beside their choices.
    double scale_of(int step, const Tilt* tilt) const {
        return tilt == nullptr ? 1 : scales_[step];
    }

    // In how many ways a box holds 0 to step.columns - 1 mines; in a tilted front, in proportion.
    const Buffer<N>& choose(const Structure& structure, const Step& step, int size,
                            const Tilt* tilt) {
        structure_ = &structure;
        tilt_ = tilt;
        choose(step, size);
        return choices_;
    }

private:
    void begin(const Structure& structure, Work& work, const Tilt* tilt) {
        structure_ = &structure;
        work_ = &work;
        tilt_ = tilt;
        shift_ = tilt != nullptr && tilt->is_flat ? 0 : 1;
    }

    // --- forward --------------------------------------------------------------------------------

    void fill(const Step& step) {
        const Offset in = structure_->first_of(step.in);
        const int* const rows = structure_->rows_of(step);
        open_layer(step);
        const int* row = rows;
        for (int state = 0; state < step.states; ++state, row += step.columns) {
            int low = nowhere, high = 0;
            for (int mines = 0; mines < step.columns; ++mines) {
                if (row[mines] == none) continue;
                const Window<N> source = window(in + row[mines]);
                low = std::min(low, source.low + mines * shift_);
                high = std::max(high, source.high() + mines * shift_);
            }
            add_window(step.first + state, low, high);
        }
        make_room(step);
        row = rows;
        for (int state = 0; state < step.states; ++state, row += step.columns) {
            const Window<N> target = window(step.first + state);
            for (int mines = 0; mines < step.columns; ++mines) {
                if (row[mines] == none) continue;
                const Window<N> source = window(in + row[mines]);
                const N choices = choices_[mines];
                N* const to = target.ways + (source.low + mines * shift_ - target.low);
                for (int i = 0; i < source.length; ++i) to[i] += choices * source.ways[i];
            }
        }
    }

    void join(const Step& step) {
        const Offset in = structure_->first_of(step.in), other = structure_->first_of(step.other);
        const int* const starts = structure_->rows_of(step);
        const int* const pairs = starts + step.states + 1;
        open_layer(step);
        for (int state = 0; state < step.states; ++state) {
            int low = nowhere, high = 0;
            for (int i = starts[state]; i < starts[state + 1]; ++i) {
                const Window<N> left = window(in + pairs[2 * i]);
                const Window<N> right = window(other + pairs[2 * i + 1]);
                low = std::min(low, left.low + right.low);
                high = std::max(high, left.high() + right.high());
                products_ += Offset{left.length} * right.length;
            }
            add_window(step.first + state, low, high);
        }
        // Before any of it is allocated or multiplied; the windows alone say what the products will
        // cost.
        if (products_ / products_per_state > work_->limits.states) end(Outcome::limit);
        make_room(step);
        for (int state = 0; state < step.states; ++state) {
            const Window<N> target = window(step.first + state);
            for (int i = starts[state]; i < starts[state + 1]; ++i)
                multiply(window(in + pairs[2 * i]), window(other + pairs[2 * i + 1]), target);
        }
    }

    void multiply(const Window<N>& left, const Window<N>& right, const Window<N>& target) {
        work_->spend(static_cast<Offset>(left.length) * right.length);
        N* const to = target.ways + (left.low + right.low - target.low);
        for (int i = 0; i < left.length; ++i)
            for (int j = 0; j < right.length; ++j) to[i + j] += left.ways[i] * right.ways[j];
    }

    void open_layer(const Step& step) {
        low_.resize(step.first + step.states);
        at_.resize(step.first + step.states + 1);
    }

    void add_window(Offset state, int low, int high) {
        low_[state] = low;
        at_[state + 1] = at_[state] + high - low + 1;
    }

    void make_room(const Step& step) {
        const Offset from = at_[step.first], to = at_[step.first + step.states];
        work_->afford_bytes(structure_->rows.bytes() + to * static_cast<Offset>(sizeof(N)));
        work_->spend(to - from);
        ways_.resize(to);
        std::fill(ways_.begin() + from, ways_.end(), N{});
    }

    // --- backward -------------------------------------------------------------------------------

    void go_back(const Step& step) {
        const Offset in = structure_->first_of(step.in);
        // Collected apart and copied at the end: without `keep` the rest of the earlier layer takes
        // the place of its ways, which `met` below still needs.
        const Offset base = open_rest(step.in, left_rest_);
        met_.assign(step.columns, N{});
        const int* row = structure_->rows_of(step);
        for (int state = 0; state < step.states; ++state, row += step.columns) {
            const Window<N> target = rest_window(step.first + state);
            for (int mines = 0; mines < step.columns; ++mines) {
                if (row[mines] == none) continue;
                const Window<N> source = window(in + row[mines]);
                const N choices = choices_[mines];
                const int ahead = source.low + mines * shift_ - target.low;
                const N* const to = target.ways + ahead;
                N* const back = left_rest_.data() + (source.ways - ways_.data() - base);
                N met{};
                const auto [first, last] = shared(source.length, ahead, target.length);
                for (int i = first; i < last; ++i) {
                    met += source.ways[i] * to[i];
                    back[i] += choices * to[i];
                }
                met_[mines] += met;
            }
        }
        close_rest(step.in, left_rest_);
    }

    // Parts what has been joined.
    void part(const Step& step) {
        const Offset in = structure_->first_of(step.in), other = structure_->first_of(step.other);
        const Offset left_base = open_rest(step.in, left_rest_);
        const Offset right_base = open_rest(step.other, right_rest_);
        const int* const starts = structure_->rows_of(step);
        const int* const pairs = starts + step.states + 1;
        for (int state = 0; state < step.states; ++state) {
            const Window<N> target = rest_window(step.first + state);
            for (int i = starts[state]; i < starts[state + 1]; ++i) {
                const Window<N> left = window(in + pairs[2 * i]);
                const Window<N> right = window(other + pairs[2 * i + 1]);
                divide(left, right, target,
                       left_rest_.data() + (left.ways - ways_.data() - left_base),
                       right_rest_.data() + (right.ways - ways_.data() - right_base));
            }
        }
        close_rest(step.in, left_rest_);
        close_rest(step.other, right_rest_);
    }

    void divide(const Window<N>& left, const Window<N>& right, const Window<N>& target,
                N* left_rest, N* right_rest) {
        work_->spend(2 * static_cast<Offset>(left.length) * right.length);
        const int ahead = left.low + right.low - target.low;
        look_past(right, left.length, ahead, target, left_rest);
        look_past(left, right.length, ahead, target, right_rest);
    }

    // What goes back to a window of `length` past the `other` one that it was multiplied with.
    void look_past(const Window<N>& other, int length, int ahead, const Window<N>& target,
                   N* back) {
        for (int j = 0; j < other.length; ++j) {
            const N factor = other.ways[j];
            const N* const to = target.ways + ahead + j;
            const auto [first, last] = shared(length, ahead + j, target.length);
            for (int i = first; i < last; ++i) back[i] += factor * to[i];
        }
    }

    // The part of a window of `length`, which begins `ahead` of another one, that is inside the
    // other. All of it is, unless windows have been trimmed.
    std::pair<int, int> shared(int length, int ahead, int other_length) const {
        // A target spans the windows of all its sources, so without trimming every source lies
        // inside.
        if (tilt_ == nullptr) return {0, length};
        return {std::max(0, -ahead), std::min(length, other_length - ahead)};
    }

    // Prepares to collect what goes back to the layer of a step; returns where its weights begin.
    Offset open_rest(int step, Buffer<N>& back) {
        const Offset first = structure_->first_of(step);
        const Offset base = at_[first], size = at_[first + structure_->states_of(step)] - base;
        back.assign(size, N{});
        work_->spend(size);
        return base;
    }

    void close_rest(int step, const Buffer<N>& back) {
        if (step == none) return;
        N* const to = rest(structure_->first_of(step));
        std::copy(back.begin(), back.end(), to);
        if constexpr (std::same_as<N, double>)
            if (tilt_ != nullptr) scale(to, back.size());
    }

    Window<N> rest_window(Offset state) {
        Window<N> result = window(state);
        result.ways = rest(state);
        return result;
    }

    Share<N> share(const Step& step, int size) {
        Share<N> sum{};
        for (int mines = 0; mines < step.columns; ++mines) {
            const N weight = choices_[mines] * met_[mines];
            sum.mined += weight * static_cast<N>(mines);
            sum.safe += weight * static_cast<N>(size - mines);
        }
        return sum;
    }

    // --- what a box can hold --------------------------------------------------------------------

    void choose(const Step& step, int size) {
        if constexpr (std::same_as<N, double>)
            if (tilt_ != nullptr) return choose_tilted(*structure_, step, size, tilt_->z, choices_);
        choices_.resize(step.columns);
        N ways(1);
        for (int mines = 0; mines < step.columns; ++mines) {
            choices_[mines] = ways;
            // Multiply first: for integers the division is then exact, as it gives a binomial
            // coefficient.
            ways = ways * static_cast<N>(size - mines) / static_cast<N>(mines + 1);
        }
    }

    // --- doubles in range -----------------------------------------------------------------------

    // Trims the windows of a layer and scales it.
    void tidy(const Step& step) {
        Offset to = at_[step.first];
        for (Offset state = step.first; state < step.first + step.states; ++state) {
            const Window<N> here = window(state);
            const auto [first, last] = kept(here);
            low_[state] += first;
            at_[state] = to;
            to = std::copy(here.ways + first, here.ways + last, ways_.begin() + to) - ways_.begin();
        }
        at_[step.first + step.states] = to;
        ways_.resize(to);
        const int index = static_cast<int>(&step - structure_->steps.data());
        scales_.resize(std::max<Offset>(scales_.size(), index + 1));
        scales_[index] = scale(ways_.data() + at_[step.first], to - at_[step.first]);
        // A state that is small in its layer may still lead to likely layouts. One so small might
        // underflow further on, and a false zero would be read as certainty, so the count gives up.
        for (Offset state = step.first; state < step.first + step.states; ++state)
            if (!(peak_of(window(state)) > tiny)) end(Outcome::unsupported);
    }

    // The part of a window that matters.
    std::pair<int, int> kept(const Window<N>& here) const {
        if (tilt_->keep == Tilt::Keep::fewest) return {0, 1};
        if (tilt_->keep == Tilt::Keep::most) return {here.length - 1, here.length};
        const double least = peak_of(here) * tilt_->cut;
        int first = 0, last = here.length;
        // Both stop at the peak at the latest, since the cut is below 1.
        while (here.ways[first] < least) ++first;
        while (here.ways[last - 1] < least) --last;
        return {first, last};
    }

    static double peak_of(const Window<N>& here) {
        return *std::max_element(here.ways, here.ways + here.length);
    }

    // Scales by a power of two, so that the largest weight is between 1/2 and 1; returns it.
    static double scale(double* ways, Offset count) {
        const double largest = *std::max_element(ways, ways + count);
        if (!(largest > 0)) end(Outcome::unsupported);
        int exponent;
        std::frexp(largest, &exponent);
        const double factor = std::ldexp(1.0, -exponent);
        if (exponent != 0)
            for (Offset i = 0; i < count; ++i) ways[i] *= factor;
        return factor;
    }

    // What can be is given a weight, however small; what cannot be has none.
    void allow_for_underflow(Share<double>& share, const Step& step, int size,
                             const Buffer<Share<Flag>>* possible) const {
        const double least = (share.mined + share.safe) * tiny;
        if (!(least > 0)) end(Outcome::unsupported);
        const auto [mined, safe] = possible ? (*possible)[step.box] : find_possible(step, size);
        share.mined = mined.is_on ? std::max(share.mined, least) : 0;
        share.safe = safe.is_on ? std::max(share.safe, least) : 0;
    }

    // What the structure says can be.
    Share<Flag> find_possible(const Step& step, int size) const {
        Share<Flag> found;
        for (int mines = 0; mines < step.columns; ++mines) {
            const Flag occurs(choices_[mines] > 0);
            found.mined += occurs * Flag(mines);
            found.safe += occurs * Flag(size - mines);
        }
        return found;
    }

    static constexpr int nowhere = 1 << 30;
    // Two such numbers can be multiplied without underflow.
    static constexpr double tiny = 1e-150;
    static constexpr Offset products_per_state = 200;  // take as long, back and forth, as one state

    bool keep_ = false;
    const Structure* structure_ = nullptr;
    Work* work_ = nullptr;
    const Tilt* tilt_ = nullptr;
    int shift_ = 1;      // whether a mine moves a window, or all mines are put into one weight
    Buffer<int> low_;    // for each state, the fewest mines that lead there
    Buffer<Offset> at_;  // for each state, where its weights begin; the next state's end them
    Buffer<N> ways_;
    Buffer<N> rest_;  // as ways_, if it is kept
    Buffer<N> left_rest_, right_rest_;
    Buffer<N> met_;      // for each number of mines in a box, where forward and backward meet
    Buffer<N> choices_;  // in how many ways a box holds each number of mines
    Buffer<double>
        scales_;  // for each step of a tilted front, what its layer has been multiplied with
    Offset products_ = 0;  // of two weights, where layers are joined
};

}  // namespace mineproof
