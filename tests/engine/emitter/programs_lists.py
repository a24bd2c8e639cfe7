"""Programs of the lists of callers, of constants, and of assignments to places of every kind."""

from __future__ import annotations

from itertools import product

from tests.engine.emitter.backends import Case, case

EXTREMES = (
    *(-(2**63), 2**63 - 1, -(2**31), 2**31 - 1, -(2**15), 2**15 - 1, -128, 127),
    *(-129, 128, 0, -1, 1, 2**31, -(2**31) - 1, 2**32),
)
NEAR = {bits: (-(2 ** (bits - 1)), -1, 0, 1, 2 ** (bits - 1) - 1) for bits in (8, 16, 32, 64)}

LISTS: dict[str, Case] = {
    "one function for lists of every width": case(
        """
def main(a: list[int8], b: list[int16], c: list[int32], d: list[int64], e: list[int], f: list[Pair]) -> int:
    n = 0
    n = n * 7 + sum_and_change(a)
    n = n * 7 + sum_and_change(b)
    n = n * 7 + sum_and_change(c)
    n = n * 7 + sum_and_change(d)
    n = n * 7 + sum_and_change(e)
    n = n * 7 + sum_f_1(e) + through(a) + through(b)
    return n


def sum_and_change(xs: list[int]) -> int:
    n = 0
    for i in range(len(xs)):
        n = n + xs[i] % 1000
        xs[i] = -1 - xs[i]
    return n


def through(xs: list[int]) -> int:
    return sum_and_change(xs)


def sum_f_1(xs: list[int]) -> int:
    return xs[0] % 5


def sum_and_change_1(xs: list[int]) -> int:
    return xs[0]
""",
        (*(list(near) for near in NEAR.values()), [5, 6], 1),
    ),
    "lists of truth values": case(
        """
def main(flags: list[bool], a: int) -> int:
    n = 0
    for i in range(len(flags)):
        if flags[i]:
            n += 1 << i
        flags[i] = a > i and not flags[i]
    flags[0] = flags[1] or a == 0
    return n + flags[0] * 100 + (flags[1] == (a > 1)) * 1000 + any_of(flags)


def any_of(flags: list[bool]) -> bool:
    for i in range(len(flags)):
        if flags[i]:
            return True
    return False
""",
        *(([True, False, True], a) for a in range(4)),
    ),
    "a number in a list of truth values is true": case(
        """
def main(flags: list[bool], a: int) -> int:
    flags[0] = a
    flags[1] = a + 4294967296 - a
    flags[2] = 256
    return flags[0] + flags[1] * 10 + flags[2] * 100
""",
        *(([False] * 3, a) for a in (0, 1, 2, 256)),
    ),
    "lists of numbers with a fraction": case(
        """
def main(xs: list[float32], a: int) -> float:
    xs[0] = 0.1
    xs[1] = xs[0] * 3.0 + a
    xs[2] += xs[1] / 7
    xs[3] = a
    xs[3] -= 1
    return xs[0] + xs[1] + xs[2] * 1000.0 + xs[3]
""",
        ([1.5, 2.5, 1e10, 7.0], 0),
        ([1.5, 2.5, 1e-10, 7.0], 16777217),
    ),
    "lists of whole numbers take the extremes of their width": case(
        """
def main(a: list[int8], b: list[int16], c: list[int32], d: list[int64]) -> int:
    n = 0
    for i in range(4):
        a[i] = a[i + 1]
        b[i] = b[i + 1] | 1
        c[i] = c[4 - i]
        d[i] = d[i] ^ d[i + 1]
        n = n * 3 + a[i] + b[i] + c[i] % 1000 + d[i] % 1000
    return n
""",
        tuple(list(near) for near in NEAR.values()),
    ),
    "rows of a list in two directions": case(
        """
def main(rows: list[list[int16]], flags: list[list[bool]], a: int) -> int:
    n = 0
    for i in range(len(rows)):
        row = rows[i]
        for j in range(len(row)):
            n = n * 3 + row[j]
            rows[i][j] = row[j] * 2 - a
        row[a] += 1
        flags[i][a] = row[0] > 1
        n += summed(rows[i]) + summed(row)
    return n + len(rows) * 100 + len(rows[0])


def summed(xs: list[int]) -> int:
    n = 0
    for i in range(len(xs)):
        n += xs[i]
    xs[0] -= 1
    return n
""",
        ([[1, 2, 3], [4, 5, 6]], [[False] * 2, [False] * 2], 0),
        ([[1, -2], [-4, 5], [0, 7]], [[True] * 3] * 3, 1),
    ),
    "a list in two directions as an argument": case(
        """
def main(rows: list[list[int32]], xs: list[list[float32]]) -> int:
    turn(rows)
    xs[1][0] = xs[0][1]
    return corner(rows, len(rows) - 1, 0)


def turn(rows: list[list[int]]) -> None:
    for i in range(len(rows)):
        for j in range(i):
            there = rows[i][j]
            rows[i][j] = rows[j][i]
            rows[j][i] = there


def corner(rows: list[list[int]], i: int, j: int) -> int:
    return rows[i][j]
""",
        ([[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[0.5, 1.5], [2.5, 3.5]]),
    ),
    "lists of records": case(
        """
def main(rows: list[Pair], more: list[Pair], a: int) -> int:
    n = len(rows) * 10 + len(more)
    for i in range(len(rows)):
        rows[i].a += a
        n = n * 3 + rows[i].b
        if i < len(more):
            more[i] = rows[i]
    swap(rows, 0, 1)
    return n + add_up(more) * 100000


def swap(rows: list[Pair], i: int, j: int) -> None:
    rows[i].a, rows[j].a
    there = rows[i].b
    rows[i].b = rows[j].b
    rows[j].b = there


def add_up(rows: list[Pair]) -> int:
    n = 0
    for i in range(len(rows)):
        n += rows[i].a
    return n
""".replace("    rows[i].a, rows[j].a\n", ""),
        (3, 2, 0),
        (2, 3, 5),
    ),
    "constants in one direction, of every width": case(
        f"""
TINY = (-128, 127, 0, 5)
SHORT = (-129, 32767, 4)
WORD = (-32769, 2147483647, 4)
LONG = (-2147483649, 2147483648, 9)
EXTREMES = {EXTREMES}
ONE = (42,)
def main(i: int) -> int:
    n = TINY[i] + SHORT[i % 3] + WORD[i % 3] + LONG[i % 3] + ONE[i * 0]
    for k in range(len(EXTREMES)):
        n = n * 3 % 1000003 + EXTREMES[k] % 1000
    return n + TINY[3] + EXTREMES[1] // 5 + EXTREMES[0] // 5 + summed(TINY) + summed(WORD) + len(LONG)


def summed(xs: list[int]) -> int:
    n = 0
    for i in range(len(xs)):
        n += xs[i]
    return n
""",
        *((i,) for i in range(4)),
    ),
    "constants in two directions and in three": case(
        """
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
WIDE = ((1, 2, 30000000000), (4, 5, 6))
DEEP = (((1, 2), (3, 4)), ((5, 6), (7, 8)), ((9, 10), (11, 12)))
def main(i: int, j: int) -> int:
    step = STEPS[i]
    n = STEPS[i][0] * 3 + step[1] + WIDE[j][2] % 7 + WIDE[1][j] + DEEP[2][j][1]
    line = DEEP[i % 3]
    return n * 100 + line[j][1 - j] + summed(WIDE[j]) % 1000 + summed(DEEP[1][j]) + len(DEEP) + len(DEEP[0])


def summed(xs: list[int]) -> int:
    n = 0
    for i in range(len(xs)):
        n += xs[i]
    return n
""",
        *product(range(4), range(2)),
    ),
    "constants of truth values": case(
        """
ALLOWED = (True, False, True)
def main(i: int) -> int:
    return 5 if ALLOWED[i] else ALLOWED[1] + 7
""",
        *((i,) for i in range(3)),
    ),
    "a choice between constants by a call": case(
        """
A = (1, 2, 3)
B = (4, 5, 300)
def main(i: int) -> int:
    return part(A, i) if i > 1 else part(B, i) + part(B, 2)


def part(xs: list[int], i: int) -> int:
    return xs[i]
""",
        *((i,) for i in range(3)),
    ),
    "augmented assignment with every operator": case(
        """
def main(xs: list[int], a: int) -> int:
    n = a
    n += 3
    n -= a // 2
    n *= 5
    n //= 2
    n %= 1000
    n <<= 2
    n >>= 1
    n &= 1023
    n |= 8
    n ^= 3
    xs[0] += n
    xs[1] -= n
    xs[2] *= n
    xs[3] //= 3
    xs[4] %= 7
    xs[5] <<= 2
    xs[6] >>= 1
    xs[7] &= 12
    xs[8] |= 12
    xs[9] ^= 12
    return n
""",
        (list(range(10, 20)), 0),
        (list(range(-20, -10)), 77),
    ),
    "augmented assignment to places of every kind": case(
        """
def main(rows: list[Whole], flags: list[int16], grid: list[list[int32]], a: int) -> int:
    s = rows[1]
    s.count += a
    s.part.row[2] -= a
    s.part.row[a] *= 2
    s.parts[a].wide += 5
    rows[a].boxes[1][a].tiny -= 1
    rows[a].last ^= 3
    s.grid[a][a + 1] += s.grid[1][0]
    flags[a] += flags[a + 1]
    grid[1][a] -= 3
    grid[a][0] += grid[0][a]
    row = grid[a]
    row[1] <<= 3
    return s.count
""",
        (2, [1, 2, 3], [[4, 5], [6, 7]], 0),
        (2, [1, 2, 3], [[4, 5], [6, 7]], 1),
    ),
    "two names for the same place": case(
        """
def main(rows: list[Whole], xs: list[int]) -> int:
    s = rows[0]
    return both(s.part, s.part) + both(s.parts[0], s.parts[1]) * 100 + twice(xs, xs) * 10000


def both(p: Part, q: Part) -> int:
    p.tiny = 7
    q.tiny = 9
    return p.tiny + q.tiny


def twice(xs: list[int], ys: list[int]) -> int:
    xs[0] = 3
    ys[0] += 4
    return xs[0]
""",
        (1, [0]),
    ),
    "a list without anything in it": case(
        """
def main(xs: list[int], rows: list[Pair]) -> int:
    n = 5
    for i in range(len(xs)):
        n += xs[i]
    for i in range(len(rows)):
        n += rows[i].a
    return n + len(xs) + len(rows)
""",
        ([], 0),
        ([2], 1),
    ),
}
