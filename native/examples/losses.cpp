// Where the best guess is known, how much less often than it the guesses of each budget win.
//
//     losses ROWS COLS MINES START FIRST SEED GAMES
//
// Plays games of these seeds as strategist-fast does. At each guess with 601 to 5000 layouts left,
// too many for the endgame of the smallest budget and few enough to search them all, each budget
// guesses as if it could search no endgame. A line for each such guess goes to standard output: the
// layouts, and for each budget how much less often than the best its guess wins, and milliseconds.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/clock.hpp"
#include "board/board.hpp"
#include "board/game.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "strategist/best_play.hpp"
#include "strategist/strategist.hpp"

namespace mineproof {
namespace {

class Losses {
public:
    Losses(const Board& board, const Start& start, int mines)
        : start_(start), dealer_(board, start, mines), reasoner_(board) {
        reasoner_.keep_counts();
        for (const Budget budget : {Budget::fast, Budget::normal, Budget::deep}) {
            Thinking thinking = Thinking::within(budget);
            thinking.layouts = 0;
            choosers_.emplace_back(thinking);
        }
    }

    void play(std::uint64_t seed) {
        dealer_.deal(seed, layout_, safe_);
        game_.begin(layout_, Finish::clearing);
        reasoner_.begin(layout_.mines());
        open(start_.first);
        while (game_.is_played()) {
            if (reasoner_.deduce() != Method::nothing) open_safe();
            else if (reasoner_.unsettled() == 0 || best_play_.find(reasoner_, fewest - 1, no_limit))
                return;
            else guess();
        }
    }

private:
    static constexpr int fewest = 601, most = 5000;  // layouts
    static constexpr Offset no_limit = Offset{1} << 40;

    void open(int cell) {
        game_.open(cell, [this](int opened, int number) { reasoner_.see(opened, number); });
    }

    void open_safe() {
        for (const int cell : reasoner_.safe())
            if (game_.is_played() && !game_.is_open(cell)) open(cell);
    }

    void guess() {
        if (best_play_.find(reasoner_, most, no_limit)) print_losses();
        open(player_.choose(reasoner_).cell);
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

    Start start_;
    Dealer dealer_;
    Layout layout_;
    Buffer<int> safe_;
    Game game_;
    Reasoner reasoner_;
    BestPlay best_play_;
    Strategist player_{Thinking::within(Budget::fast)};
    std::vector<Strategist> choosers_;
};

}  // namespace
}  // namespace mineproof

int main(int count, char** texts) {
    using namespace mineproof;
    if (count != 8) {
        std::fputs("losses ROWS COLS MINES START FIRST SEED GAMES\n", stderr);
        return 2;
    }
    const auto number = [&](int i) { return std::atoi(texts[i]); };
    const Board board(number(1), number(2), Shape::square);
    const bool is_opening = std::strcmp(texts[4], "opening") == 0;
    const Start start{is_opening ? StartRule::opening : StartRule::safe, number(5), 0};
    Losses losses(board, start, number(3));
    const std::uint64_t seed = std::strtoull(texts[6], nullptr, 10);
    for (int i = 0; i < number(7); ++i) losses.play(seed + static_cast<std::uint64_t>(i));
    return std::fflush(stdout) == 0 ? 0 : 1;
}
