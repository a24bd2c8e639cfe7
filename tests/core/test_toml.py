"""TOML from anybody: what would cost much is refused before it is parsed, the rest stays within limits."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from kosmoport.core.components import from_text
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.toml import MOST_CHARACTERS, MOST_DOTS, read_toml
from kosmoport.games import GAMES

SIZE = 200_000  # what a server takes unless it is set otherwise
DEEP = ".".join("a" * (MOST_DOTS - 1))  # as a line may be
MANY = SIZE // (len(DEEP) + 8)

# Read under limits that the parser by itself would break: 1 GB, and 20 s of processor time.
LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
from kosmoport.core.components import from_text
from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES
try:
    from_text(sys.stdin.read(), GAMES[0].components.Data, "bomb")
except BadInput as error:
    print(error)
"""


def said_of(text: str) -> str:
    """What a process of its own says of a file, if it survives it."""
    done = subprocess.run([sys.executable, "-c", LIMITED], input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-300:]
    return done.stdout.strip()


@pytest.mark.parametrize(
    "bomb",
    [
        ".".join("a" * (SIZE // 2)) + "=1",
        "[" + ".".join("a" * (SIZE // 2)) + "]",
        "[[" + ".".join("a" * (SIZE // 2)) + "]]",
        "x = {" + ".".join("a" * (SIZE // 2)) + "=1}",
        "x = [\n{" + ".".join("a" * (SIZE // 2)) + "=1}\n]",
        ".".join(['"\u2028"'] * (SIZE // 4)) + "=1",  # a sign that ends a line elsewhere, but not in TOML
    ],
    ids=["key", "table", "list of tables", "inline table", "in a list", "line separators"],
)
def test_dotted_keys_are_bounded(bomb: str) -> None:
    assert said_of(bomb).endswith(f"of bomb has more than {MOST_DOTS} dots")


@pytest.mark.parametrize(
    "bomb, sentence",
    [
        ("a = " + "[" * SIZE, "bomb has lists or tables too deep in each other"),
        ("a = " + "{a=" * SIZE, "bomb has lists or tables too deep in each other"),
        ("a = " + "9" * 5000, "bomb has a number with too many digits"),
        ("a = " + "9_" * 50_000 + "9", "bomb has a number with too many digits"),
        (
            "\n".join(
                f"k{i}." + ".".join("a" * (MOST_DOTS - 1)) + "=1" for i in range(SIZE // (2 * MOST_DOTS + 6))
            ),
            "bomb: Object contains",
        ),
        (
            "\n".join(
                f"[k{i}." + ".".join("a" * (MOST_DOTS - 1)) + "]" for i in range(SIZE // (2 * MOST_DOTS + 6))
            ),
            "bomb: Object contains",
        ),
        ("[[x]]\n" * (SIZE // 6), "bomb: Object contains unknown field x"),
        ("\n".join(f"k{i}=1" for i in range(SIZE // 8)), "bomb: Object contains unknown field k0"),
        ("k" * SIZE + "=1", "bomb: Object contains unknown field kkk"),
        (f"[{'k' * SIZE}]\n[{'k' * SIZE}]", "bomb is not TOML: Cannot declare ('kkk"),
    ],
    ids=["lists", "tables", "decimal", "underscores", "lines", "headers", "entries", "keys", "key", "twice"],
)
def test_other_bombs_of_a_usual_size_end_in_one_sentence(bomb: str, sentence: str) -> None:
    said = said_of(bomb)
    assert sentence in said
    assert "\n" not in said
    assert len(said) < 250


BASES: list[Callable[[int], str]] = [
    lambda n: "0x" + "f" * n,
    lambda n: "0o" + "7" * n,
    lambda n: "0b" + "1" * n,
]


@pytest.mark.parametrize("number", BASES, ids=["hex", "octal", "binary"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_huge_number_in_another_base_is_out_of_range(game: Game, number: Callable[[int], str]) -> None:
    for name in list(game.standard_components.tables):
        with pytest.raises(BadInput) as refused:
            from_text_of(game, f"{name} = {number(SIZE)}")
        assert len(str(refused.value)) < 250


def from_text_of(game: Game, text: str) -> None:
    from_text(text, game.components.Data, "f")


def test_a_line_may_have_so_many_dots_and_a_file_so_many_characters() -> None:
    assert read_toml("a = '" + "." * MOST_DOTS + "'", "f") == {"a": "." * MOST_DOTS}
    with pytest.raises(BadInput, match=f"^line 2 of f has more than {MOST_DOTS} dots$"):
        read_toml("\na = '" + "." * (MOST_DOTS + 1) + "'", "f")
    assert read_toml("#" * MOST_CHARACTERS, "f") == {}
    with pytest.raises(BadInput, match=f"^f has more than {MOST_CHARACTERS} characters$"):
        read_toml("#" * (MOST_CHARACTERS + 1), "f")
