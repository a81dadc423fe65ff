// What follows from the open numbers of one game, in the steps of engines/exact.py.
//
// 1. Every cell that some single clue settles; or, if there is none, all cells if the mine count
//    settles them.
// 2. Every cell that some pair of clues settles, as engines/parts/pairs.py says.
// 3. Every cell that is the same in all layouts, by counting them.
//
// A step looks at what was known before it began, and its findings are known from then on. So they
// are a set that does not depend on any order, and Python's loop finds the same.
//
// Nothing is looked at twice. Each cell keeps how many unsettled cells are around it and, if it is
// open, how many mines are missing among them. Settling a cell updates its neighbours. A clue that
// thereby settles all its cells waits for step 1, and any clue that has changed waits for step 2,
// since two clues that settled nothing together cannot do so unless one of them changes. Only
// counting starts from scratch, over the clues that are left.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "base/rng.hpp"
#include "board/board.hpp"
#include "count/count.hpp"

namespace mineproof {

// The way in which the last deduction came about; from the easiest on.
enum class Method : std::uint8_t { nothing, single_clue, mine_count, pair, counting };

class Reasoner {
public:
    explicit Reasoner(const Board& board) : board_(board) {
        for (int cell = 0; cell < board.cells(); ++cell) {
            const auto around = static_cast<std::int8_t>(board.neighbours(cell));
            fresh_.push({around, 0, State::nothing, false});
        }
        fresh_.push({0, 0, State::mine, false});  // nowhere
        shared_.assign(fresh_.size(), 0);
        numbers_.assign(fresh_.size(), no_number);
    }

    // Begins a game with `total` mines, or `unknown_total`.
    void begin(std::int64_t total) {
        cells_.resize(fresh_.size());
        std::copy(fresh_.begin(), fresh_.end(), cells_.begin());
        total_ = total;
        unsettled_ = board_.cells();
        settled_key_ = 0;
        mines_ = counts_ = 0;
        is_counted_ = is_broken_ = has_opening_ = false;
        live_.clear();
        settling_.clear();
        changed_.clear();
    }

    // Goes on with the game of another reasoner, on the same board and where nothing is certain.
    void resume(const Reasoner& other) {
        cells_.copy(other.cells_);
        live_.copy(other.live_);
        total_ = other.total_;
        settled_key_ = other.settled_key_;
        unsettled_ = other.unsettled_;
        mines_ = other.mines_;
        has_opening_ = other.has_opening_;
        is_counted_ = is_broken_ = false;
        settling_.clear();
        changed_.clear();
    }

    // Takes in a cell that was opened, and its number.
    void see(int cell, int number) {
        At& at = cells_[cell];
        if (at.state == State::open) {
            is_broken_ |= number != this->number(cell);
            return;
        }
        learn(cell, false);
        at.state = State::open;
        at.left = static_cast<std::int8_t>(at.left + number);
        is_counted_ = false;
        has_opening_ |= number == 0;
        if (at.around > 0) live_.push(cell);
        review(cell);
    }

    // Takes in what a cell is known to be.
    void learn(int cell, bool is_mine) {
        const State state = cells_[cell].state;
        if (state == State::nothing) settle(cell, is_mine);
        else is_broken_ |= is_mine != (state == State::mine);
    }

    // Takes the first step that settles anything; `safe()` and `mines()` then hold what it found,
    // in reading order. Ends with a contradiction when it meets one, or as a count may. No step
    // that is harder than `hardest` is taken.
    Method deduce(Method hardest = Method::counting) {
        const Method method = step(hardest);
        conclude();
        return method;
    }

    // Whether `deduce` would settle anything; nothing is settled here. Ends as `deduce` may.
    bool has_certain() {
        waiting_settling_.copy(settling_);
        waiting_changed_.copy(changed_);
        if (step(Method::counting) == Method::nothing) return false;
        for (const Buffer<int>* found : {&safe_, &mined_})
            for (const int cell : *found) cells_[cell].state = State::nothing;
        settling_.copy(waiting_settling_);
        changed_.copy(waiting_changed_);
        for (const int clue : changed_) cells_[clue].is_changed = true;
        return true;
    }

    const Buffer<int>& safe() const { return safe_; }
    const Buffer<int>& mines() const { return mined_; }

    // What the layouts say about the unsettled cells: the risk of each that a clue mentions, and
    // the one of all others, which float. Ends as a deduction may.
    struct Risks {
        const Buffer<int>& cells;
        const Buffer<double>& risks;  // of these cells, and of some that float
        int floating;                 // how many cells do
        double floating_risk;
    };
    Risks risks() {
        check();
        if (!is_counted_) count();
        const double floating_risk = floating() > 0 ? counter_.floating().risk : 1;
        return {named_, counter_.risks(), floating(), floating_risk};
    }
    // Holds until a cell is settled or seen.
    bool is_floating(int cell) const { return !is_settled(cell) && numbers_[cell] == no_number; }

    // Keeps what the risks rest on, for callers that ask more. Counts then do not depend on the
    // order in which cells were seen.
    void keep_counts() {
        is_counted_ &= keeps_counts_;
        keeps_counts_ = true;
    }
    Counter& counter() { return counter_; }
    // Lists the cells of the problem that was counted, in its order.
    void list_problem(Buffer<int>& cells) const {
        cells.copy(named_);
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (is_floating(cell)) cells.push(cell);
    }
    // The same in the order in which the counter has them, first those with numbers.
    void list_counted(Buffer<int>& cells) const {
        cells.clear();
        for (const int name : counter_.clues().names) cells.push(named_[name]);
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (is_floating(cell)) cells.push(cell);
    }
    // The risk of an unsettled cell.
    double risk_of(int cell) {
        const Risks known = risks();
        return is_floating(cell) ? known.floating_risk : known.risks[numbers_[cell]];
    }
    // How many mines are not settled, or `unknown_total`.
    std::int64_t mines_left() const { return total_ == unknown_total ? total_ : total_ - mines_; }

    // How many neighbours of an unsettled cell are not open, if all settled safe cells are.
    int covered_around(int cell) const { return cells_[cell].around - cells_[cell].left; }

    const Board& board() const { return board_; }
    bool is_open(int cell) const { return cells_[cell].state == State::open; }
    bool is_settled(int cell) const { return cells_[cell].state > State::found_mine; }
    bool is_mine(int cell) const { return cells_[cell].state == State::mine; }
    bool misses_one(int cell) const {  // whether it is a clue that misses one mine
        return is_open(cell) && cells_[cell].left == 1;
    }
    int missing(int clue) const { return cells_[clue].left; }  // mines
    int unsettled_around(int cell) const { return cells_[cell].around; }
    bool has_opening() const { return has_opening_; }  // whether a zero was seen
    int number(int cell) const { return cells_[cell].left + mines_around(cell); }  // if it is open
    int unsettled() const { return unsettled_; }
    int counts() const { return counts_; }

    // Stands for what is left: the unsettled cells, how many mines are among them, and what clues
    // say of them. Positions of one game that have the same key are worth the same, whatever was
    // seen elsewhere on the way.
    std::uint64_t key() {
        drop_spent();
        std::uint64_t key = settled_key_ + hash(mines_left(), are_left);
        for (const int clue : live_) key += hash(clue, cells_[clue].left);
        return key;
    }

    Work& work() { return counter_.work; }

private:
    // Up to found_mine, a cell is not settled; what a step finds is settled when the step ends.
    enum class State : std::uint8_t { nothing, found_safe, found_mine, safe, mine, open };

    struct At {
        std::int8_t around;  // unsettled cells
        std::int8_t left;    // the number shown, if there is one, less the mines settled around
        State state;
        bool is_changed;  // waits for step 2
    };

    void settle(int cell, bool is_mine) {
        cells_[cell].state = is_mine ? State::mine : State::safe;
        is_counted_ = false;
        settled_key_ += hash(cell, is_settled_cell);
        --unsettled_;
        mines_ += is_mine;
        for (const int near : board_.near(cell)) {
            At& at = cells_[near];
            at.around = static_cast<std::int8_t>(at.around - 1);
            at.left = static_cast<std::int8_t>(at.left - is_mine);
            if (at.state == State::open) review(near);
        }
    }

    // The part of a key for one fact: what a clue misses, that a cell is settled, or how many mines
    // are left.
    static constexpr int is_settled_cell = Board::most + 1, are_left = Board::most + 2;
    static std::uint64_t hash(std::int64_t which, int what) {
        return SplitMix64(static_cast<std::uint64_t>(which * 16 + what)).next();
    }

    // A clue is new, or a cell of it was settled.
    void review(int clue) {
        At& at = cells_[clue];
        if (at.left < 0 || at.left > at.around) is_broken_ = true;
        if (at.around <= 0) return;
        if (at.left == 0 || at.left == at.around) settling_.push(clue);
        if (!at.is_changed) changed_.push(clue);
        at.is_changed = true;
    }

    int mines_around(int cell) const {
        int mines = 0;
        for (const int near : board_.near(cell)) mines += near != board_.nowhere() && is_mine(near);
        return mines;
    }

    [[noreturn]] void clash() {
        is_broken_ = true;
        end(Outcome::contradiction);
    }

    void check() {
        if (is_broken_) clash();
        if (total_ != unknown_total && (mines_left() < 0 || mines_left() > unsettled_))
            end(Outcome::count_contradiction);
    }

    void find(int cell, bool is_mine) {
        State& state = cells_[cell].state;
        const State found = is_mine ? State::found_mine : State::found_safe;
        if (state == found) return;
        if (state != State::nothing) clash();
        state = found;
        (is_mine ? mined_ : safe_).push(cell);
    }

    // Finds what the first step that finds anything does.
    Method step(Method hardest) {
        safe_.clear();
        mined_.clear();
        check();
        if (by_single_clues()) return Method::single_clue;
        if (by_mine_count()) return Method::mine_count;
        if (hardest >= Method::pair && by_pairs()) return Method::pair;
        if (hardest >= Method::counting && unsettled_ > 0 && by_counting()) return Method::counting;
        return Method::nothing;
    }

    bool has_found() const { return !safe_.empty() || !mined_.empty(); }

    void conclude() {
        std::sort(safe_.begin(), safe_.end());
        std::sort(mined_.begin(), mined_.end());
        for (const int cell : safe_) settle(cell, false);
        for (const int cell : mined_) settle(cell, true);
    }

    // --- step 1 ---------------------------------------------------------------------------------

    bool by_single_clues() {
        for (const int clue : settling_) {
            if (cells_[clue].around == 0) continue;
            const bool is_mine = cells_[clue].left > 0;
            for (const int near : board_.near(clue))
                if (!is_settled(near)) find(near, is_mine);
        }
        settling_.clear();
        return has_found();
    }

    bool by_mine_count() {
        if (total_ == unknown_total) return false;
        if (mines_left() != 0 && mines_left() != unsettled_) return false;
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (!is_settled(cell)) find(cell, mines_left() > 0);
        return has_found();
    }

    // --- step 2 ---------------------------------------------------------------------------------

    bool by_pairs() {
        for (const int clue : changed_) {
            cells_[clue].is_changed = false;
            if (cells_[clue].around > 0) pair(clue);
        }
        changed_.clear();
        return has_found();
    }

    // Compares a clue with every other that shares a cell with it.
    void pair(int clue) {
        for (const int cell : board_.near(clue))
            if (!is_settled(cell)) meet(clue, cell);
        for (const int other : met_) {
            compare(clue, other, std::exchange(shared_[other], 0));
        }
        met_.clear();
    }

    void meet(int clue, int cell) {
        for (const int other : board_.near(cell))
            if (is_open(other) && other != clue && shared_[other]++ == 0) met_.push(other);
    }

    void compare(int one, int two, int shared) {
        const At a = cells_[one], b = cells_[two];
        if (a.left - b.left == a.around - shared) part(one, two);
        if (b.left - a.left == b.around - shared) part(two, one);
    }

    // The first has as many mines more than the second as it has cells alone.
    void part(int first, int second) {
        for (const int cell : board_.near(first))
            if (!is_settled(cell) && !board_.touch(second, cell)) find(cell, true);
        for (const int cell : board_.near(second))
            if (!is_settled(cell) && !board_.touch(first, cell)) find(cell, false);
    }

    // --- step 3 ---------------------------------------------------------------------------------

    bool by_counting() {
        if (!is_counted_) count();
        const Buffer<Certain>& certain = counter_.certain();
        for (int i = 0; i < named_.count(); ++i)
            if (certain[i] != Certain::no) find(named_[i], certain[i] == Certain::mine);
        if (floating() > 0 && certain[named_.count()] != Certain::no)
            for (int cell = 0; cell < board_.cells(); ++cell)
                if (is_floating(cell)) find(cell, certain[named_.count()] == Certain::mine);
        return has_found();
    }

    int floating() const { return unsettled_ - named_.count(); }

    // For the count, the cells that clues mention get new numbers; the others come after them.
    void count() {
        ++counts_;
        drop_spent();
        if (keeps_counts_) std::sort(live_.begin(), live_.end());
        gather();
        const Problem problem{unsettled_, live_.count(), starts_.data(), lists_.data(),
                              needs_.data()};
        const bool is_known = total_ != unknown_total;
        const Mines mines = is_known ? Mines::known(mines_left()) : Mines::dense(0.5);
        const Outcome outcome = counter_.count(problem, mines, keeps_counts_);
        if (outcome != Outcome::counted) end(outcome);
        is_counted_ = true;
    }

    void gather() {
        for (const int cell : named_) numbers_[cell] = no_number;
        named_.clear();
        starts_.resize(live_.count() + 1);
        needs_.resize(live_.count());
        lists_.resize(live_.count() * Board::most);
        int last = 0;
        for (int i = 0; i < live_.count(); ++i) {
            starts_[i] = last;
            needs_[i] = cells_[live_[i]].left;
            for (const int cell : board_.near(live_[i]))
                if (!is_settled(cell)) lists_[last++] = index(cell);
        }
        starts_[live_.count()] = last;
    }

    int index(int cell) {
        if (numbers_[cell] == no_number) {
            numbers_[cell] = named_.count();
            named_.push(cell);
        }
        return numbers_[cell];
    }

    void drop_spent() {
        int kept = 0;
        for (const int clue : live_)
            if (cells_[clue].around > 0) live_[kept++] = clue;
        live_.resize(kept);
    }

    static constexpr int no_number = -1;

    const Board& board_;
    std::int64_t total_ = unknown_total;
    std::uint64_t settled_key_ = 0;  // of the set of settled cells
    int unsettled_ = 0;
    int mines_ = 0;   // settled
    int counts_ = 0;  // made
    bool keeps_counts_ = false;
    bool is_counted_ = false;
    bool is_broken_ = false;
    bool has_opening_ = false;
    Buffer<At> fresh_;  // what each cell is when a game begins
    Buffer<At> cells_;
    Buffer<int> live_;      // open cells with unsettled ones around, and some that are spent
    Buffer<int> settling_;  // clues that wait for step 1
    Buffer<int> changed_;   // clues that wait for step 2
    Buffer<int> waiting_settling_, waiting_changed_;  // copies of both
    Buffer<int> safe_, mined_;                        // what the last step found
    Buffer<int> met_;  // the clues that share a cell with another, and how many they share
    Buffer<std::uint8_t> shared_;
    Buffer<int> named_;           // the cells that the clues of the last count mention
    Buffer<int> numbers_;         // for each cell of the board, its place in this list
    Buffer<int> starts_, lists_;  // the last count's problem
    Buffer<std::int64_t> needs_;
    Counter counter_;
};

}  // namespace mineproof
