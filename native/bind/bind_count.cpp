// Binds counting: count.hpp, query.hpp, prospect.hpp, sample.hpp and tally.hpp.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/crew.hpp"
#include "base/rng.hpp"
#include "bind/bind.hpp"
#include "bind/bind_thread.hpp"
#include "count/count.hpp"
#include "count/prospect.hpp"
#include "count/query.hpp"
#include "count/sample.hpp"
#include "count/tally.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

// --- what is given ------------------------------------------------------------------------------

// A number of mines: any integer, since one far out of range is a contradiction, not an error.
std::int64_t clamped(nb::handle value) {
    constexpr std::int64_t far = std::int64_t{1} << 40;
    int overflow = 0;
    const std::int64_t number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    return overflow != 0 ? overflow * far : std::clamp(number, -far, far);
}

int cell_of(nb::handle value, int cells) {
    if (cells == 0) refuse("cell %S in a problem without cells", value.ptr());
    return static_cast<int>(in_range("cell", value, 0, static_cast<std::uint64_t>(cells) - 1));
}

// What is known or assumed about the number of mines, and the limits of the count.
struct Asked {
    std::optional<nb::int_> total;
    double density;
    std::optional<nb::int_> over;
    nb::int_ max_states, max_bytes;

    Mines mines(int covered) const {
        if (total) return Mines::known(clamped(*total));
        if (over) {
            const auto least = static_cast<std::uint64_t>(covered);
            return Mines::any_number(static_cast<int>(in_range("over", *over, least, max_cells)));
        }
        if (density > 0 && density < 1) return Mines::dense(density);
        refuse("density %R; expected more than 0 and less than 1", nb::float_(density).ptr());
    }

    Limits limits() const {
        // Within these, states, pairs and clues can be counted with int.
        constexpr std::uint64_t most_states = 1 << 30, most_bytes = std::uint64_t{1} << 35;
        return {static_cast<std::int64_t>(in_range("max_states", max_states, 1, most_states)),
                static_cast<std::int64_t>(in_range("max_bytes", max_bytes, 1, most_bytes))};
    }
};

struct GivenView {
    View view;
    int covered = 0;

    GivenView(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
              const nb::bytes& cells)
        : view{static_cast<int>(in_range("rows", rows, 1, max_side)),
               static_cast<int>(in_range("cols", cols, 1, max_side)), shape_of(shape),
               reinterpret_cast<const std::uint8_t*>(cells.c_str())} {
        const std::size_t size =
            static_cast<std::size_t>(view.rows) * static_cast<std::size_t>(view.cols);
        if (cells.size() != size)
            refuse("%zu cells; expected rows * cols = %zu", cells.size(), size);
        for (std::size_t i = 0; i < size; ++i) {
            if (view.cells[i] > seen_mine)
                refuse("cell %zu has the code %d; expected 0 to %d", i, int{view.cells[i]},
                       int{seen_mine});
            covered += view.cells[i] >= hidden;
        }
    }
    const View& get() const { return view; }
};

using GivenClues = nb::typed<nb::iterable, nb::typed<nb::tuple, nb::typed<nb::iterable, int>, int>>;

struct GivenProblem {
    int covered;
    std::vector<int> starts{0}, lists;
    std::vector<std::int64_t> needs;

    GivenProblem(const nb::int_& cells, const GivenClues& clues)
        : covered(static_cast<int>(in_range("cells", cells, 0, max_cells))),
          clue_of_(static_cast<std::size_t>(covered), 0) {
        for (nb::handle clue : clues) {
            if (!nb::isinstance<nb::tuple>(clue) || nb::len(clue) != 2)
                throw nb::type_error("a clue that is not a pair; expected (cells, mines)");
            add(clue[0], clue[1]);
        }
    }
    Problem get() const {
        return {covered, static_cast<int>(needs.size()), starts.data(), lists.data(), needs.data()};
    }

private:
    void add(const nb::object& cells, const nb::object& mines) {
        if (!nb::isinstance<nb::int_>(mines))
            throw nb::type_error("the mines of a clue; expected an integer");
        const auto clue = static_cast<int>(starts.size());
        for (nb::handle cell : nb::iter(cells)) {
            const int number = cell_of(cell, covered);
            if (std::exchange(clue_of_[static_cast<std::size_t>(number)], clue) == clue)
                refuse("cell %d twice in one clue; expected different cells", number);
            lists.push_back(number);
        }
        constexpr std::size_t most = 1 << 27;  // eight for each of the most cells
        if (lists.size() > most || starts.size() > most)
            throw nb::value_error("too many clues; expected 2**27 cells in all, or fewer");
        if (starts.size() % (1 << 16) == 0 && PyErr_CheckSignals() != 0) nb::raise_python_error();
        starts.push_back(static_cast<int>(lists.size()));
        needs.push_back(clamped(mines));
    }

    std::vector<int> clue_of_;  // for each cell, the last clue that has it
};

// --- counting -----------------------------------------------------------------------------------

// Each thread keeps one counter for reuse. A signal handler may count while its thread is already
// counting, so a counter in use is moved out of the thread's slot.
class Lent {
public:
    Lent() : counter_(spare_ ? std::move(spare_) : std::make_unique<Counter>()) {}
    ~Lent() {
        if (counter_->bytes() > most_kept) counter_->release();
        spare_ = std::move(counter_);
    }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    Counter& operator*() { return *counter_; }

private:
    static constexpr std::int64_t most_kept = 64 << 20;
    static thread_local std::unique_ptr<Counter> spare_;
    std::unique_ptr<Counter> counter_;
};

thread_local std::unique_ptr<Counter> Lent::spare_;

void check(Outcome outcome) {
    switch (outcome) {
        case Outcome::counted: return;
        case Outcome::contradiction: raise("Contradiction", "no layout fits");
        case Outcome::count_contradiction: raise("Contradiction", "no layout fits", true);
        case Outcome::limit:
            raise("LimitReached", "counting would take more states or memory than allowed");
        case Outcome::stopped: nb::raise_python_error();
        case Outcome::unsupported:
            PyErr_SetString(PyExc_OverflowError, "beyond the range of the kernel's numbers");
            nb::raise_python_error();
    }
}

void prepare(Counter& counter, const Limits& limits) {
    counter.work.limits = limits;
    hear_python(counter.work);
}

template <class Given>
void run(Counter& counter, const Given& given, const Asked& asked, bool keep) {
    const Mines mines = asked.mines(given.covered);
    prepare(counter, asked.limits());
    Outcome outcome;
    {
        const WithoutGil work;
        outcome = counter.count(given.get(), mines, keep);
    }
    check(outcome);
}

// The result of a count, by cell.
class Counted {
public:
    explicit Counted(const Counter& counter)
        : floating_(counter.floating().cells),
          floating_risk_(counter.floating().risk),
          risks_(counter.risks().data(),
                 static_cast<std::size_t>(counter.risks().size()) * sizeof(double)),
          certain_(counter.certain().data(), static_cast<std::size_t>(counter.certain().size())) {}

    Counted(int floating, double floating_risk, nb::bytes risks, nb::bytes certain)
        : floating_(floating),
          floating_risk_(floating_risk),
          risks_(std::move(risks)),
          certain_(std::move(certain)) {}

    // Built here, since in Python building this dict takes longer than the count itself. Equal
    // risks in a row, as those of floating cells are, share one object.
    nb::dict risk_by_cell() const {
        nb::dict found;
        const std::size_t cells = risks_.size() / sizeof(double);
        nb::object shared;
        double last = std::nan("");
        for (std::size_t cell = 0; cell < cells; ++cell) {
            double risk;
            std::memcpy(&risk, risks_.c_str() + cell * sizeof risk, sizeof risk);
            if (std::isnan(risk)) continue;
            if (!(risk == last)) shared = nb::float_(last = risk);
            if (PyDict_SetItem(found.ptr(), number(cell).ptr(), shared.ptr()) != 0)
                nb::raise_python_error();
        }
        return found;
    }

    nb::object risks() const {
        return nb::steal(PyMemoryView_FromObject(risks_.ptr())).attr("cast")("d");
    }
    nb::bytes certain() const { return certain_; }
    int floating() const { return floating_; }
    std::optional<double> floating_risk() const {
        return floating_ == 0 ? std::nullopt : std::optional<double>(floating_risk_);
    }

private:
    // The integers of all usual boards are made once, and never freed: to make them takes as long
    // as to put them into a dict.
    static nb::object number(std::size_t cell) {
        static constexpr std::size_t most = 1024;
        static const auto* const made = [] {
            auto* const numbers = new std::vector<nb::int_>;
            for (std::size_t i = 0; i < most; ++i) numbers->emplace_back(i);
            return numbers;
        }();
        return cell < most ? (*made)[cell] : nb::int_(cell);
    }

    int floating_;
    double floating_risk_;
    nb::bytes risks_;
    nb::bytes certain_;
};

template <class Given>
Counted count(const Given& given, const Asked& asked) {
    Lent counter;
    run(*counter, given, asked, false);
    return Counted(*counter);
}

// --- many views ---------------------------------------------------------------------------------

using ManyCells = nb::typed<nb::sequence, nb::bytes>;
using ManyTotals = nb::typed<nb::sequence, std::optional<nb::int_>>;

// One view of many, and where its result goes. The bytes are made with the GIL and filled without.
class OneOfMany {
public:
    OneOfMany(GivenView given, const Mines& mines, nb::bytes cells)
        : given_(given),
          mines_(mines),
          cells_(std::move(cells)),
          risks_(nb::steal<nb::bytes>(blank(cells_.size() * sizeof(double)))),
          certain_(nb::steal<nb::bytes>(blank(cells_.size()))) {}

    void count(Counter& counter) {
        is_counted_ = counter.count(given_.get(), mines_, false) == Outcome::counted;
        if (!is_counted_) return;
        floating_ = counter.floating();
        std::memcpy(PyBytes_AsString(risks_.ptr()), counter.risks().data(), risks_.size());
        std::memcpy(PyBytes_AsString(certain_.ptr()), counter.certain().data(), certain_.size());
    }

    nb::object result() const {
        if (!is_counted_) return nb::none();
        return nb::cast(Counted(floating_.cells, floating_.risk, risks_, certain_));
    }

private:
    static PyObject* blank(std::size_t size) {
        PyObject* const bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
        if (bytes == nullptr) nb::raise_python_error();
        return bytes;
    }

    GivenView given_;
    Mines mines_;
    nb::bytes cells_;  // which `given_` points into
    nb::bytes risks_, certain_;
    bool is_counted_ = false;
    Floating floating_{};
};

nb::list count_views(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                     const ManyCells& cells, const ManyTotals& totals, const nb::int_& threads,
                     double density, const nb::int_& max_states, const nb::int_& max_bytes) {
    constexpr std::size_t most = 1 << 24;  // cells in all
    std::vector<std::optional<nb::int_>> known;
    for_each_item("totals", totals, most, [&](nb::handle total) {
        if (!total.is_none() && !PyLong_Check(total.ptr()))
            refuse_entry("totals", total, "an integer or None");
        known.push_back(total.is_none() ? std::nullopt
                                        : std::optional(nb::borrow<nb::int_>(total)));
    });
    if (nb::len(cells) != known.size())
        refuse("%zu views and %zu totals; expected the same number of each", nb::len(cells),
               known.size());
    std::vector<OneOfMany> views;
    std::size_t in_all = 0;
    for_each_item("cells", cells, known.size(), [&](nb::handle item) {
        if (!PyBytes_Check(item.ptr())) refuse_entry("cells", item, "bytes");
        const auto codes = nb::borrow<nb::bytes>(item);
        const GivenView given(rows, cols, shape, codes);
        if ((in_all += codes.size()) > most)
            refuse("more than %zu cells in all; expected as many at most", most);
        const Asked asked{known[views.size()], density, std::nullopt, max_states, max_bytes};
        views.emplace_back(given, asked.mines(given.covered), codes);
    });
    const Limits limits = Asked{{}, density, {}, max_states, max_bytes}.limits();
    const auto crew_size = static_cast<int>(in_range("threads", threads, 1, 256));
    bool is_done;
    {
        const WithoutGil work;
        Crew crew(crew_size, static_cast<int>(views.size()));
        const auto count_share = [&](int) {
            Counter counter;
            counter.work.limits = limits;
            crew.obey(counter.work);
            crew.share([&](int i) { views[static_cast<std::size_t>(i)].count(counter); });
        };
        is_done = crew.run(count_share, is_interrupted);
    }
    if (!is_done) nb::raise_python_error();
    nb::list results;
    for (const OneOfMany& view : views) results.append(view.result());
    return results;
}

// --- further questions --------------------------------------------------------------------------

nb::int_ integer(Wide number) {
    const nb::int_ high(static_cast<std::uint64_t>(number >> 64)),
        low(static_cast<std::uint64_t>(number));
    return nb::int_((high << nb::int_(64)) | low);
}

// A count that keeps its layers, weights and products.
class Study : public Counted {
public:
    explicit Study(std::unique_ptr<Counter> counter)
        : Counted(*counter), counter_(std::move(counter)) {
        query_.start(*counter_);
        sampler_.start(*counter_);
    }

    // A view also has a board, which some questions need.
    void know(const View& view, const Mines& mines) {
        prospect_.start(view, mines);
        has_board_ = true;
    }
    void know(const Problem&, const Mines&) {}

    std::vector<double> numbers(const nb::int_& cell) {
        const InUse use(mark_, name);
        const int asked = checked_on_board(cell);
        std::vector<double> chances(9);
        work([&] { query_.numbers(asked, chances.data()); });
        return chances;
    }

    double prospect(const nb::int_& cell) {
        const InUse use(mark_, name);
        const int asked = checked_on_board(cell);
        Lent counter;
        prepare(*counter, counter_->work.limits);
        double mean = 0;
        work([&] { mean = prospect_.expect(asked, query_, *counter); });
        return mean;
    }

    double chance(const Integers& mines, const Integers& safe) {
        const std::vector<int> mined = listed("mines", mines), others = listed("safe", safe);
        check_different(mined, others);
        const InUse use(mark_, name);
        double result = 0;
        work([&] {
            for (const int cell : mined) query_.ask_mine(cell);
            for (const int cell : others) query_.ask_safe(cell);
            result = query_.answer()[0];
        });
        return result;
    }

    std::vector<int> sample(const nb::int_& seed) {
        const InUse use(mark_, name);
        Rng rng(in_range("seed", seed, 0, max_seed));
        std::vector<int> mines;
        work([&] {
            const auto& layout = sampler_.draw(rng);
            for (int cell = 0; cell < layout.count(); ++cell)
                if (layout[cell]) mines.push_back(cell);
        });
        return mines;
    }

    using Ways = nb::typed<nb::list, int>;
    using Front = nb::typed<nb::tuple, nb::typed<nb::list, nb::typed<nb::list, int>>, Ways,
                            nb::typed<nb::list, Ways>>;

    nb::typed<nb::list, Front> fronts() {
        const InUse use(mark_, name);
        work([&] { tally_.count(*counter_); });
        nb::list all;
        for (const Tally::Part& part : tally_.parts) {
            nb::list boxes, mined;
            for (int i = part.first_box; i < part.last_box; ++i) {
                boxes.append(cells_of(tally_.boxes[i]));
                mined.append(ways_of(part, 1 + i - part.first_box));
            }
            all.append(nb::make_tuple(boxes, ways_of(part, 0), mined));
        }
        return nb::typed<nb::list, Front>(all);
    }

private:
    static constexpr const char* name = "study";

    int checked(nb::handle cell) const { return cell_of(cell, counter_->clues().known.count()); }

    int checked_on_board(nb::handle cell) const {
        if (!has_board_)
            throw nb::value_error("this question needs a board; expected the study of a view");
        return checked(cell);
    }

    static void check_different(std::vector<int> cells, const std::vector<int>& others) {
        cells.insert(cells.end(), others.begin(), others.end());
        std::sort(cells.begin(), cells.end());
        const auto twice = std::adjacent_find(cells.begin(), cells.end());
        if (twice != cells.end())
            refuse("cell %d twice in one question; expected different cells", *twice);
    }

    std::vector<int> listed(const char* argument, const Integers& cells) const {
        std::vector<int> numbers;
        for_each_integer(argument, cells, std::size_t{max_cells},
                         [&](nb::handle cell) { numbers.push_back(checked(cell)); });
        return numbers;
    }

    // Works without the GIL.
    template <class Job>
    static void work(Job job) {
        Outcome outcome = Outcome::counted;
        try {
            const WithoutGil work;
            job();
        } catch (const Ended& ended) {
            outcome = ended.outcome;
        } catch (const std::bad_alloc&) {
            outcome = Outcome::limit;
        }
        check(outcome);
    }

    nb::list cells_of(int box) const {
        nb::list cells;
        for (int number = 0; number < counter_->clues().numbered(); ++number)
            if (counter_->folded().home[number] == box)
                cells.append(counter_->clues().names[number]);
        return cells;
    }

    nb::list ways_of(const Tally::Part& part, int row) const {
        nb::list ways;
        for (int k = 0; k < part.low; ++k) ways.append(0);
        for (int k = 0; k < part.length; ++k)
            ways.append(integer(tally_.ways[part.ways + std::int64_t{row} * part.length + k]));
        return ways;
    }

    std::unique_ptr<Counter> counter_;
    bool has_board_ = false;
    InUse::Mark mark_ = false;
    Query query_;
    Prospect prospect_;
    Sampler sampler_;
    Tally tally_;
};

template <class Given>
std::unique_ptr<Study> study(const Given& given, const Asked& asked) {
    auto counter = std::make_unique<Counter>();
    run(*counter, given, asked, true);
    auto made = std::make_unique<Study>(std::move(counter));
    made->know(given.get(), asked.mines(given.covered));
    return made;
}

using Total = std::optional<nb::int_>;

Counted count_view(const nb::int_& rows, const nb::int_& cols, const std::string& shape,
                   const nb::bytes& cells, const Total& total, double density, const Total& over,
                   const nb::int_& max_states, const nb::int_& max_bytes) {
    return count(GivenView(rows, cols, shape, cells),
                 {total, density, over, max_states, max_bytes});
}

Counted count_problem(const nb::int_& cells, const GivenClues& clues, const Total& total,
                      double density, const Total& over, const nb::int_& max_states,
                      const nb::int_& max_bytes) {
    return count(GivenProblem(cells, clues), {total, density, over, max_states, max_bytes});
}

std::unique_ptr<Study> study_view(const nb::int_& rows, const nb::int_& cols,
                                  const std::string& shape, const nb::bytes& cells,
                                  const Total& total, double density, const Total& over,
                                  const nb::int_& max_states, const nb::int_& max_bytes) {
    return study(GivenView(rows, cols, shape, cells),
                 {total, density, over, max_states, max_bytes});
}

std::unique_ptr<Study> study_problem(const nb::int_& cells, const GivenClues& clues,
                                     const Total& total, double density, const Total& over,
                                     const nb::int_& max_states, const nb::int_& max_bytes) {
    return study(GivenProblem(cells, clues), {total, density, over, max_states, max_bytes});
}

constexpr const char* count_view_doc =
    "Find the risk of every cell of a view of this shape: square, torus or hex.\n\n"
    "`cells` are codes as in `board.view`: 0 to 8 open, 9 hidden, 10 flag, 11 seen mine; a flag\n"
    "counts as hidden. The cells that are not open hold `total` mines. If `total` is None, each "
    "of\n"
    "them is a mine with probability `density`, independently. If `over` is given instead, every\n"
    "number of mines among `over` cells is equally likely: the cells that are not open, and "
    "others\n"
    "that have turned out to be safe.\n\n"
    "Raises Contradiction if no layout fits, LimitReached beyond `max_states` or `max_bytes`,\n"
    "OverflowError beyond the range of the kernel's numbers (counting in Python has no such "
    "range),\n"
    "and ValueError or TypeError for bad arguments. In long products of polynomials, 200\n"
    "multiplications count as one state.";

constexpr const char* count_views_doc =
    "Count many views of one shape on several threads, as `count_view` does each; in their "
    "order.\n\n"
    "`cells` and `totals` have an entry for each view. Where `count_view` would raise "
    "Contradiction,\n"
    "LimitReached or OverflowError, the result is None: ask it about that view alone. There are\n"
    "2**24 cells at most in all. Raises ValueError or TypeError for bad arguments.";

constexpr const char* count_problem_doc =
    "Find the risk of the cells 0 to `cells` - 1, given clues: pairs of cells and their mines.\n\n"
    "The other arguments and the errors are those of `count_view`.";

constexpr const char* study_view_doc =
    "Count as `count_view` does, and keep everything for further questions.";

constexpr const char* study_problem_doc =
    "Count as `count_problem` does, and keep everything for further questions.";

}  // namespace

void bind_count(nb::module_& module) {
    nb::class_<Counted>(module, "Counted", "The result of a count, by cell.")
        .def_prop_ro("risks", &Counted::risks,
                     nb::sig("def risks(self) -> collections.abc.Sequence[float]"),
                     "The probability that each cell is a mine, NaN for an open cell; a memoryview "
                     "of doubles.")
        .def("risk_by_cell", &Counted::risk_by_cell,
             nb::sig("def risk_by_cell(self) -> dict[int, float]"),
             "Return the risks as a dict in cell order, without the open cells.")
        .def_prop_ro(
            "certain", &Counted::certain,
            "For each cell 1 if it is certainly safe, 2 if it is certainly a mine, otherwise 0.")
        .def_prop_ro("floating", &Counted::floating,
                     "The number of floating cells, which no clue mentions.")
        .def_prop_ro("floating_risk", &Counted::floating_risk,
                     "The probability that a floating cell is a mine; None if there are none.");

    nb::class_<Study, Counted>(
        module, "Study",
        "A count that answers further questions, one at a time.\n\n"
        "Any question may raise LimitReached, and RuntimeError while another thread asks one.")
        .def("numbers", &Study::numbers, "cell"_a,
             "Return the probabilities that `cell` of a view is safe and shows 0, 1, ... 8.")
        .def("prospect", &Study::prospect, "cell"_a,
             "Return the expected number of covered cells that are certain once `cell` of a view "
             "is\n"
             "open.\n\n"
             "`cell` itself does not count, and where it is a mine nothing does. Raises\n"
             "OverflowError as a count does.")
        .def("chance", &Study::chance, "mines"_a, "safe"_a,
             "Return the probability that all of `mines` are mines and all of `safe` are safe.")
        .def("sample", &Study::sample, "seed"_a,
             "Draw a layout that fits, by its probability, and return its mines in order.")
        .def("fronts", &Study::fronts,
             "Return for each front its boxes of twin cells; how many layouts it has with 0, 1, "
             "...\n"
             "mines; and for each box how many of those mine a given cell of it.\n\n"
             "The numbers are exact, and the cells of a box are in no order. Raises OverflowError\n"
             "if a number might need more than 128 bits.");

    const auto def = [&](const char* name, auto* function, const char* doc, const auto&... given) {
        module.def(name, function, given..., "total"_a = nb::none(), nb::kw_only(),
                   "density"_a = 0.5, "over"_a = nb::none(), "max_states"_a = Limits().states,
                   "max_bytes"_a = Limits().bytes, doc);
    };
    def("count_view", &count_view, count_view_doc, "rows"_a, "cols"_a, "shape"_a, "cells"_a);
    def("count_problem", &count_problem, count_problem_doc, "cells"_a, "clues"_a);
    module.def("count_views", &count_views, "rows"_a, "cols"_a, "shape"_a, "cells"_a, "totals"_a,
               nb::kw_only(), "threads"_a = 1, "density"_a = 0.5, "max_states"_a = Limits().states,
               "max_bytes"_a = Limits().bytes, count_views_doc,
               nb::sig("def count_views(rows: int, cols: int, shape: str, cells: "
                       "collections.abc.Sequence[bytes], totals: "
                       "collections.abc.Sequence[int | None], *, threads: int = 1, density: float "
                       "= 0.5, max_states: int = 20000000, max_bytes: int = 2147483648) -> "
                       "list[Counted | None]"));
    def("study_view", &study_view, study_view_doc, "rows"_a, "cols"_a, "shape"_a, "cells"_a);
    def("study_problem", &study_problem, study_problem_doc, "cells"_a, "clues"_a);
}

}  // namespace mineproof
