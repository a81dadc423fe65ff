// What a guess is worth, by playing on from it many times.
//
// A layout is drawn among those that fit, each as likely as it is, and the game is played on in it:
// what is certain is opened, and when nothing is, the safest cell. Whether a guess is survived is
// not left to the layout, though. Its risk r is known; so the game goes on with the guess survived,
// and what comes of it counts 1 - r. If the layout has a mine there, another one is drawn among
// those that fit and have none. When few layouts are left, the endgame says what the best play wins,
// and the game need not be played to its end.
//
// So a game gives not 0 or 1 but a chance, and its mean over games is the chance to win all the
// same; but it takes far fewer games to see a difference. A guess that is almost certainly a mine
// ends the game as lost, for it would take long to draw a layout without that mine.
//
// Guesses are compared in the same layouts, so that what is luck in one is luck in the other.
#pragma once

#include <cstdint>
#include <memory>

#include "best_play.hpp"
#include "board.hpp"
#include "buffer.hpp"
#include "guess.hpp"
#include "reason.hpp"
#include "rng.hpp"
#include "sample.hpp"

namespace mineproof {

class Rollout {
public:
    static constexpr double hopeless = 0.9;  // a risk beyond which no game is played on
    static constexpr int layouts = 60;       // endgames of up to so many are searched,
    static constexpr Offset work = 100'000;  // if they take no more than this

    // Begins with a position in which nothing is certain; its counts must be kept, and it must stay
    // as it is.
    void start(Reasoner& reasoner) {
        position_ = &reasoner;
        if (game_ == nullptr || &game_->board() != &reasoner.board())
            game_ = std::make_unique<Reasoner>(reasoner.board());
        game_->keep_counts();
        game_->work() = reasoner.work();
        reasoner.risks();
        sampler_.start(reasoner.counter());
        reasoner.list_problem(cells_);
    }

    // Plays on from `cell`, which is not hopeless, in a layout that `seed` decides. Returns how often
    // that is won, given that the cell is safe.
    double play(int cell, std::uint64_t seed) {
        Rng rng(seed);
        game_->resume(*position_);
        is_mine_.assign(position_->board().cells() + 1, false);
        for (int other = 0; other < position_->board().cells(); ++other)
            is_mine_[other] = position_->is_settled(other) && position_->is_mine(other);
        draw(sampler_, cells_, rng);
        while (is_mine_[cell]) draw(sampler_, cells_, rng);
        open(cell);
        return play_on(rng);
    }

private:
    void open(int cell) {
        int number = 0;
        for (const int near : position_->board().near(cell)) number += is_mine_[near];
        game_->see(cell, number);
    }

    double play_on(Rng& rng) {
        double chance = 1;
        while (true) {
            while (game_->deduce() != Method::nothing)
                for (const int cell : game_->safe()) open(cell);
            if (game_->unsettled() == 0) return chance;
            if (best_play_.find(*game_, layouts, work)) return chance * best_play_.best().win;
            const Guess guess = safest();
            if (guess.risk > hopeless) return 0;
            chance *= 1 - guess.risk;
            if (is_mine_[guess.cell]) draw_without(guess.cell, rng);
            open(guess.cell);
        }
    }

    Guess safest() {
        list_guesses(*game_, true, guesses_);
        return least_covered(*game_, guesses_);
    }

    // Draws another layout that fits what is seen by now, without a mine in `cell`.
    void draw_without(int cell, Rng& rng) {
        later_.start(game_->counter());
        game_->list_problem(later_cells_);
        while (is_mine_[cell]) draw(later_, later_cells_, rng);
    }

    void draw(Sampler& sampler, const Buffer<int>& cells, Rng& rng) {
        const Buffer<bool>& drawn = sampler.draw(rng);
        for (int i = 0; i < cells.count(); ++i) is_mine_[cells[i]] = drawn[i];
    }

    Reasoner* position_ = nullptr;
    std::unique_ptr<Reasoner> game_;
    Sampler sampler_, later_;
    Buffer<int> cells_, later_cells_;  // as the samplers have them
    Buffer<bool> is_mine_;
    Buffer<Guess> guesses_;
    BestPlay best_play_;
};

}  // namespace mineproof
