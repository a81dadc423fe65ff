// Binds reason.hpp and strategist.hpp, for games that Python plays itself.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bind.hpp"
#include "bind/bind_board.hpp"
#include "bind/bind_thread.hpp"
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
    using Sights = nb::typed<nb::sequence, std::pair<nb::int_, nb::int_>>;

    Watcher(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
            const std::optional<nb::int_>& total, const nb::int_& max_states)
        : board_(board_of(rows, cols, shape)), reasoner_(board_) {
        reasoner_.begin(total ? small("total", *total, 0, board_.cells()) : unknown_total);
        reasoner_.work().limits.states = small("max_states", max_states, 0, most_states);
        hear_python(reasoner_.work());
    }

    void see(const Sights& sights) {
        std::vector<Sight> seen;
        for_each_item("sights", sights, most_listed,
                      [&](nb::handle sight) { seen.push_back(sight_of(sight)); });
        const InUse use(mark_, name);
        for (const Sight& sight : seen) check(sight);
        check_agree(seen);
        for (const auto& [cell, number] : seen) reasoner_.see(cell, number);
    }

    void learn(const nb::int_& cell, bool is_mine) {
        const InUse use(mark_, name);
        const int learned = cell_of("cell", cell, board_);
        check(learned, is_mine);
        reasoner_.learn(learned, is_mine);
    }

    std::tuple<Cells, Cells, const char*> deduce() {
        const InUse use(mark_, name);
        Method method = Method::nothing;
        const Outcome outcome = work([&] { method = reasoner_.deduce(); });
        if (outcome != Outcome::counted) return {{}, {}, answer_of(outcome)};
        if (method == Method::nothing) return {{}, {}, "nothing"};
        return {Cells(reasoner_.safe().begin(), reasoner_.safe().end()),
                Cells(reasoner_.mines().begin(), reasoner_.mines().end()), "found"};
    }

    std::tuple<std::map<int, double>, const char*> risks() {
        const InUse use(mark_, name);
        const Outcome outcome = work([&] { reasoner_.risks(); });
        const char* const answer = answer_of(outcome);
        return {outcome == Outcome::counted ? list_risks() : std::map<int, double>(), answer};
    }

    std::map<int, bool> known() {
        const InUse use(mark_, name);
        std::map<int, bool> known;
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (reasoner_.is_settled(cell)) known[cell] = reasoner_.is_mine(cell);
        return known;
    }

    int counts() {
        const InUse use(mark_, name);
        return reasoner_.counts();
    }

    // A cell, its risk and its merit.
    using PlainGuess = std::tuple<int, double, double>;

    std::tuple<std::vector<PlainGuess>, const char*> guesses(const std::string& budget,
                                                             const nb::int_& most,
                                                             const Integers& excluded) {
        const int count = small("most", most, 1, max_guesses);
        Strategist strategist(Thinking::within(budget_of(budget)));
        Buffer<bool> is_excluded;
        is_excluded.assign(board_.cells(), false);
        for_each_integer("excluded", excluded, most_listed, [&](nb::handle cell) {
            is_excluded[cell_of("cell", cell, board_)] = true;
        });
        const InUse use(mark_, name);
        Outcome outcome = look_for_certain();
        auto how = Strategist::How::safest;
        if (outcome == Outcome::counted)
            outcome = work([&] { how = strategist.weigh(reasoner_, count, &is_excluded); });
        std::vector<PlainGuess> plain;
        if (outcome != Outcome::counted) return {plain, answer_of(outcome)};
        for (const Strategist::Candidate& each : strategist.candidates())
            plain.emplace_back(each.cell, each.risk, each.merit);
        return {plain, name_of(how)};
    }

private:
    static constexpr const char* name = "watcher";

    // A cell and its number.
    using Sight = std::pair<int, int>;

    Sight sight_of(nb::handle pair) const {
        static constexpr const char* expected = "a pair of integers, a cell and its number";
        if (!nb::isinstance<nb::sequence>(pair)) refuse_entry("sights", pair, expected);
        std::vector<nb::object> both;
        for_each_item("a sight", pair, 2, [&](nb::handle item) {
            if (!PyLong_Check(item.ptr())) refuse_entry("sights", pair, expected);
            both.push_back(nb::borrow(item));
        });
        if (both.size() != 2) refuse_entry("sights", pair, expected);
        return {cell_of("cell", both[0], board_), small("number", both[1], 0, Board::most)};
    }

    // Refuses the opposite of what is known, in the words of engines/base.py.
    void check(int cell, bool is_mine) const {
        if (reasoner_.is_settled(cell) && reasoner_.is_mine(cell) != is_mine)
            raise("Contradiction",
                  "cell " + std::to_string(cell) + " would have to be both safe and mined");
    }

    void check(const Sight& sight) const {
        const auto [cell, number] = sight;
        check(cell, false);
        if (reasoner_.is_open(cell)) check_agree(cell, reasoner_.number(cell), number);
    }

    static void check_agree(std::vector<Sight> sights) {
        std::sort(sights.begin(), sights.end());
        for (std::size_t i = 1; i < sights.size(); ++i)
            if (sights[i].first == sights[i - 1].first)
                check_agree(sights[i].first, sights[i - 1].second, sights[i].second);
    }

    static void check_agree(int cell, int number, int other) {
        if (number != other)
            raise("Contradiction", "cell " + std::to_string(cell) + " would have to show both " +
                                       std::to_string(number) + " and " + std::to_string(other));
    }

    template <class Call>
    static Outcome work(Call call) {
        const WithoutGil release;
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
    Outcome look_for_certain() {
        reasoner_.keep_counts();
        bool has_certain = false;
        const Outcome outcome = work([&] { has_certain = reasoner_.has_certain(); });
        if (has_certain) refuse("some cells are certain; expected a call of deduce() first");
        if (outcome == Outcome::counted && reasoner_.unsettled() == 0)
            refuse("every cell is settled; expected one to guess");
        return outcome;
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
    InUse::Mark mark_ = false;
};

}  // namespace

void bind_watch(nb::module_& module) {
    nb::class_<Watcher>(
        module, "Watcher",
        "Follows one game and finds what is certain.\n\n"
        "Bad arguments raise ValueError or TypeError and change nothing. A call while another\n"
        "thread is in one raises RuntimeError.")
        .def(nb::init<const nb::int_&, const nb::int_&, const std::string&,
                      const std::optional<nb::int_>&, const nb::int_&>(),
             "rows"_a, "cols"_a, "shape"_a, "total"_a.none(), "max_states"_a,
             "Start to follow a game with `total` mines, None if the number is unknown.\n\n"
             "`max_states` limits each count.")
        .def("see", &Watcher::see, "sights"_a,
             "Take in newly opened cells with their numbers.\n\n"
             "Raises Contradiction, and takes in nothing, if one of them is known to be a mine or\n"
             "shows another number.")
        .def("learn", &Watcher::learn, "cell"_a, "is_mine"_a,
             "Take in whether a cell is a mine.\n\n"
             "Raises Contradiction, and takes in nothing, if the opposite is known.")
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
