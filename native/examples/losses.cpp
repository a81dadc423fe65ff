// Where the best guess is known, how much less often than it the guesses of each budget win.
//
//     losses ROWS COLS MINES START FIRST SEED GAMES
//
// Plays games of these seeds as strategist-fast does. At each guess with 601 to 5000 layouts left,
// too many for the endgame of the smallest budget and few enough to search them all, each budget
// guesses as if it could search no endgame. A line for each such guess goes to standard output: the
// layouts, and for each budget how much less often than the best its guess wins, and milliseconds.
#include <cstdint>
#include <cstdio>
#include <vector>

#include "base/clock.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "examples/games.hpp"
#include "strategist/best_play.hpp"
#include "strategist/strategist.hpp"

namespace mineproof {
namespace {

class Losses {
public:
    explicit Losses(const Wish& wish) : games_(wish), reasoner_(games_.reasoner()) {
        for (const Budget budget : {Budget::fast, Budget::normal, Budget::deep}) {
            Thinking thinking = Thinking::within(budget);
            thinking.layouts = 0;
            choosers_.emplace_back(thinking);
        }
    }

    void play(std::uint64_t seed) {
        games_.play(seed, [this] { return guess(); });
    }

private:
    static constexpr int fewest = 601, most = 5000;  // layouts
    static constexpr Offset no_limit = Offset{1} << 40;

    // False once there are too few layouts.
    bool guess() {
        if (best_play_.find(reasoner_, fewest - 1, no_limit)) return false;
        if (best_play_.find(reasoner_, most, no_limit)) print_losses();
        games_.open(player_.choose(reasoner_).cell);
        return true;
    }

    void print_losses() {
        const double best = best_play_.best().win;
        std::printf("%d", best_play_.layouts());
        for (Strategist& chooser : choosers_) {
            const double started = thread_seconds();
            const int cell = chooser.choose(reasoner_).cell;
            const double seconds = thread_seconds() - started;
            const bool is_best = cell == best_play_.best().cell;
            if (!is_best) best_play_.weigh(cell, no_limit);
            const double win = is_best ? best : best_play_.weighed().win;
            std::printf(" %.9f %.3f", best - win, 1000 * seconds);
        }
        std::puts("");
    }

    Games games_;
    Reasoner& reasoner_;
    BestPlay best_play_;
    Strategist player_{Thinking::within(Budget::fast)};
    std::vector<Strategist> choosers_;
};

}  // namespace
}  // namespace mineproof

int main(int count, char** texts) {
    using namespace mineproof;
    if (count != Wish::words + 1) {
        std::fputs("losses ROWS COLS MINES START FIRST SEED GAMES\n", stderr);
        return 2;
    }
    const Wish wish(texts + 1);
    Losses losses(wish);
    for (int i = 0; i < wish.games; ++i) losses.play(wish.seed + static_cast<std::uint64_t>(i));
    return std::fflush(stdout) == 0 ? 0 : 1;
}
