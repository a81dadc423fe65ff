// Guesses on small boards, compared with all their layouts; the Python tests compare larger ones.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "board/board.hpp"
#include "board/layout.hpp"
#include "count/list.hpp"
#include "count/reason.hpp"
#include "play/play.hpp"
#include "strategist/endgame.hpp"
#include "strategist/lookahead.hpp"
#include "strategist/strategist.hpp"
#include "tests/check.hpp"
#include "tests/test_positions.hpp"

using namespace mineproof;

namespace {

template <class Set>
int wins(const Board& board, const Layouts& layouts) {
    Endgame<Set> endgame;
    set_up(endgame, board, layouts);
    CHECK(endgame.solve(no_limit));
    return endgame.best().wins;
}

// --- the endgame --------------------------------------------------------------------------------

void digits_count_columns() {
    Columns<std::uint64_t> columns;
    columns.clear();
    for (int i = 0; i < 5; ++i) columns.add(0b0110);
    for (int i = 0; i < 3; ++i) columns.add(0b1100);
    CHECK(columns.least(0b0100) == 8 && columns.least(0b0110) == 5);
    CHECK(columns.least(0b1110) == 3 && columns.least(0b1111) == 0);
}

void sets_know_their_cells() {
    const Wide both = just<Wide>(3) | just<Wide>(100);
    CHECK(size_of(both) == 2 && first_of(both) == 3 && has(both, 100) && !has(both, 64));
    std::vector<int> cells;
    for_each(both, [&](int cell) { cells.push_back(cell); });
    CHECK(cells == std::vector<int>({3, 100}));
}

// Solved by others, by other means.
void whole_boards_are_won_as_often_as_is_known() {
    struct Known {
        int rows, cols, mines, wins;
    };
    for (const auto& [rows, cols, mines, won] :
         {Known{1, 5, 1, 4}, Known{1, 8, 3, 18}, Known{2, 3, 2, 5}, Known{2, 6, 3, 44},
          Known{3, 3, 3, 33}, Known{3, 3, 8, 1}, Known{3, 4, 4, 173}, Known{3, 4, 6, 107},
          Known{2, 7, 9, 42}, Known{4, 4, 1, 15}, Known{4, 4, 12, 24}}) {
        const Board board(rows, cols, Shape::square);
        CHECK(wins<std::uint64_t>(board, all_layouts(board, mines)) == won);
        CHECK(wins<Wide>(board, all_layouts(board, mines)) == won);
    }
}

// Two cells of which one is a mine, in two places that do not touch: each must be guessed.
void parts_apart_are_multiplied() {
    const Board board(1, 20, Shape::square);
    Layouts layouts;
    for (const int one : {0, 1})
        for (const int two : {5, 6})
            for (const int three : {10, 11})
                for (const int four : {15, 16})
                    layouts.push_back(just<std::uint64_t>(one) | just<std::uint64_t>(two) |
                                      just<std::uint64_t>(three) | just<std::uint64_t>(four));
    Endgame<std::uint64_t> endgame;
    set_up(endgame, board, layouts);
    for (int cell = 0; cell < board.cells(); ++cell) endgame.near[cell] = 0;  // no number tells
    CHECK(endgame.solve(no_limit) && endgame.best().wins == 1);
}

void every_move_is_weighed() {
    const Board board(1, 3, Shape::square);
    Endgame<std::uint64_t> endgame;
    set_up(endgame, board, {0b001, 0b010, 0b100});
    CHECK(endgame.solve(no_limit) && endgame.best().cell == 0 && endgame.best().wins == 2);
    for (const auto& [cell, won] : std::map<int, int>({{0, 2}, {1, 1}, {2, 2}}))
        CHECK(endgame.weigh(cell, no_limit) && endgame.best().wins == won);
}

void a_game_that_is_won_has_no_move() {
    const Board board(1, 2, Shape::square);
    Endgame<std::uint64_t> endgame;
    set_up(endgame, board, {0b11});
    CHECK(endgame.solve(no_limit) && endgame.best().cell == Endgame<std::uint64_t>::no_cell);
}

void certain_cells_come_first() {
    const Board board(1, 4, Shape::square);
    Endgame<std::uint64_t> endgame;
    set_up(endgame, board, {0b0001, 0b1000});  // b1 tells which
    CHECK(endgame.solve(no_limit) && endgame.best().cell == 1 && endgame.best().wins == 2);
}

void a_search_ends_at_its_limit() {
    const Board board(4, 4, Shape::square);
    Endgame<std::uint64_t> endgame;
    set_up(endgame, board, all_layouts(board, 4));
    CHECK(!endgame.solve(1000));
    CHECK(endgame.solve(no_limit) && endgame.best().wins == 961);
}

void a_search_stops_when_it_is_told_to() {
    const Board board(4, 4, Shape::square);
    Endgame<std::uint64_t> endgame;
    set_up(endgame, board, all_layouts(board, 4));
    Work account;
    account.set_ask([](void*) { return true; }, nullptr);
    endgame.account = &account;
    bool is_stopped = false;
    try {
        while (endgame.solve(no_limit)) continue;
    } catch (const Ended& ended) {
        is_stopped = ended.outcome == Outcome::stopped;
    }
    CHECK(is_stopped);
}

// A table that forgets costs time and nothing else.
void a_small_table_will_do() {
    const Board board(3, 4, Shape::square);
    Endgame<std::uint64_t> endgame;
    endgame.table_bits = 3;
    set_up(endgame, board, all_layouts(board, 4));
    CHECK(endgame.solve(no_limit) && endgame.best().wins == 173);
}

// --- listing ------------------------------------------------------------------------------------

void all_layouts_are_listed() {
    for_each_position([](Position& position) {
        Reasoner& reasoner = position.reasoner;
        reasoner.risks();
        Lister lister;
        lister.start(reasoner.counter(), reasoner.mines_left());
        CHECK(std::abs(lister.count() - static_cast<double>(position.layouts.size())) < 1e-6);
        Buffer<Wide> listed;
        lister.list(listed);
        Buffer<int> cells;
        reasoner.list_counted(cells);
        std::uint64_t settled = 0;
        for (int cell = 0; cell < position.board.cells(); ++cell)
            if (reasoner.is_mine(cell)) settled |= just<std::uint64_t>(cell);
        Layouts found;
        for (const Wide layout : listed) {
            std::uint64_t mines = settled;
            for_each(layout, [&](int i) { mines |= just<std::uint64_t>(cells[i]); });
            found.push_back(mines);
        }
        std::sort(found.begin(), found.end());
        std::sort(position.layouts.begin(), position.layouts.end());
        CHECK(found == position.layouts);
    });
}

// --- looking ahead ------------------------------------------------------------------------------

// What is to be expected of a cell, by going through all layouts.
struct Expected {
    double survival = 0;
    int numbers = 0;
};

Expected expect(const Position& position, int cell) {
    std::map<int, Layouts> parts;
    for (const std::uint64_t layout : position.layouts)
        if (!has(layout, cell))
            parts[size_of(layout & near(position.board, cell))].push_back(layout);
    Expected expected;
    expected.numbers = static_cast<int>(parts.size());
    for (const auto& [number, layouts] : parts) {
        std::size_t least = layouts.size();
        for (int other = 0; other < position.board.cells(); ++other) {
            if (other == cell || has(position.open, other)) continue;
            const auto mined = std::count_if(layouts.begin(), layouts.end(),
                                             [&](std::uint64_t each) { return has(each, other); });
            least = std::min(least, static_cast<std::size_t>(mined));
        }
        const bool is_won = least == layouts.size();
        expected.survival += static_cast<double>(layouts.size() - (is_won ? 0 : least));
    }
    expected.survival /= static_cast<double>(position.layouts.size());
    return expected;
}

void survival_is_exact() {
    for_each_position([](Position& position) {
        Lookahead lookahead;
        CHECK(lookahead.weigh(position.reasoner, 100));
        CHECK(!lookahead.candidates().empty());
        for (const Lookahead::Candidate& each : lookahead.candidates()) {
            const Expected expected = expect(position, each.cell);
            CHECK(std::abs(each.risk - position.risk(each.cell)) < 1e-12);
            CHECK(std::abs(each.survival - expected.survival) < 1e-12);
            CHECK(each.is_dead == (expected.numbers == 1));
        }
    });
}

// No cell is better that is not dead; dead ones come last.
void the_best_survivor_comes_first() {
    for_each_position([](Position& position) {
        Lookahead lookahead;
        lookahead.bonus = 1;
        CHECK(lookahead.weigh(position.reasoner, 1));
        const Lookahead::Candidate best = lookahead.candidates()[0];
        for (int cell = 0; cell < position.board.cells(); ++cell) {
            if (position.reasoner.is_settled(cell)) continue;
            const Expected expected = expect(position, cell);
            CHECK(expected.numbers == 1 ||
                  (!best.is_dead && expected.survival <= best.survival + 1e-9));
        }
    });
}

// --- 50/50s -------------------------------------------------------------------------------------

void a_fifty_fifty_that_is_taken_wins_most() {
    Fifty fifty;
    BestPlay best_play;
    int found = 0;
    for_each_stall(6, 12, 3000, [&](Reasoner& reasoner) {
        reasoner.risks();
        const int cell = fifty.find(reasoner, nullptr);
        if (cell == none || !best_play.find(reasoner, 600, no_limit)) return;
        ++found;
        CHECK(best_play.weigh(cell, no_limit));
        CHECK(best_play.weighed().win == best_play.best().win);
    });
    CHECK(found > 5);
}

// --- decisions ----------------------------------------------------------------------------------

Thinking unlimited() { return {1'000'000, no_limit}; }

void endgames_are_played_best() {
    for_each_position([](Position& position) {
        Strategist strategist(unlimited());
        CHECK(strategist.weigh(position.reasoner, 1) == Strategist::How::endgame);
        const Strategist::Candidate best = strategist.candidates()[0];
        const auto total = static_cast<double>(position.layouts.size());
        Endgame<std::uint64_t> endgame;
        set_up(endgame, position.board, position.layouts);
        for_each(position.open, [&](int cell) {
            for (int other = 0; other < position.board.cells(); ++other)
                endgame.near[other] &= ~just<std::uint64_t>(cell);
        });
        CHECK(endgame.solve(no_limit));
        CHECK(std::abs(best.merit - endgame.best().wins / total) < 1e-12);
        CHECK(endgame.weigh(best.cell, no_limit));
        CHECK(std::abs(best.merit - endgame.best().wins / total) < 1e-12);
        CHECK(std::abs(best.risk - position.risk(best.cell)) < 1e-12);
    });
}

void excluded_cells_are_not_chosen() {
    for_each_position([](Position& position) {
        for (const Thinking& thinking : {unlimited(), Thinking{0, 0}}) {
            Strategist strategist(thinking);
            Buffer<bool> excluded;
            excluded.assign(position.board.cells(), false);
            strategist.weigh(position.reasoner, 1, &excluded);
            const int best = strategist.candidates()[0].cell;
            excluded[best] = true;
            strategist.weigh(position.reasoner, 100, &excluded);
            for (const Strategist::Candidate& each : strategist.candidates())
                CHECK(each.cell != best);
        }
    });
}

void more_guesses_begin_with_the_best() {
    for_each_position([](Position& position) {
        Strategist strategist(unlimited());
        strategist.weigh(position.reasoner, 1);
        const Strategist::Candidate best = strategist.candidates()[0];
        strategist.weigh(position.reasoner, 100);
        CHECK(strategist.candidates().count() == position.reasoner.unsettled());
        CHECK(strategist.candidates()[0].cell == best.cell);
        CHECK(strategist.candidates()[0].merit == best.merit);
        for (int i = 1; i < strategist.candidates().count(); ++i)
            CHECK(strategist.candidates()[i].merit <= strategist.candidates()[i - 1].merit);
    });
}

// However the numbers came in, the same position is decided alike.
void the_order_of_sights_does_not_matter() {
    const Board board(5, 5, Shape::square);
    const std::vector<std::pair<int, int>> sights = {{0, 1}, {2, 1}, {12, 2}, {24, 1}};
    for (const Budget budget : {Budget::fast, Budget::normal}) {
        Reasoner one(board), other(board);
        for (Reasoner* each : {&one, &other}) {
            each->keep_counts();
            each->begin(5);
        }
        for (const auto& [cell, number] : sights) one.see(cell, number);
        for (auto i = sights.rbegin(); i != sights.rend(); ++i) other.see(i->first, i->second);
        CHECK(one.deduce() == Method::nothing && other.deduce() == Method::nothing);
        Strategist strategist(Thinking::within(budget));
        const Guess guess = strategist.choose(one), again = strategist.choose(other);
        CHECK(guess.cell == again.cell && guess.risk == again.risk);
    }
}

void large_positions_are_guessed_by_risk() {
    const Board board(80, 80, Shape::square);
    Reasoner reasoner(board);
    reasoner.keep_counts();
    reasoner.begin(1000);
    for (int row = 1; row < 80; row += 4)
        for (int col = 1; col < 80; col += 4) reasoner.see(row * 80 + col, 1);
    CHECK(reasoner.deduce() == Method::nothing);
    Strategist strategist(Thinking::within(Budget::fast));
    CHECK(strategist.weigh(reasoner, 3) == Strategist::How::safest);
    CHECK(strategist.candidates().count() == 3);
    const double floating = reasoner.risks().floating_risk;
    CHECK(strategist.candidates()[0].risk == std::min(floating, 0.125));
}

void strategists_play_whole_games() {
    const Board board(6, 6, Shape::square);
    Dealer dealer(board, {StartRule::safe, 0, 0}, 8);
    for (const Policy policy : {Policy::strategist_fast, Policy::strategist}) {
        Match match(board, {Finish::clearing, policy});
        int won = 0;
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            dealer.deal(seed, match.layout, match.safe);
            const Played played = match.play(0, seed);
            CHECK(played.ending == Ending::won || played.ending == Ending::lost);
            won += played.ending == Ending::won;
        }
        CHECK(won > 15 && won < 45);
    }
}

}  // namespace

int main() {
    digits_count_columns();
    sets_know_their_cells();
    whole_boards_are_won_as_often_as_is_known();
    parts_apart_are_multiplied();
    every_move_is_weighed();
    a_game_that_is_won_has_no_move();
    certain_cells_come_first();
    a_search_ends_at_its_limit();
    a_search_stops_when_it_is_told_to();
    a_small_table_will_do();
    all_layouts_are_listed();
    survival_is_exact();
    the_best_survivor_comes_first();
    a_fifty_fifty_that_is_taken_wins_most();
    endgames_are_played_best();
    excluded_cells_are_not_chosen();
    more_guesses_begin_with_the_best();
    the_order_of_sights_does_not_matter();
    large_positions_are_guessed_by_risk();
    strategists_play_whole_games();
}
