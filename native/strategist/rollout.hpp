// The value of a guess, by playouts.
//
// A layout is drawn by its probability, and a playout continues the game in it: certain cells are
// opened, and when nothing is certain, it guesses. In positions met before, the tree chooses the
// guess (tree.hpp); elsewhere it is the safest cell. Survival is not left to the layout, though.
// The risk r of a guess is known, so the playout goes on with the guess survived, and its result
// counts 1 - r. If the layout has a mine there, it is changed to one that fits and has none. When
// few layouts are left, the endgame search gives what the best play wins, and the playout ends
// early.
//
// So a playout returns not 0 or 1 but a probability, whose mean is still the chance to win; but far
// fewer playouts are needed to see a difference. A guess that is almost certainly a mine ends the
// playout as lost, since drawing a layout without that mine would take long.
//
// Guesses are compared in the same layouts (common random numbers), so that luck affects them
// alike. That is why a layout is changed as little as possible (sample.hpp): in half of all pairs
// of playouts one of the two meets a mine, and with a fresh board from there on their difference
// varied twice as much.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/buffer.hpp"
#include "base/rng.hpp"
#include "board/board.hpp"
#include "count/reason.hpp"
#include "count/sample.hpp"
#include "strategist/best_play.hpp"
#include "strategist/guess.hpp"
#include "strategist/lookahead.hpp"
#include "strategist/tree.hpp"

namespace mineproof {

class Rollout {
public:
    static constexpr double hopeless = 0.9;  // a risk beyond which no playout goes on
    static constexpr int most_deals = 8;     // that are kept, of the latest seeds

    // Endgames of up to so many layouts are searched until all searches have taken `purse`, and
    // from then on of up to `few`. No single search takes more than `work`.
    struct Endgames {
        int layouts = few;
        Offset purse = 0;

        static constexpr int few = 60;
        static constexpr Offset work = 100'000;
    };

    // Begins with a position in which nothing is certain; its counts must be kept, and it must stay
    // as it is.
    void start(Reasoner& reasoner, const Endgames& endgames) {
        position_ = &reasoner;
        layouts_ = endgames.layouts;
        purse_ = endgames.purse;
        if (game_ == nullptr || &game_->board() != &reasoner.board())
            game_ = std::make_unique<Reasoner>(reasoner.board());
        game_->keep_counts();
        game_->work() = reasoner.work();
        reasoner.risks();
        sampler_.start(reasoner.counter());
        reasoner.list_problem(cells_);
        tree_.clear();
        for (Deal& deal : deals_) deal.is_drawn = false;
    }

    // Runs a playout from `cell`, which is not hopeless, in a layout drawn from `seed`. Returns the
    // probability that it is won, given that the cell is safe. What earlier playouts have met makes
    // it better.
    double play(int cell, std::uint64_t seed) {
        const Deal& deal = dealt(seed);
        Rng rng = deal.rng;
        is_mine_.copy(deal.is_mine);
        game_->resume(*position_);
        if (is_mine_[cell]) clear(cell, sampler_, cells_, rng);
        open(cell);
        path_.clear();
        const double win = play_on(rng);
        for (const Step& step : path_) tree_.note(step.node, step.branch, win / step.chance);
        return win;
    }

private:
    // A layout, and the state of the generator that has drawn it.
    struct Deal {
        std::uint64_t seed = 0;
        bool is_drawn = false;
        Rng rng{0};
        Buffer<bool> is_mine;
    };

    // What is drawn from a seed. The latest are kept, since guesses take turns with the same seeds.
    const Deal& dealt(std::uint64_t seed) {
        Deal& deal = deals_[seed % most_deals];
        if (deal.is_drawn && deal.seed == seed) return deal;
        deal.seed = seed;
        deal.is_drawn = true;
        deal.rng = Rng(seed);
        deal.is_mine.assign(position_->board().cells() + 1, false);
        for (int cell = 0; cell < position_->board().cells(); ++cell)
            deal.is_mine[cell] = position_->is_settled(cell) && position_->is_mine(cell);
        const Buffer<bool>& drawn = sampler_.draw(deal.rng);
        for (int i = 0; i < cells_.count(); ++i) deal.is_mine[cells_[i]] = drawn[i];
        return deal;
    }

    // A guess of a game in the tree, and how likely it was to come so far.
    struct Step {
        int node;
        int branch;
        double chance;
    };

    // By what the tree knows of the positions that it meets.
    double play_on(Rng& rng) {
        double chance = 1;
        while (true) {
            while (game_->deduce(Method::pair) != Method::nothing) open_safe();
            if (game_->unsettled() == 0) return chance;
            const int place = tree_.find(game_->key());
            Tree::Node& node = tree_[place];
            if (node.kind == Tree::Kind::unknown) examine(node);
            for (const int cell : tree_.mines(node)) game_->learn(cell, true);
            for (const int cell : tree_.safe(node)) open(cell);
            if (node.kind == Tree::Kind::certain) continue;
            if (node.kind == Tree::Kind::solved) return chance * node.win;
            const int branch = choose(node);
            path_.push({place, branch, chance});
            const double survived = take(branch == none ? node.safest : tree_.guess(branch), rng);
            if (survived == 0) return 0;
            chance *= survived;
        }
    }

    // Finds out what there is to know of a position that is new.
    void examine(Tree::Node& node) {
        while (game_->deduce() != Method::nothing) {
            tree_.keep_mines(node, game_->mines());
            if (game_->safe().empty()) continue;
            tree_.keep_safe(node, game_->safe());
            node.kind = Tree::Kind::certain;
            return;
        }
        const bool is_over = game_->unsettled() == 0;
        if (is_over || is_solved()) {
            node.win = is_over ? 1 : best_play_.best().win;
            node.kind = Tree::Kind::solved;
        } else {
            node.safest = safest();
            node.kind = Tree::Kind::guess;
        }
    }

    bool is_solved() {
        const int layouts = purse_ > 0 ? layouts_ : Endgames::few;
        const bool is_found = best_play_.find(*game_, layouts, Endgames::work);
        purse_ -= best_play_.spent();
        return is_found;
    }

    // The branch to take, or none where the safest cell is taken.
    int choose(Tree::Node& node) {
        if (tree_.may_branch(node) && looks_ahead())
            tree_.branch(node, lookahead_.candidates(), hopeless);
        return node.branches == 0 ? none : tree_.choose(node);
    }

    // False if there is too much to count.
    bool looks_ahead() try {
        return lookahead_.weigh(*game_, Tree::most_branches);
    } catch (const Ended& ended) {
        if (ended.outcome == Outcome::stopped) throw;
        return false;
    }

    // Survives a guess; returns how likely that is, or 0 if it is hopeless.
    double take(const Guess& guess, Rng& rng) {
        if (guess.risk > hopeless) return 0;
        if (is_mine_[guess.cell]) clear(guess.cell, rng);
        open(guess.cell);
        return 1 - guess.risk;
    }

    Guess safest() {
        list_guesses(*game_, true, guesses_);
        return least_covered(*game_, guesses_);
    }

    void open_safe() {
        for (const int cell : game_->safe()) open(cell);
    }

    void open(int cell) {
        int number = 0;
        for (const int near : position_->board().near(cell)) number += is_mine_[near];
        game_->see(cell, number);
    }

    // Changes the layout to one that fits what is seen by now, without a mine in `cell`.
    void clear(int cell, Rng& rng) {
        game_->risks();
        later_.start(game_->counter());
        game_->list_problem(later_cells_);
        clear(cell, later_, later_cells_, rng);
    }

    void clear(int cell, Sampler& sampler, const Buffer<int>& cells, Rng& rng) {
        layout_.clear();
        int place = none;
        for (int i = 0; i < cells.count(); ++i) {
            layout_.push(is_mine_[cells[i]]);
            if (cells[i] == cell) place = i;
        }
        sampler.redraw(place, layout_, rng);
        for (int i = 0; i < cells.count(); ++i) is_mine_[cells[i]] = layout_[i];
    }

    Reasoner* position_ = nullptr;
    int layouts_ = 0;   // of the endgames that are searched
    Offset purse_ = 0;  // work that is left for them
    std::unique_ptr<Reasoner> game_;
    Tree tree_;
    Buffer<Step> path_;
    std::array<Deal, most_deals> deals_;
    Sampler sampler_, later_;
    Buffer<int> cells_, later_cells_;  // as the samplers have them
    Buffer<bool> is_mine_;
    Buffer<bool> layout_;  // of the cells of a sampler
    Buffer<Guess> guesses_;
    BestPlay best_play_;
    Lookahead lookahead_;
};

}  // namespace mineproof
