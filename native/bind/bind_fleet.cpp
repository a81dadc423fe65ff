// Binds fleet.hpp: many games, one move in each at a time, written to the caller's arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <string>

#include "bind/bind.hpp"
#include "bind/bind_board.hpp"
#include "board/board.hpp"
#include "play/fleet.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

constexpr int max_games = 1 << 20;

template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Shown = nb::ndarray<std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

class BoundFleet {
public:
    BoundFleet(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
               const nb::int_& mines, const std::string& start, const nb::int_& safe_cells,
               const nb::int_& games)
        : fleet_(board_of(rows, cols, shape), start_of(start, safe_cells),
                 small("games", games, 1, max_games)) {
        fleet_.set_mines(small("mines", mines, 0, fleet_.room()));
    }

    void begin(const Column<const std::uint64_t>& seeds, const Column<const bool>& which,
               const Shown& shown) {
        check(shown, seeds.shape(0), which.shape(0));
        const nb::gil_scoped_release release;
        for (int game = 0; game < fleet_.games(); ++game)
            if (which(game)) fleet_.begin(game, seeds(game), row(shown, game));
    }

    void open(const Column<const std::int64_t>& cells, const Column<const bool>& which,
              const Shown& shown, const Column<std::int32_t>& opened,
              const Column<std::int8_t>& status) {
        check(shown, cells.shape(0), which.shape(0));
        check(shown, opened.shape(0), status.shape(0));
        const std::int64_t size = fleet_.board().cells();
        for (std::size_t game = 0; game < cells.shape(0); ++game)
            if (which(game) && (cells(game) < 0 || cells(game) >= size))
                refuse("cell %lld in game %zu; expected 0 to %lld",
                       static_cast<long long>(cells(game)), game, static_cast<long long>(size - 1));
        const nb::gil_scoped_release release;
        for (int game = 0; game < fleet_.games(); ++game) {
            if (!which(game)) continue;
            const int cell = static_cast<int>(cells(game));
            const Fleet::Step step = fleet_.open(game, cell, row(shown, game));
            opened(game) = step.opened;
            status(game) = static_cast<std::int8_t>(step.status);
        }
    }

private:
    static Start start_of(const std::string& rule, const nb::int_& safe_cells) {
        return {start_rule_of(rule), 0, small("safe cells", safe_cells, 0, max_side * max_side)};
    }

    void check(const Shown& shown, std::size_t one, std::size_t other) const {
        const auto games = static_cast<std::size_t>(fleet_.games());
        const auto cells = static_cast<std::size_t>(fleet_.board().cells());
        if (one != games || other != games || shown.shape(0) != games || shown.shape(1) != cells)
            refuse("arrays of the wrong size; expected %zu games of %zu cells", games, cells);
    }

    std::int8_t* row(const Shown& shown, int game) const {
        return shown.data() + std::int64_t{game} * fleet_.board().cells();
    }

    Fleet fleet_;
};

}  // namespace

void bind_fleet(nb::module_& module) {
    nb::class_<BoundFleet>(
        module, "Fleet",
        "Many games, one move in each at a time.\n\n"
        "Arrays have an entry or a row for each game: `which` selects the games, `shown` is\n"
        "what is seen of them, -1 for a hidden cell.")
        .def(nb::init<const nb::int_&, const nb::int_&, const std::string&, const nb::int_&,
                      const std::string&, const nb::int_&, const nb::int_&>(),
             "rows"_a, "cols"_a, "shape"_a, "mines"_a, "start"_a, "safe_cells"_a, "games"_a,
             "Set up `games` boards of one kind; any cell may be opened first.")
        .def("begin", &BoundFleet::begin, "seeds"_a, "which"_a, "shown"_a,
             "Start the selected games over, and show what is open then.")
        .def("open", &BoundFleet::open, "cells"_a, "which"_a, "shown"_a, "opened"_a, "status"_a,
             "Open a cell in each selected game, and show what opens.\n\n"
             "`opened` gets the number of cells that opened, `status` 0 if the game goes on, 1 if "
             "it\n"
             "is won, 2 if it is lost. An open cell, or a game that is over, stays as it is.");
}

}  // namespace mineproof
