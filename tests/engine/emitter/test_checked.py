"""What is checked, machine code or Python, stops at whatever leaves its bounds and names the line."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from tests.engine.emitter.backends import (
    ERRORS,
    INLINED,
    Backend,
    Given,
    Plain,
    Text,
    Trapped,
    Wasm,
    call_of,
    printed_as_c,
    program_of,
    watching,
)

LOW, HIGH = -(2**63), 2**63 - 1
HERE = "# here"  # behind the line that is to be named
Calls = tuple[tuple[Given, ...], ...]


@dataclass(frozen=True)
class Watched:
    """A program, calls that pass, and calls that stop in the marked line."""

    text: str
    fine: Calls
    wrong: Calls


def main(takes: str, *body: str, table: str = "") -> str:
    """The text of `main`; its last line is marked, unless another one is."""
    lines = [f"    {line}" for line in body]
    if not any(HERE in line for line in body):
        lines[-1] += f"  {HERE}"
    return "\n".join([table, f"def main({takes}) -> int:", *lines, ""])


def indexed(code: str, size: int, takes: str, *given: Given) -> Watched:
    """An index from nothing to the size, and those beside."""
    beside = (-1, size, size + 1, 2**32, -(2**32), HIGH, LOW)
    text = main(f"{takes}, i: int", f"return {code}")
    return Watched(text, tuple((*given, i) for i in range(size)), tuple((*given, i) for i in beside))


def stored(code: str, bits: int, takes: str, *given: Given) -> Watched:
    """A value that just fits, and one that does not."""
    least, most = -(1 << bits - 1), (1 << bits - 1) - 1
    wrong = (least - 1, most + 1, HIGH, LOW, 1 << bits)
    text = main(f"{takes}, a: int", f"{code}  {HERE}", "return 0")
    return Watched(text, tuple((*given, a) for a in (least, 0, most)), tuple((*given, a) for a in wrong))


def computed(code: str, fine: Calls, wrong: Calls) -> Watched:
    takes = ", ".join(f"{name}: int" for name in "ab"[: len(fine[0])])
    return Watched(main(takes, f"return {code}"), fine, wrong)


def changed(op: str, fine: tuple[int, int], wrong: tuple[int, int]) -> Watched:
    return Watched(main("a: int, b: int", f"a {op}= b  {HERE}", "return a"), (fine,), (wrong,))


INDEXES: dict[str, Watched] = {
    "an index into a list": indexed("xs[i]", 2, "xs: list[int]", [4, 5]),
    "an index into narrow numbers": indexed("xs[i]", 3, "xs: list[int8]", [4, 5, 6]),
    "an index into truth values": indexed("1 if xs[i] else 2", 2, "xs: list[bool]", [True, False]),
    "an index into fractions": indexed("int(xs[i])", 2, "xs: list[float32]", [4.0, 5.0]),
    "an index into records": indexed("rows[i].a", 3, "rows: list[Pair]", 3),
    "an index that finds a row": indexed("xs[i][1]", 2, "xs: list[list[int16]]", [[1, 2], [3, 4]]),
    "an index into a row": indexed("xs[1][i]", 2, "xs: list[list[int16]]", [[1, 2], [3, 4]]),
    "an index into an array": indexed("rows[0].part.row[i]", 3, "rows: list[Whole]", 1),
    "the first of two indexes": indexed("rows[0].grid[i][2]", 2, "rows: list[Whole]", 1),
    "the second of two indexes": indexed("rows[0].grid[1][i]", 3, "rows: list[Whole]", 1),
    "an index into an array of records": indexed("rows[0].parts[i].tiny", 2, "rows: list[Whole]", 1),
    "the first of two indexes of records": indexed("rows[0].boxes[i][1].tiny", 2, "rows: list[Whole]", 1),
    "the second of two indexes of records": indexed("rows[0].boxes[1][i].tiny", 2, "rows: list[Whole]", 1),
    "an index into a row with a name": Watched(
        main("xs: list[list[int]], i: int", "row = xs[0]", "return row[i]"),
        (([[1, 2, 3]], 0), ([[1, 2, 3]], 2)),
        (([[1, 2, 3]], 3), ([[1, 2, 3]], -1)),
    ),
    "an index into a constant": Watched(
        main("i: int", "return TABLE[i]", table="TABLE = (4, 5, 6)"),
        ((0,), (2,)),
        ((-1,), (3,), (2**32,), (LOW,)),
    ),
    "indexes into a constant in two directions": Watched(
        main("i: int, j: int", "return TABLE[i][j]", table="TABLE = ((4, 5, 6), (7, 8, 9))"),
        ((0, 0), (1, 2)),
        ((-1, 0), (2, 0), (0, 3), (0, -1), (0, 2**32)),
    ),
    "an index into what came as a list": Watched(
        """
def main(rows: list[Whole], xs: list[list[int8]], which: int, i: int) -> int:
    return at(rows[0].grid[1], i) if which == 0 else at(xs[1], i)


def at(xs: list[int], i: int) -> int:
    return xs[i]  # here
""",
        ((1, [[1, 2], [3, 4]], 0, 2), (1, [[1, 2], [3, 4]], 1, 1)),
        ((1, [[1, 2], [3, 4]], 0, 3), (1, [[1, 2], [3, 4]], 1, 2), (1, [[1, 2], [3, 4]], 0, -1)),
    ),
    "an index that is known before": Watched(
        main("xs: list[int]", "return xs[2]"), (([1, 2, 3],),), (([1, 2],), ([],))
    ),
    "an index into an array that is known before": Watched(
        main("rows: list[Whole], a: int", "row = rows[0].part.row", "return row[2] if a else row[3]"),
        ((1, 1),),
        ((1, 0),),
    ),
    "an index where something is stored": Watched(
        main("xs: list[int], i: int", f"xs[i] = 7  {HERE}", "return 0"),
        (([1, 2], 0), ([1, 2], 1)),
        (([1, 2], 2), ([1, 2], -1)),
    ),
    "an index where something is changed": Watched(
        main("rows: list[Whole], i: int", f"rows[0].part.row[i] += 1  {HERE}", "return 0"),
        ((1, 0), (1, 2)),
        ((1, 3), (1, -1)),
    ),
    "an index where a record is copied": Watched(
        main("rows: list[Pair], i: int, j: int", f"rows[i] = rows[j]  {HERE}", "return 0"),
        ((2, 0, 1), (2, 1, 1)),
        ((2, 2, 0), (2, 0, 2), (2, -1, 0), (2, 0, -1)),
    ),
    "an index of a row that is only counted": Watched(
        main("xs: list[list[int]], rows: list[Whole], i: int", "return len(rows[0].grid[i]) + len(xs[i])"),
        (([[1, 2], [3, 4]], 1, 0), ([[1, 2], [3, 4]], 1, 1)),
        (([[1, 2], [3, 4]], 1, 2), ([[1, 2], [3, 4]], 1, -1)),
    ),
    "an index of a record of which nothing is read": Watched(
        main("rows: list[Pair], i: int", "return five(rows[i])")
        + "\ndef five(s: Pair) -> int:\n    return 5\n",
        ((2, 0), (2, 1)),
        ((2, 2), (2, -1)),
    ),
}  # fmt: skip
FITS: dict[str, Watched] = {
    "a list of 8 bits": stored("xs[1] = a", 8, "xs: list[int8]", [1, 2]),
    "a list of 16 bits": stored("xs[1] = a", 16, "xs: list[int16]", [1, 2]),
    "a list of 32 bits": stored("xs[1] = a", 32, "xs: list[int32]", [1, 2]),
    "8 bits that are changed": stored("xs[1] += a", 8, "xs: list[int8]", [1, 0]),
    "16 bits that are changed": stored("xs[1] += a", 16, "xs: list[int16]", [1, 0]),
    "32 bits that are changed": stored("xs[1] += a", 32, "xs: list[int32]", [1, 0]),
    "a field of 8 bits": stored("rows[0].kind = a", 8, "rows: list[Whole]", 1),
    "a field of 16 bits": stored("rows[0].a = a", 16, "rows: list[Pair]", 1),
    "a field of 32 bits": stored("rows[0].count = a", 32, "rows: list[Whole]", 1),
    "an array of 16 bits": stored("rows[0].part.row[1] = a", 16, "rows: list[Whole]", 1),
    "an array in two directions": stored("rows[0].grid[1][2] = a", 8, "rows: list[Whole]", 1),
    "a row of 16 bits": stored("rows[1][0] = a", 16, "rows: list[list[int16]]", [[1, 2], [3, 4]]),
}
NUMBERS: dict[str, Watched] = {
    "plus": computed(
        "a + b",
        ((HIGH, 0), (HIGH - 1, 1), (LOW, HIGH), (LOW + 1, -1)),
        ((HIGH, 1), (LOW, -1), (HIGH, HIGH), (LOW, LOW)),
    ),
    "minus": computed(
        "a - b",
        ((HIGH, 0), (-1, HIGH), (-1, LOW), (LOW, LOW)),
        ((LOW, 1), (0, LOW), (HIGH, -1), (-2, HIGH)),
    ),
    "times": computed(
        "a * b",
        ((HIGH, 1), (LOW, 1), (HIGH, -1), (0, LOW), (LOW, 0), (2**31, 2**32 - 1), (-(2**31), 2**32)),
        ((LOW, -1), (-1, LOW), (2**32, 2**31), (HIGH, 2), (LOW, 2), (2, LOW), (3037000500, 3037000500)),
    ),
    "a shift to the left": computed(
        "a << b",
        ((1, 62), (-1, 63), (HIGH, 0), (0, 63), (HIGH >> 5, 5), (LOW >> 5, 5)),
        ((1, 63), (1, 64), (0, 64), (-1, 64), (HIGH, 1), (1, -1), (0, -1), (1, LOW), ((LOW >> 5) - 1, 5)),
    ),
    "a shift to the right": computed(
        "a >> b", ((LOW, 63), (HIGH, 63), (5, 0)), ((5, -1), (0, -1), (5, 64), (5, LOW), (0, 2**32))
    ),
    "minus one number": computed("-a", ((HIGH,), (LOW + 1,), (0,)), ((LOW,),)),
    "an absolute value": computed("abs(a)", ((HIGH,), (LOW + 1,), (0,)), ((LOW,),)),
    "a floor division": computed(
        "a // b", ((LOW, 1), (LOW + 1, -1), (0, 5), (7, -1)), ((5, 0), (LOW, 0), (LOW, -1))
    ),
    "a modulo": computed("a % b", ((LOW, 1), (LOW, -1), (0, 5)), ((5, 0), (0, 0), (LOW, 0))),
    "a division by what is known to be nothing": computed("a % 7 if a < 1 else a // 0", ((0,),), ((1,),)),
    "a fraction by nothing": computed("int(6 / a)", ((1,), (-2,)), ((0,),)),
    "a square root of less than nothing": computed("int(sqrt(a))", ((0,), (9,)), ((-1,), (LOW,))),
    "a fraction too large to be cut off": computed(
        "int(a * 1.0 * b)",
        ((2**62, 1), (LOW, 1), (-(2**62), 2)),
        ((2**62, 2), (LOW, 2), (HIGH, 1), (HIGH, HIGH)),
    ),
    "what is no number at all": computed("int(a * 1e300 * 1e300 - a * 1e300 * 1e300)", ((0,),), ((1,),)),
    "a variable plus": changed("+", (HIGH, 0), (HIGH, 1)),
    "a variable minus": changed("-", (LOW, 0), (LOW, 1)),
    "a variable times": changed("*", (LOW, 1), (LOW, 2)),
    "a variable divided": changed("//", (1, 1), (1, 0)),
    "the rest of a variable": changed("%", (1, 1), (1, 0)),
    "a variable shifted to the left": changed("<<", (1, 62), (1, 63)),
    "a variable shifted to the right": changed(">>", (1, 62), (1, -1)),
    "a place of 64 bits that is changed": Watched(
        main("xs: list[int], a: int", f"xs[0] += a  {HERE}", "return xs[0]"),
        (([HIGH - 1], 1), ([LOW], HIGH)),
        (([HIGH], 1), ([LOW], -1)),
    ),
    "a sum in an index": Watched(
        main("xs: list[int], a: int", "return xs[a + 1 - 1]"), (([5], 0),), (([5], HIGH), ([5], 1))
    ),
    "a sum in a function in a function": Watched(
        """
def main(a: int) -> int:
    return one(a) - one(0)


def one(a: int) -> int:
    return two(a)


def two(a: int) -> int:
    b = a + 1  # here
    return b
""",
        ((HIGH - 1,), (LOW + 1,)),
        ((HIGH,),),
    ),
}
WATCHED = {**INDEXES, **FITS, **NUMBERS}


def marked(watched: Watched) -> int:
    """The line that is to be named."""
    return next(k for k, one in enumerate(watched.text.splitlines(), 1) if HERE in one)


@pytest.mark.parametrize("name", WATCHED)
def test_checked_python_names_the_line(name: str) -> None:
    watched = WATCHED[name]
    text = Text(watched.text)
    program, plain = program_of(text), Plain(text.names)
    for given in watched.fine:
        call = call_of(program, "main", given)
        assert watching(text)("main", call) == plain("main", call), given
    for given in watched.wrong:
        with pytest.raises(ERRORS) as refused:
            watching(text)("main", call_of(program, "main", given))
        lines = [entry.lineno + 1 for entry in refused.traceback if str(entry.path) == "<program>"]
        assert lines[-1] == marked(watched), given


@pytest.mark.parametrize("how", INLINED)
@pytest.mark.parametrize("name", WATCHED)
def test_the_line_is_named(name: str, how: str) -> None:
    watched = WATCHED[name]
    line = marked(watched)
    text = Text(watched.text)
    program = program_of(text)
    checked, plain = Wasm.of(program, checked=True, small=INLINED[how]), Plain(text.names)
    for given in watched.fine:
        call = call_of(program, "main", given)
        assert checked("main", call) == plain("main", call), given
    for given in watched.wrong:
        with pytest.raises(Trapped) as trapped:
            checked("main", call_of(program, "main", given))
        assert trapped.value.line == line, given


WRAPPING = """
def main(a: int, b: int, out: list[int], narrow: list[int8]) -> int:
    out[0] = a + b
    out[1] = a - b
    out[2] = a * b
    out[3] = -a
    out[4] = abs(a)
    out[5] = a << (b & 63)
    narrow[0] = a
    return a * b + a
"""


def test_quick_builds_wrap_around(tmp_path: Path) -> None:
    text = Text(WRAPPING, "_0")  # C has another idea of what `main` takes
    program = program_of(text)
    quick = Wasm.of(program, checked=False)
    backends: dict[str, Backend] = {"WebAssembly": quick, **printed_as_c(program, tmp_path)}
    for a, b in product((LOW, LOW + 1, -3, 0, 5, HIGH), repeat=2):
        call = call_of(program, text.main, (a, b, [0] * 6, [0]))
        place = call.arguments[2]
        assert isinstance(place, tuple)
        wanted = (a + b, a - b, a * b, -a, abs(a), a << (b & 63))
        for backend in backends.values():
            outcome = backend(text.main, call)
            assert outcome == quick(text.main, call)
            assert outcome.result == _wrapped(a * b + a)
            written = outcome.memory[place[0] : place[0] + 48]
            assert written == b"".join(_wrapped(one).to_bytes(8, "little", signed=True) for one in wanted)


DIVIDING = """
def main(a: int, b: int) -> int:
    return a // b * 10 + a % b
"""


def test_quick_native_code_divides_by_nothing_and_goes_on(tmp_path: Path) -> None:
    """The processor would end the process, with everything else that it does."""
    text = Text(DIVIDING, "_0")
    program = program_of(text)
    for shown, backend in printed_as_c(program, tmp_path).items():
        for a, b, wanted in ((5, 0, 0), (LOW, 0, 0), (LOW, -1, _wrapped(LOW * 10)), (7, -2, -41)):
            assert backend(text.main, call_of(program, text.main, (a, b))).result == wanted, (shown, a, b)


def _wrapped(value: int) -> int:
    return (value - LOW) % 2**64 + LOW
