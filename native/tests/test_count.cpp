// Compares count.hpp with listing all layouts, on small random problems and views.
//
// Every path through it is taken, including those that only giant fronts need.
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "count/count.hpp"
#include "count/prospect.hpp"
#include "count/query.hpp"
#include "count/tally.hpp"
#include "tests/check.hpp"
#include "tests/test_problems.hpp"

using namespace mineproof;

namespace {

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

// --- limits -------------------------------------------------------------------------------------

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

// --- further questions --------------------------------------------------------------------------

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

// --- views --------------------------------------------------------------------------------------

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

// --- prospect -----------------------------------------------------------------------------------

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
    // One of the five is a mine. If the first shows 1, it is one of its two neighbours; if it shows
    // 0, one of the other two. Either way two cells are certain.
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
    prospect_is_as_listed();
    prospect_ends_where_a_count_would();
}
