"""What has no type, or no meaning in machine code, is refused in a sentence that says where."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import pytest

from kosmoport.engine.emitter import expressions, reading
from kosmoport.engine.emitter.expressions import Unfit
from tests.engine.emitter.backends import Text, program_of

HERE = "# here"  # behind the line that is named
READ = [Path(str(module.__file__)) for module in (expressions, reading)]

# Within `main(s: Whole, a: int, x: float, xs: list[int], rows: list[list[int16]]) -> int`.
LINES: dict[str, str] = {
    # -- what is not in the language
    "t = a if a else b": "b is not defined",
    "a = Whole": "Whole is not defined",
    "a = 'text'": "the value 'text'",
    "a = None": "the value None",
    "a = 9223372036854775808": "9223372036854775808 has more than 64 bits",
    "a = -9223372036854775809": "-9223372036854775809 has more than 64 bits",
    "a = 4611686018427387904 * 2": "9223372036854775808 has more than 64 bits",
    "a = 1 << 64": "18446744073709551616 has more than 64 bits",
    "a = 5 // 0": "5 // 0: integer division or modulo by zero",
    "a = 1 << -1": "1 << -1: negative shift count",
    "a = a ** 2": "BinOp",
    "a **= 2": "an operator",
    "a = [1]": "List",
    "a = xs[1:2]": "Slice",
    "a = (a, a)": "Tuple",
    "a = [b for b in xs]": "ListComp",
    "a = (lambda: 1)()": "a call",
    "a = (t := 1)": "NamedExpr",
    "a = b = 1": "Assign",
    "a: int = 1": "AnnAssign",
    "assert a": "Assert",
    "del a": "Delete",
    "a + 1": "an expression without effect",
    "abs(a)": "an expression without effect",
    "[a] = other(a)": "an assignment to something else than a place",
    "for a in xs: pass": "for over something that is not range",
    "for a in other(3): pass": "for over something that is not range",
    "for a in range(): pass": "for over something that is not range",
    "for a in range(1, 2, 3, 4): pass": "for over something that is not range",
    "for s.count in range(3): pass": "for over something that is not range",
    "for a in range(1, 9, a): pass": "a step that is not known before",
    "for a in range(1, 9, 0): pass": "a step that is not known before",
    "for a in range(3): pass\n    else: pass": "For",
    "while a: pass\n    else: pass": "While",
    # -- calls
    "a = s.part.pick()": "a call",
    "a = unknown(a)": "a call of unknown",
    "a = len(a)": "a call of len",
    "a = min(a)": "a call of min",
    "a = abs(s)": "a call of abs",
    "a = int(xs)": "a call of int",
    "a = max(a, a, key=a)": "a call with keywords",
    "a = other(a=1)": "a call with keywords",
    "a = other(*xs)": "Starred",
    "a = other(a, a)": "other takes 1 arguments",
    "a = other()": "other takes 1 arguments",
    "a = other(x)": "Number.FLOAT where Number.INT is declared",
    "a = sure(a)": "Number.INT where Number.BOOL is declared",
    "a = tiny_of(s)": "where RecordOf(record=<class 'tests.engine.emitter.records.Part'>) is declared",
    "a = summed(a)": "Number.INT for a list of summed",
    "a = summed(s.parts)": "for a list of summed",
    "a = tinies_of(xs)": "for a list of tinies_of",
    "a = two(a)": "two has not one result",
    "a = nothing(a)": "nothing has not one result",
    "a = a + nothing(a)": "nothing has not one result",
    # -- kinds that do not go together
    "a = s + 1": "+ Number.INT",
    "a = xs + xs": "Span(item='int64', directions=1) + Span(item='int64', directions=1)",
    "a = -s": "as a number",
    "a = ~x": "Number.FLOAT as a number",
    "a = xs[x]": "Number.FLOAT as a number",
    "for a in range(x): pass": "Number.FLOAT as a number",
    "a = x // 2": "// of a number with a fraction",
    "a = int(x) % 2.0": "% of a number with a fraction",
    "a = a << x": "<< of a number with a fraction",
    "a = a / 2": "a is declared as Number.INT, not as Number.FLOAT",
    "if s: pass": "as a truth value",
    "a = not xs": "as a truth value",
    "a = xs and xs": "as a truth value",
    "a = xs and a": "and is now Span",
    "a = s.part == s.part": "is compared with RecordOf(record=<class 'tests.engine.emitter.records.Part'>)",
    "a = xs == xs": "is compared with",
    "a = a in xs": "is compared with",
    "a = a is a": "in, is or not in",
    "a = 0 < touched(xs) < 5": "a chain of comparisons with an effect",
    "a = s.part if a else 5": "a choice is now RecordOf",
    "t = a and s": "and is now",
    "t = s.part if a else s": "a choice is now RecordOf",
    "t = xs if a else xs": "a choice between lists",
    "t = a\n    t = s  # here": "t is now RecordOf",
    "t = xs\n    t = rows[0]  # here": "t is now Span",
    # -- places
    "a = s.unknown": "Whole has no unknown",
    "a = a.count": ".count of Number.INT",
    "a = xs.count": ".count of Span",
    "a = xs.count[0]": ".count of Span",
    "a = a[0]": "an index into Number.INT",
    "a = xs[0][0]": "an index into Number.INT",
    "a = s[0]": "an index into RecordOf",
    "s.count = x": "Number.FLOAT is assigned to Cell(item='int32')",
    "s.count = s.part": "is assigned to Cell",
    "s.count += 0.5": "Number.FLOAT is assigned to Cell(item='int32')",
    "s.count /= 2": "Number.FLOAT is assigned to Cell(item='int32')",
    "s.part = a": "Number.INT is assigned to RecordOf",
    "s.part = s": "is assigned to RecordOf",
    "s.grid[0] = s.grid[1]": "is assigned to Array",
    "rows[0] = xs": "is assigned to Span",
    "s.part += 1": "is changed like a number",
    "s.grid[0] += 1": "is changed like a number",
    "TABLE[0] = 1": "a constant is changed",
    "DEEP[a][0] += 1": "a constant is changed",
    "s = 5": "s is now Number.INT, now RecordOf",
    "s.count = xs": "is assigned to Cell",
    "a = x": "a is declared as Number.INT, not as Number.FLOAT",
    "for x in range(3): pass": "x counts, and is Number.FLOAT elsewhere",
    "for s in range(3): pass": "s is now Number.INT, now RecordOf",
    # -- results
    "return": "something is returned, or nothing, where the signature says otherwise",
    "return x": "Number.FLOAT where Number.INT is declared",
    "return s": "where Number.INT is declared",
    "b, c = a": "unpacking of something else than so many results into names",
    "b, c = other(a)": "unpacking of something else than so many results into names",
    "b, c, d = two(a)": "unpacking of something else than so many results into names",
    "b, s.count = two(a)": "unpacking of something else than so many results into names",
    "t = 0.5\n    t, b = two(a)  # here": "t is Number.INT here and something else elsewhere",
    # -- constants
    "a = TEXT": "the value 'text'",
    "a = HUGE": "9223372036854775808 has more than 64 bits",
}  # fmt: skip

AROUND = """
TEXT = "text"
HUGE = 2 ** 63
TABLE = (1, 2, 3)
DEEP = ((1, 2), (3, 4))


def main(s: Whole, a: int, x: float, xs: list[int], rows: list[list[int16]]) -> int:
    {}
    return 0


def other(a: int) -> int:
    return a


def sure(a: bool) -> int:
    return 1


def tiny_of(part: Part) -> int:
    return part.tiny


def summed(xs: list[int]) -> int:
    return xs[0]


def tinies_of(parts: list[Part]) -> int:
    return parts[0].tiny


def two(a: int) -> tuple[int, int]:
    return a, a


def nothing(a: int) -> None:
    pass


def touched(xs: list[int]) -> int:
    xs[0] = 5
    return 1
"""

INT = "def main(a: int) -> int:\n    return "
TWO = "def main(a: int) -> tuple[int, int]:\n    return "
FIRST = "def main() -> int:\n    return TABLE[0]"
UNCLEAR = "from __future__ import annotations\n"
# Programs that are refused as a whole, and the sentence about them.
PROGRAMS: dict[str, str] = {
    "def main(a) -> int:\n    return a": "main: a has no type",
    "def main(a: int):\n    return a": "main: return has no type",
    "def main(a: str) -> int:\n    return 1": "main: <class 'str'> is no type of the subset",
    "def main(a: list[str]) -> int:\n    return 1": "main: <class 'str'> is no type of the subset",
    "def main(a: list[float]) -> int:\n    return 1": "main: <class 'float'> is no type of the subset",
    "def main(a: int) -> tuple[int, str]:\n    return a, a": "main: <class 'str'> is no type of the subset",
    "def main(a: int) -> tuple[int, Part]:\n    return a, a": "is no type of the subset",
    "def main(a: list[int]) -> list[int]:\n    return a": "main: a list is no result",
    "def main(a: 'int') -> int:\n    return a": "main: int is no type of the subset",
    UNCLEAR + "def main(a: b) -> int:\n    return 1": "main: the type of a cannot be found out: name 'b' is",
    INT + "main(a)": "main calls itself",
    INT + "f()\ndef f() -> int:\n    return g()\ndef g() -> int:\n    return f()": "f calls itself",
    "def main(a: int) -> None:\n    return a": "main, line 2: something is returned, or nothing, where",
    "def main(a: int) -> bool:\n    return a": "main, line 2: Number.INT where Number.BOOL is declared",
    TWO + "a": "main, line 2: not the 2 results of the signature",
    TWO + "a, a, a": "main, line 2: not the 2 results of the signature",
    TWO + "f()\ndef f() -> tuple[int, bool]:\n    return 1, True": "main, line 2: not the 2 results of the",
    TWO + "a, 0.5": "main, line 2: Number.FLOAT where Number.INT is declared",
    "TABLE = ((1, 2), (3,))\n" + FIRST: "the rows of TABLE differ in length",
    "TABLE = ((1, 2), 3)\n" + FIRST: "the rows of TABLE differ in length",
    "TABLE = (1, (2, 3))\n" + FIRST: "TABLE has something else than whole numbers",
    "TABLE = (0.5, 1)\n" + FIRST: "TABLE has something else than whole numbers",
    "TABLE = ()\n" + FIRST: "TABLE is empty, or has a number of more than 64 bits",
    "TABLE = ((), ())\n" + FIRST: "TABLE is empty, or has a number of more than 64 bits",
    "TABLE = (1, 2 ** 63)\n" + FIRST: "TABLE is empty, or has a number of more than 64 bits",
    "TABLE = (1, 2)\n" + INT + "f(TABLE)\ndef f(xs: list[int]) -> int:\n    xs[0] = 5": "f, line 5: a con",
}  # fmt: skip


def refused(text: str) -> Unfit:
    with pytest.raises(Unfit) as unfit:
        program_of(Text(text))
    return unfit.value


def in_main(lines: str) -> str:
    return AROUND.format(lines if HERE in lines else lines.replace("\n", f"  {HERE}\n", 1) + f"  {HERE}")


@pytest.mark.parametrize("lines", LINES)
def test_a_line_is_refused(lines: str) -> None:
    text = in_main(lines)
    line = next(k for k, one in enumerate(text.splitlines(), 1) if HERE in one)
    said = str(refused(text))
    assert said.startswith(f"main, line {line}: ")
    assert LINES[lines] in said


@pytest.mark.parametrize("text", PROGRAMS)
def test_a_program_is_refused(text: str) -> None:
    assert PROGRAMS[text] in str(refused(text))


def test_the_tables_reach_every_refusal() -> None:
    """Else they would say less and less with time."""
    reached = {
        place for text in (*map(in_main, LINES), *PROGRAMS) for place in _places(refused(text).__traceback__)
    }
    missing = {
        f"{path.name}, line {line}: {code}"
        for path in READ
        for line, end, code in _refusals(path)
        if not any((path.name, n) in reached for n in range(line, end + 1))
    }
    assert not missing


def _places(trace: TracebackType | None) -> Iterator[tuple[str, int]]:
    while trace is not None:
        yield Path(trace.tb_frame.f_code.co_filename).name, trace.tb_lineno
        trace = trace.tb_next


def _refusals(path: Path) -> Iterator[tuple[int, int, str]]:
    """Where something is refused: the lines of the call, and its text."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Unfit", "self.refuse", "self._unknown"):
            yield node.lineno, node.end_lineno or node.lineno, text.splitlines()[node.lineno - 1].strip()
