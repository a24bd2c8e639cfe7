"""Chance for everybody: one small generator, exact and the same on every machine and backend.

The generator is xoroshiro64*; its record is passed in, so rules never consult one behind the
reader's back. Compiled together with the rules.
"""

from kosmoport.core.layout import Record, int64


class Rng(Record):
    a: int64  # two 32-bit words, never both zero
    b: int64


def seed_chance(rng: Rng, number: int) -> None:
    """Start the generator from a whole number (its low 64 bits count)."""
    rng.a = scramble((number & 0xFFFFFFFF) ^ 0x9E3779B9)
    rng.b = scramble(((number >> 32) & 0xFFFFFFFF) ^ rng.a ^ 0x85EBCA6B)
    if rng.a == 0 and rng.b == 0:
        rng.a = 1


def scramble(x: int) -> int:
    """A bijection of 32-bit words in which every input bit reaches every output bit."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
    x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    return x ^ (x >> 15)


def next_word(rng: Rng) -> int:
    """The next 32 random bits."""
    a = int(rng.a)
    b = int(rng.b) ^ a
    rng.a = (((a << 26) | (a >> 6)) ^ b ^ (b << 9)) & 0xFFFFFFFF
    rng.b = ((b << 13) | (b >> 19)) & 0xFFFFFFFF
    return (a * (0x9E3779BB - 0x100000000)) & 0xFFFFFFFF  # the same low bits, and no more than 64


def below(rng: Rng, n: int) -> int:
    """A number in 0..n-1, each exactly as likely as the others, for n up to 2^31 (Lemire's method)."""
    wide = next_word(rng) * n
    if (wide & 0xFFFFFFFF) < n:
        unfair = (0x100000000 - n) % n
        while (wide & 0xFFFFFFFF) < unfair:
            wide = next_word(rng) * n
    return wide >> 32


def shuffle(rng: Rng, items: list[int], n: int) -> None:
    """Put the first n items in random order, in place."""
    for i in range(n - 1):
        j = i + below(rng, n - i)
        there = items[j]
        items[j] = items[i]
        items[i] = there
