// Shared by all bindings: work without the GIL, one call at a time, and the end of the interpreter.
//
// A thread that asks for the GIL once the interpreter has begun to end is ended by Python 3.11 to
// 3.13 on the spot, which unwinds our frames and terminates the process. So no thread asks any more
// from then on: an exit handler raises a flag and waits for those that have asked already; work
// that sees the flag stops, and its thread sleeps until the process is gone.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/input.hpp"

namespace mineproof {

// The end of the interpreter.
class Exit {
public:
    // To be called with the GIL, by the thread that ends the interpreter.
    static void begin() {
        using std::chrono::milliseconds;
        thread_ = std::this_thread::get_id();
        has_begun_ = true;
        PyThreadState* const state = PyEval_SaveThread();
        // The limit is for a fork, whose child has copied the number but not the threads.
        for (int i = 0; i < patience && waiting_ > 0; ++i)
            std::this_thread::sleep_for(milliseconds(1));
        PyEval_RestoreThread(state);
    }

    // Whether the calling thread may not ask for the GIL any more.
    static bool is_here() { return has_begun_ && thread_.load() != std::this_thread::get_id(); }

    // Waits for the GIL, forever if the interpreter ends.
    static void take_gil(PyThreadState* state) {
        {
            const Waiting waiting;
            if (!is_here()) return PyEval_RestoreThread(state);
        }
        while (true) std::this_thread::sleep_for(std::chrono::hours(1));
    }

    // Whether Python wants the work to stop; the Python error is then set, unless all ends.
    static bool asks_to_stop() {
        const Waiting waiting;
        if (is_here()) return true;
        const nanobind::gil_scoped_acquire acquire;
        return PyErr_CheckSignals() != 0;
    }

private:
    struct Waiting {
        Waiting() { ++waiting_; }
        ~Waiting() { --waiting_; }
    };

    static constexpr int patience = 2000;

    static inline std::atomic<bool> has_begun_ = false;
    static inline std::atomic<std::thread::id> thread_{};
    static inline std::atomic<int> waiting_ = 0;  // threads that ask for the GIL
};

// While it lives, the thread works without the GIL.
class WithoutGil {
public:
    WithoutGil() : state_(PyEval_SaveThread()) {}
    ~WithoutGil() { Exit::take_gil(state_); }
    WithoutGil(const WithoutGil&) = delete;
    WithoutGil& operator=(const WithoutGil&) = delete;

private:
    PyThreadState* state_;
};

// Whether work without the GIL is to stop, after Ctrl-C for example; the Python error is then set.
// It may be asked at any rate: Python is asked twenty times per second at most.
inline bool is_interrupted() {
    using Clock = std::chrono::steady_clock;
    static thread_local Clock::time_point next{};
    const Clock::time_point now = Clock::now();
    if (now < next) return Exit::is_here();
    next = now + std::chrono::milliseconds(50);
    return Exit::asks_to_stop();
}

// Has `work` ask Python now and then whether to stop.
inline void hear_python(Work& work) {
    work.set_ask([](void*) { return is_interrupted(); }, nullptr);
}

// Marks an object as in use. A second call, from another thread or a signal handler, is refused:
// the first may be at work without the GIL.
class InUse {
public:
    using Mark = std::atomic<bool>;

    InUse(Mark& mark, const char* name) : mark_(mark) {
        if (!mark.exchange(true)) return;
        PyErr_Format(PyExc_RuntimeError, "this %s is busy in another thread", name);
        nanobind::raise_python_error();
    }
    ~InUse() { mark_ = false; }
    InUse(const InUse&) = delete;
    InUse& operator=(const InUse&) = delete;

private:
    Mark& mark_;
};

}  // namespace mineproof
