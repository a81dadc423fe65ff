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

#include "base/buffer.hpp"
#include "base/rng.hpp"
#include "board/layout.hpp"
#include "count/reason.hpp"
#include "examples/games.hpp"
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
    Examples(const Wish& wish, int playouts)
        : games_(wish), reasoner_(games_.reasoner()), playouts_(playouts) {}

    void play(std::uint64_t seed) {
        rng_ = Rng(seed ^ stream);
        games_.play(seed, [this] { return guess(); });
    }

private:
    static constexpr std::uint64_t stream = 0x6578616D706C6573;
    static constexpr int usual = 8, among = 3;  // one guess in `usual` is any of the best `among`

    // False at the end of what is of interest.
    bool guess() {
        static const Thinking fast = Thinking::within(Budget::fast);
        reasoner_.risks();
        if (best_play_.find(reasoner_, fast.layouts, fast.work)) return false;
        const int at_once = fifty_.find(reasoner_, nullptr);
        if (at_once != none) {
            games_.open(at_once);
            return true;
        }
        if (!lookahead_.weigh(reasoner_, Value::most, nullptr, none, Value::window)) return false;
        if (reasoner_.has_opening()) write_examples();
        games_.open(lookahead_.candidates()[pick()].cell);
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

    Games games_;
    Reasoner& reasoner_;
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
    if (count != Wish::words + 2) {
        std::fputs("examples ROWS COLS MINES START FIRST SEED GAMES PLAYOUTS\n", stderr);
        return 2;
    }
    const Wish wish(texts + 1);
    Examples examples(wish, Wish::number(texts[Wish::words + 1]));
    for (int i = 0; i < wish.games; ++i) examples.play(wish.seed + static_cast<std::uint64_t>(i));
    return std::fflush(stdout) == 0 ? 0 : 1;
}
