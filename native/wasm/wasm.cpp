// The memory that the host and the module share, and what needs no count.
#include "wasm/wasm.hpp"

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "base/rng.hpp"

namespace mineproof::wasm {

Buffer<std::uint8_t> asked;
Reply reply;

namespace {

constexpr std::uint32_t most_asked = 1 << 28;  // bytes of a request

void random_mines(Request request) {
    const int size = request.number("cells", 1, max_cells);
    const std::int64_t wish = request.number();
    const std::uint64_t seed = request.seed();
    const Numbers clear = request.numbers();
    std::vector<bool> is_clear(static_cast<std::size_t>(size));
    for (std::int64_t i = 0; i < clear.count(); ++i)
        is_clear[static_cast<std::size_t>(in_range("clear cell", clear[i], 0, size - 1))] = true;
    std::vector<int> pool;
    for (int cell = 0; cell < size; ++cell)
        if (!is_clear[static_cast<std::size_t>(cell)]) pool.push_back(cell);
    const int mines = in_range("mines", wish, 0, static_cast<std::int64_t>(pool.size()));
    reply.numbers(Rng(seed).choose(std::move(pool), static_cast<std::size_t>(mines)));
}

}  // namespace
}  // namespace mineproof::wasm

using namespace mineproof::wasm;

// Where to write a request of this many bytes; 0 if there is no room for it.
MINEPROOF_EXPORT(reserve) std::uint8_t* reserve(std::uint32_t size) try {
    if (size > most_asked) return nullptr;
    asked.reserve(1);  // so that an empty request is somewhere too
    asked.resize(size);
    return asked.data();
} catch (const std::bad_alloc&) {
    return nullptr;
}

// Where the last reply is.
MINEPROOF_EXPORT(reply) const std::uint8_t* reply_at() { return reply.bytes().data(); }

MINEPROOF_EXPORT(random_mines) std::uint32_t random_mines_(std::uint32_t size) {
    return answer(size, random_mines);
}
