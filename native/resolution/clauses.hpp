// The clauses of a knowledge base: none twice, none subsumed by another, each with its reason.
//
// A literal is +(i + 1) if cell i is a mine, or -(i + 1) if it is safe. A clause is a sorted run of
// literals in one pool shared by all. Its id is its order of arrival. A clause that is removed
// leaves KB, but its record stays, since later clauses may rest on it. `collect` drops the records
// on which nothing rests any more.
//
// There are two indexes. `with(literal)` lists every clause of KB that has the literal, oldest
// first. Each clause is also filed under one of its literals, one with few clauses filed. Whatever
// subsumes a new clause is filed under some literal of it; whatever it subsumes is listed with the
// rarest of its literals. The entries of both carry the length and a signature, one bit for each
// literal, so that nearly all candidates are refused without a look at the clause itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace mineproof::resolution {

using Literal = std::int32_t;
using Id = std::uint32_t;
using Literals = std::span<const Literal>;

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

// Why a clause holds: it is one of a hint's, the resolvent of two, or of one and a known literal.
struct Reason {
    Id left = none;
    Id right = none;
    std::uint32_t hint = none;
    Literal known = 0;
};

struct Entry {
    std::uint64_t signature;
    Id id;
    std::uint32_t size;
};

enum class Verdict { added, duplicate, subsumed };

class Clauses {
public:
    explicit Clauses(std::int32_t cells)
        : middle_(cells),
          with_(2 * static_cast<std::size_t>(cells) + 1),
          filed_(with_.size()),
          stamps_(with_.size()) {}

    Literals operator[](Id id) const {
        return {pool_.data() + records_[id].start, records_[id].size};
    }
    const Reason& reason(Id id) const { return records_[id].reason; }
    bool is_live(Id id) const { return records_[id].is_live; }
    bool is_matched(Id id) const { return records_[id].is_matched; }
    void set_matched(Id id) { records_[id].is_matched = true; }
    const std::vector<Entry>& with(Literal literal) const { return with_[at(literal)]; }

    std::size_t live() const { return live_; }
    std::uint64_t subsumed() const { return subsumed_; }
    std::size_t records() const { return records_.size(); }

    // Keeps a clause and its reason outside KB. `literals` must not lie in the pool.
    Id record(Literals literals, Reason reason) {
        const auto id = static_cast<Id>(records_.size());
        records_.push_back({pool_.size(), signature(literals), reason,
                            static_cast<std::uint32_t>(literals.size()), 0, false, false});
        pool_.insert(pool_.end(), literals.begin(), literals.end());
        return id;
    }

    // Puts a clause of two or more literals into KB, unless it is subsumed there. If it is added,
    // it is the last record, and the clauses that it subsumes go.
    Verdict insert(Literals literals, Reason reason) {
        const Entry entry{signature(literals), static_cast<Id>(records_.size()),
                          static_cast<std::uint32_t>(literals.size())};
        if (const auto size = size_of_subsuming(literals, entry)) {
            if (size == entry.size) return Verdict::duplicate;
            ++subsumed_;
            return Verdict::subsumed;
        }
        drop_subsumed(literals, entry);
        record(literals, reason);
        add(literals, entry);
        return Verdict::added;
    }

    void remove(Id id) {
        auto& record = records_[id];
        record.is_live = record.is_matched = false;
        for (const Literal literal : (*this)[id]) erase(with_[at(literal)], id);
        erase(filed_[at(record.filed_under)], id);
        --live_;
    }

    std::vector<Id> ids_with(Literal literal) const {
        std::vector<Id> ids;
        for (const auto& entry : with(literal)) ids.push_back(entry.id);
        return ids;
    }

    // Forgets each record that is not in KB, not among `roots`, and not a reason for one that
    // stays. Returns the new id of every old one, `none` for those gone; the order stays.
    std::vector<Id> collect(const std::vector<Id>& roots) {
        std::vector<Id> renamed = reachable(roots);
        Id next = 0;
        std::size_t end = 0;
        for (Id id = 0; id < renamed.size(); ++id) {
            if (renamed[id] == none) continue;
            renamed[id] = next;
            move_record(id, next++, end, renamed);
        }
        records_.resize(next);
        pool_.resize(end);
        for (auto* lists : {&with_, &filed_})
            for (auto& list : *lists)
                for (auto& entry : list) entry.id = renamed[entry.id];
        return renamed;
    }

private:
    struct Record {
        std::size_t start;
        std::uint64_t signature;
        Reason reason;
        std::uint32_t size;
        Literal filed_under;
        bool is_live;
        bool is_matched;
    };
    using Lists = std::vector<std::vector<Entry>>;

    std::size_t at(Literal literal) const { return static_cast<std::size_t>(middle_ + literal); }

    static std::uint64_t signature(Literals literals) {
        std::uint64_t bits = 0;
        for (const Literal literal : literals)
            bits |= 1ull << (static_cast<std::uint32_t>(literal) * 0x9E3779B1u >> 26);
        return bits;
    }

    // The length of a clause of KB that subsumes this one, or equals it; 0 if there is none.
    std::uint32_t size_of_subsuming(Literals literals, const Entry& entry) {
        ++stamp_;
        for (const Literal literal : literals) stamps_[at(literal)] = stamp_;
        for (const Literal literal : literals)
            for (const auto& other : filed_[at(literal)])
                if (other.size <= entry.size && (other.signature & ~entry.signature) == 0 &&
                    is_stamped(other.id))
                    return other.size;
        return 0;
    }

    bool is_stamped(Id id) const {
        const auto has_stamp = [&](Literal literal) { return stamps_[at(literal)] == stamp_; };
        return is_live(id) && std::ranges::all_of((*this)[id], has_stamp);
    }

    void drop_subsumed(Literals literals, const Entry& entry) {
        doomed_.clear();
        for (const auto& other : with_[at(rarest(with_, literals))])
            if (other.size > entry.size && (entry.signature & ~other.signature) == 0 &&
                is_live(other.id) && std::ranges::includes((*this)[other.id], literals))
                doomed_.push_back(other.id);
        for (const Id id : doomed_) remove(id);
        subsumed_ += doomed_.size();
    }

    void add(Literals literals, const Entry& entry) {
        for (const Literal literal : literals) with_[at(literal)].push_back(entry);
        const Literal place = rarest(filed_, literals);
        filed_[at(place)].push_back(entry);
        records_[entry.id].filed_under = place;
        records_[entry.id].is_live = true;
        ++live_;
    }

    Literal rarest(const Lists& lists, Literals literals) const {
        return *std::ranges::min_element(
            literals, {}, [&](Literal literal) { return lists[at(literal)].size(); });
    }

    static void erase(std::vector<Entry>& list, Id id) {
        const auto found = std::ranges::lower_bound(list, id, {}, &Entry::id);
        if (found != list.end() && found->id == id) list.erase(found);
    }

    // Marks what must stay with anything but `none`.
    std::vector<Id> reachable(const std::vector<Id>& roots) const {
        std::vector<Id> marks(records_.size(), none);
        std::vector<Id> stack = roots;
        for (Id id = 0; id < records_.size(); ++id)
            if (is_live(id)) stack.push_back(id);
        while (!stack.empty()) {
            const Id id = stack.back();
            stack.pop_back();
            if (id == none || marks[id] != none) continue;
            marks[id] = id;
            stack.push_back(reason(id).left);
            stack.push_back(reason(id).right);
        }
        return marks;
    }

    void move_record(Id from, Id to, std::size_t& end, const std::vector<Id>& renamed) {
        Record record = records_[from];
        const auto literals = pool_.begin() + static_cast<std::ptrdiff_t>(record.start);
        std::copy(literals, literals + record.size,
                  pool_.begin() + static_cast<std::ptrdiff_t>(end));
        record.start = end;
        end += record.size;
        for (Id* parent : {&record.reason.left, &record.reason.right})
            if (*parent != none) *parent = renamed[*parent];
        records_[to] = record;
    }

    Literal middle_;
    std::vector<Literal> pool_;
    std::vector<Record> records_;
    Lists with_;
    Lists filed_;
    std::vector<std::uint64_t> stamps_;
    std::uint64_t stamp_ = 0;
    std::vector<Id> doomed_;
    std::size_t live_ = 0;
    std::uint64_t subsumed_ = 0;
};

}  // namespace mineproof::resolution
