// Shared by the bindings that know a board: boards, cells and small numbers as Python passes them.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "base/input.hpp"
#include "bind/bind.hpp"
#include "board/board.hpp"
#include "board/layout.hpp"
#include "strategist/strategist.hpp"

namespace mineproof {

constexpr int most_states = std::numeric_limits<int>::max();
constexpr std::size_t most_listed = std::size_t{max_side} * max_side;  // cells, some perhaps twice

inline int small(const char* name, nanobind::handle value, int least, int most) {
    return static_cast<int>(in_range(name, value, static_cast<std::uint64_t>(least),
                                     static_cast<std::uint64_t>(std::max(most, 0))));
}

inline int cell_of(const char* name, nanobind::handle value, const Board& board) {
    return small(name, value, 0, board.cells() - 1);
}

inline Budget budget_of(const std::string& budget) {
    static constexpr const char* budgets[] = {"fast", "normal", "deep"};
    return choose<Budget>("budget", budget, budgets);
}

inline StartRule start_rule_of(const std::string& name) {
    static constexpr const char* names[] = {"list", "safe", "opening", "none"};
    return choose<StartRule>("start", name, names);
}

inline Board board_of(const nanobind::int_& rows, const nanobind::int_& cols,
                      const std::string& shape) {
    const int height = small("rows", rows, 1, max_side), width = small("cols", cols, 1, max_side);
    return Board(height, width, shape_of(shape));
}

}  // namespace mineproof
