// Small boards with all their layouts, and positions of random games, for tests of guesses.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "base/rng.hpp"
#include "board/board.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "strategist/endgame.hpp"
#include "tests/check.hpp"

namespace mineproof {

using Layouts = std::vector<std::uint64_t>;

constexpr Offset no_limit = Offset{1} << 60;

inline std::uint64_t near(const Board& board, int cell) {
    std::uint64_t around = 0;
    for (const int other : board.near(cell))
        if (other != board.nowhere()) around |= just<std::uint64_t>(other);
    return around;
}

// All ways to put so many mines on a board.
inline Layouts all_layouts(const Board& board, int mines) {
    Layouts layouts;
    for (std::uint64_t layout = 0; layout >> board.cells() == 0; ++layout)
        if (size_of(layout) == mines) layouts.push_back(layout);
    return layouts;
}

template <class Set>
void set_up(Endgame<Set>& endgame, const Board& board, const Layouts& layouts) {
    endgame.near.clear();
    endgame.layouts.clear();
    for (int cell = 0; cell < board.cells(); ++cell)
        endgame.near.push(static_cast<Set>(near(board, cell)));
    for (const std::uint64_t layout : layouts) endgame.layouts.push(static_cast<Set>(layout));
}

// A position of a random game in which nothing is certain, and all layouts that fit.
struct Position {
    Board board;
    Reasoner reasoner;
    Layouts layouts;
    std::uint64_t open = 0;

    Position(int rows, int cols, Shape shape, int mines, std::uint64_t seed, bool is_told = true)
        : board(rows, cols, shape), reasoner(board) {
        Rng rng(seed);
        Layout layout;
        Dealer dealer(board, {StartRule::none, 0, 0}, mines);
        Buffer<int> safe;
        dealer.deal(seed, layout, safe);
        reasoner.keep_counts();
        reasoner.begin(is_told ? mines : unknown_total);
        for (int i = 0; i < 3; ++i) {
            const auto cell = static_cast<int>(rng.below(static_cast<unsigned>(board.cells())));
            if (!layout.is_mine(cell)) see(cell, layout);
        }
        while (reasoner.deduce() != Method::nothing)
            for (const int cell : reasoner.safe()) see(cell, layout);
        for (int count = is_told ? mines : 0; count <= (is_told ? mines : board.cells()); ++count)
            for (const std::uint64_t each : all_layouts(board, count))
                if (fits(each, layout)) layouts.push_back(each);
    }

    bool is_guess() const { return reasoner.unsettled() > 0; }

    double risk(int cell) const {
        const auto mined = std::count_if(layouts.begin(), layouts.end(),
                                         [&](std::uint64_t each) { return has(each, cell); });
        return static_cast<double>(mined) / static_cast<double>(layouts.size());
    }

private:
    void see(int cell, const Layout& layout) {
        if (has(open, cell)) return;
        open |= just<std::uint64_t>(cell);
        reasoner.see(cell, layout.number(cell));
    }

    bool fits(std::uint64_t each, const Layout& layout) const {
        if ((each & open) != 0) return false;
        bool is_fit = true;
        for_each(open, [&](int cell) {
            is_fit &= size_of(each & near(board, cell)) == layout.number(cell);
        });
        return is_fit;
    }
};

// Calls `check` with positions of several shapes and mines.
template <class Check>
void for_each_position(Check check) {
    int guesses = 0;
    for (std::uint64_t seed = 0; seed < 90; ++seed) {
        const auto number = static_cast<int>(seed);
        const Shape shape = seed % 3 == 0   ? Shape::square
                            : seed % 3 == 1 ? Shape::torus
                                            : Shape::hex;
        Position position(3, 4, shape, 3 + number % 4, seed, seed % 5 != 0);
        if (!position.is_guess() || position.layouts.size() > 400) continue;
        ++guesses;
        check(position);
    }
    CHECK(guesses > 30);
}

// Calls `check` with each game of so many seeds that logic alone does not finish, where it stops.
template <class Check>
void for_each_stall(int side, int mines, int seeds, Check check) {
    const Board board(side, side, Shape::square);
    Dealer dealer(board, {StartRule::opening, 0, 0}, mines);
    for (int seed = 0; seed < seeds; ++seed) {
        Layout layout;
        Buffer<int> safe;
        dealer.deal(static_cast<std::uint64_t>(seed), layout, safe);
        Reasoner reasoner(board);
        reasoner.keep_counts();
        reasoner.begin(mines);
        reasoner.see(0, 0);
        while (reasoner.deduce() != Method::nothing)
            for (const int cell : reasoner.safe()) reasoner.see(cell, layout.number(cell));
        if (reasoner.unsettled() > 0) check(reasoner);
    }
}

}  // namespace mineproof
