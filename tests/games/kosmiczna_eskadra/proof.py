"""Lays a table out for the rules, has them judge it, plain and compiled, and compares it with the oracle."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from kosmoport.core import layout
from kosmoport.core.contract import CHANCE, NOBODY, OK
from kosmoport.engine.machine import Machine
from kosmoport.engine.modules import machine_of
from kosmoport.games.kosmiczna_eskadra import GAME, rules, schema
from kosmoport.games.kosmiczna_eskadra.components import fill_shape, fill_ship, rectangle
from tests.games.kosmiczna_eskadra.oracle import Judge
from tests.games.kosmiczna_eskadra.tabletop import Step, Table, Verdict

FATES = {schema.AFLOAT: "afloat", schema.TROPHY: "trophy", schema.LOSS: "loss", schema.REMOVED: "removed"}
HITS = Path(__file__).parent / "hits_driver.py"
Event = tuple[int, int, int, int, int]
WINS = 2  # rounds to win; see `lay`


@cache
def components() -> Any:
    """The components; every table writes its own ships and size of cards into them."""
    return GAME.component_record()


class Compiled:
    """The rules in a machine, with room for one table."""

    def __init__(self, machine: Machine) -> None:
        self.state, self.comps = machine.records(schema.State), machine.records(schema.Components)
        self.ends = machine.numbers("int64", schema.MAX_LYING * schema.MAX_LASERS, 2)
        self._apply = machine.bind("entry_apply", self.state, 0, self.comps)
        self._hits = machine.bind("entry_first_hits", self.state, 0, self.comps, self.ends)

    def check(self, before: Any, s: Any) -> None:
        """The compiled rules tell no events; the state that they leave is the same, bit by bit."""
        self.state.write(0, before)
        self.comps.write(0, components())
        assert self._apply(CHANCE, schema.GRACE_OVER) == OK
        assert self.state.read() == s, "plain and compiled rules differ"

    def check_hits(self, before: Any, expected: Verdict) -> None:
        """In machine code too, the lasers of the first step end exactly where they should."""
        self.state.write(0, before)
        self.comps.write(0, components())
        view = self.ends.view
        view[:] = memoryview(bytes(8 * len(view))).cast("q")
        self._hits()
        shots = expected.steps[0].shots if expected.steps else {}
        ends = {
            divmod(row, schema.MAX_LASERS): (view[2 * row], view[2 * row + 1])
            for row in range(len(view) // 2)
        }
        assert {place for place, (_, d) in ends.items() if d} == set(shots)
        for place, (_, distance) in shots.items():
            assert Fraction(*ends[place]) == distance


@cache
def compiled() -> Compiled:
    return Compiled(machine_of(GAME, extra=(HITS,)))


@cache
def blank(players: int) -> Any:
    return GAME.blank_state(GAME.read_options({"players": players, "start_seat": 0, "wins": WINS}))


def prove(table: Table) -> Counter[str]:
    """Judge the table in three ways, which must agree; returns the situations that occurred in it."""
    judge = Judge(table)
    expected = judge.judge()
    s = lay(table)
    before = layout.clone(s)
    check_plain(s, expected)
    compiled().check_hits(before, expected)
    compiled().check(before, s)
    return judge.seen


def check_plain(s: Any, expected: Verdict) -> None:
    """The plain rules: every event, the whole table afterwards, and the score track."""
    c = components()
    wins = [player.wins for player in s.player]
    assert rules.why_not(s, c, CHANCE, schema.GRACE_OVER) == OK
    rules.apply(s, c, CHANCE, schema.GRACE_OVER)
    events = layout.collect(s)
    assert found(s, events) == first_reasons(expected)
    check_track(s, events, expected, wins)


def first_reasons(verdict: Verdict) -> Verdict:
    """Of all that an illegal card overlaps the rules name one: an asteroid, else what lay there first."""
    verdict.illegal = {i: struck[:1] for i, struck in verdict.illegal.items()}
    return verdict


def check_track(s: Any, events: list[Event], expected: Verdict, wins: list[int]) -> None:
    """KE-26, KE-27: the sole leader moves on by one and has perhaps won the match."""
    told = [(seat, points) for kind, seat, points, _, _ in events if kind == schema.SCORED]
    assert told == list(enumerate(expected.points))[: s.opt.players]
    assert s.winner == (NOBODY if expected.winner is None else expected.winner)
    moved = [n + (p == expected.winner) for p, n in enumerate(wins)]
    assert [player.wins for player in s.player] == moved
    assert s.stage == (schema.DONE if max(moved) >= WINS else schema.BETWEEN)


# ---------------------------------------------------------------- from the table to the records


def lay(table: Table) -> Any:
    """The state in which Stop has been called and nobody holds a card any more; seat 0 has won once."""
    s = layout.clone(blank(table.players))
    c = components()
    write_options(s.opt, table)
    fill_shape(c.shape[schema.CARD], rectangle(*table.size))
    c.ore = table.ore
    rules.setup(s, c, schema.Deal())
    s.stage, s.lying, s.player[0].wins = schema.STOPPING, len(table.cards), 1
    for i, card in enumerate(table.cards):
        fill_ship(c.type[i], card.ship, *table.size, 10)
        ship = s.ship[i]
        ship.owner, ship.card, ship.x, ship.y, ship.rot = card.owner, i, card.x, card.y, card.rot
        ship.ore, ship.damage = card.ore, list(card.damage)
    return s


def write_options(opt: Any, table: Table) -> None:
    opt.asteroids = schema.TWO if table.two else schema.ONE
    opt.asteroid_gap, opt.ore_split = table.gap, list(table.split)
    opt.corsairs, opt.touch_is_illegal = int(table.corsairs), int(table.touch_is_illegal)
    opt.corsair_capacity = schema.BY_LASER if table.by_laser else schema.ALL_ORE
    opt.table = [schema.BOUNDLESS] * 2 if table.edge is None else list(table.edge)


# ---------------------------------------------------------------- from the records to the oracle's words


def found(s: Any, events: list[Event]) -> Verdict:
    """What the rules made of the table: from the state, and from what was told on the way."""
    verdict = Verdict()
    for event in events:
        hear(verdict, event)
    for i, ship in enumerate(s.ship[: s.lying]):
        if ship.fate == schema.HANGAR:
            assert i in verdict.illegal
        else:
            verdict.fate[i] = FATES[ship.fate], taker(ship.taker)
        verdict.ore[f"ship{i}"], verdict.damage[i] = ship.ore, tuple(ship.damage)
        told = {j: struck[0] for step in verdict.steps for (k, j), struck in step.shots.items() if k == i}
        assert {j: named(n) for j, n in enumerate(ship.target) if n != schema.NOT_FIRED} == told
    verdict.ore |= {f"rock{k}": s.asteroid[k].ore for k in range(s.asteroids)}
    verdict.points = [player.points for player in s.player]
    verdict.winner = taker(s.winner)
    return verdict


def hear(verdict: Verdict, event: Event) -> None:
    """Add one event of the rules to the verdict."""
    kind, a, b, n, d = event
    step, gun = verdict.steps[-1] if verdict.steps else Step(0), divmod(a, schema.MAX_LASERS)
    if kind == schema.ILLEGAL:
        verdict.illegal[a] = [] if b == schema.SPACE else [named(b)]
    elif kind == schema.SPEED_STEP:
        verdict.steps.append(Step(a))
    elif kind == schema.FIRED:
        step.shots[gun] = named(b), Fraction(n, d)
    elif kind == schema.MINED:
        step.mined[gun] = f"rock{b}", n
    elif kind == schema.SEIZED:
        step.seized[a, b] = n
    elif kind == schema.ORE_LOST:
        step.lost[named(a)] = b
    elif kind == schema.EXPLODED:
        step.exploded[a] = FATES[b], taker(n)
    elif kind == schema.ASTEROID_GONE:
        step.gone.add(f"rock{a}")


def named(target: int) -> str:
    if target == schema.SPACE:
        return "space"
    if target >= schema.ASTEROID_NR:
        return f"rock{target - schema.ASTEROID_NR}"
    is_shield = target >= schema.SHIELD_OF
    return f"ship{target - schema.SHIELD_OF}:shield" if is_shield else f"ship{target}"


def taker(seat: int) -> int | None:
    return None if seat == NOBODY else seat
