// Close guesses compared by playing on from them.
//
// Looking ahead says how likely it is to survive two moves. It does not see what comes later: which
// guess opens more of the board, which one takes early what must be guessed at anyway. So the best
// guesses are rivals: games are played on from each (rollout.hpp), in the same layouts, and the one
// that wins most often is taken.
//
// Games are few, and what looking ahead has said is not thrown away. By many games it was found that
// a guess with a score higher by 1 part in 100 wins 0.72 parts more often, and that the truth lies
// about as far from this as the mean of 150 games from the truth. So it counts as so many games.
//
// Rivals that fall behind drop out: after a quarter of the games all but three, after half of them
// all but two. Rivals with the same wins in each of the first games are twins, as two cells of a box
// often are; the first alone plays on.
//
// Before a zero has been seen nothing is gained in this way, and no games are played.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "buffer.hpp"
#include "lookahead.hpp"
#include "reason.hpp"
#include "rollout.hpp"

namespace mineproof {

class Contest {
public:
    struct Rival {
        int cell;
        double risk;
        double score;     // what looking ahead thinks of it
        double win = 0;   // how likely it is to win, as far as is known
        double wins = 0;  // in the games played so far
        int games = 0;
        bool is_out = false;
        std::array<double, 8> first{};  // wins
    };

    struct Tuning {
        int rivals = 4;        // at most
        double window = 0.07;  // by which the score of a rival may be less than the best
        double prior = 150;    // games that the score counts as
        double slope = 0.72;   // of wins by score, both relative
    };
    Tuning tuning;

    // Compares guesses, of which looking ahead thinks best first: with so many games from each, or
    // fewer. Afterwards `rivals` holds at least `most` of them if there are so many, the winner
    // first. False, and nothing is known, if there is no need to compare or it would take too long.
    bool decide(Reasoner& reasoner, const Buffer<Lookahead::Candidate>& guesses, int games,
                int most) {
        list_rivals(guesses, most);
        if (rivals_.empty() || (close_ < 2 && most == 1)) return false;
        if (!reasoner.has_opening() && most == 1) return false;
        rollout_.start(reasoner);
        if (reasoner.has_opening()) find_winner(games);
        else keep_best(1);
        if (most > 1) weigh_all(games);
        std::stable_sort(rivals_.begin(), rivals_.end(), is_better);
        return true;
    }

    const Buffer<Rival>& rivals() const { return rivals_; }

private:
    // The winner first, then by wins.
    static bool is_better(const Rival& one, const Rival& other) {
        return one.is_out != other.is_out ? other.is_out : one.win > other.win;
    }

    // Those that are close to the best come first, and are in the contest.
    void list_rivals(const Buffer<Lookahead::Candidate>& guesses, int most) {
        rivals_.clear();
        close_ = 0;
        for (const Lookahead::Candidate& each : guesses) {
            if (each.is_dead || each.risk > Rollout::hopeless) break;
            const bool is_close = close_ < tuning.rivals &&
                                  each.score >= guesses[0].score - tuning.window;
            if (!is_close && rivals_.count() >= most) break;
            close_ += is_close;
            rivals_.push({each.cell, each.risk, each.score});
            rivals_.back().is_out = !is_close;
        }
    }

    void find_winner(int games) {
        constexpr auto few = static_cast<int>(std::tuple_size_v<decltype(Rival::first)>);
        play_until(few);
        drop_twins();
        play_until(games / 4);
        keep_best(3);
        play_until(games / 2);
        keep_best(2);
        play_until(games);
        keep_best(1);
    }

    // Lets all that are not out play until they have played so many games.
    void play_until(int games) {
        if (count_in() < 2) return;
        for (Rival& rival : rivals_)
            if (!rival.is_out) play_until(games, rival);
        estimate();
    }

    void play_until(int games, Rival& rival) {
        for (; rival.games < games; ++rival.games) {
            const auto game = static_cast<std::uint64_t>(rival.games);
            const double win = (1 - rival.risk) * rollout_.play(rival.cell, game);
            if (game < rival.first.size()) rival.first[game] = win;
            rival.wins += win;
        }
    }

    int count_in() const {
        return static_cast<int>(std::count_if(rivals_.begin(), rivals_.end(),
                                              [](const Rival& rival) { return !rival.is_out; }));
    }

    // Brings the wins of those that are not out together with what looking ahead thinks of them.
    void estimate() {
        double wins = 0, scores = 0;
        for (const Rival& rival : rivals_) {
            if (rival.is_out) continue;
            wins += rival.wins / std::max(rival.games, 1);
            scores += std::pow(rival.score, tuning.slope);
        }
        for (Rival& rival : rivals_)
            if (!rival.is_out) rival.win = estimate(rival, wins / scores);
    }

    double estimate(const Rival& rival, double wins_by_score) const {
        const double expected = wins_by_score * std::pow(rival.score, tuning.slope);
        return (rival.wins + tuning.prior * expected) / (rival.games + tuning.prior);
    }

    void drop_twins() {
        for (int i = 0; i < rivals_.count(); ++i)
            for (int j = 0; j < i; ++j)
                if (!rivals_[j].is_out && rivals_[j].first == rivals_[i].first)
                    rivals_[i].is_out = true;
    }

    // Of several with the same wins the first stays.
    void keep_best(int most) {
        for (int in = count_in(); in > most; --in) {
            Rival* worst = nullptr;
            for (Rival& rival : rivals_)
                if (!rival.is_out && (worst == nullptr || rival.win <= worst->win)) worst = &rival;
            worst->is_out = true;
        }
    }

    // Finds the wins of the others as well. They have lost, so they do not count more than the winner.
    void weigh_all(int games) {
        for (Rival& rival : rivals_) play_until(games, rival);
        double most = 0;
        for (Rival& rival : rivals_) {
            rival.win = rival.wins / std::max(rival.games, 1);
            if (!rival.is_out) most = rival.win;
        }
        for (Rival& rival : rivals_) rival.win = std::min(rival.win, most);
    }

    Rollout rollout_;
    Buffer<Rival> rivals_;
    int close_ = 0;
};

}  // namespace mineproof
