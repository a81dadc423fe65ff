// Compares rng.hpp with numbers computed independently.
//
// They come from Python's big integers, by the published definitions of the generators.
#include <cstdint>
#include <numeric>
#include <vector>

#include "base/rng.hpp"
#include "tests/check.hpp"

using mineproof::Rng;
using mineproof::SplitMix64;
using Numbers = std::vector<std::uint64_t>;

namespace {

template <class Draw>
Numbers several(std::size_t count, Draw draw) {
    Numbers numbers(count);
    for (auto& number : numbers) number = draw();
    return numbers;
}

Numbers words(std::uint64_t seed) {
    Rng rng(seed);
    return several(4, [&] { return rng.next(); });
}

Numbers below(std::uint64_t limit) {
    Rng rng(42);
    return several(6, [&] { return rng.below(limit); });
}

void splitmix_follows_its_definition() {
    SplitMix64 split(1234567);
    CHECK(several(5, [&] { return split.next(); }) ==
          Numbers({6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                   4593380528125082431u, 16408922859458223821u}));
}

void xoshiro_follows_its_definition() {
    CHECK(words(0) == Numbers({0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0,
                               0x6aa594f1262d2d2c}));
    CHECK(words(42) == Numbers({0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1,
                                0xecb8ad4703b360a1}));
    CHECK(words(UINT64_MAX) == Numbers({0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e,
                                        0xbf658d7e065f3c2f}));
}

void below_redraws_what_would_bias_it() {
    CHECK(below(1) == Numbers({0, 0, 0, 0, 0, 0}));
    CHECK(below(6) == Numbers({0, 2, 4, 5, 5, 4}));
    // Nearly half of all draws are rejected here: seven on the way to these six.
    CHECK(below((1ull << 63) + 1) ==
          Numbers({9147776489032658738u, 7099593415032875292u, 6633989454467100377u,
                   7022439175346172479u, 2681029139591840946u, 7388145106668446555u}));
    CHECK(below(UINT64_MAX) ==
          Numbers({1546998764402558741u, 6990951692964543101u, 12544586762248559008u,
                   17057574109182124192u, 18295552978065317475u, 14199186830065750583u}));
}

void choose_draws_without_repeats() {
    std::vector<int> cells(81);
    std::iota(cells.begin(), cells.end(), 0);
    CHECK(Rng(42).choose(cells, 10) == std::vector({6, 31, 55, 75, 80, 63, 59, 69, 5, 51}));
    CHECK(Rng(7).choose(std::vector({9, 8, 7, 6}), 4) == std::vector({7, 8, 6, 9}));
    CHECK(Rng(7).choose(cells, 0).empty());
}

}  // namespace

int main() {
    splitmix_follows_its_definition();
    xoshiro_follows_its_definition();
    below_redraws_what_would_bias_it();
    choose_draws_without_repeats();
}
