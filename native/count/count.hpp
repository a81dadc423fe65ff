// Exact counting: the probability that each cell is a mine, and which cells are certain.
//
// An expert position has up to 10^80 layouts, but most of their differences do not matter. The
// steps, a file or two for each:
//
// 1. scan.hpp, reduce.hpp: a view, or any problem, becomes clues over cells. What single clues
//    settle is settled at once: most clues of a real position, and two thirds of the time.
// 2. fold.hpp: cells touched by the same clues become a box, in which only the number of mines
//    matters; clues that say the same become one.
// 3. order.hpp: clues linked by shared boxes form a front. Its boxes are put in an order that keeps
//    few clues open at a time. plan.hpp thinks harder about giant fronts.
// 4. eliminate.hpp, keys.hpp: the states of a front after each box, and how they follow from each
//    other; a state says how many mines each open clue has used. prune.hpp drops dead ends.
// 5. weigh.hpp: in how many ways each state is reached, by number of mines.
// 6. combine.hpp: fronts and floating cells share the mines. The weight of everything outside a
//    front flows back through its states, and where both directions meet they give the risk of a
//    cell.
//
// This is bucket elimination (Dechter, Artificial Intelligence 113, 1999), forward and backward, so
// that it gives the risks of all cells at once.
//
// Certainty is never read off a rounded number. A cell is certainly safe if no layout mines it;
// then the sum of the weights of the layouts that mine it has no terms, and is exactly zero. And
// the weight of a layout never underflows to zero, since weights are kept where that cannot happen.
// Fronts beyond that range are recognised and decided otherwise: numbers.hpp.
//
// counting/count.py does the same in Python with integers of any size; tests compare the two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/clues.hpp"
#include "count/combine.hpp"
#include "count/eliminate.hpp"
#include "count/fold.hpp"
#include "count/gauge.hpp"
#include "count/numbers.hpp"
#include "count/order.hpp"
#include "count/plan.hpp"
#include "count/prune.hpp"
#include "count/reduce.hpp"
#include "count/scan.hpp"
#include "count/weigh.hpp"

namespace mineproof {

enum class Certain : std::uint8_t { no, safe, mine };

// Counts one position after the other. It keeps its memory, so that counting takes none anew; each
// thread needs its own.
class Counter {
public:
    // Its limits, and whether the caller wants to stop.
    Work work;

    // When it takes which way. The results do not depend on it; tests make it take all of them.
    struct Tuning {
        int plain_cells = 900;       // fronts of more are tilted; at most 900, see numbers.hpp
        Offset quick_states = 2000;  // beyond, plans are improved; ten times what a real game takes
        Offset few_states = 200;     // fewer are not worth pruning
        int words = 1;               // of the shortest keys
        bool only_trees = false;     // when plans are improved
    };
    Tuning tuning;

    // Counts, and returns how that ended; with `keep`, keeps what query.hpp needs. If it has
    // counted, the results below hold until the next count.
    Outcome count(const View& view, const Mines& mines, bool keep = false) {
        return run(mines, keep, [&] { scanner_.scan(view, clues_); });
    }
    Outcome count(const Problem& problem, const Mines& mines, bool keep = false) {
        return run(mines, keep, [&] { reducer_.reduce(problem, clues_); });
    }

    // The first half of a count, for fronts that are part of a larger board: finds the clues, the
    // fronts and their ways, but does not combine them. The caller sets the weight of everything
    // outside front i in `rest_of(i)`, one for each of the front's `ways_of(i)`; `spread` then
    // gives the shares of all boxes. Ends as unsupported beyond the range of plain doubles.
    Outcome count_apart(const Problem& problem) {
        return attempt([&] {
            reducer_.reduce(problem, clues_);
            folder_.fold(clues_, folded_);
            explore();
            weigher_.start(true);
            for (const Front& front : structure_.fronts) {
                if (is_large(front)) end(Outcome::unsupported);
                weigher_.forward(structure_, front, folded_, work);
            }
            weigher_.turn(structure_, work);
        });
    }
    Window<double> ways_of(int front) {
        return weigher_.window(structure_.last_state(structure_.fronts[front]));
    }
    double* rest_of(int front) {
        return weigher_.rest(structure_.last_state(structure_.fronts[front]));
    }
    const Buffer<Share<double>>& spread() {
        shares_.resize(folded_.box_count());
        for (const Front& front : structure_.fronts)
            weigher_.backward(structure_, front, folded_, work, shares_);
        return shares_;
    }

    // For each cell the probability that it is a mine; not a number for a cell that is open.
    const Buffer<double>& risks() const { return risks_; }
    // For each cell whether it is the same in all layouts; no for a cell that is open.
    const Buffer<Certain>& certain() const { return certain_; }
    // The cells that no clue mentions.
    const Floating& floating() const { return floating_; }

    // The parts of the count, for callers that ask more.
    const Grid& grid() const { return scanner_.grid(); }
    const Clues& clues() const { return clues_; }
    const Folded& folded() const { return folded_; }
    const Structure& structure() const { return structure_; }
    Weigher<double>& weigher() { return weigher_; }
    const Combiner& combiner() const { return combiner_; }
    // How a front has been kept in range; null if it did not need it.
    const Tilt* tilt_of(const Front& front) const { return is_large(front) ? &tilt_ : nullptr; }

    // How much memory it keeps, and how to give it back.
    Offset bytes() const {
        return structure_.rows.bytes() + weigher_.bytes() + flagger_.bytes() + one_.bytes() +
               two_.bytes() + four_.bytes() + sixteen_.bytes() + pruner_.bytes();
    }
    void release() {
        Counter fresh;
        fresh.work = work;
        fresh.tuning = tuning;
        *this = std::move(fresh);
    }

private:
    template <class Read>
    Outcome run(const Mines& mines, bool keep, Read read) {
        return attempt([&] {
            read();
            folder_.fold(clues_, folded_);
            explore();
            weigh(mines, keep);
            conclude();
        });
    }

    template <class Counting>
    Outcome attempt(Counting counting) try {
        counting();
        return Outcome::counted;
    } catch (const Ended& ended) {
        return ended.outcome;
    } catch (const std::bad_alloc&) {
        return Outcome::limit;
    }

    // --- the structure of all fronts ------------------------------------------------------------

    void explore() {
        structure_.clear();
        listed_ = 0;
        greedy_.start(folded_);
        while (greedy_.next(plan_)) {
            Front front{structure_.steps.count(), 0, 0};
            for (const int code : plan_.program)
                if (code >= 0) front.cells += folded_.sizes[code];
            const Offset before = structure_.states;
            if (!run_plan(tuning.quick_states)) think();
            front.last_step = structure_.steps.count();
            if (structure_.states - before > tuning.few_states || is_large(front))
                pruner_.prune(structure_, front);
            structure_.fronts.push(front);
        }
    }

    // Looks for better plans, and the more states the best one so far has, the longer.
    void think() {
        planner_.start(folded_, greedy_.clues(), plan_, tuning.only_trees);
        constexpr std::pair<int, Offset> trials[] = {{1, 20'000}, {8, 300'000}};
        for (const auto& [few_rounds, states] : trials) {
            planner_.improve(few_rounds, plan_, work);
            if (run_plan(states)) return;
        }
        const int rounds = std::clamp(most_planned / greedy_.clues().count(), 8, most_rounds);
        planner_.improve(rounds, plan_, work);
        if (!run_plan(work.limits.states)) end(Outcome::limit);
    }

    // Runs the plan on the shortest keys that fit; false if it lists more than `states` states.
    bool run_plan(Offset states) {
        const Mark mark{structure_.steps.count(), structure_.states, structure_.rows.size()};
        const Offset most = std::min(states, work.limits.states - listed_);
        try {
            if (!(run_on(one_, most, mark) || run_on(two_, most, mark) ||
                  run_on(four_, most, mark) || run_on(sixteen_, most, mark)))
                end(Outcome::unsupported);
        } catch (const Ended& ended) {
            if (ended.outcome != Outcome::limit || most < states) throw;
            return_to(mark);
            return false;
        }
        listed_ += structure_.states - mark.states;
        return true;
    }

    struct Mark {
        int steps;
        Offset states, rows;
    };

    template <int words>
    bool run_on(Machine<words>& machine, Offset states, const Mark& mark) {
        if (words >= tuning.words && machine.run(folded_, plan_, structure_, states, work))
            return true;
        return_to(mark);
        return false;
    }

    void return_to(const Mark& mark) {
        structure_.steps.resize(mark.steps);
        structure_.states = mark.states;
        structure_.rows.resize(mark.rows);
    }

    // --- the numbers ----------------------------------------------------------------------------

    bool is_large(const Front& front) const { return front.cells > tuning.plain_cells; }

    void weigh(const Mines& mines, bool keep) {
        weigher_.start(keep);
        combiner_.start(mines, clues_.mines, clues_.floating());
        bool any_large = false;
        for (const Front& front : structure_.fronts) any_large |= is_large(front);
        if (any_large) set_tilt(mines);
        const bool needs_flags = any_large && combiner_.is_tight();
        if (needs_flags) raise_flags();
        for (const Front& front : structure_.fronts)
            weigher_.forward(structure_, front, folded_, work, tilt_of(front));
        weigher_.turn(structure_, work);
        for (const Front& front : structure_.fronts) {
            const Offset last = structure_.last_state(front);
            combiner_.add(weigher_.window(last), weigher_.rest(last), is_large(front));
        }
        if (!any_large) combiner_.find_tilt();
        floating_ = combiner_.combine();
        if (needs_flags) lower_flags();
        shares_.resize(folded_.box_count());
        for (const Front& front : structure_.fronts)
            weigher_.backward(structure_, front, folded_, work, shares_, tilt_of(front),
                              needs_flags ? &flag_shares_ : nullptr);
    }

    // Finds the tilt before any front has been weighed.
    void set_tilt(const Mines& mines) {
        AllFronts fronts(*this);
        tilt_.z = combiner_.find_tilt(&fronts);
        tilt_.cut = mines.prior == Mines::Prior::uniform ? broad_cut : narrow_cut;
        tilt_.is_flat = mines.prior == Mines::Prior::density;
        tilt_.keep = mines.prior != Mines::Prior::total ? Tilt::Keep::all
                     : combiner_.is_least()             ? Tilt::Keep::fewest
                     : combiner_.is_most()              ? Tilt::Keep::most
                                                        : Tilt::Keep::all;
    }

    // Flags say what is possible in large fronts, when not all numbers of mines are.
    void raise_flags() {
        flagger_.start();
        for (const Front& front : structure_.fronts)
            flagger_.forward(structure_, front, folded_, work);
        for (const Front& front : structure_.fronts)
            combiner_.add_possible(flagger_.window(structure_.last_state(front)));
    }

    void lower_flags() {
        flag_shares_.resize(folded_.box_count());
        for (int i = 0; i < structure_.fronts.count(); ++i) {
            const Front& front = structure_.fronts[i];
            const Window<Flag> last = flagger_.window(structure_.last_state(front));
            std::copy_n(combiner_.possible_outside(i), last.length, last.ways);
            flagger_.backward(structure_, front, folded_, work, flag_shares_);
        }
    }

    class AllFronts final : public Combiner::Unweighed {
    public:
        explicit AllFronts(Counter& counter) : counter_(counter) { measure(1); }

        Moments measure(double z) override {
            Moments sum;
            low = high = 0;
            for (const Front& front : counter_.structure_.fronts) {
                const Moments here = counter_.gauge_.measure(counter_.structure_, front,
                                                             counter_.folded_, z, counter_.work);
                sum.mean += here.mean;
                sum.variance += here.variance;
                low += counter_.gauge_.low();
                high += counter_.gauge_.high();
            }
            return sum;
        }

    private:
        Counter& counter_;
    };

    // --- the results ----------------------------------------------------------------------------

    void conclude() {
        // By what is known: open; nothing, then it floats or is overwritten below; safe; mine.
        const double risk_of[] = {std::numeric_limits<double>::quiet_NaN(), floating_.risk, 0, 1};
        const Certain floats = verdict(floating_.can_be_mine, floating_.can_be_safe);
        const Certain certain_of[] = {Certain::no, floats, Certain::safe, Certain::mine};
        const Offset cells = clues_.known.size();
        risks_.resize(cells);
        certain_.resize(cells);
        for (Offset cell = 0; cell < cells; ++cell) {
            const auto known = static_cast<unsigned>(clues_.known[cell]);
            risks_[cell] = risk_of[known];
            certain_[cell] = certain_of[known];
        }
        for (int number = 0; number < clues_.numbered(); ++number) {
            const Share<double>& share = shares_[folded_.home[number]];
            const int cell = clues_.names[number];
            risks_[cell] = share.mined / (share.mined + share.safe);
            certain_[cell] = verdict(share.mined > 0, share.safe > 0);
        }
    }

    static Certain verdict(bool can_be_mine, bool can_be_safe) {
        if (can_be_mine && can_be_safe) return Certain::no;
        return can_be_mine ? Certain::mine : Certain::safe;
    }

    static constexpr int most_rounds = 48;
    static constexpr int most_planned = 100'000;  // clues, in all rounds

    Scanner scanner_;
    Reducer reducer_;
    Clues clues_;
    Folder folder_;
    Folded folded_;
    Greedy greedy_;
    Plan plan_;
    Planner planner_;
    Machine<1> one_;
    Machine<2> two_;
    Machine<4> four_;
    Machine<16> sixteen_;
    Structure structure_;
    Offset listed_ = 0;  // states, before pruning
    Pruner pruner_;
    Gauge gauge_;
    Tilt tilt_{};
    Weigher<double> weigher_;
    Weigher<Flag> flagger_;
    Combiner combiner_;
    Floating floating_;
    Buffer<Share<double>> shares_;
    Buffer<Share<Flag>> flag_shares_;
    Buffer<double> risks_;
    Buffer<Certain> certain_;
};

}  // namespace mineproof
