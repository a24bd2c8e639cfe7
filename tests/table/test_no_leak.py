"""Nothing leaks from a live table: all a viewer is told stays the same, byte for byte, in a game that differs
only in what was never revealed to it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import msgspec
import pytest

from kosmoport.conformance.tables import option_sets
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.game import Game
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmiczna_eskadra import schema as eskadra
from kosmoport.games.kosmiczna_eskadra import view as eskadra_view
from kosmoport.games.kosmiczna_misja import view as misja_view
from kosmoport.games.kosmiczni_piraci import GAME as KOSMICZNI_PIRACI
from kosmoport.games.kosmiczni_piraci import schema as kosmiczni_piraci
from kosmoport.games.kosmiczni_piraci import view as kosmiczni_piraci_view
from kosmoport.games.kosmodraci import view as kosmodraci_view
from kosmoport.games.piraci import view as piraci_view
from kosmoport.table import acting, automatic, deciding, protocol, rounds
from kosmoport.table.declined import Declined
from kosmoport.table.entries import Acted
from kosmoport.table.table import Table
from tests.table.desk import state_of
from tests.table.evening import Evening, heard, schedule
from tests.table.relabel import Course, differences, relabelled

COMMITMENT = "c0" * 32
LONG_EVENING = 250  # moments: most games end before
KEPT = 40  # evenings that several tests share


@pytest.fixture(autouse=True)
def commitment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Injected: to another secret belongs another commitment, and it may be known to all."""
    monkeypatch.setattr(rounds, "commitment", lambda secret, table, round: COMMITMENT)


@lru_cache(KEPT)
def evening(game: Game, players: int, seed: int) -> Evening:
    """The same one for every test that asks for it."""
    rng = Random(f"{game.id} {players} {seed}")
    options = [options for options in option_sets(game, players) if is_calm(game, options) != seed % 2]
    made = Evening(game, rng.choice(options or option_sets(game, players)), rng)
    made.play_on(rng.choice((40, 90, LONG_EVENING)))
    return made


def is_calm(game: Game, options: dict[str, Any]) -> bool:
    """Most games always are; the other one comes in turns and as a race."""
    return all(options[name] == value for name, value in game.calm.items())


@lru_cache(KEPT)
def course_of(one: Evening) -> Course:
    return Course(one.lines)


@lru_cache(KEPT)
def schedule_of(one: Evening) -> list[bytes]:
    return schedule(one.lines, one.happenings)


def evenings(game: Game, each: int) -> Iterator[Evening]:
    """So many with every number of players."""
    for players in range(game.players[0], game.players[1] + 1):
        for seed in range(each):
            yield evening(game, players, seed)


def compare(one: Evening, viewer: int, rng: Random) -> tuple[int, tuple[bytes, bytes] | None]:
    """After how many lines the truth is another in a relabelled evening, and what looks different in it."""
    lines = relabelled(course_of(one), viewer, rng)
    here = heard(one.lines, one.happenings, viewer) + schedule_of(one)
    there = heard(lines, one.happenings, viewer) + schedule(lines, one.happenings)
    assert len(here) == len(there)
    pairs = zip(here, there, strict=True)
    return differences(course_of(one), Course(lines)), next((a for a in pairs if a[0] != a[1]), None)


def viewers_of(one: Evening) -> list[int]:
    return [SPECTATOR, *range(len(one.table.seats))]


def check(game: Game, each: int, viewers: int) -> None:
    """Evenings with every number of players, as several viewers see them; not all hide something for all."""
    counted: Counter[str] = Counter()
    for number, one in enumerate(evenings(game, each)):
        rng = Random(number)
        for viewer in rng.sample(viewers_of(one), k=min(viewers, len(viewers_of(one)))):
            changed, different = compare(one, viewer, rng)
            assert different is None, f"{game.id}, {one.table.options}, viewer {viewer}: {different}"
            counted["compared"] += 1
            counted["changed"] += changed > 0
            counted["lines"] += changed
    assert counted["changed"] * 3 >= counted["compared"], f"hardly anything was relabelled: {counted}"
    assert counted["lines"] > 5 * counted["compared"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_was_never_revealed_changes_no_byte(game: Game) -> None:
    check(game, each=2, viewers=2)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_was_never_revealed_changes_no_byte_in_500_games(game: Game) -> None:
    check(game, each=34, viewers=2)


def test_what_is_compared_is_what_people_got() -> None:
    """The messages and answers of the live evening are among what is compared."""
    for game in GAMES:
        for one in evenings(game, each=1):
            for viewer in viewers_of(one)[:2]:
                everything = heard(one.lines, one.happenings, viewer)
                answers = [x.answer for x in one.happenings if x.seat == viewer and x.command is not None]
                assert _in_order(one.told[viewer], everything)
                assert _in_order(answers, everything)


def _in_order(some: list[bytes], all_: list[bytes]) -> bool:
    rest = iter(all_)
    return all(text in rest for text in some)


def test_the_evenings_have_everything_in_them() -> None:
    seen: Counter[str] = Counter()
    for game in GAMES:
        for one in evenings(game, each=2):
            seen["over"] += one.table.over
            for line in one.lines:
                seen[type(line.entry).__name__] += 1
                seen["time-out"] += isinstance(line.entry, Acted) and line.entry.cause == "clock"
            for what in one.happenings:
                seen[what.what] += 1
                answer = msgspec.json.decode(what.answer or b"{}")
                seen["refused"] += answer.get("problem") is not None
                seen["again"] += what.again
    wanted = "over Began Acted Rolled Undone Proposed Answered Settled Given Returned Chatted time-out"
    assert [name for name in f"{wanted} arrive depart message refused again".split() if not seen[name]] == []


# ---------------------------------------------------------------- a leak is found


Leak = Callable[[pytest.MonkeyPatch], None]


def show_hands(patch: pytest.MonkeyPatch) -> None:
    """A view with the cards in others' hands added up where they should be counted."""
    real = kosmiczni_piraci_view._player

    def leaky(player: Any, c: Any) -> Any:
        hand = sum(slot for slot, place in enumerate(player.place) if place == kosmiczni_piraci.HAND)
        return msgspec.structs.replace(real(player, c), hand_size=hand)

    patch.setattr(kosmiczni_piraci_view, "_player", leaky)


def tell_the_card(patch: pytest.MonkeyPatch) -> None:
    """A line that names the card that somebody lays."""
    real = kosmiczni_piraci_view.tell
    patch.setattr(
        kosmiczni_piraci_view, "tell", lambda s, c, event, seat: real(s, c, event, _owner(event, seat))
    )


def _owner(event: tuple[int, ...], seat: int) -> int:
    return event[1] if event[0] == kosmiczni_piraci.LAID else seat


def tell_by_length(patch: pytest.MonkeyPatch) -> None:
    """A line that says nothing, at a length that depends on a lost card."""
    real = kosmiczni_piraci_view.tell

    def leaky(s: Any, c: Any, event: Any, seat: int) -> Any:
        line: Any = real(s, c, event, seat)
        if event[0] == kosmiczni_piraci.TELEPORTED:
            line = msgspec.structs.replace(line, args={**line.args, "mood": " " * event[2]})
        return line

    patch.setattr(kosmiczni_piraci_view, "tell", leaky)


def _hidden_parity(table: Table) -> int:
    """Something that depends on cards nobody has seen."""
    players = state_of(table, KOSMICZNI_PIRACI).player
    return sum(slot * (p + 1) for p, player in enumerate(players) for slot in _unseen(player)) % 2


def _unseen(player: Any) -> list[int]:
    return [slot for slot, place in enumerate(player.place) if place != kosmiczni_piraci.HAND]


def decide_by(patch: pytest.MonkeyPatch, kind: type[protocol.Command], leaky: Callable[..., Any]) -> None:
    """Commands of this kind are decided in another way."""
    patch.setitem(deciding._DECIDE, kind, (leaky, deciding._DECIDE[kind][1]))


def refuse_with_another_reason(patch: pytest.MonkeyPatch) -> None:
    """An answer whose reason depends on others' cards."""
    real = acting.act

    def leaky(table: Table, sender: str, command: protocol.Act, now: int) -> Any:
        try:
            return real(table, sender, command, now)
        except Declined:
            raise Declined("late" if table.begun and _hidden_parity(table) else "turn") from None

    decide_by(patch, protocol.Act, leaky)


def refuse_with_a_hint(patch: pytest.MonkeyPatch) -> None:
    """An answer with a parameter too many."""
    real = acting.take_back

    def leaky(table: Table, sender: str, command: protocol.TakeBack, now: int) -> Any:
        try:
            return real(table, sender, command, now)
        except Declined as declined:
            hint = table.begun and _hidden_parity(table)
            raise Declined(declined.problem.id, hint=hint) from None

    decide_by(patch, protocol.TakeBack, leaky)


def hesitate(patch: pytest.MonkeyPatch) -> None:
    """Bots that wait or do not wait, by what nobody knows."""
    patch.setattr(automatic, "can_be_taken_back", lambda table: bool(_hidden_parity(table)))


def keep_the_order_of_picks(patch: pytest.MonkeyPatch) -> None:
    """The cards that a seat passed on, in the order in which others took them."""

    def leaky(s: Any, k: int, first: int, end: int) -> Iterator[Any]:
        if first < end:
            yield kosmodraci_view.Seen(k, first, end - 1, tuple(s.packet[k][first:end]))

    patch.setattr(kosmodraci_view, "_set", leaky)


def forget_the_card_in_hand(patch: pytest.MonkeyPatch) -> None:
    """The cards that were not played, without the one in hand: so everybody knows which it is."""
    real = eskadra_view._player

    def leaky(player: Any, c: Any) -> Any:
        pack = tuple(card for card in range(c.cards) if player.pack >> card & 1)
        return msgspec.structs.replace(real(player, c), unplayed=pack)

    patch.setattr(eskadra_view, "_player", leaky)


def show_where_cards_are_held(patch: pytest.MonkeyPatch) -> None:
    real = eskadra_view.tell

    def leaky(s: Any, c: Any, event: Any, seat: int) -> Any:
        return real(s, c, event, event[1] if event[0] == eskadra.HELD else seat)

    patch.setattr(eskadra_view, "tell", leaky)


def show_the_next_ship(patch: pytest.MonkeyPatch) -> None:
    real = piraci_view.views

    def leaky(s: Any, c: Any, seats: Sequence[int]) -> list[Any]:
        turned = tuple(s.deck[: s.turned + 1])
        return [msgspec.structs.replace(known, turned=turned) for known in real(s, c, seats)]

    patch.setattr(piraci_view, "views", leaky)


def show_the_next_tile(patch: pytest.MonkeyPatch) -> None:
    real = misja_view.views

    def leaky(s: Any, c: Any, seats: Sequence[int]) -> list[Any]:
        tile = s.stack[max(0, s.left - 1)]
        return [msgspec.structs.replace(known, idle=tile) for known in real(s, c, seats)]

    patch.setattr(misja_view, "views", leaky)


LEAKS: dict[Leak, str] = {
    show_hands: "kosmiczni_piraci",
    tell_the_card: "kosmiczni_piraci",
    tell_by_length: "kosmiczni_piraci",
    refuse_with_another_reason: "kosmiczni_piraci",
    refuse_with_a_hint: "kosmiczni_piraci",
    hesitate: "kosmiczni_piraci",
    keep_the_order_of_picks: "kosmodraci",
    forget_the_card_in_hand: "kosmiczna_eskadra",
    show_where_cards_are_held: "kosmiczna_eskadra",
    show_the_next_ship: "piraci",
    show_the_next_tile: "kosmiczna_misja",
}


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_leak_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same comparison, of evenings that were had without the leak, fails."""
    had = list(evenings(game_by_id(LEAKS[leak]), each=4))
    leak(monkeypatch)
    monkeypatch.setattr(sys.modules[__name__], "schedule_of", schedule_of.__wrapped__)  # as it is now
    found = (
        (one, viewer)
        for number, one in enumerate(had)
        for viewer in viewers_of(one)
        if compare(one, viewer, Random(number))[1] is not None
    )
    first = next(found, None)
    assert first is not None, f"{leak.__name__} leaks, and nobody noticed"
    one, viewer = first
    assert heard(one.lines, one.happenings, viewer) == heard(one.lines, one.happenings, viewer)
