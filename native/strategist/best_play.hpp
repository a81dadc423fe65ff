// The best play of a position with few layouts: lists them (list.hpp) and searches (endgame.hpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/wide.hpp"
#include "board/board.hpp"
#include "count/list.hpp"
#include "count/reason.hpp"
#include "strategist/endgame.hpp"

namespace mineproof {

class BestPlay {
public:
    // A cell of the board, its risk, and the chance to win if it is opened and play is best then.
    struct Move {
        int cell;
        double risk;
        double win;
    };

    // Finds the best move of a position in which nothing is certain and whose counts are kept.
    // False if it has more than `layouts` layouts, or takes more than `work`.
    bool find(Reasoner& reasoner, int layouts, Offset work) {
        reasoner_ = &reasoner;
        spent_ = 0;
        if (!list(layouts)) return false;
        sort_cells();
        return is_narrow() ? search(narrow_, work) : search(wide_, work);
    }
    const Move& best() const { return best_; }
    Offset spent() const { return spent_; }  // of the work
    int layouts() const { return layouts_.count(); }

    // Then weighs another cell in the same way.
    bool weigh(int cell, Offset work) {
        return is_narrow() ? weigh(narrow_, cell, work) : weigh(wide_, cell, work);
    }
    const Move& weighed() const { return weighed_; }

    // The cells of the position in reading order.
    const Buffer<int>& cells() const { return cells_; }

private:
    bool list(int most) {
        if (reasoner_->unsettled() > Lister::most_cells) return false;
        reasoner_->risks();
        lister_.start(reasoner_->counter(), reasoner_->mines_left());
        if (lister_.count() > most) return false;
        lister_.list(layouts_);
        return !layouts_.empty();
    }

    bool is_narrow() const { return cells_.count() <= Endgame<std::uint64_t>::most_cells; }

    // The order of cells decides between equally good moves, so it must not depend on the count.
    void sort_cells() {
        reasoner_->list_counted(counted_);
        cells_.copy(counted_);
        std::sort(cells_.begin(), cells_.end());
        number_.assign(reasoner_->board().cells() + 1, none);
        for (int i = 0; i < cells_.count(); ++i) number_[cells_[i]] = i;
    }

    template <class Set>
    bool search(Endgame<Set>& endgame, Offset work) {
        set_up(endgame);
        const bool is_solved = endgame.solve(work);
        spent_ = work - endgame.left();
        if (!is_solved) return false;
        best_ = move_of(endgame.best().cell, endgame.best().wins);
        return true;
    }

    template <class Set>
    bool weigh(Endgame<Set>& endgame, int cell, Offset work) {
        if (!endgame.weigh(number_[cell], work)) return false;
        weighed_ = move_of(number_[cell], endgame.best().wins);
        return true;
    }

    template <class Set>
    void set_up(Endgame<Set>& endgame) const {
        endgame.account = &reasoner_->work();
        endgame.near.assign(cells_.count(), Set{0});
        for (int i = 0; i < cells_.count(); ++i)
            for (const int near : reasoner_->board().near(cells_[i]))
                if (number_[near] != none) endgame.near[i] |= just<Set>(number_[near]);
        endgame.layouts.clear();
        for (const Wide layout : layouts_) {
            Set mines = 0;
            for_each(layout, [&](int i) { mines |= just<Set>(number_[counted_[i]]); });
            endgame.layouts.push(mines);
        }
    }

    Move move_of(int number, int wins) {
        const int cell = cells_[number];
        return {cell, reasoner_->risk_of(cell), static_cast<double>(wins) / layouts_.count()};
    }

    Reasoner* reasoner_ = nullptr;
    Lister lister_;
    Endgame<std::uint64_t> narrow_;
    Endgame<Wide> wide_;
    Buffer<Wide> layouts_;
    Buffer<int> counted_;  // cells as the counter has them, and as the layouts do
    Buffer<int> cells_;    // the same in reading order
    Buffer<int> number_;   // for each cell of the board, its place there
    Move best_{none, 0, 0}, weighed_{none, 0, 0};
    Offset spent_ = 0;
};

}  // namespace mineproof
