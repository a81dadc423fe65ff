// Shared by all bindings: checks of the arguments that Python passes.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
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

// Whether Python wants the work to stop, after Ctrl-C for example; the Python error is then set.
inline bool is_interrupted() {
    const nanobind::gil_scoped_acquire acquire;
    return PyErr_CheckSignals() != 0;
}

void bind_count(nanobind::module_& module);       // bind_count.cpp
void bind_endgame(nanobind::module_& module);     // bind_endgame.cpp
void bind_fleet(nanobind::module_& module);       // bind_fleet.cpp
void bind_generate(nanobind::module_& module);    // bind_generate.cpp
void bind_play(nanobind::module_& module);        // bind_play.cpp
void bind_resolution(nanobind::module_& module);  // bind_resolution.cpp
void bind_watch(nanobind::module_& module);       // bind_watch.cpp

}  // namespace mineproof
