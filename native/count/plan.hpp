// Plans for giant fronts, where the right order may need a millionth of the work.
//
// There are three ways to plan, with many starts where that makes sense, and the cheapest plan
// wins. The forecast of a plan's cost treats the open clues as independent: a layer then has as
// many states as the product of the choices of its open clues. That is far too many, but by much
// the same factor for all plans.
//
// Two of the ways follow a path, clue by clue: next comes the clue that opens the fewest others, or
// the one that leaves the smallest layer. The third lets layers grow wherever they stay smallest
// and joins them later, which makes a tree: variable elimination by least weight, as for Bayesian
// networks (Kjaerulff, "Triangulation of graphs", 1990). On a board of 128 x 128 cells with 30%
// mines and 30% open, a path needs 10^18 times the states of a tree; on a lattice the paths win.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "base/rng.hpp"
#include "count/fold.hpp"
#include "count/order.hpp"

namespace mineproof {

// How many different numbers of mines a clue may have used when so many of its cells are filled.
inline int choices_of(const Folded& folded, int clue, int filled) {
    const int need = folded.needs[clue];
    return std::min(need, filled) - std::max(0, need - (folded.room[clue] - filled)) + 1;
}

// A clue, and how many of its cells are filled.
struct Filled {
    int clue;
    int cells;
};

// Goes along a path, from any clue of a front.
class PathPlanner {
public:
    enum class Next { fewest_news, smallest_layer };

    // Plans the front of `clues` from `start`; returns the cost, infinite once it is over `limit`.
    double plan(const Folded& folded, const Buffer<int>& clues, int start, Next next, double limit,
                Plan& plan) {
        set_up(folded, clues, next);
        plan.program.clear();
        plan.program.push(Plan::begin);
        open(start);
        double cost = 0;
        while (!waiting_.empty()) {
            cost += fill_all(take_best(), plan);
            if (cost > limit) return std::numeric_limits<double>::infinity();
        }
        return cost;
    }

private:
    void set_up(const Folded& folded, const Buffer<int>& clues, Next next) {
        folded_ = &folded;
        next_ = next;
        states_ = 1;
        waiting_.clear();
        filled_.resize(folded.clues());
        is_open_.resize(folded.clues());
        is_filled_.resize(folded.box_count());
        for (const int clue : clues) {
            filled_[clue] = 0;
            is_open_[clue] = false;
            for (const int box : folded.boxes[clue]) is_filled_[box] = false;
        }
    }

    void open(int clue) {
        is_open_[clue] = true;
        waiting_.push(clue);
    }

    int take_best() {
        int best = 0;
        double lowest = std::numeric_limits<double>::infinity();
        for (int i = 0; i < waiting_.count(); ++i)
            if (const double price = price_of(waiting_[i]); price < lowest) {
                lowest = price;
                best = i;
            }
        const int clue = waiting_[best];
        std::copy(waiting_.begin() + best + 1, waiting_.end(), waiting_.begin() + best);
        waiting_.pop();
        return clue;
    }

    double price_of(int clue) {
        return next_ == Next::fewest_news ? count_news(clue) : layer_after(clue);
    }

    int count_news(int clue) const {
        int news = 0;
        for (const int box : folded_->boxes[clue])
            if (!is_filled_[box])
                for (const int other : folded_->touching[box]) news += !is_open_[other];
        return news;
    }

    double layer_after(int clue) {
        // Fill, look, and take back. `states_` is restored by hand, since dividing what was
        // multiplied would leave a rounding error.
        const double before = states_;
        for (const int box : folded_->boxes[clue])
            if (!is_filled_[box]) fill(box, folded_->sizes[box]);
        const double after = states_;
        for (const int box : folded_->boxes[clue])
            if (!is_filled_[box]) fill(box, -folded_->sizes[box]);
        states_ = before;
        return after;
    }

    // Fills the boxes of a clue, always the one that leaves the smallest layer.
    double fill_all(int clue, Plan& plan) {
        const int first = plan.program.count();
        for (const int box : folded_->boxes[clue])
            if (!is_filled_[box]) plan.program.push(box);
        double cost = 0;
        for (int i = first; i < plan.program.count(); ++i) {
            std::swap(plan.program[i], plan.program[smallest_from(i, plan)]);
            const int box = plan.program[i];
            fill(box, folded_->sizes[box]);
            cost += states_;
            is_filled_[box] = true;
            for (const int other : folded_->touching[box])
                if (!is_open_[other]) open(other);
        }
        return cost;
    }

    int smallest_from(int first, const Plan& plan) const {
        int best = first;
        double lowest = std::numeric_limits<double>::infinity();
        for (int i = first; i < plan.program.count(); ++i)
            if (const double growth = growth_by(plan.program[i]); growth < lowest) {
                lowest = growth;
                best = i;
            }
        return best;
    }

    double growth_by(int box) const {
        double growth = 1;
        for (const int clue : folded_->touching[box])
            growth *= static_cast<double>(
                          choices_of(*folded_, clue, filled_[clue] + folded_->sizes[box])) /
                      choices_of(*folded_, clue, filled_[clue]);
        return growth;
    }

    void fill(int box, int cells) {
        for (const int clue : folded_->touching[box]) {
            states_ /= choices_of(*folded_, clue, filled_[clue]);
            filled_[clue] += cells;
            states_ *= choices_of(*folded_, clue, filled_[clue]);
        }
    }

    const Folded* folded_ = nullptr;
    Next next_ = Next::fewest_news;
    double states_ = 1;  // of the layer, by forecast
    Buffer<int> waiting_;
    Buffer<int> filled_;  // for each clue, its cells that are filled
    Buffer<bool> is_open_, is_filled_;
};

// Lets layers grow wherever they stay smallest, and joins them.
class TreePlanner {
public:
    // Plans the front of `clues`. Prices vary by up to the part `noise` at random: another seed
    // gives another tree.
    void plan(const Folded& folded, const Buffer<int>& clues, double noise, std::uint64_t seed,
              Plan& plan) {
        folded_ = &folded;
        noise_ = noise;
        random_ = SplitMix64(seed);
        set_up(clues);
        for (int clue = cheapest(); clue != none; clue = cheapest()) eliminate(clue);
        write(plan);
    }

private:
    static constexpr int none = -1;

    // A box, or a layer that has been made of boxes and of other layers: its parts.
    struct Item {
        int box;
        double states;
        bool is_used;
        int first_open, last_open;
        int first_part, last_part;
    };

    struct Offer {
        double price;
        int clue;
        friend bool operator<(const Offer& left,
                              const Offer& right) {  // for a heap: cheapest on top
            return left.price != right.price ? left.price > right.price : left.clue > right.clue;
        }
    };

    void set_up(const Buffer<int>& clues) {
        items_.clear();
        open_.clear();
        parts_.clear();
        offers_.clear();
        index_.assign(folded_->clues(), none);
        is_done_.assign(folded_->clues(), false);
        is_listed_.assign(folded_->box_count(), false);
        price_.resize(folded_->clues());
        links_.clear();
        link_.assign(folded_->clues(), none);
        for (const int clue : clues)
            for (const int box : folded_->boxes[clue])
                if (!is_listed_[box]) list(box);
        for (const int clue : clues) offer(clue);
    }

    void list(int box) {
        is_listed_[box] = true;
        sum_.clear();
        for (const int clue : folded_->touching[box]) sum_.push({clue, folded_->sizes[box]});
        add(box, 0);
    }

    // Adds an item with the open clues in sum_, and with the parts from first_part on.
    void add(int box, int first_part) {
        const int item = items_.count(), first = open_.count();
        double states = 1;
        for (const Filled& filled : sum_) {
            // A clue that is all within one layer has been checked, and leaves it. A single box
            // keeps even such a clue, so that it is offered and eliminated like any other.
            if (filled.cells == folded_->room[filled.clue] && box == none) {
                is_done_[filled.clue] = true;
                continue;
            }
            open_.push(filled);
            states *= choices_of(*folded_, filled.clue, filled.cells);
            links_.push({item, link_[filled.clue]});
            link_[filled.clue] = links_.count() - 1;
        }
        items_.push({box, states, false, first, open_.count(), first_part, parts_.count()});
    }

    // The price is by how much the layer that is left outgrows those that it is made of. Its mere
    // size, as in the books, makes trees that cost ten times as much, and sometimes a thousand.
    void offer(int clue) {
        gather(clue);
        double before = 0, after = 1 + noise_ * static_cast<double>(random_.next() >> 11) * 0x1p-53;
        for (const int item : touching_) before += items_[item].states;
        for (const Filled& filled : sum_) after *= choices_of(*folded_, filled.clue, filled.cells);
        price_[clue] = after / before;
        offers_.push({price_[clue], clue});
        std::push_heap(offers_.begin(), offers_.end());
    }

    int cheapest() {
        while (!offers_.empty()) {
            std::pop_heap(offers_.begin(), offers_.end());
            const Offer best = offers_.pop();
            // Offers are never removed from the heap; one whose price has changed since is stale,
            // and a newer one is there.
            if (!is_done_[best.clue] && best.price == price_[best.clue]) return best.clue;
        }
        return none;
    }

    // Sums up in sum_ what the items that touch a clue have filled, and lists them in touching_.
    void gather(int clue) {
        sum_.clear();
        touching_.clear();
        for (int link = link_[clue]; link != none; link = links_[link].next) {
            const Item& item = items_[links_[link].item];
            if (item.is_used) continue;
            touching_.push(links_[link].item);
            for (int i = item.first_open; i < item.last_open; ++i) sum_up(open_[i]);
        }
        for (const Filled& filled : sum_) index_[filled.clue] = none;
    }

    void sum_up(const Filled& filled) {
        int& at = index_[filled.clue];
        if (at == none) {
            at = sum_.count();
            sum_.push({filled.clue, 0});
        }
        sum_[at].cells += filled.cells;
    }

    // Makes one item of all that touch a clue.
    void eliminate(int clue) {
        is_done_[clue] = true;
        gather(clue);
        const int first_part = parts_.count();
        for (const int item : touching_) {
            items_[item].is_used = true;
            parts_.push(item);
        }
        std::sort(parts_.begin() + first_part, parts_.end(),
                  [&](int left, int right) { return comes_before(left, right); });
        add(none, first_part);
        const Item made = items_.back();
        for (int i = made.first_open; i < made.last_open; ++i) offer(open_[i].clue);
    }

    // Layers come before boxes, large layers before small ones, boxes that touch few clues first.
    bool comes_before(int left, int right) const {
        const Item &a = items_[left], &b = items_[right];
        if ((a.box == none) != (b.box == none)) return a.box == none;
        if (a.box == none) return a.states != b.states ? a.states > b.states : left < right;
        const int a_clues = a.last_open - a.first_open, b_clues = b.last_open - b.first_open;
        return a_clues != b_clues ? a_clues < b_clues : left < right;
    }

    // Writes the program from the last item, which has all the others as parts, or parts of parts.
    void write(Plan& plan) {
        plan.program.clear();
        waiting_.clear();
        waiting_.push(code_of(items_.count() - 1));
        while (!waiting_.empty()) {
            const int code = waiting_.pop();
            if (code > last_code) plan.program.push(code);
            else unfold(items_[last_code - code]);
        }
    }

    static constexpr int last_code = -10;  // below are items that have yet to be written
    static int code_of(int item) { return last_code - item; }

    void unfold(const Item& item) {
        const int first = waiting_.count();
        for (int i = item.first_part; i < item.last_part; ++i) {
            const Item& part = items_[parts_[i]];
            const bool is_first = i == item.first_part;
            if (is_first && part.box != none) waiting_.push(Plan::begin);
            waiting_.push(part.box != none ? part.box : code_of(parts_[i]));
            if (!is_first && part.box == none) waiting_.push(Plan::join);
        }
        std::reverse(waiting_.begin() + first, waiting_.end());
    }

    struct Link {
        int item;
        int next;
    };

    const Folded* folded_ = nullptr;
    double noise_ = 0;
    SplitMix64 random_{0};
    Buffer<Item> items_;
    Buffer<Filled> open_;
    Buffer<int> parts_;
    Buffer<Link> links_;  // for each clue a chain of the items that touch it
    Buffer<int> link_;
    Buffer<Offer> offers_;
    Buffer<double> price_;
    Buffer<Filled> sum_;
    Buffer<int> index_;  // for each clue, where it is in sum_
    Buffer<int> touching_;
    Buffer<bool> is_done_, is_listed_;
    Buffer<int> waiting_;
};

// Forecasts the cost of any plan: states that are listed, and pairs that are tried when layers
// join.
class Forecast {
public:
    double cost(const Folded& folded, const Plan& plan) {
        folded_ = &folded;
        layers_.clear();
        open_.clear();
        double sum = 0;
        for (const int code : plan.program) {
            if (code == Plan::begin) layers_.push({open_.count(), 1});
            else sum += code == Plan::join ? join() : fill(code);
        }
        return sum;
    }

private:
    struct Layer {
        int first_open;
        double states;
    };

    double fill(int box) {
        for (const int clue : folded_->touching[box]) add({clue, folded_->sizes[box]});
        return layers_.back().states;
    }

    double join() {
        const Layer upper = layers_.pop();
        moved_.clear();
        for (int i = upper.first_open; i < open_.count(); ++i) moved_.push(open_[i]);
        open_.resize(upper.first_open);
        const double pairs = upper.states * layers_.back().states;
        for (const Filled& filled : moved_) add(filled);
        return pairs;
    }

    void add(const Filled& filled) {
        Layer& layer = layers_.back();
        int i = layer.first_open;
        while (i < open_.count() && open_[i].clue != filled.clue) ++i;
        if (i == open_.count()) open_.push({filled.clue, 0});
        layer.states /= choices_of(*folded_, filled.clue, open_[i].cells);
        open_[i].cells += filled.cells;
        layer.states *= choices_of(*folded_, filled.clue, open_[i].cells);
        if (open_[i].cells < folded_->room[filled.clue]) return;
        open_[i] = open_.back();
        open_.pop();
    }

    const Folded* folded_ = nullptr;
    Buffer<Layer> layers_;
    Buffer<Filled> open_, moved_;
};

// Thinks as long as one likes, in rounds.
class Planner {
public:
    // Begins with the front of `clues` and a plan for it; with `only_trees`, whatever they cost.
    void start(const Folded& folded, const Buffer<int>& clues, const Plan& plan, bool only_trees) {
        folded_ = &folded;
        clues_ = &clues;
        round_ = 0;
        only_trees_ = only_trees;
        best_ = only_trees ? std::numeric_limits<double>::infinity() : forecast_.cost(folded, plan);
    }

    // Looks for a better plan for `rounds` rounds, and replaces `plan` with it.
    void improve(int rounds, Plan& plan, Work& work) {
        for (; round_ < rounds; ++round_) {
            work.spend(steps_per_clue * clues_->count());
            const auto seed = static_cast<std::uint64_t>(round_);
            tree_.plan(*folded_, *clues_, round_ == 0 ? 0 : noise, seed, other_);
            keep_better(forecast_.cost(*folded_, other_), plan);
            if (only_trees_) continue;
            const int start =
                (*clues_)[seed * golden % static_cast<std::uint64_t>(clues_->count())];
            for (const auto next :
                 {PathPlanner::Next::fewest_news, PathPlanner::Next::smallest_layer})
                keep_better(path_.plan(*folded_, *clues_, start, next, best_, other_), plan);
        }
    }

private:
    void keep_better(double cost, Plan& plan) {
        if (cost >= best_) return;
        best_ = cost;
        std::swap(plan, other_);
    }

    static constexpr double noise = 0.5;
    static constexpr std::uint64_t golden =
        0x9E3779B97F4A7C15 >> 20;  // for starts all over the front
    static constexpr Offset steps_per_clue = 1000;

    const Folded* folded_ = nullptr;
    const Buffer<int>* clues_ = nullptr;
    int round_ = 0;
    bool only_trees_ = false;
    double best_ = 0;
    Forecast forecast_;
    TreePlanner tree_;
    PathPlanner path_;
    Plan other_;
};

}  // namespace mineproof
