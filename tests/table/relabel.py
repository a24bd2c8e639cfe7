"""Another game that one viewer cannot tell from the first: what it never learned is chosen anew everywhere.

What a viewer has learned is read off the rules' own states and events, never off views or messages: a
view that shows too much must make the comparison fail, not the relabelling impossible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

import msgspec

from kosmoport.core import layout
from kosmoport.core.contract import CHANCE, NOBODY
from kosmoport.core.game import Game
from kosmoport.core.layout import Event
from kosmoport.games.kosmiczna_eskadra import rules as eskadra_rules
from kosmoport.games.kosmiczna_eskadra import schema as eskadra
from kosmoport.games.kosmiczni_piraci import schema as kosmiczni_piraci
from kosmoport.games.kosmodraci import rules as kosmodraci_rules
from kosmoport.games.kosmodraci import schema as kosmodraci
from kosmoport.table.entries import Acted, AnyEntry, Began, Created, Logged, Revealed, Rolled, Sat
from kosmoport.table.policy import Policy
from kosmoport.table.table import Table

Changes = dict[int, AnyEntry]  # new entries, by the number of their line


@dataclass(frozen=True)
class Move:
    """A line that moved the game, in the tree of everything that was ever played: undone moves stay."""

    n: int
    seat: int  # CHANCE for dice and cards drawn
    action: int
    before: Any  # the state
    after: Any
    events: list[Event]
    rolls: int  # how many draws from the fair source stand before it
    earlier: tuple[Move, ...] = field(repr=False)  # the moves that stood when it was made

    def told(self, code: int) -> list[Event]:
        return [event for event in self.events if event[0] == code]


class Course:
    """Everything that was ever played at a table, taken back or not."""

    def __init__(self, lines: Sequence[Logged]) -> None:
        self.lines = lines
        self.moves: list[Move] = []
        self.states: dict[int, Any] = {}  # after each line of the game
        self.table = Table("course", Policy())
        standing: list[Move] = []
        for line in lines:
            before, rolls = self._state(), len(self.table.fair_rolls)
            events = self.table.apply(line)
            if not self.table.begun:
                continue
            self.states[line.n] = self._state()
            if isinstance(line.entry, Acted | Rolled):
                last = self.table.play.moves[-1]
                after = self.states[line.n]
                move = Move(line.n, last.seat, last.action, before, after, events, rolls, tuple(standing))
                self.moves.append(move)
                standing.append(move)
            del standing[len(self.table.play.moves) :]
        self.standing = standing

    def _state(self) -> Any:
        return layout.clone(self.table.play.s) if self.table.begun else None

    @property
    def game(self) -> Game:
        return self.table.game

    @cached_property
    def c(self) -> Any:
        assert self.table.begun
        return self.table.play.c

    @cached_property
    def began(self) -> tuple[int, Began]:
        return next((line.n, line.entry) for line in self.lines if isinstance(line.entry, Began))

    @cached_property
    def _later(self) -> dict[int, list[Move]]:
        later: dict[int, list[Move]] = {move.n: [] for move in self.moves}
        for move in self.moves:
            for ancestor in move.earlier:
                later[ancestor.n].append(move)
        return later

    def later(self, move: Move) -> list[Move]:
        """The moves that were made while this one stood."""
        return self._later[move.n]

    def deal_with(self, **changed: Any) -> Changes:
        n, began = self.began
        return {n: msgspec.structs.replace(began, deal=began.deal | changed)}


def relabelled(course: Course, viewer: int, rng: Random) -> list[Logged]:
    """A log that differs only in what the viewer (a seat or SPECTATOR) has never learned."""
    changes = _without_secrets(course.lines, viewer, rng)
    if course.table.begun:
        changes |= GAMES[course.game.id](course, viewer, rng)
    return [
        replace(line, entry=changes.get(line.n, line.entry), message=_message(line, viewer))
        for line in course.lines
    ]


def differences(one: Course, other: Course) -> int:
    """After how many lines the truth about the game is another one."""
    assert one.states.keys() == other.states.keys()
    return sum(one.states[n] != other.states[n] for n in one.states)


# ---------------------------------------------------------------- what no game is about


def _without_secrets(lines: Sequence[Logged], viewer: int, rng: Random) -> Changes:
    """The secret of the deal, and what others have given the table for itself alone."""
    changes: Changes = {}
    rulebook = any(isinstance(x.entry, Created) and x.entry.settings.start == "rulebook" for x in lines)
    for line in lines:
        entry = line.entry
        if isinstance(entry, Created):
            changes[line.n] = msgspec.structs.replace(entry, secret=rng.randbytes(32).hex())
        if isinstance(entry, Revealed) and entry.seat != viewer:
            changes[line.n] = msgspec.structs.replace(entry, value=rng.randbytes(32).hex())
        if isinstance(entry, Sat) and entry.seat != viewer:
            age = entry.age if rulebook else rng.randint(0, 99)  # by the rulebook it shows in who starts
            changes[line.n] = msgspec.structs.replace(entry, age=age)
    return changes


def _message(line: Logged, viewer: int) -> str | None:
    """Others number their messages as they like."""
    other = line.message is not None and line.sender != str(viewer)
    return f"another {line.message}" if other else line.message


def _shuffled(cards: Iterable[Any], rng: Random) -> list[Any]:
    shuffled = list(cards)
    rng.shuffle(shuffled)
    return shuffled


# ---------------------------------------------------------------- Kosmiczna Misja and Piraci: what is to come


def _kosmiczna_misja(course: Course, viewer: int, rng: Random) -> Changes:
    """The order of the tiles that nobody has drawn yet."""
    known = max(course.c.tiles - s.left for s in course.states.values())
    stack = course.began[1].deal["stack"]
    rest = _shuffled(stack[known : course.c.tiles], rng)
    return course.deal_with(stack=[*stack[:known], *rest, *stack[course.c.tiles :]])


def _piraci(course: Course, viewer: int, rng: Random) -> Changes:
    """The order of the ships that have not been turned up yet."""
    known = max(s.turned for s in course.states.values())
    deck = course.began[1].deal["deck"]
    rest = _shuffled(deck[known : course.c.ships], rng)
    return course.deal_with(deck=[*deck[:known], *rest, *deck[course.c.ships :]])


# ---------------------------------------------------------------- Kosmiczni Piraci: cards never turned up


def _kosmiczni_piraci(course: Course, viewer: int, rng: Random) -> Changes:
    """Cards of others that were lost, still lie face down, or were taken back unseen."""
    lays = [move for move in course.moves if move.before.stage == kosmiczni_piraci.LAYING]
    hidden = [move for move in lays if move.seat != viewer and not _turned_up(course, move)]
    for _ in range(20):
        chosen = _choose_cards(course, lays, hidden, rng)
        if chosen is not None:
            return course.deal_with(treasure=_treasure(course, rng)) | chosen
    return {}


def _turned_up(course: Course, lay: Move) -> bool:
    """Has everybody seen the card that was laid, while it lay there?"""
    card = [lay.seat, lay.action // kosmiczni_piraci.PLANETS]
    codes = (kosmiczni_piraci.TURNED, kosmiczni_piraci.REVEALED)
    moves = (lay, *course.later(lay))
    return any(list(event[1:3]) == card for move in moves for code in codes for event in move.told(code))


def _choose_cards(course: Course, lays: list[Move], hidden: list[Move], rng: Random) -> Changes | None:
    """Other cards for these moves, each of them still in hand whatever was played before and after."""
    open_ = {move.n for move in lays} - {move.n for move in hidden}
    card = {move.n: move.action // kosmiczni_piraci.PLANETS for move in lays if move.n in open_}
    changes: Changes = {}
    for lay in hidden:
        near = [move for move in (*lay.earlier, *course.later(lay)) if move.seat == lay.seat]
        free = set(range(course.c.cards)) - {card[move.n] for move in near if move.n in card}
        if not free:
            return None
        card[lay.n] = rng.choice(sorted(free))
        planet = lay.action % kosmiczni_piraci.PLANETS
        changes[lay.n] = _acted(course, lay, card[lay.n] * kosmiczni_piraci.PLANETS + planet)
    return changes


def _treasure(course: Course, rng: Random) -> list[int]:
    """Treasures lie on a planet in no order, and so does the box."""
    deal, players = course.began[1].deal, course.table.settings.players
    treasure, first = deal["treasure"], 0
    new: list[int] = []
    for richer in deal["richer"]:
        end = first + course.c.each[players] + richer
        new += _shuffled(treasure[first:end], rng)
        first = end
    return [*new, *_shuffled(treasure[first : course.c.treasures], rng), *treasure[course.c.treasures :]]


def _acted(course: Course, move: Move, action: int) -> AnyEntry:
    changed = {"outcome" if move.seat == CHANCE else "action": action}
    return msgspec.structs.replace(course.lines[move.n - 1].entry, **changed)


# ---------------------------------------------------------------- Kosmodraci: cards passed on among others


def _kosmodraci(course: Course, viewer: int, rng: Random) -> Changes:
    """Crew cards that the viewer could not tell apart, and dragons that were never turned up."""
    sights = _sights(course, viewer)
    alike = _permuted(_alike(course, viewer, sights), rng)
    drafted = {card: alike[first] for card, first in _origins(course, viewer, sights, rng).items()}
    changes = course.deal_with(crew=_crew(course, drafted, rng), dragons=_dragons(course, rng))
    for move in course.moves:
        card, labels = move.action, drafted if move.before.stage == kosmodraci.DRAFT else alike
        if move.seat != viewer and _is_covered(course, move):
            card = rng.choice(course.game.legal(move.before, course.c, move.seat))
        changes[move.n] = _acted(course, move, labels[card])
    return changes


def _sights(course: Course, viewer: int) -> dict[int, frozenset[int]]:
    """After which lines the viewer had each crew card in hand."""
    had: dict[int, set[int]] = {card: set() for card in range(course.c.crew_cards)}
    for n, s in course.states.items() if viewer >= 0 else ():
        for place in range(course.c.hand):
            card = kosmodraci_rules.hand_card(s, viewer, place)
            if card != NOBODY:
                had[card].add(n)
    return {card: frozenset(lines) for card, lines in had.items()}


def _alike(course: Course, viewer: int, sights: dict[int, frozenset[int]]) -> list[list[int]]:
    """Sets of cards that the viewer has always or never seen together, and nobody played."""
    known = {event[2] for move in course.moves for event in move.told(kosmodraci.PLAYED)}
    for code in (kosmodraci.PICKED, kosmodraci.LAST_CARD):
        known |= {event[2] for move in course.moves for event in move.told(code) if event[1] == viewer}
    starters = next(iter(course.states.values())).starter
    known |= set(starters)
    sets: dict[Any, list[int]] = {}
    for card, lines in sights.items():
        sets.setdefault(("known", card) if card in known else lines, []).append(card)
    return list(sets.values())


def _permuted(sets: Iterable[list[int]], rng: Random) -> dict[int, int]:
    return {a: b for cards in sets for a, b in zip(cards, _shuffled(cards, rng), strict=True)}


def _origins(course: Course, viewer: int, sights: dict[int, frozenset[int]], rng: Random) -> dict[int, int]:
    """Where the cards in a hand came from: another player may have picked them in another order, as far
    as they came from hands that the viewer never saw. Only where nobody went back into the draft."""
    same = {card: card for card in range(course.c.crew_cards)}
    drafts = [move.before.stage == kosmodraci.DRAFT for move in course.moves]
    if not drafts or course.moves[-1].after.stage == kosmodraci.DRAFT or drafts != sorted(drafts)[::-1]:
        return same
    hands: dict[int, list[int]] = {}
    for move in course.standing:
        for code in (kosmodraci.PICKED, kosmodraci.LAST_CARD):
            for event in move.told(code):
                if event[1] != viewer and not sights[event[2]]:
                    hands.setdefault(event[1], []).append(event[2])
    return same | _permuted(hands.values(), rng)


def _is_covered(course: Course, pick: Move) -> bool:
    """Was this pick taken back, or is it so new, that no hand has moved since?"""
    moves = (pick, *course.later(pick))
    return pick.before.stage == kosmodraci.DRAFT and not any(move.told(kosmodraci.PASSED) for move in moves)


def _crew(course: Course, labels: dict[int, int], rng: Random) -> list[int]:
    """The pile: within a hand the order tells nobody anything, and the rest is never looked at."""
    players, hand, cards = course.table.settings.players, course.c.hand, course.c.crew_cards
    crew = [labels.get(card, card) for card in course.began[1].deal["crew"]]
    dealt = [_shuffled(crew[p * hand : (p + 1) * hand], rng) for p in range(players)]
    first = players * (hand + 1)
    flat = [card for packet in dealt for card in packet]
    return [*flat, *crew[players * hand : first], *_shuffled(crew[first:cards], rng), *crew[cards:]]


def _dragons(course: Course, rng: Random) -> list[int]:
    dragons = course.began[1].deal["dragons"]
    known = min(max(s.trick for s in course.states.values()) + 1, course.c.lair)
    rest = _shuffled(dragons[known : course.c.dragons], rng)
    return [*dragons[:known], *rest, *dragons[course.c.dragons :]]


# ---------------------------------------------------------------- Kosmiczna Eskadra: cards in others' hands


def _kosmiczna_eskadra(course: Course, viewer: int, rng: Random) -> Changes:
    """Cards that others drew and never laid, and where they held them."""
    changes: Changes = {}
    drawn: dict[tuple[int, int, int], list[Move]] = {}
    for move in course.moves:
        if move.told(eskadra.DRAWN):
            seat = move.told(eskadra.DRAWN)[0][1]
            if seat != viewer:
                drawn.setdefault((move.rolls, seat, move.before.player[seat].pack), []).append(move)
        elif move.seat not in (viewer, CHANCE) and eskadra_rules.kind_of(move.action) == eskadra.HOLD:
            if not _is_laid(course, move, move.seat, eskadra.HELD, (eskadra.DROP,)):
                changes[move.n] = _acted(course, move, _any_pose(rng))
    laying = (eskadra.DROP, eskadra.RELEASE)
    for (_, seat, pack), draws in drawn.items():  # the same draw again, after going back, is the same card
        if not any(_is_laid(course, move, seat, eskadra.DRAWN, laying) for move in draws):
            card = rng.choice([card for card in range(course.c.cards) if pack >> card & 1])
            changes |= {move.n: _acted(course, move, card) for move in draws}
    return changes


def _is_laid(course: Course, move: Move, seat: int, code: int, laying: tuple[int, ...]) -> bool:
    """Did the seat lay its card later, before it drew or held one (the event `code`) anew?"""
    for later in course.later(move):
        if later.seat == seat and eskadra_rules.kind_of(later.action) in laying:
            between = [m for m in later.earlier if m.n > move.n]
            if not any(event[1] == seat for m in between for event in m.told(code)):
                return True
    return False


def _any_pose(rng: Random) -> int:
    limit = eskadra.POSE_LIMIT
    x, y, rot = rng.randint(-limit, limit), rng.randint(-limit, limit), rng.randrange(eskadra.DEGREES)
    action: int = eskadra_rules.posed_action(eskadra.HOLD, x, y, rot)
    return action


GAMES: dict[str, Callable[[Course, int, Random], Changes]] = {
    "kosmiczna_misja": _kosmiczna_misja,
    "piraci": _piraci,
    "kosmiczni_piraci": _kosmiczni_piraci,
    "kosmodraci": _kosmodraci,
    "kosmiczna_eskadra": _kosmiczna_eskadra,
}
