// Binds reason.hpp and strategist.hpp, for games that Python plays itself.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bind.hpp"
#include "bind/bind_board.hpp"
#include "board/board.hpp"
#include "count/reason.hpp"
#include "strategist/strategist.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

using Cells = std::vector<int>;

// How a deduction or a count ended. Python turns to its own reasoner for a contradiction, which it
// explains, and for what is unsupported here.
const char* answer_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::counted: return "counted";
        case Outcome::limit: return "limit";
        case Outcome::contradiction:
        case Outcome::count_contradiction: return "contradiction";
        case Outcome::unsupported: return "unsupported";
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
            numbers.emplace_back(cell_of("cell", cell, board_),
                                 small("number", number, 0, Board::most));
        for (const auto& [cell, number] : numbers) reasoner_.see(cell, number);
    }

    void learn(const nb::int_& cell, bool is_mine) {
        const InUse guard(*this);
        reasoner_.learn(cell_of("cell", cell, board_), is_mine);
    }

    std::tuple<Cells, Cells, const char*> deduce() {
        const InUse guard(*this);
        Method method = Method::nothing;
        const Outcome outcome = work([&] { method = reasoner_.deduce(); });
        if (outcome != Outcome::counted) return {{}, {}, answer_of(outcome)};
        if (method == Method::nothing) return {{}, {}, "nothing"};
        return {Cells(reasoner_.safe().begin(), reasoner_.safe().end()),
                Cells(reasoner_.mines().begin(), reasoner_.mines().end()), "found"};
    }

    std::tuple<std::map<int, double>, const char*> risks() {
        const InUse guard(*this);
        const Outcome outcome = work([&] { reasoner_.risks(); });
        const char* const answer = answer_of(outcome);
        return {outcome == Outcome::counted ? list_risks() : std::map<int, double>(), answer};
    }

    std::map<int, bool> known() {
        const InUse guard(*this);
        std::map<int, bool> known;
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (reasoner_.is_settled(cell)) known[cell] = reasoner_.is_mine(cell);
        return known;
    }

    int counts() const { return reasoner_.counts(); }

    // A cell, its risk and its merit.
    using PlainGuess = std::tuple<int, double, double>;

    std::tuple<std::vector<PlainGuess>, const char*> guesses(
        const std::string& budget, const nb::int_& most, const std::vector<nb::int_>& excluded) {
        const InUse guard(*this);
        const int count = small("most", most, 1, max_guesses);
        Strategist strategist(Thinking::within(budget_of(budget)));
        Buffer<bool> is_excluded;
        is_excluded.assign(board_.cells(), false);
        for (const nb::int_& cell : excluded) is_excluded[cell_of("cell", cell, board_)] = true;
        check_uncertain();
        auto how = Strategist::How::safest;
        const Outcome outcome =
            work([&] { how = strategist.weigh(reasoner_, count, &is_excluded); });
        std::vector<PlainGuess> plain;
        if (outcome != Outcome::counted) return {plain, answer_of(outcome)};
        for (const Strategist::Candidate& each : strategist.candidates())
            plain.emplace_back(each.cell, each.risk, each.merit);
        return {plain, name_of(how)};
    }

private:
    // Another thread may call while a count runs without the GIL.
    class InUse {
    public:
        explicit InUse(Watcher& watcher) : watcher_(watcher) {
            if (watcher.is_in_use_) refuse("this watcher is busy in another thread");
            watcher.is_in_use_ = true;
        }
        ~InUse() { watcher_.is_in_use_ = false; }
        InUse(const InUse&) = delete;
        InUse& operator=(const InUse&) = delete;

    private:
        Watcher& watcher_;
    };

    template <class Call>
    static Outcome work(Call call) {
        const nb::gil_scoped_release release;
        try {
            call();
        } catch (const Ended& ended) {
            return ended.outcome;
        }
        return Outcome::counted;
    }

    static constexpr int max_guesses = 1000;

    static const char* name_of(Strategist::How how) {
        static constexpr const char* names[] = {"endgame", "games", "lookahead", "safest"};
        return names[static_cast<std::size_t>(how)];
    }

    // Guesses make sense only when nothing is certain and some cell is left.
    void check_uncertain() {
        reasoner_.keep_counts();
        Method method = Method::nothing;
        const Outcome outcome = work([&] { method = reasoner_.deduce(); });
        if (method != Method::nothing)
            refuse("some cells are certain; expected a call of deduce() first");
        if (outcome == Outcome::counted && reasoner_.unsettled() == 0)
            refuse("every cell is settled; expected one to guess");
    }

    std::map<int, double> list_risks() {
        const Reasoner::Risks known = reasoner_.risks();
        std::map<int, double> risks;
        for (int i = 0; i < known.cells.count(); ++i) risks[known.cells[i]] = known.risks[i];
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (reasoner_.is_floating(cell)) risks[cell] = known.floating_risk;
        return risks;
    }

    Board board_;
    Reasoner reasoner_;
    bool is_in_use_ = false;
};

}  // namespace

void bind_watch(nb::module_& module) {
    nb::class_<Watcher>(module, "Watcher", "Follows one game and finds what is certain.")
        .def(nb::init<const nb::int_&, const nb::int_&, const std::string&,
                      const std::optional<nb::int_>&, const nb::int_&>(),
             "rows"_a, "cols"_a, "shape"_a, "total"_a.none(), "max_states"_a,
             "Start to follow a game with `total` mines, None if the number is unknown.")
        .def("see", &Watcher::see, "sights"_a, "Take in newly opened cells with their numbers.")
        .def("learn", &Watcher::learn, "cell"_a, "is_mine"_a, "Take in whether a cell is a mine.")
        .def("deduce", &Watcher::deduce,
             "Return the cells that are certainly safe, the certain mines, and `found`.\n\n"
             "Or none of either, and `nothing`, `limit`, `contradiction` or `unsupported`.")
        .def("risks", &Watcher::risks,
             "Return the risk of every unsettled cell, and `counted`.\n\n"
             "Or no risks, and `limit`, `contradiction` or `unsupported`.")
        .def("known", &Watcher::known, "Return the settled cells, and whether each is a mine.")
        .def("guesses", &Watcher::guesses, "budget"_a, "most"_a, "excluded"_a,
             "Return the best guesses when nothing is certain, and how they were found.\n\n"
             "There are at most `most`, best first, each with its cell, risk and merit. Found by\n"
             "`endgame` or `games`, the merit is the chance to win; by `lookahead`, to survive "
             "this\n"
             "move and the next; by `safest`, to survive this one. Or no guesses, and `limit`,\n"
             "`contradiction` or `unsupported`.")
        .def_prop_ro("counts", &Watcher::counts, "The number of times layouts were counted.");
}

}  // namespace mineproof
