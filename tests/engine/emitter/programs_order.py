"""Programs in which a call writes what its neighbour reads: evaluation goes from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from tests.engine.emitter.backends import Case, case

HELPERS = """

def bump(xs: list[int], by: int) -> int:
    xs[0] = xs[0] * 2 + by
    return xs[0]


def down(s: Pair) -> int:
    s.a -= 1
    return s.a


def flag(xs: list[int], by: int) -> bool:
    xs[0] += by
    return xs[0] % 2 == 1


def look(xs: list[int]) -> int:
    return xs[0]


def put(s: Pair, a: int) -> Pair:
    s.a = a
    return s


def both(xs: list[int]) -> tuple[int, int]:
    xs[0] += 1
    return xs[0], xs[0] * 2
"""
LISTS: tuple[list[int], ...] = ([1, 2, 3, 4], [0, 5, 1, 2], [3, 1, 0, 2])

# Under its name, what main does; `xs` has four numbers from 0 to 5, and `s` is the second of the pairs.
LINES = """
# operands of plus
return xs[0] + bump(xs, 1) * 100 + xs[0] * 10000
# a call before a read
return bump(xs, 1) - xs[0] * 3 + look(xs)
# two calls that write
return bump(xs, 1) * 1000 + bump(xs, 2)
# two calls that write, and a read on each side
return xs[0] - (bump(xs, 1) - xs[0]) + (bump(xs, 2) - look(xs))
# operands of a floor division
return (xs[1] + 9) // (bump(xs, 1) * 2 + 1) + bump(xs, 3) % (xs[0] * 2 + 1)
# operands of shifts
return (xs[0] + 1 << bump(xs, 0)) + (bump(xs, 9) >> xs[1] - xs[1] + 1)
# operands of bits
return (xs[0] | bump(xs, 1)) * 100 + (bump(xs, 1) ^ xs[0] ^ bump(xs, 5))
# operands of a fraction
return int((xs[0] + 0.5) * 100.0 / (bump(xs, 1) * 2.0 + 1.0) + look(xs))
# a variable beside a call
n = xs[0]
return n + bump(xs, 1) * 100 + n * 10000
# a negated read beside a call
return -xs[0] + bump(xs, 1) + abs(-xs[0]) - bump(xs, 2)
# arguments of a function
return three(xs[0], bump(xs, 1), xs[0]) + three(bump(xs, 1), xs[0], bump(xs, 2))
# arguments, and only the last one writes
return three(xs[0], look(xs), bump(xs, 1))
# arguments where a list is found by a number
return item(xs, xs[1] % 2, bump(xs, 1)) + item(xs, bump(xs, 1) % 4, xs[2])
# arguments of min and max
return min(xs[0], bump(xs, 1), xs[0]) + max(xs[0], bump(xs, -9), xs[0], bump(xs, 3)) * 1000
# an index that writes what is read there
return xs[bump(xs, 1) % 4] + xs[0]
# an index that writes, beside a read
return xs[1 - xs[0] % 2] * 100 + xs[bump(xs, 1) % 2]
# an index in an index
return xs[xs[xs[bump(xs, 0) % 4] % 4] % 4]
# an index into a row that is found by a read
return rows[xs[0] % 2][bump(xs, 1) % 3] + rows[bump(xs, 1) % 2][xs[0] % 3]
# a row as an argument beside a call
return rowed(rows[xs[0] % 2], bump(xs, 1), rows[xs[0] % 2]) + rowed(
    rows[bump(xs, 1) % 2], xs[0], rows[1]
)
# a record found by a read, beside a call
return field(pairs[xs[0] % 2], bump(xs, 1)) * 100 + field(pairs[bump(xs, 1) % 2], xs[0])
# an index into records by what a call writes
return pairs[xs[0] % 2].a + down(pairs[xs[1] % 2]) * 100 + pairs[bump(xs, 1) % 2].a
# a field beside a call that writes it
return s.a * 100 + down(s) + s.a * 10000
# fields by way of a call
return put(s, 5).a + s.a * 10 + put(s, 7).a * 100 + s.b * 1000
# a comparison
return (xs[0] < bump(xs, 1)) + (bump(xs, 1) == xs[0]) * 10 + (look(xs) >= bump(xs, -9)) * 100
# comparisons of calls
return (bump(xs, 1) < bump(xs, -20)) * 10 + (flag(xs, 1) == flag(xs, 1))
# and, or stop where they can
n = flag(xs, 1) and flag(xs, 2)
m = flag(xs, 3) or flag(xs, 5)
return n + m * 2 + xs[0] * 10
# and, or of numbers stop where they can
n = xs[1] and bump(xs, 1)
m = xs[0] or bump(xs, 3)
return n * 100 + m + xs[0] * 10000
# and, or with effects among numbers
return (xs[0] or bump(xs, 1)) * 10 + (bump(xs, 1) and xs[0]) + (flag(xs, 1) or xs[0]) * 100
# and, or in a sum with effects
return xs[0] + (xs[1] > 2 and flag(xs, 1)) * 100 + (xs[0] > 3 or flag(xs, 2)) * 1000 + xs[0] * 10000
# conditions in conditions
return (1 if flag(xs, 1) and (flag(xs, 1) or flag(xs, 1)) else 2) + xs[0] * 10
# a choice evaluates its test first
return (xs[0] if flag(xs, 1) else bump(xs, 1)) + xs[0] * 100
# a choice beside a read
return xs[0] + (bump(xs, 1) if xs[1] > 1 else xs[0]) * 10 + xs[0] * 1000
# a choice between variables after a test with effects
n = xs[0]
m = xs[1]
k = n if (n or m) > 1 else m
return k + (n if flag(xs, 1) else m) * 10 + ((n and m) if n else m) * 100
# a value before the place it goes to
xs[xs[0] % 4] = bump(xs, 1)
xs[bump(xs, 1) % 4] = xs[0]
xs[bump(xs, 3) % 4] = bump(xs, 4)
return xs[0]
# a value before the record it goes to
pairs[xs[0] % 2].a = bump(xs, 1)
pairs[bump(xs, 1) % 2].b = xs[0]
return xs[0]
# a field that the value writes
s.a = down(s) + 3
s.a = s.a + down(s)
return s.a
# a record before the place it goes to
pairs[xs[0] % 2] = pairs[bump(xs, 1) % 2]
pairs[bump(xs, 1) % 2] = pairs[xs[1] % 2]
return xs[0]
# a record out of a call before the place it goes to
pairs[s.a % 2] = put(s, 4)
pairs[put(s, 1).a % 2] = s
return pairs[0].a * 100 + pairs[1].a
# a value by way of another function, before the place it goes to
xs[xs[0] % 4] = by_way(xs)
pairs[xs[0] % 2].b = by_way(xs) % 100
return xs[0] + by_way(xs) * 100 + three(xs[0], by_way(xs), xs[0])
# a value out of a function that copies a record
pairs[pairs[0].a // 41].b = copied(pairs)
n = pairs[0].b
pairs[0].a = 7
n = n * 100 + pairs[0].a + copied(pairs)
pairs[0].a = 9
return n * 1000 + three(pairs[0].a, copied(pairs), s.a)
# augmented assignment reads before
s.a += down(s) * 2
xs[0] += bump(xs, 1)
xs[0] -= look(xs) + bump(xs, 2)
return xs[0]
# augmented assignment finds its place once
xs[bump(xs, 1) % 4] += 10
xs[bump(xs, 1) % 4] += bump(xs, 3)
xs[xs[0] % 4] += bump(xs, 1)
return xs[0]
# augmented assignment in a row that is found by a call
rows[bump(xs, 1) % 2][bump(xs, 1) % 3] += xs[0]
rows[xs[0] % 2][xs[1] % 3] -= bump(xs, 1)
return xs[0]
# augmented assignment to a field that is found by a call
pairs[bump(xs, 1) % 2].a += down(pairs[0])
put(s, 3).b += s.a
pairs[xs[0] % 2].b -= bump(xs, 1)
return xs[0]
# augmented assignment to a variable
n = 1
n += xs[0] + bump(xs, 1)
n -= bump(xs, 1) - xs[0] * n
return n
# the length of what a call finds
n = len(rows[bump(xs, 1) % 2]) + len(put(s, 4).row) * 10
return n + xs[0] * 100 + s.a * 10000
# several results, one after the other
n, m = spread(xs)
k, n = spread(xs)
return n + m * 10 + k * 100 + xs[0] * 1000
# several results of calls and reads
n, m = mixed(xs)
return n * 100 + m + xs[0] * 10000
# several results of one function
n, m = both(xs)
return n + m * xs[0]
# bounds of a loop
n = 0
for i in range(xs[0] % 2, bump(xs, 1) % 7):
    n = n * 2 + i
for i in range(bump(xs, 1) % 2, xs[0] % 7, 2):
    n = n * 2 + i
return n
# a condition, and then the branch
if flag(xs, 1) and xs[0] > 1:
    return bump(xs, 1)
elif bump(xs, 2) > xs[1] or flag(xs, 3):
    xs[2] = bump(xs, 5)
return xs[0]
# a call as a statement
bump(xs, xs[0] + bump(xs, 1))
return xs[0]
# a result that reads what its neighbour writes
return three(three(xs[0], bump(xs, 1), 0), three(bump(xs, 1), xs[0], 1), xs[0])
# truth values beside calls
return (not flag(xs, 1)) + flag(xs, 1) * 10 + (not xs[0]) * 100 + (~xs[0] & bump(xs, 1))
"""

AROUND = """
def main(xs: list[int], rows: list[list[int16]], pairs: list[Pair]) -> int:
    s = pairs[1]
{}


def by_way(xs: list[int]) -> int:
    return bump(xs, 1)


def copied(pairs: list[Pair]) -> int:
    pairs[0] = pairs[1]
    return 3


def three(a: int, b: int, c: int) -> int:
    return a + b * 10 + c * 100


def item(xs: list[int], i: int, a: int) -> int:
    return xs[i] * 1000 + a


def rowed(xs: list[int], a: int, ys: list[int]) -> int:
    return xs[0] + a * 10 + ys[1] * 1000


def field(s: Pair, a: int) -> int:
    return s.a * 50 + a


def spread(xs: list[int]) -> tuple[int, int]:
    return xs[0], bump(xs, 1)


def mixed(xs: list[int]) -> tuple[int, int]:
    return bump(xs, 1) + xs[0], bump(xs, 2) + look(xs)
"""


def _cases() -> Iterator[tuple[str, Case]]:
    for part in LINES.split("\n# ")[1:]:
        name, lines = part.split("\n", 1)
        text = AROUND.format(indent(lines, "    ")) + HELPERS
        yield f"order: {name}", case(text, *((xs, [[1, 2, 3], [4, 5, 6]], 2) for xs in LISTS))


ORDER: dict[str, Case] = dict(_cases())
