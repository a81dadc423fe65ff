// The Python module: checks arguments, releases the GIL, returns plain numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "bind/bind.hpp"
#include "bind/bind_thread.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace {

using mineproof::in_range;
using Cells = std::vector<std::uint32_t>;

constexpr std::uint64_t max_cells = 1 << 24;  // a pool of 64 MB; no board in play is as large
constexpr std::size_t most_clear = 1 << 24;

Cells random_mines(const nb::int_& cells, const nb::int_& mines, const nb::int_& seed,
                   const mineproof::Integers& clear) {
    const std::uint64_t size = in_range("cells", cells, 1, max_cells);
    const std::uint64_t start = in_range("seed", seed, 0, mineproof::max_seed);
    std::vector<bool> is_clear(size);
    mineproof::for_each_integer("clear", clear, most_clear, [&](nb::handle cell) {
        is_clear[in_range("clear cell", cell, 0, size - 1)] = true;
    });
    const auto room = std::count(is_clear.begin(), is_clear.end(), false);
    const std::uint64_t count = in_range("mines", mines, 0, static_cast<std::uint64_t>(room));

    const mineproof::WithoutGil work;
    Cells pool;
    pool.reserve(static_cast<std::size_t>(room));
    for (std::uint32_t cell = 0; cell < size; ++cell)
        if (!is_clear[cell]) pool.push_back(cell);
    return mineproof::Rng(start).choose(std::move(pool), count);
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "The native kernel of mineproof: plain integers in, plain numbers out.";
    module.def(
        "random_mines", &random_mines, "cells"_a, "mines"_a, "seed"_a, "clear"_a,
        "Draw `mines` of the cells 0 to `cells` - 1 outside `clear`, as `board.rng` does.\n\n"
        "Raises ValueError for a number out of range; `cells` is at most 2**24.");
    nb::set_leak_warnings(false);  // what a thread uses when the interpreter ends is no leak
    nb::module_::import_("atexit").attr("register")(nb::cpp_function(&mineproof::Exit::begin));
    mineproof::bind_count(module);
    mineproof::bind_endgame(module);
    mineproof::bind_fleet(module);
    mineproof::bind_generate(module);
    mineproof::bind_play(module);
    mineproof::bind_resolution(module);
    mineproof::bind_watch(module);
}
