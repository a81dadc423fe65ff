// Small random problems with all their layouts, and counters that take every path, for tests of
// counting.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rng.hpp"
#include "count/count.hpp"

namespace mineproof {

// A problem that owns its lists.
struct Told {
    int cells = 0;
    std::vector<int> starts{0}, lists;
    std::vector<std::int64_t> needs;

    void add(const std::vector<int>& clue, std::int64_t need) {
        lists.insert(lists.end(), clue.begin(), clue.end());
        starts.push_back(static_cast<int>(lists.size()));
        needs.push_back(need);
    }
    Problem problem() const {
        return {cells, static_cast<int>(needs.size()), starts.data(), lists.data(), needs.data()};
    }
    bool allows(unsigned layout) const {
        for (std::size_t clue = 0; clue < needs.size(); ++clue) {
            std::int64_t mines = 0;
            for (int i = starts[clue]; i < starts[clue + 1]; ++i)
                mines += layout >> lists[static_cast<std::size_t>(i)] & 1;
            if (mines != needs[clue]) return false;
        }
        return true;
    }
};

inline double weight_of(const Mines& mines, int cells, int mined) {
    double ways = 1;
    switch (mines.prior) {
        case Mines::Prior::total: return mined == mines.total;
        case Mines::Prior::density:
            return std::pow(mines.density, mined) * std::pow(1 - mines.density, cells - mined);
        case Mines::Prior::uniform:
            for (int i = 0; i < mined; ++i) ways *= (mines.over - i) / (i + 1.0);
            return 1 / ways;
    }
    return 0;
}

struct Listed {
    Outcome outcome = Outcome::contradiction;
    double all = 0;
    std::vector<double> mined, safe;
};

inline Listed list_layouts(const Told& told, const Mines& mines) {
    Listed found;
    found.mined.resize(static_cast<std::size_t>(told.cells));
    found.safe = found.mined;
    for (unsigned layout = 0; layout < 1u << told.cells; ++layout) {
        if (!told.allows(layout)) continue;
        if (found.outcome == Outcome::contradiction) found.outcome = Outcome::count_contradiction;
        const double weight = weight_of(mines, told.cells, std::popcount(layout));
        if (weight == 0) continue;
        found.outcome = Outcome::counted;
        found.all += weight;
        for (unsigned cell = 0; cell < static_cast<unsigned>(told.cells); ++cell)
            (layout >> cell & 1 ? found.mined : found.safe)[cell] += weight;
    }
    return found;
}

inline bool is_close(double value, double wanted) {
    return std::abs(value - wanted) <= 1e-12 * std::max(std::abs(value), std::abs(wanted));
}

inline Mines random_mines(Rng& rng, int cells) {
    switch (rng.below(6)) {
        case 0: return Mines::dense(0.5);
        case 1: return Mines::dense(static_cast<double>(1 + rng.below(99)) / 100);
        case 2: return Mines::any_number(cells + static_cast<int>(rng.below(5)));
        default:
            return Mines::known(
                static_cast<std::int64_t>(rng.below(static_cast<unsigned>(cells) + 1)));
    }
}

inline std::vector<int> some_cells(Rng& rng, int cells, std::uint64_t most) {
    std::vector<int> pool;
    for (int cell = 0; cell < cells; ++cell) pool.push_back(cell);
    return rng.choose(pool, std::min<std::size_t>(pool.size(), rng.below(most + 1)));
}

// Clues at random, nearly always those of a layout.
inline Told random_problem(Rng& rng) {
    Told told;
    const bool is_sparse = rng.below(3) == 0;
    std::vector<std::vector<int>> clues;
    if (is_sparse) {  // each clue has new cells and some of an earlier one: there is much to join
        for (std::uint64_t i = 0, count = 3 + rng.below(4); i < count; ++i) {
            std::vector<int> clue;
            if (i > 0) clue = rng.choose(clues[rng.below(clues.size())], 1 + rng.below(2));
            for (std::uint64_t k = 0, fresh = 1 + rng.below(2); k < fresh; ++k)
                clue.push_back(told.cells++);
            if (clue.size() < 2) clue.push_back(told.cells++);
            clues.push_back(clue);
        }
    } else {
        told.cells = 1 + static_cast<int>(rng.below(11));
        for (std::uint64_t i = 0, count = rng.below(7); i < count; ++i)
            clues.push_back(some_cells(rng, told.cells, 6));
    }
    const std::uint64_t truth = rng.next();
    for (const std::vector<int>& clue : clues) {
        std::int64_t need = rng.below(25) == 0 ? 1 : 0;
        for (const int cell : clue) need += truth >> cell & 1;
        told.add(clue, need);
    }
    return told;
}

inline std::vector<Counter> counters() {
    std::vector<Counter> all(6);
    all[1].tuning = {900, 0, 0, 1, true};      // trees, pruned
    all[2].tuning = {900, 0, 200, 4, true};    // trees, on long keys
    all[3].tuning = {900, 0, 0, 16, false};    // careful plans, on longer keys, pruned
    all[4].tuning = {0, 2000, 200, 2, false};  // every front counts as too large for plain numbers
    all[5].tuning = {0, 0, 0, 1, true};        // trees too
    return all;
}

}  // namespace mineproof
