// The structure of a front: its layers of states, and the ways from one to the next.
//
// The boxes of a front are filled one after the other. All that the filled boxes mean to the empty
// ones is how many mines each open clue has used: partial layouts that agree on this are one state,
// and its key (keys.hpp) holds those numbers.
//
// A layer is kept in ascending order of its keys. Putting m mines into a box adds the same number
// to every key, so it gives another ascending list, and the next layer is these lists merged. For
// each of its states a row of numbers says from which state each m leads there, if any. Where two
// layers are joined, a state comes from pairs of states instead.
//
// Nothing here is rounded or counted; weigh.hpp does that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/fold.hpp"
#include "count/keys.hpp"
#include "count/order.hpp"

namespace mineproof {

// One layer, and how its states come from those of an earlier layer, or of two.
//
// If it fills a box, each state has a row of `columns` numbers: in column m the state of the
// earlier layer from which m mines lead here, or none. If it joins two layers, there are first
// states + 1 numbers that tell where the pairs of each state begin and end, then the pairs.
struct Step {
    int box;    // none if two layers are joined
    int in;     // the step that made the earlier layer; none: the layer of nothing, with one state
    int other;  // the step that made the second layer
    int columns;
    int states;
    Offset first;  // the number of its first state, among all states
    Offset rows;   // where its rows begin

    bool is_join() const { return box == none; }
};

struct Front {
    int first_step, last_step;
    int cells;
};

struct Structure {
    Buffer<Step> steps;
    Buffer<Front> fronts;
    Buffer<int> rows;
    Offset states = 1;  // state 0 is the one of the layer of nothing

    void clear() {
        steps.clear();
        fronts.clear();
        rows.clear();
        states = 1;
    }

    // The last layer of a front has one state.
    Offset last_state(const Front& front) const { return steps[front.last_step - 1].first; }
    Offset first_of(int step) const { return step == none ? 0 : steps[step].first; }
    int states_of(int step) const { return step == none ? 1 : steps[step].states; }
    int* rows_of(const Step& step) { return rows.data() + step.rows; }
    const int* rows_of(const Step& step) const { return rows.data() + step.rows; }
};

// Runs plans on keys of so many words.
template <int words>
class Machine {
public:
    using K = Key<words>;

    // Runs `plan` and adds its steps to `structure`; false if the keys are too short for it. Ends
    // with a contradiction, or with a limit once it has listed more than `states`.
    bool run(const Folded& folded, const Plan& plan, Structure& structure, Offset states,
             Work& work) {
        structure_ = &structure;
        work_ = &work;
        left_ = states;
        depth_ = 0;
        for (const int code : plan.program) {
            if (code == Plan::begin) begin();
            else if (!(code == Plan::join ? join(folded) : fill(folded, code))) return false;
        }
        return true;
    }

    Offset bytes() const { return candidates_.bytes() + pairs_.bytes(); }

private:
    struct Layer {
        Buffer<K> keys;
        Fields<words> fields;
        int step = none;
    };

    Layer& top(int below = 0) { return layers_[depth_ - 1 - static_cast<std::size_t>(below)]; }

    void begin() {
        if (layers_.size() == depth_) layers_.emplace_back();
        ++depth_;
        top().keys.clear();
        top().keys.push(K{});
        top().fields.clear();
        top().step = none;
    }

    // --- filling a box --------------------------------------------------------------------------

    struct Candidate {
        K key;
        int source;
    };

    bool fill(const Folded& folded, int box) {
        Layer& layer = top();
        int most_mines;
        if (!layer.fields.fill(folded, box, most_mines, unit_, bounds_)) return false;
        const int columns = most_mines + 1;
        const Offset most = (layer.keys.size() + 1) * columns;
        work_->spend(most);
        work_->afford_bytes(structure_->rows.bytes() + candidates_.bytes() +
                            most * static_cast<Offset>(sizeof(Candidate)));
        list_candidates(columns);
        Step step{box, layer.step, none, columns, 0, structure_->states, structure_->rows.size()};
        const Offset found = candidates_.size() - columns;
        layer.keys.resize(found);
        structure_->rows.resize(step.rows + found * columns);
        int* const rows = structure_->rows_of(step);
        step.states = columns == 2 ? merge_two(rows) : merge(rows);
        structure_->rows.resize(step.rows + static_cast<Offset>(step.states) * columns);
        finish(step);
        return true;
    }

    // Lists for each number of mines the keys that it leads to, each list closed by the highest
    // key.
    void list_candidates(int columns) {
        const Buffer<K>& keys = top().keys;
        const Bounds<words> bounds = bounds_;
        candidates_.resize((keys.size() + 1) * columns);
        heads_.resize(columns);
        Candidate* last = candidates_.data();
        K put{};
        for (int mines = 0; mines < columns; ++mines, put += unit_) {
            heads_[mines] = last;
            for (int source = 0; source < keys.count(); ++source) {
                const K key = keys[source] + put;
                *last = {key - bounds.closing, source};
                last += bounds.allow(key);
            }
            *last++ = {K::highest(), none};
        }
        candidates_.resize(last - candidates_.data());
    }

    // Without branches in the loop: they would be mispredicted half of the time.
    int merge_two(int* row) {
        const Candidate *zero = heads_[0], *one = heads_[1];
        const K stop = K::highest();
        K* const keys = top().keys.data();
        for (int states = 0;; ++states, row += 2) {
            const K key = one->key < zero->key ? one->key : zero->key;
            if (key == stop) return states;
            const bool has_zero = zero->key == key, has_one = one->key == key;
            keys[states] = key;
            row[0] = has_zero ? zero->source : none;
            row[1] = has_one ? one->source : none;
            zero += has_zero;
            one += has_one;
        }
    }

    int merge(int* row) {
        const K stop = K::highest();
        K* const keys = top().keys.data();
        for (int states = 0;; ++states, row += heads_.count()) {
            K key = stop;
            for (const Candidate* head : heads_) key = head->key < key ? head->key : key;
            if (key == stop) return states;
            keys[states] = key;
            for (int mines = 0; mines < heads_.count(); ++mines) {
                const bool has = heads_[mines]->key == key;
                row[mines] = has ? heads_[mines]->source : none;
                heads_[mines] += has;
            }
        }
    }

    // --- joining two layers ---------------------------------------------------------------------

    struct Pair {
        K key;
        int left, right;
        friend bool operator<(const Pair& a, const Pair& b) {
            if (a.key != b.key) return a.key < b.key;
            return a.left != b.left ? a.left < b.left : a.right < b.right;
        }
    };

    bool join(const Folded& folded) {
        if (top(1).keys.size() < top().keys.size()) std::swap(top(1), top());
        Layer &left = top(1), &right = top();
        if (!left.fields.join(folded, right.fields, moves_, bounds_)) return false;
        for (K& key : right.keys) key = moved(key);
        list_pairs();
        std::sort(pairs_.begin(), pairs_.end());
        Step step{none, left.step, right.step, 0, 0, structure_->states, structure_->rows.size()};
        --depth_;
        step.states = group_pairs(step);
        finish(step);
        return true;
    }

    K moved(const K& key) const {
        K result;
        for (const auto& [from, to, width] : moves_) result += K::of(key.number(from, width), to);
        return result;
    }

    void list_pairs() {
        const Buffer<K>&left = top(1).keys, &right = top().keys;
        const Bounds<words> bounds = bounds_;
        pairs_.clear();
        for (int i = 0; i < left.count(); ++i) {
            work_->spend(right.size());
            list(right.size() / pairs_per_state);
            for (int j = 0; j < right.count(); ++j) {
                const K key = left[i] + right[j];
                if (bounds.allow(key)) pairs_.push({key - bounds.closing, i, j});
            }
            work_->afford_bytes(structure_->rows.bytes() + pairs_.bytes());
        }
    }

    int group_pairs(const Step& step) {
        Buffer<K>& keys = top().keys;
        keys.clear();
        for (const Pair& pair : pairs_)
            if (keys.empty() || keys.back() != pair.key) keys.push(pair.key);
        structure_->rows.resize(step.rows + keys.size() + 1 + 2 * pairs_.size());
        int* start = structure_->rows_of(step);
        int* pair = start + keys.size() + 1;
        for (int i = 0; i < pairs_.count(); ++i) {
            if (i == 0 || pairs_[i].key != pairs_[i - 1].key) *start++ = i;
            *pair++ = pairs_[i].left;
            *pair++ = pairs_[i].right;
        }
        *start = pairs_.count();
        return keys.count();
    }

    void finish(const Step& step) {
        if (step.states == 0) end(Outcome::contradiction);
        top().keys.resize(step.states);
        top().step = structure_->steps.count();
        structure_->states += step.states;
        structure_->steps.push(step);
        list(step.states);
    }

    void list(Offset states) {
        left_ -= states;
        if (left_ < 0) end(Outcome::limit);
    }

    static constexpr Offset pairs_per_state = 16;  // pairs to try take as long as one state

    std::vector<Layer> layers_;  // a stack; the first depth_ are in use
    std::size_t depth_ = 0;
    K unit_;
    Bounds<words> bounds_;
    Buffer<Candidate> candidates_;
    Buffer<Candidate*> heads_;
    Buffer<typename Fields<words>::Move> moves_;
    Buffer<Pair> pairs_;
    Structure* structure_ = nullptr;
    Work* work_ = nullptr;
    Offset left_ = 0;  // how many states may still be listed
};

}  // namespace mineproof
