// Many clearing games on boards of one kind, side by side: each step makes one move in each.
//
// What is seen is not kept here but written to the caller's arrays: a row of cells for each game,
// `hidden` where nothing is open. For `safe` and `opening` the first opening lays the mines, as in
// board/game.py, so a game is the same here as there, seed by seed and move by move.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "board/game.hpp"
#include "board/layout.hpp"

namespace mineproof {

class Fleet {
public:
    static constexpr std::int8_t hidden = -1;

    // Boards without a mine. `start.first` is ignored: the first opening decides.
    Fleet(Board board, const Start& start, int games)
        : board_(std::move(board)), start_(start), ships_(static_cast<std::size_t>(games)) {}

    Fleet(const Fleet&) = delete;

    const Board& board() const { return board_; }
    int games() const { return static_cast<int>(ships_.size()); }

    // How many mines there is room for, whatever cell is opened first.
    int room() const {
        const int clear = start_.rule == StartRule::opening ? Board::most + 1 : start_.has_first();
        return board_.cells() - std::max(clear, start_.count);
    }
    void set_mines(int mines) { mines_ = mines; }

    // Starts a game over; `shown` is its row.
    void begin(int game, std::uint64_t seed, std::int8_t* shown) {
        std::fill(shown, shown + board_.cells(), hidden);
        Ship& ship = ships_[static_cast<std::size_t>(game)];
        ship.seed = seed;
        ship.is_laid = false;
        if (!start_.has_first()) lay(ship, start_, shown);
    }

    struct Step {
        int opened = 0;
        GameStatus status = GameStatus::playing;
    };

    // Opens a cell; nothing happens if it is open, or the game is over.
    Step open(int game, int cell, std::int8_t* shown) {
        Ship& ship = ships_[static_cast<std::size_t>(game)];
        if (!ship.is_laid) lay(ship, {start_.rule, cell, 0}, shown);
        Step step;
        if (!ship.is_over && !ship.game.is_open(cell)) ship.game.open(cell, Sees{shown, step});
        step.status = ship.game.status();
        ship.is_over = step.status != GameStatus::playing;
        return step;
    }

private:
    // Shows each cell that opens, and counts it.
    struct Sees {
        std::int8_t* shown;
        Step& step;

        void operator()(int cell, int number) const {
            shown[cell] = static_cast<std::int8_t>(number);
            ++step.opened;
        }
    };

    struct Ship {
        std::uint64_t seed = 0;
        bool is_laid = false;
        bool is_over = true;
        Layout layout;
        Game game;
    };

    void lay(Ship& ship, const Start& start, std::int8_t* shown) {
        Dealer(board_, start, mines_).deal(ship.seed, ship.layout, safe_);
        ship.game.begin(ship.layout, Finish::clearing);
        Step handed_out;
        ship.game.hand_out(safe_, Sees{shown, handed_out});
        ship.is_over = !ship.game.is_played();
        ship.is_laid = true;  // at last, since memory may run out before
    }

    Board board_;
    Start start_;
    int mines_ = 0;
    std::vector<Ship> ships_;
    Buffer<int> safe_;
};

}  // namespace mineproof
