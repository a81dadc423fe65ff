// Many games on several threads.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "base/clock.hpp"
#include "base/crew.hpp"
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
        Crew crew(threads, games_.count());
        games_.kept_.resize(static_cast<std::size_t>(crew.workers));
        return crew.run([&](int worker) { work(crew, worker, make_dealer()); }, is_over);
    }

private:
    template <Deals Dealer>
    void work(Crew& crew, int worker, Dealer deal) {
        Match match(board_, manner_);
        match.keeps_trace = games_.wishes_.trace;
        match.work().limits = limits_;
        crew.obey(match.work());
        crew.share([&](int game) { play_one(game, worker, match, deal); });
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

    const Board& board_;
    Manner manner_;
    Games& games_;
    const std::uint64_t* seeds_;
    Limits limits_;
};

}  // namespace mineproof
