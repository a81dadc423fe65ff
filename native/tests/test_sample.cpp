// Compares sample.hpp with listing all layouts, on small random problems.
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "base/rng.hpp"
#include "count/count.hpp"
#include "count/sample.hpp"
#include "tests/check.hpp"
#include "tests/test_problems.hpp"

using namespace mineproof;

namespace {

void samples_fit_and_are_as_likely_as_listed() {
    Rng rng(5);
    std::vector<Counter> all = counters();
    Sampler sampler;
    constexpr int draws = 200;
    double squares = 0, cells = 0;
    for (int i = 0; i < 300; ++i) {
        const Told told = random_problem(rng);
        const Mines mines = random_mines(rng, told.cells);
        for (Counter& counter : all) {
            if (counter.count(told.problem(), mines, true) != Outcome::counted) continue;
            sampler.start(counter);
            std::vector<int> mined(static_cast<std::size_t>(told.cells));
            for (int k = 0; k < draws; ++k) {
                const Buffer<bool>& layout = sampler.draw(rng);
                unsigned bits = 0;
                for (int cell = 0; cell < told.cells; ++cell) {
                    bits |= static_cast<unsigned>(layout[cell]) << cell;
                    mined[static_cast<std::size_t>(cell)] += layout[cell];
                }
                CHECK(told.allows(bits) && weight_of(mines, told.cells, std::popcount(bits)) > 0);
            }
            for (int cell = 0; cell < told.cells; ++cell) {
                const double risk = counter.risks()[cell],
                             count = mined[static_cast<std::size_t>(cell)];
                if (counter.certain()[cell] != Certain::no) continue;
                const double off = count - draws * risk;
                squares += off * off / (draws * risk * (1 - risk));
                ++cells;
            }
        }
    }
    CHECK(cells > 3000 && std::abs(squares / cells - 1) < 0.1);
}

// How a sampler's layouts, and those that it has changed to make a cell safe, compare with the
// layouts in which the cell is safe: squares of how far each is off, and cells that were changed.
struct Redrawn {
    double squares = 0, layouts = 0;
    double changed = 0, changed_anew = 0;

    void check(Sampler& sampler, const Told& told, const Mines& mines, int cell, Rng& rng) {
        constexpr int draws = 300;
        std::map<unsigned, int> met;
        for (int k = 0; k < draws; ++k) {
            Buffer<bool> layout;
            layout.copy(sampler.draw(rng));
            const unsigned drawn = bits_of(layout);
            if (layout[cell]) {
                sampler.redraw(cell, layout, rng);
                changed += std::popcount(drawn ^ bits_of(layout));
                Buffer<bool> anew;
                do anew.copy(sampler.draw(rng));
                while (anew[cell]);
                changed_anew += std::popcount(drawn ^ bits_of(anew));
            }
            ++met[bits_of(layout)];
        }
        const std::map<unsigned, double> weights = weigh(told, mines, cell);
        double all = 0;
        for (const auto& [layout, weight] : weights) all += weight;
        for (const auto& [layout, times] : met) CHECK(weights.contains(layout));
        for (const auto& [layout, weight] : weights) {
            const double chance = weight / all, off = met[layout] - draws * chance;
            if (chance > 0.05 && chance < 0.95) {
                squares += off * off / (draws * chance * (1 - chance));
                ++layouts;
            }
        }
    }

    static unsigned bits_of(const Buffer<bool>& layout) {
        unsigned bits = 0;
        for (int cell = 0; cell < layout.count(); ++cell)
            bits |= static_cast<unsigned>(layout[cell]) << cell;
        return bits;
    }

    static std::map<unsigned, double> weigh(const Told& told, const Mines& mines, int cell) {
        std::map<unsigned, double> found;
        for (unsigned layout = 0; layout >> told.cells == 0; ++layout) {
            const double weight = weight_of(mines, told.cells, std::popcount(layout));
            if (weight > 0 && !(layout >> cell & 1) && told.allows(layout)) found[layout] = weight;
        }
        return found;
    }
};

// Two or three fronts, each of a clue or of two that share cells, and floating cells.
Told some_fronts(Rng& rng) {
    Told told;
    for (std::uint64_t i = 0, count = 2 + rng.below(2); i < count; ++i) {
        const int a = told.cells, b = a + 1, c = a + 2;
        told.cells += 3;
        told.add({a, b, c}, 1 + static_cast<std::int64_t>(rng.below(2)));
        if (rng.below(2) == 0) told.add({b, c, told.cells++}, 1);
    }
    told.cells += static_cast<int>(rng.below(3));
    return told;
}

void changed_samples_are_as_likely_as_those_drawn_anew() {
    Rng rng(6);
    std::vector<Counter> all = counters();
    Sampler sampler;
    Redrawn redrawn;
    for (int i = 0; i < 300; ++i) {
        const Told told = i % 2 == 0 ? random_problem(rng) : some_fronts(rng);
        const Mines mines = random_mines(rng, told.cells);
        Counter& counter = all[static_cast<std::size_t>(i) % all.size()];
        if (counter.count(told.problem(), mines, true) != Outcome::counted) continue;
        sampler.start(counter);
        for (int cell = 0; cell < told.cells; ++cell)
            if (counter.certain()[cell] == Certain::no)
                redrawn.check(sampler, told, mines, cell, rng);
    }
    CHECK(redrawn.layouts > 1000 && std::abs(redrawn.squares / redrawn.layouts - 1) < 0.1);
    CHECK(redrawn.changed < 0.8 * redrawn.changed_anew);
}

}  // namespace

int main() {
    samples_fit_and_are_as_likely_as_listed();
    changed_samples_are_as_likely_as_those_drawn_anew();
}
