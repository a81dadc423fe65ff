// Binds resolution.hpp: the clauses of one game.
//
// Python names cells by any numbers; here they are 0, 1, 2, ... in the order of those names.
//
// A call of a few microseconds keeps the GIL, since releasing it and waiting for it would take
// longer. Longer work goes on without the GIL, and checks now and then for Ctrl-C.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "base/input.hpp"
#include "bind/bind.hpp"
#include "bind/bind_thread.hpp"
#include "resolution/resolution.hpp"

namespace nb = nanobind;
using nb::literals::operator""_a;

namespace mineproof {
namespace {

using Int = nb::int_;
using Ints = nb::typed<nb::iterable, nb::int_>;
using Number = std::int64_t;
using Numbers = std::vector<Number>;
using Step = std::tuple<Numbers, Number, Number, Number>;
using Hint = std::tuple<Number, Numbers, Number>;

constexpr Number beyond = Number{1} << 40;  // more than any meaningful number

// In the type of %lld.
long long shown(Number number) { return number; }

// A Python integer, clamped to `beyond` on either side.
Number number(nb::handle value) {
    int overflow = 0;
    const Number result = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
    if (result == -1 && PyErr_Occurred()) nb::raise_python_error();
    return overflow ? overflow * beyond : std::clamp(result, -beyond, beyond);
}

// Calls `visit` with each of some cells, which may be many, but not without end.
template <class Visit>
void for_each_number(const Ints& cells, Visit visit) {
    std::size_t count = 0;
    for (const nb::handle cell : cells) {
        if (++count > std::size_t{max_cells})
            refuse("too many cells; expected %d at most", max_cells);
        if (count % (1 << 20) == 0 && PyErr_CheckSignals() != 0) nb::raise_python_error();
        visit(number(cell));
    }
}

// Maps Python's cell names to places and back.
class Names {
public:
    explicit Names(const Ints& cells) {
        for_each_number(cells, [&](Number cell) { names_.push_back(cell); });
        std::ranges::sort(names_);
        names_.erase(std::ranges::unique(names_).begin(), names_.end());
        if (!names_.empty() && names_.front() < 0)
            refuse("cell %lld; expected 0 or more", shown(names_.front()));
        if (!names_.empty() && names_.back() == beyond)
            refuse("cell %lld or more; expected less", shown(beyond));
        is_dense_ = names_.empty() || names_.back() == size() - 1;
    }

    std::int32_t size() const { return static_cast<std::int32_t>(names_.size()); }

    std::int32_t place(Number name) const {
        if (is_dense_ && 0 <= name && name < size()) return static_cast<std::int32_t>(name);
        const auto found = std::ranges::lower_bound(names_, name);
        if (found == names_.end() || *found != name)
            refuse("cell %lld is not in this game", shown(name));
        return static_cast<std::int32_t>(found - names_.begin());
    }

    Number name(std::int32_t place) const { return names_[static_cast<std::size_t>(place)]; }

    Number literal(resolution::Literal literal) const {
        return literal > 0 ? name(literal - 1) + 1 : -(name(-literal - 1) + 1);
    }

    Numbers literals(resolution::Literals clause) const {
        Numbers named;
        for (const auto lit : clause) named.push_back(literal(lit));
        return named;
    }

private:
    Numbers names_;
    bool is_dense_;
};

class KnowledgeBase {
public:
    KnowledgeBase(const Ints& cells, const Int& total, const Int& width, const Int& count_limit,
                  const Int& max_clauses)
        : names_(cells),
          base_(names_.size(),
                {.total = mines(total),
                 .width = number(width),
                 .count_limit = number(count_limit),
                 .max_clauses = number(max_clauses)},
                [this] { pause(); }) {}

    void tell(const Ints& cells, const Int& mined) {
        std::vector<std::int32_t> places;
        for_each_number(cells, [&](Number cell) { places.push_back(names_.place(cell)); });
        const Number count = number(mined);
        work([&] { base_.tell(std::move(places), count); });
    }

    bool learn(Number cell, bool is_mine) {
        const std::int32_t place = names_.place(cell);
        return work([&] { base_.learn(place, is_mine); });
    }

    Number deduce() {
        resolution::Literal found = 0;
        work([&] { found = base_.deduce(); });
        return found ? names_.literal(found) : 0;
    }

    std::pair<int, Number> clash() {
        const InUse use(mark_, name);
        return clash_;
    }
    bool hit_limit() {
        const InUse use(mark_, name);
        return base_.hit_limit();
    }

    Numbers counters() {
        resolution::Counters c;
        work([&] { c = base_.counters(); });
        Numbers numbers;
        for (const auto count : {c.kb, c.kb0, c.resolvents, c.subsumed, c.rounds, c.largest_kb})
            numbers.push_back(static_cast<Number>(count));
        return numbers;
    }

    Numbers kb0(std::size_t start) {
        Numbers literals;
        work([&] {
            const auto& marked = base_.marked();
            literals = names_.literals(std::span(marked).subspan(std::min(start, marked.size())));
        });
        return literals;
    }

    std::vector<Numbers> kb() {
        std::vector<Numbers> clauses;
        work([&] {
            for (const auto& clause : base_.kb()) clauses.push_back(names_.literals(clause));
        });
        return clauses;
    }

    std::vector<Step> derivation(Number cell) {
        const std::int32_t place = names_.place(cell);
        std::vector<Step> steps;
        work([&] {
            for (const auto& step : base_.derivation(place))
                steps.emplace_back(names_.literals(step.clause), step.left, step.right, step.hint);
        });
        return steps;
    }

    Hint hint(std::size_t index) {
        Hint hint;
        work([&] {
            const auto& [mines, source, literals] = base_.hint(index);
            Numbers cells;
            for (const auto literal : literals) cells.push_back(names_.name(literal - 1));
            hint = {source, std::move(cells), mines};
        });
        return hint;
    }

private:
    Number mines(const Int& total) const {
        const Number count = number(total);
        if (count < -1 || count > names_.size())
            refuse("%lld mines; expected -1 to %lld", shown(count), shown(names_.size()));
        return count;
    }

    static constexpr const char* name = "knowledge base";

    // Works on the base; true if it met no contradiction.
    template <class Work>
    bool work(Work todo) {
        const InUse use(mark_, name);
        clash_ = {0, -1};
        bool is_stopped = false;
        try {
            const Finally regain{gil_free_};
            todo();
        } catch (const resolution::Contradiction& met) {
            clash_ = {static_cast<int>(met.clash), met.cell < 0 ? -1 : names_.name(met.cell)};
        } catch (const Ended&) {
            is_stopped = true;
        }
        if (is_stopped) nb::raise_python_error();
        return clash_.first == 0;
    }

    void pause() {
        if (!gil_free_) gil_free_.emplace();
        if (is_interrupted()) end(Outcome::stopped);
    }

    struct Finally {
        std::optional<WithoutGil>& gil_free;
        ~Finally() { gil_free.reset(); }
    };

    Names names_;
    resolution::KnowledgeBase base_;
    std::pair<int, Number> clash_{0, -1};
    InUse::Mark mark_ = false;
    std::optional<WithoutGil> gil_free_;  // in the middle of long work
};

}  // namespace

void bind_resolution(nb::module_& module) {
    nb::class_<KnowledgeBase>(
        module, "KnowledgeBase",
        "The clauses of one game, for resolution.\n\n"
        "Bad arguments raise ValueError or TypeError and change nothing. A call while another\n"
        "thread is in one raises RuntimeError. After Ctrl-C the next call takes up the work.")
        .def(nb::init<const Ints&, const Int&, const Int&, const Int&, const Int&>(), "cells"_a,
             "total"_a, "width"_a, "count_limit"_a, "max_clauses"_a,
             "Start a game over `cells` with `total` mines, -1 if the number is unknown.")
        .def("tell", &KnowledgeBase::tell, "cells"_a, "mines"_a,
             "Add a hint: how many of these cells are mines. Hints are numbered from 0.")
        .def("learn", &KnowledgeBase::learn, "cell"_a, "is_mine"_a,
             "Add a fact; true if it met no contradiction.")
        .def("deduce", &KnowledgeBase::deduce,
             "Mark one more cell and return its literal; 0 if none follows, or on a contradiction.")
        .def("derivation", &KnowledgeBase::derivation, "cell"_a,
             "Return the steps (clause, left, right, hint) to a mark, premises first.\n\n"
             "A step has two earlier steps, or the number of a hint; if all three are -1, it is a "
             "mark.")
        .def("hint", &KnowledgeBase::hint, "number"_a,
             "Return what a hint of a derivation said: (number of the hint, cells, mines).\n\n"
             "The number is -1 for the mine count. Raises IndexError if there is no such hint.")
        .def("kb", &KnowledgeBase::kb, "Return the clauses of two or more literals, oldest first.")
        .def("kb0", &KnowledgeBase::kb0, "start"_a,
             "Return the literals of the marked cells in order, from number `start` on.")
        .def("counters", &KnowledgeBase::counters,
             "Return kb, kb0, resolvents, subsumed, rounds and largest_kb.")
        .def_prop_ro("clash", &KnowledgeBase::clash,
                     "What contradicted in the last call, and the cell or -1: 0 nothing, 1 a hint, "
                     "2 clauses,\n"
                     "3 a cell, 4 the mine count.")
        .def_prop_ro("hit_limit", &KnowledgeBase::hit_limit,
                     "Whether the last `deduce` ended at a limit.");
}

}  // namespace mineproof
