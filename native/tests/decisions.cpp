// Prints the guesses of a few games, to compare what compilers and their flags make of them.
//
//     decisions
//
// A line for each game: the player, the start, the seed, then each cell that was guessed and the
// bits of the luck that was counted. tests/agents/strategist/test_flags.py builds it twice.
#include <bit>
#include <cinttypes>
#include <cstdint>
#include <cstdio>

#include "board/board.hpp"
#include "board/layout.hpp"
#include "play/play.hpp"

namespace mineproof {
namespace {

struct Round {
    const char* name;
    Policy policy;
    int games;
};

void print_games(const Board& board, const Start& start, int mines, const Round& round) {
    Dealer dealer(board, start, mines);
    Match match(board, {Finish::clearing, round.policy});
    match.keeps_trace = true;
    for (int game = 0; game < round.games; ++game) {
        const auto seed = static_cast<std::uint64_t>(game);
        dealer.deal(seed, match.layout, match.safe);
        const Played played = match.play(start.first, seed);
        std::printf("%s %d %d:", round.name, start.first, game);
        for (const Move& move : match.trace)
            if (move.is_guess) std::printf(" %d", move.cell);
        std::printf(" %016" PRIx64 "\n", std::bit_cast<std::uint64_t>(played.luck));
    }
}

}  // namespace
}  // namespace mineproof

int main() {
    using namespace mineproof;
    constexpr Round rounds[] = {{"fast", Policy::strategist_fast, 200},
                                {"normal", Policy::strategist, 30},
                                {"deep", Policy::strategist_deep, 2}};
    const Board expert(16, 30, Shape::square), hex(12, 12, Shape::hex);
    for (const Round& round : rounds) {
        print_games(expert, {StartRule::safe, 0, 0}, 99, round);
        print_games(expert, {StartRule::opening, 93, 0}, 99, round);
        print_games(hex, {StartRule::safe, 0, 0}, 30, round);
    }
    return 0;
}
