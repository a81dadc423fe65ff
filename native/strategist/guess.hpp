// Guesses by risk alone, as in agents/safest.py.
#pragma once

#include <algorithm>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "count/reason.hpp"

namespace mineproof {

struct Guess {
    int cell;
    double risk;
};

// Cells are equally safe if their risks differ by less than one part in 10^9.
constexpr double tie = 1e-9;

// Lists in `guesses` the unsettled cells that are about as safe as the safest, or all of them.
inline void list_guesses(Reasoner& reasoner, bool only_safest, Buffer<Guess>& guesses) {
    constexpr double any_risk = 2;
    const Reasoner::Risks known = reasoner.risks();
    double least = known.floating_risk;
    for (int i = 0; i < known.cells.count(); ++i) least = std::min(least, known.risks[i]);
    const double most = only_safest ? least * (1 + tie) : any_risk;
    guesses.clear();
    for (int i = 0; i < known.cells.count(); ++i)
        if (known.risks[i] <= most) guesses.push({known.cells[i], known.risks[i]});
    if (known.floating > 0 && known.floating_risk <= most)
        for (int cell = 0; cell < reasoner.board().cells(); ++cell)
            if (reasoner.is_floating(cell)) guesses.push({cell, known.floating_risk});
}

// The one with the fewest covered cells around, of several the first in reading order.
inline Guess least_covered(const Reasoner& reasoner, const Buffer<Guess>& guesses) {
    Guess best{reasoner.board().cells(), 0};
    int fewest = Board::most + 1;
    for (const Guess& guess : guesses) {
        const int covered = reasoner.covered_around(guess.cell);
        if (covered > fewest || (covered == fewest && guess.cell > best.cell)) continue;
        best = guess;
        fewest = covered;
    }
    return best;
}

}  // namespace mineproof
