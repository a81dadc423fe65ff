// Chooses the guess that wins most often, not the one that is safest.
//
// The first of these that applies decides:
//
// 1. When few layouts are left, the endgame is searched to its end (best_play.hpp): no play wins
//    more often.
// 2. A 50/50 that no play can avoid is taken if it tells something (fifty.hpp).
// 3. Otherwise lookahead scores two moves (lookahead.hpp), a learned value corrects the scores of
//    the best guesses (value.hpp) and, with budget to spare, playouts decide between those that are
//    about as good as the best (contest.hpp).
// 4. Where the position is too large for that, as on boards of thousands of cells, the safest cell
//    is taken, as in agents/safest.py.
//
// A decision depends only on the position and the budget, which is measured in work, not time.
// Playouts use the same seeds every time. So it does not matter what was played before, and every
// loop that reaches the same position goes on alike. The reasoner must keep its counts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <tuple>

#include "base/buffer.hpp"
#include "count/reason.hpp"
#include "strategist/best_play.hpp"
#include "strategist/contest.hpp"
#include "strategist/fifty.hpp"
#include "strategist/guess.hpp"
#include "strategist/lookahead.hpp"
#include "strategist/value.hpp"

namespace mineproof {

enum class Budget { fast, normal, deep };

// The budget of a decision.
struct Thinking {
    int layouts;            // endgames of up to this many are searched,
    Offset work;            // unless it takes more than this: layouts looked at, once per cell
    Contest::Size games{};  // playouts from the best guesses

    static Thinking within(Budget budget) {
        switch (budget) {
            case Budget::fast: return {600, 400'000};
            case Budget::normal: return {1000, 2'000'000, {64'000, 1000, 14, 1.5}};
            case Budget::deep:
                return {4000, 40'000'000, {2'700'000, 8000, 20, 3, {300, 30'000'000}}};
        }
        return {0, 0};
    }
};

class Strategist {
public:
    // How a decision came about, and so what its merit is: the chance to win with best play; the
    // chance to win by playouts; the chance to survive this move and the next; or only this move.
    enum class How { endgame, games, lookahead, safest };

    struct Candidate {
        int cell;
        double risk;
        double merit;
    };

    explicit Strategist(const Thinking& thinking) : thinking_(thinking) {}

    // The best guess in a position in which nothing is certain. Ends as a count may.
    Guess choose(Reasoner& reasoner) {
        weigh(reasoner, 1);
        return {candidates_[0].cell, candidates_[0].risk};
    }

    // Finds the best guesses and their merits: the best first, and at least `most` of them if there
    // are that many. `excluded` cells do not count, so there may be none.
    How weigh(Reasoner& reasoner, int most, const Buffer<bool>* excluded = nullptr) {
        reasoner_ = &reasoner;
        excluded_ = excluded;
        most_ = most;
        candidates_.clear();
        reasoner.risks();
        if (by_endgame()) return How::endgame;
        if (by_lookahead()) return by_games() ? How::games : How::lookahead;
        by_risk();
        return How::safest;
    }
    const Buffer<Candidate>& candidates() const { return candidates_; }

private:
    bool is_excluded(int cell) const { return excluded_ != nullptr && (*excluded_)[cell]; }

    // --- the endgame ----------------------------------------------------------------------------

    bool by_endgame() {
        if (!best_play_.find(*reasoner_, thinking_.layouts, thinking_.work)) return false;
        const BestPlay::Move& best = best_play_.best();
        const bool is_allowed = !is_excluded(best.cell);
        if (is_allowed) candidates_.push({best.cell, best.risk, best.win});
        return (is_allowed && most_ == 1) || weigh_others(best.cell);
    }

    // Weighs every other cell separately, since the search for the best abandons most of them.
    bool weigh_others(int best) {
        const int first = candidates_.count();
        for (const int cell : best_play_.cells()) {
            if (cell == best || is_excluded(cell)) continue;
            if (!best_play_.weigh(cell, thinking_.work)) return give_up();
            const BestPlay::Move& move = best_play_.weighed();
            candidates_.push({move.cell, move.risk, move.win});
        }
        std::stable_sort(candidates_.begin() + first, candidates_.end(), is_better);
        candidates_.resize(std::min(candidates_.count(), most_));
        return true;
    }

    bool give_up() {
        candidates_.clear();
        return false;
    }

    // Of moves that win equally often the safer first.
    static bool is_better(const Candidate& one, const Candidate& other) {
        if (one.merit != other.merit) return one.merit > other.merit;
        return std::llround(one.risk / tie) < std::llround(other.risk / tie);
    }

    // --- otherwise ------------------------------------------------------------------------------

    bool by_lookahead() {
        if (!looks_ahead()) return false;
        for (const Lookahead::Candidate& each : lookahead_.candidates())
            candidates_.push({each.cell, each.risk, each.survival});
        candidates_.resize(std::min(candidates_.count(), most_));
        return true;
    }

    // False if there is too much to count.
    bool looks_ahead() try {
        at_once_ = fifty_.find(*reasoner_, excluded_);
        const int wanted = std::max(most_, Contest::rivals_in(*reasoner_, thinking_.games));
        if (!Value::can_judge(*reasoner_) || (at_once_ != none && wanted == 1))
            return lookahead_.weigh(*reasoner_, wanted, excluded_, at_once_);
        const double window = wanted == 1 ? Value::window : 0;
        if (!lookahead_.weigh(*reasoner_, std::max(wanted, Value::most), excluded_, at_once_,
                              window))
            return false;
        value_.judge(*reasoner_, lookahead_.candidates(), at_once_ == none ? 0 : 1);
        return true;
    } catch (const Ended& ended) {
        if (ended.outcome == Outcome::stopped) throw;
        return false;
    }

    bool by_games() {
        if (thinking_.games.cells == 0 || !is_decided()) return false;
        candidates_.clear();
        for (const Contest::Rival& rival : contest_.rivals())
            candidates_.push({rival.cell, rival.risk, rival.win});
        candidates_.resize(std::min(candidates_.count(), most_));
        return true;
    }

    // False if there is too much to count in one of the games.
    bool is_decided() try {
        return contest_.decide(*reasoner_, lookahead_.candidates(), thinking_.games, most_,
                               at_once_ != none);
    } catch (const Ended& ended) {
        if (ended.outcome == Outcome::stopped) throw;
        return false;
    }

    // The safest, and of those the ones with fewest covered cells around.
    void by_risk() {
        list_guesses(*reasoner_, false, guesses_);
        for (const Guess& guess : guesses_)
            if (!is_excluded(guess.cell))
                candidates_.push({guess.cell, guess.risk, 1 - guess.risk});
        const int most = std::min(candidates_.count(), most_);
        std::partial_sort(
            candidates_.begin(), candidates_.begin() + most, candidates_.end(),
            [this](const Candidate& a, const Candidate& b) { return order_of(a) < order_of(b); });
        candidates_.resize(most);
    }

    std::tuple<std::int64_t, int, int> order_of(const Candidate& each) const {
        const std::int64_t risk = std::llround(each.risk / tie);
        return {risk, reasoner_->covered_around(each.cell), each.cell};
    }

    Thinking thinking_;
    Reasoner* reasoner_ = nullptr;
    const Buffer<bool>* excluded_ = nullptr;
    int most_ = 1;
    BestPlay best_play_;
    Fifty fifty_;
    int at_once_ = none;  // a cell that is better taken so
    Lookahead lookahead_;
    Value value_;
    Contest contest_;
    Buffer<Guess> guesses_;
    Buffer<Candidate> candidates_;
};

}  // namespace mineproof
