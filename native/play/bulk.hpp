// Many games on several threads.
//
// A worker takes the next few games that nobody has taken, plays them in its own memory, and writes
// each result to its place in the list. So results depend neither on the number of threads nor on
// their pace, and the workers share nothing but the number of the next game.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <concepts>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "base/buffer.hpp"
#include "base/clock.hpp"
#include "base/input.hpp"
#include "board/board.hpp"
#include "play/play.hpp"

namespace mineproof {

// What is to be kept of each game beside its figures.
struct Wishes {
    bool unmarked = false;
    bool trace = false;
};

// The results of many games, in their order.
class Games {
public:
    struct Entry {
        Played played;
        double seconds = 0;  // of CPU time
        int worker = 0;
        Offset unmarked = 0;  // where its cells begin in the worker's list
        Offset moves = 0;     // where its moves begin
    };

    Games(int games, Wishes wishes) : wishes_(wishes), entries_(static_cast<std::size_t>(games)) {}
    Games(Games&&) = default;

    int count() const { return static_cast<int>(entries_.size()); }
    const Wishes& wishes() const { return wishes_; }
    const std::vector<Entry>& entries() const { return entries_; }

    Span<const int> unmarked(int game) const {
        const Entry& entry = entries_[static_cast<std::size_t>(game)];
        const int* const first = kept_[static_cast<std::size_t>(entry.worker)].unmarked.data();
        return {first + entry.unmarked, first + entry.unmarked + entry.played.unmarked};
    }
    Span<const Move> trace(int game) const {
        const Entry& entry = entries_[static_cast<std::size_t>(game)];
        const Move* const first = kept_[static_cast<std::size_t>(entry.worker)].moves.data();
        return {first + entry.moves, first + entry.moves + entry.played.moves};
    }

private:
    friend class Bulk;

    struct Kept {
        Buffer<int> unmarked;
        Buffer<Move> moves;
    };

    Wishes wishes_;
    std::vector<Entry> entries_;
    std::vector<Kept> kept_;  // of each worker
};

// A layout to play: it is put into the match, and the first cell returned.
template <class Dealing>
concept Deals = requires(Dealing deal, int game, Match& match) {
    { deal(game, match) } -> std::same_as<int>;
};

class Bulk {
public:
    // `limits` are those of one count.
    Bulk(const Board& board, const Manner& manner, Games& games, const std::uint64_t* seeds,
         const Limits& limits = {})
        : board_(board), manner_(manner), games_(games), seeds_(seeds), limits_(limits) {}

    // Plays all games. `make_dealer()` gives each thread what deals its layouts. The calling thread
    // asks `is_over()` now and then; returns false if it has answered true.
    template <class MakeDealer, class IsOver>
    bool play(int threads, MakeDealer make_dealer, IsOver is_over) {
        const int workers = std::clamp(threads, 1, std::max(1, games_.count()));
        games_.kept_.resize(static_cast<std::size_t>(workers));
        few_ = std::clamp(games_.count() / (rounds * workers), 1, few);
        busy_ = workers;
        std::vector<std::thread> crew;
        try {
            for (int worker = 0; worker < workers; ++worker)
                crew.emplace_back([=, this] { run(worker, make_dealer); });
        } catch (...) {  // the system has no more threads
            fail();
            dismiss(workers - static_cast<int>(crew.size()));
        }
        wait(is_over);
        for (std::thread& thread : crew) thread.join();
        if (error_ != nullptr) std::rethrow_exception(error_);
        return !stop_;
    }

private:
    using Flag = std::atomic<bool>;

    static constexpr int few = 8;     // games taken at a time,
    static constexpr int rounds = 8;  // or fewer, so that each worker takes some this often
    static constexpr auto patience = std::chrono::milliseconds(50);

    template <class MakeDealer>
    void run(int worker, const MakeDealer& make_dealer) {
        try {
            work(worker, make_dealer());
        } catch (const Ended&) {  // asked to stop
        } catch (...) {
            fail();
        }
        dismiss(1);
    }

    void dismiss(int workers) {
        const std::lock_guard lock(mutex_);
        busy_ -= workers;
        done_.notify_one();
    }

    template <Deals Dealer>
    void work(int worker, Dealer deal) {
        Match match(board_, manner_);
        match.keeps_trace = games_.wishes_.trace;
        match.work().limits = limits_;
        match.work().set_ask([](void* stop) { return static_cast<Flag*>(stop)->load(); }, &stop_);
        while (!stop_) {
            const int first = next_.fetch_add(few_);
            for (int game = first; !stop_ && game < std::min(first + few_, games_.count()); ++game)
                play_one(game, worker, match, deal);
            if (first + few_ >= games_.count()) return;
        }
    }

    template <class Dealer>
    void play_one(int game, int worker, Match& match, Dealer& deal) {
        const double started = thread_seconds();
        Games::Entry& entry = games_.entries_[static_cast<std::size_t>(game)];
        Games::Kept& kept = games_.kept_[static_cast<std::size_t>(worker)];
        const int first = deal(game, match);
        entry.played = match.play(first, seeds_[game]);
        entry.worker = worker;
        entry.unmarked = kept.unmarked.size();
        entry.moves = kept.moves.size();
        if (games_.wishes_.unmarked) match.list_unmarked(kept.unmarked);
        for (const Move& move : match.trace) kept.moves.push(move);
        entry.seconds = thread_seconds() - started;
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

    const Board& board_;
    Manner manner_;
    Games& games_;
    const std::uint64_t* seeds_;
    Limits limits_;
    int few_ = few;
    std::atomic<int> next_ = 0;
    Flag stop_ = false;
    std::mutex mutex_;
    std::condition_variable done_;
    int busy_ = 0;
    std::exception_ptr error_;
};

}  // namespace mineproof
