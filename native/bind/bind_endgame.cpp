// Binds endgame.hpp: lists of mines in, numbers of wins out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/wide.hpp"
#include "bind/bind.hpp"
#include "bind/bind_board.hpp"
#include "bind/bind_thread.hpp"
#include "board/board.hpp"
#include "strategist/endgame.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

using Layouts = nb::typed<nb::sequence, Integers>;

constexpr std::size_t max_layouts = 1'000'000;
constexpr int most_work = std::numeric_limits<int>::max();
constexpr int table_bits = 20;
constexpr int nowhere = -1;

// The covered cells of a board, at most 128, and the layouts that fit.
struct Given {
    Board board;
    std::vector<int> cells;
    std::vector<int> number;  // for each cell of the board, its index in `cells`, or nowhere
    std::vector<Wide> layouts;

    Given(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
          const Integers& covered, const Layouts& mines)
        : board(board_of(rows, cols, shape)),
          number(static_cast<std::size_t>(board.cells()) + 1, nowhere) {
        for_each_integer("covered", covered, Endgame<Wide>::most_cells,
                         [&](nb::handle cell) { add_cell(cell_of("covered cell", cell, board)); });
        for_each_item("layouts", mines, max_layouts, [&](nb::handle mined) { add_layout(mined); });
        if (layouts.empty()) refuse("0 layouts; expected 1 to %zu", max_layouts);
        check_different();
    }

    template <class Set>
    void set_up(Endgame<Set>& endgame) const {
        endgame.table_bits = table_bits;
        for (const int cell : cells) {
            Set around = 0;
            for (const int near : board.near(cell))
                if (const int place = at(near); place != nowhere) around |= just<Set>(place);
            endgame.near.push(around);
        }
        for (const Wide layout : layouts) endgame.layouts.push(static_cast<Set>(layout));
    }

private:
    int& at(int cell) { return number[static_cast<std::size_t>(cell)]; }
    int at(int cell) const { return number[static_cast<std::size_t>(cell)]; }

    void add_cell(int cell) {
        if (at(cell) != nowhere)
            refuse("covered cell %d is listed twice; expected different cells", cell);
        at(cell) = static_cast<int>(cells.size());
        cells.push_back(cell);
    }

    void add_layout(nb::handle mined) {
        if (!PySequence_Check(mined.ptr())) refuse_entry("layouts", mined, "a sequence of cells");
        Wide layout = 0;
        for_each_integer("layouts", mined, most_listed, [&](nb::handle mine) {
            const int cell = cell_of("mine", mine, board);
            if (at(cell) == nowhere) refuse("mine %d is not a covered cell", cell);
            layout |= just<Wide>(at(cell));
        });
        layouts.push_back(layout);
    }

    void check_different() const {
        std::vector<Wide> sorted = layouts;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            refuse("one layout is listed twice; expected different layouts");
    }
};

// For each cell that is safe in some layout, how many layouts are won if it is opened next.
template <class Set>
bool weigh(const Given& given, Offset work, std::map<int, int>& wins) {
    Endgame<Set> endgame;
    Work account;
    hear_python(account);
    endgame.account = &account;
    given.set_up(endgame);
    const WithoutGil release;
    if (!endgame.solve(work)) return false;
    Set every = ~Set{0};
    for (const Set layout : endgame.layouts) every &= layout;
    for (int i = 0; i < endgame.near.count(); ++i) {
        if (has(every, i)) continue;
        if (!endgame.weigh(i, work)) return false;
        wins[given.cells[static_cast<std::size_t>(i)]] = endgame.best().wins;
    }
    return true;
}

using Wins = std::optional<std::map<int, int>>;

Wins count_wins(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                const Integers& covered, const Layouts& mines, const nb::int_& max_work) {
    const Given given(rows, cols, shape, covered, mines);
    const Offset work = small("max_work", max_work, 0, most_work);
    std::map<int, int> wins;
    try {
        const bool is_done = given.cells.size() <= Endgame<std::uint64_t>::most_cells
                                 ? weigh<std::uint64_t>(given, work, wins)
                                 : weigh<Wide>(given, work, wins);
        return is_done ? Wins(wins) : std::nullopt;
    } catch (const Ended&) {  // asked to stop
        nb::raise_python_error();
    }
}

}  // namespace

void bind_endgame(nb::module_& module) {
    module.def(
        "count_wins", &count_wins, "rows"_a, "cols"_a, "shape"_a, "covered"_a, "layouts"_a,
        nb::kw_only(), "max_work"_a = most_work,
        "Return, for each covered cell that may be safe, how many of the layouts are won if it\n"
        "is opened next and play is best from there.\n\n"
        "`layouts` are all that fit, each the list of its mines, no two alike; at most 128 cells "
        "may be\n"
        "covered. None if it takes more than `max_work`: layouts looked at, once per cell.");
}

}  // namespace mineproof
