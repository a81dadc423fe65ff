// The CPU time of the calling thread, or wall time where the system has no such clock.
#pragma once

#include <chrono>
#include <ctime>

namespace mineproof {

inline double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
    std::timespec now{};
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0)
        return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#endif
    const auto now_on_the_wall = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now_on_the_wall).count();
}

}  // namespace mineproof
