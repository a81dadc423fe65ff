// How likely a guess and the next one are survived: two moves, with exact probabilities.
//
// A guess shows a number, and each number leaves another position. If that has a cell that is
// certainly safe, play goes on; if not, the best that can be said at this depth is the risk of its
// safest cell. The survival of a guess is the sum, over the numbers, of the probability that it is
// safe and shows this number, times 1 or the safety of the next guess.
//
// A position is counted for each number, but only its touched part: the fronts of the cell and of
// its neighbours, which the new number joins, and the neighbours that floated. Everything else is
// as it was; outside.hpp holds its weights.
//
// Cells are taken in the order of their risk. A guess is not survived more often than it is safe,
// so the search ends when no remaining cell could be the best; and it abandons a cell when the
// numbers seen so far have cost it too much. A dead cell, which can show only one number, is never
// taken while there is another: nothing is learned from it, so it may as well wait.
//
// As long as no zero has been seen, most of the board still floats, and a guess is worth more if it
// opens something. Then a certain next move counts a little more than 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/buffer.hpp"
#include "board/board.hpp"
#include "count/count.hpp"
#include "count/reason.hpp"
#include "strategist/guess.hpp"
#include "strategist/outside.hpp"

namespace mineproof {

// By many games: a guess with a score higher by 1 part in 100 wins 0.7 parts more often.
constexpr double slope_of_wins = 0.7;
constexpr double usual_win = 0.45;  // the chance to win where guesses are compared

class Lookahead {
public:
    // What may come after a cell, if it is safe.
    struct Outlook {
        double clear = 0;    // how likely no unsettled neighbour is a mine
        double certain = 0;  // how likely the next move is certain
        double danger = 0;   // the risk of the next move
        double entropy = 0;  // what the number tells, in bits
    };

    // What is thought of a cell.
    struct Candidate {
        int cell;
        double risk;
        int covered;  // cells around it
        double survival = 0;
        double score = 0;  // the same, if a certain next move counts more than 1
        bool is_dead = false;
        Outlook outlook{};
        double advantage = 0;  // in chances to win, over the others; by the learned value

        double safety() const { return 1 - risk; }

        // In proportion to how often it should win, by all that is known before any playout.
        double promise() const {
            return std::pow(score, slope_of_wins) * std::exp(advantage / usual_win);
        }
    };

    double bonus = 1.15;  // what a certain next move counts before a zero has been seen

    // Weighs the cells that might be among the best `most`, with a score of at least `window` times
    // the best; false if the position is too large.
    // Afterwards `candidates` holds those, best first, without any that are `excluded`; before all
    // others the cell that is to be taken `at_once`, if there is one. Ends as a count may.
    bool weigh(Reasoner& reasoner, int most, const Buffer<bool>* excluded = nullptr,
               int at_once = none, double window = 0) {
        reasoner_ = &reasoner;
        excluded_ = excluded;
        window_ = window;
        if (!start()) return false;
        list_candidates();
        best_.assign(most, 0.0);
        const int first = take(at_once);
        int weighed = first;
        for (; weighed < candidates_.count() && first < most; ++weighed) {
            Candidate& candidate = candidates_[weighed];
            // Candidates are in the order of their safety, which bounds the score; so all the
            // others are out, too.
            if (candidate.safety() * certain_ <= bar()) break;
            weigh(candidate);
            // Dead cells must not raise the bar, since they come after all others.
            if (!candidate.is_dead) note(candidate.score * (1 + tie));
        }
        candidates_.resize(weighed);
        std::stable_sort(candidates_.begin() + first, candidates_.end(), is_better);
        candidates_.resize(std::min(weighed, most));
        return true;
    }

    const Buffer<Candidate>& candidates() const { return candidates_; }
    Buffer<Candidate>& candidates() { return candidates_; }

private:
    static bool is_better(const Candidate& one, const Candidate& other) {
        if (one.is_dead != other.is_dead) return other.is_dead;
        return std::llround(one.score / tie) > std::llround(other.score / tie);
    }

    // Puts a cell before all others and weighs it, if there is one; returns how many.
    int take(int cell) {
        if (cell == none) return 0;
        Candidate* const taken = std::find_if(candidates_.begin(), candidates_.end(),
                                              [&](const Candidate& c) { return c.cell == cell; });
        std::rotate(candidates_.begin(), taken, taken + 1);
        weigh(candidates_[0]);
        return 1;
    }

    // What a score must exceed to be of interest.
    double bar() const { return std::max(best_.back(), window_ * best_[0]); }

    // Keeps the best scores in order.
    void note(double score) {
        for (double& best : best_)
            if (score > best) std::swap(score, best);
    }

    // --- the position ---------------------------------------------------------------------------

    bool start() {
        reasoner_->risks();
        Counter& counter = reasoner_->counter();
        if (counter.clues().numbered() > Outside::most_cells ||
            counter.structure().fronts.count() > Outside::most_fronts)
            return false;
        counter_.work = counter.work;
        certain_ = reasoner_->has_opening() ? 1 : bonus;
        outside_.start(counter, reasoner_->mines_left());
        all_ = outside_.all();
        reasoner_->list_counted(cells_);
        number_.assign(reasoner_->board().cells() + 1, none);
        for (int i = 0; i < cells_.count(); ++i) number_[cells_[i]] = i;
        sort_clues(counter);
        return true;
    }

    bool floats(int number) const { return number >= reasoner_->counter().clues().numbered(); }

    // For each front its clues, and for each numbered cell its front.
    void sort_clues(Counter& counter) {
        const Structure& structure = counter.structure();
        const Folded& folded = counter.folded();
        box_front_.resize(folded.box_count());
        for (int front = 0; front < structure.fronts.count(); ++front)
            for (int i = structure.fronts[front].first_step; i < structure.fronts[front].last_step;
                 ++i)
                if (!structure.steps[i].is_join()) box_front_[structure.steps[i].box] = front;
        const Clues& clues = counter.clues();
        clue_front_.resize(clues.needs.count());
        for (int clue = 0; clue < clues.needs.count(); ++clue)
            clue_front_[clue] = front_of(clues.cells[clue][0]);
    }

    int front_of(int number) const {
        return box_front_[reasoner_->counter().folded().home[number]];
    }

    // --- candidates -----------------------------------------------------------------------------

    // Lists the cells, the safest first. Floating cells that touch only floating cells differ only
    // in how many; one of each kind is listed.
    void list_candidates() {
        const Reasoner::Risks known = reasoner_->risks();
        candidates_.clear();
        for (int i = 0; i < known.cells.count(); ++i)
            if (!is_excluded(known.cells[i])) add(known.cells[i], known.risks[i]);
        if (known.floating > 0) add_floating(known.floating_risk);
        std::sort(candidates_.begin(), candidates_.end(), is_before);
    }

    bool is_excluded(int cell) const { return excluded_ != nullptr && (*excluded_)[cell]; }

    // Risks that differ by rounding alone are the same.
    static bool is_before(const Candidate& a, const Candidate& b) {
        const auto one = std::llround(a.risk / tie), other = std::llround(b.risk / tie);
        if (one != other) return one < other;
        return a.covered != b.covered ? a.covered < b.covered : a.cell < b.cell;
    }

    void add(int cell, double risk) {
        candidates_.push({cell, risk, reasoner_->covered_around(cell)});
    }

    void add_floating(double risk) {
        std::uint32_t seen = 0;
        for (int i = reasoner_->counter().clues().numbered(); i < cells_.count(); ++i) {
            const int cell = cells_[i];
            if (is_excluded(cell)) continue;
            int around = 0;
            bool is_far = true;
            for (const int near : reasoner_->board().near(cell)) {
                if (number_[near] == none) continue;
                ++around;
                is_far &= floats(number_[near]);
            }
            // Cells far from any clue are alike but for the number of neighbours.
            if (is_far && (seen >> around & 1)) continue;
            if (is_far) seen |= 1u << around;
            add(cell, risk);
        }
    }

    // --- one cell -------------------------------------------------------------------------------

    void weigh(Candidate& candidate) {
        pose(candidate.cell);
        double left = candidate.safety();  // the chance of the numbers not seen yet
        int numbers = 0;
        for (int mines = 0; mines <= around_ && left > negligible; ++mines) {
            // Only the number changes from one position to the next, so the problem is posed once.
            if (around_ > 0) needs_.back() = mines;
            const Leaf leaf = visit();
            if (leaf.chance == 0) continue;
            ++numbers;
            left -= leaf.chance;
            candidate.survival += leaf.chance * (1 - leaf.risk);
            candidate.score += leaf.chance * (leaf.risk == 0 ? certain_ : 1 - leaf.risk);
            look(candidate.outlook, mines, leaf.chance / candidate.safety(), leaf.risk);
            if (candidate.score + std::max(left, 0.0) * certain_ < bar()) break;
        }
        candidate.is_dead = numbers == 1 && left <= negligible;
    }

    static void look(Outlook& outlook, int mines, double chance, double risk) {
        if (mines == 0) outlook.clear = chance;
        if (risk == 0) outlook.certain += chance;
        outlook.danger += chance * risk;
        outlook.entropy -= chance * std::log2(chance);
    }

    static constexpr double negligible = 1e-12;

    // Poses the problem that is left once a cell is open: its last clue is the number.
    void pose(int cell) {
        const Clues& clues = reasoner_->counter().clues();
        find_touched(cell);
        local_.resize(cells_.count());
        std::fill(local_.begin(), local_.end(), none);
        count_ = 0;
        starts_.clear();
        lists_.clear();
        needs_.clear();
        starts_.push(0);
        const int self = number_[cell];
        for (int clue = 0; clue < clues.needs.count(); ++clue) {
            if (!(touched_ >> clue_front_[clue] & 1)) continue;
            for (const int number : clues.cells[clue])
                // The cell itself is safe, so it leaves its clues and their needs stay the same.
                if (number != self) lists_.push(local(number));
            starts_.push(lists_.count());
            needs_.push(clues.needs[clue]);
        }
        absorbed_ = floats(self);
        more_ = 0;
        around_ = 0;
        for (const int near : reasoner_->board().near(cell)) {
            const int number = number_[near];
            if (number == none) continue;
            ++around_;
            more_ += floats(number);
            lists_.push(local(number));
        }
        absorbed_ += more_;
        if (around_ > 0) {
            starts_.push(lists_.count());
            needs_.push(0);
        }
        problem_ = {count_, needs_.count(), starts_.data(), lists_.data(), needs_.data()};
    }

    void find_touched(int cell) {
        touched_ = 0;
        touch(number_[cell]);
        for (const int near : reasoner_->board().near(cell)) touch(number_[near]);
    }

    void touch(int number) {
        if (number != none && !floats(number)) touched_ |= Outside::Fronts{1} << front_of(number);
    }

    int local(int number) {
        if (local_[number] == none) local_[number] = count_++;
        return local_[number];
    }

    // --- one number -----------------------------------------------------------------------------

    // How likely a number is, and the risk of the safest move then; 0 if none is needed.
    struct Leaf {
        double chance;
        double risk;
    };

    Leaf visit() {
        const Outcome outcome = counter_.count_apart(problem_);
        if (outcome == Outcome::contradiction) return {0, 0};
        if (outcome != Outcome::counted) end(outcome);
        floating_ = reasoner_->counter().clues().floating() - absorbed_;
        view_ = outside_.view(touched_, floating_, more_);
        multiply_fronts();
        double weight = 0;
        for (int k = 0; k < ways_.count(); ++k) weight += ways_[k] * outside(low_ + k);
        if (weight == 0) return {0, 0};
        return {weight / all_, has_safe() ? 0 : least_risk(weight)};
    }

    // The weight of everything outside for a number of mines in the touched cells.
    double outside(int mines) const {
        const int i = mines - view_.low;
        return i < 0 || i >= view_.length ? 0 : outside_.weights(view_)[i];
    }

    bool has_safe() const {
        for (const Known known : counter_.clues().known)
            if (known == Known::safe) return true;
        return false;
    }

    // The touched fronts, which may have fallen apart, as one polynomial.
    void multiply_fronts() {
        ways_.assign(1, 1.0);
        low_ = counter_.clues().mines;
        for (int i = 0; i < counter_.structure().fronts.count(); ++i) {
            multiply(ways_, counter_.ways_of(i), factor_);
            std::swap(ways_, factor_);
            low_ += counter_.ways_of(i).low;
        }
    }

    static void multiply(const Buffer<double>& one, const Window<double>& two,
                         Buffer<double>& product) {
        product.assign(one.size() + two.length - 1, 0.0);
        for (int a = 0; a < one.count(); ++a)
            for (int b = 0; b < two.length; ++b) product[a + b] += one[a] * two.ways[b];
    }

    // The risk of the safest cell, where everything has this weight; 0 if all remaining cells are
    // mines.
    double least_risk(double weight) {
        double least = weight;
        const auto consider = [&](double mined) { least = std::min(least, mined); };
        consider_outside(consider);
        if (least > 0) consider_touched(consider);
        return least > weight * (1 - negligible) ? 0 : least / weight;
    }

    template <class Consider>
    void consider_outside(Consider consider) {
        clip({ways_.data(), low_, ways_.count()}, [&](const Window<double>& ways) {
            const double* const mined = outside_.mined(view_) + (ways.low - view_.low);
            double sum = 0;
            for (int k = 0; k < ways.length; ++k) sum += ways.ways[k] * mined[k];
            if (floating_ > 0) consider(sum);
            outside_.for_each_mined(view_, ways, consider);
        });
    }

    // The part of a window that lies within the view.
    template <class Use>
    void clip(Window<double> window, Use use) const {
        const int first = std::max(window.low, view_.low);
        const int last = std::min(window.high(), view_.low + view_.length - 1);
        if (first > last) return;
        use({window.ways + (first - window.low), first, last - first + 1});
    }

    template <class Consider>
    void consider_touched(Consider consider) {
        const int fronts = counter_.structure().fronts.count();
        for (int i = 0; i < fronts; ++i) set_rest(i, fronts);
        const Buffer<Share<double>>& shares = counter_.spread();
        for (int box = 0; box < shares.count(); ++box)
            consider(shares[box].mined / counter_.folded().sizes[box]);
    }

    // What is outside of one of the fronts that the touched ones have become.
    void set_rest(int front, int fronts) {
        others_.assign(1, 1.0);
        int low = counter_.clues().mines;
        for (int i = 0; i < fronts; ++i) {
            if (i == front) continue;
            multiply(others_, counter_.ways_of(i), factor_);
            std::swap(others_, factor_);
            low += counter_.ways_of(i).low;
        }
        const Window<double> ways = counter_.ways_of(front);
        double* const rest = counter_.rest_of(front);
        for (int j = 0; j < ways.length; ++j) {
            double sum = 0;
            for (int i = 0; i < others_.count(); ++i)
                sum += others_[i] * outside(low + i + ways.low + j);
            rest[j] = sum;
        }
    }

    Reasoner* reasoner_ = nullptr;
    const Buffer<bool>* excluded_ = nullptr;
    Counter counter_;
    Outside outside_;
    Outside::View view_{};
    double certain_ = 1;
    double all_ = 0;       // the weight of everything
    Buffer<double> best_;  // the best scores so far
    double window_ = 0;
    Buffer<Candidate> candidates_;
    Buffer<int> cells_;   // of the board, as the reasoner's counter has them
    Buffer<int> number_;  // for each cell of the board, its place there
    Buffer<int> box_front_, clue_front_;
    Outside::Fronts touched_ = 0;
    int around_ = 0;    // unsettled neighbours of the cell
    int more_ = 0;      // of them, those that floated
    int absorbed_ = 0;  // cells that floated and do so no more
    int floating_ = 0;  // cells that still float
    int count_ = 0;
    Buffer<int> local_, starts_, lists_;
    Buffer<std::int64_t> needs_;
    Problem problem_{};
    int low_ = 0;
    Buffer<double> ways_, factor_, others_;
};

}  // namespace mineproof
