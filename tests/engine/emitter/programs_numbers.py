"""Programs of numbers: arithmetic, bits, comparisons, choices, and numbers with a fraction."""

from __future__ import annotations

from itertools import product

from tests.engine.emitter.backends import Case, case

LOW, HIGH = -(2**63), 2**63 - 1
SMALL = (0, 1, -1, 2, -2, 3, -3, 7, -7, 8, -8, 100, -101)
EDGES = (0, 1, -1, 5, -5, 2**31, -(2**31) - 1, 2**32 + 7, 2**62, -(2**62), HIGH - 1, HIGH, LOW + 1, LOW)
PAIRS = tuple(product(SMALL, SMALL))
DIVIDED = tuple((a, b) for a, b in product(EDGES, EDGES) if b != 0 and (a, b) != (LOW, -1))
FRACTIONS = (0.0, -0.0, 1.0, -1.0, 0.1, 2.5, -2.5, 1e-9, 123456.75, -1e12)

NUMBERS: dict[str, Case] = {
    "plus, minus and times with their precedence": case(
        """
def main(a: int, b: int) -> int:
    return a + b * 3 - (a - b) * (b + 2) - -a
""",
        *PAIRS,
    ),
    "sums and differences up to the last number of 64 bits": case(
        """
def main(a: int, b: int, out: list[int]) -> int:
    out[0] = a - b
    out[1] = b - 1 - a
    out[2] = (a - b) + b
    return out[0] + b
""",
        *(
            (a, b, [0, 0, 0])
            for a, b in ((HIGH, 0), (LOW + 1, 1), (HIGH, 1), (0, HIGH), (5, HIGH), (LOW + 2, 2))
        ),
    ),
    "the least number of all, as a literal, a constant and a result": case(
        """
LEAST = -(2**63)
def main(a: int, out: list[int]) -> bool:
    out[0] = -9223372036854775808
    out[1] = LEAST
    out[2] = a
    out[3] = -9223372036854775807 - 1
    out[4] = LEAST // 2
    out[5] = a % 10
    return a == LEAST
""",
        (LOW, [0] * 6),
        (LOW + 1, [0] * 6),
    ),
    "floor division and modulo with all signs": case(
        """
def main(a: int, b: int, out: list[int]) -> bool:
    out[0] = a // b
    out[1] = a % b
    return a % b == 0
""",
        *((a, b, [0, 0]) for a, b in (*((a, b) for a, b in PAIRS if b != 0), *DIVIDED)),
    ),
    "the least number modulo minus one": case(
        """
def main(a: int, b: int) -> int:
    return a % b
""",
        (LOW, -1),
        (HIGH, -1),
    ),
    "floor division and modulo by what is known before": case(
        """
def main(a: int, out: list[int]) -> None:
    out[0] = a // 1
    out[1] = a % 1
    out[2] = a // 2
    out[3] = a % 2
    out[4] = a // 8
    out[5] = a % 8
    out[6] = a // 3
    out[7] = a % 3
    out[8] = a // 10
    out[9] = a % 10
    out[10] = a // -7
    out[11] = a % -7
    out[12] = a // 4294967296
    out[13] = a % 4294967296
    out[14] = a // 9223372036854775807
    out[15] = a % 9223372036854775807
    out[16] = a % -1
    out[17] = a // -8
    out[18] = a % -8
""",
        *((a, [0] * 19) for a in (*SMALL, *EDGES, LOW + 2, LOW + 3, LOW + 9)),
    ),
    "division of what stands on both sides": case(
        """
def main(a: int, b: int) -> int:
    return (a // (b * b + 1)) * 100 + a % (b * b + 1) + (a * a + 1) % (b * 2 + 1) + 100 // (b * 2 + 1)
""",
        *PAIRS,
    ),
    "constant expressions are what Python says": case(
        """
WIDE = 7 // -2 * 1000 + -7 % 3
def main() -> int:
    return WIDE + 7 // -2 + -7 % 3 * 10 + (1 << 40 >> 3) + (6 & 3 | 8 ^ 1) + ~5 + min(3, -4) + max(2, 9)
""",
        (),
    ),
    "shifts to the left by 0 to 63": case(
        """
def main(a: int, by: int) -> int:
    return a << by
""",
        *((a, by) for a in (0, 1, -1, 5, -5, 2**20 + 1) for by in (0, 1, 7, 31, 32, 40)),
        *((a, by) for a, by in ((0, 63), (-1, 63), (1, 62), (-1, 62), (HIGH, 0), (LOW, 0))),
    ),
    "shifts to the right by 0 to 63": case(
        """
def main(a: int, by: int) -> int:
    return (a >> by) + (a >> 3) % 1000 + (a >> 0) % 100
""",
        *((a, by) for a in (0, 1, -1, 5, -5, 2**40, HIGH // 2, LOW // 2) for by in (0, 1, 7, 31, 32, 62, 63)),
    ),
    "and, or, xor and not of bits": case(
        """
def main(a: int, b: int, out: list[int]) -> int:
    out[0] = a & b
    out[1] = a | b
    out[2] = a ^ b
    out[3] = ~a
    return a & 255 | b & ~255 ^ 15
""",
        *((a, b, [0] * 4) for a, b in product(EDGES, EDGES[:8])),
    ),
    "bits of a mask taken one after the other": case(
        """
def main(mask: int) -> int:
    found = 0
    while mask != 0:
        bit = mask & -mask
        found = found * 3 + bit % 7
        mask &= mask - 1
    return found
""",
        *((mask,) for mask in (0, 1, 6, 1023, 2**40 + 9)),
    ),
    "minus, plus and the absolute value": case(
        """
def main(a: int, out: list[int]) -> int:
    out[0] = -a
    out[1] = +a
    out[2] = abs(a)
    out[3] = -abs(-a)
    out[4] = abs(a - 5) - abs(-3)
    return - -a
""",
        *((a, [0] * 5) for a in (*SMALL, HIGH // 2, LOW // 2 + 5)),
    ),
    "the least and the greatest of two": case(
        """
def main(a: int, b: int) -> int:
    return min(a, b) * 1000 + max(a, b)
""",
        *PAIRS,
    ),
    "the least and the greatest of several": case(
        """
def main(a: int, b: int, c: int, out: list[int]) -> int:
    out[0] = min(a, b, c)
    out[1] = max(a, b, c, 0)
    out[2] = min(max(a, b), max(b, c), max(c, a))
    return max(min(a, b, c, 5), -5)
""",
        *((a, b, c, [0] * 3) for a, b, c in product((-8, -1, 0, 3, 7), repeat=3)),
    ),
    "truth values are counted": case(
        """
def main(a: int, b: int) -> int:
    return int(a > b) + (a == b) * 10 + (a < 0) + int(a) * 0 + abs(a < b) * 100 - (not a)
""",
        *PAIRS,
    ),
    "truth values as bits, in comparisons and in min": case(
        """
def main(a: int, b: int) -> int:
    high = a > 0
    low = b > 0
    return (high & low) + (high | low) * 2 + (high ^ low) * 4 + (high == low) * 8 + max(high, 0) + ~low * 16
""",
        *PAIRS,
    ),
    "a variable that is a truth value here and a number there": case(
        """
def main(a: int) -> int:
    x = a > 2
    if a > 5:
        x = a
    return x + 10
""",
        *((a,) for a in (0, 3, 6)),
    ),
    "literals of truth values": case(
        """
def main(a: int) -> int:
    flag = True
    if a > 0:
        flag = False
    return (flag == True) + (False or flag) * 2 + True
""",
        (0,),
        (1,),
    ),
    "all six comparisons": case(
        """
def main(a: int, b: int) -> int:
    return (a == b) + (a != b) * 2 + (a < b) * 4 + (a <= b) * 8 + (a > b) * 16 + (a >= b) * 32
""",
        *((a, b) for a, b in product(EDGES, EDGES)),
    ),
    "chains of comparisons": case(
        """
def main(a: int, b: int, c: int) -> int:
    return (a < b < c) + (a <= b == c) * 2 + (0 <= a + b < 10 != c) * 4 + (c > 0 < a) * 8
""",
        *product((-3, 0, 2, 9), repeat=3),
    ),
    "the middle of a chain is evaluated once": case(
        """
def main(xs: list[int], i: int) -> int:
    return int(0 <= xs[i] < xs[i + 1] <= xs[xs[0]])
""",
        ([1, 2, 3], 0),
        ([2, 2, 3], 0),
        ([-1, 2, 3], 0),
        ([2, 1, 5], 1),
    ),
    "and, or and not of truth values": case(
        """
def main(a: int, b: int, c: int) -> int:
    x = a > 0 and b > 0 or c > 0
    y = a > 0 and (b > 0 or c > 0)
    z = not (a > 0 or not b > 0) and not c > 0
    return x + y * 2 + z * 4
""",
        *product((-1, 1), repeat=3),
    ),
    "and and or give one of their numbers": case(
        """
def main(a: int, b: int, c: int) -> int:
    x = a and b
    y = a or b
    z = a and b or c
    w = a or b or c
    return x + y * 10 + z * 100 + w * 1000 + (a or 5) * 10000 + (a and 6) * 100000
""",
        *product((0, 2, 7), repeat=3),
    ),
    "or takes another number where there is none, again and again": case(
        """
def main(xs: list[int]) -> int:
    total = 0
    for i in range(len(xs)):
        kept = xs[i]
        total = total * 10 + (kept or 9)
        total = total * 10 + (kept and 7)
    return total
""",
        ([3, 0, 5, 0],),
        ([0, 0],),
    ),
    "and and or of a number and a truth value": case(
        """
def main(a: int, b: int) -> int:
    x = a and b > 1
    y = a > 1 and b
    z = a > 1 or b
    return x + y * 10 + z * 100 + (b or a == 0) * 1000
""",
        *product((0, 1, 2, 5), repeat=2),
    ),
    "numbers as conditions": case(
        """
def main(a: int, b: int) -> int:
    n = 0
    if a:
        n += 1
    if not b:
        n += 2
    if a and b:
        n += 4
    while a:
        a -= 1 if a > 0 else -1
        n += 8
    return n + (3 if b else 5) * 1000
""",
        *product((0, 1, -1, 3), repeat=2),
    ),
    "a choice, nested and of mixed kinds": case(
        """
def main(a: int, b: int) -> int:
    x = 1 if a > b else 2 if a == b else 3
    y = a > 3 if b > 3 else b
    z = a if (b > 0 if a > 0 else b < 0) else -a
    return x + y * 10 + z * 1000
""",
        *PAIRS,
    ),
    "a choice evaluates one side only": case(
        """
def main(xs: list[int], i: int) -> int:
    return (xs[i] if i < len(xs) else -1) + (10 // i if i != 0 else 7)
""",
        ([4, 5], 0),
        ([4, 5], 1),
        ([4, 5], 2),
    ),
    "what goes beyond 64 bits is cut by a mask before": case(
        """
def main(seed: int) -> int:
    x = seed & 0xFFFFFFFF
    for _ in range(5):
        x = ((x ^ (x >> 16)) * 0x21F0AAAD) & 0xFFFFFFFF
        x = ((x ^ (x >> 15)) * 0x735A2D97) & 0xFFFFFFFF
    return x ^ (x >> 15)
""",
        *((seed,) for seed in EDGES),
    ),
    "numbers with a fraction": case(
        """
def main(x: float, y: float) -> float:
    return x + y * 0.5 - (x - y) / 3.0 + -x * 1e-05
""",
        *product(FRACTIONS, repeat=2),
    ),
    "whole numbers among numbers with a fraction": case(
        """
def main(a: int, x: float) -> float:
    y = a / 4
    z = a * x + (a > 0) - float(a) / 7
    y += a
    return y * z + float(a < 0) + a // 2
""",
        *product(SMALL, FRACTIONS),
    ),
    "a variable that is whole first and has a fraction later": case(
        """
def main(a: int) -> float:
    total = 0
    for i in range(a):
        total = total + i * 0.25
    return total + 0.0
""",
        (0,),
        (5,),
    ),
    "comparing and choosing numbers with a fraction": case(
        """
def main(x: float, y: float) -> int:
    z = x if x > y else y
    n = (x < y) + (x <= y) * 2 + (x == y) * 4 + (x != y) * 8 + (x > y) * 16 + (x >= 1) * 32
    return n + (z == max(x, y)) * 64 + bool_of(x) * 128 + (not y) * 256 + (0 <= x < y) * 512


def bool_of(x: float) -> bool:
    if x:
        return True
    return False
""",
        *product(FRACTIONS, repeat=2),
    ),
    "the least and the greatest with a fraction, and which of two zeros": case(
        """
def main(x: float, y: float, how: int) -> float:
    if how == 0:
        return min(x, y)
    if how == 1:
        return max(x, y)
    return max(-10.0, min(10.0, x, y + 1)) + min(how, x) + 0.0
""",
        *((x, y, how) for x, y in product(FRACTIONS, repeat=2) for how in range(3)),
    ),
    "the absolute value with a fraction": case(
        """
def main(x: float) -> float:
    return abs(x)
""",
        *((x,) for x in FRACTIONS),
    ),
    "minus with a fraction": case(
        """
def main(x: float) -> float:
    return -x
""",
        *((x,) for x in FRACTIONS),
    ),
    "fractions are cut off towards nothing": case(
        """
def main(x: float, out: list[int]) -> int:
    out[0] = int(x)
    out[1] = int(x * 2.0 + 0.5)
    out[2] = int(-x)
    return int(x > 0.0) + int(float(out[0]) == x) * 10
""",
        *((x, [0] * 3) for x in (*FRACTIONS, 0.999999, -0.999999, 2.0**53, -(2.0**62))),
    ),
    "square roots": case(
        """
def main(x: float, a: int) -> float:
    return sqrt(x) + sqrt(a) / 2.0 + sqrt(abs(x) + a)
""",
        *((abs(x), a) for x in FRACTIONS for a in (0, 2, 1000)),
    ),
    "and and or of numbers with a fraction": case(
        """
def main(x: float, a: int) -> float:
    return (x or 0.5) + (x and 4.0) + (a or x) + (x and a)
""",
        *product(FRACTIONS, (0, 3)),
    ),
    "a truth value as the result": case(
        """
def main(a: int, b: int) -> bool:
    return a > b and is_even(a)


def is_even(a: int) -> bool:
    return a % 2 == 0
""",
        *product((0, 1, 2, 3), repeat=2),
    ),
    "a truth value as an argument": case(
        """
def main(a: int) -> int:
    return pick(a > 2, a) + pick(True, a) * 10 + pick(not a, 3) * 100 + sum_of(a > 1, a == 2)


def pick(first: bool, a: int) -> int:
    return a if first else -a


def sum_of(a: int, b: int) -> int:
    return a + b
""",
        *((a,) for a in range(5)),
    ),
}
