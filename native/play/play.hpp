// One game from its first move to its last, as play/match.py plays it with the engine `exact`.
//
// Whatever one deduction settles is played before the next: its safe cells in reading order, except
// those that a zero has opened meanwhile, then in the marking game its mines. When nothing is
// certain, the policy guesses or gives up. Guesses are drawn from a random stream of their own, as
// in agents/base.py.
//
// The luck of a game is the sum over its guesses of the outcome less its expectation: the risk for
// each guess survived, the risk less 1 for the guess that lost. Its mean is zero whatever the
// policy does, so it serves as a control variate that makes a win rate less noisy.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "base/rng.hpp"
#include "board/board.hpp"
#include "board/game.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "strategist/guess.hpp"
#include "strategist/strategist.hpp"

namespace mineproof {

// What to do when nothing is certain; agents/ has a file for each.
enum class Policy {
    never_guess,
    random,
    safest,
    safest_corner,
    strategist,
    strategist_fast,
    strategist_deep,
};

inline bool is_strategist(Policy policy) { return policy >= Policy::strategist; }

inline Budget budget_of(Policy policy) {
    return policy == Policy::strategist_fast   ? Budget::fast
           : policy == Policy::strategist_deep ? Budget::deep
                                               : Budget::normal;
}

enum class Ending : std::uint8_t {
    won,
    lost,
    stuck,   // nothing is certain and the policy does not guess
    failed,  // a count has reached its limits, or those of its number types
};

enum class Act : std::uint8_t { open, mark };

struct Move {
    Act act;
    bool is_guess;
    int cell;
};

struct Played {
    Ending ending = Ending::stuck;
    int moves = 0;
    int proved = 0;  // moves that were certain
    int guesses = 0;
    int counts = 0;
    int unmarked = 0;  // cells that are neither open nor settled, unless the game is won
    int lost_at = -1;  // the cell that lost the game, -1 if none did
    double luck = 0;
};

// The two things that decide how a layout is played.
struct Manner {
    Finish finish;
    Policy policy;
};

class Match {
public:
    static constexpr int no_cell = -1;

    Match(const Board& board, const Manner& manner)
        : manner_(manner),
          reasoner_(board),
          strategist_(Thinking::within(budget_of(manner.policy))) {
        if (is_strategist(manner.policy)) reasoner_.keep_counts();
    }

    Layout layout;
    Buffer<int> safe;    // handed out before the first move
    Buffer<Move> trace;  // the moves of the last game, if wanted
    bool keeps_trace = false;

    // What a game may take, and whether it is to stop.
    Work& work() { return reasoner_.work(); }

    // Plays `layout`, with `first` as the first move if it is a cell. Throws Ended if asked to
    // stop.
    Played play(int first, std::uint64_t seed) {
        begin(seed);
        try {
            play_on(first);
        } catch (const Ended& ended) {
            if (ended.outcome == Outcome::stopped) throw;
            played_.ending = Ending::failed;
        }
        played_.counts = reasoner_.counts();
        played_.unmarked = played_.ending == Ending::won ? 0 : reasoner_.unsettled();
        return played_;
    }

    // Adds the unmarked cells of the last game to `cells`, in order.
    void list_unmarked(Buffer<int>& cells) const {
        if (played_.ending == Ending::won) return;
        for (int cell = 0; cell < reasoner_.board().cells(); ++cell)
            if (!reasoner_.is_settled(cell)) cells.push(cell);
    }

private:
    static constexpr std::uint64_t guess_stream = 0x6D696E6570726F6F;

    auto sees() {
        return [this](int cell, int number) { reasoner_.see(cell, number); };
    }

    void begin(std::uint64_t seed) {
        played_ = {};
        trace.clear();
        rng_ = Rng(seed ^ guess_stream);
        game_.begin(layout, manner_.finish);
        reasoner_.begin(layout.mines());
        game_.hand_out(safe, sees());
    }

    void play_on(int first) {
        if (first != no_cell && game_.is_played()) make({Act::open, false, first});
        while (game_.is_played()) {
            work().spend(layout.board().cells());
            if (reasoner_.deduce() != Method::nothing) play_certain();
            else if (!guess()) return;
        }
        played_.ending = game_.status() == GameStatus::won ? Ending::won : Ending::lost;
    }

    void play_certain() {
        const int before = played_.moves;
        for (const int cell : reasoner_.safe())
            if (game_.is_played() && !game_.is_open(cell)) make({Act::open, false, cell});
        if (manner_.finish == Finish::marking)
            for (const int cell : reasoner_.mines())
                if (game_.is_played()) make({Act::mark, false, cell});
        played_.proved += played_.moves - before;
    }

    void make(const Move& move) {
        ++played_.moves;
        if (keeps_trace) trace.push(move);
        if (move.act == Act::mark) game_.mark(move.cell);
        else game_.open(move.cell, sees());
        if (game_.status() == GameStatus::lost) played_.lost_at = move.cell;
    }

    // False if the policy gives up.
    bool guess() {
        if (manner_.policy == Policy::never_guess || reasoner_.unsettled() == 0) return false;
        const Guess guess = choose();
        ++played_.guesses;
        make({Act::open, true, guess.cell});
        played_.luck += game_.status() == GameStatus::lost ? guess.risk - 1 : guess.risk;
        return true;
    }

    Guess choose() {
        if (is_strategist(manner_.policy)) return strategist_.choose(reasoner_);
        list_guesses(reasoner_, manner_.policy != Policy::random, equals_);
        const bool is_corner = manner_.policy == Policy::safest_corner;
        return is_corner ? least_covered(reasoner_, equals_) : any();
    }

    // One of the equals, which count in reading order.
    Guess any() {
        const auto is_before = [](const Guess& a, const Guess& b) { return a.cell < b.cell; };
        Guess* const one = equals_.begin() + rng_.below(static_cast<std::uint64_t>(equals_.size()));
        std::nth_element(equals_.begin(), one, equals_.end(), is_before);
        return *one;
    }

    Manner manner_;
    Game game_;
    Reasoner reasoner_;
    Rng rng_{0};
    Played played_;
    Buffer<Guess> equals_;  // cells to choose from
    Strategist strategist_;
};

}  // namespace mineproof
