"""Nobody changes a rule in silence: every version does what is pinned of it, and each pin has its version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kosmoport.core.game import Game
from kosmoport.games import GAMES, earlier, game_by_id
from tests.kept.pinned import FOLDER, SHOWN, STRICT, differing, file_of, load

VERSIONS = [one for game in GAMES for one in (game, *earlier(game))]
NEWEST = (
    "{title}, rules {rules}: {what} are no longer what is pinned in {file}.\n"
    "If a game could now go on or end differently, take the change back, run `kosmoport freeze-game {id}`,\n"
    "make it again, and pin rules {next} with `python -m tests.kept.pinned {id}` (docs/adding-a-game.md).\n"
    "If views, events or positions only say more, pin rules {rules} anew in the same way."
)
FROZEN = (
    "{title}, rules {rules}, are frozen: they never change, and {what} are not as pinned in {file}.\n"
    "Take back what has changed in their folder, or in what all games share."
)


def name_of(game: Game) -> str:
    return f"{game.id}-{game.version}"


@pytest.mark.parametrize("game", VERSIONS, ids=name_of)
def test_rules_do_what_is_pinned_of_them(game: Game) -> None:
    assert file_of(game).exists(), f"pin {game.title} with `python -m tests.kept.pinned {game.id}`"
    facts = {"title": game.title, "id": game.id, "rules": game.version, "next": game.version + 1}
    what, file = ", ".join(differing(game)), file_of(game).relative_to(FOLDER.parents[2])
    assert not what, (NEWEST if game in GAMES else FROZEN).format(what=what, file=file, **facts)


def test_what_is_pinned_is_here_and_covers_every_table() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {name_of(game) for game in VERSIONS}
    for game in VERSIONS:
        _, games = load(game)
        low, high = game.players
        assert {one.options["players"] for one in games} == set(range(low, high + 1))
        assert sum(len(one.moves) for one in games) > 150
        assert all(one.does.keys() == {*STRICT[1:], *SHOWN} for one in games)


# ---------------------------------------------------------------- what a pin notices, and what not


def wrapped(module: Any, name: str, change: Callable[..., Any], patch: pytest.MonkeyPatch) -> None:
    """The function of a game, with something done to what it does."""
    real = getattr(module, name)
    patch.setattr(module, name, lambda *arguments: change(real, *arguments))


def test_another_count_is_another_result(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_by_id("kosmodraci")
    monkeypatch.setattr(game.scoring, "FIRST_POINTS", 11)
    assert differing(game) == ["results", "views"]


def test_another_deal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(real: Any, s: Any, c: Any, rng: Any, d: Any) -> None:
        real(s, c, rng, d)
        real(s, c, rng, d)

    game = game_by_id("kosmiczni_piraci")
    wrapped(game.rules, "deal", twice, monkeypatch)
    assert differing(game) == ["deals"]


def test_a_die_that_falls_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_by_id("kosmiczna_misja")
    assert game.dice is not None
    wrapped(game.dice, "roll", lambda real, s, c, rng: 0 * real(s, c, rng), monkeypatch)
    assert differing(game) == ["dice"]


def test_an_action_that_is_no_longer_legal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_by_id("piraci")
    wrapped(game.rules, "legal_actions", lambda real, *given: max(1, real(*given) - 1), monkeypatch)
    assert differing(game) == ["decisions"]


def test_a_box_with_another_ship_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_by_id("piraci")
    monkeypatch.setitem(game.standard_components.tables, "start_money", 11)
    assert "box" in differing(game)


def test_actions_listed_in_another_order_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def backwards(real: Any, s: Any, c: Any, seat: int, out: list[int]) -> int:
        n: int = real(s, c, seat, out)
        out[:n] = out[:n][::-1]
        return n

    game = game_by_id("kosmodraci")
    wrapped(game.rules, "legal_actions", backwards, monkeypatch)
    assert differing(game) == []


def test_events_that_nobody_is_told_are_noticed_as_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_by_id("kosmodraci")
    wrapped(game.view, "tell", lambda real, *given: None, monkeypatch)
    assert differing(game) == ["events"]
