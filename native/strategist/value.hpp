// A learned judgement of guesses: how much more often each wins than the others.
//
// Two moves do not show what comes later. A small network has learned it from playouts of millions
// of guesses (docs/value.md): it takes the numbers of features.hpp and returns an advantage in
// chances to win, which means something only beside that of the other guesses of the same position.
//
// Only the inputs are rounded; from there on all is whole numbers, so every compiler, processor and
// language finds the same advantage. The weights are in a file that Python reads as well
// (agents/strategist/value.py), written by `make train`.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/reason.hpp"
#include "strategist/features.hpp"
#include "strategist/lookahead.hpp"

namespace mineproof {

class Value {
public:
    // Guesses with a lower share of the best score are left as they are: they were no examples.
    static constexpr double window = 0.92;
    static constexpr int most = 8;  // guesses that are worth looking at

    // Examples were positions with an open zero and a known mine count.
    static bool can_judge(const Reasoner& reasoner) {
        return reasoner.has_opening() && reasoner.mines_left() != unknown_total;
    }

    // Sets the advantages of the guesses of a position, and sorts them by their promise. The first
    // `fixed` keep their places.
    void judge(Reasoner& reasoner, Buffer<Lookahead::Candidate>& guesses, int fixed) {
        if (guesses.count() < 2) return;
        features_.start(reasoner, guesses);
        double best = 0, sum = 0;
        int judged = 0;
        for (const Lookahead::Candidate& each : guesses) best = std::max(best, each.score);
        for (Lookahead::Candidate& each : guesses) {
            if (!is_judged(each, best)) continue;
            each.advantage = advantage(features_.of(each));
            sum += each.advantage;
            ++judged;
        }
        for (Lookahead::Candidate& each : guesses)
            if (is_judged(each, best)) each.advantage -= sum / judged;
        std::stable_sort(guesses.begin() + fixed, guesses.end(), is_better);
    }

    // The same for one list of features.
    static double advantage(const Features::List& features) {
        std::array<std::int64_t, Features::count> inputs;
        for (std::size_t i = 0; i < inputs.size(); ++i) inputs[i] = input(features[i], i);
        const std::array<std::int64_t, first> near = layer<first>(inputs, at_first);
        const std::array<std::int64_t, second> deep = layer<second>(near, at_second);
        std::int64_t sum = weights[at_last + second];
        for (std::size_t i = 0; i < second; ++i) sum += weights[at_last + i] * deep[i];
        return static_cast<double>(sum) / (unit * weight_unit * unit_of_value);
    }

private:
    static constexpr std::int32_t weights[] = {
#include "../../src/mineproof/agents/strategist/value_weights.txt"
    };

    static constexpr std::size_t first = 48, second = 24;  // cells of the hidden layers
    static constexpr std::int64_t unit = 256, weight_unit = 1024, most_input = 6 * unit;
    static constexpr std::int64_t unit_of_value = 10;

    // Scales and shifts of the inputs, then the layers: for each cell its weights, then all biases.
    static constexpr std::size_t at_first = 2 * Features::count,
                                 at_second = at_first + (Features::count + 1) * first,
                                 at_last = at_second + (first + 1) * second;
    static_assert(std::size(weights) == at_last + second + 1);

    static std::int64_t input(double feature, std::size_t i) {
        const double scaled = std::floor(feature * weights[i] / weight_unit + 0.5);
        const auto input = static_cast<std::int64_t>(scaled) - weights[Features::count + i];
        return std::clamp(input, -most_input, most_input);
    }

    template <std::size_t cells, std::size_t inputs>
    static std::array<std::int64_t, cells> layer(const std::array<std::int64_t, inputs>& from,
                                                 std::size_t at) {
        std::array<std::int64_t, cells> to;
        for (std::size_t cell = 0; cell < cells; ++cell) {
            std::int64_t sum = weights[at + cells * inputs + cell];
            const std::int32_t* const own = &weights[at + cell * inputs];
            for (std::size_t i = 0; i < inputs; ++i) sum += own[i] * from[i];
            to[cell] = std::max<std::int64_t>(sum, 0) / weight_unit;
        }
        return to;
    }

    static bool is_judged(const Lookahead::Candidate& guess, double best) {
        return !guess.is_dead && guess.score >= window * best;
    }

    static bool is_better(const Lookahead::Candidate& one, const Lookahead::Candidate& other) {
        if (one.is_dead != other.is_dead) return other.is_dead;
        return std::llround(one.promise() / tie) > std::llround(other.promise() / tie);
    }

    Features features_;
};

}  // namespace mineproof
