// Playouts from guesses on small boards whose best play is known.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "board/layout.hpp"
#include "count/reason.hpp"
#include "strategist/rollout.hpp"
#include "strategist/strategist.hpp"
#include "tests/check.hpp"
#include "tests/test_positions.hpp"

using namespace mineproof;

namespace {

struct Mean {
    double value, error;
};

Mean play_games(Reasoner& reasoner, int cell, int games, const Rollout::Endgames& endgames = {}) {
    Rollout rollout;
    rollout.start(reasoner, endgames);
    double sum = 0, squares = 0;
    for (int game = 0; game < games; ++game) {
        const double win = rollout.play(cell, static_cast<std::uint64_t>(game));
        sum += win;
        squares += win * win;
    }
    const double mean = sum / games;
    return {mean, std::sqrt(std::max(0.0, squares / games - mean * mean) / games)};
}

// How often the best play wins once `cell` has turned out to be safe.
double best_after(const Position& position, int cell) {
    Endgame<std::uint64_t> endgame;
    set_up(endgame, position.board, position.layouts);
    CHECK(endgame.solve(no_limit) && endgame.weigh(cell, no_limit));
    const double total = static_cast<double>(position.layouts.size()) * (1 - position.risk(cell));
    return endgame.best().wins / total;
}

// Where a game ends with the best play it is won as often; from farther away somewhat less.
void games_are_won_as_often_as_they_should_be() {
    for_each_position([](Position& position) {
        Reasoner& reasoner = position.reasoner;
        for (int cell = 0; cell < position.board.cells(); ++cell) {
            if (reasoner.is_settled(cell) || position.risk(cell) > Rollout::hopeless) continue;
            const Mean mean = play_games(reasoner, cell, 200);
            const double best = best_after(position, cell);
            CHECK(mean.value < best + 5 * mean.error + 1e-9);
            const double least = position.layouts.size() <= Rollout::Endgames::few ? 1 : 0.5;
            CHECK(mean.value > least * best - 5 * mean.error - 1e-9);
        }
    });
}

// With a purse larger endgames are searched; with an empty one, those of the smallest size.
void a_purse_buys_larger_endgames() {
    constexpr int games = 200, large = 4000;
    double without = 0, emptied = 0, with = 0, best = 0;
    BestPlay best_play;
    for_each_stall(7, 13, 400, [&](Reasoner& reasoner) {
        if (best_play.find(reasoner, 300, no_limit)) return;
        if (!best_play.find(reasoner, large, no_limit)) return;
        const BestPlay::Move move = best_play.best();
        best += move.win;
        const double safety = 1 - move.risk;
        without += safety * play_games(reasoner, move.cell, games).value;
        emptied += safety * play_games(reasoner, move.cell, games, {large, 0}).value;
        with += safety * play_games(reasoner, move.cell, games, {large, no_limit}).value;
    });
    CHECK(best > 5);
    CHECK(emptied == without);
    CHECK(without < with * 0.99);
    CHECK(with < best * 1.01);
}

void a_game_depends_on_its_seed_alone() {
    Rollout used;  // has played from all positions before
    for_each_position([&](Position& position) {
        Reasoner& reasoner = position.reasoner;
        reasoner.risks();
        const Guess guess = Strategist({0, 0}).choose(reasoner);
        if (guess.risk > Rollout::hopeless) return;
        used.start(reasoner, {});
        Rollout fresh;
        fresh.start(reasoner, {});
        for (std::uint64_t seed = 0; seed < 5; ++seed)
            CHECK(used.play(guess.cell, seed) == fresh.play(guess.cell, seed));
    });
}

std::uint64_t open_cells(const Reasoner& reasoner) {
    std::uint64_t open = 0;
    for (int cell = 0; cell < reasoner.board().cells(); ++cell)
        if (reasoner.is_open(cell)) open |= just<std::uint64_t>(cell);
    return open;
}

std::vector<double> all_risks(Reasoner& reasoner) {
    std::vector<double> risks;
    for (int cell = 0; cell < reasoner.board().cells(); ++cell)
        risks.push_back(reasoner.is_settled(cell) ? 0 : reasoner.risk_of(cell));
    return risks;
}

// Whatever was seen on the way.
void positions_with_the_same_key_are_worth_the_same() {
    struct Left {
        double win;
        std::vector<double> risks;
        std::uint64_t open;
    };
    BestPlay best_play;
    std::map<std::uint64_t, Left> met;
    int again = 0;
    for_each_stall(5, 8, 4'000, [&](Reasoner& reasoner) {
        if (!best_play.find(reasoner, 500, no_limit)) return;
        const Left left{best_play.best().win, all_risks(reasoner), open_cells(reasoner)};
        const Left& first = met.try_emplace(reasoner.key(), left).first->second;
        CHECK(left.win == first.win);
        for (std::size_t cell = 0; cell < left.risks.size(); ++cell)
            CHECK(std::abs(left.risks[cell] - first.risks[cell]) < 1e-12);
        again += left.open != first.open;
    });
    CHECK(again > 50);
}

void the_winner_of_a_contest_comes_first() {
    int contests = 0;
    for_each_stall(8, 15, 20, [&](Reasoner& reasoner) {
        Strategist strategist({0, 0, {16'000, 250, 4, 1.2}});
        if (strategist.weigh(reasoner, 1) != Strategist::How::games) return;
        ++contests;
        const Strategist::Candidate winner = strategist.candidates()[0];
        strategist.weigh(reasoner, 4);
        CHECK(strategist.candidates()[0].cell == winner.cell);
        for (const Strategist::Candidate& each : strategist.candidates())
            CHECK(each.merit <= strategist.candidates()[0].merit && each.merit <= 1 - each.risk);
    });
    CHECK(contests > 5);
}

// Who has lost is told of by some games, not by as many as it may take to win.
void those_that_have_lost_play_fewer_games() {
    constexpr int most_games = 1000;
    int rivals = 0;
    for_each_stall(8, 15, 20, [&](Reasoner& reasoner) {
        Lookahead lookahead;
        Contest contest;
        CHECK(lookahead.weigh(reasoner, 4));
        const Contest::Size size{480 * most_games, most_games, 2, 0.1};
        if (!contest.decide(reasoner, lookahead.candidates(), size, 4, false)) return;
        for (const Contest::Rival& each : contest.rivals()) {
            ++rivals;
            CHECK(each.games >= 100 && each.games < most_games);
        }
    });
    CHECK(rivals > 20);
}

// With fewer than 150 games looking ahead decides; games only tell how often its guesses win.
void a_few_games_decide_nothing() {
    for_each_stall(8, 15, 20, [](Reasoner& reasoner) {
        Strategist strategist({0, 0, {480 * 150, 149, 4, 1.2}});
        CHECK(strategist.weigh(reasoner, 1) == Strategist::How::lookahead);
        const int cell = strategist.candidates()[0].cell;
        strategist.weigh(reasoner, 4);
        CHECK(strategist.candidates()[0].cell == cell);
    });
}

// What games have met makes later ones better, and never better than the best play.
void games_get_better_by_what_they_meet() {
    constexpr int games = 600;
    BestPlay best_play;
    double without = 0, with = 0, best = 0;
    for_each_stall(7, 13, 400, [&](Reasoner& reasoner) {
        if (best_play.find(reasoner, 300, no_limit)) return;
        if (!best_play.find(reasoner, 5000, no_limit)) return;
        const BestPlay::Move move = best_play.best();
        best += move.win;
        Rollout forgets, keeps;
        keeps.start(reasoner, {});
        for (std::uint64_t game = 0; game < games; ++game) {
            forgets.start(reasoner, {});
            without += (1 - move.risk) * forgets.play(move.cell, game) / games;
            with += (1 - move.risk) * keeps.play(move.cell, game) / games;
        }
    });
    CHECK(best > 5);
    CHECK(without < with * 0.995);
    CHECK(with < best * 1.005);
}

// How often the best play wins once `strategist` has made its first guess; -1 if that is not known.
double value_of(Strategist&& strategist, Reasoner& reasoner, BestPlay& best_play) {
    const int cell = strategist.choose(reasoner).cell;
    const bool is_known =
        best_play.find(reasoner, 2000, no_limit) && best_play.weigh(cell, no_limit);
    return is_known ? best_play.weighed().win : -1;
}

// Over many positions, whose exact values are known.
void games_find_better_guesses_than_two_moves() {
    BestPlay best_play;
    double by_games = 0, by_lookahead = 0;
    for_each_stall(7, 13, 400, [&](Reasoner& reasoner) {
        by_games += value_of(Strategist({0, 0, {16'000, 250, 4, 1.2}}), reasoner, best_play);
        by_lookahead += value_of(Strategist({0, 0}), reasoner, best_play);
    });
    CHECK(by_games > by_lookahead);
}

}  // namespace

int main() {
    games_are_won_as_often_as_they_should_be();
    a_purse_buys_larger_endgames();
    a_game_depends_on_its_seed_alone();
    positions_with_the_same_key_are_worth_the_same();
    the_winner_of_a_contest_comes_first();
    those_that_have_lost_play_fewer_games();
    a_few_games_decide_nothing();
    games_get_better_by_what_they_meet();
    games_find_better_guesses_than_two_moves();
}
