"""The record of a live lightning round: the same result in Python and compiled, and the same replay."""

from __future__ import annotations

import json
from random import Random

import pytest

from kosmoport.core.contract import SPECTATOR, BaseState
from kosmoport.core.game import Game
from kosmoport.core.play import Play
from kosmoport.core.records import load_record
from kosmoport.core.words import Told
from kosmoport.engine.modules import machine_of
from kosmoport.games import game_by_id
from kosmoport.games.kosmiczna_eskadra.timing import COUNTDOWN
from kosmoport.house.game_records import frames_of, record_text
from kosmoport.house.opened_record import opened
from kosmoport.table.protocol import Act, Ready
from kosmoport.table.racing import hovering
from kosmoport.table.requests import Frame
from kosmoport.table.verify import verify_record
from tests.table.desk import Desk, playing

ESKADRA = "kosmiczna_eskadra"
PLAYERS = 3
SLOW = 2  # the seat whose line is slow
MOST_ROUNDS = 12  # ties do not count


def pose(rng: Random) -> dict[str, int]:
    return {"x": rng.randint(-3600, 3600), "y": rng.randint(-3600, 3600), "rot": rng.randrange(360)}


def act(desk: Desk, seat: int, what: str, at: int | None = None, **args: int) -> None:
    desk.send(seat, Act(desk.new_id(), desk.table.n, what, args, at))
    desk.settle()


def race(desk: Desk, rng: Random) -> None:
    """One round as people play it: at different paces, hands over the table, a late card, all ready again."""
    desk.wait_for_go()
    slow_at = None
    while desk.play.view(SPECTATOR).stage == "placing":
        desk.now += rng.randint(30, 900)
        seat = rng.choice(sorted(desk.table.due))
        if desk.play.view(seat).held is None:
            act(desk, seat, "draw")
        elif rng.random() < 0.4:
            assert hovering(desk.table, seat, Told("hold", pose(rng)), None, desk.now) == []
        else:
            act(desk, seat, "release", desk.now, **pose(rng))
        slow_at = desk.now
    if SLOW in desk.table.due:
        desk.now += 90
        act(desk, SLOW, "release", slow_at, **pose(rng))
    for seat in sorted(desk.table.due):
        desk.now += 200
        act(desk, seat, "drop" if desk.play.view(seat).held_at else "keep")
    for seat in range(PLAYERS if desk.table.waits_for_all else 0):
        desk.now += 1500
        desk.send(seat, Ready(desk.new_id()))
    desk.settle()


def match(seed: int, **options: object) -> Desk:
    """A whole match to one win."""
    desk = playing(ESKADRA, PLAYERS, options={"wins": 1, **options})
    desk.table.delays[SLOW] = 120
    rng = Random(seed)
    for _ in range(MOST_ROUNDS):
        race(desk, rng)
        if desk.table.phase == "over":
            return desk
    raise AssertionError(f"nobody wins a round of seed {seed}")


def compiled_state(game: Game, play: Play) -> tuple[BaseState, list[int]]:
    """The state after all moves of a game, and the shares of the win, by the compiled rules alone."""
    machine = machine_of(game, checked=True)
    state, comps = machine.record(game.blank_state(play.options)), machine.record(play.c)
    machine.call("entry_setup", state, 0, comps, machine.record(play.d), 0)
    for move in play.moves:
        assert machine.call("entry_apply", state, 0, comps, move.seat, move.action) == 0
    shares = machine.numbers("int64", 1, PLAYERS)
    machine.call("entry_returns", state, comps, shares)
    return state.read(), shares.view.tolist()


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"asteroids": "two", "corsairs": True}), (3, {"touch_is_illegal": False})],
)
def test_a_record_resolves_to_the_same_bytes_in_python_and_compiled(
    seed: int, options: dict[str, object]
) -> None:
    desk = match(seed, **options)
    data = json.loads(record_text(desk.table))
    game = game_by_id(ESKADRA)
    plain = load_record(game, data)
    machine, shares = compiled_state(game, plain)
    assert plain.s == machine
    assert desk.play.s == machine
    assert shares == data["result"]["returns"]
    assert verify_record(data)


def moment(frame: Frame, began: int) -> tuple[object, ...]:
    """A frame, counted from the start of the game."""
    return (frame.move, frame.at - began, frame.by, frame.told, frame.view, frame.countdown)


def test_the_record_alone_shows_the_round_as_it_happened() -> None:
    desk = match(4)
    data = json.loads(record_text(desk.table))
    for seat in (SPECTATOR, *range(PLAYERS)):
        live = frames_of(desk.table.id, desk.policy, desk.lines, seat).frames
        alone = opened(data, seat).shown.frames
        assert [moment(frame, 0) for frame in alone] == [moment(frame, live[0].at) for frame in live]
        assert [frame.at for frame in alone] == sorted(frame.at for frame in alone)


def test_a_countdown_stands_after_the_beginning_of_every_round_and_nowhere_else() -> None:
    desk = match(5)
    shown = frames_of(desk.table.id, desk.policy, desk.lines, SPECTATOR).frames
    rounds = desk.play.view(SPECTATOR).round + 1
    counted = [i for i, frame in enumerate(shown) if frame.countdown]
    assert len(counted) == rounds
    assert {shown[i].countdown for i in counted} == {COUNTDOWN}
    for i in counted:
        assert shown[i].view.stage == "placing"
        assert shown[i].view.table == ()
        assert shown[i + 1].at - shown[i].at >= COUNTDOWN


def test_the_credit_of_a_slow_line_is_part_of_the_record() -> None:
    credited = [
        move
        for seed in range(1, 6)
        for move in json.loads(record_text(match(seed).table))["moves"]
        if move.get("chance") == "late"
    ]
    assert credited
    assert {move["seat"] for move in credited} == {SLOW}
