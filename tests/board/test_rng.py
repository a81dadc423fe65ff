"""The same numbers everywhere: held to the published algorithms, and uniform."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategies import seeds
from tests.uniformity import deviation

from mineproof.board.rng import MAX_SEED, Rng
from mineproof.errors import BadInput, BadSetting

WORD = 2**64

# The definitions are those of prng.di.unimi.it: splitmix64.c and xoshiro256starstar.c (Vigna;
# Blackman and Vigna). Written down here once more, step for step as there.


def splitmix64(x: int) -> Iterator[int]:
    while True:
        x = (x + 0x9E3779B97F4A7C15) % WORD
        z = x
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % WORD
        yield z ^ (z >> 31)


def xoshiro256starstar(s: list[int]) -> Iterator[int]:
    def rotl(x: int, k: int) -> int:
        return ((x << k) % WORD) | (x >> (64 - k))

    while True:
        result = (rotl((s[1] * 5) % WORD, 7) * 9) % WORD
        t = (s[1] << 17) % WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        yield result


def lemire(draws: Iterator[int], limit: int) -> int:
    """Return a number below `limit`: the method of the paper, without its shortcut."""
    while True:
        high, low = divmod(next(draws) * limit, WORD)
        if low >= WORD % limit:
            return high


def reference(seed: int) -> Iterator[int]:
    return xoshiro256starstar(list(islice(splitmix64(seed), 4)))


def test_the_reference_gives_the_published_vectors() -> None:
    # SplitMix64: Rosetta Code, "Pseudo-random numbers/Splitmix64". xoshiro256**: the test of
    # rand_xoshiro, made with the authors' C code.
    assert list(islice(splitmix64(1234567), 5)) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert list(islice(xoshiro256starstar([1, 2, 3, 4]), 8)) == [
        11520,
        0,
        1509978240,
        1215971899390074240,
        1216172134540287360,
        607988272756665600,
        16172922978634559625,
        8476171486693032832,
    ]


def test_the_stream_of_seed_42() -> None:
    # Computed by a C program made of the two published files.
    rng = Rng(42)
    assert [rng.next() for _ in range(4)] == [
        1546998764402558742,
        6990951692964543102,
        12544586762248559009,
        17057574109182124193,
    ]


@given(seeds)
def test_every_stream_is_that_of_the_reference(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.next() for _ in range(20)] == list(islice(reference(seed), 20))
    assert rng.seed == seed


@given(seeds, st.lists(st.integers(1, WORD) | st.integers(WORD // 2, WORD), min_size=1))
def test_below_is_lemires_method(seed: int, limits: list[int]) -> None:
    rng, draws = Rng(seed), reference(seed)
    assert [rng.below(limit) for limit in limits] == [lemire(draws, limit) for limit in limits]


@given(seeds, st.integers(0, 30), st.data())
def test_choose_is_the_first_part_of_a_shuffle(seed: int, size: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, size))
    pool, draws = list(range(100, 100 + size)), reference(seed)
    for i in range(count):
        j = i + lemire(draws, size - i)
        pool[i], pool[j] = pool[j], pool[i]
    assert Rng(seed).choose(range(100, 100 + size), count) == pool[:count]


def test_choose_leaves_its_pool_alone() -> None:
    pool = [5, 6, 7, 8]
    Rng(1).choose(pool, 3)
    assert pool == [5, 6, 7, 8]


# --- uniform --------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [2, 7, 10, 64])
def test_below_is_uniform(limit: int) -> None:
    rng = Rng(2024)
    draws = [rng.below(limit) for _ in range(200 * limit)]
    assert deviation(draws, range(limit)) < 3


def test_below_is_uniform_where_64_bits_do_not_divide() -> None:
    # Without the rejection, four draws would share each three results: 0, 1, 2 as 2 : 1 : 1.
    rng = Rng(2024)
    draws = [rng.below(3 << 62) % 3 for _ in range(3000)]
    assert deviation(draws, range(3)) < 3


def test_every_choice_and_order_is_equally_likely() -> None:
    rng = Rng(2024)
    draws = [tuple(rng.choose(b"abcde", 3)) for _ in range(12_000)]
    assert deviation(draws, list(permutations(b"abcde", 3))) < 3


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    draws = [Rng(seed).below(10) for seed in range(2000)]
    assert deviation(draws, range(10)) < 3
    pairs = [(Rng(seed).below(4), Rng(seed + 1).below(4)) for seed in range(3200)]
    assert deviation(pairs, [(a, b) for a in range(4) for b in range(4)]) < 3


# --- the no ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seeds_have_64_bits(seed: int) -> None:
    with pytest.raises(BadSetting, match=rf"^seed {seed} is out of range; expected 0 to"):
        Rng(seed)
    Rng(0)
    Rng(MAX_SEED)


@pytest.mark.parametrize("limit", [0, -1, WORD + 1])
def test_no_number_is_below_such_a_limit(limit: int) -> None:
    with pytest.raises(BadInput, match=f"below {limit}; expected a limit of 1 to"):
        Rng(1).below(limit)


@pytest.mark.parametrize("count", [-1, 4])
def test_no_such_choice(count: int) -> None:
    with pytest.raises(BadInput, match=f"^{count} of 3 entries to choose; expected 0 to 3"):
        Rng(1).choose(range(3), count)
