"""A race under a network that delays, reorders, doubles and loses messages, and people whose clocks lie."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import generator
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra.timing import BETWEEN_ROUNDS, DROP_OR_KEEP
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.policy import Policy
from kosmoport.table.settings import NewTable
from tests.table.desk import Desk
from tests.table.network import Client
from tests.table.race_network import Pose, RaceClient, RaceServer, told_again
from tests.table.test_stateful import ANY, Network

TIMES = (1, 40, 120, 299, 301, 1_000, 1_500, 3_000, 8_000, 61_000)
DELAYS = (0, 30, 100, 180, 300, 900)
HELD_UP = (0, 1, 29, 80, 150, 299, 300, 301, 500)  # ms by which Stop overtakes a message
LIES: tuple[Any, ...] = (
    0,
    0,
    0,
    -5,
    -200,
    -100_000,
    50,
    10_000,
    None,
)  # what a clock is wrong by; None: says nothing

HAPPENINGS = {
    "lays_a_card": 10,
    "lays_all_but_one": 3,
    "draws": 3,
    "moves_the_hand": 6,
    "moves_the_hand_and_it_arrives": 4,
    "lets_go": 4,
    "holds_as_a_program": 1,
    "answers": 4,
    "all_are_ready": 3,
    "stop_overtakes_a_card": 8,
    "stop_overtakes_a_hand": 8,
    "a_restart_follows_stop": 3,
    "tries_too_early": 1,
    "the_line_is_measured": 4,
    "a_bot_holds": 3,
    "a_bot_answers": 5,
    "asks_for_nonsense": 1,
    "talks": 1,
    "leaves": 1,
    "comes_back": 2,
    "sends_again": 2,
    "reaches_the_server": 4,
    "all_reaches_the_server": 3,
    "reaches_a_client": 3,
    "all_reaches_a_client": 4,
    "is_lost_on_the_way_up": 1,
    "is_doubled_on_the_way_up": 1,
    "is_lost_on_the_way_down": 1,
    "is_doubled_on_the_way_down": 1,
    "loses_the_connection": 1,
    "connects": 4,
    "time_passes": 4,
    "the_server_starts_again": 1,
    "the_server_stands_still": 1,
}
EVENTS = st.lists(
    st.tuples(st.sampled_from([name for name, often in HAPPENINGS.items() for _ in range(often)]), ANY, ANY),
    min_size=20,
    max_size=60,
)


class Race(Network):
    """Two to four seats, at least two of them people, one with two devices, and a spectator."""

    server_class: type[RaceServer] = RaceServer
    server: RaceServer

    @initialize(
        people=st.integers(2, 4), bots=st.integers(0, 2), limit=st.sampled_from((10, 60, 300)), check=ANY
    )
    def sit_down(self, people: int, bots: int, limit: int, check: int) -> None:
        levels: list[Any] = ([None] * people + ["casual"] * bots)[:4]
        refuse = "reject" if check % 3 == 0 else "accept"
        options = {"round_limit_s": limit, "wins": 1 + check % 2, "placement_check": refuse}
        desk = Desk(NewTable(game="kosmiczna_eskadra", bots=levels, options=options), policy=Policy())
        for p in range(people):
            desk.sit(f"P{p}")
            desk.go_away(p)
            desk.send(p, protocol.Ready(desk.new_id()))
        desk.send("host", protocol.Begin(desk.new_id()))
        desk.deal()
        clients = [RaceClient(f"c{p}", p) for p in range(people)]
        clients += [RaceClient("phone", 0), RaceClient("guest", SPECTATOR)]
        self.clients = [*clients]
        self.server, self.rng = self.server_class(desk, clients), generator(people)
        self.steps = self.poses = 0
        for client in self.clients:
            self.server.connect(client)
            self.arrives(client)

    @rule(events=EVENTS)
    def things_happen(self, events: list[tuple[str, int, int]]) -> None:
        self.happen(events)

    # ------------------------------------------------------------ hands and cards

    def new_pose(self, seat: int) -> dict[str, int]:
        """A place where no hand was before, so that it can be recognised."""
        self.poses += 1
        k = self.poses
        pose: Pose = (k * 37 % 5_003 - 2_501, k * 53 % 3_001 - 1_500, k * 7 % 360)
        self.server.ledger.secret[pose] = seat
        return dict(zip(("x", "y", "rot"), pose, strict=True))

    def at(self, b: int) -> int | None:
        wrong = LIES[b % len(LIES)]
        return None if wrong is None else self.server.desk.now + wrong

    def act(self, client: Client, do: str, b: int = 0, **args: int) -> None:
        self.say(client, protocol.Act(client.new_id(), client.seen or 0, do, dict(args), self.at(b)))

    def moves_the_hand(self, client: Client, b: int) -> None:
        """Somewhere else, and the message is under way."""
        if client.connected:
            hover = protocol.Hover("hold", self.new_pose(client.seat), self.at(b))
            self.server.up.append((client, protocol.encode(hover)))

    def moves_the_hand_and_it_arrives(self, client: Client, b: int) -> None:
        if client.connected:
            self.moves_the_hand(client, b)
            self.server.receive(*self.server.up.pop())

    def draws(self, client: Client, b: int) -> None:
        self.act(client, "draw", b)
        self.gets_through(client, b)

    def lets_go(self, client: Client, b: int) -> None:
        self.act(client, "release", b, **self.new_pose(client.seat))
        self.gets_through(client, b)

    def holds_as_a_program(self, client: Client, b: int) -> None:
        self.act(client, "hold", b, **self.new_pose(client.seat))
        self.gets_through(client, b)

    def tries_too_early(self, client: Client, b: int) -> None:
        """Right after a signal, if there was one."""
        self.all_are_ready(client, 0)
        self.draws(client, 1)

    def lays_a_card(self, client: Client, b: int) -> None:
        """Draws, if nothing is in hand, moves it and lets it go; all of it arrives."""
        if self.is_on(client):
            self.has_a_card(client)
            self.moves_the_hand_and_it_arrives(client, b)
            self.act(client, "release", 0, **self.new_pose(client.seat))
            self.gets_through(client, 1)

    def is_on(self, client: Client) -> bool:
        """A round is, or begins, and this client is there; what the last one lacked is made up for."""
        if not client.connected:
            self.server.connect(client)
        self.everybody_hears()
        if _stage(client) == "stopping":
            self.server.pass_time(DROP_OR_KEEP)
        if _stage(client) == "between":
            self.all_are_ready(client, 0)
            self.server.pass_time(BETWEEN_ROUNDS)
        self.server.pass_time(max(0, self.server.ledger.go_at - self.server.desk.now))
        self.everybody_hears()
        return client.seat != SPECTATOR and _stage(client) == "placing"

    def has_a_card(self, client: Client) -> None:
        if client.position is not None and client.position.view["held"] is None:
            self.act(client, "draw")
            self.gets_through(client, 1)

    def lays_all_but_one(self, client: Client, b: int) -> None:
        """And has the last one in hand."""
        for _ in range(12):
            if not self.is_on(client) or len(_unplayed(client)) <= 1:
                break
            self.lays_a_card(client, b)
        self.takes_a_card(client, b)

    def takes_a_card(self, client: Client, b: int) -> None:
        if self.is_on(client):
            self.has_a_card(client)

    def answers(self, client: Client, b: int) -> None:
        """Drop or keep."""
        self.act(client, ("drop", "keep")[b % 2], b)
        self.gets_through(client, b)

    def all_are_ready(self, client: Client, b: int) -> None:
        self.everybody_hears()
        for who in self.clients:
            if who.connected and _stage(who) == "between" and who.seat != SPECTATOR:
                self.say(who, protocol.Ready(who.new_id(), ready=b % 4 != 1))
                self.gets_through(who, 1)

    def everybody_hears(self) -> None:
        for who in self.clients:
            self.arrives(who)

    # ------------------------------------------------------------ Stop

    def stop_overtakes_a_card(self, client: Client, b: int) -> None:
        self.stop_overtakes(client, b, lambda: self.act(client, "release", b, **self.new_pose(client.seat)))

    def stop_overtakes_a_hand(self, client: Client, b: int) -> None:
        self.stop_overtakes(client, b, lambda: self.moves_the_hand(client, b))

    def stop_overtakes(self, client: Client, b: int, does: Any) -> None:
        """Somebody does something, and while the message is under way another's last card calls Stop."""
        other = self.clients[b % len(self.clients)]
        if SPECTATOR in (client.seat, other.seat) or client.seat == other.seat:
            return
        self.lays_all_but_one(other, b)
        self.takes_a_card(client, b)
        if not (self.is_on(client) and self.is_on(other)) or len(_unplayed(other)) != 1:
            return
        self.moves_the_hand_and_it_arrives(client, 0)
        self.server.measured(client, DELAYS[b % len(DELAYS)])
        under_way = len(self.server.up)
        does()
        self.act(other, "release", 0, **self.new_pose(other.seat))
        self.server.receive(*self.server.up.pop())
        self.server.pass_time(HELD_UP[b // 7 % len(HELD_UP)])
        self.server.receive(*self.server.up.pop(under_way))

    def a_restart_follows_stop(self, client: Client, b: int) -> None:
        """What was under way is sent again to the new process, which must not take the restart for Stop."""
        self.stop_overtakes_a_hand(client, b)
        self.server.pass_time(HELD_UP[b % len(HELD_UP)])
        self.server.restart()
        self.server.connect(client)
        self.everybody_hears()
        self.server.measured(client, DELAYS[b // 3 % len(DELAYS)])
        self.act(client, "release", b, **self.new_pose(client.seat))
        self.gets_through(client, 1)

    # ------------------------------------------------------------ lines, bots, time

    def the_line_is_measured(self, client: Client, b: int) -> None:
        self.server.measured(client, DELAYS[b % len(DELAYS)])

    def a_bot_holds(self, client: Client, b: int) -> None:
        self.server.bot_holds(_triple(self.new_pose(SPECTATOR)))

    def time_passes(self, client: Client, b: int) -> None:
        self.server.pass_time(TIMES[b % len(TIMES)])

    # ------------------------------------------------------------ what is always true

    def the_log_makes_the_same_table(self) -> None:
        live = self.server.table
        hovers, live.race.hovers = live.race.hovers, {}  # of which the log knows nothing
        super().the_log_makes_the_same_table()
        live.race.hovers = hovers

    def teardown(self) -> None:
        """In the end the log tells everybody once more what they were told, byte for byte."""
        super().teardown()
        if hasattr(self, "server"):
            desk = self.server.desk
            assert told_again(desk) == desk.told
            for client in self.clients:
                assert all(desk.told[client.seat][n - 1] == text for n, text in client.heard.items())


def _stage(client: Client) -> str:
    return "" if client.position is None else str(client.position.view["stage"])


def _unplayed(client: Client) -> list[int]:
    """Cards in the pack or in hand, as far as the client knows."""
    return [] if client.position is None else list(client.position.view["everybody"][client.seat]["unplayed"])


def _triple(pose: dict[str, int]) -> Pose:
    return pose["x"], pose["y"], pose["rot"]


GATE = settings(max_examples=30, stateful_step_count=4)
LONG = settings(max_examples=150, stateful_step_count=12)


def test_a_race_behind_any_network_is_what_everybody_was_shown() -> None:
    run_state_machine_as_test(Race, settings=GATE)


@pytest.mark.slow
def test_a_race_behind_any_network_for_long() -> None:
    run_state_machine_as_test(Race, settings=LONG)


# ---------------------------------------------------------------- servers that are caught


class Credulous(RaceServer):
    """Believes what a client says about when it did something, however slow its line is."""

    def receive(self, client: Client, text: bytes) -> None:
        if client.seat in self.table.delays:
            self.table.delays[client.seat] = MOST
        super().receive(client, text)


class Stale(RaceServer):
    """Remembers where a hand was first, not where it was last."""

    def hover(self, seat: int, told: Told, at: int | None) -> None:
        if seat not in self.table.race.hovers:
            super().hover(seat, told, at)


class Talkative(RaceServer):
    """Writes every movement of a hand into the log."""

    def hover(self, seat: int, told: Told, at: int | None) -> None:
        super().hover(seat, told, at)
        if seat in self.table.race.hovers:
            self.desk.write([log.Acted(seat, self.table.race.hovers[seat].action, "person")])


class Eager(RaceServer):
    """Lets whoever is quick begin before the signal."""

    def receive(self, client: Client, text: bytes) -> None:
        self.table.race.go_at = None
        super().receive(client, text)


class Considerate(RaceServer):
    """Has everybody wait for those whose connection is gone."""

    def _answer(self, client: Client, command: Any) -> protocol.Ack:
        if set(self.table.people()) - set(self.table.here):
            return protocol.Ack(command.id, problem=protocol.Problem("busy"))
        return super()._answer(client, command)


class Gossip(RaceServer):
    """Shows a spectator what the first player sees."""

    def _broadcast(self) -> None:
        self.desk.told[SPECTATOR] = self.desk.told[0]
        super()._broadcast()


MOST = 300


@pytest.mark.parametrize("broken", [Credulous, Stale, Talkative, Eager, Considerate, Gossip])
def test_a_server_that_races_badly_is_caught(broken: type[RaceServer]) -> None:
    class Broken(Race):
        server_class = broken

    quick = settings(GATE, max_examples=200, phases=[Phase.generate], report_multiple_bugs=False)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Broken, settings=quick)
