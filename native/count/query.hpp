// Answers further questions about a count: joint probabilities of several cells, and the numbers a
// cell may show.
//
// The cells in question change the weights of their boxes: of the ways to put m mines into a box,
// only those that agree are counted. If cells are only marked, each way is filed under the number
// of mines among them instead. From the first such box on, the weights of a front are computed
// again, one set for each number of marked mines; after the last such box they meet the weights
// that flowed back, which know the rest. Where the cells lie in several fronts, or float, the
// fronts are followed to their ends and meet in the tree of products (combine.hpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/buffer.hpp"
#include "count/count.hpp"
#include "count/numbers.hpp"

namespace mineproof {

class Query {
public:
    // Begins with what `counter` has counted and kept.
    void start(Counter& counter) {
        counter_ = &counter;
        const Clues& clues = counter.clues();
        const Structure& structure = counter.structure();
        number_.assign(clues.known.size(), none);
        for (int number = 0; number < clues.numbered(); ++number)
            number_[clues.names[number]] = number;
        step_.resize(counter.folded().box_count());
        front_.resize(counter.folded().box_count());
        for (int front = 0; front < structure.fronts.count(); ++front)
            for (int i = structure.fronts[front].first_step; i < structure.fronts[front].last_step;
                 ++i)
                if (const int box = structure.steps[i].box; box != none) {
                    step_[box] = i;
                    front_[box] = front;
                }
        roles_.assign(counter.folded().box_count(), {0, 0, 0});
        clear();
    }

    // Asks about a cell: that it is a mine, that it is safe, or nothing but to count its mines.
    void ask_mine(int cell) { add(cell, &Roles::mined, Known::mine); }
    void ask_safe(int cell) { add(cell, &Roles::safe, Known::safe); }
    void mark(int cell) {
        if (counter_->clues().known[cell] == Known::mine) ++surely_marked_;
        else if (counter_->clues().known[cell] == Known::nothing)
            ++roles_of(cell).marked, ++marked_;
    }

    // Answers, and forgets what was asked: entry j is the probability that all cells are as asked,
    // and j of the marked ones are mines.
    const Buffer<double>& answer() {
        const Clearing clearing{*this};
        answer_.assign(surely_marked_ + marked_ + 1, 0.0);
        if (is_impossible_) return answer_;
        sort_boxes();
        if (counter_->combiner().is_independent()) answer_apart();
        else if (fronts_.count() == 1 && !asks_floating()) answer_by_front(fronts_[0]);
        else answer_by_tree();
        return answer_;
    }

    // The probabilities that a cell of a view, if it is opened, is safe and shows 0, 1, ... 8.
    void numbers(int cell, double* chances) {
        ask_safe(cell);
        counter_->grid().for_each_near(cell, [&](int near) { mark(near); });
        const Buffer<double>& found = answer();
        std::fill_n(chances, 9, 0.0);
        std::copy(found.begin(), found.end(), chances);
    }

private:
    // How many cells of a box, or floating cells, are asked to be mines, to be safe, and to be
    // counted.
    struct Roles {
        int mined, safe, marked;
    };

    // Forgets what was asked, even if the answer is never found.
    struct Clearing {
        Query& query;
        ~Clearing() { query.clear(); }
    };

    void clear() {
        for (const int box : boxes_) roles_[box] = {0, 0, 0};
        boxes_.clear();
        fronts_.clear();
        floating_ = {0, 0, 0};
        marked_ = surely_marked_ = 0;
        is_impossible_ = false;
    }

    void add(int cell, int Roles::* role, Known wanted) {
        const Known known = counter_->clues().known[cell];
        if (known == Known::nothing) ++(roles_of(cell).*role);
        else is_impossible_ |= (known == Known::mine) != (wanted == Known::mine);
    }

    Roles& roles_of(int cell) {
        if (number_[cell] == none) return floating_;
        const int box = counter_->folded().home[number_[cell]];
        Roles& roles = roles_[box];
        if (roles.mined + roles.safe + roles.marked == 0) boxes_.push(box);
        return roles;
    }

    bool asks_floating() const { return floating_.mined + floating_.safe + floating_.marked > 0; }

    void sort_boxes() {
        std::sort(boxes_.begin(), boxes_.end(), [&](int a, int b) { return step_[a] < step_[b]; });
        for (const int box : boxes_)
            if (fronts_.empty() || fronts_.back() != front_[box]) fronts_.push(front_[box]);
    }

    // --- one front ------------------------------------------------------------------------------
    //
    // A layer that knows of a box in question has weights for 0, 1, ... marked mines: `sets_` of
    // them, where it has one otherwise.

    // Follows a front from its first box in question until all of them are known, or to its end;
    // returns the last step.
    int follow(int front, bool to_the_end) {
        const Structure& structure = counter_->structure();
        const Front& whole = structure.fronts[front];
        tilt_ = counter_->tilt_of(whole);
        int first = 0, last = boxes_.count();
        while (front_[boxes_[first]] != front) ++first;
        while (front_[boxes_[last - 1]] != front) --last;
        sets_ = 1;
        for (int i = first; i < last; ++i) sets_ += roles_[boxes_[i]].marked;
        weights_.clear();
        met_.assign(whole.last_step - whole.first_step, 0);
        at_.resize(met_.size());
        first_step_ = whole.first_step;
        const int needed = last - first;
        for (int i = step_[boxes_[first]];; ++i) {
            const Step& step = structure.steps[i];
            const int met = met_of(step.in) + met_of(step.other) + is_asked(step);
            met_[i - first_step_] = met;
            if (met == 0) continue;
            work_out(i);
            if (to_the_end ? i == whole.last_step - 1 : met == needed) return i;
        }
    }

    bool is_asked(const Step& step) const {
        if (step.is_join()) return false;
        const Roles& roles = roles_[step.box];
        return roles.mined + roles.safe + roles.marked > 0;
    }

    int met_of(int step) const { return step == none ? 0 : met_[step - first_step_]; }

    Offset layer_size(int step) {
        const Structure& structure = counter_->structure();
        const Offset first = structure.first_of(step), last = first + structure.states_of(step);
        return counter_->weigher().window(last - 1).ways +
               counter_->weigher().window(last - 1).length - counter_->weigher().window(first).ways;
    }

    // The weights of a state for a number of marked mines.
    double* weights(int step, Offset state, int set) {
        const Window<double> window = counter_->weigher().window(state);
        if (met_of(step) == 0) return set == 0 ? window.ways : nullptr;
        const Offset before =
            window.ways - counter_->weigher().window(counter_->structure().first_of(step)).ways;
        return weights_.data() + at_[step - first_step_] + before * sets_ +
               Offset{set} * window.length;
    }

    void work_out(int index) {
        const Structure& structure = counter_->structure();
        const Step& step = structure.steps[index];
        at_[index - first_step_] = weights_.size();
        const Offset size = layer_size(index) * sets_;
        counter_->work.afford_bytes((weights_.size() + size) * static_cast<Offset>(sizeof(double)));
        counter_->work.spend(size);
        weights_.resize(weights_.size() + size);
        std::fill(weights_.end() - size, weights_.end(), 0.0);
        if (step.is_join()) join(index, step);
        else fill(index, step);
        if (tilt_ == nullptr) return;
        const double scale = counter_->weigher().scale_of(index, tilt_);
        for (double* weight = weights_.end() - size; weight != weights_.end(); ++weight)
            *weight *= scale;
    }

    void fill(int index, const Step& step) {
        const Structure& structure = counter_->structure();
        const int size = counter_->folded().sizes[step.box];
        const Buffer<double>& choices = counter_->weigher().choose(structure, step, size, tilt_);
        const Roles roles = roles_[step.box];
        const int* row = structure.rows_of(step);
        for (int state = 0; state < step.states; ++state, row += step.columns)
            for (int mines = 0; mines < step.columns; ++mines) {
                if (row[mines] == none) continue;
                const Offset source = structure.first_of(step.in) + row[mines];
                for (int marked = 0; marked <= roles.marked; ++marked) {
                    const double factor = choices[mines] * part(size, mines, roles, marked);
                    if (factor == 0) continue;
                    const int shift = tilt_ != nullptr && tilt_->is_flat ? 0 : mines;
                    for (int set = 0; set + marked < sets_; ++set)
                        if (const double* from = weights(step.in, source, set); from != nullptr)
                            add(source, from, shift, factor, step.first + state,
                                weights(index, step.first + state, set + marked));
                }
            }
    }

    void add(Offset source, const double* from, int shift, double factor, Offset target,
             double* to) {
        const Window<double> inner = counter_->weigher().window(source);
        const Window<double> outer = counter_->weigher().window(target);
        const int ahead = inner.low + shift - outer.low;
        const int first = std::max(0, -ahead), last = std::min(inner.length, outer.length - ahead);
        for (int i = first; i < last; ++i) to[ahead + i] += factor * from[i];
    }

    void join(int index, const Step& step) {
        const Structure& structure = counter_->structure();
        const int* const starts = structure.rows_of(step);
        const int* const pairs = starts + step.states + 1;
        for (int state = 0; state < step.states; ++state)
            for (int i = starts[state]; i < starts[state + 1]; ++i) {
                const Offset left = structure.first_of(step.in) + pairs[2 * i];
                const Offset right = structure.first_of(step.other) + pairs[2 * i + 1];
                for (int a = 0; a < sets_; ++a)
                    for (int b = 0; a + b < sets_; ++b)
                        multiply(left, weights(step.in, left, a), right,
                                 weights(step.other, right, b), step.first + state,
                                 weights(index, step.first + state, a + b));
            }
    }

    void multiply(Offset left, const double* left_ways, Offset right, const double* right_ways,
                  Offset target, double* to) {
        if (left_ways == nullptr || right_ways == nullptr) return;
        const Window<double> a = counter_->weigher().window(left);
        const int shift = a.low;
        for (int i = 0; i < a.length; ++i)
            if (left_ways[i] != 0) add(right, right_ways, shift + i, left_ways[i], target, to);
    }

    // Of the ways to put `mines` mines into a box of this size, the fraction that agrees with the
    // roles and has `marked` marked mines. It takes a few ratios of small numbers, whatever the
    // size.
    static double part(int size, int mines, const Roles& roles, int marked) {
        double ways = 1;
        for (int i = 0; i < marked; ++i) ways *= static_cast<double>(roles.marked - i) / (i + 1);
        const int mined = roles.mined + marked, safe = roles.safe + roles.marked - marked;
        if (mined > mines || safe > size - mines) return 0;
        for (int i = 0; i < mined; ++i) ways *= static_cast<double>(mines - i) / (size - i);
        for (int i = 0; i < safe; ++i)
            ways *= static_cast<double>(size - mines - i) / (size - mined - i);
        return ways;
    }

    // Follows a front until it has met all cells in question, and there meets the weights that
    // flowed back.
    void ask_front(int front) {
        const int last = follow(front, false);
        const Step& step = counter_->structure().steps[last];
        chances_.assign(sets_, 0.0);
        double all = 0;
        for (Offset state = step.first; state < step.first + step.states; ++state) {
            const Window<double> window = counter_->weigher().window(state);
            const double* const rest = counter_->weigher().rest(state);
            for (int i = 0; i < window.length; ++i) all += window.ways[i] * rest[i];
            for (int set = 0; set < sets_; ++set) {
                const double* const ways = weights(last, state, set);
                for (int i = 0; i < window.length; ++i) chances_[set] += ways[i] * rest[i];
            }
        }
        for (double& chance : chances_) chance /= all;
    }

    void answer_by_front(int front) {
        ask_front(front);
        std::copy(chances_.begin(), chances_.end(), answer_.begin() + surely_marked_);
    }

    // --- several parts that do not influence each other -----------------------------------------

    void answer_apart() {
        answer_[0] = 1;
        int known = 0;
        for (const int front : fronts_) {
            ask_front(front);
            convolve(known, chances_.data(), sets_);
            known += sets_ - 1;
        }
        chances_.assign(floating_.marked + 1, 0.0);
        for (int marked = 0; marked <= floating_.marked; ++marked)
            chances_[marked] = floating_chance(0, marked);
        convolve(known, chances_.data(), floating_.marked + 1);
        std::copy_backward(answer_.begin(), answer_.end() - surely_marked_, answer_.end());
        std::fill_n(answer_.begin(), surely_marked_, 0.0);
    }

    // Multiplies the answer, so far up to `known` marked mines, with the chances of another part.
    void convolve(int known, const double* chances, int count) {
        for (int sum = known + count - 1; sum >= 0; --sum) {
            double total = 0;
            for (int i = std::max(0, sum - known); i < std::min(count, sum + 1); ++i)
                total += answer_[sum - i] * chances[i];
            answer_[sum] = total;
        }
    }

    double floating_chance(int front_mines, int marked) const {
        double ways = 1;
        for (int i = 0; i < marked; ++i)
            ways *= static_cast<double>(floating_.marked - i) / (i + 1);
        return ways * counter_->combiner().chance(front_mines, floating_.mined + marked,
                                                  floating_.safe + floating_.marked - marked);
    }

    // --- several parts that share the mines -----------------------------------------------------

    // A node of the tree above a front in question, with `sets` of weights.
    struct Branch {
        int node, sets;
        Offset at;
    };

    void answer_by_tree() {
        branches_.clear();
        products_.clear();
        for (const int front : fronts_) plant(front);
        for (int i = 0; i < branches_.count() && branches_[i].node != counter_->combiner().root();)
            i = grow(i);
        meet();
    }

    void plant(int front) {
        const Combiner& combiner = counter_->combiner();
        const int last = follow(front, true);
        const Offset state = counter_->structure().steps[last].first;
        const int length = combiner.node(front).length;
        branches_.push({front, sets_, products_.size()});
        for (int set = 0; set < sets_; ++set) {
            const double* const ways = weights(last, state, set);
            for (int i = 0; i < length; ++i) products_.push(ways[i] * combiner.factor(front, i));
        }
    }

    // Multiplies a branch, and the next if that is its sibling, to their parent; returns the next
    // one.
    int grow(int i) {
        const Combiner& combiner = counter_->combiner();
        const int parent = combiner.parent(branches_[i].node);
        const bool has_sibling =
            i + 1 < branches_.count() && combiner.parent(branches_[i + 1].node) == parent;
        const Branch left = branches_[i];
        const int sibling = combiner.child(parent) + (left.node == combiner.child(parent));
        const Branch right = has_sibling ? branches_[i + 1] : Branch{sibling, 1, none};
        const Combiner::Node& node = combiner.node(parent);
        const Branch made{parent, left.sets + right.sets - 1, products_.size()};
        products_.resize(made.at + Offset{made.sets} * node.length);
        std::fill(products_.begin() + made.at, products_.end(), 0.0);
        for (int a = 0; a < left.sets; ++a)
            for (int b = 0; b < right.sets; ++b)
                multiply_into(left, a, right, b, &products_[made.at + Offset{a + b} * node.length],
                              node);
        branches_.push(made);
        return i + 1 + has_sibling;
    }

    const double* set_of(const Branch& branch, int set) const {
        const Combiner& combiner = counter_->combiner();
        return branch.at == none
                   ? combiner.inside(branch.node)
                   : &products_[branch.at + Offset{set} * combiner.node(branch.node).length];
    }

    void multiply_into(const Branch& left, int a, const Branch& right, int b, double* product,
                       const Combiner::Node& node) const {
        const Combiner& combiner = counter_->combiner();
        const Combiner::Node &one = combiner.node(left.node), &two = combiner.node(right.node);
        const double *ways = set_of(left, a), *other = set_of(right, b);
        for (int i = 0; i < one.length; ++i) {
            const int ahead = one.low + i + two.low - node.low;
            const int first = std::max(0, -ahead), last = std::min(two.length, node.length - ahead);
            const double factor = ways[i] * node.scale;
            for (int j = first; j < last; ++j) product[ahead + j] += factor * other[j];
        }
    }

    // At the root, where the mine count and the floating cells have their say.
    void meet() {
        const Combiner& combiner = counter_->combiner();
        const int root = combiner.root();
        const Combiner::Node& node = combiner.node(root);
        const Branch top = branches_.empty() ? Branch{root, 1, none} : branches_.back();
        double all = 0;
        for (int i = 0; i < node.length; ++i) {
            const double verdict = combiner.verdict()[i];
            if (verdict == 0) continue;
            all += combiner.inside(root)[i] * verdict;
            for (int marked = 0; marked <= floating_.marked; ++marked) {
                const double chance = verdict * floating_chance(node.low + i, marked);
                for (int set = 0; set < top.sets; ++set)
                    answer_[surely_marked_ + set + marked] += set_of(top, set)[i] * chance;
            }
        }
        for (double& chance : answer_) chance /= all;
    }

    Counter* counter_ = nullptr;
    Buffer<int> number_;          // for each cell, its number in Clues; none if it has none
    Buffer<int> step_, front_;    // for each box
    Buffer<Roles> roles_;         // for each box
    Buffer<int> boxes_, fronts_;  // that are asked about
    Roles floating_{};
    int marked_ = 0;         // cells that are marked and not settled
    int surely_marked_ = 0;  // marked cells that are known to be mines
    bool is_impossible_ = false;
    Buffer<double> answer_, chances_;

    const Tilt* tilt_ = nullptr;  // of the front that is followed
    int sets_ = 1;
    int first_step_ = 0;
    Buffer<int> met_;    // for each step of a front, how many of the boxes in question it knows
    Buffer<Offset> at_;  // for each step, where its weights are
    Buffer<double> weights_;
    Buffer<Branch> branches_;
    Buffer<double> products_;
};

}  // namespace mineproof
