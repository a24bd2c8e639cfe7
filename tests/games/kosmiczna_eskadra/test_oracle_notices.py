"""Kosmiczna Eskadra: the proof against the oracle notices each of the faults put into the rules in memory."""

from __future__ import annotations

import inspect
import random
from types import FunctionType, ModuleType

import pytest

from kosmoport.games.kosmiczna_eskadra import geometry, rules, scoring, shootout
from tests.games.kosmiczna_eskadra.classes import CLASSES, SAMPLE
from tests.games.kosmiczna_eskadra.oracle import Judge
from tests.games.kosmiczna_eskadra.proof import check_plain, lay
from tests.games.kosmiczna_eskadra.tabletop import Table

FAULTS = {
    "the farther of two bodies is struck": (geometry.compare, "if q1 > q2", "if q1 < q2"),
    "the remainders of distances are compared the wrong way": (geometry.compare, "if r2 == 0", "if r1 == 0"),
    "a laser through a corner misses": (
        geometry.meeting,
        "a_left >= 0 and b_left <= 0",
        "a_left > 0 and b_left < 0",
    ),
    "a laser that begins inside misses": (geometry.meeting, "return 0, 1", "return 0, 0"),
    "what lies behind the muzzle is struck": (geometry.meeting, "in_d == 0 or out_n < 0", "in_d == 0"),
    "the ends of a shield let lasers in": (
        geometry.lies_between,
        "(a_left > 0 and b_left > 0) or (a_left < 0 and b_left < 0)",
        "a_left * b_left >= 0 and a_left != b_left",
    ),
    "a shield that the laser runs along is open at its end": (
        geometry.lies_between,
        "compare(begin, square, n, d) <= 0",
        "compare(begin, square, n, d) < 0",
    ),
    "a shield works from within the card": (
        geometry.lies_between,
        "compare(cross_n, cross_d, n, d) == 0",
        "True",
    ),
    "touching is judged the wrong way": (geometry.is_apart, "not touching", "touching"),
    "the rim is off the table": (shootout.is_on_table, "abs(x) <=", "abs(x) <"),
    "the table is as wide as it is high": (shootout.is_on_table, "abs(y) <= height", "abs(y) <= width"),
    "a card may lie beside the table": (shootout.is_on_table, "return ", "return True or "),
    "a card behind its muzzle's circle is overlooked": (geometry.may_meet, "along >= 0 - near", "along >= 0"),
    "the circle around cards is a tenth too small": (
        shootout.first_struck,
        "near = reach * (card.radius",
        "near = reach * ((card.radius - 3)",
    ),
    "of bodies equally near the last is struck": (
        shootout.first_struck,
        "compare(n1, d1, n, d) < 0",
        "compare(n1, d1, n, d) <= 0",
    ),
    "lasers hit their own card": (shootout.first_struck, "and i != me", ""),
    "an asteroid without ore still stops lasers": (shootout.first_struck, "rock.there == 1 and ", ""),
    "a card on an illegal card is legal": (
        shootout.obstacle,
        "if overlaps(c, card, x, y, rot, card",
        "if ship.fate == AFLOAT and overlaps(c, card, x, y, rot, card",
    ),
    "just enough ore is a shortage": (shootout.tiers, "red + green <= ore", "red + green < ore"),
    "a first tier that is just enough is not paid": (shootout.tiers, "any_power > ore", "any_power >= ore"),
    "a second tier that is just enough is not paid": (shootout.tiers, "+ red > ore", "+ red >= ore"),
    "the rest of a shortage stays": (shootout.mine, "rock.ore = left", "pass"),
    "green lasers do not count in the second tier": (shootout.count_lasers, "power >= 2", "power == 2"),
    "slow ships fire first": (shootout.next_speed, "speed < found", "speed > found"),
    "as many markers as hull points do no harm": (shootout.explode, ">= c.type", "> c.type"),
    "ships that explode do not count as raiders": (
        shootout.fires,
        "ship.fate <= DOOMED",
        "ship.fate == AFLOAT",
    ),
    "a single raider takes all whatever the option": (
        shootout.seize,
        " and s.opt.corsair_capacity == ALL_ORE",
        "",
    ),
    "a raider that explodes saves the ore": (shootout.seize, " and raider.fate == AFLOAT", ""),
    "a tie of others is a trophy": (shootout.bury, "leaders > 1", "leaders > 4"),
    "the owner's own loss wins no tie": (shootout.bury, "== most:  #", "== most and leaders == 1:  #"),
    "losses do not count": (scoring.count_points, "points -= hull", "points -= 0"),
    "the first of several leaders wins the round": (scoring.award_round, "leaders > 1", "leaders > 4"),
}


def with_fault(function: FunctionType, right: str, wrong: str) -> object:
    """The function anew from its source with this change."""
    source = inspect.getsource(function)
    assert right in source
    made: dict[str, object] = {}
    exec(source.replace(right, wrong), function.__globals__, made)
    return made[function.__name__]


def agrees(table: Table) -> bool:
    """Do the plain rules, as they are now, judge the table as the oracle does?"""
    try:
        check_plain(lay(table), Judge(table).judge())
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("name", FAULTS)
def test_the_proof_notices_that(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    function, right, wrong = FAULTS[name]
    assert isinstance(function, FunctionType)
    modules: tuple[ModuleType, ...] = (geometry, scoring, shootout, rules)
    faulty = with_fault(function, right, wrong)
    for module in modules:
        if getattr(module, function.__name__, None) is function:
            monkeypatch.setattr(module, function.__name__, faulty)
    tables = (maker(random.Random(seed)) for seed in range(SAMPLE) for maker in CLASSES)
    assert not all(map(agrees, tables))


def test_without_a_fault_everything_agrees() -> None:
    assert all(agrees(maker(random.Random(seed))) for seed in range(3) for maker in CLASSES)
