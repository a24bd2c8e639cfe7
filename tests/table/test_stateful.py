"""The table under a network that delays, reorders, doubles and loses messages, in whatever order it likes."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import generator
from kosmoport.table import entries as log
from kosmoport.table import protocol, requests
from kosmoport.table.declined import Declined
from kosmoport.table.late import take_over
from kosmoport.table.policy import Policy
from kosmoport.table.settings import BankClock, MoveClock, NewTable, NoClock
from kosmoport.table.telling import snapshot
from tests.table.desk import Desk, observable
from tests.table.network import Client, Server

HOUSE = Policy(take_back_grace=1_000, absence_grace=10_000)
CLOCKS = (NoClock(), MoveClock(20), BankClock(60, 2))
TIMES = (1, 500, 1_000, 5_000, 12_000, 25_000)

# What may happen, and how often compared with the rest.
HAPPENINGS = {
    "acts_and_all_goes_well": 8,
    "acts": 3,
    "asks_for_nonsense": 1,
    "changes_their_mind": 3,
    "takes_back": 1,
    "talks": 1,
    "asks_to_go_back": 2,
    "asks_for_a_bot": 2,
    "all_answer": 4,
    "leaves": 1,
    "comes_back": 3,
    "comes_late": 1,
    "sends_again": 2,
    "reaches_the_server": 3,
    "all_reaches_the_server": 3,
    "reaches_a_client": 3,
    "all_reaches_a_client": 4,
    "is_lost_on_the_way_up": 1,
    "is_doubled_on_the_way_up": 1,
    "is_lost_on_the_way_down": 1,
    "is_doubled_on_the_way_down": 1,
    "loses_the_connection": 2,
    "connects": 5,
    "time_passes": 2,
    "a_bot_answers": 5,
    "the_server_starts_again": 1,
    "the_server_stands_still": 1,
}
ANY = st.integers(0, 999)  # which client, message, action: modulo how many there are
EVENTS = st.lists(
    st.tuples(st.sampled_from([name for name, often in HAPPENINGS.items() for _ in range(often)]), ANY, ANY),
    min_size=15,
    max_size=40,
)


class Network(RuleBasedStateMachine):
    """Some people, one with two devices, a spectator, perhaps a bot; and the network between them."""

    game = ""
    seats = (0, 0)
    server_class = Server

    @initialize(people=st.integers(2, 4), clock=st.sampled_from(CLOCKS), courtesy=st.booleans())
    def sit_down(self, people: int, clock: Any, courtesy: bool) -> None:
        bots: list[Any] = [None] * people + ["casual"] * max(0, self.seats[0] - people)
        desk = Desk(NewTable(game=self.game, bots=bots, clock=clock, take_back=courtesy), policy=HOUSE)
        for p in range(people):
            desk.sit(f"P{p}")
            desk.go_away(p)
        desk.begin()
        self.clients = [Client(f"c{p}", p) for p in range(people)]
        self.clients += [Client("phone", 0), Client("guest", SPECTATOR)]
        self.server, self.rng = self.server_class(desk, self.clients), generator(people)
        self.steps = 0
        for client in self.clients:
            self.server.connect(client)
            self.arrives(client)

    @rule(events=EVENTS)
    def things_happen(self, events: list[tuple[str, int, int]]) -> None:
        self.happen(events)

    def happen(self, events: list[tuple[str, int, int]]) -> None:
        for name, a, b in events:
            getattr(self, name)(self.clients[a % len(self.clients)], b)
            self.check()

    # ------------------------------------------------------------ people

    def say(self, client: Client, command: Any) -> None:
        client.waiting[command.id] = command
        if client.connected:
            self.server.up.append((client, protocol.encode(command)))

    def acts(self, client: Client, b: int) -> bool:
        """One of the actions that the client was told to be legal, as far as it knows."""
        legal = () if client.position is None else client.position.legal
        if not legal:
            return False
        told = legal[b % len(legal)]
        self.say(client, protocol.Act(client.new_id(), client.seen or 0, told.id, dict(told.args)))
        return True

    def acts_and_all_goes_well(self, client: Client, b: int) -> None:
        """Whoever has to, if this client has not."""
        for who in (client, *self.clients):
            if who.connected and self.acts(who, b):
                self.gets_through(who, 1)
                return

    def changes_their_mind(self, client: Client, b: int) -> None:
        """Acts, and takes it back at once; both messages are still under way."""
        if self.acts(client, b):
            self.takes_back(client, b)

    def takes_back(self, client: Client, b: int) -> None:
        self.say(client, protocol.TakeBack(client.new_id()))

    def asks_for_nonsense(self, client: Client, b: int) -> None:
        do = ("pick", "play", "lay", "roll", "dance")[b % 5]
        self.say(client, protocol.Act(client.new_id(), b, do, {"card": b}))

    def talks(self, client: Client, b: int) -> None:
        self.say(client, protocol.Chat(client.new_id(), f"I am {client.name}"))

    def asks_to_go_back(self, client: Client, b: int) -> None:
        moves = 0 if client.position is None else max(0, client.position.move - 1 - b % 3)
        self.say(client, protocol.AskBack(client.new_id(), moves))
        self.gets_through(client, b)

    def asks_for_a_bot(self, client: Client, b: int) -> None:
        """About somebody who is away for long."""
        seat = b % len(self.server.table.people() or [0])
        for who in self.clients:
            if who.seat == seat:
                self.loses_the_connection(who, b)
        self.server.pass_time(HOUSE.absence_grace)
        self.say(client, protocol.AskBot(client.new_id(), seat))
        self.gets_through(client, b)

    def gets_through(self, client: Client, b: int) -> None:
        """What was said last arrives at once, and everybody hears of it; not always."""
        if client.connected and b % 3:
            self.server.receive(*self.server.up.pop())
            for who in self.clients:
                self.arrives(who)

    def all_answer(self, client: Client, b: int) -> None:
        """What they know of; mostly they agree."""
        for who in self.clients:
            for number, proposal in who.proposals.items():
                if who.seat in proposal.waiting:
                    self.say(who, protocol.Answer(who.new_id(), number, yes=b % 5 > 0))

    def leaves(self, client: Client, b: int) -> None:
        self.say(client, protocol.Leave(client.new_id()))

    def comes_back(self, client: Client, b: int) -> None:
        """Whoever knows that a bot plays for them."""
        for who in self.clients:
            if who.seat != SPECTATOR and who.seats and who.seats[who.seat].bot:
                self.say(who, protocol.ComeBack(who.new_id()))

    def comes_late(self, client: Client, b: int) -> None:
        """Whoever only looked on takes the seat of a bot, and opens the table anew with it."""
        guest = self.clients[-1]
        if guest.seat != SPECTATOR:
            return
        with suppress(Declined):
            sat = take_over(self.server.table, requests.SitDown("guest"), "key of guest", set())
            if guest.connected:
                self.server.cut(guest)
            self.server.desk.write(sat)
            seats = self.server.table.seats
            seat = next(p for p, seat in enumerate(seats) if seat.key == "key of guest")
            self.clients[-1] = Client("late", seat)
            self.server.clients = self.clients
            self.server.connect(self.clients[-1])

    def sends_again(self, client: Client, b: int) -> None:
        """What was not answered, with the same ids."""
        if client.connected:
            self.server.up += [(client, protocol.encode(command)) for command in client.waiting.values()]

    # ------------------------------------------------------------ the network

    def reaches_the_server(self, client: Client, b: int) -> None:
        if self.server.up:
            self.server.receive(*self.server.up.pop(b % len(self.server.up)))

    def all_reaches_the_server(self, client: Client, b: int) -> None:
        while self.server.up:
            self.server.receive(*self.server.up.pop(0))

    def down(self, client: Client) -> list[bytes]:
        """What is under way to a client."""
        return self.server.lines[client.name].down if client.connected else []

    def reaches_a_client(self, client: Client, b: int) -> None:
        if down := self.down(client):
            client.hear(down.pop(b % len(down)))

    def all_reaches_a_client(self, client: Client, b: int) -> None:
        self.arrives(client)

    def arrives(self, client: Client) -> None:
        while down := self.down(client):
            client.hear(down.pop(0))

    def is_lost_on_the_way_up(self, client: Client, b: int) -> None:
        if self.server.up:
            del self.server.up[b % len(self.server.up)]

    def is_doubled_on_the_way_up(self, client: Client, b: int) -> None:
        if self.server.up:
            self.server.up.append(self.server.up[b % len(self.server.up)])

    def is_lost_on_the_way_down(self, client: Client, b: int) -> None:
        if down := self.down(client):
            del down[b % len(down)]

    def is_doubled_on_the_way_down(self, client: Client, b: int) -> None:
        if down := self.down(client):
            down.append(down[b % len(down)])

    def loses_the_connection(self, client: Client, b: int) -> None:
        if client.connected:
            self.server.cut(client)

    def connects(self, client: Client, b: int) -> None:
        """Anew, even if the old connection seemed to be all right; first those who have none."""
        who = next((who for who in self.clients if not who.connected), client) if b % 2 else client
        if who.connected:
            self.server.cut(who)
        self.server.connect(who)

    # ------------------------------------------------------------ time, bots, the server itself

    def time_passes(self, client: Client, b: int) -> None:
        self.server.pass_time(TIMES[b % len(TIMES)])

    def a_bot_answers(self, client: Client, b: int) -> None:
        self.server.bot_answers(self.rng)

    def the_server_starts_again(self, client: Client, b: int) -> None:
        self.server.restart()

    def the_server_stands_still(self, client: Client, b: int) -> None:
        self.server.stand_still(3_000 + 40_000 * (b % 4))

    # ------------------------------------------------------------ what is always true

    def check(self) -> None:
        """After every single event; the log is read again after some."""
        self.steps += 1
        self.whoever_has_heard_everything_knows_the_table()
        self.what_was_acknowledged_is_in_the_log_once()
        self.nobody_is_passed_over_when_the_table_goes_back()
        if self.steps % 12 == 0:
            self.the_log_makes_the_same_table()

    def whoever_has_heard_everything_knows_the_table(self) -> None:
        for client in self.clients:
            if client.seen == self.server.table.n:
                self.knows_the_table(client)

    def knows_the_table(self, client: Client) -> None:
        table, now = self.server.table, self.server.desk.now
        known: Any = protocol.decode_server(protocol.encode(snapshot(table, client.seat, now)))
        expected = {name: getattr(known, name) for name in client.knowledge(now)}
        assert client.knowledge(now) == expected

    def what_was_acknowledged_is_in_the_log_once(self) -> None:
        lines = self.server.desk.lines
        done = Counter((line.sender, line.message) for line in lines if line.message is not None)
        assert set(done.values()) <= {1}
        assert [line.n for line in lines] == list(range(1, len(lines) + 1))
        for client in self.clients:
            for ack in client.answers.values():
                if ack.n is not None:
                    line = lines[ack.n - 1]
                    assert (line.sender, line.message) == (str(client.seat), ack.id)

    def nobody_is_passed_over_when_the_table_goes_back(self) -> None:
        """Read off the log alone: everybody who sat down said yes, and nobody's seat was a bot's."""
        people, given, yes, asked = set[int](), set[int](), set[int](), 0
        for line in self.server.desk.lines:
            match line.entry:
                case log.Sat(seat=seat):
                    people.add(seat)
                case log.Given(seat=seat):
                    given.add(seat)
                case log.Returned(seat=seat):
                    given.discard(seat)
                case log.Proposed(what="back", seat=seat):
                    yes, asked = {seat}, line.n
                case log.Answered(seat=seat, proposal=number, yes=True) if number == asked:
                    yes.add(seat)
                case log.Undone(agreed=True):
                    assert not given
                    assert yes >= people

    def the_log_makes_the_same_table(self) -> None:
        desk, live = self.server.desk, self.server.table
        again = desk.again()
        again.attended_like(live)
        assert observable(again, desk.now) == observable(live, desk.now)

    def teardown(self) -> None:
        """The network recovers: everything that was said is answered, and everybody knows the same table."""
        if not hasattr(self, "server"):
            return
        for client in self.clients:
            self.connects(client, 0)
        self.all_reaches_the_server(self.clients[0], 0)
        for client in self.clients:
            self.arrives(client)
            assert client.waiting == {}
            assert client.seen == self.server.table.n
            self.knows_the_table(client)
        assert len({(client.phase, client.seats, tuple(client.chat)) for client in self.clients}) == 1
        self.what_was_acknowledged_is_in_the_log_once()
        self.the_log_makes_the_same_table()


class KosmiczniPiraci(Network):
    game, seats = "kosmiczni_piraci", (3, 5)


class Kosmodraci(Network):
    game, seats = "kosmodraci", (3, 5)


class KosmicznaMisja(Network):
    game, seats = "kosmiczna_misja", (2, 4)


GATE = settings(max_examples=45, stateful_step_count=5)
LONG = settings(max_examples=300, stateful_step_count=12)
EACH_GAME = pytest.mark.parametrize("machine", [KosmiczniPiraci, Kosmodraci, KosmicznaMisja])


@EACH_GAME
def test_a_table_behind_any_network_loses_nothing_and_does_nothing_twice(machine: type[Network]) -> None:
    run_state_machine_as_test(machine, settings=GATE)


@pytest.mark.slow
@EACH_GAME
def test_a_table_behind_any_network_for_long(machine: type[Network]) -> None:
    run_state_machine_as_test(machine, settings=LONG)


# ---------------------------------------------------------------- servers that are caught


class Forgetful(Server):
    """Does not remember which messages it has done."""

    def _answer(self, client: Client, command: Any) -> protocol.Ack:
        self.table.receipts.clear()
        return super()._answer(client, command)


class Hasty(Server):
    """Acknowledges before it writes, so the last line is lost when it ends."""

    def restart(self) -> None:
        self.desk.lines.pop()
        super().restart()


class Silent(Server):
    """Leaves out a line where nothing seems to have changed."""

    def _broadcast(self) -> None:
        for line in self.lines.values():
            for text in self.desk.told[line.client.seat][line.told :]:
                line.told = (line.told or 0) + 1
                if b'"cause":"returned"' not in text:
                    line.down.append(text)


@pytest.mark.parametrize("broken", [Forgetful, Hasty, Silent])
def test_a_server_that_does_it_wrong_is_caught(broken: type[Server]) -> None:
    class Broken(Kosmodraci):
        server_class = broken

    quick = settings(GATE, max_examples=200, phases=[Phase.generate], report_multiple_bugs=False)
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Broken, settings=quick)
