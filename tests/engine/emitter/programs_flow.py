"""Programs of statements: loops, and the ways through them."""

from __future__ import annotations

from itertools import product

from tests.engine.emitter.backends import Case, case

FLOW: dict[str, Case] = {
    "range with one, two and three bounds": case(
        """
def main(a: int, b: int) -> int:
    n = 0
    for i in range(b):
        n = n * 3 + i
    for i in range(a, b):
        n = n * 3 + i
    for i in range(a, b, 2):
        n = n * 3 + i
    return n
""",
        *product((-3, 0, 1, 4), repeat=2),
    ),
    "range downwards and in strides": case(
        """
STRIDE = 3
def main(a: int, b: int) -> int:
    n = 1
    for i in range(a, b, -1):
        n = n * 2 + i
    for i in range(a, b, -2):
        n = n * 2 + i
    for i in range(a, b, STRIDE):
        n = n * 2 + i
    for i in range(a, b, -STRIDE):
        n = n * 2 + i
    return n
""",
        *product((-4, 0, 1, 5), repeat=2),
    ),
    "range at the ends of 64 bits": case(
        """
def main(low: int, high: int) -> int:
    n = 0
    for i in range(low, high):
        n = n * 5 + i % 4
    for i in range(high, low, -1):
        n = n * 5 + i % 4
    return n
""",
        (2**63 - 4, 2**63 - 1),
        (-(2**63), -(2**63) + 3),
    ),
    "strides at the ends of 64 bits": case(
        """
LEAST = -9223372036854775808
def main(low: int, high: int) -> int:
    n = 0
    for i in range(low, high, 2):
        n = n * 5 + i % 4
    for i in range(low, high, 5):
        if i % 2:
            continue
        n = n * 5 + i % 4
    for i in range(low, high, 9223372036854775807):
        n = n * 5 + 1
    for i in range(high, low, -2):
        n = n * 5 + i % 4
    for i in range(high, low, -3):
        n = n * 5 + i % 4
    for i in range(high, low, LEAST):
        n = n * 5 + 2
    return n
""",
        (2**63 - 8, 2**63 - 1),
        (2**63 - 7, 2**63 - 1),
        (-(2**63), -(2**63) + 7),
        (-(2**63), -(2**63) + 8),
        (5, 5),
        (5, -5),
    ),
    "strides from one end of 64 bits to the other": case(
        """
def main(low: int, high: int) -> int:
    n = 0
    for i in range(low, high, 4611686018427387905):
        n = n * 5 + i % 4
    for i in range(high, low, -6148914691236517205):
        n = n * 5 + i % 4
    return n
""",
        (-(2**63), 2**63 - 1),
        (-(2**63) + 1, 2**63 - 1),
    ),
    "a loop variable is read after the loop": case(
        """
def main(a: int) -> int:
    i = 50
    for i in range(a):
        pass
    j = 60
    for j in range(10, 10 + a):
        if j == 12:
            break
    return i * 100 + j
""",
        *((a,) for a in range(5)),
    ),
    "a loop variable is changed inside without harm": case(
        """
def main(a: int) -> int:
    n = 0
    for i in range(a):
        i = i * 2 + 1
        n = n * 10 + i
        i += 100
    return n * 1000 + i
""",
        (1,),
        (4,),
    ),
    "bounds are read once": case(
        """
def main(a: int, xs: list[int]) -> int:
    low = 1
    high = a
    n = 0
    for i in range(low, high):
        low = 0
        high = 100
        n += i
    for i in range(xs[0], xs[1]):
        xs[0] = 7
        xs[1] = 99
        n = n * 10 + i
    return n + low * 1000 + high * 10000
""",
        (1, [2, 5]),
        (5, [4, 4]),
    ),
    "break and continue in nested loops": case(
        """
def main(a: int, b: int) -> int:
    n = 0
    for i in range(a):
        if i == 1:
            continue
        for j in range(b):
            if j == 2:
                continue
            if j > i + 2:
                break
            n = n * 3 + i + j
        else_after = n % 7
        if else_after == 5:
            break
        n += 1
    return n
""",
        *product((0, 1, 3, 6), repeat=2),
    ),
    "break and continue where for and while are nested": case(
        """
def main(a: int) -> int:
    n = 0
    while True:
        n += 1
        if n > a:
            break
        for i in range(5):
            if i == n % 4:
                continue
            k = 0
            while k < i:
                k += 1
                if k == 2:
                    continue
                if k == 4:
                    break
                n += 1
            if n % 9 == 8:
                break
        if n % 2 == 0:
            continue
        n += 2
    return n
""",
        *((a,) for a in (0, 3, 10, 57)),
    ),
    "while with a condition that has an effect": case(
        """
def main(xs: list[int]) -> int:
    n = 0
    while taken(xs) and n < 10:
        n += 1
    return n * 100 + xs[0]


def taken(xs: list[int]) -> bool:
    xs[0] -= 1
    return xs[0] >= 0
""",
        ([3],),
        ([20],),
        ([0],),
    ),
    "while where a number is kept in the condition": case(
        """
def main(xs: list[int]) -> int:
    n = 0
    k = 0
    while (xs[k] or n == 1) and 0 <= xs[k] < 9:
        n += xs[k] + 1
        k += 1
    return n * 10 + k
""",
        ([1, 2, 3, 9],),
        ([0, 0, 9],),
        ([5, 0, 7],),
    ),
    "loops that never run": case(
        """
def main(a: int) -> int:
    n = 1
    for _ in range(0):
        n = 2
    for _ in range(3, 3, -1):
        n = 3
    while a < 0 and n < 9:
        n += 4
    return n
""",
        (0,),
        (-1,),
    ),
    "ways through if, elif and else": case(
        """
def main(a: int, b: int) -> int:
    n = 0
    if a > 5:
        n = 1
    elif a > 3 and b:
        n = 2
    elif a == b:
        n = 3
    else:
        n = 4
    if b > 2:
        pass
    else:
        n += 10
    return n
""",
        *product((0, 3, 4, 6), repeat=2),
    ),
}
