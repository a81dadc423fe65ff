// Binds fleet.hpp: many games, one move in each at a time, written to the caller's arrays.
//
// The arrays are the caller's, and another thread may write to them at any time. So what is read is
// copied first, and only the copies are checked and used.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/input.hpp"
#include "bind/bind.hpp"
#include "bind/bind_board.hpp"
#include "bind/bind_thread.hpp"
#include "board/board.hpp"
#include "play/fleet.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

constexpr int max_games = 1 << 20;
constexpr int most_cells = 1 << 30;  // of all games together, at four bytes each

template <class T>
using Column = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Shown = nb::ndarray<std::int8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// The memory of an array.
struct Extent {
    const char* name;
    std::uintptr_t first, last;
    std::size_t alignment;
};

template <class Array>
Extent extent_of(const char* name, const Array& array) {
    const auto first = reinterpret_cast<std::uintptr_t>(array.data());
    return {name, first, first + array.nbytes(), array.itemsize()};
}

// Refuses arrays that cannot be written to one by one.
void check_outputs(std::initializer_list<Extent> outputs, std::initializer_list<Extent> inputs) {
    for (const Extent& output : outputs) {
        if (output.first % output.alignment != 0)
            refuse("the array %s is not aligned; expected one that is", output.name);
        for (const auto& others : {outputs, inputs})
            for (const Extent& other : others)
                if (&other != &output && output.first < other.last && other.first < output.last)
                    refuse("the arrays %s and %s overlap; expected separate memory", output.name,
                           other.name);
    }
}

// A copy, with entries of another type of the same size if need be.
template <class Entry, class T>
std::vector<Entry> copy_of(const Column<T>& column) {
    static_assert(sizeof(Entry) == sizeof(T));
    std::vector<Entry> entries(column.shape(0));
    std::memcpy(entries.data(), column.data(), column.nbytes());
    return entries;
}

class BoundFleet {
public:
    BoundFleet(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
               const nb::int_& mines, const std::string& start, const nb::int_& safe_cells,
               const nb::int_& games)
        : fleet_(fleet_of(board_of(rows, cols, shape), start, safe_cells, games)) {
        fleet_.set_mines(small("mines", mines, 0, fleet_.room()));
        hear_python(work_);
    }

    void begin(const Column<const std::uint64_t>& seeds, const Column<const bool>& which,
               const Shown& shown) {
        const InUse use(mark_, "fleet");
        check_sizes(shown, seeds.shape(0), which.shape(0));
        check_outputs({extent_of("shown", shown)},
                      {extent_of("seeds", seeds), extent_of("which", which)});
        const auto numbers = copy_of<std::uint64_t>(seeds);
        for_each_game(which, [&](std::size_t game) {
            fleet_.begin(static_cast<int>(game), numbers[game], row(shown, game));
        });
    }

    void open(const Column<const std::int64_t>& cells, const Column<const bool>& which,
              const Shown& shown, const Column<std::int32_t>& opened,
              const Column<std::int8_t>& status) {
        const InUse use(mark_, "fleet");
        check_sizes(shown, cells.shape(0), which.shape(0));
        check_sizes(shown, opened.shape(0), status.shape(0));
        check_outputs(
            {extent_of("shown", shown), extent_of("opened", opened), extent_of("status", status)},
            {extent_of("cells", cells), extent_of("which", which)});
        const auto chosen = copy_of<std::int64_t>(cells);
        const auto play = [&](std::size_t game) {
            const int cell = static_cast<int>(chosen[game]);
            const Fleet::Step step = fleet_.open(static_cast<int>(game), cell, row(shown, game));
            opened(game) = step.opened;
            status(game) = static_cast<std::int8_t>(step.status);
        };
        for_each_game(which, play, [&](std::size_t game) { check_cell(chosen[game], game); });
    }

private:
    static Fleet fleet_of(Board board, const std::string& rule, const nb::int_& safe_cells,
                          const nb::int_& games) {
        const int safe = small("safe cells", safe_cells, 0, board.cells());
        const Start start{start_rule_of(rule), 0, safe};
        const int count = small("games", games, 1, max_games);
        if (std::int64_t{count} * board.cells() > most_cells)
            refuse("%d games of %d cells; expected %d cells in all, or fewer", count, board.cells(),
                   most_cells);
        return Fleet(std::move(board), start, count);
    }

    void check_sizes(const Shown& shown, std::size_t one, std::size_t other) const {
        const auto games = static_cast<std::size_t>(fleet_.games());
        const auto cells = static_cast<std::size_t>(fleet_.board().cells());
        if (one != games || other != games || shown.shape(0) != games || shown.shape(1) != cells)
            refuse("arrays of the wrong size; expected %zu games of %zu cells", games, cells);
    }

    void check_cell(std::int64_t cell, std::size_t game) const {
        const std::int64_t size = fleet_.board().cells();
        if (cell < 0 || cell >= size)
            refuse("cell %lld in game %zu; expected 0 to %lld", static_cast<long long>(cell), game,
                   static_cast<long long>(size - 1));
    }

    // Checks the selected games, then plays in each without the GIL.
    template <class Play, class Check>
    void for_each_game(const Column<const bool>& which, Play play, Check check) {
        // As bytes, for a bool may hold anything here.
        const auto is_selected = copy_of<std::uint8_t>(which);
        for (std::size_t game = 0; game < is_selected.size(); ++game) {
            if (is_selected[game] > 1)
                refuse("which has the byte %d in game %zu; expected 0 or 1", int{is_selected[game]},
                       game);
            if (is_selected[game] == 1) check(game);
        }
        if (!is_played(is_selected, play)) nb::raise_python_error();
    }
    template <class Play>
    void for_each_game(const Column<const bool>& which, Play play) {
        for_each_game(which, play, [](std::size_t) {});
    }

    // False if Python has asked to stop; the games before that are played.
    template <class Play>
    bool is_played(const std::vector<std::uint8_t>& is_selected, Play play) try {
        const WithoutGil work;
        for (std::size_t game = 0; game < is_selected.size(); ++game) {
            if (is_selected[game] == 0) continue;
            work_.spend(fleet_.board().cells());
            play(game);
        }
        return true;
    } catch (const Ended&) {
        return false;
    }

    std::int8_t* row(const Shown& shown, std::size_t game) const {
        return shown.data() + game * static_cast<std::size_t>(fleet_.board().cells());
    }

    Fleet fleet_;
    Work work_;
    InUse::Mark mark_ = false;
};

}  // namespace

void bind_fleet(nb::module_& module) {
    nb::class_<BoundFleet>(
        module, "Fleet",
        "Many games, one move in each at a time.\n\n"
        "Arrays have an entry or a row for each game: `which` selects the games, `shown` is\n"
        "what is seen of them, -1 for a hidden cell. What is written to may overlap no other\n"
        "array. Wrong arrays raise ValueError or TypeError before anything has changed. Ctrl-C\n"
        "may leave the last games without their move. A call while another thread is in one\n"
        "raises RuntimeError.")
        .def(nb::init<const nb::int_&, const nb::int_&, const std::string&, const nb::int_&,
                      const std::string&, const nb::int_&, const nb::int_&>(),
             "rows"_a, "cols"_a, "shape"_a, "mines"_a, "start"_a, "safe_cells"_a, "games"_a,
             "Set up `games` boards of one kind; any cell may be opened first.\n\n"
             "Raises ValueError for numbers out of range, or more than 2**30 cells in all.")
        .def("begin", &BoundFleet::begin, "seeds"_a, "which"_a, "shown"_a.noconvert(),
             "Start the selected games over, and show what is open then.")
        .def("open", &BoundFleet::open, "cells"_a, "which"_a, "shown"_a.noconvert(),
             "opened"_a.noconvert(), "status"_a.noconvert(),
             "Open a cell in each selected game, and show what opens.\n\n"
             "`opened` gets the number of cells that opened, `status` 0 if the game goes on, 1 if "
             "it\n"
             "is won, 2 if it is lost. An open cell, or a game that is over, stays as it is.");
}

}  // namespace mineproof
