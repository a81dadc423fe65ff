// Shared by all bindings: checks of the arguments that Python passes.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "base/input.hpp"

namespace mineproof {

constexpr std::uint64_t max_seed = std::numeric_limits<std::uint64_t>::max();

// Raises a ValueError.
template <class... Parts>
[[noreturn]] void refuse(const char* format, Parts... parts) {
    PyErr_Format(PyExc_ValueError, format, parts...);
    nanobind::raise_python_error();
}

// `value` as a number; raises a ValueError that calls it `name` unless it is from least to most.
inline std::uint64_t in_range(const char* name, nanobind::handle value, std::uint64_t least,
                              std::uint64_t most) {
    const std::uint64_t number = PyLong_AsUnsignedLongLong(value.ptr());
    const bool overflows = PyErr_Occurred() != nullptr;
    if (overflows) PyErr_Clear();
    if (overflows || number < least || number > most) {
        PyErr_Format(PyExc_ValueError, "%s %S is out of range; expected %llu to %llu", name,
                     value.ptr(), static_cast<unsigned long long>(least),
                     static_cast<unsigned long long>(most));
        nanobind::raise_python_error();
    }
    return number;
}

// The index of `wish` among `names`, as a Choice.
template <class Choice>
Choice choose(const char* what, const std::string& wish, std::span<const char* const> names) {
    const auto found = std::find(names.begin(), names.end(), wish);
    if (found != names.end()) return static_cast<Choice>(found - names.begin());
    std::string wanted = names.front();
    for (const char* name : names.subspan(1)) wanted += std::string(", ") + name;
    refuse("unknown %s '%s'; expected one of %s", what, wish.c_str(), wanted.c_str());
}

inline Shape shape_of(const std::string& name) {
    static constexpr const char* names[] = {"square", "torus", "hex"};
    return choose<Shape>("shape", name, names);
}

// Raises an error of mineproof/errors.py.
[[noreturn]] inline void raise(const char* error, const std::string& message,
                               bool with_count = false) {
    using nanobind::literals::operator""_a;
    const nanobind::object type = nanobind::module_::import_("mineproof.errors").attr(error);
    const nanobind::object raised =
        with_count ? type(message.c_str(), "with_count"_a = true) : type(message.c_str());
    PyErr_SetObject(type.ptr(), raised.ptr());
    nanobind::raise_python_error();
}

// --- lists --------------------------------------------------------------------------------------

using Integers = nanobind::typed<nanobind::sequence, nanobind::int_>;

// Calls `visit(item)` for each item of a sequence. Raises a TypeError or ValueError that calls it
// `name` if it has no length, more than `most` items, or more or fewer than it says.
template <class Visit>
void for_each_item(const char* name, nanobind::handle sequence, std::size_t most, Visit visit) {
    const Py_ssize_t length = PySequence_Size(sequence.ptr());
    if (length < 0) nanobind::raise_python_error();
    if (static_cast<std::size_t>(length) > most)
        refuse("%zd entries in %s; expected %zu at most", length, name, most);
    Py_ssize_t count = 0;
    for (nanobind::handle item : nanobind::iter(sequence)) {
        if (++count > length) break;
        visit(item);
        if (count % (1 << 20) == 0 && PyErr_CheckSignals() != 0) nanobind::raise_python_error();
    }
    if (count != length)
        refuse("%s has %s entries than its length of %zd; expected as many", name,
               count < length ? "fewer" : "more", length);
}

// Raises a TypeError for an entry of `name` that is not what is `expected`.
[[noreturn]] inline void refuse_entry(const char* name, nanobind::handle entry,
                                      const char* expected) {
    const auto type = nanobind::steal(PyType_GetName(Py_TYPE(entry.ptr())));
    PyErr_Format(PyExc_TypeError, "an entry of %s is of type %U; expected %s", name, type.ptr(),
                 expected);
    nanobind::raise_python_error();
}

// The same for a sequence of integers.
template <class Visit>
void for_each_integer(const char* name, nanobind::handle sequence, std::size_t most, Visit visit) {
    for_each_item(name, sequence, most, [&](nanobind::handle item) {
        if (!PyLong_Check(item.ptr())) refuse_entry(name, item, "an integer");
        visit(item);
    });
}

void bind_count(nanobind::module_& module);       // bind_count.cpp
void bind_endgame(nanobind::module_& module);     // bind_endgame.cpp
void bind_fleet(nanobind::module_& module);       // bind_fleet.cpp
void bind_generate(nanobind::module_& module);    // bind_generate.cpp
void bind_play(nanobind::module_& module);        // bind_play.cpp
void bind_resolution(nanobind::module_& module);  // bind_resolution.cpp
void bind_watch(nanobind::module_& module);       // bind_watch.cpp

}  // namespace mineproof
