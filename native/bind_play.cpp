// The Python face of whole games: bulk.hpp, and reason.hpp for games that Python plays itself.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind.hpp"
#include "bulk.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

using Numbers = std::vector<nb::int_>;
using Cells = std::vector<int>;

// --- what is passed ----------------------------------------------------------------------------------

constexpr std::uint64_t max_threads = 256;
constexpr std::uint64_t max_games = 100'000'000;

int small(const char* name, nb::handle value, int least, int most) {
    most = std::max(most, 0);
    return static_cast<int>(in_range(name, value, static_cast<std::uint64_t>(least),
                                     static_cast<std::uint64_t>(most)));
}

template <class... Parts>
[[noreturn]] void refuse(const char* format, Parts... parts) {
    PyErr_Format(PyExc_ValueError, format, parts...);
    nb::raise_python_error();
}

// The place of `wish` among names, which are written as in "square, torus or hex".
template <class Choice>
Choice choose(const char* what, const std::string& wish, std::span<const char* const> names) {
    const auto found = std::find(names.begin(), names.end(), wish);
    if (found != names.end()) return static_cast<Choice>(found - names.begin());
    std::string wanted = names.front();
    for (const char* name : names.subspan(1)) wanted += std::string(", ") + name;
    refuse("unknown %s '%s'; want one of %s", what, wish.c_str(), wanted.c_str());
}

constexpr const char* shapes[] = {"square", "torus", "hex"};
constexpr const char* start_rules[] = {"list", "safe", "opening", "none"};
constexpr const char* finishes[] = {"marking", "clearing"};
constexpr const char* policies[] = {"never-guess", "random", "safest", "safest-corner"};

Board board_of(const nb::int_& rows, const nb::int_& cols, const std::string& shape) {
    const int height = small("rows", rows, 1, max_side), width = small("cols", cols, 1, max_side);
    return Board(height, width, choose<Shape>("shape", shape, shapes));
}

Manner manner_of(const std::string& finish, const std::string& policy) {
    return {choose<Finish>("finish", finish, finishes), choose<Policy>("policy", policy, policies)};
}

std::vector<std::uint64_t> seeds_of(const Numbers& seeds) {
    if (seeds.size() > max_games) refuse("%zu games; want %llu at most", seeds.size(), max_games);
    std::vector<std::uint64_t> numbers;
    numbers.reserve(seeds.size());
    for (const nb::int_& seed : seeds) numbers.push_back(in_range("seed", seed, 0, max_seed));
    return numbers;
}

Cells cells_of(const char* name, const Numbers& cells, const Board& board) {
    Cells numbers;
    numbers.reserve(cells.size());
    for (const nb::int_& cell : cells) numbers.push_back(small(name, cell, 0, board.cells() - 1));
    return numbers;
}

// --- many games --------------------------------------------------------------------------------------

struct Crew {
    int threads;
    Wishes wishes;
};

Crew crew_of(const nb::int_& threads, bool unmarked, bool trace) {
    return {small("threads", threads, 1, static_cast<int>(max_threads)), {unmarked, trace}};
}

template <class MakeDealer>
Games play_all(const Board& board, const Manner& manner, const std::vector<std::uint64_t>& seeds,
               const Crew& crew, MakeDealer make_dealer) {
    Games games(static_cast<int>(seeds.size()), crew.wishes);
    bool is_done;
    {
        const nb::gil_scoped_release release;
        Bulk bulk(board, manner, games, seeds.data());
        is_done = bulk.play(crew.threads, make_dealer, is_interrupted);
    }
    if (!is_done) nb::raise_python_error();
    return games;
}

Start start_of(const std::string& rule, const nb::int_& detail, const Board& board, int mines) {
    Start start{choose<StartRule>("start", rule, start_rules), Match::no_cell, 0};
    if (start.has_first()) start.first = small("first cell", detail, 0, board.cells() - 1);
    if (start.rule == StartRule::list)
        start.count = small("number of safe cells", detail, 1, board.cells() - mines);
    return start;
}

Games play_games(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                 const nb::int_& mines, const std::string& start, const nb::int_& detail,
                 const std::string& finish, const std::string& policy, const Numbers& seeds,
                 const nb::int_& threads, bool unmarked, bool trace) {
    const Board board = board_of(rows, cols, shape);
    const int total = small("mines", mines, 0, board.cells());
    const Start beginning = start_of(start, detail, board, total);
    small("mines", mines, 0, Dealer(board, beginning, total).room());
    const auto numbers = seeds_of(seeds);
    const auto make_dealer = [&] {
        return [&, dealer = Dealer(board, beginning, total)](int game, Match& match) mutable {
            dealer.deal(numbers[static_cast<std::size_t>(game)], match.layout, match.safe);
            return beginning.first;
        };
    };
    return play_all(board, manner_of(finish, policy), numbers, crew_of(threads, unmarked, trace),
                    make_dealer);
}

// A layout that is given, with the cells that are open from the start or the one to open first.
struct Given {
    Cells mines;
    Cells safe;
    int first;
};

Given given_of(const Numbers& mines, const Numbers& safe, const std::optional<nb::int_>& first,
               const Board& board) {
    Given given{cells_of("mine", mines, board), cells_of("safe cell", safe, board), Match::no_cell};
    std::sort(given.mines.begin(), given.mines.end());
    for (const int cell : given.safe)
        if (std::binary_search(given.mines.begin(), given.mines.end(), cell))
            refuse("safe cell %d is a mine of the same layout", cell);
    if (!first) return given;
    given.first = small("first cell", *first, 0, board.cells() - 1);
    if (!given.safe.empty())
        refuse("safe cells and first cell %d of one layout; want one or the other", given.first);
    return given;
}

Games play_layouts(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                   const std::vector<Numbers>& mines, const std::vector<Numbers>& safe,
                   const std::vector<std::optional<nb::int_>>& first, const std::string& finish,
                   const std::string& policy, const Numbers& seeds, const nb::int_& threads,
                   bool unmarked, bool trace) {
    const Board board = board_of(rows, cols, shape);
    const auto numbers = seeds_of(seeds);
    if (mines.size() != numbers.size() || safe.size() != numbers.size() || first.size() != numbers.size())
        refuse("%zu layouts, %zu lists of safe cells, %zu first cells and %zu seeds; want as many of each",
               mines.size(), safe.size(), first.size(), numbers.size());
    std::vector<Given> layouts;
    layouts.reserve(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i)
        layouts.push_back(given_of(mines[i], safe[i], first[i], board));
    const auto make_dealer = [&] {
        return [&](int game, Match& match) {
            const Given& given = layouts[static_cast<std::size_t>(game)];
            match.layout.begin(board);
            for (const int cell : given.mines) match.layout.put(cell);
            match.safe.clear();
            for (const int cell : given.safe) match.safe.push(cell);
            return given.first;
        };
    };
    return play_all(board, manner_of(finish, policy), numbers, crew_of(threads, unmarked, trace),
                    make_dealer);
}

template <auto figure>
auto column(const Games& games) {
    std::vector<std::decay_t<decltype(figure(games.entries()[0]))>> numbers;
    numbers.reserve(games.entries().size());
    for (const Games::Entry& entry : games.entries()) numbers.push_back(figure(entry));
    return numbers;
}

Cells unmarked_cells(const Games& games, const nb::int_& game) {
    const int number = small("game", game, 0, games.count() - 1);
    if (!games.wishes().unmarked) refuse("unmarked cells were not kept; ask for them with unmarked=True");
    const Span<const int> cells = games.unmarked(number);
    return Cells(cells.begin(), cells.end());
}

// A cell, whether it was marked as a mine, and whether it was a guess.
using PlainMove = std::tuple<int, bool, bool>;

std::vector<PlainMove> trace(const Games& games, const nb::int_& game) {
    const int number = small("game", game, 0, games.count() - 1);
    if (!games.wishes().trace) refuse("moves were not kept; ask for them with trace=True");
    std::vector<PlainMove> moves;
    for (const Move& move : games.trace(number))
        moves.emplace_back(move.cell, move.act == Act::mark, move.is_guess);
    return moves;
}

// --- a game that Python plays ------------------------------------------------------------------------

// How a deduction or a count has ended. Python asks its own reasoner about a contradiction, and about
// what is unsupported.
enum class Answer { found, nothing, counted, limit, contradiction, unsupported };
constexpr const char* answers[] = {"found", "nothing", "counted", "limit", "contradiction", "unsupported"};

Answer answer_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::counted: return Answer::counted;
        case Outcome::limit: return Answer::limit;
        case Outcome::contradiction:
        case Outcome::count_contradiction: return Answer::contradiction;
        case Outcome::unsupported: return Answer::unsupported;
        case Outcome::stopped: break;
    }
    nb::raise_python_error();
}

class Watcher {
public:
    using Sights = std::vector<std::pair<nb::int_, nb::int_>>;

    Watcher(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
            const std::optional<nb::int_>& total, const nb::int_& max_states)
        : board_(board_of(rows, cols, shape)), reasoner_(board_) {
        reasoner_.begin(total ? small("total", *total, 0, board_.cells()) : unknown_total);
        reasoner_.work().limits.states = small("max_states", max_states, 0, most_states);
        reasoner_.work().set_ask([](void*) { return is_interrupted(); }, nullptr);
    }

    void see(const Sights& sights) {
        const InUse guard(*this);
        std::vector<std::pair<int, int>> numbers;
        numbers.reserve(sights.size());
        for (const auto& [cell, number] : sights)
            numbers.emplace_back(small("cell", cell, 0, board_.cells() - 1), small("number", number, 0, Board::most));
        for (const auto& [cell, number] : numbers) reasoner_.see(cell, number);
    }

    void learn(const nb::int_& cell, bool is_mine) {
        const InUse guard(*this);
        reasoner_.learn(small("cell", cell, 0, board_.cells() - 1), is_mine);
    }

    std::tuple<Cells, Cells, const char*> deduce() {
        const InUse guard(*this);
        Method method = Method::nothing;
        Answer answer = work([&] { method = reasoner_.deduce(); });
        if (answer != Answer::counted) return {{}, {}, answers[static_cast<unsigned>(answer)]};
        answer = method == Method::nothing ? Answer::nothing : Answer::found;
        const auto list = [](const Buffer<int>& cells) { return Cells(cells.begin(), cells.end()); };
        return {list(reasoner_.safe()), list(reasoner_.mines()), answers[static_cast<unsigned>(answer)]};
    }

    std::tuple<std::map<int, double>, const char*> risks() {
        const InUse guard(*this);
        const Answer answer = work([&] { reasoner_.risks(); });
        return {answer == Answer::counted ? list_risks() : std::map<int, double>(),
                answers[static_cast<unsigned>(answer)]};
    }

    std::map<int, bool> known() const {
        std::map<int, bool> known;
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (reasoner_.is_settled(cell)) known.emplace_hint(known.end(), cell, reasoner_.is_mine(cell));
        return known;
    }

    int counts() const { return reasoner_.counts(); }

private:
    static constexpr int most_states = std::numeric_limits<int>::max();

    // Another thread may call while a count runs without the GIL.
    class InUse {
    public:
        explicit InUse(Watcher& watcher) : watcher_(watcher) {
            if (watcher.is_in_use_) refuse("this watcher is at work on another thread");
            watcher.is_in_use_ = true;
        }
        ~InUse() { watcher_.is_in_use_ = false; }
        InUse(const InUse&) = delete;
        InUse& operator=(const InUse&) = delete;

    private:
        Watcher& watcher_;
    };

    template <class Work>
    static Answer work(Work what) {
        Outcome outcome = Outcome::counted;
        {
            const nb::gil_scoped_release release;
            try {
                what();
            } catch (const Ended& ended) {
                outcome = ended.outcome;
            }
        }
        return answer_of(outcome);
    }

    std::map<int, double> list_risks() {
        const auto [cells, risks] = reasoner_.risks();
        std::map<int, double> sorted;
        for (int i = 0; i < cells.count(); ++i) sorted.emplace(cells[i], risks[i]);
        return sorted;
    }

    Board board_;
    Reasoner reasoner_;
    bool is_in_use_ = false;
};

void bind_games(nb::module_& module) {
    using Entry = Games::Entry;
    nb::class_<Games>(module, "Games", "The results of many games, in their order.")
        .def("__len__", &Games::count)
        .def_prop_ro("endings", &column<[](const Entry& e) { return static_cast<int>(e.played.ending); }>,
                     "For each game 0 if it was won, 1 lost, 2 stuck; 3 if a count was too much.")
        .def_prop_ro("moves", &column<[](const Entry& e) { return e.played.moves; }>)
        .def_prop_ro("proved", &column<[](const Entry& e) { return e.played.proved; }>,
                     "How many of the moves were certain.")
        .def_prop_ro("guesses", &column<[](const Entry& e) { return e.played.guesses; }>)
        .def_prop_ro("counts", &column<[](const Entry& e) { return e.played.counts; }>,
                     "How often layouts were counted.")
        .def_prop_ro("unmarked", &column<[](const Entry& e) { return e.played.unmarked; }>,
                     "How many cells were neither open nor settled at the end; none if it was won.")
        .def_prop_ro("luck", &column<[](const Entry& e) { return e.played.luck; }>,
                     "The sum over guesses of the risk if it was survived, else of the risk less 1.")
        .def_prop_ro("seconds", &column<[](const Entry& e) { return e.seconds; }>,
                     "The time on the wall while its thread was at the game.")
        .def("unmarked_cells", &unmarked_cells, "game"_a, "The unmarked cells of a game, in order.")
        .def("trace", &trace, "game"_a,
             "The moves of a game: cell, whether marked as mined, whether a guess.");
}

void bind_watcher(nb::module_& module) {
    nb::class_<Watcher>(module, "Watcher", "Follows one game and finds what is certain.")
        .def(nb::init<const nb::int_&, const nb::int_&, const std::string&,
                      const std::optional<nb::int_>&, const nb::int_&>(),
             "rows"_a, "cols"_a, "shape"_a, "total"_a.none(), "max_states"_a)
        .def("see", &Watcher::see, "sights"_a, "Take in newly opened cells with their numbers.")
        .def("learn", &Watcher::learn, "cell"_a, "is_mine"_a, "Take in what a cell is known to be.")
        .def("deduce", &Watcher::deduce,
             "Return safe cells, mines, and found; or none, and nothing, limit, contradiction or unsupported.")
        .def("risks", &Watcher::risks,
             "Return the risk of every unsettled cell, and counted; or none, and limit, contradiction or\n"
             "unsupported.")
        .def("known", &Watcher::known, "Return the cells that are settled, and whether they are mines.")
        .def_prop_ro("counts", &Watcher::counts, "How often layouts were counted.");
}

}  // namespace

void bind_play(nb::module_& module) {
    bind_games(module);
    bind_watcher(module);
    module.def("play_games", &play_games, "rows"_a, "cols"_a, "shape"_a, "mines"_a, "start"_a,
               "detail"_a, "finish"_a, "policy"_a, "seeds"_a, nb::kw_only(), "threads"_a = 1,
               "unmarked"_a = false, "trace"_a = false,
               "Play the games of these seeds. `detail` is the first cell of `safe` and `opening`, and\n"
               "for `list` the number of safe cells.");
    module.def("play_layouts", &play_layouts, "rows"_a, "cols"_a, "shape"_a, "mines"_a, "safe"_a,
               "first"_a, "finish"_a, "policy"_a, "seeds"_a, nb::kw_only(), "threads"_a = 1,
               "unmarked"_a = false, "trace"_a = false,
               "Play given layouts: for each its mines, the safe cells that are open from the start or\n"
               "the cell to open first, and the seed of the guesses.");
}

}  // namespace mineproof
