// The numbers that weigh.hpp works with, and how they are kept in range.
//
// Doubles count exactly up to 2^53, and in fronts of up to 900 cells they never leave their range:
// every weight is 0, or between 1 and 2^900. So a zero means that nothing is possible. In larger
// fronts weights are tilted and trimmed as combine.hpp explains, and scaled in each layer; whether
// something is possible at all then comes from the structure or, where the mine count decides it,
// from flags that flow the same way. Integers of 128 bits count exactly: tally.hpp.
#pragma once

#include <algorithm>
#include <cmath>

#include "base/buffer.hpp"
#include "count/eliminate.hpp"

namespace mineproof {

// Coefficients of a polynomial: the entry i belongs to low + i mines.
template <class N>
struct Window {
    N* ways;
    int low;
    int length;

    int high() const { return low + length - 1; }
};

// How much of all weight has a mine in a given cell of a box, and how much has none, both times the
// cells of the box.
template <class N>
struct Share {
    N mined;
    N safe;
};

// Of the number of mines, under a tilt.
struct Moments {
    double mean = 0, variance = 0;
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

    double z;    // each mine counts so much
    double cut;  // weights below this part of the largest of their state are dropped
    bool
        is_flat;  // the number of mines matters no further: all weights of a state are put into one
    Keep keep;    // which numbers of mines of each state matter
};

// In how many ways a box of `size` holds 0, 1, ... mines, tilted, and 1 at the peak of those that
// occur in the step; 0 for those that do not, and only for those.
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
    const double likely = std::floor((size + 1) * (z / (1 + z)));
    const int peak = static_cast<int>(std::clamp<double>(likely, first, last));
    const auto ratio = [&](int mines) { return z * (size - mines) / (mines + 1); };
    constexpr double least = 1e-300;
    double ways = 1;
    for (int mines = peak; mines <= last; ways *= ratio(mines++))
        choices[mines] *= std::max(ways, least);
    ways = 1;
    for (int mines = peak; mines-- > first;)
        choices[mines] *= std::max(ways /= ratio(mines), least);
}

}  // namespace mineproof
