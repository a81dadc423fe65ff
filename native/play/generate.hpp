// Boards that can be cleared from their first cell without a guess, as in coach/boards/generate.py.
//
// *Rejection sampling.* Layouts are dealt one after the other, and the first that can be cleared is
// taken. So every board that can be cleared is equally likely.
//
// *Repair.* A layout is played as far as it is certain. Where play is stuck, mines are moved near
// by, and play goes on. At the end it is played again from the start, since a changed number may
// have been used before. The layout is accepted once it has been played from its first cell to its
// last without a change. There are three kinds of changes, tried in this order:
//
// 1. A clue is made to settle its cells: all of them become safe, or all become mines. The mines
//    are exchanged with covered cells that no clue touches, if there are enough, otherwise with
//    other unsettled cells. A coin decides whether mines go in or out; the clues that need the
//    fewest exchanges are considered.
// 2. No clue is left, since the rest lies behind known mines: one of these is moved elsewhere.
// 3. There is nothing to exchange with, as in a 50/50 at the end: one of the mines that are left is
//    moved to an open cell.
//
// The second and the third undo what was known, so play starts over. After too many changes the
// attempt is abandoned.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "base/rng.hpp"
#include "board/board.hpp"
#include "board/game.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"

namespace mineproof {

// What may be asked of a player: the hardest step, and whether the mine count is told.
struct Reach {
    Method hardest;
    bool with_count;
};

// A layout, played by what is certain as far as that goes.
class Solving {
public:
    Solving(const Board& board, const Reach& reach) : reach_(reach), reasoner_(board) {}

    Work& work() { return reasoner_.work(); }

    bool is_open(int cell) const { return game_.is_open(cell); }
    bool is_settled(int cell) const { return reasoner_.is_settled(cell); }
    bool is_known_mine(int cell) const { return is_settled(cell) && reasoner_.is_mine(cell); }

    // Plays from the first cell on; true if all is cleared. Ends as a count may.
    bool play(const Layout& layout, int first) {
        layout_ = &layout;
        work().spend(steps_per_cell * layout.board().cells());
        game_.begin(layout, Finish::clearing);
        reasoner_.begin(total());
        open(first);
        return go_on();
    }

    // Goes on with a layout in which unsettled cells have changed.
    bool play_changed() {
        const Board& board = layout_->board();
        work().spend(steps_per_cell * board.cells());
        mines_.clear();
        for (int cell = 0; cell < board.cells(); ++cell)
            if (is_known_mine(cell)) mines_.push(cell);
        reasoner_.begin(total());
        for (int cell = 0; cell < board.cells(); ++cell)
            if (is_open(cell)) reasoner_.see(cell, layout_->number(cell));
        for (const int mine : mines_) reasoner_.learn(mine, true);
        return go_on();
    }

private:
    static constexpr Offset steps_per_cell = 10;

    std::int64_t total() const { return reach_.with_count ? layout_->mines() : unknown_total; }

    void open(int cell) {
        game_.open(cell, [this](int seen, int number) { reasoner_.see(seen, number); });
    }

    bool go_on() {
        while (game_.is_played()) {
            work().spend(layout_->board().cells());
            if (reasoner_.deduce(reach_.hardest) == Method::nothing) return false;
            for (const int cell : reasoner_.safe())
                if (game_.is_played() && !is_open(cell)) open(cell);
        }
        return true;
    }

    Reach reach_;
    const Layout* layout_ = nullptr;
    Game game_;
    Reasoner reasoner_;
    Buffer<int> mines_;
};

// Moves the mines of a layout until it can be cleared.
class Repair {
public:
    Repair(const Board& board, const Start& start, Solving& solving)
        : board_(board),
          start_(start),
          solving_(solving),
          most_changes_(std::max(200, board.cells() / 2)) {}

    // True if it has come to an end. Ends as a count may.
    bool repair(Layout& layout, std::uint64_t seed) {
        layout_ = &layout;
        rng_ = Rng(seed ^ stream);
        int changes = 0, before = -1;
        while (before < changes) {
            before = changes;
            bool is_cleared = solving_.play(layout, start_.first);
            while (!is_cleared) {
                if (++changes > most_changes_) return false;
                const Change change = make_change();
                if (change == Change::impossible) return false;
                is_cleared = change == Change::near ? solving_.play_changed()
                                                    : solving_.play(layout, start_.first);
            }
        }
        return true;
    }

private:
    static constexpr std::uint64_t stream = 0x7265706169720001;

    enum class Change { impossible, near, far };

    Change make_change() {
        survey();
        const bool fills = rng_.below(2) == 1;
        if (settle_by_clue(fills) || settle_by_clue(!fills)) return Change::near;
        return (live_.empty() ? open_wall() : move_to_open_cell()) ? Change::far
                                                                   : Change::impossible;
    }

    // --- what there is --------------------------------------------------------------------------

    void survey() {
        live_.clear();
        for (const bool is_mine : {false, true}) {
            unsettled_[is_mine].clear();
            floating_[is_mine].clear();
        }
        for (int cell = 0; cell < board_.cells(); ++cell) {
            if (solving_.is_open(cell)) {
                if (has_near(cell, [this](int near) { return is_unsettled(near); }))
                    live_.push(cell);
            } else if (is_unsettled(cell)) {
                const bool is_mine = layout_->is_mine(cell);
                unsettled_[is_mine].push(cell);
                if (!touches_open(cell)) floating_[is_mine].push(cell);
            }
        }
    }

    template <class Is>
    bool has_near(int cell, Is is) const {
        for (const int near : board_.near(cell))
            if (near != board_.nowhere() && is(near)) return true;
        return false;
    }
    bool touches_open(int cell) const {
        return has_near(cell, [this](int near) { return solving_.is_open(near); });
    }
    bool is_unsettled(int cell) const { return !solving_.is_settled(cell); }

    // --- a clue settles its cells ---------------------------------------------------------------

    // Makes all unsettled cells of a clue mines, or all safe; false if no clue can have that.
    bool settle_by_clue(bool fills) {
        find_cheapest(fills);
        if (cheapest_.empty()) return false;
        const int clue = pick(cheapest_);
        leaving_.clear();
        for (const int near : board_.near(clue))
            if (near != board_.nowhere() && is_unsettled(near) && layout_->is_mine(near) != fills)
                leaving_.push(near);
        find_partners(clue, fills);
        draw(partners_, leaving_.count());
        for (int i = 0; i < leaving_.count(); ++i) {
            if (fills) move_mine(partners_[i], leaving_[i]);
            else move_mine(leaving_[i], partners_[i]);
        }
        return true;
    }

    // The clues that take the fewest exchanges, and for which there are enough partners.
    void find_cheapest(bool fills) {
        cheapest_.clear();
        int least = Board::most + 1;
        for (const int clue : live_) {
            std::array<int, 2> around{};
            for (const int near : board_.near(clue))
                if (near != board_.nowhere() && is_unsettled(near))
                    ++around[layout_->is_mine(near)];
            const int cost = around[!fills];
            if (cost > least || cost > unsettled_[fills].count() - around[fills]) continue;
            if (cost < least) cheapest_.clear();
            least = cost;
            cheapest_.push(clue);
        }
    }

    void find_partners(int clue, bool fills) {
        partners_.clear();
        const bool is_enough = floating_[fills].count() >= leaving_.count();
        for (const int cell : is_enough ? floating_[fills] : unsettled_[fills])
            if (!board_.touch(clue, cell)) partners_.push(cell);
    }

    // --- what was known changes -----------------------------------------------------------------

    // Moves a mine that is known, between open and unsettled cells, to an unsettled cell.
    bool open_wall() {
        partners_.clear();
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (solving_.is_known_mine(cell) && touches_open(cell) &&
                has_near(cell, [this](int near) { return is_unsettled(near); }))
                partners_.push(cell);
        return exchange(partners_, unsettled_[false]);
    }

    // Moves a mine that is not settled to a cell that is open.
    bool move_to_open_cell() {
        partners_.clear();
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (solving_.is_open(cell) && !start_.keeps_clear(board_, cell)) partners_.push(cell);
        return exchange(unsettled_[true], partners_);
    }

    bool exchange(const Buffer<int>& mines, const Buffer<int>& safe) {
        if (mines.empty() || safe.empty()) return false;
        const int mine = pick(mines);
        move_mine(mine, pick(safe));
        return true;
    }

    // --- mines and chance -----------------------------------------------------------------------

    void move_mine(int from, int to) {
        layout_->take(from);
        layout_->put(to);
    }

    int pick(const Buffer<int>& cells) {
        return cells[static_cast<Offset>(rng_.below(static_cast<std::uint64_t>(cells.size())))];
    }
    void draw(Buffer<int>& cells, int count) {
        rng_.draw(cells.data(), static_cast<std::size_t>(cells.size()),
                  static_cast<std::size_t>(count));
    }

    const Board& board_;
    Start start_;
    Solving& solving_;
    int most_changes_;
    Layout* layout_ = nullptr;
    Rng rng_{0};
    Buffer<int> live_;                      // open cells with unsettled ones around
    std::array<Buffer<int>, 2> unsettled_;  // safe cells, and mines
    std::array<Buffer<int>, 2> floating_;   // those of them that touch no open cell
    Buffer<int> cheapest_, leaving_, partners_;
};

// Tries one layout after the other.
class Generator {
public:
    // What is wanted: boards within the reach, but not within `too_easy`, if that is given.
    struct Wish {
        Reach reach;
        std::optional<Reach> too_easy;
        bool repairs;
    };

    struct Found {
        int tries;           // how many it took, or none was found
        std::uint64_t seed;  // of the layout that was dealt
        bool is_found;
    };

    Generator(const Board& board, const Start& start, int mines, const Wish& wish)
        : wish_(wish),
          start_(start),
          dealer_(board, start, mines),
          is_always_alike_(mines == 0 || mines == dealer_.room()),
          solving_(board, wish.reach),
          easier_(board, wish.too_easy.value_or(wish.reach)),
          repair_(board, start, solving_) {}

    Layout layout;

    // Passes over `skip` tries, then makes up to `tries`; if one succeeds its layout is there.
    // Throws Ended if asked to stop.
    Found find(std::uint64_t seed, int skip, int tries) {
        Rng seeds(seed ^ stream);
        for (int i = 0; i < skip; ++i) {
            solving_.work().spend(1);
            seeds.next();
        }
        for (int i = 1; i <= tries; ++i) {
            const std::uint64_t one = seeds.next();
            dealer_.deal(one, layout, safe_);
            if (is_wanted(one)) return {i, one, true};
            if (is_always_alike_) break;
        }
        return {tries, 0, false};
    }

    void limit(std::int64_t states, Work::Ask ask) {
        for (Solving* solving : {&solving_, &easier_}) {
            solving->work().limits.states = states;
            solving->work().set_ask(ask, nullptr);
        }
    }

private:
    static constexpr std::uint64_t stream = 0x67656E6572617465;

    // What takes too much to count is not wanted.
    bool is_wanted(std::uint64_t seed) {
        try {
            const bool is_cleared =
                wish_.repairs ? repair_.repair(layout, seed) : solving_.play(layout, start_.first);
            return is_cleared && !(wish_.too_easy && easier_.play(layout, start_.first));
        } catch (const Ended& ended) {
            if (ended.outcome == Outcome::stopped) throw;
            return false;
        }
    }

    Wish wish_;
    Start start_;
    Dealer dealer_;
    // With no mine, or no room for another, there is one layout, and the first cell clears it.
    bool is_always_alike_;
    Solving solving_, easier_;
    Repair repair_;
    Buffer<int> safe_;
};

}  // namespace mineproof
