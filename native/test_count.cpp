// Holds count.hpp to listing all layouts, on small random problems and views; every road through it
// is taken, those too that only giant fronts need.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "check.hpp"
#include "count.hpp"
#include "prospect.hpp"
#include "query.hpp"
#include "rng.hpp"
#include "sample.hpp"
#include "tally.hpp"

using namespace mineproof;

namespace {

struct Clue {
    std::vector<int> cells;
    std::int64_t need;
};

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

double weight_of(const Mines& mines, int cells, int mined) {
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

Listed list_layouts(const Told& told, const Mines& mines) {
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

bool is_close(double value, double wanted) {
    return std::abs(value - wanted) <= 1e-12 * std::max(std::abs(value), std::abs(wanted));
}

// Names of cells in the problem, in the counter.
void check_risks(const Counter& counter, const Listed& listed, const std::vector<int>& names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        CHECK(is_close(counter.risks()[names[i]], listed.mined[i] / listed.all));
        const Certain wanted = listed.mined[i] == 0  ? Certain::safe
                               : listed.safe[i] == 0 ? Certain::mine
                                                     : Certain::no;
        CHECK(counter.certain()[names[i]] == wanted);
    }
}

Mines random_mines(Rng& rng, int cells) {
    switch (rng.below(6)) {
        case 0: return Mines::dense(0.5);
        case 1: return Mines::dense(static_cast<double>(1 + rng.below(99)) / 100);
        case 2: return Mines::any_number(cells + static_cast<int>(rng.below(5)));
        default:
            return Mines::known(
                static_cast<std::int64_t>(rng.below(static_cast<unsigned>(cells) + 1)));
    }
}

std::vector<int> some_cells(Rng& rng, int cells, std::uint64_t most) {
    std::vector<int> pool;
    for (int cell = 0; cell < cells; ++cell) pool.push_back(cell);
    return rng.choose(pool, std::min<std::size_t>(pool.size(), rng.below(most + 1)));
}

// Clues at random, nearly always those of a layout.
Told random_problem(Rng& rng) {
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

std::vector<Counter> counters() {
    std::vector<Counter> all(6);
    all[1].tuning = {900, 0, 0, 1, true};      // trees, pruned
    all[2].tuning = {900, 0, 200, 4, true};    // trees, on long keys
    all[3].tuning = {900, 0, 0, 16, false};    // careful plans, on longer keys, pruned
    all[4].tuning = {0, 2000, 200, 2, false};  // every front counts as too large for plain numbers
    all[5].tuning = {0, 0, 0, 1, true};        // trees too
    return all;
}

void random_problems_are_counted_as_listed() {
    Rng rng(1);
    std::vector<Counter> all = counters();
    int counted = 0;
    for (int i = 0; i < 4000; ++i) {
        const Told told = random_problem(rng);
        const Mines mines = random_mines(rng, told.cells);
        const Listed listed = list_layouts(told, mines);
        std::vector<int> names;
        for (int cell = 0; cell < told.cells; ++cell) names.push_back(cell);
        for (Counter& counter : all) {
            const Outcome outcome = counter.count(told.problem(), mines);
            CHECK(outcome == listed.outcome);
            counted += outcome == Outcome::counted;
            if (outcome == Outcome::counted) check_risks(counter, listed, names);
        }
    }
    CHECK(counted > 8000);
}

// --- limits
// ---------------------------------------------------------------------------------------

void add_new_cells(Told& told, std::vector<int>& clue, int count) {
    for (int i = 0; i < count; ++i) clue.push_back(told.cells++);
}

// Three arms of clues that meet in one. It has few states, but their polynomials are long, and
// where the arms are joined many of them are multiplied.
Told star() {
    Told told;
    std::vector<int> centre;
    for (int arm = 0; arm < 3; ++arm) {
        std::vector<int> link;  // the cells that a clue shares with the next
        add_new_cells(told, link, 20);
        centre.insert(centre.end(), link.begin(), link.end());
        for (int i = 0; i < 6; ++i) {
            std::vector<int> clue = std::exchange(link, {});
            add_new_cells(told, clue, 20);
            add_new_cells(told, link, 20);
            clue.insert(clue.end(), link.begin(), link.end());
            told.add(clue, 30);
        }
    }
    told.add(centre, 30);
    return told;
}

void long_products_are_refused_however_few_the_states() {
    const Told told = star();
    for (const auto& [states, outcome] :
         {std::pair{2'000, Outcome::limit}, {20'000, Outcome::counted}}) {
        Counter counter;
        counter.work.limits.states = states;
        CHECK(counter.count(told.problem(), Mines::dense(0.5)) == outcome);
        CHECK(counter.structure().states < 2'000);
    }
}

// --- further questions
// ----------------------------------------------------------------------------

// The probability that the layout agrees with `mined` and `safe`, by mines among `marked`.
std::vector<double> list_chances(const Told& told, const Mines& mines, unsigned mined,
                                 unsigned safe, unsigned marked) {
    std::vector<double> chances(static_cast<std::size_t>(told.cells) + 1);
    double all = 0;
    for (unsigned layout = 0; layout < 1u << told.cells; ++layout) {
        if (!told.allows(layout)) continue;
        const double weight = weight_of(mines, told.cells, std::popcount(layout));
        all += weight;
        if ((layout & mined) == mined && (layout & safe) == 0)
            chances[static_cast<std::size_t>(std::popcount(layout & marked))] += weight;
    }
    for (double& chance : chances) chance /= all;
    return chances;
}

void questions_are_answered_as_listed() {
    Rng rng(3);
    std::vector<Counter> all = counters();
    Query query;
    int answered = 0;
    for (int i = 0; i < 4000; ++i) {
        const Told told = random_problem(rng);
        const Mines mines = random_mines(rng, told.cells);
        const unsigned in_question =
            static_cast<unsigned>(rng.next() & rng.next()) & ((1u << told.cells) - 1);
        const unsigned marked = in_question & static_cast<unsigned>(rng.next() | rng.next());
        const unsigned mined = in_question & ~marked & static_cast<unsigned>(rng.next());
        const unsigned safe = in_question & ~marked & ~mined;
        for (Counter& counter : all) {
            if (counter.count(told.problem(), mines, true) != Outcome::counted) continue;
            query.start(counter);
            for (int cell = 0; cell < told.cells; ++cell) {
                if (mined >> cell & 1) query.ask_mine(cell);
                if (safe >> cell & 1) query.ask_safe(cell);
                if (marked >> cell & 1) query.mark(cell);
            }
            const Buffer<double>& answer = query.answer();
            const std::vector<double> wanted = list_chances(told, mines, mined, safe, marked);
            for (std::size_t k = 0; k < wanted.size(); ++k)
                CHECK(is_close(k < static_cast<std::size_t>(answer.size()) ? answer[k] : 0,
                               wanted[k]));
            ++answered;
        }
    }
    CHECK(answered > 8000);
}

void fronts_are_tallied_as_listed() {
    Rng rng(4);
    std::vector<Counter> all = counters();
    all.resize(4);  // tilted fronts have no integers
    Tally tally;
    for (int i = 0; i < 1000; ++i) {
        const Told told = random_problem(rng);
        for (Counter& counter : all) {
            if (counter.count(told.problem(), Mines::dense(0.5), true) != Outcome::counted)
                continue;
            tally.count(counter);
            Wide layouts = Wide{1} << counter.clues().floating();
            for (const Tally::Part& part : tally.parts) {
                Wide sum = 0;
                for (int k = 0; k < part.length; ++k) sum += tally.ways[part.ways + k];
                layouts *= sum;
                for (int box = part.first_box; box < part.last_box; ++box) {
                    Wide mined = 0;
                    const Offset at = part.ways + Offset{part.length} * (1 + box - part.first_box);
                    for (int k = 0; k < part.length; ++k) mined += tally.ways[at + k];
                    for (int number = 0; number < counter.clues().numbered(); ++number)
                        if (counter.folded().home[number] == tally.boxes[box])
                            CHECK(is_close(counter.risks()[counter.clues().names[number]],
                                           static_cast<double>(mined) / static_cast<double>(sum)));
                }
            }
            CHECK(static_cast<double>(layouts) ==
                  std::round(std::ldexp(list_layouts(told, Mines::dense(0.5)).all, told.cells)));
        }
    }
}

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

// --- views
// ----------------------------------------------------------------------------------------

// The neighbours of a cell, worked out anew.
std::vector<int> neighbours(int rows, int cols, Shape shape, int cell) {
    std::vector<int> near;
    for (int row = -1; row <= rows; ++row)
        for (int col = -1; col <= cols; ++col) {
            const int down = row - cell / cols, right = col - cell % cols;
            if (std::abs(down) > 1 || std::abs(right) > 1) continue;
            const bool is_odd = cell / cols % 2 == 1;
            if (shape == Shape::hex && down != 0 && right == (is_odd ? -1 : 1)) continue;
            const bool inside = row >= 0 && row < rows && col >= 0 && col < cols;
            if (!inside && shape != Shape::torus) continue;
            const int other = (row + rows) % rows * cols + (col + cols) % cols;
            if (other != cell && std::count(near.begin(), near.end(), other) == 0)
                near.push_back(other);
        }
    return near;
}

// A view at random, and what it says as a problem over its covered cells.
struct Shown {
    int rows, cols;
    Shape shape;
    std::vector<std::uint8_t> codes;
    std::vector<int> covered, index;  // the cells of the problem; the other way, -1 for an open one
    Told told;

    View view() const { return {rows, cols, shape, codes.data()}; }
    // The cells of the problem around a cell.
    std::vector<int> around(int cell) const {
        std::vector<int> near = neighbours(rows, cols, shape, cell);
        std::erase_if(near, [&](int other) { return index[static_cast<std::size_t>(other)] < 0; });
        for (int& other : near) other = index[static_cast<std::size_t>(other)];
        return near;
    }
};

// Mostly true, so that most views have layouts.
Shown random_view(Rng& rng) {
    Shown shown;
    shown.shape = static_cast<Shape>(rng.below(3));
    shown.rows = 1 + static_cast<int>(rng.below(4));
    shown.cols = 1 + static_cast<int>(rng.below(4));
    const std::uint64_t truth = rng.next() & rng.next();
    for (int cell = 0; cell < shown.rows * shown.cols; ++cell) {
        int number = 0;
        for (const int near : neighbours(shown.rows, shown.cols, shown.shape, cell))
            number += (truth >> near & 1) != 0;
        const bool is_mine = truth >> cell & 1;
        const bool is_open = !is_mine && rng.below(2) == 0;
        const bool is_wrong = rng.below(60) == 0;
        shown.codes.push_back(is_open ? static_cast<std::uint8_t>((number + is_wrong) % 9)
                              : is_mine && rng.below(8) == 0 ? seen_mine
                              : rng.below(4) == 0            ? flag
                                                             : hidden);
        shown.index.push_back(is_open ? -1 : static_cast<int>(shown.covered.size()));
        if (!is_open) shown.covered.push_back(cell);
    }
    shown.told.cells = static_cast<int>(shown.covered.size());
    for (int cell = 0; cell < shown.rows * shown.cols; ++cell) {
        const std::uint8_t code = shown.codes[static_cast<std::size_t>(cell)];
        if (code < hidden) shown.told.add(shown.around(cell), code);
        if (code == seen_mine) shown.told.add({shown.index[static_cast<std::size_t>(cell)]}, 1);
    }
    return shown;
}

void random_views_are_counted_as_listed() {
    Rng rng(2);
    std::vector<Counter> all = counters();
    int counted = 0;
    for (int i = 0; i < 4000; ++i) {
        const Shown shown = random_view(rng);
        const Mines mines = random_mines(rng, shown.told.cells);
        const Listed listed = list_layouts(shown.told, mines);
        for (Counter& counter : all) {
            const Outcome outcome = counter.count(shown.view(), mines);
            CHECK(outcome == listed.outcome);
            if (outcome != Outcome::counted) continue;
            ++counted;
            check_risks(counter, listed, shown.covered);
            for (int cell = 0; cell < shown.rows * shown.cols; ++cell)
                if (shown.index[static_cast<std::size_t>(cell)] < 0)
                    CHECK(std::isnan(counter.risks()[cell]) &&
                          counter.certain()[cell] == Certain::no);
        }
    }
    CHECK(counted > 5000);
}

// --- prospect
// -------------------------------------------------------------------------------------

unsigned bits_of(const std::vector<int>& cells) {
    unsigned bits = 0;
    for (const int cell : cells) bits |= 1u << cell;
    return bits;
}

// The layouts in which a cell shows the same number.
struct Alike {
    double weight = 0;
    unsigned in_all = ~0u, in_any = 0;  // mines
};

// What `Prospect::expect` is to find for a cell of the problem.
double list_prospect(const Shown& shown, const Mines& mines, int asked) {
    const int cells = shown.told.cells;
    const unsigned around = bits_of(shown.around(shown.covered[static_cast<std::size_t>(asked)]));
    unsigned counts = 0;
    for (int cell = 0; cell < cells; ++cell)
        if (const int name = shown.covered[static_cast<std::size_t>(cell)];
            cell != asked && shown.codes[static_cast<std::size_t>(name)] != seen_mine)
            counts |= 1u << cell;
    std::vector<Alike> showing(9);
    double all = 0, sum = 0;
    for (unsigned layout = 0; layout < 1u << cells; ++layout) {
        const double weight = weight_of(mines, cells, std::popcount(layout));
        if (weight == 0 || !shown.told.allows(layout)) continue;
        all += weight;
        if (layout >> asked & 1) continue;
        Alike& alike = showing[static_cast<std::size_t>(std::popcount(layout & around))];
        alike.weight += weight;
        alike.in_all &= layout;
        alike.in_any |= layout;
    }
    for (const Alike& alike : showing)
        if (alike.weight > 0)
            sum += alike.weight * std::popcount((alike.in_all | ~alike.in_any) & counts);
    return sum / all;
}

void prospect_is_as_listed() {
    Rng rng(6);
    std::vector<Counter> all = counters(), others = counters();
    Query query;
    Prospect prospect;
    int asked = 0;
    for (int i = 0; i < 1200; ++i) {
        const Shown shown = random_view(rng);
        const Mines mines = random_mines(rng, shown.told.cells);
        std::vector<double> wanted;
        for (std::size_t k = 0; k < all.size(); ++k) {
            if (all[k].count(shown.view(), mines, true) != Outcome::counted) continue;
            query.start(all[k]);
            prospect.start(shown.view(), mines);
            for (int cell = 0; cell < shown.told.cells; ++cell) {
                const auto at = static_cast<std::size_t>(cell);
                if (wanted.size() == at) wanted.push_back(list_prospect(shown, mines, cell));
                CHECK(is_close(prospect.expect(shown.covered[at], query, others[k]), wanted[at]));
                ++asked;
            }
        }
    }
    CHECK(asked > 10'000);
}

void prospect_ends_where_a_count_would() {
    // One of the five is a mine. If the first shows 1 it is one of its two neighbours, if it shows 0
    // one of the other two; either way two cells are certain.
    const std::uint8_t codes[] = {hidden, hidden, hidden, hidden, 1, hidden};
    const View view{2, 3, Shape::square, codes};
    Counter counter, other;
    CHECK(counter.count(view, Mines::dense(0.5), true) == Outcome::counted);
    Query query;
    query.start(counter);
    Prospect prospect;
    prospect.start(view, Mines::dense(0.5));
    const Limits usual = std::exchange(other.work.limits, {1, Limits().bytes});
    Outcome outcome = Outcome::counted;
    try {
        prospect.expect(0, query, other);
    } catch (const Ended& ended) {
        outcome = ended.outcome;
    }
    CHECK(outcome == Outcome::limit);
    other.work.limits = usual;
    CHECK(is_close(prospect.expect(0, query, other), 2 * 4.0 / 5));
}

}  // namespace

int main() {
    random_problems_are_counted_as_listed();
    random_views_are_counted_as_listed();
    long_products_are_refused_however_few_the_states();
    questions_are_answered_as_listed();
    fronts_are_tallied_as_listed();
    samples_fit_and_are_as_likely_as_listed();
    changed_samples_are_as_likely_as_those_drawn_anew();
    prospect_is_as_listed();
    prospect_ends_where_a_count_would();
}
