// Unsigned integers of 128 bits.
#pragma once

namespace mineproof {

__extension__ using Wide = unsigned __int128;

}  // namespace mineproof
