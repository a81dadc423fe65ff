// Small boards that can be followed by hand; the Python tests compare generate.hpp with its twin.
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "board/board.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "play/generate.hpp"
#include "tests/check.hpp"

using namespace mineproof;

namespace {

constexpr Reach everything{Method::counting, true};
constexpr Reach clues_alone{Method::counting, false};
constexpr Reach singles{Method::single_clue, false};
constexpr Reach pairs{Method::pair, false};

Layout laid(const Board& board, std::initializer_list<int> mines) {
    Layout layout;
    layout.begin(board);
    for (const int mine : mines) layout.put(mine);
    return layout;
}

bool is_cleared(const Board& board, const Reach& reach, std::initializer_list<int> mines) {
    return Solving(board, reach).play(laid(board, mines), 0);
}

void mines_can_be_taken() {
    const Board board(2, 3, Shape::square);
    Layout layout = laid(board, {0, 2});
    layout.take(0);
    layout.take(0);
    CHECK(layout.mines() == 1 && !layout.is_mine(0) && layout.is_mine(2));
    CHECK(layout.number(1) == 1 && layout.number(3) == 0);
}

void boards_are_cleared_as_far_as_the_reach_goes() {
    const Board row(1, 9, Shape::square);
    CHECK(is_cleared(row, singles, {8}));
    CHECK(!is_cleared(row, clues_alone, {7}));
    CHECK(is_cleared(row, everything, {7}));
    const Board wide(2, 5, Shape::square);
    CHECK(!is_cleared(wide, everything, {3, 9}));
    const Board tall(3, 6, Shape::square);  // a 1-2-1 at the bottom of column d
    CHECK(!is_cleared(tall, singles, {4, 16}));
    CHECK(is_cleared(tall, everything, {4, 16}) == is_cleared(tall, clues_alone, {4, 16}));
}

void what_has_changed_is_played_on() {
    const Board board(2, 5, Shape::square);
    Layout layout = laid(board, {3, 9});
    Solving solving(board, everything);
    CHECK(!solving.play(layout, 0));
    layout.take(9);
    layout.put(8);
    CHECK(solving.play_changed());
    CHECK(solving.is_open(4) && solving.is_known_mine(3));
}

// Repaired boards have all their mines, none where it must be clear, and can be cleared.
void repaired_boards_can_be_cleared() {
    const Board board(8, 8, Shape::square);
    const Start start{StartRule::opening, 0, 0};
    for (const Reach& reach : {singles, pairs, clues_alone, everything}) {
        Generator generator(board, start, 24, {reach, {}, true});
        Solving solving(board, reach);
        for (std::uint64_t seed = 0; seed < 50; ++seed) {
            const Generator::Found found = generator.find(seed, 0, 100);
            CHECK(found.is_found);
            CHECK(generator.layout.mines() == 24 && generator.layout.number(0) == 0);
            CHECK(solving.play(generator.layout, 0));
        }
    }
}

void tries_can_be_passed_over() {
    const Board board(8, 8, Shape::square);
    Generator generator(board, {StartRule::safe, 9, 0}, 12, {everything, {}, false});
    const Generator::Found first = generator.find(3, 0, 1000);
    const Generator::Found second = generator.find(3, first.tries, 1000);
    CHECK(first.is_found && second.is_found && first.seed != second.seed);
    CHECK(generator.find(3, first.tries - 1, 1).seed == first.seed);
    CHECK(!generator.find(3, first.tries, second.tries - 1).is_found);
}

void what_is_too_easy_is_passed_over() {
    const Board board(8, 8, Shape::square);
    Generator generator(board, {StartRule::opening, 9, 0}, 12, {clues_alone, pairs, false});
    Solving easy(board, pairs), hard(board, clues_alone);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        CHECK(generator.find(seed, 0, 10'000).is_found);
        CHECK(hard.play(generator.layout, 9) && !easy.play(generator.layout, 9));
    }
}

void one_layout_is_tried_once() {
    const Board board(1, 3, Shape::square);
    for (const int mines : {0, 2}) {
        Generator generator(board, {StartRule::safe, 1, 0}, mines,
                            {clues_alone, clues_alone, false});
        const Generator::Found found = generator.find(1, 0, 1'000'000'000);
        CHECK(!found.is_found && found.tries == 1'000'000'000);
    }
}

void too_much_to_count_is_no_board_and_to_stop_ends_it() {
    const Board board(16, 30, Shape::square);
    Generator generator(board, {StartRule::opening, 93, 0}, 99, {everything, pairs, false});
    generator.limit(0, nullptr);
    CHECK(!generator.find(1, 0, 50).is_found);
    Generator endless(board, {StartRule::opening, 93, 0}, 200, {everything, {}, false});
    endless.limit(20'000'000, [](void*) { return true; });
    bool is_stopped = false;
    try {
        endless.find(1, 0, 1'000'000);
    } catch (const Ended& ended) {
        is_stopped = ended.outcome == Outcome::stopped;
    }
    CHECK(is_stopped);
}

}  // namespace

int main() {
    mines_can_be_taken();
    boards_are_cleared_as_far_as_the_reach_goes();
    what_has_changed_is_played_on();
    repaired_boards_can_be_cleared();
    tries_can_be_passed_over();
    what_is_too_easy_is_passed_over();
    one_layout_is_tried_once();
    too_much_to_count_is_no_board_and_to_stop_ends_it();
}
