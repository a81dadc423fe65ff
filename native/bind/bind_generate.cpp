// Binds generate.hpp: boards that need no guess.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "bind/bind.hpp"
#include "bind/bind_board.hpp"
#include "bind/bind_thread.hpp"
#include "board/board.hpp"
#include "board/layout.hpp"
#include "play/generate.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

constexpr int max_tries = std::numeric_limits<int>::max() / 2;

Method method_of(const std::string& name) {
    static constexpr const char* names[] = {"single", "pair", "counting"};
    static constexpr Method methods[] = {Method::single_clue, Method::pair, Method::counting};
    return methods[choose<int>("hardest step", name, names)];
}

Start start_of(const std::string& rule, const nb::int_& first, const Board& board) {
    static constexpr const char* rules[] = {"safe", "opening"};
    static constexpr StartRule starts[] = {StartRule::safe, StartRule::opening};
    return {starts[choose<int>("start", rule, rules)], cell_of("first cell", first, board), 0};
}

std::vector<int> mines_of(const Layout& layout) {
    std::vector<int> mines;
    for (int cell = 0; cell < layout.board().cells(); ++cell)
        if (layout.is_mine(cell)) mines.push_back(cell);
    return mines;
}

// Whether a layout can be cleared from its first cell; nothing if counting hits a limit.
std::optional<bool> is_solvable(const nb::int_& rows, const nb::int_& cols,
                                const std::string& shape, const Integers& mines,
                                const nb::int_& first, const std::string& hardest, bool with_count,
                                const nb::int_& max_states) {
    const Board board = board_of(rows, cols, shape);
    const int beginning = cell_of("first cell", first, board);
    Layout layout;
    layout.begin(board);
    for_each_integer("mines", mines, most_listed,
                     [&](nb::handle mine) { layout.put(cell_of("mine", mine, board)); });
    if (layout.is_mine(beginning)) refuse("first cell %d is a mine of the same layout", beginning);
    Solving solving(board, {method_of(hardest), with_count});
    solving.work().limits.states = small("max_states", max_states, 0, most_states);
    hear_python(solving.work());
    Outcome outcome = Outcome::counted;
    bool is_cleared = false;
    {
        const WithoutGil work;
        try {
            is_cleared = solving.play(layout, beginning);
        } catch (const Ended& ended) {
            outcome = ended.outcome;
        }
    }
    if (outcome == Outcome::stopped) nb::raise_python_error();
    return outcome == Outcome::counted ? std::optional(is_cleared) : std::nullopt;
}

// How many tries it took, the seed of the layout that was dealt, and the mines; or no mines.
using Answer = std::tuple<int, std::uint64_t, std::optional<std::vector<int>>>;

Answer no_guess(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                const nb::int_& mines, const std::string& start, const nb::int_& first,
                const nb::int_& seed, const nb::int_& skip, const nb::int_& tries,
                const std::string& hardest, bool with_count,
                const std::optional<std::string>& too_easy, bool repairs,
                const nb::int_& max_states) {
    const Board board = board_of(rows, cols, shape);
    const Start beginning = start_of(start, first, board);
    const int total = small("mines", mines, 0, board.cells());
    small("mines", mines, 0, Dealer(board, beginning, total).room());
    Generator::Wish wish{{method_of(hardest), with_count}, std::nullopt, repairs};
    if (too_easy) wish.too_easy = Reach{method_of(*too_easy), false};
    const std::uint64_t number = in_range("seed", seed, 0, max_seed);
    const int passed = small("skip", skip, 0, max_tries);
    const int most = small("tries", tries, 0, max_tries);

    Generator generator(board, beginning, total, wish);
    generator.limit(small("max_states", max_states, 0, most_states),
                    [](void*) { return is_interrupted(); });
    Generator::Found found{};
    bool is_stopped = false;
    {
        const WithoutGil work;
        try {
            found = generator.find(number, passed, most);
        } catch (const Ended&) {
            is_stopped = true;
        }
    }
    if (is_stopped) nb::raise_python_error();
    if (!found.is_found) return {found.tries, 0, std::nullopt};
    return {found.tries, found.seed, mines_of(generator.layout)};
}

}  // namespace

void bind_generate(nb::module_& module) {
    module.def(
        "is_solvable", &is_solvable, nb::kw_only(), "rows"_a, "cols"_a, "shape"_a, "mines"_a,
        "first"_a, "hardest"_a, "with_count"_a, "max_states"_a = Limits{}.states,
        "Tell whether a layout can be cleared from its first cell by steps up to `hardest`:\n"
        "single, pair or counting. None if counting hits a limit.");
    module.def(
        "no_guess", &no_guess, nb::kw_only(), "rows"_a, "cols"_a, "shape"_a, "mines"_a, "start"_a,
        "first"_a, "seed"_a, "skip"_a, "tries"_a, "hardest"_a, "with_count"_a, "too_easy"_a.none(),
        "repairs"_a, "max_states"_a = Limits{}.states,
        "Look for a layout that can be cleared without a guess, as `coach.boards.generate` "
        "does.\n\n"
        "Returns how many tries it took, the seed of the layout that was dealt, and the mines in\n"
        "order; or None for the mines, if `tries` tries after the first `skip` did not suffice.\n"
        "`hardest` is the hardest step a player may need: single, pair or counting. Layouts that\n"
        "can be cleared by steps up to `too_easy` without the mine count are rejected. `repairs`\n"
        "moves mines where play is stuck, instead of rejecting the layout.");
}

}  // namespace mineproof
