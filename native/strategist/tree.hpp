// The positions that playouts have reached, and how the guesses made there turned out.
//
// Playouts that begin in one position diverge at once, but near the end of a board they meet again
// and again: positions are the same if the same is left to find out, whatever was seen elsewhere.
// What was found out about a position the first time is kept: the cells that counting settled
// there; what the best play wins, if the endgame was searched; otherwise its safest cell. So it is
// not counted again.
//
// The tree also makes the playouts better. A position met eight times branches: its four best
// guesses by lookahead are kept, each with the results of the playouts that took it. The next
// playout takes the guess that has won most, with a bonus for those tried seldom, since a guess
// with few playouts may be better than it has shown. This is the rule UCB (Auer, Cesa-Bianchi,
// Fischer 2002; for trees Kocsis and Szepesvari 2006). So playouts approach the best play of the
// positions they meet often.
//
// A tree has room for a fixed number of positions. Once it is full, what is found out about any
// other position is forgotten at the next.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/buffer.hpp"
#include "count/keys.hpp"
#include "strategist/guess.hpp"
#include "strategist/lookahead.hpp"

namespace mineproof {

class Tree {
public:
    enum class Kind : std::uint8_t {
        unknown,  // nothing was found out yet
        certain,  // a cell is certainly safe
        solved,   // the endgame was searched
        guess     // neither
    };

    struct Node {
        std::uint64_t key;
        Kind kind = Kind::unknown;
        int first_cell = 0, mines = 0, safe = 0;  // what counting has settled, the mines first
        double win = 0;                           // what the best play wins, if known
        Guess safest{none, 0};
        int first_branch = 0, branches = 0;
        int games = 0;    // playouts that came here,
        double wins = 0;  // and what they won from here on
        int slot = none;
    };

    static constexpr int spare = 0;  // the node of all positions for which there is no room

    void clear() {
        if (slots_.empty()) slots_.assign(most_nodes * 2, none);
        for (const Node& node : nodes_)
            if (node.slot != none) slots_[node.slot] = none;
        nodes_.clear();
        nodes_.push({.key = 0});
        cells_.clear();
        branches_.clear();
        end_of_cells_ = none;
    }

    // The node of a position, which may be new; the spare one is new each time.
    int find(std::uint64_t key) {
        constexpr std::uint64_t mask = most_nodes * 2 - 1;
        std::uint64_t slot = key & mask;
        for (; slots_[slot] != none; slot = (slot + 1) & mask)
            if (nodes_[slots_[slot]].key == key) return slots_[slot];
        if (nodes_.count() > most_nodes) return renew_spare();
        slots_[slot] = nodes_.count();
        nodes_.push({.key = key, .slot = static_cast<int>(slot)});
        return slots_[slot];
    }
    Node& operator[](int node) { return nodes_[node]; }

    // --- what counting has settled --------------------------------------------------------------

    // Of one node at a time, first mines, then safe cells.
    void keep_mines(Node& node, const Buffer<int>& mines) {
        if (node.mines == 0) node.first_cell = cells_.count();
        for (const int cell : mines) cells_.push(cell);
        node.mines += mines.count();
    }
    void keep_safe(Node& node, const Buffer<int>& safe) {
        if (node.mines == 0) node.first_cell = cells_.count();
        for (const int cell : safe) cells_.push(cell);
        node.safe = safe.count();
    }
    Span<const int> mines(const Node& node) const {
        const int* const first = cells_.data() + node.first_cell;
        return {first, first + node.mines};
    }
    Span<const int> safe(const Node& node) const {
        const int* const first = cells_.data() + node.first_cell + node.mines;
        return {first, first + node.safe};
    }

    // --- guesses --------------------------------------------------------------------------------

    bool may_branch(const Node& node) const { return node.branches == 0 && node.games >= patience; }

    // Gives a node its best guesses. Until playouts have shown more, they are expected to win in
    // proportion to their lookahead scores and to what playouts have won here.
    void branch(Node& node, const Buffer<Lookahead::Candidate>& guesses, double hopeless) {
        node.first_branch = branches_.count();
        const double wins = node.wins / node.games;
        for (const Lookahead::Candidate& each : guesses) {
            if (node.branches > 0 && (each.is_dead || each.risk > hopeless)) break;
            const double expected = wins * std::pow(each.score / guesses[0].score, slope_of_wins);
            branches_.push({{each.cell, each.risk}, expected});
            ++node.branches;
        }
    }

    // The branch to take next.
    int choose(const Node& node) const {
        const double allowance =
            boldness * (node.wins / node.games) * std::sqrt(std::log(node.games + 1.0));
        int best = none;
        double most = -1;
        for (int i = node.first_branch; i < node.first_branch + node.branches; ++i) {
            const Branch& each = branches_[i];
            const double games = each.games + prior;
            const double merit =
                (each.wins + prior * each.expected) / games + allowance / std::sqrt(games);
            if (merit > most) {
                most = merit;
                best = i;
            }
        }
        return best;
    }
    const Guess& guess(int branch) const { return branches_[branch].guess; }

    // A playout reached a node, took a branch there if it had any, and won with probability `win`.
    void note(int node, int branch, double win) {
        ++nodes_[node].games;
        nodes_[node].wins += win;
        if (branch == none) return;
        ++branches_[branch].games;
        branches_[branch].wins += win;
    }

    static constexpr int most_branches = 4;  // of a node

    // How much memory it keeps.
    Offset bytes() const {
        return slots_.bytes() + nodes_.bytes() + cells_.bytes() + branches_.bytes();
    }

private:
    struct Branch {
        Guess guess;
        double expected;  // wins, before any playout,
        int games = 0;
        double wins = 0;  // and those of all playouts
    };

    // What the spare node has kept lies behind what all others have.
    int renew_spare() {
        if (end_of_cells_ == none) end_of_cells_ = cells_.count();
        cells_.resize(end_of_cells_);
        nodes_[spare] = {.key = 0};
        return spare;
    }

    static constexpr int most_nodes = 1 << 16;
    static constexpr int patience = 8;       // playouts before a node branches
    static constexpr double prior = 10;      // effective sample size of what is expected
    static constexpr double boldness = 0.2;  // of the bonus, relative to wins

    Buffer<int> slots_;  // open addressing: the node at each place, or none
    Buffer<Node> nodes_;
    Buffer<int> cells_;        // that counting has settled, node by node
    int end_of_cells_ = none;  // of all nodes but the spare one, once they are full
    Buffer<Branch> branches_;
};

}  // namespace mineproof
