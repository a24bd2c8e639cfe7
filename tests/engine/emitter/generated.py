"""Programs in the subset that Hypothesis writes: variables, records, arrays, helpers with effects, loops.

Most numbers are kept small by a modulo, and most indexes within their lists, so that most programs run to the
end; the others go wrong somewhere, and have to go wrong everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st

from tests.engine.emitter.backends import Given

T = TypeVar("T")
TABLES = """
TABLE = (3, -1, 4, -100, 5)
WIDE = (70000, -3, 2147483648, 0)
DEEP = ((1, 2, -3), (4000, 5, 6))
"""
CALLS: tuple[tuple[Given, ...], ...] = (
    (2, [1, -2, 3, 40], [5, -6, 7], [True, False], [0.5, -2.0], [[1, 2, 3], [-4, 500, 6]], 0, 0),
    (3, [0, 9, -77, 100000], [0, 1, -100], [False, False], [3.25, 100.0], [[0, 0, -1], [7, 8, 9]], 5, -3),
)
BIG = (2**63 - 1, -(2**63), 2**32, 2**31, 255)


@dataclass(frozen=True)
class Scope:
    """What may be named where the writer stands."""

    wholes: tuple[str, ...] = ()  # expressions, with {} for an index below 2
    parts: tuple[str, ...] = ()
    lists: tuple[tuple[str, int], ...] = ()  # of whole numbers, and how long they are at least
    ints: tuple[str, ...] = ("i0", "i1", "i2")
    bools: tuple[str, ...] = ("b0",)
    floats: tuple[str, ...] = ("x0",)
    rows: tuple[str, ...] = ()  # of records
    flags: str = ""
    halves: str = ""
    helpers: int = 0  # how many may be called
    loops: int = 0  # around
    most: int = 1  # loops in loops
    calls: bool = True  # may something be written here?
    result: str = "number"


@dataclass
class Writer:
    """One program, being written."""

    draw: Callable[[Any], Any]
    lines: list[str] = field(default_factory=list)
    counted: int = 0

    def pick(self, *options: T) -> T:
        made: T = self.draw(_one_of(options))
        return made

    def often(self, of: int) -> bool:
        """All but one of so many times; what is simple is rare."""
        return bool(self.draw(_below(of)))

    @contextmanager
    def within(self, line: str) -> Iterator[None]:
        """The lines of a block."""
        outer, self.lines = self.lines, []
        yield
        outer += [line, *(f"    {one}" for one in self.lines or ["pass"])]
        self.lines = outer

    # ------------------------------------------------------------ places

    def index(self, s: Scope, size: int, depth: int) -> str:
        if depth < 1 or not self.often(3):
            return str(self.draw(_below(size)))
        if self.often(16):
            return f"({self.whole(s, depth - 1)}) % {size}"
        return self.pick(*s.ints, str(size))

    def whole_record(self, s: Scope, depth: int) -> str:
        return self.pick(*s.wholes).format(self.index(s, 2, depth))

    def part(self, s: Scope, depth: int) -> str:
        ways = ["p"] if s.parts else []
        ways += ["part", "parts", "boxes"] if s.wholes else []
        ways += ["call"] if s.calls and s.helpers > 3 and depth > 0 else []
        ways += ["choice"] if depth > 1 else []
        match self.pick(*ways):
            case "p":
                return self.pick(*s.parts)
            case "part":
                return f"{self.whole_record(s, depth)}.part"
            case "parts":
                return f"{self.whole_record(s, depth)}.parts[{self.index(s, 2, depth)}]"
            case "boxes":
                i, j = self.index(s, 2, depth), self.index(s, 2, depth)
                return f"{self.whole_record(s, depth)}.boxes[{i}][{j}]"
            case "call" if s.wholes:
                return f"h3({self.whole_record(s, depth - 1)}.parts, {self.whole(s, depth - 1)})"
            case "choice":
                one, other = self.part(s, depth - 1), self.part(s, depth - 1)
                return f"({one} if {self.truth(s, depth - 1)} else {other})"
        return s.parts[0] if s.parts else f"{self.whole_record(s, 0)}.part"

    def list(self, s: Scope, depth: int) -> tuple[str, int]:
        """Whole numbers side by side that may be written."""
        ways = ["own"] if s.lists else []
        ways += ["row"] if s.wholes or s.parts else []
        ways += ["grid"] if s.wholes else []
        match self.pick(*ways):
            case "own":
                code, size = self.pick(*s.lists)
                return code.format(self.index(s, 2, depth)), size
            case "row":
                return f"{self.part(s, depth)}.row", 3
        return f"{self.whole_record(s, depth)}.grid[{self.index(s, 2, depth)}]", 3

    def place(self, s: Scope, depth: int) -> tuple[str, int]:
        """Where a whole number is, and how wide it may be; of lists the least."""
        ways = ["list", "list"]
        ways += ["kind", "count", "last"] if s.wholes else []
        ways += ["tiny", "wide"] if s.wholes or s.parts else []
        match self.pick(*ways):
            case "list":
                code, size = self.list(s, depth)
                return f"{code}[{self.index(s, size, depth)}]", 8
            case "tiny":
                return f"{self.part(s, depth)}.tiny", 8
            case "wide":
                return f"{self.part(s, depth)}.wide", 64
            case "count":
                return f"{self.whole_record(s, depth)}.count", 32
            case name:
                return f"{self.whole_record(s, depth)}.{name}", 8

    # ------------------------------------------------------------ values

    def leaf(self, s: Scope) -> str:
        match self.pick("number", "variable", "variable", "place", "table", "big"):
            case "number":
                return str(self.draw(_between(-4, 9)))
            case "place":
                return self.place(s, 0)[0]
            case "table":
                return f"{self.pick('TABLE', 'WIDE', 'DEEP[0]', 'DEEP[1]')}[{self.draw(_below(3))}]"
            case "big" if not self.often(3):
                return f"({self.pick(*s.ints)} ^ {self.pick(*BIG)})"
        return self.pick(*s.ints)

    def whole(self, s: Scope, depth: int) -> str:
        """A whole number."""
        if depth < 1:
            return self.leaf(s)
        d = depth - 1
        match self.pick(*WHOLES):
            case "place":
                return self.place(s, d)[0]
            case "+" | "&" | "|" | "^" as op:
                return f"({self.whole(s, d)} {op} {self.whole(s, d)})"
            case "-":
                return self.pick("({0} - {1})", "-{0}").format(self.whole(s, d), self.whole(s, d))
            case "*":
                return (
                    f"({self.whole(s, d)} % 100 * {self.whole(s, d) if not self.often(4) else self.leaf(s)})"
                )
            case "//" | "%" as op:
                by = self.pick("2", "3", "8", "-5", "10", "-1", "4096", "1")
                if self.often(3):
                    by = f"({self.whole(s, d)} | 1)" if self.often(9) else self.pick(*s.ints)
                return f"({self.whole(s, d)} {op} {by})"
            case "<<" | ">>" as op:
                by = (
                    f"({self.whole(s, d)} & {7 if op == '<<' else 63})"
                    if self.often(9)
                    else self.pick(*s.ints)
                )
                return f"({self.whole(s, d)} % 99 {op} {by})"
            case "min" | "max" as name:
                others = [self.whole(s, d) for _ in range(self.draw(_between(2, 3)))]
                return f"{name}({', '.join(others)})"
            case "~":
                return f"~{self.whole(s, d)}"
            case "abs":
                return f"abs({self.whole(s, d)})"
            case "choice":
                return f"({self.whole(s, d)} if {self.truth(s, d)} else {self.whole(s, d)})"
            case "and" | "or" as op:
                return f"({self.whole(s, d)} {op} {self.pick(self.whole, self.truth)(s, d)})"
            case "int":
                return f"int({self.pick(self.truth, self.fraction)(s, d)})"
            case "truth":
                return f"({self.truth(s, d)} + {self.whole(s, d)})"
            case "len":
                return f"len({self.list(s, d)[0]})"
            case "call" if s.calls and s.helpers > 0 and s.wholes:
                return f"h0({self.whole_record(s, d)}, {self.whole(s, d)})"
        return self.leaf(s)

    def truth(self, s: Scope, depth: int) -> str:
        """A truth value."""
        if depth < 1:
            return self.pick(*s.bools, "True") if not self.often(3) else f"({self.leaf(s)} > {self.leaf(s)})"
        d = depth - 1
        match self.pick("compare", "compare", "chain", "and", "or", "not", "flag", "call", "fractions"):
            case "chain":
                quiet = replace(s, calls=False)
                a, b, c = (self.whole(quiet, d) for _ in range(3))
                return f"({a} {self.pick(*COMPARISONS)} {b} {self.pick(*COMPARISONS)} {c})"
            case "and" | "or" as op:
                return f"({self.truth(s, d)} {op} {self.truth(s, d)})"
            case "not":
                return f"(not {self.pick(self.truth, self.whole)(s, d)})"
            case "flag" if s.flags:
                return f"{s.flags}[{self.index(s, 2, d)}]"
            case "call" if s.calls and s.helpers > 1:
                return f"h1({self.list(s, d)[0]}, {self.whole(s, d)}, {self.truth(s, d)})"
            case "fractions":
                return f"({self.fraction(s, d)} {self.pick(*COMPARISONS)} {self.fraction(s, d)})"
        return f"({self.whole(s, d)} {self.pick(*COMPARISONS)} {self.whole(s, d)})"

    def fraction(self, s: Scope, depth: int) -> str:
        """A number with a fraction that is not too large."""
        if depth < 1:
            return self.pick(*s.floats, "0.5", "-3.0", "1e-3")
        d = depth - 1
        match self.pick("+", "-", "*", "/", "min", "max", "abs", "sqrt", "choice", "float", "half", "whole"):
            case "+" | "-" | "*" as op:
                return f"({self.fraction(s, d)} {op} {self.fraction(s, d)})"
            case "/":
                return f"({self.pick(self.fraction, self.whole)(s, d)} / {self.pick('2.0', '-3.0', '7')})"
            case "min" | "max" as name:
                return f"{name}({self.fraction(s, d)}, {self.fraction(s, d)})"
            case "abs":
                return f"abs({self.fraction(s, d)})"
            case "sqrt":
                return f"sqrt(abs({self.fraction(s, d)}))"
            case "choice":
                return f"({self.fraction(s, d)} if {self.truth(s, d)} else {self.fraction(s, d)})"
            case "half" if s.halves:
                return f"{s.halves}[{self.index(s, 2, d)}]"
            case "whole":
                return f"({self.whole(s, d)} * {self.fraction(s, d)})"
        return f"float({self.whole(s, d)})"

    # ------------------------------------------------------------ statements

    def block(self, s: Scope, count: int) -> None:
        for _ in range(self.draw(_between(1, count))):
            self.statement(s)

    def statement(self, s: Scope) -> None:
        match self.pick(*STATEMENTS):
            case "variable":
                self.lines.append(f"{self.pick(*s.ints)} = {self.bounded(s, 32)}")
            case "number or truth":
                self.lines.append(f"{self.pick(*s.ints)} = {self.truth(s, 2)}")
            case "changed":
                self.lines.append(
                    f"{self.pick(*s.ints)} {self.pick('+', '-', '^', '|')}= {self.bounded(s, 16)}"
                )
            case "truth":
                self.lines.append(f"{self.pick(*s.bools)} = {self.truth(s, 2)}")
            case "fraction":
                self.lines.append(f"{self.pick(*s.floats)} = max(-999.0, min(999.0, {self.fraction(s, 2)}))")
            case "place":
                code, bits = self.place(s, 2)
                self.lines.append(f"{code} = {self.bounded(s, bits)}")
            case "place changed":
                code, bits = self.place(s, 2)
                value = self.small(s) if self.often(8) else self.bounded(s, bits)
                self.lines.append(f"{code} {self.pick('+', '-', '^', '|', '&')}= {value}")
            case "flag" if s.flags:
                self.lines.append(f"{s.flags}[{self.index(s, 2, 1)}] = {self.truth(s, 2)}")
            case "half" if s.halves:
                self.lines.append(f"{s.halves}[{self.index(s, 2, 1)}] = {self.pick(*s.floats, 'i0 % 100')}")
            case "record" if s.parts:
                self.lines.append(f"{s.parts[0]} = {self.part(s, 1)}")
            case "copied" if s.wholes:
                self.copied(s)
            case "row" if s.parts:
                self.lines.append(f"r = {self.part(s, 1)}.row")
            case "if":
                self.branches(s)
            case "for" | "while" as kind if s.loops < s.most:
                self.loop(s, kind)
            case "break" | "continue" as word if s.loops:
                with self.within(f"if {self.truth(s, 1)}:"):
                    self.lines.append(word)
            case "return":
                with self.within(f"if {self.truth(s, 1)}:"):
                    self.lines.append(self.returned(s))
            case "call" if s.helpers:
                self.called(s)
            case _:
                self.lines.append(f"{self.pick(*s.ints)} = {self.bounded(s, 8)}")

    def returned(self, s: Scope) -> str:
        match s.result:
            case "number":
                return f"return {self.whole(s, 2)}"
            case "truth":
                return f"return {self.truth(s, 2)}"
            case "two":
                return f"return {self.whole(s, 2)}, {self.fraction(s, 1)}"
            case "part":
                return f"return {self.part(s, 1)}"
        return "return"

    def small(self, s: Scope) -> str:
        return f"{self.whole(s, 1)} % 5"

    def bounded(self, s: Scope, bits: int) -> str:
        """A value that mostly fits."""
        value = self.whole(s, 2)
        if not self.often(10):
            return value
        return f"({value}) % {self.pick(*MODULI[bits])}"

    def copied(self, s: Scope) -> None:
        if s.rows and not self.often(3):
            rows = self.pick(*s.rows)
            self.lines.append(f"{rows}[{self.index(s, 2, 1)}] = {rows}[{self.index(s, 2, 1)}]")
            return
        whole = self.whole_record(s, 1)
        target = self.pick("{}.part", "{}.parts[{}]", "{}.boxes[1][{}]").format(whole, self.index(s, 2, 1))
        self.lines.append(f"{target} = {self.part(s, 2)}")

    def branches(self, s: Scope) -> None:
        with self.within(f"if {self.truth(s, 2)}:"):
            self.block(s, 2)
        if self.often(3):
            with self.within(f"elif {self.truth(s, 2)}:"):
                self.block(s, 1)
        if self.often(2):
            with self.within("else:"):
                self.block(s, 2)

    def loop(self, s: Scope, kind: str) -> None:
        inner = replace(s, loops=s.loops + 1)
        if kind == "for":
            small = self.small(s)
            bounds = self.pick("3", "1, 3", "2, -1, -1", "0, 7, 3", small, f"{small}, 4", f"5, {small}, -2")
            with self.within(f"for {self.pick(*s.ints)} in range({bounds}):"):
                self.block(inner, 3)
            return
        self.counted += 1
        name = f"w{self.counted}"
        self.lines.append(f"{name} = 0")
        with self.within(f"while {name} < 3 and {self.truth(s, 2)}:"):
            self.lines.append(f"{name} += 1")
            self.block(inner, 2)

    def called(self, s: Scope) -> None:
        match self.pick(*range(s.helpers)):
            case 0 if s.wholes:
                self.lines.append(f"h0({self.whole_record(s, 1)}, {self.whole(s, 2)})")
            case 2 if s.wholes or s.parts:
                names = self.pick("i0, x0", "i1, x0", "i2, x0")
                self.lines.append(f"{names} = h2({self.part(s, 1)}, {self.fraction(s, 1)})")
            case 4 if s.wholes:
                self.lines.append(f"h4({self.whole_record(s, 1)}, {self.list(s, 1)[0]})")
            case _:
                self.lines.append(f"b0 = {self.truth(s, 2)}")


WHOLES = (
    *("place", "place", "+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^", "-", "~", "min", "max", "abs"),
    *("choice", "and", "or", "int", "truth", "len", "call", "call"),
)
MODULI = {8: (50, 7), 16: (3000, 99), 32: (70000, 11), 64: (10**9 + 7, 5)}
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
STATEMENTS = (
    *("variable", "variable", "number or truth", "changed", "truth", "fraction", "flag", "half"),
    *("place", "place", "place changed", "place changed", "record", "copied", "row", "if", "if"),
    *("for", "while", "break", "continue", "return", "call", "call", "call"),
)

NUMBERS = ("i1 = 2", "i2 = i0 % 7")
LOCAL = ("b0 = i0 > 3", "x0 = 0.5")
OF_A_PART = ("r = p.row",)
OF_A_WHOLE = ("p = s.parts[1]", *OF_A_PART)
PARTS: dict[str, Any] = {"parts": ("p",)}
HELPERS: tuple[tuple[str, tuple[str, ...], Scope], ...] = (
    (
        "h0(s: Whole, i0: int) -> int",
        (*NUMBERS, *LOCAL, *OF_A_WHOLE),
        Scope(wholes=("s",), lists=(("r", 3),), **PARTS),
    ),
    (
        "h1(xs: list[int], i0: int, b0: bool) -> bool",
        (*NUMBERS, "x0 = 1.5"),
        Scope(lists=(("xs", 3),), result="truth"),
    ),
    (
        "h2(p: Part, x0: float) -> tuple[int, float]",
        ("i0 = p.tiny", *NUMBERS, "b0 = x0 < 1.0", *OF_A_PART),
        Scope(lists=(("r", 3),), result="two", **PARTS),
    ),
    (
        "h3(parts: list[Part], i0: int) -> Part",
        (*NUMBERS, *LOCAL, "p = parts[i0 % 2]", *OF_A_PART),
        Scope(lists=(("r", 3),), result="part", **PARTS),
    ),
    (
        "h4(s: Whole, xs: list[int]) -> None",
        ("i0 = xs[0]", *NUMBERS, *LOCAL, *OF_A_WHOLE),
        Scope(wholes=("s",), lists=(("r", 3), ("xs", 3)), result="nothing", **PARTS),
    ),
)
MAIN = (
    "main(whole: list[Whole], ints: list[int], tinies: list[int8], flags: list[bool], halves: list[float32], "
    "rows: list[list[int16]], i0: int, i1: int) -> int"
)
OF_MAIN = Scope(
    wholes=("whole[{}]", "s"),
    lists=(("ints", 4), ("tinies", 3), ("rows[{}]", 3), ("r", 3)),
    rows=("whole",),
    flags="flags",
    halves="halves",
    most=2,
    **PARTS,
)


@cache
def _one_of(options: tuple[Any, ...]) -> st.SearchStrategy[Any]:
    return st.sampled_from(options)


@cache
def _between(low: int, high: int) -> st.SearchStrategy[int]:
    return st.integers(low, high)


def _below(size: int) -> st.SearchStrategy[int]:
    return _between(0, size - 1)


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a program that `CALLS` are for."""
    writer = Writer(draw)
    helpers = draw(_between(0, len(HELPERS)))
    for k, (head, before, scope) in enumerate(HELPERS[:helpers]):
        _function(writer, head, before, replace(scope, helpers=k), 3)
    before = ("s = whole[1]", "i2 = i0 - i1", *LOCAL, *OF_A_WHOLE)
    _function(writer, MAIN, before, replace(OF_MAIN, helpers=helpers), 7)
    return "\n".join([TABLES, *writer.lines, ""])


def _function(writer: Writer, head: str, before: tuple[str, ...], scope: Scope, most: int) -> None:
    with writer.within(f"def {head}:"):
        writer.lines += before
        writer.block(scope, most)
        writer.lines.append(writer.returned(scope))
