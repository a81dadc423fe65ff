// The best play when few layouts are left, by exhaustive search.
//
// What a player knows is the set of layouts that still fit. Opening a cell loses in those that mine
// it, and splits the others by the number they show there; each part is what the player knows next.
// So the number of layouts that the best play wins is
//
//     wins(layouts) = the maximum, over all cells, of the sum over the parts of wins(part),
//
// an exact integer. It makes no difference how the player came to know this much, nor which cells
// are settled: two sets that agree on the unsettled cells are worth the same, and share an entry of
// a table.
//
// What keeps the search small:
//
// - A cell that is safe in all layouts costs nothing, and its number may help. It is opened at
//   once. What is left is *closed*: every unsettled cell is a mine in some layouts and safe in
//   others.
// - A dead cell shows the same number wherever it is safe. Opening it teaches nothing, so it may as
//   well be opened last. If all cells are dead, nothing more can be learned: one layout is won.
// - If one cell is safe wherever another is, it may as well be opened first: the other is
//   dominated. Dead cells dominate none, or two cells could each wait for the other.
// - A part cannot win more than its layouts without those that mine its safest cell. So a move has
//   a bound, the sum over its parts, and moves are tried in the order of their bounds. A caller
//   passes how many wins it `need`s: where the bound falls below, the search of a move ends, and an
//   answer below the need is itself only a bound.
// - If some cells touch none of the others, and every layout of theirs goes with every layout of
//   the others, the two are searched separately and their wins multiplied.
//
// Layouts are bit sets; a machine word holds as many bits as most endgames have cells. The number
// of layouts that mine each cell is counted for all cells at once, in binary: the lowest digits of
// all counts are one word, the next digits another.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "base/wide.hpp"

namespace mineproof {

// Sets of cells are the bits of an unsigned integer: 64 of them, or 128.
inline int first_of(std::uint64_t set) { return std::countr_zero(set); }
inline int first_of(Wide set) {
    const auto low = static_cast<std::uint64_t>(set);
    return low != 0 ? first_of(low) : 64 + first_of(static_cast<std::uint64_t>(set >> 64));
}

// Without a special instruction, which not every machine has.
inline int size_of(std::uint64_t set) {
    set -= set >> 1 & 0x5555555555555555;
    set = (set & 0x3333333333333333) + (set >> 2 & 0x3333333333333333);
    set = (set + (set >> 4)) & 0x0F0F0F0F0F0F0F0F;
    return static_cast<int>(set * 0x0101010101010101 >> 56);
}
inline int size_of(Wide set) {
    return size_of(static_cast<std::uint64_t>(set)) +
           size_of(static_cast<std::uint64_t>(set >> 64));
}

template <class Set>
Set just(int cell) {
    return Set{1} << cell;
}

template <class Set>
bool has(Set set, int cell) {
    return (set >> cell & 1) != 0;
}

// Calls `visit(cell)` for the cells of a set, in order.
template <class Set, class Visit>
void for_each(Set set, Visit visit) {
    for (; set != 0; set &= set - 1) visit(first_of(set));
}

// For each cell, in how many sets it is. Digit i of all counts is the set digits_[i].
template <class Set>
class Columns {
public:
    void clear() { length_ = 0; }

    void add(Set set) {
        // A ripple-carry adder with a cell in each bit; carries soon die out.
        for (std::size_t i = 0; set != 0; ++i) {
            if (i == length_) digits_[length_++] = 0;
            const Set carry = digits_[i] & set;
            digits_[i] ^= set;
            set = carry;
        }
    }

    // The smallest count of the cells `among`, which are not empty.
    int least(Set among) const {
        int count = 0;
        // From the highest digit down, keep the cells that have a 0 there, if any do.
        for (std::size_t i = length_; i-- > 0;) {
            const Set small = among & ~digits_[i];
            if (small != 0) among = small;
            else count += 1 << i;
        }
        return count;
    }

private:
    static constexpr int most_digits = 24;
    std::array<Set, most_digits> digits_;
    std::size_t length_ = 0;
};

// What is known of sets of layouts: of each how many are won, or how many at most. The table has a
// fixed size and forgets, the small before the large.
class WinTable {
public:
    struct Key {
        std::uint64_t one, two;
    };
    struct Entry {
        std::uint64_t check;
        int wins;
        std::int8_t weight;  // how hard it was to find, roughly
        bool is_exact;
        std::uint16_t age;
    };

    // Forgets all; there is room for 2^bits entries from now on.
    void start(int bits) {
        const Offset size = Offset{1} << bits;
        // A new age forgets all entries without touching them; only when the ages wrap around must
        // they be cleared.
        if (entries_.size() != size || ++age_ == 0) {
            entries_.assign(size, {0, 0, 0, false, 0});
            age_ = 1;
        }
    }

    const Entry* find(const Key& key) const {
        const Entry* const pair = &entries_[place(key)];
        for (int i = 0; i < 2; ++i)
            if (pair[i].age == age_ && pair[i].check == key.two) return pair + i;
        return nullptr;
    }

    // Of the two places of a key the first is kept for what has cost more.
    void put(const Key& key, int wins, bool is_exact, int layouts) {
        Entry* const pair = &entries_[place(key)];
        const auto weight =
            static_cast<std::int8_t>(std::bit_width(static_cast<unsigned>(layouts)));
        const bool is_first = pair[0].age != age_ || pair[0].check == key.two ||
                              (pair[1].check != key.two && weight > pair[0].weight);
        pair[is_first ? 0 : 1] = {key.two, wins, weight, is_exact, age_};
    }

    Offset bytes() const { return entries_.bytes(); }

private:
    Offset place(const Key& key) const {
        return static_cast<Offset>(key.one & static_cast<std::uint64_t>(entries_.size() - 1)) &
               ~Offset{1};
    }

    Buffer<Entry> entries_;
    std::uint16_t age_ = 0;
};

template <class Set>
class Endgame {
public:
    static constexpr int most_cells = sizeof(Set) * 8;
    static constexpr int no_cell = -1;

    // The position: for each cell the others that touch it, and the layouts that fit, no two alike.
    Buffer<Set> near;
    Buffer<Set> layouts;

    // If given, it hears of the work, and the search ends when it is asked to stop.
    Work* account = nullptr;

    // Its table has room for 2^bits positions.
    int table_bits = 15;

    // A move and how many layouts are won with it, if play is best from there.
    struct Move {
        int cell;
        int wins;
    };

    // Finds the best move, if that takes no more than so much `work`; it counts layouts looked at,
    // in a cell each. Ends if it is asked to stop. Of several moves it is the one with the largest
    // bound, and of those the first cell; none if the game is won already.
    bool solve(Offset work) {
        begin(work);
        return is_done([&] { best_ = first_move(); });
    }
    const Move& best() const { return best_; }

    // Finds how many layouts are won after opening `cell`, with what the table knows; as `solve`.
    bool weigh(int cell, Offset work) {
        left_ = work;
        return is_done([&] { best_ = {cell, open(all(), cell, cells_ & ~just<Set>(cell), 0)}; });
    }

    // What is left of the work of the last search; negative if it did not end.
    Offset left() const { return left_; }

    Offset bytes() const { return pool_.bytes() + table_.bytes(); }

private:
    // Layouts one behind the other in the pool.
    struct Group {
        Offset first;
        int count;
    };

    // The smaller first; of equal ones the one that lies first, which shows the smaller number.
    static bool is_before(const Group& a, const Group& b) {
        return a.count != b.count ? a.count < b.count : a.first < b.first;
    }

    struct Part {
        Group group;
        int bound;
    };
    struct Parts {
        std::array<Part, 9> parts;
        std::size_t count = 0;
        int bound = 0;
    };

    // A cell that might be opened.
    struct Candidate {
        int cell;
        int bound;
        Set safe;  // the other cells that are safe wherever this one is
    };

    void begin(Offset work) {
        assert(near.count() <= most_cells && !layouts.empty());
        left_ = work;
        table_.start(table_bits);
        pool_.resize(layouts.size());
        std::copy(layouts.begin(), layouts.end(), pool_.begin());
        candidates_.clear();
        cells_ = 0;
        for (int cell = 0; cell < near.count(); ++cell) cells_ |= just<Set>(cell);
    }

    template <class Search>
    bool is_done(Search search) {
        try {
            search();
        } catch (const Ended& ended) {
            if (ended.outcome == Outcome::stopped) throw;
            return false;
        }
        return true;
    }

    Group all() const { return {0, layouts.count()}; }

    void spend(Offset work) {
        left_ -= work;
        if (left_ < 0) end(Outcome::limit);
    }

    // Layouts are looked at.
    void note(int count) {
        if (account != nullptr) account->spend(steps_per_layout * count);
    }
    static constexpr Offset steps_per_layout = 4;

    Span<const Set> layouts_of(const Group& group) const {
        const Set* const first = pool_.data() + group.first;
        return {first, first + group.count};
    }

    // --- the search -----------------------------------------------------------------------------

    Move first_move() {
        const auto [any, every] = mines_of(all());
        const Set safe = cells_ & ~any;
        if (safe != 0) return {first_of(safe), wins_of(all(), cells_, 0)};
        const Set unsettled = any & ~every;
        return unsettled == 0 ? Move{no_cell, 1} : search(all(), unsettled, 0);
    }

    // How many layouts are won; if that is less than `need`, it is a bound. The cells that are not
    // open are `covered`.
    int wins_of(const Group& group, Set covered, int need) {
        // A single layout is known, so it is won.
        if (group.count == 1) return 1;
        const auto [any, every] = mines_of(group);
        for (Set safe = covered & ~any; safe != 0; safe &= safe - 1) {
            const int cell = first_of(safe);
            covered &= ~just<Set>(cell);
            // A safe cell whose number is known cannot help, so it is only taken off `covered`; the
            // first that splits the group is opened, and the rest is left to its parts.
            if (tells(group, cell)) return open(group, cell, covered, need);
        }
        // Two layouts without a cell that tells them apart for free: a guess, which wins one.
        return group.count == 2 ? 1 : look_up(group, any & ~every, need);
    }

    // The cells that are mines in any of the layouts, and in every one.
    struct Mines {
        Set any, every;
    };
    Mines mines_of(const Group& group) const {
        Mines mines{0, ~Set{0}};
        for (const Set layout : layouts_of(group)) {
            mines.any |= layout;
            mines.every &= layout;
        }
        return mines;
    }

    // Whether the number of a cell, which is safe, tells layouts apart.
    bool tells(const Group& group, int cell) const {
        const Span<const Set> all = layouts_of(group);
        const int number = size_of(all[0] & near[cell]);
        return std::any_of(all.begin(), all.end(), [&](const Set& layout) {
            return size_of(layout & near[cell]) != number;
        });
    }

    // From here on groups are closed, and `unsettled` are the cells that are not settled.
    int look_up(const Group& group, Set unsettled, int need) {
        const WinTable::Key key = key_of(group, unsettled);
        const WinTable::Entry* const known = table_.find(key);
        if (known != nullptr && (known->is_exact || known->wins < need)) return known->wins;
        // Products need exact factors: a bound on one of them says little, so they are searched
        // without a need.
        const Set apart = find_apart(group, unsettled);
        const int wins = apart != 0 ? wins_apart(group, apart, unsettled & ~apart)
                                    : search(group, unsettled, need).wins;
        // An answer below the need is only a bound, and the table must say so.
        table_.put(key, wins, wins >= need, group.count);
        return wins;
    }

    // The best move, or none if it wins fewer than `need`; then `wins` is a bound.
    Move search(const Group& group, Set unsettled, int need) {
        const Offset mark = candidates_.size();
        list_candidates(group, unsettled);
        // Without candidates all cells are dead: whatever is opened, one layout is won.
        const Move move = candidates_.size() == mark ? Move{first_of(unsettled), 1}
                                                     : try_candidates(group, unsettled, mark, need);
        candidates_.resize(mark);
        return move;
    }

    // Tries the candidates from `mark` on, best bounds first.
    Move try_candidates(const Group& group, Set unsettled, Offset mark, int need) {
        Move best{no_cell, 0};
        int bound = 0;  // of those that were given up
        for (Offset i = mark; i < candidates_.size(); ++i) {
            const Candidate candidate = candidates_[i];
            // Strictly more than the best so far: of equal moves the one tried first stays.
            const int wanted = std::max(need, best.wins + 1);
            if (candidate.bound < wanted) {
                bound = std::max(bound, candidate.bound);
                break;
            }
            const Set rest = unsettled & ~just<Set>(candidate.cell);
            const int wins = open(group, candidate.cell, rest, wanted);
            if (wins >= wanted) best = {candidate.cell, wins};
            else bound = std::max(bound, wins);
        }
        return best.cell != no_cell ? best : Move{no_cell, bound};
    }

    // How many layouts are won if `cell` is opened; if that is less than `need`, it is a bound.
    int open(const Group& group, int cell, Set covered, int need) {
        const Offset mark = pool_.size();
        Parts parts = split(group, cell, covered);
        std::sort(parts.parts.begin(), parts.parts.begin() + parts.count,
                  [](const Part& a, const Part& b) { return is_before(a.group, b.group); });
        // Start from the bound and replace it part by part. Small parts first, as they are cheap
        // and may sink the move before the large ones are searched.
        int wins = parts.bound;
        for (std::size_t i = 0; i < parts.count && wins >= need; ++i) {
            const Part& part = parts.parts[i];
            wins -= part.bound;
            wins += wins_of(part.group, covered, need - wins);
        }
        pool_.resize(mark);
        return wins;
    }

    // Parts the layouts in which `cell` is safe by its number.
    Parts split(const Group& group, int cell, Set covered) {
        note(group.count);
        std::array<int, 9> sizes{};
        numbers_.resize(group.count);
        const Set* layout = pool_.data() + group.first;
        for (int i = 0; i < group.count; ++i) {
            numbers_[i] = number_in(layout[i], cell);
            if (numbers_[i] != mined) ++sizes[numbers_[i]];
        }
        Parts parts;
        std::array<Offset, 9> next{};
        Offset last = pool_.size();
        for (std::size_t number = 0; number < sizes.size(); ++number) {
            next[number] = last;
            last += sizes[number];
        }
        pool_.resize(last);
        // Again, for the pool may have moved.
        layout = pool_.data() + group.first;
        for (int i = 0; i < group.count; ++i)
            if (numbers_[i] != mined) pool_[next[numbers_[i]]++] = layout[i];
        for (std::size_t number = 0; number < sizes.size(); ++number)
            if (sizes[number] > 0)
                add({next[number] - sizes[number], sizes[number]}, covered, parts);
        return parts;
    }

    static constexpr std::uint8_t mined = 9;

    std::uint8_t number_in(Set layout, int cell) const {
        return has(layout, cell) ? mined : static_cast<std::uint8_t>(size_of(layout & near[cell]));
    }

    void add(const Group& group, Set covered, Parts& parts) {
        columns_[0].clear();
        for (const Set layout : layouts_of(group)) columns_[0].add(layout);
        const int bound = bound_of(group.count, columns_[0], covered);
        parts.parts[parts.count++] = {group, bound};
        parts.bound += bound;
    }

    static int bound_of(int layouts, const Columns<Set>& columns, Set covered) {
        return layouts == 1 || covered == 0 ? layouts : layouts - columns.least(covered);
    }

    // --- candidates -----------------------------------------------------------------------------

    // Adds the cells that are neither dead nor dominated, best bounds first.
    void list_candidates(const Group& group, Set unsettled) {
        const Offset mark = candidates_.size();
        spend(Offset{group.count} * size_of(unsettled));
        Set alive = 0;
        for_each(unsettled, [&](int cell) {
            if (survey(group, unsettled, cell)) alive |= just<Set>(cell);
        });
        drop_dominated(mark, alive);
        std::sort(candidates_.begin() + mark, candidates_.end(),
                  [](const Candidate& a, const Candidate& b) {
                      return a.bound != b.bound ? a.bound > b.bound : a.cell < b.cell;
                  });
    }

    // Adds a candidate unless it is dead.
    bool survey(const Group& group, Set unsettled, int cell) {
        note(group.count);
        std::array<int, 9> sizes{};
        Set any = 0;
        for (const Set layout : layouts_of(group)) {
            const std::uint8_t number = number_in(layout, cell);
            if (number == mined) continue;
            any |= layout;
            if (sizes[number]++ == 0) columns_[number].clear();
            columns_[number].add(layout);
        }
        const Set others = unsettled & ~just<Set>(cell);
        int bound = 0, parts = 0;
        for (std::size_t number = 0; number < sizes.size(); ++number) {
            if (sizes[number] == 0) continue;
            bound += bound_of(sizes[number], columns_[number], others);
            ++parts;
        }
        if (parts == 1) return false;
        candidates_.push({cell, bound, others & ~any});
        return true;
    }

    // Of cells that are safe in the same layouts the first is kept.
    void drop_dominated(Offset mark, Set alive) {
        safe_with_.resize(near.count());
        for (Offset i = mark; i < candidates_.size(); ++i)
            safe_with_[candidates_[i].cell] = candidates_[i].safe;
        Offset kept = mark;
        for (Offset i = mark; i < candidates_.size(); ++i) {
            const Candidate candidate = candidates_[i];
            bool is_dominated = false;
            for_each(candidate.safe & alive, [&](int other) {
                // If each is safe wherever the other is, the first of the two stays.
                is_dominated |= other < candidate.cell || !has(safe_with_[other], candidate.cell);
            });
            if (!is_dominated) candidates_[kept++] = candidate;
        }
        candidates_.resize(kept);
    }

    // --- cells apart ----------------------------------------------------------------------------

    static constexpr int few = 12;  // layouts are not worth it

    // A set of unsettled cells that is independent of the others; 0 if there is none.
    Set find_apart(const Group& group, Set unsettled) {
        // Sorting the projections costs more than searching so small a group.
        if (group.count < few) return 0;
        for (Set left = unsettled; left != 0;) {
            const Set linked = linked_with(first_of(left), unsettled);
            if (linked == unsettled) return 0;
            left &= ~linked;
            if (is_apart(group, linked, unsettled & ~linked)) return linked;
        }
        return 0;
    }

    // All cells that a chain of touching cells leads to.
    Set linked_with(int cell, Set unsettled) const {
        Set linked = just<Set>(cell);
        for (Set waiting = linked; waiting != 0;) {
            const Set fresh = near[first_of(waiting)] & unsettled & ~linked;
            linked |= fresh;
            waiting = (waiting & (waiting - 1)) | fresh;
        }
        return linked;
    }

    bool is_apart(const Group& group, Set one, Set other) {
        spend(2 * group.count);
        const int ways = project(group, one);
        // The layouts are a subset of the product of both projections, so equal sizes mean the
        // whole product.
        return group.count % ways == 0 && project(group, other) == group.count / ways;
    }

    // Lists the different layouts of some cells in `scratch_`; returns how many there are.
    int project(const Group& group, Set cells) {
        note(group.count);
        scratch_.resize(group.count);
        const Span<const Set> all = layouts_of(group);
        std::transform(all.begin(), all.end(), scratch_.begin(),
                       [&](const Set& layout) { return layout & cells; });
        std::sort(scratch_.begin(), scratch_.end());
        scratch_.resize(std::unique(scratch_.begin(), scratch_.end()) - scratch_.begin());
        return scratch_.count();
    }

    int wins_apart(const Group& group, Set one, Set other) {
        return wins_in(group, one) * wins_in(group, other);
    }

    int wins_in(const Group& group, Set cells) {
        const Offset mark = pool_.size();
        const int count = project(group, cells);
        pool_.resize(mark + count);
        std::copy(scratch_.begin(), scratch_.end(), pool_.begin() + mark);
        const int wins = wins_of({mark, count}, cells, 0);
        pool_.resize(mark);
        return wins;
    }

    // --- the table ------------------------------------------------------------------------------

    // The sum of random numbers, one for each layout: sets are equal if their sums are.
    WinTable::Key key_of(const Group& group, Set unsettled) const {
        WinTable::Key key{0, 0};
        for (const Set layout : layouts_of(group)) {
            // Sums do not depend on the order of layouts. Two of 64 bits: one finds the place, the
            // other guards against a collision.
            const std::uint64_t bits = mixed(layout & unsettled);
            key.one += bits;
            key.two += mix(bits ^ 0xD1B54A32D192ED03);
        }
        return key;
    }

    static std::uint64_t mixed(std::uint64_t set) { return mix(set); }
    static std::uint64_t mixed(Wide set) {
        return mix(mix(static_cast<std::uint64_t>(set)) ^ static_cast<std::uint64_t>(set >> 64));
    }

    // The last steps of SplitMix64.
    static std::uint64_t mix(std::uint64_t z) {
        z += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    Set cells_ = 0;
    Offset left_ = 0;  // work
    Move best_{no_cell, 0};
    WinTable table_;
    Buffer<Set> pool_;  // layouts: a stack of groups
    Buffer<Set> scratch_;
    Buffer<std::uint8_t> numbers_;
    Buffer<Candidate> candidates_;  // a stack
    Buffer<Set> safe_with_;         // for each candidate, the cells that are safe with it
    std::array<Columns<Set>, 9> columns_;
};

}  // namespace mineproof
