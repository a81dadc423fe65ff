// Draws examples for the learned value: guesses, and what playouts won from them.
//
//     examples ROWS COLS MINES START FIRST SEED GAMES PLAYOUTS
//
// Plays games of these seeds by two moves and endgames, except that one guess in eight is any of
// the best three, so that unusual positions are met as well. Where two moves decide and a zero is
// open, each close guess is an example: its playouts are in the same layouts as those of the
// others. For each example a row of 32-bit floats is written to standard output: the number of the
// position, the share of playouts won, and the features.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "board/board.hpp"
#include "board/game.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "strategist/best_play.hpp"
#include "strategist/features.hpp"
#include "strategist/fifty.hpp"
#include "strategist/lookahead.hpp"
#include "strategist/rollout.hpp"
#include "strategist/strategist.hpp"
#include "strategist/value.hpp"

namespace mineproof {
namespace {

class Examples {
public:
    Examples(const Board& board, const Start& start, int mines, int playouts)
        : start_(start), dealer_(board, start, mines), reasoner_(board), playouts_(playouts) {
        reasoner_.keep_counts();
    }

    void play(std::uint64_t seed) {
        rng_ = Rng(seed ^ stream);
        dealer_.deal(seed, layout_, safe_);
        game_.begin(layout_, Finish::clearing);
        reasoner_.begin(layout_.mines());
        open(start_.first);
        while (game_.is_played()) {
            if (reasoner_.deduce() != Method::nothing) open_safe();
            else if (!guess()) return;
        }
    }

private:
    static constexpr std::uint64_t stream = 0x6578616D706C6573;
    static constexpr int usual = 8, among = 3;  // one guess in `usual` is any of the best `among`

    void open(int cell) {
        game_.open(cell, [this](int opened, int number) { reasoner_.see(opened, number); });
    }

    void open_safe() {
        for (const int cell : reasoner_.safe())
            if (game_.is_played() && !game_.is_open(cell)) open(cell);
    }

    // False at the end of what is of interest.
    bool guess() {
        static const Thinking fast = Thinking::within(Budget::fast);
        if (reasoner_.unsettled() == 0) return false;
        reasoner_.risks();
        if (best_play_.find(reasoner_, fast.layouts, fast.work)) return false;
        const int at_once = fifty_.find(reasoner_, nullptr);
        if (at_once != none) {
            open(at_once);
            return true;
        }
        if (!lookahead_.weigh(reasoner_, Value::most, nullptr, none, Value::window)) return false;
        if (reasoner_.has_opening()) write_examples();
        open(lookahead_.candidates()[pick()].cell);
        return true;
    }

    int pick() {
        const int last = std::min(among, lookahead_.candidates().count());
        if (rng_.below(usual) > 0) return 0;
        return static_cast<int>(rng_.below(static_cast<std::uint64_t>(last)));
    }

    void write_examples() {
        const Buffer<Lookahead::Candidate>& guesses = lookahead_.candidates();
        if (guesses.count() < 2 || guesses[1].survival < Value::window * guesses[0].survival)
            return;
        rollout_.start(reasoner_, {});
        features_.start(reasoner_, guesses);
        const std::uint64_t first = rng_.next();
        for (const Lookahead::Candidate& each : guesses) {
            if (each.is_dead || each.survival < Value::window * guesses[0].survival) continue;
            double wins = 0;
            for (int i = 0; i < playouts_; ++i)
                wins += rollout_.play(each.cell, first + static_cast<std::uint64_t>(i));
            write(each.safety() * wins / playouts_, features_.of(each));
        }
        ++position_;
    }

    void write(double win, const Features::List& features) {
        std::array<float, Features::count + 2> row;
        row[0] = static_cast<float>(position_);
        row[1] = static_cast<float>(win);
        for (std::size_t i = 0; i < features.size(); ++i)
            row[i + 2] = static_cast<float>(features[i]);
        std::fwrite(row.data(), sizeof row[0], row.size(), stdout);
    }

    Start start_;
    Dealer dealer_;
    Layout layout_;
    Buffer<int> safe_;
    Game game_;
    Reasoner reasoner_;
    Rng rng_{0};
    BestPlay best_play_;
    Fifty fifty_;
    Lookahead lookahead_;
    Features features_;
    Rollout rollout_;
    int playouts_;
    int position_ = 0;
};

}  // namespace
}  // namespace mineproof

int main(int count, char** texts) {
    using namespace mineproof;
    if (count != 9) {
        std::fputs("examples ROWS COLS MINES START FIRST SEED GAMES PLAYOUTS\n", stderr);
        return 2;
    }
    const auto number = [&](int i) { return std::atoi(texts[i]); };
    const Board board(number(1), number(2), Shape::square);
    const bool is_opening = std::strcmp(texts[4], "opening") == 0;
    const Start start{is_opening ? StartRule::opening : StartRule::safe, number(5), 0};
    Examples examples(board, start, number(3), number(8));
    const std::uint64_t seed = std::strtoull(texts[6], nullptr, 10);
    for (int i = 0; i < number(7); ++i) examples.play(seed + static_cast<std::uint64_t>(i));
    return std::fflush(stdout) == 0 ? 0 : 1;
}
