// Combines the fronts, which meet only in the number of mines: the weight of everything outside
// each front.
//
// A front is a polynomial whose coefficient of x^k counts its layouts with k mines, and the fronts
// together are the product. The numbers would leave any range, so each polynomial is tilted first:
// coefficient k is multiplied by z^k. A layout of the whole board with a given number of mines is
// multiplied by the same power of z whatever its fronts do, so this changes no ratio. With the z
// for which the expected number of mines is the given one, all that matters is near the peak of
// every product, and tails that cannot matter are cut off.
//
// The products form a tree; each node is the product of its two children. The root meets the mine
// count and the floating cells, and from there weights are handed down: the weight outside a child
// is the weight outside its parent, times its sibling. What arrives at a leaf is the weight that
// everything else gives to each number of mines of that front.
//
// A zero weight means that there is no layout, so no weight may underflow to zero. A second tree,
// of flags, knows what is possible; it is built only where the mine count is so tight, or the
// floating cells so few, that some combinations of the fronts are ruled out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/buffer.hpp"
#include "base/input.hpp"
#include "count/numbers.hpp"

namespace mineproof {

// What is known of the cells that no clue mentions.
struct Floating {
    int cells = 0;
    double risk = 0;
    bool can_be_mine = true, can_be_safe = true;
};

// Tails below this part of the peak are cut off where one number of mines matters, and where a
// broad range of them does.
constexpr double narrow_cut = 1e-30, broad_cut = 1e-100;

class Combiner {
public:
    // A product of fronts, or one of them: where its weights are in `inside`.
    struct Node {
        int low, length;
        Offset at;
        double scale;  // what its weights have been multiplied with, on top of the tilt
    };

    // Fronts that wait for the tilt to be weighed.
    struct Unweighed {
        int low = 0, high = 0;                  // the fewest and the most mines of all of them
        virtual Moments measure(double z) = 0;  // of the mines above the fewest, under the tilt z

    protected:
        ~Unweighed() = default;
    };

    // Begins; `settled` cells are known to be mines, and `floating` cells float.
    void start(const Mines& mines, int settled, int floating) {
        mines_ = mines;
        settled_ = settled;
        floating_ = {floating, 0, true, true};
        unweighed_ = nullptr;
        leaves_.clear();
        possible_nodes_.clear();
        possible_.clear();
    }

    // Adds a front, and where to put the weights of everything else: that may be in the place of
    // its ways.
    void add(const Window<double>& front, double* rest, bool is_tilted = false) {
        leaves_.push({front, rest, is_tilted});
    }

    // Finds the tilt from the fronts that have been added, or from those that have yet to be
    // weighed and added. Ends with a contradiction if the number of mines cannot be met.
    double find_tilt(Unweighed* unweighed = nullptr) {
        unweighed_ = unweighed;
        measure();
        switch (mines_.prior) {
            case Mines::Prior::density: z_ = mines_.density / (1 - mines_.density); break;
            case Mines::Prior::uniform: z_ = std::exp(find_mode()); break;
            case Mines::Prior::total: z_ = std::exp(find_mean()); break;
        }
        unweighed_ = nullptr;
        return z_;
    }

    // Whether the number of mines rules out some combinations of the fronts.
    bool is_tight() const {
        return mines_.prior == Mines::Prior::total &&
               (left_ < most_ || left_ - floating_.cells > least_);
    }

    bool is_least() const { return left_ == least_; }
    bool is_most() const { return left_ == most_ + floating_.cells; }

    // Tells which numbers of mines the next front can have, where its weights do not: after a tilt.
    void add_possible(const Window<Flag>& front) {
        possible_nodes_.push({front.low, front.length, possible_.size(), 1});
        for (int i = 0; i < front.length; ++i) possible_.push(front.ways[i]);
    }
    // Then, for front i, which of them the rest of the board can complete.
    const Flag* possible_outside(int i) const { return &possible_outside_[possible_nodes_[i].at]; }

    // Finds for every front the weights of everything else, scaled so that the largest product of
    // such a weight and the front's own is 1.
    Floating combine() {
        tabulate_powers();
        switch (mines_.prior) {
            case Mines::Prior::density: return by_density();
            case Mines::Prior::uniform: return by_any_number();
            case Mines::Prior::total: return by_total();
        }
        return floating_;
    }

    // --- for query.hpp and sample.hpp -----------------------------------------------------------

    // Whether fronts and floating cells do not influence each other. If they do, there is a tree:
    // node i from 0 to n - 1 is a leaf, and node n + i has the children 2 * i and 2 * i + 1.
    bool is_independent() const {
        return mines_.prior == Mines::Prior::density ||
               (mines_.prior == Mines::Prior::total && (is_least() || is_most()));
    }
    const Node& node(int i) const { return nodes_[i]; }
    int root() const { return nodes_.count() - 1; }
    bool is_leaf(int node) const { return node < leaf_nodes_; }
    int child(int node) const { return 2 * (node - leaf_nodes_); }
    int parent(int node) const { return leaf_nodes_ + node / 2; }
    const double* inside(int node) const { return inside_.data() + nodes_[node].at; }
    // What the mine count and the floating cells say to the root.
    const double* verdict() const { return outside_.data() + nodes_.back().at; }
    // What the ways of front i for its j-th number of mines have been multiplied with.
    double factor(int i, int j) const { return tilt(leaves_[i], j) * nodes_[i].scale; }

    // The probability that `mined` given floating cells are mines and `safe` others are not, if the
    // fronts have `front_mines` mines.
    double chance(int front_mines, int mined, int safe) const {
        double product = 1;
        for (int i = 0; i < mined + safe; ++i) {
            const int found = std::min(i, mined);  // mines first, then safe cells
            const double risk = next_risk(front_mines, found, i - found);
            product *= i < mined ? risk : 1 - risk;
        }
        return product;
    }

    // The probability that the next floating cell is a mine, after `mined` mines and `safe` safe
    // cells.
    double next_risk(int front_mines, int mined, int safe) const {
        const double seen = mined + safe;
        switch (mines_.prior) {
            case Mines::Prior::density: return mines_.density;
            case Mines::Prior::uniform:
                return (front_mines + settled_ + mined + 1) / (not_floating() + seen + 2);
            case Mines::Prior::total:
                const int left = floating_mines(front_mines) - mined;
                return std::clamp(left / (floating_.cells - seen), 0.0, 1.0);
        }
        return 0;
    }

    // Whether it is known how many mines there are; then how many of them float.
    bool has_total() const { return mines_.prior == Mines::Prior::total; }
    int floating_mines(int front_mines) const {
        return is_least() ? 0 : is_most() ? floating_.cells : left_ - front_mines;
    }

private:
    struct Leaf {
        Window<double> front;
        double* rest;
        bool is_tilted;
    };

    static constexpr double smallest = 1e-305;  // stands for what is possible, however unlikely
    static constexpr int short_enough = 512;    // products of up to this length are not trimmed

    // The fewest and the most mines that the fronts can have.
    void measure() {
        least_ = most_ = 0;
        for (const Leaf& leaf : leaves_) {
            least_ += leaf.front.low;
            most_ += leaf.front.high();
        }
        if (unweighed_ != nullptr) {
            least_ = unweighed_->low;
            most_ = unweighed_->high;
        }
    }

    // --- without a total ------------------------------------------------------------------------

    Floating by_density() {
        for (const Leaf& leaf : leaves_) {
            outside_.assign(leaf.front.length, 1.0);
            hand_over(leaf, outside_.data(), nullptr);
        }
        floating_.risk = mines_.density;
        return floating_;
    }

    // The sum over m of C(f, m) / C(n, k + m), over f floating of n cells, is proportional to
    // 1 / C(n - f, k): it is a Beta integral. A floating cell is then mined in (k + 1) of
    // (n - f + 2) cases, as in Laplace's rule of succession.
    Floating by_any_number() {
        multiply_up(broad_cut);
        const Node root = nodes_.back();
        outside_.resize(inside_.size());
        double* const weight = outside_.data() + root.at;
        weigh_numbers(root, weight);
        double all = 0, mined = 0;
        for (int i = 0; i < root.length; ++i) {
            const double here = inside_[root.at + i] * weight[i];
            all += here;
            mined += here * (root.low + i + settled_ + 1);
        }
        if (!(all > 1e-280)) end(Outcome::unsupported);
        floating_.risk = mined / all / (not_floating() + 2);
        hand_down(false);
        return floating_;
    }

    double not_floating() const { return mines_.over - floating_.cells; }

    void weigh_numbers(const Node& root, double* weight) const {
        // 1 / C(n, k + 1) over 1 / C(n, k) is (k + 1) / (n - k): no factorial is ever formed. From
        // the middle outward, so that neither end overflows.
        const auto ratio = [&](int i) {
            const double mined = root.low + i + settled_;
            return (mined + 1) / (not_floating() - mined) / z_;
        };
        const int middle = root.length / 2;
        weight[middle] = 1;
        for (int i = middle; i + 1 < root.length; ++i) weight[i + 1] = weight[i] * ratio(i);
        for (int i = middle; i > 0; --i) weight[i - 1] = weight[i] / ratio(i - 1);
        normalise(weight, root.length);
    }

    // Where the fronts have as many mines as cells of that density would.
    double find_mode() const {
        // Bisection is enough: the tilt only has to put the peak within range, and moments are
        // cheap.
        double low = -30, high = 30;
        while (high - low > 0.01) {
            const double middle = (low + high) / 2, z = std::exp(middle);
            const bool is_low = least_ + moments(z).mean + settled_ > not_floating() * z / (1 + z);
            (is_low ? low : high) = middle;
        }
        return low;
    }

    // --- with a total ---------------------------------------------------------------------------

    Floating by_total() {
        if (is_least() || is_most()) return at_the_edge();
        if (is_tight()) find_possible();
        // With the tails cut, what is left at the given total may be too small to trust. That
        // happens when the tilt has missed the peak; then nothing is cut, which costs time but no
        // accuracy.
        for (const double cut : {narrow_cut, 0.0}) {
            multiply_up(cut);
            if (meet_total() > 1e-14 || !is_trimmed_) break;
        }
        hand_down(is_tight());
        return floating_;
    }

    // Every front has as few mines as it can, or as many.
    Floating at_the_edge() {
        // Only tilted fronts have added flags; the plain ones need none here.
        if (!possible_nodes_.empty()) find_possible();
        for (const auto& [front, rest, _] : leaves_) {
            // Read before the fill, for `rest` may be the same memory as the ways.
            const double first = 1 / front.ways[0], last = 1 / front.ways[front.length - 1];
            std::fill_n(rest, front.length, 0.0);
            if (is_least()) rest[0] = first;
            if (is_most()) rest[front.length - 1] = last;
        }
        floating_.can_be_mine = is_most();
        floating_.can_be_safe = is_least();
        floating_.risk = is_most() ? 1 : 0;
        return floating_;
    }

    // Of the number of mines above the fewest, in all fronts under the tilt z.
    Moments moments(double z) const {
        if (unweighed_ != nullptr) return unweighed_->measure(z);
        Moments sum;
        for (const auto& [front, rest, _] : leaves_) {
            if (front.length == 1) continue;
            const bool falls =
                z < 1;  // powers of what is below 1, from the end where it weighs most
            const double ratio = falls ? z : 1 / z;
            double power = 1, zeroth = 0, first = 0, second = 0;
            for (int i = 0; i < front.length; ++i, power *= ratio) {
                const double here = front.ways[falls ? i : front.length - 1 - i] * power;
                zeroth += here;
                first += here * i;
                second += here * i * i;
            }
            const double mean = first / zeroth;
            sum.mean += falls ? mean : front.length - 1 - mean;
            sum.variance += std::max(0.0, second / zeroth - mean * mean);
        }
        return sum;
    }

    // Newton's method for log z, on the logit of the mean: for the floating cells alone that is a
    // straight line. It need not be exact, only near enough to the peak.
    double find_mean() {
        const std::int64_t left = mines_.total - settled_;
        if (left < least_ || left > most_ + floating_.cells) end(Outcome::count_contradiction);
        left_ = static_cast<int>(left);
        if (is_least() || is_most()) return 0;
        const double range = most_ + floating_.cells - least_, wanted = left_ - least_;
        const double goal = std::log(wanted / (range - wanted));
        double log_z = goal;
        for (int i = 0; i < 50; ++i) {
            const double z = std::exp(log_z), density = z / (1 + z);
            Moments all = moments(z);
            all.mean += floating_.cells * density;
            all.variance += floating_.cells * density * (1 - density);
            const double off = all.mean - wanted, above = range - all.mean;
            // Within half a standard deviation of the peak is near enough: no weight that matters
            // is then small.
            if (off * off <= 0.25 * all.variance) break;
            if (!(all.mean > 0 && above > 0 && all.variance > 0)) break;
            const double slope = all.variance * range / (all.mean * above);
            const double step = (goal - std::log(all.mean / above)) / slope;
            // Steps are bounded because the mean is flat where a front is nearly full or empty, and
            // there Newton would overshoot; exp(600) is still a double.
            log_z = std::clamp(log_z + std::clamp(step, -20.0, 20.0), -600.0, 600.0);
        }
        return log_z;
    }

    // Lets the floating cells take the mines that the fronts leave; returns the weight of all.
    double meet_total() {
        const Node root = nodes_.back();
        outside_.resize(inside_.size());
        double* const weight = outside_.data() + root.at;
        choose_floating(root, weight);
        double all = 0, mined = 0;
        for (int i = 0; i < root.length; ++i) {
            const double here = inside_[root.at + i] * weight[i];
            all += here;
            mined += here * (left_ - root.low - i);
        }
        // So near the bottom of the range, smaller terms have underflowed already.
        if (!(all > 1e-280)) end(Outcome::unsupported);
        floating_.risk = floating_.cells > 0 ? mined / all / floating_.cells : 0;
        return all;
    }

    // For each number of mines in the fronts, in how many ways the floating cells hold the others,
    // tilted, and 1 at the peak. From one number to the next it is a ratio of small integers.
    void choose_floating(const Node& root, double* weight) const {
        const int cells = floating_.cells;
        const int first = std::max(0, left_ - cells - root.low);       // all of them are mines
        const int last = std::min(root.length - 1, left_ - root.low);  // none is
        std::fill_n(weight, root.length, 0.0);
        if (first > last) return;
        const double density = z_ / (1 + z_);
        const double likely = left_ - root.low - std::floor((cells + 1.0) * density);
        const int peak = static_cast<int>(std::clamp<double>(likely, first, last));
        const auto ratio = [&](int i) {  // of one mine less among the floating cells
            const double mined = left_ - root.low - i;
            return mined / (cells - mined + 1) / z_;
        };
        weight[peak] = 1;
        for (int i = peak; i < last; ++i) weight[i + 1] = weight[i] * ratio(i);
        for (int i = peak; i > first; --i) weight[i - 1] = weight[i] / ratio(i - 1);
    }

    // --- the tree of products -------------------------------------------------------------------

    void tabulate_powers() {
        int longest = 1;
        for (const Leaf& leaf : leaves_) longest = std::max(longest, leaf.front.length);
        powers_.resize(longest);
        const double ratio = z_ < 1 ? z_ : 1 / z_;
        double power = 1;
        for (double& entry : powers_) {
            entry = power;
            power *= ratio;
        }
    }

    double tilt(const Leaf& leaf, int i) const {
        return leaf.is_tilted ? 1 : powers_[z_ < 1 ? i : leaf.front.length - 1 - i];
    }

    void multiply_up(double cut) {
        nodes_.clear();
        inside_.clear();
        is_trimmed_ = false;
        for (const Leaf& leaf : leaves_) plant(leaf);
        if (leaves_.empty()) plant({{&one_, 0, 1}, nullptr, true});
        leaf_nodes_ = nodes_.count();
        // Nodes are a queue: each product is appended, so neighbours pair up and the tree is
        // balanced without being planned. Its last node is the root.
        for (int i = 0; i + 1 < nodes_.count(); i += 2) multiply(nodes_[i], nodes_[i + 1], cut);
    }

    void plant(const Leaf& leaf) {
        Node node{leaf.front.low, leaf.front.length, inside_.size(), 1};
        inside_.resize(node.at + node.length);
        for (int i = 0; i < node.length; ++i)
            inside_[node.at + i] = leaf.front.ways[i] * tilt(leaf, i);
        node.scale = normalise(&inside_[node.at], node.length);
        nodes_.push(node);
    }

    // Nodes by value: pushing the product may move the buffer that holds them.
    void multiply(const Node left, const Node right, double cut) {
        Node node{left.low + right.low, left.length + right.length - 1, inside_.size(), 1};
        inside_.resize(node.at + node.length);
        double* const product = &inside_[node.at];
        const double* const other = &inside_[right.at];
        std::fill_n(product, node.length, 0.0);
        for (int i = 0; i < left.length; ++i) {
            const double factor = inside_[left.at + i];
            for (int j = 0; j < right.length; ++j) product[i + j] += factor * other[j];
        }
        node.scale = normalise(product, node.length);
        // Short products are kept whole, so that boards of usual size are never trimmed at all.
        if (node.length > short_enough && cut > 0) trim(node, cut);
        nodes_.push(node);
    }

    void trim(Node& node, double cut) {
        const double* const ways = &inside_[node.at];
        int first = 0, last = node.length - 1;
        while (ways[first] < cut) ++first;
        while (ways[last] < cut) --last;
        is_trimmed_ |= last - first + 1 < node.length;
        node = {node.low + first, last - first + 1, node.at + first, node.scale};
    }

    // Scales by a power of two, so that the largest is between 1/2 and 1.
    static double normalise(double* ways, int length) {
        const double largest = *std::max_element(ways, ways + length);
        if (!(largest > 0)) end(Outcome::unsupported);
        int exponent;
        std::frexp(largest, &exponent);
        const double scale = std::ldexp(1.0, -exponent);
        if (exponent != 0)
            for (int i = 0; i < length; ++i) ways[i] *= scale;
        return scale;
    }

    void hand_down(bool is_limited) {
        // From the root down: parents come after their children.
        for (int i = nodes_.count() - 1; i >= leaf_nodes_; --i) {
            const Node left = nodes_[child(i)], right = nodes_[child(i) + 1];
            see_past(nodes_[i], right, left);
            see_past(nodes_[i], left, right);
        }
        for (int i = 0; i < leaves_.count(); ++i)
            hand_over(leaves_[i], &outside_[nodes_[i].at], is_limited ? possible_from(i) : nullptr);
    }

    // What is outside of `child`: what is outside of its parent, times its sibling.
    void see_past(const Node& parent, const Node& sibling, const Node& child) {
        double* const outside = &outside_[child.at];
        std::fill_n(outside, child.length, 0.0);
        // The parent's window may have been trimmed.
        const int shift = child.low + sibling.low - parent.low;
        for (int j = 0; j < sibling.length; ++j) {
            const double factor = inside_[sibling.at + j];
            const int first = std::max(0, -shift - j);
            const int last = std::min(child.length, parent.length - shift - j);
            const double* const above = outside_.data() + parent.at + shift + j;
            for (int i = first; i < last; ++i) outside[i] += factor * above[i];
        }
        normalise(outside, child.length);
    }

    // Tells a front the weights of everything else. Where they have underflowed, but there is a
    // layout, the smallest number stands in for them.
    void hand_over(const Leaf& leaf, const double* outside, const Flag* possible) {
        const auto& [ways, low, length] = leaf.front;
        double largest = 0;
        for (int i = 0; i < length; ++i) largest = std::max(largest, ways[i] * tilt(leaf, i));
        int exponent;
        std::frexp(largest, &exponent);
        const double scale = std::ldexp(1.0, -exponent);
        factors_.resize(length);
        double peak = 0;
        for (int i = 0; i < length; ++i) {
            factors_[i] = tilt(leaf, i) * scale;
            peak = std::max(peak, ways[i] * factors_[i] * outside[i]);
        }
        // The peak of front and outside together, not of either alone: they may peak far apart.
        if (!(peak > 1e-280)) end(Outcome::unsupported);
        for (int i = 0; i < length; ++i) {
            const bool has_layout = ways[i] > 0 && (possible == nullptr || possible[i].is_on);
            leaf.rest[i] = has_layout ? std::max(smallest, outside[i] / peak * factors_[i]) : 0;
        }
    }

    // --- what is possible -----------------------------------------------------------------------

    // The same tree in yes and no. Finds which numbers of mines of each front can be completed, and
    // whether the floating cells can be mines, or safe.
    void find_possible() {
        if (possible_nodes_.empty()) ask_leaves();
        leaf_nodes_ = possible_nodes_.count();
        for (int i = 0; i + 1 < possible_nodes_.count(); i += 2)
            add_up(possible_nodes_[i], possible_nodes_[i + 1]);
        meet_possible();
        for (int i = possible_nodes_.count() - 1; i >= leaf_nodes_; --i) {
            const Node left = possible_nodes_[child(i)], right = possible_nodes_[child(i) + 1];
            take_away(possible_nodes_[i], right, left);
            take_away(possible_nodes_[i], left, right);
        }
    }

    // Plain weights are zero only for what cannot be.
    void ask_leaves() {
        for (const auto& [front, rest, _] : leaves_) {
            possible_nodes_.push({front.low, front.length, possible_.size(), 1});
            for (int i = 0; i < front.length; ++i) possible_.push(Flag(front.ways[i] > 0));
        }
        if (!leaves_.empty()) return;
        possible_nodes_.push({0, 1, 0, 1});
        possible_.push(Flag(1));
    }

    void add_up(const Node left, const Node right) {
        const Node node{left.low + right.low, left.length + right.length - 1, possible_.size(), 1};
        possible_.resize(node.at + node.length);
        if (is_full(left)) add_run(left.length, right, node);
        else if (is_full(right)) add_run(right.length, left, node);
        else add_each(left, right, node);
        possible_nodes_.push(node);
    }

    // Nearly all but the leaves are full: every number between the fewest and the most can be.
    bool is_full(const Node& node) const {
        const Flag* const first = &possible_[node.at];
        return std::all_of(first, first + node.length, [](Flag each) { return each.is_on; });
    }

    void add_each(const Node& left, const Node& right, const Node& node) {
        Flag* const sum = &possible_[node.at];
        const Flag* const other = &possible_[right.at];
        std::fill_n(sum, node.length, Flag());
        for (int i = 0; i < left.length; ++i)
            if (possible_[left.at + i].is_on)
                for (int j = 0; j < right.length; ++j) sum[i + j] += other[j];
    }

    // The same with a full node of this length: a sum is possible if one of the last `length` is.
    void add_run(int length, const Node& other, const Node& node) {
        for (int i = 0, last = -length; i < node.length; ++i) {
            if (i < other.length && possible_[other.at + i].is_on) last = i;
            possible_[node.at + i] = Flag(i - last < length);
        }
    }

    void meet_possible() {
        possible_outside_.assign(possible_.size(), Flag());
        const Node root = possible_nodes_.back();
        bool is_met = floating_.can_be_mine = floating_.can_be_safe = false;
        for (int i = 0; i < root.length; ++i) {
            const int rest = left_ - root.low - i;
            if (rest < 0 || rest > floating_.cells) continue;
            possible_outside_[root.at + i] = Flag(1);
            if (!possible_[root.at + i].is_on) continue;
            is_met = true;
            floating_.can_be_mine |= rest > 0;
            floating_.can_be_safe |= rest < floating_.cells;
        }
        if (!is_met) end(Outcome::count_contradiction);
    }

    void take_away(const Node& parent, const Node& sibling, const Node& child) {
        if (is_full(sibling)) return take_run_away(parent, sibling.length, child);
        Flag* const outside = &possible_outside_[child.at];
        for (int j = 0; j < sibling.length; ++j) {
            if (!possible_[sibling.at + j].is_on) continue;
            const Flag* const above = &possible_outside_[parent.at + j];
            for (int i = 0; i < child.length; ++i) outside[i] += above[i];
        }
    }

    void take_run_away(const Node& parent, int length, const Node& child) {
        for (int i = parent.length - 1, next = parent.length + length; i >= 0; --i) {
            if (possible_outside_[parent.at + i].is_on) next = i;
            if (i < child.length) possible_outside_[child.at + i] = Flag(next - i < length);
        }
    }

    // As possible_outside, but from the fewest mines of the leaf, some of which may have been
    // trimmed.
    const Flag* possible_from(int leaf) const {
        return possible_outside(leaf) + (leaves_[leaf].front.low - possible_nodes_[leaf].low);
    }

    Mines mines_;
    int settled_ = 0;
    Floating floating_;
    int least_ = 0, most_ = 0;  // mines in the fronts
    int left_ = 0;              // mines in the fronts and the floating cells
    double z_ = 1;
    double one_ = 1;
    bool is_trimmed_ = false;
    int leaf_nodes_ = 0;
    Buffer<Leaf> leaves_;
    Unweighed* unweighed_ = nullptr;
    Buffer<double> powers_;  // of z, or of 1 / z if that is below 1
    Buffer<double> factors_;
    Buffer<Node> nodes_;
    Buffer<double> inside_, outside_;
    Buffer<Node> possible_nodes_;
    Buffer<Flag> possible_, possible_outside_;
};

}  // namespace mineproof
