// The rules on one board, as in board/game.py: a layout, and which cells are open.
#pragma once

#include <cstdint>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "board/layout.hpp"

namespace mineproof {

enum class Finish { marking, clearing };
enum class GameStatus { playing, won, lost };

class Game {
public:
    void begin(const Layout& layout, Finish finish) {
        layout_ = &layout;
        finish_ = finish;
        const int cells = layout.board().cells();
        is_open_.assign(cells + 1, false);
        is_open_[cells] = true;  // nowhere
        safe_left_ = cells - layout.mines();
        unmarked_ = cells;
        status_ = GameStatus::playing;
    }

    GameStatus status() const { return status_; }
    bool is_open(int cell) const { return is_open_[cell]; }
    bool is_played() const { return status_ == GameStatus::playing; }

    // Opens safe cells before the first move; none at all may win a game, too.
    template <class Sees>
    void hand_out(const Buffer<int>& cells, Sees sees) {
        for (const int cell : cells) uncover(cell, sees);
        settle();
    }

    // Opens a cell that is not open; `sees(cell, number)` is called for each that opens with it.
    template <class Sees>
    void open(int cell, Sees sees) {
        if (layout_->is_mine(cell)) {
            status_ = GameStatus::lost;
            return;
        }
        uncover(cell, sees);
        settle();
    }

    // Marks a cell as mined, which must be so.
    void mark(int cell) {
        --unmarked_;
        if (!layout_->is_mine(cell)) status_ = GameStatus::lost;
        settle();
    }

private:
    // A zero opens its neighbours in the clearing game.
    template <class Sees>
    void uncover(int first, Sees sees) {
        show(first, sees);
        while (!zeros_.empty())
            for (const int near : layout_->board().near(zeros_.pop())) show(near, sees);
    }

    template <class Sees>
    void show(int cell, Sees sees) {
        if (is_open_[cell]) return;
        const int number = layout_->number(cell);
        is_open_[cell] = true;
        --safe_left_;
        --unmarked_;
        if (number == 0 && finish_ == Finish::clearing) zeros_.push(cell);
        sees(cell, number);
    }

    void settle() {
        const bool is_done = finish_ == Finish::marking ? unmarked_ == 0 : safe_left_ == 0;
        if (is_done && is_played()) status_ = GameStatus::won;
    }

    const Layout* layout_ = nullptr;
    Finish finish_ = Finish::clearing;
    GameStatus status_ = GameStatus::playing;
    Buffer<bool> is_open_;
    Buffer<int> zeros_;  // open, and their neighbours wait to be
    int safe_left_ = 0;
    int unmarked_ = 0;
};

}  // namespace mineproof
