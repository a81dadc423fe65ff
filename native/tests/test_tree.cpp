// What a tree keeps, and which guesses it takes.
#include <cstdint>
#include <initializer_list>

#include "base/buffer.hpp"
#include "strategist/tree.hpp"
#include "tests/check.hpp"

using namespace mineproof;

namespace {

Buffer<int> list(std::initializer_list<int> items) {
    Buffer<int> made;
    for (const int item : items) made.push(item);
    return made;
}

Buffer<Lookahead::Candidate> guesses(std::initializer_list<double> scores) {
    Buffer<Lookahead::Candidate> made;
    int cell = 0;
    for (const double score : scores)
        made.push(
            {.cell = cell++, .risk = 1 - score, .covered = 0, .survival = score, .score = score});
    return made;
}

void a_position_is_found_again() {
    Tree tree;
    tree.clear();
    const int one = tree.find(1), two = tree.find(2);
    CHECK(one != two && tree.find(1) == one && tree.find(2) == two);
    constexpr std::uint64_t same_slot = std::uint64_t{1} << 40;
    const int three = tree.find(1 + same_slot);
    CHECK(three != one && three != two && tree.find(1 + same_slot) == three && tree.find(1) == one);
}

void a_tree_that_is_cleared_knows_nothing() {
    Tree tree;
    tree.clear();
    tree[tree.find(7)].kind = Tree::Kind::solved;
    tree.clear();
    CHECK(tree[tree.find(7)].kind == Tree::Kind::unknown);
}

void a_full_tree_keeps_what_it_has() {
    Tree tree;
    tree.clear();
    std::uint64_t key = 0;
    const int first = tree.find(key);
    tree.keep_mines(tree[first], list({4}));
    while (tree.find(key) != Tree::spare) ++key;
    CHECK(key > 10'000 && tree.find(0) == first && tree.mines(tree[first])[0] == 4);
    tree.clear();
    CHECK(tree.find(key) != Tree::spare);
}

// Fills a tree; each node keeps the same safe cells, and the keys are 0, 1, ... below the result.
std::uint64_t fill(Tree& tree, const Buffer<int>& safe) {
    tree.clear();
    std::uint64_t key = 0;
    for (int node; (node = tree.find(key)) != Tree::spare; ++key) tree.keep_safe(tree[node], safe);
    return key;
}

void what_has_no_room_is_forgotten() {
    Tree tree;
    for (const int cells : {1, 2}) {
        const Buffer<int> safe = cells == 1 ? list({4}) : list({4, 8});
        const std::uint64_t nodes = fill(tree, safe);
        const Offset bytes = tree.bytes();
        for (int i = 0; i < 100'000; ++i) {
            Tree::Node& node = tree[tree.find(~static_cast<std::uint64_t>(i))];
            CHECK(node.kind == Tree::Kind::unknown && node.games == 0);
            CHECK(tree.mines(node).count() == 0 && tree.safe(node).count() == 0);
            tree.keep_mines(node, list({5, 6}));
            tree.keep_safe(node, list({7}));
            tree.note(Tree::spare, none, 1);
            node.kind = Tree::Kind::certain;
            CHECK(tree.mines(node)[1] == 6 && tree.safe(node)[0] == 7);
        }
        CHECK(tree.bytes() < bytes + 1000);
        for (std::uint64_t key = 0; key < nodes; ++key) {
            const Span<const int> kept = tree.safe(tree[tree.find(key)]);
            CHECK(kept.count() == cells && kept[0] == 4);
        }
    }
}

void settled_cells_are_kept() {
    Tree tree;
    tree.clear();
    Tree::Node& node = tree[tree.find(1)];
    CHECK(tree.mines(node).count() == 0 && tree.safe(node).count() == 0);
    tree.keep_mines(node, list({4}));
    tree.keep_mines(node, list({5, 6}));
    tree.keep_safe(node, list({7}));
    CHECK(tree.mines(node).count() == 3 && tree.mines(node)[2] == 6);
    CHECK(tree.safe(node).count() == 1 && tree.safe(node)[0] == 7);
}

// Plays so many games in a node, in which a guess wins as often as `wins` says.
template <class Wins>
Buffer<int> play(const Buffer<Lookahead::Candidate>& candidates, int games, Wins wins) {
    Tree tree;
    tree.clear();
    const int node = tree.find(1);
    while (!tree.may_branch(tree[node])) tree.note(node, none, 0.5);
    tree.branch(tree[node], candidates, 0.9);
    CHECK(!tree.may_branch(tree[node]));
    Buffer<int> taken;
    taken.assign(candidates.count(), 0);
    for (int game = 0; game < games; ++game) {
        const int branch = tree.choose(tree[node]);
        const int cell = tree.guess(branch).cell;
        ++taken[cell];
        tree.note(node, branch, wins(cell));
    }
    return taken;
}

void the_guess_that_wins_is_taken_most() {
    const auto wins = [](int cell) { return cell == 2 ? 0.6 : 0.5; };
    const Buffer<int> taken = play(guesses({0.8, 0.8, 0.78}), 1000, wins);
    CHECK(taken[2] > 900 && taken[0] > 2 && taken[1] > 2);
}

void the_better_score_is_tried_first() {
    const Buffer<int> taken = play(guesses({0.8, 0.6}), 1, [](int) { return 0.5; });
    CHECK(taken[0] == 1 && taken[1] == 0);
}

void hopeless_and_dead_guesses_are_left_out() {
    Buffer<Lookahead::Candidate> candidates = guesses({0.8, 0.7, 0.05});
    candidates[1].is_dead = true;
    const Buffer<int> taken = play(candidates, 100, [](int) { return 0.1; });
    CHECK(taken[0] == 100);
    const Buffer<int> alone = play(guesses({0.05}), 100, [](int) { return 0.1; });
    CHECK(alone[0] == 100);
}

}  // namespace

int main() {
    a_position_is_found_again();
    a_tree_that_is_cleared_knows_nothing();
    a_full_tree_keeps_what_it_has();
    what_has_no_room_is_forgotten();
    settled_cells_are_kept();
    the_guess_that_wins_is_taken_most();
    the_better_score_is_tried_first();
    hopeless_and_dead_guesses_are_left_out();
}
