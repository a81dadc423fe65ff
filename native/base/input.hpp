// The kernel's input and outcome: views, problems, priors on the mines, limits, and how a count may
// end.
#pragma once

#include <cstdint>
#include <exception>
#include <limits>

namespace mineproof {

enum class Shape { square, torus, hex };

// The codes of a view's cells; an open cell is its number, 0 to 8.
constexpr std::uint8_t hidden = 9, flag = 10, seen_mine = 11;

constexpr int max_side = 1000;
constexpr int max_cells = 1 << 24;

constexpr std::int64_t unknown_total = -1;

// A position as a player sees it: rows * cols codes in reading order. A flag counts as hidden.
struct View {
    int rows;
    int cols;
    Shape shape;
    const std::uint8_t* cells;
};

// Exactly needs[i] of the cells from lists[starts[i]] to lists[starts[i + 1]] are mines, for each
// of `clues` clues. Cells are 0 to cells - 1, and different within a clue.
struct Problem {
    int cells;
    int clues;
    const int* starts;
    const int* lists;
    const std::int64_t* needs;
};

// How many mines there are in all, or what is thought about it beforehand.
struct Mines {
    enum class Prior {
        total,    // exactly `total` mines among the covered cells
        density,  // each cell is a mine with probability `density`, independently
        uniform,  // 0 to `over` mines among `over` cells, each number equally likely: the covered
                  // cells and others that are safe
    };
    Prior prior = Prior::density;
    std::int64_t total = 0;
    double density = 0.5;  // all layouts equally likely
    int over = 0;

    static Mines known(std::int64_t total) { return {Prior::total, total, 0.5, 0}; }
    static Mines dense(double density) { return {Prior::density, 0, density, 0}; }
    static Mines any_number(int over) { return {Prior::uniform, 0, 0.5, over}; }
};

// How a count may end.
enum class Outcome {
    counted,
    contradiction,        // no layout fits the clues
    count_contradiction,  // the clues can be met, but not with this number of mines
    limit,                // it would take more states or memory than allowed
    unsupported,          // outside the range of the number types; the Python twin can do it
    stopped,              // the caller asked to stop
};

// Thrown inside the kernel; Counter turns it into the Outcome that it holds.
struct Ended : std::exception {
    explicit Ended(Outcome how) : outcome(how) {}
    const char* what() const noexcept override { return "a count has ended early"; }
    Outcome outcome;
};

[[noreturn]] inline void end(Outcome how) { throw Ended(how); }

struct Limits {
    // Of all fronts, as they are listed; and what takes as long where polynomials are multiplied.
    std::int64_t states = 20'000'000;
    // Of all that grows with the states; less where addresses have 32 bits.
    std::int64_t bytes = std::int64_t{1} << (sizeof(void*) > 4 ? 31 : 29);
};

// Keeps account of long work: what it may take, and whether the caller still wants it.
class Work {
public:
    using Ask = bool (*)(void* whom);  // true: stop

    Limits limits;

    // Has the caller asked now and then, with `whom`, whether to stop.
    void set_ask(Ask ask, void* whom) {
        ask_ = ask;
        whom_ = whom;
    }

    // To be told about `steps` of some nanoseconds each, before or after they are done.
    void spend(std::int64_t steps) {
        left_ -= steps;
        if (left_ < 0) refill();
    }

    void afford_bytes(std::int64_t bytes) const {
        if (bytes > limits.bytes) end(Outcome::limit);
    }

private:
    void refill() {
        left_ = often;
        if (ask_ != nullptr && ask_(whom_)) end(Outcome::stopped);
    }

    static constexpr std::int64_t often = 1'000'000;
    std::int64_t left_ = often;
    Ask ask_ = nullptr;
    void* whom_ = nullptr;
};

}  // namespace mineproof
