// A crew: many pieces of work on several threads.
//
// A worker takes the next few pieces that nobody has taken, works on them in its own memory, and
// writes each result to its place. So results depend neither on the number of threads nor on their
// pace, and the workers share nothing but the number of the next piece.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "base/input.hpp"

namespace mineproof {

class Crew {
public:
    Crew(int threads, int pieces)
        : workers(std::clamp(threads, 1, std::max(1, pieces))),
          pieces_(pieces),
          few_(std::clamp(pieces / (rounds * workers), 1, few)) {}

    const int workers;

    // Has `work` ask whether the crew is to stop.
    void obey(Work& work) {
        work.set_ask([](void* stop) { return static_cast<Flag*>(stop)->load(); }, &stop_);
    }

    // Calls `work(worker)` on each thread; `work` calls `share`. The calling thread asks
    // `is_over()` now and then; returns false if it has answered true. Passes on what a worker
    // throws.
    template <class WorkOf, class IsOver>
    bool run(WorkOf work, IsOver is_over) {
        busy_ = workers;
        std::vector<std::thread> crew;
        try {
            for (int worker = 0; worker < workers; ++worker)
                crew.emplace_back([=, this] { employ(worker, work); });
        } catch (...) {  // the system has no more threads
            fail();
            dismiss(workers - static_cast<int>(crew.size()));
        }
        wait(is_over);
        for (std::thread& thread : crew) thread.join();
        if (error_ != nullptr) std::rethrow_exception(error_);
        return !stop_;
    }

    // Calls `each(piece)` with this worker's share of the pieces, until none is left.
    template <class Each>
    void share(Each each) {
        while (!stop_) {
            const int first = next_.fetch_add(few_);
            for (int piece = first; !stop_ && piece < std::min(first + few_, pieces_); ++piece)
                each(piece);
            if (first + few_ >= pieces_) return;
        }
    }

private:
    using Flag = std::atomic<bool>;

    static constexpr int few = 8;     // pieces taken at a time,
    static constexpr int rounds = 8;  // or fewer, so that each worker takes some this often
    static constexpr auto patience = std::chrono::milliseconds(50);

    template <class WorkOf>
    void employ(int worker, const WorkOf& work) {
        try {
            work(worker);
        } catch (const Ended&) {  // asked to stop
        } catch (...) {
            fail();
        }
        dismiss(1);
    }

    void dismiss(int leaving) {
        const std::lock_guard lock(mutex_);
        busy_ -= leaving;
        done_.notify_one();
    }

    template <class IsOver>
    void wait(IsOver is_over) {
        std::unique_lock lock(mutex_);
        while (!done_.wait_for(lock, patience, [this] { return busy_ == 0; })) {
            lock.unlock();
            if (!stop_ && is_over()) stop_ = true;
            lock.lock();
        }
    }

    // Keeps the first error, and stops everyone.
    void fail() {
        const std::lock_guard lock(mutex_);
        if (error_ == nullptr) error_ = std::current_exception();
        stop_ = true;
    }

    int pieces_;
    int few_;
    std::atomic<int> next_ = 0;
    Flag stop_ = false;
    std::mutex mutex_;
    std::condition_variable done_;
    int busy_ = 0;
    std::exception_ptr error_;
};

}  // namespace mineproof
