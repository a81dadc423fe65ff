// The random numbers of src/mineproof/board/rng.py, bit for bit.
//
// xoshiro256** seeded by SplitMix64, Lemire's unbiased range, a partial Fisher-Yates shuffle;
// rng.py names the sources.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace mineproof {

class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_;
};

class Rng {
public:
    explicit Rng(std::uint64_t seed) {
        SplitMix64 words(seed);
        for (auto& word : state_) word = words.next();
    }

    // The next 64 random bits.
    std::uint64_t next() {
        auto& [a, b, c, d] = state_;
        const std::uint64_t result = std::rotl(b * 5, 7) * 9;
        const std::uint64_t shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = std::rotl(d, 45);
        return result;
    }

    // A number from 0 to limit - 1, each equally likely; limit is at least 1.
    std::uint64_t below(std::uint64_t limit) {
        assert(limit > 0);
        Wide product = widen(limit);
        if (low(product) < limit) {
            const std::uint64_t threshold = (0 - limit) % limit;  // (2^64 - limit) mod limit
            while (low(product) < threshold) product = widen(limit);
        }
        return static_cast<std::uint64_t>(product >> 64);
    }

    // Puts `count` different entries of a deck to its front, each selection and order equally
    // likely; count is at most the deck's size.
    template <class Entry>
    void draw(Entry* deck, std::size_t size, std::size_t count) {
        assert(count <= size);
        for (std::size_t i = 0; i < count; ++i) std::swap(deck[i], deck[i + below(size - i)]);
    }

    // The same as a new vector.
    template <class Entry>
    std::vector<Entry> choose(std::vector<Entry> pool, std::size_t count) {
        draw(pool.data(), pool.size(), count);
        pool.resize(count);
        return pool;
    }

private:
    __extension__ using Wide = unsigned __int128;

    Wide widen(std::uint64_t limit) { return static_cast<Wide>(next()) * limit; }
    static std::uint64_t low(Wide product) { return static_cast<std::uint64_t>(product); }

    std::array<std::uint64_t, 4> state_;
};

}  // namespace mineproof
