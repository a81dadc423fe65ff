// The knowledge base of the resolution engine; src/mineproof/engines/resolution.py explains it.
//
// Both do the same in the same order, with the same clauses, marks and counters.
//
// Cells are 0 to cells - 1. `tell` adds a hint, `learn` a fact; `deduce` marks one more cell and
// returns its literal, or 0 when nothing more is to be found. A contradiction throws
// `Contradiction`. Long work calls `pause` now and then, which may throw to interrupt it: the next
// call takes up whatever was begun.
//
// Nothing here builds a proof. Each clause has its reason, and `derivation` lists, for one mark,
// the steps that lead to it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include "resolution/clauses.hpp"

namespace mineproof::resolution {

enum class Clash { hint = 1, clauses, cell, count };

struct Contradiction {
    Clash clash;
    std::int32_t cell = -1;
};

struct Options {
    std::int64_t total = -1;  // mines among all cells, -1 if that is not known
    std::int64_t width = 2;
    std::int64_t count_limit = 15;
    std::int64_t max_clauses = 50'000;
    std::size_t collect_at = 1 << 16;  // records of clauses before the first collection
};

struct Counters {
    std::uint64_t kb = 0, kb0 = 0, resolvents = 0, subsumed = 0, rounds = 0, largest_kb = 0;
};

// So many mines among the cells of these literals, which are sorted and positive. `source` is the
// number of the told hint that it is what is left of, -1 for the mine count.
struct Hint {
    std::int64_t mines;
    std::int32_t source;
    std::vector<Literal> literals;

    bool is_possible() const { return 0 <= mines && mines <= size(); }
    bool gives_units() const { return mines <= 0 || mines >= size(); }
    std::int64_t size() const { return static_cast<std::int64_t>(literals.size()); }
};

// One step of a derivation. `left` and `right` are earlier steps, or -1: then the clause is one of
// hint `hint`, or, if that is -1 too, the literal of a marked cell.
struct Step {
    std::vector<Literal> clause;
    std::int64_t left = -1;
    std::int64_t right = -1;
    std::int64_t hint = -1;
};

class KnowledgeBase {
public:
    KnowledgeBase(std::int32_t cells, Options options, std::function<void()> pause = {})
        : options_(options),
          pause_(std::move(pause)),
          clauses_(cells),
          marks_(static_cast<std::size_t>(cells)),
          unmarked_(cells),
          mines_left_(options.total) {
        if (options.total < 0) options_.count_limit = -1;
        check_count(unmarked_, options_.total);
    }

    bool hit_limit() const { return hit_limit_; }
    const std::vector<Literal>& marked() const { return marked_; }
    const Hint& hint(std::size_t number) const { return spent_.at(number); }

    Counters counters() const {
        auto counters = counters_;
        counters.kb = clauses_.live();
        counters.kb0 = marked_.size();
        counters.subsumed = clauses_.subsumed();
        return counters;
    }

    std::vector<std::vector<Literal>> kb() const {
        std::vector<std::vector<Literal>> all;
        for (Id id = 0; id < clauses_.records(); ++id)
            if (clauses_.is_live(id)) all.emplace_back(clauses_[id].begin(), clauses_[id].end());
        return all;
    }

    // `cells` must be below the number of cells; the order does not matter, nor do repeats.
    void tell(std::vector<std::int32_t> cells, std::int64_t mines) {
        std::ranges::sort(cells);
        cells.erase(std::ranges::unique(cells).begin(), cells.end());
        for (auto& cell : cells) ++cell;
        hints_.push_back({mines, told_++, std::move(cells)});
    }

    void learn(std::int32_t cell, bool is_mine) {
        if (mark(is_mine ? cell + 1 : -(cell + 1), none)) propagate();
    }

    Literal deduce() {
        std::ranges::move(oversized_, std::back_inserter(hints_));
        oversized_.clear();
        while (true) {
            propagate();
            if (found_) return std::exchange(found_, 0);
            if (!units_.empty()) {
                mark_unit();
            } else if (!hints_.empty()) {
                insert_hints();
            } else if (can_match()) {
                match_until_unit();
            } else if (unmarked_ <= options_.count_limit) {
                join_count();
            } else {
                hit_limit_ = !agenda_.empty() || !oversized_.empty();
                return 0;
            }
        }
    }

    // The steps to the mark of a cell, premises first; none if the cell was not marked by `deduce`.
    std::vector<Step> derivation(std::int32_t cell) const {
        std::vector<Step> steps;
        std::vector<Id> stack{marks_.at(static_cast<std::size_t>(cell)).unit};
        Numbers numbers;
        while (!stack.empty()) {
            const Id id = stack.back();
            const std::size_t depth = stack.size();
            if (id != none && !numbers.contains({id, 0})) push_parents(id, stack, numbers);
            if (stack.size() > depth) continue;
            stack.pop_back();
            if (id != none) add_step(id, steps, numbers);
        }
        return steps;
    }

private:
    struct Mark {
        Literal literal = 0;  // 0 while the cell is not marked
        Id unit = none;       // the clause that marked it
    };
    using Agenda = std::pair<std::uint32_t, Id>;  // length and number of a clause to be matched
    using Numbers = std::map<std::pair<Id, Literal>, std::int64_t>;  // of the steps of a derivation

    // Marks

    void check_count(std::int64_t cells, std::int64_t mines) const {
        if (options_.total >= 0 && (mines < 0 || mines > cells)) throw Contradiction{Clash::count};
    }

    Mark& mark_of(Literal literal) {
        return marks_[static_cast<std::size_t>(std::abs(literal) - 1)];
    }

    // Enters a fact; true if it is new.
    bool mark(Literal literal, Id unit) {
        Mark& mark = mark_of(literal);
        if (mark.literal == literal) return false;
        if (mark.literal != 0) throw Contradiction{Clash::cell, std::abs(literal) - 1};
        check_count(unmarked_ - 1, mines_left_ - (literal > 0));
        marked_.push_back(literal);
        mark = {literal, unit};
        --unmarked_;
        mines_left_ -= literal > 0;
        return true;
    }

    void mark_unit() {
        const Id unit = units_.front();
        const Literal literal = clauses_[unit].front();
        if (mark(literal, unit)) found_ = literal;
        units_.pop_front();
    }

    // Takes every mark that has not been yet to all clauses that mention its cell.
    void propagate() {
        for (; propagated_ < marked_.size(); ++propagated_) {
            const Literal literal = marked_[propagated_];
            for (const Id id : clauses_.ids_with(literal)) clauses_.remove(id);
            for (const Id id : clauses_.ids_with(-literal)) {
                pause();
                shorten(id, literal);
            }
        }
    }

    void shorten(Id id, Literal known) {
        if (!clauses_.is_live(id)) return;
        clauses_.remove(id);
        scratch_.clear();
        std::ranges::copy_if(clauses_[id], std::back_inserter(scratch_),
                             [&](Literal literal) { return literal != -known; });
        insert({id, none, none, known});
    }

    // Hints

    // Turns hints into clauses; while some give units, the others wait.
    void insert_hints() {
        for (auto& hint : hints_) reduce(hint);
        for (auto hint = hints_.begin(); hint != hints_.end();)
            if (hint->gives_units()) {
                insert_hint(*hint);
                hint = hints_.erase(hint);
            } else {
                ++hint;
            }
        while (!hints_.empty() && units_.empty()) {
            insert_hint(hints_.front());
            hints_.pop_front();
        }
    }

    void reduce(Hint& hint) {
        std::erase_if(hint.literals, [&](Literal literal) {
            const Literal mark = mark_of(literal).literal;
            hint.mines -= mark > 0;
            return mark != 0;
        });
    }

    void join_count() {
        options_.count_limit = -1;  // it joins once
        std::vector<Literal> cells(marks_.size());
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<Literal>(i + 1);
        hints_.push_back({options_.total, -1, std::move(cells)});
    }

    void insert_hint(const Hint& hint) {
        if (!hint.is_possible()) throw Contradiction{Clash::hint};
        if (clause_count(hint) > static_cast<double>(options_.max_clauses)) {
            oversized_.push_back(hint);
            return;
        }
        spent_.push_back(hint);
        if (hint.mines > 0) insert_choices(hint, hint.size() - hint.mines + 1, 1);
        if (hint.mines < hint.size()) insert_choices(hint, hint.mines + 1, -1);
    }

    // Of m cells with n mines any m - n + 1 hold a mine, and any n + 1 hold a safe cell.
    static double clause_count(const Hint& hint) {
        const double positive =
            hint.mines > 0 ? ways(hint.size(), hint.size() - hint.mines + 1) : 0;
        return positive + (hint.mines < hint.size() ? ways(hint.size(), hint.mines + 1) : 0);
    }

    // Exact up to 2^53, far beyond any limit; more than 20 chosen is beyond it too, as in cnf.py.
    static double ways(std::int64_t size, std::int64_t chosen) {
        const std::int64_t steps = std::min({chosen, size - chosen, std::int64_t{20}});
        double result = 1;
        for (std::int64_t i = 1; i <= steps; ++i)
            result = result * static_cast<double>(size - steps + i) / static_cast<double>(i);
        return result;
    }

    // Inserts every choice of `chosen` literals of a hint, in order, all with this sign.
    void insert_choices(const Hint& hint, std::int64_t chosen, Literal sign) {
        const auto number = static_cast<std::uint32_t>(spent_.size() - 1);
        std::vector<std::size_t> picks(static_cast<std::size_t>(chosen));
        for (std::size_t i = 0; i < picks.size(); ++i) picks[i] = i;
        do {
            pause();
            scratch_.clear();
            for (const std::size_t pick : picks) scratch_.push_back(sign * hint.literals[pick]);
            if (sign < 0) std::ranges::reverse(scratch_);
            insert({none, none, number, 0});
        } while (next_choice(picks, hint.literals.size()));
    }

    static bool next_choice(std::vector<std::size_t>& picks, std::size_t size) {
        std::size_t i = picks.size();
        while (i > 0 && picks[i - 1] == size - picks.size() + i - 1) --i;
        if (i == 0) return false;
        for (std::size_t pick = picks[i - 1] + 1; i <= picks.size(); ++i) picks[i - 1] = pick++;
        return true;
    }

    // Clauses

    // Inserts the clause in `scratch_`: into the queue if it is a unit, else into KB.
    Verdict insert(Reason reason) {
        if (scratch_.empty()) throw Contradiction{Clash::clauses};
        if (scratch_.size() == 1) {
            units_.push_back(clauses_.record(scratch_, reason));
            return Verdict::added;
        }
        const Verdict verdict = clauses_.insert(scratch_, reason);
        if (verdict == Verdict::added) {
            agenda_.emplace(scratch_.size(), clauses_.records() - 1);
            counters_.largest_kb = std::max<std::uint64_t>(counters_.largest_kb, clauses_.live());
        }
        return verdict;
    }

    // Drops the records that no clause of KB and no mark rests on. Rare: the records double before.
    void collect_if_many() {
        if (clauses_.records() <= options_.collect_at) return;
        std::vector<Id> roots(units_.begin(), units_.end());
        for (const auto& mark : marks_) roots.push_back(mark.unit);
        std::vector<Agenda> waiting;
        waiting.reserve(agenda_.size());  // nothing may fail once the ids have changed
        const std::vector<Id> renamed = clauses_.collect(roots);
        for (auto& unit : units_) unit = renamed[unit];
        for (auto& mark : marks_)
            if (mark.unit != none) mark.unit = renamed[mark.unit];
        for (; !agenda_.empty(); agenda_.pop())
            if (const Id id = renamed[agenda_.top().second]; id != none && clauses_.is_live(id))
                waiting.emplace_back(agenda_.top().first, id);
        agenda_ = decltype(agenda_)({}, std::move(waiting));
        options_.collect_at = std::max(options_.collect_at, 2 * clauses_.records());
    }

    // Matching

    bool can_match() const {
        return !agenda_.empty() &&
               static_cast<std::int64_t>(clauses_.live()) <= options_.max_clauses;
    }

    void match_until_unit() {
        ++counters_.rounds;
        for (; can_match() && units_.empty(); collect_if_many()) {
            const Agenda next = agenda_.top();
            agenda_.pop();
            try {
                if (clauses_.is_live(next.second)) match(next.second);
            } catch (...) {
                agenda_.push(next);  // broken off; what it has given will be duplicates
                throw;
            }
        }
    }

    // Resolves a clause with every one that was matched before, if one of the two is short.
    void match(Id id) {
        clauses_.set_matched(id);
        clause_.assign(clauses_[id].begin(), clauses_[id].end());
        for (const Literal pivot : clause_)
            for (const Id partner : partners(pivot)) {
                pause();
                if (!clauses_.is_matched(partner) || !resolve(clauses_[partner], pivot)) continue;
                if (insert({id, partner, none, 0}) != Verdict::duplicate) ++counters_.resolvents;
                if (!clauses_.is_live(id)) return;  // subsumed by what will be matched in its place
            }
    }

    const std::vector<Id>& partners(Literal pivot) {
        const bool is_short = static_cast<std::int64_t>(clause_.size()) <= options_.width;
        partners_.clear();
        for (const auto& entry : clauses_.with(-pivot))
            if ((is_short || entry.size <= options_.width) && clauses_.is_matched(entry.id))
                partners_.push_back(entry.id);
        return partners_;
    }

    // Puts the resolvent of `clause_` and `other` on `pivot`, a literal of the first, into
    // `scratch_`; false if it is a tautology.
    bool resolve(Literals other, Literal pivot) {
        scratch_.clear();
        auto mine = clause_.begin();
        for (const Literal literal : other) {
            if (literal == -pivot) continue;
            if (std::ranges::binary_search(clause_, -literal)) return false;
            while (mine != clause_.end() && *mine < literal) take(*mine++, pivot);
            if (mine != clause_.end() && *mine == literal) ++mine;
            scratch_.push_back(literal);
        }
        while (mine != clause_.end()) take(*mine++, pivot);
        return true;
    }

    void take(Literal literal, Literal pivot) {
        if (literal != pivot) scratch_.push_back(literal);
    }

    // Derivations

    void push_parents(Id id, std::vector<Id>& stack, const Numbers& numbers) const {
        const Reason& reason = clauses_.reason(id);
        for (const Id parent : {reason.right, reason.left})
            if (parent != none && !numbers.contains({parent, 0})) stack.push_back(parent);
    }

    void add_step(Id id, std::vector<Step>& steps, Numbers& numbers) const {
        if (numbers.contains({id, 0})) return;
        const Reason& reason = clauses_.reason(id);
        Step step{{clauses_[id].begin(), clauses_[id].end()}};
        if (reason.hint != none) step.hint = reason.hint;
        if (reason.left != none) step.left = numbers.at({reason.left, 0});
        if (reason.right != none) step.right = numbers.at({reason.right, 0});
        if (reason.known) step.right = known_step(reason.known, steps, numbers);
        numbers[{id, 0}] = static_cast<std::int64_t>(steps.size());
        steps.push_back(std::move(step));
    }

    static std::int64_t known_step(Literal literal, std::vector<Step>& steps, Numbers& numbers) {
        const auto next = static_cast<std::int64_t>(steps.size());
        const auto [found, is_new] = numbers.try_emplace({none, literal}, next);
        if (is_new) steps.push_back({{literal}});
        return found->second;
    }

    void pause() {
        if (++work_ % 1024 == 0 && pause_) pause_();
    }

    Options options_;
    std::function<void()> pause_;
    std::uint32_t work_ = 0;

    Clauses clauses_;
    std::priority_queue<Agenda, std::vector<Agenda>, std::greater<>> agenda_;
    Counters counters_;
    bool hit_limit_ = false;

    std::vector<Mark> marks_;      // of every cell
    std::vector<Literal> marked_;  // in order; those before `propagated_` have reached all clauses
    std::size_t propagated_ = 0;
    std::int64_t unmarked_;
    std::int64_t mines_left_;
    std::deque<Id> units_;
    Literal found_ = 0;  // a mark that has not been handed out yet

    std::deque<Hint> hints_;
    std::vector<Hint> oversized_;
    std::vector<Hint> spent_;
    std::int32_t told_ = 0;

    std::vector<Literal> scratch_, clause_;
    std::vector<Id> partners_;
};

}  // namespace mineproof::resolution
