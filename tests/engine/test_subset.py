"""The subset checker names file, line and construct, and lets the real rules pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from kosmoport.core.game import Game
from kosmoport.engine.subset import check_file
from kosmoport.games import GAMES

OUTSIDE = {
    "import os": "Import at the top level",
    "from os import path": "import from os",
    "from kosmoport.core.chance import below as b": "import of below as b",
    "X = [1, 2]": "List in a constant",
    "A = B = 1": "a constant that is not one name",
    "class C:\n    x: int8": "a class that is not a plain record",
    "@f\ndef g(s: State) -> int:\n    return 1": "a decorator",
    "def f(s: State, n: int = 1) -> int:\n    return n": "parameters that are not plain names",
    "def f(s: State):\n    return 1": "parameters or a result without a type",
    "def f(s: State, n) -> int:\n    return n": "parameters or a result without a type",
    "def f(s: State, x: float) -> int:\n    return 1": "the type float",
    "def f(s: State, out: list) -> int:\n    return 1": "the type list",
    "def f(s: State, out: list[str]) -> int:\n    return 1": "the type list[str]",
    "def f(s: State, n: int | None) -> int:\n    return 1": "the type int | None",
    "def f(s: State) -> object:\n    return s": "the type object",
    "def f(s: State) -> tuple[int, float]:\n    return 1, 2": "the type float",
    "class C(Record):\n    pass": "Pass in a record",
    "class C(Record):\n    x: int8 = 1": "a field with a value (arrays have `array(...)`)",
    "class C(Record):\n    def f(self): ...": "FunctionDef in a record",
    "class C(A, B):\n    x: int8": "a class that is not a plain record",
    "@f\nclass C(Record):\n    x: int8": "a class that is not a plain record",
    "def f(s: State) -> int:\n    for x in s:\n        pass": "for over something that is not range",
    "def f(s: S) -> int:\n    for x in range(3):\n        pass\n    else:\n        pass": "else of a loop",
    "def f(s: State) -> int:\n    try:\n        pass\n    finally:\n        pass": "Try",
    "def f(s: State) -> int:\n    with s:\n        pass": "With",
    "def f(s: State) -> int:\n    return [1]": "List",
    "def f(s: State) -> int:\n    return {1: 2}": "Dict",
    "def f(s: State) -> int:\n    return 'a'": "the value 'a'",
    "def f(s: State) -> int:\n    return 1.5": "the value 1.5",
    "def f(s: State) -> int:\n    return s / 2": "operator Div",
    "def f(s: State) -> int:\n    s.x /= 2": "operator Div",
    "def f(s: State) -> int:\n    return s ** 2": "operator Pow",
    "def f(s: State) -> int:\n    return 1 in s": "in, is or not in",
    "def f(s: State) -> int:\n    return s is None": "in, is or not in",
    "def f(s: State) -> int:\n    return s[1, 2]": "a slice or a double index (write [p][c])",
    "def f(s: State) -> int:\n    return s[1:2]": "a slice or a double index (write [p][c])",
    "def f(s: State) -> int:\n    return s[-1]": "a negative index",
    "def f(s: State) -> int:\n    return s.pop()": "a call of something that is not a function's name",
    "def f(s: State) -> int:\n    return len(s)": "a call of len, which the rules do not define",
    "def f(s: State) -> int:\n    return max(*s)": "a call with keywords or stars",
    "def f(s: State) -> int:\n    a = b = 1\n    return a": "chained assignment",
    "def f(s: State) -> int:\n    a = (1, 2)\n    return a": "a tuple as a value",
    "def f(s: State) -> int:\n    s.x + 1": "an expression without effect",
    "def f(s: State) -> int:\n    return lambda: 1": "Lambda",
    "def f(s: State) -> int:\n    return [x for x in s]": "ListComp",
    "def f(s: State) -> int:\n    global g": "Global",
    "def f(s: State) -> int:\n    return f(s)": "f calls itself",
    "def f(s: S) -> int:\n    return g(s)\n\n\ndef g(s: S) -> int:\n    return f(s)": "f calls itself",
    "def f(s: State) -> int:\n    f = 1\n    return f": "f names a function and a variable",
    "def f(s: State) -> int:\n    raise s": "Raise",
    "def f(s: State) -> int:\n    assert s": "Assert",
    "def f(s: State) -> int:\n    def g():\n        pass": "FunctionDef",
    "async def f(s: State) -> int:\n    pass": "AsyncFunctionDef at the top level",
    "print(1)": "Expr at the top level",
}


@pytest.mark.parametrize("source", OUTSIDE, ids=list(OUTSIDE.values()))
def test_outside_the_subset(source: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(f'"""Doc."""\n{source}\n', encoding="utf-8")
    complaints = check_file(file, "kosmoport.games.example")
    assert any(c.what == OUTSIDE[source] and c.line >= 2 for c in complaints), [str(c) for c in complaints]
    assert str(complaints[0]).startswith("rules.py:")


def test_inside_the_subset(tmp_path: Path) -> None:
    file = tmp_path / "rules.py"
    file.write_text(
        '''"""Doc."""
from kosmoport.core.chance import Rng, below
from kosmoport.core.contract import BaseState
from kosmoport.core.layout import array, int8
from kosmoport.games.example.scoring import points

SIZE = 3 * 2


class State(BaseState):
    """The position."""

    a: list[int8] = array(SIZE)


def pair(s: State) -> tuple[int, int]:
    """Two numbers."""
    return s.a[0], -s.b


def step(s: State, c: Components, rng: Rng, out: list[int]) -> int:
    left, right = pair(s)
    n = 0
    while n < SIZE and not left == right:
        out[n] = below(rng, n + 1) if n > 1 else points(s)
        s.player[n].place[n] += 1
        n += 1
    for i in range(1, n, 2):
        if 0 <= i < 3 or i == 5:
            continue
        break
    return n
''',
        encoding="utf-8",
    )
    assert check_file(file, "kosmoport.games.example") == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_shipped_rules_are_inside(game: Game) -> None:
    modules = game.compiled
    assert len(modules) >= 3
    for module in modules:
        package = module.__name__.rpartition(".")[0]
        assert [str(c) for c in check_file(Path(str(module.__file__)), package)] == []
