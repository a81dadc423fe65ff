// What bind_play.cpp and bind_watch.cpp share: boards and small numbers as Python passes them.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "base/input.hpp"
#include "bind/bind.hpp"
#include "board/board.hpp"
#include "strategist/strategist.hpp"

namespace mineproof {

constexpr int most_states = std::numeric_limits<int>::max();

// Raises a ValueError.
template <class... Parts>
[[noreturn]] void refuse(const char* format, Parts... parts) {
    PyErr_Format(PyExc_ValueError, format, parts...);
    nanobind::raise_python_error();
}

inline int small(const char* name, nanobind::handle value, int least, int most) {
    return static_cast<int>(in_range(name, value, static_cast<std::uint64_t>(least),
                                     static_cast<std::uint64_t>(std::max(most, 0))));
}

inline int cell_of(const char* name, nanobind::handle value, const Board& board) {
    return small(name, value, 0, board.cells() - 1);
}

// The place of `wish` among names.
template <class Choice>
Choice choose(const char* what, const std::string& wish, std::span<const char* const> names) {
    const auto found = std::find(names.begin(), names.end(), wish);
    if (found != names.end()) return static_cast<Choice>(found - names.begin());
    std::string wanted = names.front();
    for (const char* name : names.subspan(1)) wanted += std::string(", ") + name;
    refuse("unknown %s '%s'; expected one of %s", what, wish.c_str(), wanted.c_str());
}

inline Budget budget_of(const std::string& budget) {
    static constexpr const char* budgets[] = {"fast", "normal", "deep"};
    return choose<Budget>("budget", budget, budgets);
}

inline Board board_of(const nanobind::int_& rows, const nanobind::int_& cols,
                      const std::string& shape) {
    static constexpr const char* shapes[] = {"square", "torus", "hex"};
    const int height = small("rows", rows, 1, max_side), width = small("cols", cols, 1, max_side);
    return Board(height, width, choose<Shape>("shape", shape, shapes));
}

}  // namespace mineproof
