// The numbers of a front: how many ways lead to each state, and what comes of going on from there.
//
// The weight of a state is a polynomial, in which the coefficient of x^k counts the ways to get there
// with k mines; only the window from the fewest mines to the most is kept. Weights flow forward to
// the last state, whose weight is that of the whole front. There they are exchanged for the weights
// that everything outside of the front gives to each number of mines (combine.hpp), and these flow
// back: what a state then holds for k mines is the weight of all ways to go on from there. Where the
// two meet they tell how likely m mines in a box are. Each direction takes one multiplication for
// each way and number of mines; two polynomials are never multiplied, but where layers are joined.
//
// The numbers may be of several kinds. Doubles count exactly up to 2^53, and in fronts of up to 900 cells
// they never leave their range: every weight is 0, or between 1 and 2^900. So a zero is a zero. In
// larger fronts they are tilted and trimmed as combine.hpp explains, and scaled in each layer; whether
// something is possible at all is then told by the structure or, where the mine count matters to
// that, by flags that flow the same way. Integers of 128 bits count exactly (tally.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>

#include "buffer.hpp"
#include "eliminate.hpp"
#include "fold.hpp"
#include "input.hpp"

namespace mineproof {

// Coefficients of a polynomial: the entry i belongs to low + i mines.
template <class N>
struct Window {
    N* ways;
    int low;
    int length;

    int high() const { return low + length - 1; }
};

// How much of all weight has a mine in a given cell of a box, and how much has none; times the cells.
template <class N>
struct Share {
    N mined;
    N safe;
};

// A number that tells only whether it is zero.
struct Flag {
    bool is_on = false;

    Flag() = default;
    explicit Flag(int number) : is_on(number != 0) {}
    Flag& operator+=(Flag other) {
        is_on |= other.is_on;
        return *this;
    }
    friend Flag operator*(Flag left, Flag right) { return Flag(left.is_on && right.is_on); }
    friend Flag operator/(Flag left, Flag) { return left; }
};

// How doubles are kept in range in a front that is too large for plain ones.
struct Tilt {
    enum class Keep { all, fewest, most };

    double z;      // each mine counts so much
    double cut;    // weights below this part of the largest of their state are dropped
    bool is_flat;  // the number of mines matters no further: all weights of a state are put into one
    Keep keep;     // which numbers of mines of each state matter
};

// In how many ways a box of `size` holds 0, 1, ... mines, tilted, and 1 at the peak of those that occur
// in the step; 0 for those that do not.
inline void choose_tilted(const Structure& structure, const Step& step, int size, double z,
                          Buffer<double>& choices) {
    choices.assign(step.columns, 0.0);
    const int* row = structure.rows_of(step);
    for (int state = 0; state < step.states; ++state, row += step.columns)
        for (int mines = 0; mines < step.columns; ++mines)
            if (row[mines] != none) choices[mines] = 1;
    int first = 0, last = step.columns - 1;
    while (choices[first] == 0) ++first;
    while (choices[last] == 0) --last;
    const int peak = static_cast<int>(std::clamp<double>(std::floor((size + 1) * (z / (1 + z))), first, last));
    const auto ratio = [&](int mines) { return z * (size - mines) / (mines + 1); };
    double ways = 1;
    for (int mines = peak; mines <= last; ways *= ratio(mines++)) choices[mines] *= ways;
    ways = 1;
    for (int mines = peak; mines-- > first;) choices[mines] *= ways /= ratio(mines);
}

template <class N>
class Weigher {
public:
    // Begins with nothing. With `keep`, weights that flow back do not take the place of those that
    // have flowed forward, so that `window` and `rest` tell both of every state.
    void start(bool keep = false) {
        keep_ = keep;
        low_.clear();
        low_.push(0);
        at_.clear();
        at_.push(0);
        at_.push(1);
        ways_.clear();
        ways_.push(N(1));
    }

    // The weight of a state: the ways that lead there.
    Window<N> window(Offset state) {
        return {ways_.data() + at_[state], low_[state], static_cast<int>(at_[state + 1] - at_[state])};
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
    void turn() {
        if (!keep_ || structure_ == nullptr) return;
        work_->afford_bytes(structure_->rows.bytes() + 2 * ways_.bytes());
        rest_.resize(ways_.size());
    }

    // Hands the rest of the last state, which the caller has set, back to the earlier states, and says
    // what comes of each box.
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
                        allow_for_underflow(shares[step.box], possible ? (*possible)[step.box] : find_possible(step, size));
            }
        }
    }

    // What the weights of a layer have been multiplied with, beside their choices.
    double scale_of(int step, const Tilt* tilt) const { return tilt == nullptr ? 1 : scales_[step]; }

    // In how many ways a box holds 0 to step.columns - 1 mines; in a tilted front, in proportion.
    const Buffer<N>& choose(const Structure& structure, const Step& step, int size, const Tilt* tilt) {
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
            }
            add_window(step.first + state, low, high);
        }
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
                divide(left, right, target, left_rest_.data() + (left.ways - ways_.data() - left_base),
                       right_rest_.data() + (right.ways - ways_.data() - right_base));
            }
        }
        close_rest(step.in, left_rest_);
        close_rest(step.other, right_rest_);
    }

    void divide(const Window<N>& left, const Window<N>& right, const Window<N>& target, N* left_rest,
                N* right_rest) {
        work_->spend(2 * static_cast<Offset>(left.length) * right.length);
        const int ahead = left.low + right.low - target.low;
        look_past(right, left.length, ahead, target, left_rest);
        look_past(left, right.length, ahead, target, right_rest);
    }

    // What goes back to a window of `length` past the `other` one that it was multiplied with.
    void look_past(const Window<N>& other, int length, int ahead, const Window<N>& target, N* back) {
        for (int j = 0; j < other.length; ++j) {
            const N factor = other.ways[j];
            const N* const to = target.ways + ahead + j;
            const auto [first, last] = shared(length, ahead + j, target.length);
            for (int i = first; i < last; ++i) back[i] += factor * to[i];
        }
    }

    // The part of a window of `length`, which begins `ahead` of another one, that is inside the other.
    // All of it is, unless windows have been trimmed.
    std::pair<int, int> shared(int length, int ahead, int other_length) const {
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
            ways = ways * static_cast<N>(size - mines) / static_cast<N>(mines + 1);
        }
    }

    // --- in range -------------------------------------------------------------------------------

    // Trims the windows of a layer and scales it.
    void tidy(const Step& step) {
        const int index = static_cast<int>(&step - structure_->steps.data());
        scales_.resize(std::max<Offset>(scales_.size(), index + 1));
        scales_[index] = scale(ways_.data() + at_[step.first], ways_.size() - at_[step.first]);
        Offset to = at_[step.first];
        for (Offset state = step.first; state < step.first + step.states; ++state) {
            const Window<N> here = window(state);
            const double peak = *std::max_element(here.ways, here.ways + here.length);
            if (!(peak > tiny)) end(Outcome::unsupported);
            int first = 0, last = here.length;
            while (here.ways[first] < peak * tilt_->cut) ++first;
            while (here.ways[last - 1] < peak * tilt_->cut) --last;
            if (tilt_->keep == Tilt::Keep::fewest) first = 0, last = 1;
            if (tilt_->keep == Tilt::Keep::most) last = here.length, first = last - 1;
            low_[state] += first;
            at_[state] = to;
            to = std::copy(here.ways + first, here.ways + last, ways_.begin() + to) - ways_.begin();
        }
        at_[step.first + step.states] = to;
        ways_.resize(to);
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

    // What can be is given a weight, however small.
    static void allow_for_underflow(Share<double>& share, const Share<Flag>& possible) {
        const double least = (share.mined + share.safe) * tiny;
        if (!(least > 0)) end(Outcome::unsupported);
        share.mined = possible.mined.is_on ? std::max(share.mined, least) : 0;
        share.safe = possible.safe.is_on ? std::max(share.safe, least) : 0;
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
    static constexpr double tiny = 1e-150;

    bool keep_ = false;
    const Structure* structure_ = nullptr;
    Work* work_ = nullptr;
    const Tilt* tilt_ = nullptr;
    int shift_ = 1;      // whether a mine moves a window, or all mines are put into one weight
    Buffer<int> low_;    // for each state, the fewest mines that lead there
    Buffer<Offset> at_;  // for each state, where its weights begin; the next state's end them
    Buffer<N> ways_;
    Buffer<N> rest_;     // as ways_, if it is kept
    Buffer<N> left_rest_, right_rest_;
    Buffer<N> met_;      // for each number of mines in a box, where forward and backward meet
    Buffer<N> choices_;  // in how many ways a box holds so many mines
    Buffer<double> scales_;  // for each step of a tilted front, what its layer has been multiplied with
};

// The moments of a front under any tilt, without its polynomial.
struct Moments {
    double mean = 0, variance = 0;
};

class Gauge {
public:
    // The fewest and the most mines of the front, once it has been measured.
    int low() const { return states_.back().low; }
    int high() const { return states_.back().high; }

    Moments measure(const Structure& structure, const Front& front, const Folded& folded, double z,
                    Work& work) {
        structure_ = &structure;
        base_ = structure.steps[front.first_step].first;
        z_ = z;
        states_.clear();
        for (int i = front.first_step; i < front.last_step; ++i) {
            const Step& step = structure.steps[i];
            work.spend(step.states * std::max(step.columns, 4));
            if (step.is_join()) join(step);
            else fill(step, folded.sizes[step.box]);
            scale(step);
        }
        const State& last = states_.back();
        const double mean = last.first / last.weight;
        return {mean - last.low, std::max(0.0, last.second / last.weight - mean * mean)};
    }

private:
    // A weight, and the sums of the number of mines and of its square, by weight.
    struct State {
        double weight = 0, first = 0, second = 0;
        int low = 1 << 30, high = 0;

        void add(const State& other, int mines, double factor) {
            weight += factor * other.weight;
            first += factor * (other.first + mines * other.weight);
            second += factor * (other.second + mines * (2 * other.first + mines * other.weight));
            low = std::min(low, other.low + mines);
            high = std::max(high, other.high + mines);
        }
        void add_product(const State& a, const State& b) {
            weight += a.weight * b.weight;
            first += a.first * b.weight + a.weight * b.first;
            second += a.second * b.weight + 2 * a.first * b.first + a.weight * b.second;
            low = std::min(low, a.low + b.low);
            high = std::max(high, a.high + b.high);
        }
    };

    const State& at(int step, int state) const {
        static const State nothing{1, 0, 0, 0, 0};
        return step == none ? nothing : states_[structure_->steps[step].first - base_ + state];
    }

    void fill(const Step& step, int size) {
        choose_tilted(*structure_, step, size, z_, choices_);
        const int* row = structure_->rows_of(step);
        for (int i = 0; i < step.states; ++i, row += step.columns) {
            State state;
            for (int mines = 0; mines < step.columns; ++mines)
                if (row[mines] != none) state.add(at(step.in, row[mines]), mines, choices_[mines]);
            states_.push(state);
        }
    }

    void join(const Step& step) {
        const int* const starts = structure_->rows_of(step);
        const int* const pairs = starts + step.states + 1;
        for (int i = 0; i < step.states; ++i) {
            State state;
            for (int k = starts[i]; k < starts[i + 1]; ++k)
                state.add_product(at(step.in, pairs[2 * k]), at(step.other, pairs[2 * k + 1]));
            states_.push(state);
        }
    }

    void scale(const Step& step) {
        double largest = 0;
        State* const states = &states_[step.first - base_];
        for (int i = 0; i < step.states; ++i) largest = std::max(largest, states[i].weight);
        if (!(largest > 0 && std::isfinite(largest))) end(Outcome::unsupported);
        for (int i = 0; i < step.states; ++i) {
            states[i].weight /= largest;
            states[i].first /= largest;
            states[i].second /= largest;
        }
    }

    const Structure* structure_ = nullptr;
    Offset base_ = 0;
    double z_ = 1;
    Buffer<State> states_;
    Buffer<double> choices_;
};

}  // namespace mineproof
