"""Kosmiczna Misja: any tiles, any die, any options, against an independent reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.play import generator, new_play
from kosmoport.games.kosmiczna_misja import GAME
from kosmoport.games.kosmiczna_misja.cases import Play
from kosmoport.games.kosmiczna_misja.messages import PLACES
from kosmoport.games.kosmiczna_misja.schema import MAX_PLANETS, SKIP
from kosmoport.games.kosmiczna_misja.view import PlanetView, PlayerView, TileView, View

SIDES = {  # (quadrant, neighbour): the sides that touch
    **{(q, (q + 1) % 4): ("right", "left") for q in range(4)},
    **{(q, (q + 3) % 4): ("left", "right") for q in range(4)},
}

options = st.fixed_dictionaries(
    {
        "players": st.integers(2, 4),
        "allow_diagonal": st.booleans(),
        "discard_from_complete": st.booleans(),
        "stalemate_rounds": st.integers(1, 3),
        "max_idle_rounds": st.integers(1, 5),
    }
)


def components(tiles: int, labels: int, chance: Random) -> ComponentFile:
    """So many tiles with random contents, and a random die."""
    rows = [
        {"id": str(i), "s": chance.choice([0, 0, 1, 2]), "a": chance.choice([0, 0, 1])}
        | {"L": chance.randrange(labels), "R": chance.randrange(labels)}
        for i in range(tiles)
    ]
    die = [chance.randint(0, 6) for _ in range(chance.randint(1, 12))]
    return from_tables({"die": die, "tiles": rows}, GAME.components.Data, "the test")


def expected_acts(known: View, seat: int) -> set[str]:
    """KM-8 to KM-19 once more, from the view and by other means: every act as text."""
    return expected_uses(known, seat, known.roll) or {"skip", *expected_discards(known, seat)}


def expected_uses(known: View, seat: int, roll: int | None) -> set[str]:
    planets = known.everybody[seat].planets
    unfinished = [k for k, planet in enumerate(planets) if None in planet.tiles]
    uses = set()
    for tile in known.bank:
        if len(unfinished) < 2:
            uses.add(f"new {tile.number}")
        for k in unfinished:
            if roll is not None and roll > whole_stations(planets[k]) - aliens(planets[k]):
                uses |= {f"add {tile.number} {k} {q}" for q in matching(known, planets[k], tile)}
    return uses


def expected_discards(known: View, seat: int) -> Iterator[str]:
    for k, planet in enumerate(known.everybody[seat].planets):
        if None in planet.tiles or known.options["discard_from_complete"]:
            yield from (f"discard {k} {q}" for q in range(4) if planet.tiles[q] is not None)


def matching(known: View, planet: PlanetView, tile: TileView) -> Iterator[int]:
    for q in range(4):
        touching = [(there, sides) for (here, there), sides in SIDES.items() if here == q]
        pairs = [(sides, planet.tiles[there]) for there, sides in touching if planet.tiles[there] is not None]
        if planet.tiles[q] is None and (pairs or known.options["allow_diagonal"]):
            if all(getattr(tile, mine) == getattr(other, theirs) for (mine, theirs), other in pairs):
                yield q


def whole_stations(planet: PlanetView) -> int:
    around = zip(planet.tiles, (*planet.tiles[1:], planet.tiles[0]), strict=True)
    joined = sum(tile.right for tile, after in around if tile and after)
    return joined + sum(tile.stations for tile in planet.tiles if tile)


def aliens(planet: PlanetView) -> int:
    return sum(tile.aliens for tile in planet.tiles if tile)


def expected_end(known: View, idle: int) -> str | None:
    """KM-24, KM-27: `idle` turns in a row were skipped."""
    if not known.bank:
        return "exhausted"
    if idle >= known.players * known.options["max_idle_rounds"]:
        return "stalemate"
    stuck = not any(expected_uses(known, seat, max(known.die)) for seat in range(known.players))
    return "stalemate" if stuck and idle >= known.players * known.options["stalemate_rounds"] else None


def as_text(known: View, action: int) -> str:
    act = GAME.describe(known, action)
    values = [PLACES.index(v) if v in PLACES else v for v in act.args.values()]
    return " ".join(map(str, [act.id, *values]))


def check_decision(play: Play) -> None:
    known = play.view(-1)
    acts = [as_text(known, action) for action in play.legal(play.s.turn)]
    assert len(acts) == len(set(acts))
    assert set(acts) == expected_acts(known, play.s.turn)


def check_table(play: Play, idle: int) -> None:
    known = play.view(-1)
    assert list(GAME.invariants.problems(play.s, play.c)) == []
    assert known.ended == expected_end(known, idle)
    for player in known.everybody:
        finished = [planet for planet in player.planets if None not in planet.tiles]
        assert player.score == sum(whole_stations(planet) for planet in finished)


@pytest.mark.rule("KM-14")
@pytest.mark.rule("KM-17")
@pytest.mark.rule("KM-25")
@pytest.mark.rule("KM-27")
@settings(max_examples=80)
@given(st.sampled_from([1, 4, 12, 30, 45, 60]), st.integers(1, 4), options, st.integers(0, 2**31 - 1))
def test_any_components_make_a_proper_game(tiles: int, labels: int, opt: dict[str, Any], seed: int) -> None:
    chance, rng = Random(seed), generator(seed)
    play = new_play(GAME, GAME.read_options(opt), rng, components(tiles, labels, chance))
    lazy, idle = chance.choice([0.0, 0.5, 0.95]), 0  # how often a blocked player discards nothing
    while not play.over:
        if play.chance_due:
            play.roll(rng)
        check_decision(play)
        legal = play.legal(play.s.turn)
        skips = legal[-1] == SKIP and chance.random() < lazy
        action = legal[-1] if skips else chance.choice(legal)
        play.act(play.s.turn, action)
        idle = idle + 1 if action == SKIP else 0
        check_table(play, idle)


def test_sixteen_planets_leave_no_tiles_for_another() -> None:
    """Sixty tiles: fourteen finished planets and two begun ones, one tile before seat 1, one in the bank."""
    rows = [{"id": str(i)} for i in range(60)]
    file = from_tables({"die": [1], "tiles": rows}, GAME.components.Data, "the test")
    play = new_play(GAME, GAME.read_options({"players": 2, "start_seat": 0}), generator(1), file)
    known = play.view(0)
    tile = iter(known.tiles)
    planets = [PlanetView(tuple(next(tile) for _ in range(4)), 0, 0, 1, True) for _ in range(14)]
    planets += [PlanetView((next(tile), None, None, None), 0, 0, 1, False) for _ in range(3)]
    everybody = (PlayerView(True, 0, tuple(planets[:16])), PlayerView(True, 0, (planets[16],)))
    GAME.view.restore(play.s, play.c, replace(known, roll=1, bank=tuple(tile), stack=0, everybody=everybody))
    assert list(GAME.invariants.problems(play.s, play.c)) == []
    assert play.s.player[0].planets == MAX_PLANETS
    assert [GAME.describe(play.view(0), action).id for action in play.legal(0)] == ["add"] * 4
    play.act(0, play.legal(0)[0])
    assert play.over
