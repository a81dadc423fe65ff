// Counting, and further questions: count.hpp, query.hpp, prospect.hpp, sample.hpp and tally.hpp.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.hpp"
#include "base/wide.hpp"
#include "count/count.hpp"
#include "count/prospect.hpp"
#include "count/query.hpp"
#include "count/sample.hpp"
#include "count/tally.hpp"
#include "wasm/wasm.hpp"

namespace mineproof::wasm {
namespace {

// --- what is given ------------------------------------------------------------------------------

// A number of mines: any integer, since one far out of range is a contradiction, not an error.
std::int64_t clamped(std::int64_t mines) {
    constexpr std::int64_t far = std::int64_t{1} << 40;
    return std::clamp(mines, -far, far);
}

struct GivenView {
    View view;
    int covered = 0;

    explicit GivenView(Request& request)
        : view{request.number("rows", 1, max_side), request.number("cols", 1, max_side),
               request.shape(), nullptr} {
        const std::span<const std::uint8_t> cells = request.bytes();
        const auto size = static_cast<std::size_t>(view.rows * view.cols);
        if (cells.size() != size)
            refuse(std::to_string(cells.size()) +
                   " cells; expected rows * cols = " + std::to_string(size));
        for (std::size_t i = 0; i < size; ++i) {
            if (cells[i] > seen_mine)
                refuse("cell " + std::to_string(i) + " has the code " + std::to_string(cells[i]) +
                       "; expected 0 to " + std::to_string(seen_mine));
            covered += cells[i] >= hidden;
        }
        view.cells = cells.data();
    }
    const View& get() const { return view; }
};

class GivenProblem {
public:
    int covered;

    explicit GivenProblem(Request& request)
        : covered(request.number("cells", 0, max_cells)),
          clue_of_(static_cast<std::size_t>(covered), 0) {
        const int clues = request.number("clues", 0, most);
        for (int clue = 1; clue <= clues; ++clue) {
            const std::int64_t mines = request.number();
            add(clue, request.numbers());
            needs_.push_back(clamped(mines));
        }
    }
    Problem get() const {
        return {covered, static_cast<int>(needs_.size()), starts_.data(), lists_.data(),
                needs_.data()};
    }

private:
    void add(int clue, const Numbers& cells) {
        for (std::int64_t i = 0; i < cells.count(); ++i) {
            if (covered == 0)
                refuse("cell " + std::to_string(cells[i]) + " in a problem without cells");
            const int cell = in_range("cell", cells[i], 0, covered - 1);
            if (std::exchange(clue_of_[static_cast<std::size_t>(cell)], clue) == clue)
                refuse("cell " + std::to_string(cell) +
                       " twice in one clue; expected different cells");
            lists_.push_back(cell);
        }
        starts_.push_back(static_cast<int>(lists_.size()));
    }

    static constexpr int most = 1 << 27;

    std::vector<int> starts_{0}, lists_;
    std::vector<std::int64_t> needs_;
    std::vector<int> clue_of_;  // for each cell, the last clue that has it
};

Mines mines_of(Request& request, int covered) {
    enum { total, over, density };
    switch (request.number("prior", total, density)) {
        case total: return Mines::known(clamped(request.number()));
        case over: return Mines::any_number(request.number("over", covered, max_cells));
        default: break;
    }
    const double share = request.real();
    if (share > 0 && share < 1) return Mines::dense(share);
    refuse("density; expected more than 0 and less than 1");
}

Limits limits_of(Request& request) {
    constexpr std::int64_t most_states = 1 << 30, most_bytes = std::int64_t{1} << 35;
    const std::int64_t states = request.number("max_states", 1, most_states);
    const std::int64_t bytes = request.number();
    if (bytes < 1 || bytes > most_bytes)
        refuse("max_bytes " + std::to_string(bytes) + " is out of range; expected 1 to " +
               std::to_string(most_bytes));
    return {states, std::min(bytes, Limits().bytes)};
}

// --- counting -----------------------------------------------------------------------------------

void write(const Counter& counter) {
    reply.number(counter.floating().cells);
    reply.real(counter.floating().risk);
    const auto cells = static_cast<std::size_t>(counter.risks().size());
    reply.number(counter.risks().size());
    reply.add(counter.risks().data(), cells);
    reply.add(counter.certain().data(), cells);
}

// A counter for reuse, unless it has grown large.
class Lent {
public:
    ~Lent() {
        if (spare.bytes() > most_kept) spare.release();
    }
    Counter* operator->() { return &spare; }
    Counter& operator*() { return spare; }

private:
    static constexpr std::int64_t most_kept = 64 << 20;
    static inline Counter spare;
};

template <class Given>
Mines run(Counter& counter, const Given& given, Request& request, bool keep) {
    const Mines mines = mines_of(request, given.covered);
    counter.work.limits = limits_of(request);
    check(counter.count(given.get(), mines, keep));
    return mines;
}

template <class Given>
void count(Request request) {
    const Given given(request);
    Lent counter;
    run(*counter, given, request, false);
    write(*counter);
}

// --- further questions --------------------------------------------------------------------------

// A count that keeps its layers, weights and products.
class Study {
public:
    template <class Given>
    Study(const Given& given, Request& request) {
        know(given.get(), run(counter_, given, request, true));
        query_.start(counter_);
        sampler_.start(counter_);
    }
    const Counter& counter() const { return counter_; }

    void numbers(Request& request) {
        double chances[9];
        query_.numbers(cell_on_board(request), chances);
        reply.add(chances, std::size(chances));
    }

    void prospect(Request& request) {
        const int cell = cell_on_board(request);
        Lent counter;
        counter->work.limits = counter_.work.limits;
        reply.real(prospect_.expect(cell, query_, *counter));
    }

    void chance(Request& request) {
        const std::vector<int> mines = cells_of(request), safe = cells_of(request);
        check_different(mines, safe);
        for (const int cell : mines) query_.ask_mine(cell);
        for (const int cell : safe) query_.ask_safe(cell);
        reply.real(query_.answer()[0]);
    }

    void sample(Request& request) {
        Rng rng(request.seed());
        const auto& layout = sampler_.draw(rng);
        std::vector<int> mines;
        for (int cell = 0; cell < layout.count(); ++cell)
            if (layout[cell]) mines.push_back(cell);
        reply.numbers(mines);
    }

    // For each front its boxes; its ways; and for each box how many of those mine a given cell.
    void fronts() {
        tally_.count(counter_);
        reply.number(static_cast<std::int64_t>(tally_.parts.size()));
        for (const Tally::Part& part : tally_.parts) {
            const int boxes = part.last_box - part.first_box;
            reply.number(boxes);
            for (int i = part.first_box; i < part.last_box; ++i) write_cells(tally_.boxes[i]);
            for (int row = 0; row <= boxes; ++row) write_ways(part, row);
        }
    }

private:
    // A view also has a board, which some questions need.
    void know(const View& view, const Mines& mines) {
        prospect_.start(view, mines);
        has_board_ = true;
    }
    void know(const Problem&, const Mines&) {}

    int checked(std::int64_t cell) const {
        const int cells = counter_.clues().known.count();
        if (cells == 0) refuse("cell " + std::to_string(cell) + " in a problem without cells");
        return in_range("cell", cell, 0, cells - 1);
    }

    int cell_on_board(Request& request) const {
        if (!has_board_) refuse("this question needs a board; expected the study of a view");
        return checked(request.number());
    }

    std::vector<int> cells_of(Request& request) const {
        const Numbers listed = request.numbers();
        std::vector<int> cells;
        for (std::int64_t i = 0; i < listed.count(); ++i) cells.push_back(checked(listed[i]));
        return cells;
    }

    static void check_different(std::vector<int> cells, const std::vector<int>& others) {
        cells.insert(cells.end(), others.begin(), others.end());
        std::sort(cells.begin(), cells.end());
        const auto twice = std::adjacent_find(cells.begin(), cells.end());
        if (twice != cells.end())
            refuse("cell " + std::to_string(*twice) +
                   " twice in one question; expected different cells");
    }

    void write_cells(int box) const {
        std::vector<int> cells;
        for (int number = 0; number < counter_.clues().numbered(); ++number)
            if (counter_.folded().home[number] == box)
                cells.push_back(counter_.clues().names[number]);
        reply.numbers(cells);
    }

    // Numbers of 128 bits, the lower half first.
    void write_ways(const Tally::Part& part, int row) const {
        reply.number(part.low + part.length);
        for (int k = 0; k < part.low; ++k) write_wide(0);
        for (int k = 0; k < part.length; ++k)
            write_wide(tally_.ways[part.ways + std::int64_t{row} * part.length + k]);
    }
    static void write_wide(Wide number) { reply.add(&number, 1); }

    Counter counter_;
    bool has_board_ = false;
    Query query_;
    Prospect prospect_;
    Sampler sampler_;
    Tally tally_;
};

Kept<Study> studies("study");

template <class Given>
void study(Request request) {
    const Given given(request);
    auto made = std::make_unique<Study>(given, request);
    Study& study = *made;
    reply.number(studies.keep(std::move(made)));
    write(study.counter());
}

}  // namespace
}  // namespace mineproof::wasm

using namespace mineproof::wasm;

MINEPROOF_EXPORT(count_view) std::uint32_t count_view(std::uint32_t size) {
    return answer(size, count<GivenView>);
}
MINEPROOF_EXPORT(count_problem) std::uint32_t count_problem(std::uint32_t size) {
    return answer(size, count<GivenProblem>);
}
MINEPROOF_EXPORT(study_view) std::uint32_t study_view(std::uint32_t size) {
    return answer(size, study<GivenView>);
}
MINEPROOF_EXPORT(study_problem) std::uint32_t study_problem(std::uint32_t size) {
    return answer(size, study<GivenProblem>);
}
MINEPROOF_EXPORT(study_numbers) std::uint32_t study_numbers(std::uint32_t size) {
    return answer(size, [](Request request) { studies.of(request).numbers(request); });
}
MINEPROOF_EXPORT(study_prospect) std::uint32_t study_prospect(std::uint32_t size) {
    return answer(size, [](Request request) { studies.of(request).prospect(request); });
}
MINEPROOF_EXPORT(study_chance) std::uint32_t study_chance(std::uint32_t size) {
    return answer(size, [](Request request) { studies.of(request).chance(request); });
}
MINEPROOF_EXPORT(study_sample) std::uint32_t study_sample(std::uint32_t size) {
    return answer(size, [](Request request) { studies.of(request).sample(request); });
}
MINEPROOF_EXPORT(study_fronts) std::uint32_t study_fronts(std::uint32_t size) {
    return answer(size, [](Request request) { studies.of(request).fronts(); });
}
MINEPROOF_EXPORT(study_forget) std::uint32_t study_forget(std::uint32_t size) {
    return answer(size, [](Request request) { studies.forget(request.number()); });
}
