// The mean and variance of a front's mines under a tilt, without its polynomial.
//
// Finding the tilt needs them before a front too large for plain doubles can be weighed.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/eliminate.hpp"
#include "count/fold.hpp"
#include "count/numbers.hpp"

namespace mineproof {

class Gauge {
public:
    // The fewest and the most mines of the front, once it has been measured.
    int low() const { return states_.back().low; }
    int high() const { return states_.back().high; }

    // The moments of its mines above the fewest.
    Moments measure(const Structure& structure, const Front& front, const Folded& folded, double z,
                    Work& work) {
        structure_ = &structure;
        base_ = structure.steps[front.first_step].first;
        z_ = z;
        states_.clear();
        for (int i = front.first_step; i < front.last_step; ++i) {
            const Step& step = structure.steps[i];
            if (step.is_join()) join(step);
            else fill(step, folded.sizes[step.box]);
            scale(step);
            work.spend(Offset{step.states} * (step.columns + 4));
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
