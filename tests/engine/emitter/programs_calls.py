"""Programs of functions: early returns, several results, calls of calls, and names."""

from __future__ import annotations

from itertools import product

from tests.engine.emitter.backends import Case, case

CALLS: dict[str, Case] = {
    "early returns out of loops": case(
        """
def main(xs: list[int], wanted: int) -> int:
    return place_of(xs, wanted) * 100 + first_pair(xs, wanted)


def place_of(xs: list[int], wanted: int) -> int:
    for i in range(len(xs)):
        if xs[i] == wanted:
            return i
    return -1


def first_pair(xs: list[int], wanted: int) -> int:
    for i in range(len(xs)):
        for j in range(i):
            k = 0
            while k < 3:
                if xs[i] + xs[j] + k == wanted:
                    return i * 10 + j
                k += 1
    return 99
""",
        ([4, 7, 1], 1),
        ([4, 7, 1], 12),
        ([4, 7, 1], 5),
        ([4, 7, 1], -6),
    ),
    "early returns of a function without a result": case(
        """
def main(xs: list[int], a: int) -> int:
    change(xs, a)
    change(xs, a + 1)
    return xs[0]


def change(xs: list[int], a: int) -> None:
    if a > 5:
        return
    for i in range(3):
        xs[0] += 1
        if i == a:
            return
    xs[0] *= 10
""",
        *(([4], a) for a in (0, 1, 2, 3, 5, 6)),
    ),
    "returns at the ends of all branches": case(
        """
def main(a: int) -> int:
    return kind(a) + 10 * kind(-a)


def kind(a: int) -> int:
    if a > 3:
        return 1
    elif a > 0:
        return 2
    else:
        return 3
""",
        *((a,) for a in (-5, 0, 2, 5)),
    ),
    "several results": case(
        """
def main(a: int, b: int) -> int:
    q, r = both(a, b)
    n = q * 100 + r
    r, q = both(b + 3, a)
    return n * 1000 + q * 20 + r


def both(a: int, b: int) -> tuple[int, int]:
    return a // b, a % b
""",
        *product((1, 4, 9), repeat=2),
    ),
    "results of several kinds": case(
        """
def main(a: int) -> float:
    n, odd, half = facts(a)
    if odd:
        half = half + 100
    return n + half


def facts(a: int) -> tuple[int, bool, float]:
    if a > 10:
        return a > 20, a % 2 == 1, a
    return a, a % 2 == 1, a / 2
""",
        *((a,) for a in (0, 3, 11, 24)),
    ),
    "one result by name, the others not": case(
        """
def main(a: int) -> int:
    _, _, z = three(a)
    x, x, y = three(a + 1)
    return x * 100 + y * 10 + z


def three(a: int) -> tuple[int, int, int]:
    return a + 1, a + 2, a + 3
""",
        (0,),
        (5,),
    ),
    "results into a variable that also goes in": case(
        """
def main(a: int) -> int:
    b = a + 1
    for _ in range(4):
        a, b = turned(a, b)
        b, a = turned(b, a)
    return a * 1000 + b


def turned(a: int, b: int) -> tuple[int, int]:
    return b + 1, a * 2
""",
        (0,),
        (3,),
    ),
    "a function that returns another one's results": case(
        """
def main(a: int, xs: list[int]) -> int:
    x, y = outer(a, xs)
    return x * 100 + y


def outer(a: int, xs: list[int]) -> tuple[int, int]:
    if a > 3:
        return inner(a, xs)
    return a, -1


def inner(a: int, xs: list[int]) -> tuple[int, int]:
    xs[0] += 1
    return xs[0], a
""",
        (1, [5]),
        (7, [5]),
    ),
    "a tuple of one result": case(
        """
def main(a: int) -> int:
    (b,) = single(a)
    return b


def single(a: int) -> tuple[int]:
    return (a + 1,)
""",
        (4,),
    ),
    "results that nobody takes": case(
        """
def main(xs: list[int]) -> int:
    one(xs)
    two(xs)
    nothing(xs)
    return xs[0]


def one(xs: list[int]) -> int:
    xs[0] += 1
    return 5


def two(xs: list[int]) -> tuple[int, int]:
    xs[0] *= 3
    return 5, 6


def nothing(xs: list[int]) -> None:
    xs[0] -= 1
""",
        ([4],),
    ),
    "functions in functions, again and again": case(
        """
def main(a: int, b: int) -> int:
    return plus(plus(a, plus(b, 1)), plus(plus(1, 2), plus(a, b))) + twice(twice(plus(a, b)))


def plus(a: int, b: int) -> int:
    a += 1
    t0 = a + b
    return t0


def twice(a: int) -> int:
    result = 0
    for i in range(2):
        result = plus(result, a)
    return result
""",
        (3, 4),
        (-3, 10),
    ),
    "arguments are the callee's own": case(
        """
def main(a: int) -> int:
    n = changed(a)
    return n * 100 + a


def changed(a: int) -> int:
    a += 5
    for i in range(a):
        a -= i
    return a
""",
        (1,),
        (3,),
    ),
    "variables begin anew in every call": case(
        """
def main(a: int) -> int:
    n = 0
    for i in range(a):
        n = n * 10 + counted(i)
    return n


def counted(a: int) -> int:
    found = 0
    if a % 2 == 0:
        found = a
    for k in range(a):
        found += k
    return found
""",
        (4,),
    ),
    "names that C and WebAssembly have for themselves": case(
        """
int_ = 5
def main(t0: int, t1: int) -> int:
    switch = abs(t0 - t1)
    double = min(t0, t1) + add(t0, t1) + index(t1)
    _0 = (t0 or t1) + (t1 and 7)
    v__0 = _0 + int_
    return switch * 1000 + double * 100 + _0 + v__0 + f_1(t0) + refuse(t1) + floor_div(t0)


def add(default: int, register: int) -> int:
    t2 = max(default, register)
    return t2 // 3 + refuse(t2)


def index(long: int) -> int:
    return long + 1


def refuse(fault: int) -> int:
    return fault * 2


def f_1(memory: int) -> int:
    return memory - 1


def floor_div(i64: int) -> int:
    return i64 // 7
""",
        (3, 4),
        (0, 9),
        (-7, 0),
    ),
    "a docstring and a pass": case(
        '''
def main(a: int) -> int:
    """Nothing is done with it."""
    if a > 0:
        """Nor with this one."""
    else:
        pass
    empty(a)
    return a


def empty(a: int) -> None:
    pass
''',
        (3,),
    ),
    "a constant in place of a number": case(
        """
SIZE = 3 * 2
LAST = SIZE - 1
ON = True
HALF = 0.5
def main(a: int) -> float:
    n = SIZE if a > LAST and ON else -SIZE
    for i in range(SIZE):
        n += i
    return n * HALF
""",
        (3,),
        (8,),
    ),
}
