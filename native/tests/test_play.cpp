// Small games that can be followed by hand; tests/play/test_bulk.py compares whole ones with
// Python.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "board/board.hpp"
#include "board/game.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "play/bulk.hpp"
#include "play/fleet.hpp"
#include "play/play.hpp"
#include "tests/check.hpp"

using namespace mineproof;
using Cells = std::vector<int>;

namespace {

Cells listed(const Buffer<int>& cells) { return Cells(cells.begin(), cells.end()); }

Cells neighbours(const Board& board, int cell) {
    const Span<const int> near = board.near(cell);
    return Cells(near.begin(), near.begin() + board.neighbours(cell));
}

void lay(Match& match, const Board& board, const Cells& mines) {
    match.layout.begin(board);
    for (const int cell : mines) match.layout.put(cell);
    match.safe.clear();
}

void neighbours_are_those_of_the_shape() {
    CHECK(neighbours(Board(3, 3, Shape::square), 0) == Cells({1, 3, 4}));
    CHECK(neighbours(Board(3, 3, Shape::square), 4) == Cells({0, 1, 2, 3, 5, 6, 7, 8}));
    CHECK(neighbours(Board(4, 4, Shape::torus), 0) == Cells({1, 3, 4, 5, 7, 12, 13, 15}));
    CHECK(neighbours(Board(2, 2, Shape::torus), 0) == Cells({1, 2, 3}));
    CHECK(neighbours(Board(1, 1, Shape::torus), 0).empty());
    CHECK(neighbours(Board(3, 3, Shape::hex), 4) == Cells({1, 2, 3, 5, 7, 8}));
    CHECK(neighbours(Board(3, 3, Shape::hex), 6) == Cells({3, 7}));
}

void dealing_keeps_the_start_clear() {
    const Board board(4, 4, Shape::square);
    Dealer dealer(board, {StartRule::opening, 5, 0}, 7);
    CHECK(dealer.room() == 7);
    Layout layout;
    Buffer<int> safe;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        dealer.deal(seed, layout, safe);
        CHECK(layout.mines() == 7 && layout.number(5) == 0 && safe.empty());
    }
}

void safe_cells_are_handed_out() {
    const Board board(4, 4, Shape::square);
    Dealer dealer(board, {StartRule::list, Match::no_cell, 3}, 10);
    Layout layout;
    Buffer<int> safe;
    dealer.deal(1, layout, safe);
    CHECK(safe.count() == 3);
    for (const int cell : safe) CHECK(!layout.is_mine(cell));
}

void a_zero_opens_its_neighbours() {
    const Board board(4, 4, Shape::square);
    Match match(board, {Finish::clearing, Policy::never_guess});
    lay(match, board, {0});
    const Played played = match.play(15, 0);
    CHECK(played.ending == Ending::won && played.moves == 1 && played.unmarked == 0);
}

void every_cell_is_marked_in_the_marking_game() {
    const Board board(4, 4, Shape::square);
    Match match(board, {Finish::marking, Policy::never_guess});
    match.keeps_trace = true;
    lay(match, board, {0});
    const Played played = match.play(15, 0);
    CHECK(played.ending == Ending::won && played.moves == 16 && played.proved == 15);
    CHECK(match.trace.back().act == Act::mark && match.trace.back().cell == 0);
}

void a_first_cell_may_be_a_mine() {
    const Board board(1, 2, Shape::square);
    Match match(board, {Finish::clearing, Policy::safest});
    lay(match, board, {0});
    const Played played = match.play(0, 0);
    CHECK(played.ending == Ending::lost && played.moves == 1 && played.guesses == 0);
}

// Two cells, one mine: whatever comes, luck is one half.
void luck_is_what_came_less_what_was_to_be_expected() {
    const Board board(1, 2, Shape::square);
    Match match(board, {Finish::clearing, Policy::safest_corner});
    for (const int mine : {0, 1}) {
        lay(match, board, {mine});
        const Played played = match.play(Match::no_cell, 0);
        CHECK(played.ending == (mine == 1 ? Ending::won : Ending::lost));
        CHECK(played.luck == (mine == 1 ? 0.5 : -0.5) && played.counts == 1);
    }
}

void single_clues_come_first() {
    const Board board(2, 5, Shape::square);
    Reasoner reasoner(board);
    reasoner.begin(unknown_total);
    for (const auto& [cell, number] : {std::pair{6, 1}, {7, 1}, {8, 1}, {5, 0}, {9, 0}})
        reasoner.see(cell, number);
    CHECK(reasoner.deduce() == Method::single_clue);
    CHECK(listed(reasoner.safe()) == Cells({0, 1, 3, 4}) && reasoner.mines().empty());
    CHECK(reasoner.deduce() == Method::single_clue);
    CHECK(listed(reasoner.mines()) == Cells({2}) && reasoner.counts() == 0);
}

// 1 2 and a safe cell below four covered ones: c1 is the mine that makes the 2 one more than the 1.
void a_one_beside_a_two_settles_a_mine() {
    const Board board(2, 4, Shape::square);
    Reasoner reasoner(board);
    reasoner.begin(unknown_total);
    reasoner.see(4, 1);
    reasoner.see(5, 2);
    reasoner.learn(6, false);
    CHECK(reasoner.deduce() == Method::pair);
    CHECK(listed(reasoner.mines()) == Cells({2}) && reasoner.safe().empty());
    CHECK(reasoner.deduce() == Method::nothing && reasoner.counts() == 1);
}

// 1 1 1 1: the outer pairs each settle a cell, in the same step.
void a_step_finds_all_that_it_can() {
    const Board board(2, 4, Shape::square);
    Reasoner reasoner(board);
    reasoner.begin(unknown_total);
    for (const int cell : {4, 5, 6, 7}) reasoner.see(cell, 1);
    CHECK(reasoner.deduce() == Method::pair);
    CHECK(listed(reasoner.safe()) == Cells({1, 2}) && reasoner.mines().empty());
}

void the_mine_count_settles_what_is_left() {
    const Board board(1, 5, Shape::square);
    Reasoner reasoner(board);
    reasoner.begin(1);
    reasoner.see(1, 1);
    reasoner.see(3, 1);  // c1 is the mine that both see, as there is but one
    CHECK(reasoner.deduce() == Method::counting);
    CHECK(listed(reasoner.safe()) == Cells({0, 4}) && listed(reasoner.mines()) == Cells({2}));
    CHECK(reasoner.deduce() == Method::nothing && reasoner.unsettled() == 0);
}

Outcome outcome_of(Reasoner& reasoner) {
    try {
        reasoner.deduce();
    } catch (const Ended& ended) {
        return ended.outcome;
    }
    return Outcome::counted;
}

void contradictions_are_told_and_stay() {
    const Board board(1, 3, Shape::square);
    Reasoner reasoner(board);
    reasoner.begin(unknown_total);
    reasoner.see(0, 1);
    reasoner.see(2, 0);
    for (int i = 0; i < 3; ++i) CHECK(outcome_of(reasoner) == Outcome::contradiction);
    reasoner.begin(3);
    reasoner.see(1, 2);
    CHECK(outcome_of(reasoner) == Outcome::count_contradiction);
    reasoner.begin(1);
    reasoner.see(0, 1);
    reasoner.see(0, 0);
    CHECK(outcome_of(reasoner) == Outcome::contradiction);
}

void a_position_without_a_layout_has_no_risks() {
    const Board board(1, 3, Shape::square);
    Reasoner reasoner(board);
    reasoner.begin(unknown_total);
    reasoner.risks();
    reasoner.see(0, 1);
    reasoner.learn(0, true);
    Outcome outcome = Outcome::counted;
    try {
        reasoner.risks();
    } catch (const Ended& ended) {
        outcome = ended.outcome;
    }
    CHECK(outcome == Outcome::contradiction);
}

void looking_for_certain_cells_settles_none() {
    const Board board(1, 5, Shape::square);
    for (const Cells& seen : {Cells{0, 3}, Cells{1, 3}}) {
        Reasoner reasoner(board);
        reasoner.begin(1);
        for (const int cell : seen) reasoner.see(cell, seen[0] == 1 || cell == 3);
        for (int i = 0; i < 2; ++i) CHECK(reasoner.has_certain());
        CHECK(reasoner.unsettled() == 3);
        CHECK(reasoner.deduce() != Method::nothing && reasoner.unsettled() < 3);
        while (reasoner.deduce() != Method::nothing) continue;
        CHECK(!reasoner.has_certain());
    }
}

void a_fleet_shows_what_opens() {
    Fleet fleet(Board(3, 3, Shape::square), {StartRule::safe, 0, 0}, 2);
    fleet.set_mines(8);
    std::vector<std::int8_t> shown(9, 5);
    for (int i = 0; i < 2; ++i) {
        fleet.begin(1, 7, shown.data());
        CHECK(std::count(shown.begin(), shown.end(), Fleet::hidden) == 9);
        const Fleet::Step step = fleet.open(1, 4, shown.data());
        CHECK(step.opened == 1 && step.status == GameStatus::won && shown[4] == 8);
        CHECK(fleet.open(1, 3, shown.data()).opened == 0);
    }
}

Games play(const Board& board, int games, int threads) {
    static const std::vector<std::uint64_t> seeds(static_cast<std::size_t>(games), 7);
    Games all(games, {true, true});
    Bulk bulk(board, {Finish::clearing, Policy::safest}, all, seeds.data());
    const Start start{StartRule::safe, 0, 0};
    const auto make_dealer = [&] {
        return [dealer = Dealer(board, start, 12)](int game, Match& match) mutable {
            dealer.deal(static_cast<std::uint64_t>(game), match.layout, match.safe);
            return 0;
        };
    };
    CHECK(bulk.play(threads, make_dealer, [] { return false; }));
    return all;
}

void threads_change_nothing() {
    const Board board(8, 8, Shape::square);
    const Games one = play(board, 200, 1), four = play(board, 200, 4);
    for (int game = 0; game < 200; ++game) {
        const Span<const Move> left = one.trace(game), right = four.trace(game);
        CHECK(left.count() == right.count());
        for (int i = 0; i < left.count(); ++i) CHECK(left[i].cell == right[i].cell);
        CHECK(one.unmarked(game).count() == four.unmarked(game).count());
    }
}

void games_stop_when_they_are_told_to() {
    const Board board(16, 30, Shape::square);
    const std::vector<std::uint64_t> seeds(10'000'000);
    Games all(static_cast<int>(seeds.size()), {});
    Bulk bulk(board, {Finish::clearing, Policy::safest}, all, seeds.data());
    const Start start{StartRule::safe, 0, 0};
    const auto make_dealer = [&] {
        return [dealer = Dealer(board, start, 99)](int, Match& match) mutable {
            dealer.deal(1, match.layout, match.safe);
            return 0;
        };
    };
    CHECK(!bulk.play(2, make_dealer, [] { return true; }));
}

// Each of two games waits until both are dealt, so one worker alone would wait forever.
void few_games_are_shared_by_all_workers() {
    const Board board(4, 4, Shape::square);
    const std::vector<std::uint64_t> seeds(2);
    Games all(2, {});
    Bulk bulk(board, {Finish::clearing, Policy::safest}, all, seeds.data());
    std::atomic<int> dealt = 0;
    std::atomic<int> patience = 200;
    const auto make_dealer = [&] {
        return [&](int, Match& match) {
            lay(match, board, {0});
            ++dealt;
            while (dealt < 2 && patience > 0) std::this_thread::yield();
            return 15;
        };
    };
    CHECK(bulk.play(2, make_dealer, [&] { return --patience == 0; }));
}

void errors_of_workers_are_passed_on() {
    const Board board(4, 4, Shape::square);
    const std::vector<std::uint64_t> seeds(100);
    Games all(100, {});
    Bulk bulk(board, {Finish::clearing, Policy::safest}, all, seeds.data());
    const auto make_dealer = [] { return [](int, Match&) -> int { throw std::bad_alloc(); }; };
    bool is_thrown = false;
    try {
        bulk.play(3, make_dealer, [] { return false; });
    } catch (const std::bad_alloc&) {
        is_thrown = true;
    }
    CHECK(is_thrown);
}

}  // namespace

int main() {
    neighbours_are_those_of_the_shape();
    dealing_keeps_the_start_clear();
    safe_cells_are_handed_out();
    a_zero_opens_its_neighbours();
    every_cell_is_marked_in_the_marking_game();
    a_first_cell_may_be_a_mine();
    luck_is_what_came_less_what_was_to_be_expected();
    single_clues_come_first();
    a_one_beside_a_two_settles_a_mine();
    a_step_finds_all_that_it_can();
    the_mine_count_settles_what_is_left();
    contradictions_are_told_and_stay();
    a_position_without_a_layout_has_no_risks();
    looking_for_certain_cells_settles_none();
    a_fleet_shows_what_opens();
    threads_change_nothing();
    games_stop_when_they_are_told_to();
    few_games_are_shared_by_all_workers();
    errors_of_workers_are_passed_on();
}
