// The endgame: lists of mines in, numbers of wins out.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/wide.hpp"
#include "strategist/endgame.hpp"
#include "wasm/wasm.hpp"

namespace mineproof::wasm {
namespace {

constexpr int table_bits = 20;
constexpr int nowhere = -1;

// The covered cells of a board, at most 128, and the layouts that fit.
struct Given {
    Board board;
    std::vector<int> cells;
    std::vector<int> number;  // for each cell of the board, its index in `cells`, or nowhere
    std::vector<Wide> layouts;

    explicit Given(Request& request)
        : board(request.board()), number(static_cast<std::size_t>(board.cells()) + 1, nowhere) {
        const Numbers covered = request.numbers();
        check_entries("covered", covered.count(), Endgame<Wide>::most_cells);
        for (std::int64_t i = 0; i < covered.count(); ++i)
            add_cell(cell_of("covered cell", covered[i], board));
        const std::int64_t count = request.number();
        check_entries("layouts", count, max_layouts);
        if (count < 1)
            refuse(std::to_string(count) + " layouts; expected 1 to " +
                   std::to_string(max_layouts));
        for (std::int64_t i = 0; i < count; ++i) add_layout(request.numbers());
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

    static void check_entries(const char* name, std::int64_t count, std::int64_t most) {
        if (count > most)
            refuse(std::to_string(count) + " entries in " + name + "; expected " +
                   std::to_string(most) + " at most");
    }

    void add_cell(int cell) {
        if (at(cell) != nowhere)
            refuse("covered cell " + std::to_string(cell) +
                   " is listed twice; expected different cells");
        at(cell) = static_cast<int>(cells.size());
        cells.push_back(cell);
    }

    void add_layout(const Numbers& mines) {
        Wide layout = 0;
        for (std::int64_t i = 0; i < mines.count(); ++i) {
            const int cell = cell_of("mine", mines[i], board);
            if (at(cell) == nowhere)
                refuse("mine " + std::to_string(cell) + " is not a covered cell");
            layout |= just<Wide>(at(cell));
        }
        layouts.push_back(layout);
    }

    void check_different() const {
        std::vector<Wide> sorted = layouts;
        std::sort(sorted.begin(), sorted.end());
        if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
            refuse("one layout is listed twice; expected different layouts");
    }

    static constexpr int max_layouts = 1'000'000;
};

// For each cell that is safe in some layout, how many layouts are won if it is opened next; false
// if that takes more work.
template <class Set>
bool weigh(const Given& given, Offset work, std::vector<std::pair<int, int>>& wins) {
    Endgame<Set> endgame;
    Work account;
    endgame.account = &account;
    given.set_up(endgame);
    if (!endgame.solve(work)) return false;
    Set every = ~Set{0};
    for (const Set layout : endgame.layouts) every &= layout;
    for (int i = 0; i < endgame.near.count(); ++i) {
        if (has(every, i)) continue;
        if (!endgame.weigh(i, work)) return false;
        wins.emplace_back(given.cells[static_cast<std::size_t>(i)], endgame.best().wins);
    }
    std::sort(wins.begin(), wins.end());
    return true;
}

// Whether it is done, and pairs of a cell and its wins in the order of the cells.
void count_wins(Request request) {
    const Given given(request);
    const Offset work = request.number("max_work", 0, std::numeric_limits<int>::max());
    std::vector<std::pair<int, int>> wins;
    const bool is_done = given.cells.size() <= Endgame<std::uint64_t>::most_cells
                             ? weigh<std::uint64_t>(given, work, wins)
                             : weigh<Wide>(given, work, wins);
    reply.number(is_done);
    std::vector<int> flat;
    for (const auto& [cell, won] : wins) {
        flat.push_back(cell);
        flat.push_back(won);
    }
    reply.numbers(flat);
}

}  // namespace
}  // namespace mineproof::wasm

using namespace mineproof::wasm;

MINEPROOF_EXPORT(count_wins) std::uint32_t count_wins_(std::uint32_t size) {
    return answer(size, count_wins);
}
