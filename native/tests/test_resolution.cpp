// Positions for resolution.hpp that can be worked out by hand; the Python tests compare many more.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

#include "resolution/resolution.hpp"
#include "tests/check.hpp"

using namespace mineproof::resolution;
using Clause = std::vector<Literal>;

namespace {

struct Told {
    std::vector<std::int32_t> cells;
    std::int64_t mines;
};

KnowledgeBase begun(std::int32_t cells, std::initializer_list<Told> hints, Options options = {},
                    std::function<void()> pause = {}) {
    KnowledgeBase base(cells, options, std::move(pause));
    for (const auto& hint : hints) base.tell(hint.cells, hint.mines);
    return base;
}

Clause all_marks(KnowledgeBase& base) {
    Clause marks;
    while (const Literal literal = base.deduce()) marks.push_back(literal);
    return marks;
}

template <class Work>
Clash clash_of(Work work) {
    try {
        work();
    } catch (const Contradiction& met) {
        return met.clash;
    }
    return Clash{};
}

// Each step must be a clause of its hint, a mark, or the resolvent of two earlier steps.
void check_steps(const KnowledgeBase& base, const std::vector<Step>& steps) {
    for (const auto& step : steps) {
        if (step.hint >= 0) CHECK(base.hint(static_cast<std::size_t>(step.hint)).size() > 0);
        if (step.left < 0) continue;
        Clause both = steps[static_cast<std::size_t>(step.left)].clause;
        const auto& right = steps[static_cast<std::size_t>(step.right)].clause;
        both.insert(both.end(), right.begin(), right.end());
        std::ranges::sort(both);
        both.erase(std::ranges::unique(both).begin(), both.end());
        std::size_t pivots = 0;
        for (const Literal literal : step.clause) std::erase(both, literal);
        for (const Literal literal : both) pivots += std::ranges::count(both, -literal) == 1;
        CHECK(both.size() == 2 && pivots == 2);
    }
}

void a_hint_becomes_its_clauses() {
    auto base = begun(3, {{{2, 0, 1, 1}, 1}});
    CHECK(base.deduce() == 0);
    CHECK(base.kb() == std::vector<Clause>({{1, 2, 3}, {-2, -1}, {-3, -1}, {-3, -2}}));
}

void a_wall_is_marked_with_a_derivation() {
    auto base = begun(3, {{{0, 1}, 1}, {{0, 1, 2}, 2}, {{1, 2}, 1}});
    CHECK(all_marks(base).size() == 3);
    CHECK(base.kb().empty());
    CHECK(base.marked().size() == 3);
    for (std::int32_t cell = 0; cell < 3; ++cell) {
        const auto steps = base.derivation(cell);
        CHECK(steps.back().clause == Clause{cell == 1 ? -2 : cell + 1});
        check_steps(base, steps);
    }
}

void what_was_learned_has_no_derivation() {
    auto base = begun(2, {{{0, 1}, 1}});
    base.learn(0, true);
    CHECK(all_marks(base) == Clause{-2});
    CHECK(base.derivation(0).empty());
    check_steps(base, base.derivation(1));
}

void the_count_joins_at_its_limit() {
    auto near = begun(4, {{{0, 1}, 1}}, {.total = 1, .count_limit = 4});
    CHECK(all_marks(near) == Clause({-3, -4}));
    auto far = begun(4, {{{0, 1}, 1}}, {.total = 1, .count_limit = 3});
    CHECK(all_marks(far).empty());
}

void limits_are_reported() {
    std::vector<std::int32_t> cells(60);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<std::int32_t>(i);
    auto base = begun(60, {{cells, 30}});
    CHECK(base.deduce() == 0 && base.hit_limit() && base.kb().empty());
    for (std::int32_t cell = 0; cell < 58; ++cell) base.learn(cell, cell < 30);
    CHECK(all_marks(base) == Clause({-59, -60}));
    CHECK(!base.hit_limit());
}

void contradictions_are_told_apart() {
    auto ring = begun(3, {{{0, 1}, 1}, {{1, 2}, 1}, {{0, 2}, 1}});
    CHECK(clash_of([&] { all_marks(ring); }) == Clash::cell);
    auto hint = begun(2, {{{0, 1}, 3}});
    CHECK(clash_of([&] { hint.deduce(); }) == Clash::hint);
    CHECK(clash_of([&] { hint.deduce(); }) == Clash::hint);
    CHECK(clash_of([] { KnowledgeBase(1, {.total = 2}); }) == Clash::count);
    auto count = begun(2, {}, {.total = 0});
    CHECK(clash_of([&] { count.learn(0, true); }) == Clash::count);
    CHECK(count.marked().empty());
}

// Two mines among any five cells in a row: the ends settle it after tens of thousands of
// resolvents.
KnowledgeBase row(std::size_t collect_at, std::function<void()> pause = {}) {
    KnowledgeBase base(12, {.width = 12, .collect_at = collect_at}, std::move(pause));
    for (std::int32_t i = 0; i + 4 < 12; ++i) base.tell({i, i + 1, i + 2, i + 3, i + 4}, 2);
    return base;
}

struct Stop {};

// The marks of a row, and how often the work was broken off on the way.
std::pair<Clause, std::size_t> play(KnowledgeBase& base) {
    Clause marks;
    std::size_t breaks = 0;
    for (int stage = 0; stage < 2;) {
        try {
            const Literal literal = base.deduce();
            if (literal) {
                marks.push_back(literal);
            } else if (stage++ == 0) {
                base.tell({0, 1, 2}, 2);
                base.tell({9, 10, 11}, 1);
            }
        } catch (const Stop&) {
            ++breaks;
        }
    }
    for (const Literal literal : marks) check_steps(base, base.derivation(std::abs(literal) - 1));
    return {marks, breaks};
}

void collecting_changes_nothing() {
    auto plain = row(1 << 30);
    auto collected = row(100);
    CHECK(play(plain).first.size() == 6);
    CHECK(play(collected).first == plain.marked());
    CHECK(plain.counters().resolvents > 10'000);
    CHECK(plain.counters().resolvents == collected.counters().resolvents);
    CHECK(plain.kb() == collected.kb());
}

void broken_off_work_is_taken_up() {
    auto plain = row(1 << 30);
    Clause expected = play(plain).first;
    int pauses = 0;
    auto base = row(100, [&] {
        if (++pauses % 7 == 0) throw Stop{};
    });
    auto [marks, breaks] = play(base);
    std::ranges::sort(expected);
    std::ranges::sort(marks);
    CHECK(breaks > 3);
    CHECK(marks == expected);
}

}  // namespace

int main() {
    a_hint_becomes_its_clauses();
    a_wall_is_marked_with_a_derivation();
    what_was_learned_has_no_derivation();
    the_count_joins_at_its_limit();
    limits_are_reported();
    contradictions_are_told_apart();
    collecting_changes_nothing();
    broken_off_work_is_taken_up();
}
