// Shared by the programs here: games in which whatever is certain is played, and a program guesses.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "board/game.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"

namespace mineproof {

// What the programs are told: ROWS COLS MINES START FIRST SEED GAMES.
struct Wish {
    static constexpr int words = 7;

    Board board;
    Start start;
    int mines;
    std::uint64_t seed;  // of the first game
    int games;

    explicit Wish(char** told)
        : board(number(told[0]), number(told[1]), Shape::square),
          start{std::strcmp(told[3], "opening") == 0 ? StartRule::opening : StartRule::safe,
                number(told[4]), 0},
          mines(number(told[2])),
          seed(std::strtoull(told[5], nullptr, 10)),
          games(number(told[6])) {}

    static int number(const char* word) { return std::atoi(word); }
};

// Plays the games of a wish, one at a time.
class Games {
public:
    explicit Games(const Wish& wish)
        : start_(wish.start), dealer_(wish.board, wish.start, wish.mines), reasoner_(wish.board) {
        reasoner_.keep_counts();
    }

    // Calls `guess()` whenever nothing is certain and a cell is left. It opens one, or returns
    // false to end the game there.
    template <class Guess>
    void play(std::uint64_t seed, Guess guess) {
        dealer_.deal(seed, layout_, safe_);
        game_.begin(layout_, Finish::clearing);
        reasoner_.begin(layout_.mines());
        open(start_.first);
        while (game_.is_played()) {
            if (reasoner_.deduce() != Method::nothing) open_safe();
            else if (reasoner_.unsettled() == 0 || !guess()) return;
        }
    }

    void open(int cell) {
        game_.open(cell, [this](int opened, int number) { reasoner_.see(opened, number); });
    }

    Reasoner& reasoner() { return reasoner_; }

private:
    void open_safe() {
        for (const int cell : reasoner_.safe())
            if (game_.is_played() && !game_.is_open(cell)) open(cell);
    }

    Start start_;
    Dealer dealer_;
    Layout layout_;
    Buffer<int> safe_;
    Game game_;
    Reasoner reasoner_;
};

}  // namespace mineproof
