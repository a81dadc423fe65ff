// Boards that need no guess: generate.hpp.
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "board/layout.hpp"
#include "play/generate.hpp"
#include "wasm/wasm.hpp"

namespace mineproof::wasm {
namespace {

constexpr int max_tries = std::numeric_limits<int>::max() / 2;
constexpr int most_states = std::numeric_limits<int>::max();

Method method_of(Request& request) {
    static constexpr const char* names[] = {"single", "pair", "counting"};
    static constexpr Method methods[] = {Method::single_clue, Method::pair, Method::counting};
    return methods[request.choice<int>("hardest step", names)];
}

Reach reach_of(Request& request) {
    const Method hardest = method_of(request);
    return {hardest, request.is_set()};
}

// 1 if a layout can be cleared from its first cell, 0 if not, 2 if counting hits a limit.
void is_solvable(Request request) {
    const Board board = request.board();
    const int first = cell_of("first cell", request.number(), board);
    Layout layout;
    layout.begin(board);
    const Numbers mines = request.numbers();
    for (std::int64_t i = 0; i < mines.count(); ++i) layout.put(cell_of("mine", mines[i], board));
    if (layout.is_mine(first))
        refuse("first cell " + std::to_string(first) + " is a mine of the same layout");
    Solving solving(board, reach_of(request));
    solving.work().limits.states = request.number("max_states", 0, most_states);
    try {
        reply.number(solving.play(layout, first));
    } catch (const Ended&) {
        reply.number(2);
    }
}

Start start_of(Request& request, const Board& board) {
    static constexpr const char* rules[] = {"safe", "opening"};
    static constexpr StartRule starts[] = {StartRule::safe, StartRule::opening};
    const StartRule rule = starts[request.choice<int>("start", rules)];
    return {rule, cell_of("first cell", request.number(), board), 0};
}

std::vector<int> mines_of(const Layout& layout) {
    std::vector<int> mines;
    for (int cell = 0; cell < layout.board().cells(); ++cell)
        if (layout.is_mine(cell)) mines.push_back(cell);
    return mines;
}

// How many tries it took; whether there is a layout; the seed that it was dealt from; its mines.
void no_guess(Request request) {
    const Board board = request.board();
    const Start start = start_of(request, board);
    const int total = request.number("mines", 0, board.cells());
    in_range("mines", total, 0, Dealer(board, start, total).room());
    const std::uint64_t seed = request.seed();
    const int skip = request.number("skip", 0, max_tries);
    const int tries = request.number("tries", 0, max_tries);
    Generator::Wish wish{reach_of(request), std::nullopt, request.is_set()};
    const int states = request.number("max_states", 0, most_states);
    if (request.is_set()) wish.too_easy = Reach{method_of(request), false};

    Generator generator(board, start, total, wish);
    generator.limit(states, nullptr);
    const Generator::Found found = generator.find(seed, skip, tries);
    reply.number(found.tries);
    reply.number(found.is_found);
    if (!found.is_found) return;
    reply.number(static_cast<std::int64_t>(found.seed));
    reply.numbers(mines_of(generator.layout));
}

}  // namespace
}  // namespace mineproof::wasm

using namespace mineproof::wasm;

MINEPROOF_EXPORT(is_solvable) std::uint32_t is_solvable_(std::uint32_t size) {
    return answer(size, is_solvable);
}
MINEPROOF_EXPORT(no_guess) std::uint32_t no_guess_(std::uint32_t size) {
    return answer(size, no_guess);
}
