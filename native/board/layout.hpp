// Where the mines are, drawn from a seed exactly as board/layout.py and board/game.py draw them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/rng.hpp"
#include "board/board.hpp"

namespace mineproof {

enum class StartRule { list, safe, opening, none };

// What is certain before the first move. `first` is the cell that `safe` and `opening` open,
// `count` the number of safe cells that `list` hands out.
struct Start {
    StartRule rule;
    int first;
    int count;

    bool has_first() const { return rule == StartRule::safe || rule == StartRule::opening; }

    // Whether no mine may be laid here.
    bool keeps_clear(const Board& board, int cell) const {
        if (!has_first()) return false;
        return cell == first || (rule == StartRule::opening && board.touch(first, cell));
    }
};

// The truth of one game, and the numbers that follow from it.
class Layout {
public:
    void begin(const Board& board) {
        board_ = &board;
        is_mine_.assign(board.cells() + 1, false);
        numbers_.assign(board.cells() + 1, 0);
        mines_ = 0;
    }

    void put(int cell) {
        if (is_mine_[cell]) return;
        is_mine_[cell] = true;
        ++mines_;
        for (const int near : board_->near(cell)) ++numbers_[near];
    }

    void take(int cell) {
        if (!is_mine_[cell]) return;
        is_mine_[cell] = false;
        --mines_;
        for (const int near : board_->near(cell)) --numbers_[near];
    }

    const Board& board() const { return *board_; }
    int mines() const { return mines_; }
    bool is_mine(int cell) const { return is_mine_[cell]; }
    int number(int cell) const { return numbers_[cell]; }

private:
    const Board* board_ = nullptr;
    Buffer<bool> is_mine_;
    Buffer<std::uint8_t> numbers_;
    int mines_ = 0;
};

// Deals one layout after the other for the same board, start and number of mines.
class Dealer {
public:
    Dealer(const Board& board, const Start& start, int mines)
        : board_(board), start_(start), mines_(mines) {
        for (int cell = 0; cell < board.cells(); ++cell)
            if (!start.keeps_clear(board, cell)) pool_.push(cell);
    }

    // How many mines there is room for.
    int room() const { return pool_.count(); }

    // Lays the mines of `seed`; `safe` gets the cells that are handed out.
    void deal(std::uint64_t seed, Layout& layout, Buffer<int>& safe) {
        Rng rng(seed);
        layout.begin(board_);
        deck_.resize(pool_.size());
        std::copy(pool_.begin(), pool_.end(), deck_.begin());
        draw(rng, deck_, mines_);
        for (const int cell : deck_) layout.put(cell);
        safe.clear();
        if (start_.rule == StartRule::list) hand_out(rng, layout, safe);
    }

private:
    void hand_out(Rng& rng, const Layout& layout, Buffer<int>& safe) {
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (!layout.is_mine(cell)) safe.push(cell);
        draw(rng, safe, start_.count);
    }

    // Leaves `count` of the entries, as Rng chooses them.
    static void draw(Rng& rng, Buffer<int>& deck, int count) {
        const auto size = static_cast<std::size_t>(deck.size());
        rng.draw(deck.data(), size, static_cast<std::size_t>(count));
        deck.resize(count);
    }

    const Board& board_;
    Start start_;
    int mines_;
    Buffer<int> pool_;  // the cells that may be mines
    Buffer<int> deck_;
};

}  // namespace mineproof
