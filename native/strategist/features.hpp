// What the learned value (value.hpp) sees of a guess, as plain numbers.
//
// Nothing here depends on where the cell lies or on the shape of the board: what counts is what is
// known of the cell, of its neighbours and of their neighbours. So a position that is mirrored or
// turned has the same numbers. agents/strategist/features.py has the same list in the same order.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "count/reason.hpp"
#include "strategist/lookahead.hpp"

namespace mineproof {

class Features {
public:
    static constexpr int of_position = 7, of_guess = 14, of_ring = 15;
    static constexpr int count = of_position + of_guess + 2 * of_ring;
    using List = std::array<double, count>;

    // Begins with a position and its guesses, none of which is better than the first two.
    void start(Reasoner& reasoner, const Buffer<Lookahead::Candidate>& guesses) {
        reasoner_ = &reasoner;
        const Reasoner::Risks known = reasoner.risks();
        safest_ = known.floating > 0 ? 1 - known.floating_risk : 0;
        for (int i = 0; i < known.cells.count(); ++i)
            safest_ = std::max(safest_, 1 - known.risks[i]);
        best_ = second_ = 0;
        for (const Lookahead::Candidate& each : guesses) {
            second_ = std::max(second_, std::min(best_, each.survival));
            best_ = std::max(best_, each.survival);
        }
        seen_.assign(reasoner.board().cells() + 1, 0);
        stamp_ = 0;
    }

    const List& of(const Lookahead::Candidate& guess) {
        next_ = list_.data();
        put_position();
        put_guess(guess);
        put_rings(guess);
        return list_;
    }

private:
    void put(double number) { *next_++ = number; }

    void put_position() {
        const Reasoner::Risks known = reasoner_->risks();
        const double unsettled = reasoner_->unsettled();
        put(unsettled / 480);  // the cells of an expert board
        put(static_cast<double>(reasoner_->mines_left()) / unsettled);
        put(known.floating / unsettled);
        put(known.floating > 0 ? known.floating_risk : 1);
        put(safest_);
        put(best_);
        put(second_ / best_);
    }

    void put_guess(const Lookahead::Candidate& guess) {
        const double safety = guess.safety();
        put(safety);
        put(safety / safest_);
        put(guess.survival);
        put(guess.survival / best_);
        put(guess.outlook.entropy);
        put(guess.outlook.certain);
        put(guess.outlook.danger);
        int neighbours = 0, mines = 0, unsettled = 0, floating = 0;
        for (const int near : reasoner_->board().near(guess.cell)) {
            if (near == reasoner_->board().nowhere()) break;
            ++neighbours;
            if (!reasoner_->is_settled(near)) ++unsettled;
            else mines += reasoner_->is_mine(near);
            floating += reasoner_->is_floating(near);
        }
        put(mines == 0 ? guess.outlook.clear : 0);
        put(reasoner_->covered_around(guess.cell));
        put(unsettled);
        put(floating);
        put(reasoner_->is_floating(guess.cell));
        put(neighbours);
        put(mines);
    }

    // Each cell once: the guess itself, its neighbours, then theirs.
    void put_rings(const Lookahead::Candidate& guess) {
        ++stamp_;
        ring_.clear();
        add(guess.cell);
        add_near(guess.cell);
        const int last = ring_.count();
        put_ring(1, last);
        for (int i = 1; i < last; ++i) add_near(ring_[i]);
        put_ring(last, ring_.count());
    }

    void add_near(int cell) {
        for (const int near : reasoner_->board().near(cell))
            if (near != reasoner_->board().nowhere()) add(near);
    }

    void add(int cell) {
        if (seen_[cell] == stamp_) return;
        seen_[cell] = stamp_;
        ring_.push(cell);
    }

    void put_ring(int first, int last) {
        Ring ring;
        for (int i = first; i < last; ++i) {
            const int cell = ring_[i];
            if (!reasoner_->is_settled(cell)) ring.take_cell(reasoner_->risk_of(cell));
            else if (reasoner_->is_open(cell) && reasoner_->unsettled_around(cell) > 0)
                ring.take_clue(reasoner_->missing(cell), reasoner_->unsettled_around(cell));
            ring.floating += reasoner_->is_floating(cell);
        }
        for (const double number :
             {ring.clues, ring.of_two, ring.of_three, ring.but_one, ring.of_one_mine, ring.dense,
              ring.densest, ring.shortest, ring.mines, ring.halves, ring.riskiest, ring.safest,
              ring.rather_safe, ring.rather_mined, ring.floating})
            put(number);
    }

    // What is known of the cells of a ring around a guess.
    struct Ring {
        double clues = 0, of_two = 0, of_three = 0;  // clues, and those of so many unsettled cells
        double but_one = 0, of_one_mine = 0;         // that miss all cells but one, or one mine
        double dense = 0, densest = 0;               // missing mines per cell: the sum, the most
        double shortest = 9;                         // unsettled cells of a clue, at least
        double mines = 0, halves = 0;                // expected; cells with a risk of 1/2
        double riskiest = 0, safest = 1;             // risks
        double rather_safe = 0, rather_mined = 0;    // cells
        double floating = 0;

        void take_clue(int missing, int cells) {
            const double density = static_cast<double>(missing) / cells;
            ++clues;
            of_two += cells == 2;
            of_three += cells == 3;
            but_one += missing == cells - 1;
            of_one_mine += missing == 1;
            dense += density;
            densest = std::max(densest, density);
            shortest = std::min<double>(shortest, cells);
        }

        void take_cell(double risk) {
            mines += risk;
            halves += std::abs(risk - 0.5) < 1e-6;
            riskiest = std::max(riskiest, risk);
            safest = std::min(safest, risk);
            rather_safe += risk < 0.12;
            rather_mined += risk > 0.8;
        }
    };

    Reasoner* reasoner_ = nullptr;
    double safest_ = 0, best_ = 0, second_ = 0;
    List list_{};
    double* next_ = nullptr;
    Buffer<int> ring_, seen_;
    int stamp_ = 0;
};

}  // namespace mineproof
