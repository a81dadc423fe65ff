// Exact integers: how many layouts each front has, by number of mines, and how many of them mine a
// given cell.
//
// The caller combines the fronts, in integers of any size.
#pragma once

#include <cmath>

#include "base/buffer.hpp"
#include "base/wide.hpp"
#include "count/count.hpp"
#include "count/numbers.hpp"
#include "count/weigh.hpp"

namespace mineproof {

class Tally {
public:
    // What is counted of a front: `length` numbers for low, low + 1, ... mines, and as many again
    // for each of its boxes: the layouts in which a given cell of the box is a mine.
    struct Part {
        int low, length;
        Offset ways;
        int first_box, last_box;  // in `boxes`
    };

    // Counts the fronts of what `counter` has counted; ends as unsupported if a number might not
    // fit.
    void count(Counter& counter) {
        parts.clear();
        boxes.clear();
        ways.clear();
        for (const Front& front : counter.structure().fronts) check(counter, front);
        wide_.start(true);
        for (const Front& front : counter.structure().fronts)
            wide_.forward(counter.structure(), front, counter.folded(), counter.work);
        wide_.turn(counter.structure(), counter.work);
        shares_.resize(counter.folded().box_count());
        for (const Front& front : counter.structure().fronts) tell(counter, front);
    }

    Buffer<Part> parts;
    Buffer<int> boxes;
    Buffer<Wide> ways;

private:
    // No weight is larger than the number of layouts of its front, except in states that lead
    // nowhere; an overflow there does no harm, since it never leaves them. Times the size of a box
    // it must fit as well.
    static constexpr double most_layouts = 0x1p+100;
    static constexpr int largest_box = 100;

    void check(Counter& counter, const Front& front) {
        if (counter.tilt_of(front) != nullptr) end(Outcome::unsupported);
        const Structure& structure = counter.structure();
        for (int i = front.first_step; i < front.last_step; ++i)
            if (const Step& step = structure.steps[i]; !step.is_join())
                if (counter.folded().sizes[step.box] > largest_box) end(Outcome::unsupported);
        double layouts = 0;
        const Window<double> all = counter.weigher().window(structure.last_state(front));
        for (int i = 0; i < all.length; ++i) layouts += all.ways[i];
        if (!(layouts < most_layouts)) end(Outcome::unsupported);
    }

    void tell(Counter& counter, const Front& front) {
        const Structure& structure = counter.structure();
        const Offset last = structure.last_state(front);
        const Window<Wide> all = wide_.window(last);
        Part part{all.low, all.length, ways.size(), boxes.count(), 0};
        for (int i = front.first_step; i < front.last_step; ++i)
            if (!structure.steps[i].is_join()) boxes.push(structure.steps[i].box);
        part.last_box = boxes.count();
        ways.resize(part.ways + Offset{all.length} * (1 + part.last_box - part.first_box));
        std::copy_n(all.ways, all.length, &ways[part.ways]);
        for (int k = 0; k < all.length; ++k) {
            std::fill_n(wide_.rest(last), all.length, Wide{0});
            wide_.rest(last)[k] = 1;
            wide_.backward(structure, front, counter.folded(), counter.work, shares_);
            Offset at = part.ways + k;
            for (int i = part.first_box; i < part.last_box; ++i) {
                const auto size = static_cast<Wide>(counter.folded().sizes[boxes[i]]);
                ways[at += all.length] = shares_[boxes[i]].mined / size;
            }
        }
        parts.push(part);
    }

    Weigher<Wide> wide_;
    Buffer<Share<Wide>> shares_;
};

}  // namespace mineproof
