// A best-arm contest between close guesses, decided by playouts.
//
// Looking two moves ahead does not see what comes later: which guess opens more of the board, or
// which takes early what must be guessed anyway. So the best guesses become rivals, the arms of the
// contest: playouts (rollout.hpp) start from each of them in the same layouts, and the rival that
// wins most often is chosen.
//
// Playouts are few, and what lookahead and the learned value promise is not thrown away but serves
// as a prior. How far the truth lies from a promise depends on how long a game still is: with many
// cells left, all guesses are about as good as they seem, and playouts say little, since what they
// meet later has little to do with the guess; near the end they say much. So a promise has an
// effective sample size of 0.2 playouts for each unsettled cell.
//
// After every eight playouts, rivals that are unlikely to win drop out. After n of N playouts, with
// a prior worth K, the estimate of a rival will still move by about the standard deviation of its
// results against those of the best, times sqrt(1 / (n + K) - 1 / (N + K)). A rival that is behind
// by more than `patience` times that is out. In long games patience costs more, so it shrinks with
// the fourth root of the cells. The same rule, with a typical deviation, rejects guesses whose
// promise is too far behind before the first playout. Rivals with the same result in each of the
// first playouts are twins, as two cells of a box often are; only the first goes on.
//
// Before a zero has been seen, or with too few playouts for each rival, the contest gains nothing,
// and the promise alone decides.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/buffer.hpp"
#include "count/reason.hpp"
#include "strategist/lookahead.hpp"
#include "strategist/rollout.hpp"

namespace mineproof {

class Contest {
public:
    struct Rival {
        int cell;
        double risk;
        double promise;   // how often it should win, up to a factor
        double win = 0;   // the estimated chance to win
        double wins = 0;  // sum of the results of its playouts
        int games = 0;
        bool is_out = false;
    };

    // How large a contest is.
    struct Size {
        int cells = 0;        // to be settled in all playouts of a rival together, roughly,
        int games = 0;        // and how many playouts that may be
        int rivals = 1;       // at most
        double patience = 0;  // with rivals that are behind, near the end of a game
        Rollout::Endgames endgames{};
    };

    // How many guesses are worth comparing; 1 if the promise alone decides.
    static int rivals_in(const Reasoner& reasoner, const Size& size) {
        const bool is_worth_it = reasoner.has_opening() && games_in(reasoner, size) >= enough;
        return is_worth_it ? size.rivals : 1;
    }

    // Compares guesses, given in the order of their promises. Afterwards `rivals` holds at
    // least `most` of them if there are that many, the winner first. False, and nothing is known,
    // if there is no need to compare or it would take too long. With `is_decided`, the first is the
    // winner.
    bool decide(Reasoner& reasoner, const Buffer<Lookahead::Candidate>& guesses, const Size& size,
                int most, bool is_decided) {
        size_ = size;
        games_ = games_in(reasoner, size);
        patience_ = patience_in(reasoner, size);
        is_decided |= rivals_in(reasoner, size) == 1;
        if (games_ < round || (is_decided && most == 1)) return false;
        prior_ = prior * reasoner.unsettled();
        list_rivals(guesses, most);
        if (rivals_.empty() || (close_ < 2 && most == 1)) return false;
        results_.resize(rivals_.count() * games_);
        rollout_.start(reasoner, size.endgames);
        if (is_decided) keep_only(0);
        else find_winner();
        if (most > 1) weigh_all();
        std::stable_sort(rivals_.begin(), rivals_.end(), is_better);
        return true;
    }

    const Buffer<Rival>& rivals() const { return rivals_; }

private:
    static constexpr int round = Rollout::most_deals;  // playouts of one rival after the other
    static constexpr int enough = 150;                 // playouts, to say more than the promise
    static constexpr int telling = 250;   // playouts, to estimate a rival that has lost
    static constexpr int few_cells = 64;  // with fewer left there are no more playouts

    static constexpr double prior = 0.2;  // effective sample size of a promise per unsettled cell
    static constexpr double usual_deviation = 0.13;  // of paired results, before any playout

    static int games_in(const Reasoner& reasoner, const Size& size) {
        return std::min(size.games, size.cells / std::max(reasoner.unsettled(), few_cells));
    }

    static double patience_in(const Reasoner& reasoner, const Size& size) {
        const double cells = std::max(reasoner.unsettled(), few_cells);
        return size.patience * std::pow(few_cells / cells, 0.25);
    }

    // The winner first, then by wins.
    static bool is_better(const Rival& one, const Rival& other) {
        return one.is_out != other.is_out ? other.is_out : one.win > other.win;
    }

    // Those close to the best come first, and are in the contest.
    void list_rivals(const Buffer<Lookahead::Candidate>& guesses, int most) {
        const double window = doubt(usual_deviation, 0) / usual_win;
        rivals_.clear();
        close_ = 0;
        for (const Lookahead::Candidate& each : guesses) {
            if (each.is_dead || each.risk > Rollout::hopeless) break;
            const bool is_close =
                close_ < size_.rivals && each.promise() >= guesses[0].promise() * (1 - window);
            if (!is_close && rivals_.count() >= most) break;
            close_ += is_close;
            rivals_.push({each.cell, each.risk, each.promise()});
            rivals_.back().is_out = !is_close;
        }
    }

    void find_winner() {
        for (int played = 0; played < games_ && count_in() > 1;) {
            const int next = std::min(played + round, games_);
            for (int i = 0; i < close_; ++i)
                if (!rivals_[i].is_out) play_until(next, i);
            if (played == 0) drop_twins();
            played = next;
            estimate();
            drop_losers(played);
        }
        keep_only(best());
    }

    void play_until(int games, int i) {
        Rival& rival = rivals_[i];
        for (; rival.games < games; ++rival.games) {
            const auto seed = static_cast<std::uint64_t>(rival.games);
            const double win = (1 - rival.risk) * rollout_.play(rival.cell, seed);
            result(i, rival.games) = win;
            rival.wins += win;
        }
    }

    double& result(int rival, int game) { return results_[rival * games_ + game]; }

    int count_in() const {
        return static_cast<int>(std::count_if(rivals_.begin(), rivals_.end(),
                                              [](const Rival& rival) { return !rival.is_out; }));
    }

    // Combines the wins of those still in with their promises.
    void estimate() {
        double wins = 0, promises = 0;
        for (const Rival& rival : rivals_) {
            if (rival.is_out) continue;
            wins += rival.wins / rival.games;
            promises += rival.promise;
        }
        for (Rival& rival : rivals_)
            if (!rival.is_out) rival.win = estimate(rival, wins / promises);
    }

    double estimate(const Rival& rival, double factor) const {
        const double expected = factor * rival.promise;
        return (rival.wins + prior_ * expected) / (rival.games + prior_);
    }

    void drop_twins() {
        for (int i = 0; i < close_; ++i)
            for (int j = 0; j < i; ++j)
                if (!rivals_[j].is_out && are_twins(i, j)) rivals_[i].is_out = true;
    }

    bool are_twins(int one, int other) {
        return std::equal(&result(one, 0), &result(one, 0) + round, &result(other, 0));
    }

    void drop_losers(int played) {
        const int first = best();
        for (int i = 0; i < close_; ++i)
            if (!rivals_[i].is_out && i != first)
                rivals_[i].is_out = rivals_[first].win - rivals_[i].win >=
                                    doubt(deviation(i, first, played), played);
    }

    // By how much a difference may still change after `played` playouts.
    double doubt(double deviation, int played) const {
        const double left = 1 / (played + prior_) - 1 / (games_ + prior_);
        return patience_ * deviation * std::sqrt(left);
    }

    // The standard deviation of the paired differences; with a floor, since few playouts
    // underestimate it.
    double deviation(int one, int other, int games) {
        double sum = 0, squares = 0;
        for (int game = 0; game < games; ++game) {
            const double more = result(one, game) - result(other, game);
            sum += more;
            squares += more * more;
        }
        const double mean = sum / games;
        return std::sqrt(std::max(squares / games - mean * mean, 0.05 * 0.05));
    }

    // Of several with the same estimate, the first.
    int best() const {
        int best = 0;
        while (rivals_[best].is_out) ++best;
        for (int i = best + 1; i < close_; ++i)
            if (!rivals_[i].is_out && rivals_[i].win > rivals_[best].win) best = i;
        return best;
    }

    void keep_only(int winner) {
        for (int i = 0; i < rivals_.count(); ++i) rivals_[i].is_out = i != winner;
    }

    // Estimates the wins of the others as well. They have lost, so they get no more than the
    // winner.
    void weigh_all() {
        for (int i = 0; i < rivals_.count(); ++i) play_until(std::min(games_, telling), i);
        double most = 0;
        for (Rival& rival : rivals_) {
            rival.win = rival.wins / rival.games;
            if (!rival.is_out) most = rival.win;
        }
        for (Rival& rival : rivals_) rival.win = std::min(rival.win, most);
    }

    Size size_;
    Rollout rollout_;
    Buffer<Rival> rivals_;
    Buffer<double> results_;  // of each rival, playout by playout
    int close_ = 0;
    int games_ = 0;        // playouts of each rival, at most
    double patience_ = 0;  // with rivals that are behind
    double prior_ = 0;     // effective sample size of a promise
};

}  // namespace mineproof
