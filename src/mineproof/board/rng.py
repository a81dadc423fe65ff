"""Random numbers that are the same on every platform and Python version, and in the kernel.

The generator is xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number
generators", 2021); SplitMix64 (Steele, Lea and Flood, 2014) fills its four words of state from
one 64-bit seed. `below` maps a draw to a range without bias by Lemire's multiplication ("Fast
random integer generation in an interval", 2019); `choose` is a partial Fisher-Yates shuffle.
`native/base/rng.hpp` repeats all of it in C++.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from mineproof.errors import BadInput, BadSetting

State: TypeAlias = tuple[int, int, int, int]

_MASK = (1 << 64) - 1
MAX_SEED = _MASK


def check_seed(seed: object) -> int:
    """Return a seed; raise BadSetting unless it fits 64 bits."""
    if not (isinstance(seed, int) and 0 <= seed <= MAX_SEED):
        raise BadSetting(f"seed {seed} is out of range; expected 0 to 2**64 - 1")
    return seed


class Rng:
    """A stream of random numbers, fully determined by its seed.

    >>> Rng(42).choose(range(10), 3) == Rng(42).choose(range(10), 3)
    True
    """

    def __init__(self, seed: int) -> None:
        """Start the stream of `seed`; raise BadSetting unless it fits 64 bits."""
        self.seed = check_seed(seed)
        self._state = _splitmix(seed)

    @property
    def state(self) -> State:
        """Where the stream is; streams in the same state go on alike."""
        return self._state

    @classmethod
    def at(cls, state: State) -> Rng:
        """Return a stream that goes on from a state."""
        rng = cls(0)
        rng._state = state
        return rng

    def next(self) -> int:
        """Return the next 64 random bits."""
        a, b, c, d = self._state
        result = _rotate(b * 5 & _MASK, 7) * 9 & _MASK
        c ^= a
        d ^= b
        self._state = (a ^ d, b ^ c, c ^ (b << 17 & _MASK), _rotate(d, 45))
        return result

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1, uniformly; raise BadInput on a bad limit."""
        if not 0 < limit <= 1 << 64:
            raise BadInput(f"a random number below {limit}; expected a limit of 1 to 2**64")
        product = self.next() * limit
        if product & _MASK < limit:
            threshold = (1 << 64) % limit
            while product & _MASK < threshold:
                product = self.next() * limit
        return product >> 64

    def choose(self, pool: Sequence[int], count: int) -> list[int]:
        """Return `count` different entries of `pool`, each selection and order equally likely.

        Raises BadInput when the pool is too small.
        """
        deck = list(pool)
        if not 0 <= count <= len(deck):
            raise BadInput(f"{count} of {len(deck)} entries to choose; expected 0 to {len(deck)}")
        for i in range(count):
            j = i + self.below(len(deck) - i)
            deck[i], deck[j] = deck[j], deck[i]
        return deck[:count]


def _splitmix(seed: int) -> State:
    words = []
    for i in range(1, 5):
        z = (seed + i * 0x9E3779B97F4A7C15) & _MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        words.append(z ^ z >> 31)
    return words[0], words[1], words[2], words[3]


def _rotate(word: int, by: int) -> int:
    return (word << by | word >> (64 - by)) & _MASK
