// One game, move by move: reason.hpp and strategist.hpp.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "count/reason.hpp"
#include "strategist/strategist.hpp"
#include "wasm/wasm.hpp"

namespace mineproof::wasm {
namespace {

constexpr std::size_t max_guesses = 1000;

// How a deduction, a count or a choice of guesses ended, by the number that the host reads. The
// last three mean that there is no answer.
enum class Ending : std::int64_t {
    nothing,
    found,
    counted,
    endgame,
    games,
    lookahead,
    safest,
    limit,
    contradiction,
    unsupported,
};

Ending ending_of(Outcome outcome) {
    switch (outcome) {
        case Outcome::counted: return Ending::counted;
        case Outcome::contradiction:
        case Outcome::count_contradiction: return Ending::contradiction;
        case Outcome::unsupported: return Ending::unsupported;
        case Outcome::stopped:  // nobody asks to
        case Outcome::limit: break;
    }
    return Ending::limit;
}

Ending ending_of(Strategist::How how) {
    static constexpr Ending endings[] = {Ending::endgame, Ending::games, Ending::lookahead,
                                         Ending::safest};
    return endings[static_cast<std::size_t>(how)];
}

void write(Ending ending) { reply.number(static_cast<std::int64_t>(ending)); }

class Watcher {
public:
    explicit Watcher(Request& request) : board_(request.board()), reasoner_(board_) {
        const bool is_told = request.is_set();
        const std::int64_t total = request.number();
        reasoner_.begin(is_told ? in_range("total", total, 0, board_.cells()) : unknown_total);
        reasoner_.work().limits.states =
            request.number("max_states", 0, std::numeric_limits<int>::max());
    }

    void see(Request& request) {
        const Numbers given = request.numbers();
        std::vector<Sight> seen;
        for (std::int64_t i = 0; i + 1 < given.count(); i += 2)
            seen.emplace_back(cell_of("cell", given[i], board_),
                              in_range("number", given[i + 1], 0, Board::most));
        for (const Sight& sight : seen) check(sight);
        check_agree(seen);
        for (const auto& [cell, number] : seen) reasoner_.see(cell, number);
    }

    void learn(Request& request) {
        const int cell = cell_of("cell", request.number(), board_);
        const bool is_mine = request.is_set();
        check(cell, is_mine);
        reasoner_.learn(cell, is_mine);
    }

    // How it ended, the safe cells and the mines.
    void deduce() {
        Method method = Method::nothing;
        const Outcome outcome = work([&] { method = reasoner_.deduce(); });
        if (outcome != Outcome::counted) return write(ending_of(outcome));
        if (method == Method::nothing) return write(Ending::nothing);
        write(Ending::found);
        reply.numbers(std::vector<int>(reasoner_.safe().begin(), reasoner_.safe().end()));
        reply.numbers(std::vector<int>(reasoner_.mines().begin(), reasoner_.mines().end()));
    }

    // How it ended, and the risk of every cell of the board; not a number if it is settled.
    void risks() {
        const Outcome outcome = work([&] { reasoner_.risks(); });
        write(ending_of(outcome));
        if (outcome != Outcome::counted) return;
        const Reasoner::Risks known = reasoner_.risks();
        const auto size = static_cast<std::size_t>(board_.cells());
        std::vector<double> risks(size, std::numeric_limits<double>::quiet_NaN());
        for (int i = 0; i < known.cells.count(); ++i)
            risks[static_cast<std::size_t>(known.cells[i])] = known.risks[i];
        for (int cell = 0; cell < board_.cells(); ++cell)
            if (reasoner_.is_floating(cell))
                risks[static_cast<std::size_t>(cell)] = known.floating_risk;
        reply.add(risks.data(), size);
    }

    // For each cell 1 if it is settled as safe, 2 if as a mine, otherwise 0.
    void known() const {
        std::vector<std::uint8_t> known;
        for (int cell = 0; cell < board_.cells(); ++cell)
            known.push_back(!reasoner_.is_settled(cell) ? 0 : reasoner_.is_mine(cell) ? 2 : 1);
        reply.add(known.data(), known.size());
    }

    void counts() const { reply.number(reasoner_.counts()); }

    // How they were found, and for each guess its cell, risk and merit.
    void guesses(Request& request) {
        static constexpr const char* budgets[] = {"fast", "normal", "deep"};
        const auto budget = request.choice<Budget>("budget", budgets);
        const int most = request.number("most", 1, max_guesses);
        const Numbers listed = request.numbers();
        Buffer<bool> is_excluded;
        is_excluded.assign(board_.cells(), false);
        for (std::int64_t i = 0; i < listed.count(); ++i)
            is_excluded[cell_of("cell", listed[i], board_)] = true;
        Strategist strategist(Thinking::within(budget));
        Outcome outcome = look_for_certain();
        auto how = Strategist::How::safest;
        if (outcome == Outcome::counted)
            outcome = work([&] { how = strategist.weigh(reasoner_, most, &is_excluded); });
        if (outcome != Outcome::counted) return write(ending_of(outcome));
        write(ending_of(how));
        for (const Strategist::Candidate& each : strategist.candidates()) {
            reply.number(each.cell);
            reply.real(each.risk);
            reply.real(each.merit);
        }
    }

private:
    // A cell and its number.
    using Sight = std::pair<int, int>;

    // Refuses the opposite of what is known, in the words of engines/base.py.
    void check(int cell, bool is_mine) const {
        if (reasoner_.is_settled(cell) && reasoner_.is_mine(cell) != is_mine)
            throw Refused{Status::contradiction,
                          "cell " + std::to_string(cell) + " would have to be both safe and mined"};
    }

    void check(const Sight& sight) const {
        const auto [cell, number] = sight;
        check(cell, false);
        if (reasoner_.is_open(cell)) check_agree(cell, reasoner_.number(cell), number);
    }

    static void check_agree(std::vector<Sight> sights) {
        std::sort(sights.begin(), sights.end());
        for (std::size_t i = 1; i < sights.size(); ++i)
            if (sights[i].first == sights[i - 1].first)
                check_agree(sights[i].first, sights[i - 1].second, sights[i].second);
    }

    static void check_agree(int cell, int number, int other) {
        if (number != other)
            throw Refused{Status::contradiction,
                          "cell " + std::to_string(cell) + " would have to show both " +
                              std::to_string(number) + " and " + std::to_string(other)};
    }

    template <class Call>
    static Outcome work(Call call) {
        try {
            call();
        } catch (const Ended& ended) {
            return ended.outcome;
        }
        return Outcome::counted;
    }

    // Guesses make sense only when nothing is certain and some cell is left.
    Outcome look_for_certain() {
        reasoner_.keep_counts();
        bool has_certain = false;
        const Outcome outcome = work([&] { has_certain = reasoner_.has_certain(); });
        if (has_certain) refuse("some cells are certain; expected a call of deduce() first");
        if (outcome == Outcome::counted && reasoner_.unsettled() == 0)
            refuse("every cell is settled; expected one to guess");
        return outcome;
    }

    Board board_;
    Reasoner reasoner_;
};

Kept<Watcher> watchers("watcher");

}  // namespace
}  // namespace mineproof::wasm

using namespace mineproof::wasm;

MINEPROOF_EXPORT(watcher) std::uint32_t watcher(std::uint32_t size) {
    return answer(size, [](Request request) {
        reply.number(watchers.keep(std::make_unique<Watcher>(request)));
    });
}
MINEPROOF_EXPORT(watcher_see) std::uint32_t watcher_see(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.of(request).see(request); });
}
MINEPROOF_EXPORT(watcher_learn) std::uint32_t watcher_learn(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.of(request).learn(request); });
}
MINEPROOF_EXPORT(watcher_deduce) std::uint32_t watcher_deduce(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.of(request).deduce(); });
}
MINEPROOF_EXPORT(watcher_risks) std::uint32_t watcher_risks(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.of(request).risks(); });
}
MINEPROOF_EXPORT(watcher_known) std::uint32_t watcher_known(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.of(request).known(); });
}
MINEPROOF_EXPORT(watcher_counts) std::uint32_t watcher_counts(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.of(request).counts(); });
}
MINEPROOF_EXPORT(watcher_guesses) std::uint32_t watcher_guesses(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.of(request).guesses(request); });
}
MINEPROOF_EXPORT(watcher_forget) std::uint32_t watcher_forget(std::uint32_t size) {
    return answer(size, [](Request request) { watchers.forget(request.number()); });
}
