// Binds bulk.hpp: plays many games, and returns their figures as plain numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bind/bind.hpp"
#include "bind/bind_board.hpp"
#include "bind/bind_thread.hpp"
#include "board/board.hpp"
#include "board/layout.hpp"
#include "play/bulk.hpp"
#include "play/play.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

using Cells = std::vector<int>;
using Seeds = std::vector<std::uint64_t>;

// --- arguments ----------------------------------------------------------------------------------

constexpr std::size_t max_games = 100'000'000;
constexpr int max_threads = 256;

Manner manner_of(const std::string& finish, const std::string& policy) {
    static constexpr const char* finishes[] = {"marking", "clearing"};
    static constexpr const char* policies[] = {"never-guess",    "random",     "safest",
                                               "safest-corner",  "strategist", "strategist-fast",
                                               "strategist-deep"};
    return {choose<Finish>("finish", finish, finishes), choose<Policy>("policy", policy, policies)};
}

Seeds seeds_of(const Integers& seeds) {
    Seeds numbers;
    for_each_integer("seeds", seeds, max_games, [&](nb::handle seed) {
        numbers.push_back(in_range("seed", seed, 0, max_seed));
    });
    return numbers;
}

// The cells of one entry of the list `list`.
Cells cells_of(const char* list, const char* name, nb::handle cells, const Board& board) {
    if (!PySequence_Check(cells.ptr())) refuse_entry(list, cells, "a sequence of cells");
    Cells numbers;
    for_each_integer(list, cells, most_listed,
                     [&](nb::handle cell) { numbers.push_back(cell_of(name, cell, board)); });
    return numbers;
}

// How to play the games, and what to keep of them.
struct Order {
    Manner manner;
    int threads;
    Limits limits;
    Wishes wishes;

    Order(const std::string& finish, const std::string& policy, const nb::int_& crew,
          const nb::int_& max_states, bool unmarked, bool trace)
        : manner(manner_of(finish, policy)),
          threads(small("threads", crew, 1, max_threads)),
          wishes{unmarked, trace} {
        limits.states = small("max_states", max_states, 0, most_states);
    }
};

template <class MakeDealer>
Games play_all(const Board& board, const Order& order, const Seeds& seeds, MakeDealer make_dealer) {
    Games games(static_cast<int>(seeds.size()), order.wishes);
    bool is_done;
    {
        const WithoutGil work;
        Bulk bulk(board, order.manner, games, seeds.data(), order.limits);
        is_done = bulk.play(order.threads, make_dealer, is_interrupted);
    }
    if (!is_done) nb::raise_python_error();
    return games;
}

// --- games from seeds ---------------------------------------------------------------------------

Start start_of(const std::string& rule, const nb::int_& detail, const Board& board, int mines) {
    Start start{start_rule_of(rule), Match::no_cell, 0};
    if (start.has_first()) start.first = cell_of("first cell", detail, board);
    if (start.rule == StartRule::list)
        start.count = small("number of safe cells", detail, 1, board.cells() - mines);
    return start;
}

Games play_games(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                 const nb::int_& mines, const std::string& start, const nb::int_& detail,
                 const std::string& finish, const std::string& policy, const Integers& seeds,
                 const nb::int_& threads, const nb::int_& max_states, bool unmarked, bool trace) {
    const Board board = board_of(rows, cols, shape);
    const int total = small("mines", mines, 0, board.cells());
    const Start beginning = start_of(start, detail, board, total);
    small("mines", mines, 0, Dealer(board, beginning, total).room());
    const Order order(finish, policy, threads, max_states, unmarked, trace);
    const Seeds numbers = seeds_of(seeds);
    return play_all(board, order, numbers, [&] {
        return [&, dealer = Dealer(board, beginning, total)](int game, Match& match) mutable {
            dealer.deal(numbers[static_cast<std::size_t>(game)], match.layout, match.safe);
            return beginning.first;
        };
    });
}

// --- games on given layouts ---------------------------------------------------------------------

// A layout, and the cells that are open from the start or the one to open first.
struct Given {
    Cells mines;
    Cells safe;
    int first = Match::no_cell;

    void check() {
        std::sort(mines.begin(), mines.end());
        for (const int cell : safe)
            if (std::binary_search(mines.begin(), mines.end(), cell))
                refuse("safe cell %d is a mine of the same layout", cell);
        if (first != Match::no_cell && !safe.empty())
            refuse("safe cells and first cell %d of one layout; expected one or the other", first);
    }

    int deal(const Board& board, Match& match) const {
        match.layout.begin(board);
        for (const int cell : mines) match.layout.put(cell);
        match.safe.clear();
        for (const int cell : safe) match.safe.push(cell);
        return first;
    }
};

using LayoutCells = nb::typed<nb::sequence, Integers>;
using FirstCells = nb::typed<nb::sequence, std::optional<nb::int_>>;

// Calls `visit(layout, item)` with each item of a list.
template <class Visit>
void for_each_of(std::vector<Given>& layouts, const char* name, nb::handle list, Visit visit) {
    auto next = layouts.begin();
    for_each_item(name, list, layouts.size(), [&](nb::handle item) { visit(*next++, item); });
}

int first_of(nb::handle cell, const Board& board) {
    if (!PyLong_Check(cell.ptr())) refuse_entry("first", cell, "an integer or None");
    return cell_of("first cell", cell, board);
}

Games play_layouts(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                   const LayoutCells& mines, const LayoutCells& safe, const FirstCells& first,
                   const std::string& finish, const std::string& policy, const Integers& seeds,
                   const nb::int_& threads, const nb::int_& max_states, bool unmarked, bool trace) {
    const Board board = board_of(rows, cols, shape);
    const Order order(finish, policy, threads, max_states, unmarked, trace);
    const Seeds numbers = seeds_of(seeds);
    const std::size_t games = numbers.size();
    if (nb::len(mines) != games || nb::len(safe) != games || nb::len(first) != games)
        refuse(
            "%zu layouts, %zu lists of safe cells, %zu first cells and %zu seeds; expected the "
            "same number of each",
            nb::len(mines), nb::len(safe), nb::len(first), games);
    std::vector<Given> layouts(games);
    for_each_of(layouts, "mines", mines, [&](Given& layout, nb::handle cells) {
        layout.mines = cells_of("mines", "mine", cells, board);
    });
    for_each_of(layouts, "safe", safe, [&](Given& layout, nb::handle cells) {
        layout.safe = cells_of("safe", "safe cell", cells, board);
    });
    for_each_of(layouts, "first", first, [&](Given& layout, nb::handle cell) {
        if (!cell.is_none()) layout.first = first_of(cell, board);
    });
    for (Given& layout : layouts) layout.check();
    return play_all(board, order, numbers, [&] {
        return [&](int game, Match& match) {
            return layouts[static_cast<std::size_t>(game)].deal(board, match);
        };
    });
}

// --- results ------------------------------------------------------------------------------------

template <auto figure>
auto column(const Games& games) {
    std::vector<std::invoke_result_t<decltype(figure), const Games::Entry&>> numbers;
    numbers.reserve(games.entries().size());
    for (const Games::Entry& entry : games.entries()) numbers.push_back(figure(entry));
    return numbers;
}

int game_of(const Games& games, const nb::int_& game) {
    if (games.count() == 0) refuse("game %S; expected none, since no game was played", game.ptr());
    return small("game", game, 0, games.count() - 1);
}

Cells unmarked_cells(const Games& games, const nb::int_& game) {
    const int number = game_of(games, game);
    if (!games.wishes().unmarked) refuse("unmarked cells were not kept; expected unmarked=True");
    const Span<const int> cells = games.unmarked(number);
    return Cells(cells.begin(), cells.end());
}

// A cell, whether it was marked as mined, and whether it was a guess.
using PlainMove = std::tuple<int, bool, bool>;

std::vector<PlainMove> trace(const Games& games, const nb::int_& game) {
    const int number = game_of(games, game);
    if (!games.wishes().trace) refuse("moves were not kept; expected trace=True");
    std::vector<PlainMove> moves;
    for (const Move& move : games.trace(number))
        moves.emplace_back(move.cell, move.act == Act::mark, move.is_guess);
    return moves;
}

int ending(const Games::Entry& entry) { return static_cast<int>(entry.played.ending); }
int moves(const Games::Entry& entry) { return entry.played.moves; }
int proved(const Games::Entry& entry) { return entry.played.proved; }
int guesses(const Games::Entry& entry) { return entry.played.guesses; }
int counts(const Games::Entry& entry) { return entry.played.counts; }
int unmarked(const Games::Entry& entry) { return entry.played.unmarked; }
int lost_at(const Games::Entry& entry) { return entry.played.lost_at; }
double luck(const Games::Entry& entry) { return entry.played.luck; }
double seconds(const Games::Entry& entry) { return entry.seconds; }

void bind_games(nb::module_& module) {
    nb::class_<Games>(module, "Games", "The results of many games, in their order.")
        .def("__len__", &Games::count)
        .def_prop_ro("endings", &column<ending>,
                     "For each game 0 if it was won, 1 lost, 2 stuck; 3 if counting hit a limit.")
        .def_prop_ro("moves", &column<moves>, "The number of moves.")
        .def_prop_ro("proved", &column<proved>, "The number of moves that were certain.")
        .def_prop_ro("guesses", &column<guesses>, "The number of guesses.")
        .def_prop_ro("counts", &column<counts>, "The number of times layouts were counted.")
        .def_prop_ro(
            "unmarked", &column<unmarked>,
            "The number of cells neither open nor settled at the end; 0 if the game was won.")
        .def_prop_ro("lost_at", &column<lost_at>, "The cell that lost the game, -1 if none did.")
        .def_prop_ro("luck", &column<luck>,
                     "The sum over guesses of the risk, less 1 for the guess that lost.")
        .def_prop_ro("seconds", &column<seconds>, "The CPU time of each game.")
        .def("unmarked_cells", &unmarked_cells, "game"_a,
             "Return the unmarked cells of a game in order; needs `unmarked=True`.")
        .def("trace", &trace, "game"_a,
             "Return the moves of a game: the cell, whether it was marked as a mine, whether it "
             "was\n"
             "a guess; needs `trace=True`.");
}

}  // namespace

void bind_play(nb::module_& module) {
    bind_games(module);
    module.def(
        "play_games", &play_games, "rows"_a, "cols"_a, "shape"_a, "mines"_a, "start"_a, "detail"_a,
        "finish"_a, "policy"_a, "seeds"_a, nb::kw_only(), "threads"_a = 1,
        "max_states"_a = Limits().states, "unmarked"_a = false, "trace"_a = false,
        "Play the games of these seeds, as `play.match` does with the engine `exact`.\n\n"
        "`detail` is the first cell for `safe` and `opening`, and the number of safe cells for\n"
        "`list`. `max_states` limits each count; `unmarked` and `trace` say what to keep.");
    module.def(
        "play_layouts", &play_layouts, "rows"_a, "cols"_a, "shape"_a, "mines"_a, "safe"_a,
        "first"_a, "finish"_a, "policy"_a, "seeds"_a, nb::kw_only(), "threads"_a = 1,
        "max_states"_a = Limits().states, "unmarked"_a = false, "trace"_a = false,
        "Play given layouts.\n\n"
        "Each has its mines, the safe cells that are open from the start or the cell to open\n"
        "first, and the seed of its guesses.");
}

}  // namespace mineproof
