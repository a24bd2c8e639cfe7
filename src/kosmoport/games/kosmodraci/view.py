"""Kosmodraci: what a seat may know, built field by field from nothing (KD-31 to KD-33)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from kosmoport.core import views as drawn
from kosmoport.core.contract import NOBODY, SPECTATOR
from kosmoport.core.options import fetch_options
from kosmoport.core.views import Drawn, OfSeat, SeatView, Unshown
from kosmoport.games.kosmodraci import hidden, rules, schema, scoring
from kosmoport.games.kosmodraci.components import EFFECTS, Effect
from kosmoport.games.kosmodraci.options import KIND_NAMES, OPTIONS
from kosmoport.games.kosmodraci.schema import Components, State
from kosmoport.games.kosmodraci.telling import account, tell

__all__ = ["View", "account", "forget", "restore", "tell", "view", "views"]

Stage: TypeAlias = Literal["draft", "hunt", "done"]
STAGES: tuple[Stage, ...] = ("draft", "hunt", "done")
SIDES = ("A", "B")

CrewCard = Annotated[int, Drawn(of="crew")]
DragonCard = Annotated[int, Drawn(of="dragons")]


class Crew(msgspec.Struct, frozen=True, omit_defaults=True):
    """The face of a crew card: value, effects, research, morale and crime symbols, points."""

    v: int
    fx: tuple[Effect, ...] = ()  # in printed order
    R: int = 0
    M: int = 0
    C: int = 0
    p: int = 0


class Dragon(msgspec.Struct, frozen=True, omit_defaults=True):
    """The face of a dragon: points and symbols."""

    p: int
    R: int = 0
    M: int = 0
    C: int = 0


class Upper(msgspec.Struct, frozen=True, omit_defaults=True):
    """The upper part of a crew card, which stays in sight when another lies on it (KD-18)."""

    R: int = 0
    M: int = 0
    C: int = 0
    p: int = 0


class Seen(msgspec.Struct, frozen=True):
    """Cards that the seat had in hand once: they took, or fill, these places of a packet in some order.

    The card in place t of packet k was taken by seat k + t; places from `View.passed` on are in a hand.
    """

    packet: int
    first: int
    last: int
    cards: tuple[int, ...]  # ascending


class PlayerView(msgspec.Struct, frozen=True):
    """What everybody knows of a player."""

    hand_size: drawn.FaceDown
    picks: Unshown[int]  # cards picked in the draft so far
    played: drawn.Cards[CrewCard]  # crew card of every trick; -1 where only the upper part is known
    dragons: drawn.Cards[DragonCard]  # captured
    shields: int
    damage: int
    symbols: dict[str, int]  # research, morale and crime
    points: Unshown[int]  # printed on played cards and captured dragons
    own: drawn.Score  # these, with shields and damage: all but the scoring cards
    awards: dict[str, int]  # what the scoring cards would give now, once that means something (KD-B33)
    under: Unshown[tuple[Upper, ...]] = ()  # of the cards that are -1 in `played`

    @property
    def total(self) -> int:
        """If the game ended now."""
        return self.own + sum(self.awards.values())


class View(SeatView, frozen=True):
    """The table as one seat knows it; crew cards and dragons are numbers in the lists of faces."""

    crew: Unshown[tuple[Crew, ...]]  # by ascending value
    dragons: Unshown[tuple[Dragon, ...]]
    stage: Stage
    to_act: tuple[int, ...]
    sides: dict[str, str]  # "A" or "B", of research, morale and crime
    revealed: Unshown[tuple[int, ...]]  # crew cards that decided who starts, by seat
    lead: OfSeat[int]  # who leads this trick, or won the last one
    passed: Unshown[int]  # how often hands have moved
    acted: tuple[OfSeat[int], ...]  # who has picked in this step, or played to this trick
    trick: int  # finished ones
    tricks: int  # in the whole game
    open_dragon: drawn.Card[DragonCard | None]
    takers: Unshown[tuple[int, ...]]  # who won each finished trick
    draw: drawn.Stack  # cards in the pile for shields and damage ...
    discard: drawn.Stack  # ... and removed ones
    markers: Unshown[int]  # in use because both piles are empty (KD-B9)
    picks: Unshown[tuple[int, ...]]  # the seat's own, in the order picked
    hand: drawn.Hand[CrewCard]  # the seat's own, ascending
    seen: Unshown[tuple[Seen, ...]]  # what it has passed on
    everybody: drawn.BySeat[PlayerView]  # every player, by seat


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return views(s, c, (seat,))[0]


def views(s: State, c: Components, seats: Sequence[int]) -> list[View]:
    """What each of these seats knows: what is public, built once, and what it alone knows besides."""
    public = _public(s, c)
    return [_own(s, c, seat, public) if seat >= 0 else public for seat in seats]


def _public(s: State, c: Components) -> View:
    """What everybody knows, as a spectator sees it."""
    players = s.opt.players
    _, crew, dragons = faces_of(c)
    awards = _awards(s)
    return View(
        seat=SPECTATOR,
        players=players,
        options=fetch_options(OPTIONS, s.opt),
        crew=crew,
        dragons=dragons,
        stage=STAGES[s.stage],
        to_act=_seats(s, rules.to_act(s)),
        sides={kind: SIDES[side] for kind, side in zip(KIND_NAMES, s.side, strict=True)},
        revealed=tuple(s.starter[:players]),
        lead=s.lead,
        passed=s.passed,
        acted=_seats(s, s.acted),
        trick=s.trick,
        tricks=c.lair,
        open_dragon=s.lair[s.trick] if s.trick < c.lair else None,
        takers=tuple(s.taker[: s.trick]),
        draw=s.draw,
        discard=s.discard,
        markers=s.virtual,
        picks=(),
        hand=(),
        seen=(),
        everybody=tuple([_player(s, c, p, awards[p]) for p in range(players)]),
    )


def _awards(s: State) -> list[dict[str, int]]:
    """KD-B33: what scoring cards give each player, when a trick is over, for kinds that somebody has."""
    players = s.player[: s.opt.players]
    awards: list[dict[str, int]] = [{} for _ in players]
    for kind, name in enumerate(KIND_NAMES) if s.trick > 0 else ():
        if s.stage == schema.DONE or any(player.symbols[kind] for player in players):
            ends = scoring.ends(s, kind)
            for player, own in zip(players, awards, strict=True):
                own[name] = scoring.for_count(s, kind, player.symbols[kind], *ends)
    return awards


def _own(s: State, c: Components, seat: int, public: View) -> View:
    """What is public, with the seat's own picks and hand, and the cards it has passed on."""
    return replace(
        public, seat=seat, picks=_picks(s, seat), hand=_hand(s, c, seat), seen=tuple(_seen(s, c, seat))
    )


# By the id of a component record, which is kept beside them: so nothing else can get its id.
FACES: dict[int, tuple[Components, tuple[Crew, ...], tuple[Dragon, ...]]] = {}
MOST_FACES = 64  # then all are made anew


def faces_of(c: Components) -> tuple[Components, tuple[Crew, ...], tuple[Dragon, ...]]:
    """A record, its crew cards and its dragons, made once: components do not change during a game."""
    found = FACES.get(id(c))
    if found is None:
        if len(FACES) >= MOST_FACES:
            FACES.clear()
        crew = tuple(_crew(face) for face in c.crew[: c.crew_cards])
        dragons = tuple(Dragon(face.points, *face.symbols) for face in c.dragon[: c.dragons])
        found = FACES[id(c)] = (c, crew, dragons)
    return found


def _crew(face: schema.Crew) -> Crew:
    effects = tuple(EFFECTS[face.effect[i]] for i in range(face.effects) for _ in range(face.times[i]))
    research, morale, crime = face.upper.symbols
    return Crew(face.value, effects, research, morale, crime, face.upper.points)


def _seats(s: State, bits: int) -> tuple[int, ...]:
    return tuple([p for p in range(s.opt.players) if bits >> p & 1])


def _picks(s: State, seat: int) -> tuple[int, ...]:
    return tuple([s.packet[rules.picked_from(s, seat, t)][t] for t in range(_number_of_picks(s, seat))])


def _number_of_picks(s: State, p: int) -> int:
    if s.opt.family_variant:
        return 0
    return int(s.passed) + (s.acted >> p & 1 if s.stage == schema.DRAFT else 0)


def _hand(s: State, c: Components, seat: int) -> tuple[int, ...]:
    cards = (rules.hand_card(s, seat, place) for place in range(c.hand))
    return tuple(sorted(card for card in cards if card != NOBODY))


def _seen(s: State, c: Components, seat: int) -> Iterator[Seen]:
    """KD-32: for each packet the sets of cards between two sights; own picks and the own hand aside."""
    for k in range(s.opt.players):
        sight = hidden.first_sight(s, c, seat, k)
        if s.opt.family_variant:
            if sight < c.hand and rules.packet_of(s, seat) != k:
                yield from _set(s, k, hidden.left_packet(s, k), c.hand)
            continue
        while sight < c.hand:
            end = hidden.next_sight(s, c, sight)
            if sight < s.passed:
                yield from _set(s, k, sight + 1, end)
            sight = end


def _set(s: State, k: int, first: int, end: int) -> Iterator[Seen]:
    if first < end:
        yield Seen(k, first, end - 1, tuple(sorted(s.packet[k][first:end])))


def _player(s: State, c: Components, p: int, awards: dict[str, int]) -> PlayerView:
    player = s.player[p]
    return PlayerView(
        hand_size=hidden.cards_held(s, c, p),
        picks=_number_of_picks(s, p),
        played=tuple([card for card in player.played if card != NOBODY]),
        dragons=tuple([s.lair[i] for i in range(s.trick) if s.taker[i] == p]),
        shields=player.shields,
        damage=player.damage,
        symbols=dict(zip(KIND_NAMES, player.symbols, strict=True)),
        points=player.points,
        own=scoring.base(s, p),
        awards=awards,
    )


# ---------------------------------------------------------------- what lies open on a real table


def forget(known: View) -> View:
    """KD-B32: the same without what only a good memory knows: earlier tricks, and what was passed on."""
    if known.stage == "done":
        return known
    begun = known.passed > 0 or known.trick > 0 or bool(known.acted)
    return replace(
        known,
        revealed=() if begun else known.revealed,
        picks=known.picks if known.stage == "draft" else (),
        seen=(),
        everybody=tuple(_covered(known, other) for other in known.everybody),
    )


def _covered(known: View, other: PlayerView) -> PlayerView:
    """The card played last lies on the others, of which the upper parts are seen."""
    under = tuple(_upper(known.crew[card]) for card in other.played[:-1])
    return replace(other, played=(NOBODY,) * len(under) + other.played[-1:], under=under)


def _upper(face: Crew) -> Upper:
    return Upper(face.R, face.M, face.C, face.p)


# ---------------------------------------------------------------- back to a state


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; unknown cards lie anywhere they may (options are already in `s.opt`)."""
    s.stage = STAGES.index(known.stage)
    s.side[:] = [SIDES.index(known.sides[kind]) for kind in KIND_NAMES]
    s.starter[:] = _padded(known.revealed, schema.MAX_PLAYERS)
    known = _recalled(known)
    s.passed, s.trick, s.lead = known.passed, known.trick, known.lead
    s.turned = known.passed % known.players
    s.turn = known.to_act[0] if s.stage == schema.HUNT else NOBODY
    s.acted = sum(1 << p for p in known.acted)
    s.taker[:] = _padded(known.takers, schema.MAX_LAIR)
    s.draw, s.discard, s.virtual = known.draw, known.discard, known.markers
    for p in range(schema.MAX_PLAYERS):
        rules.clear_player(s.player[p])
        s.packet[p][:] = [NOBODY] * schema.MAX_HAND
    for p, other in enumerate(known.everybody):
        _restore_player(s.player[p], other)
    _restore_lair(s, c, known)
    _restore_own_cards(s, c, known)
    for seen in known.seen:
        _restore_seen(s, known, seen)
    _restore_played(s, c, known)
    _fill_places(s, c)


def _recalled(known: View) -> View:
    """Where the table forgets, covered cards may be any that show the same and lie nowhere in sight."""
    lying = {*known.hand, *known.picks, *(card for other in known.everybody for card in other.played)}
    played = [list(other.played) for other in known.everybody]
    for t, taker in enumerate(known.takers):
        for p, other in enumerate(known.everybody):
            if t < len(other.under):
                alike = [k for k, face in enumerate(known.crew) if _upper(face) == other.under[t]]
                fitting = [card for card in alike if card not in lying]
                played[p][t] = fitting[-1] if p == taker else fitting[0]  # whoever won had the highest
                lying.add(played[p][t])
    everybody = [
        replace(other, played=tuple(cards), under=())
        for other, cards in zip(known.everybody, played, strict=True)
    ]
    picks = known.picks
    if known.stage == "hunt" and known.seat >= 0 and not picks and not known.options["family_variant"]:
        picks = known.hand + everybody[known.seat].played  # in any order
    return replace(known, picks=picks, everybody=tuple(everybody))


def _padded(numbers: tuple[int, ...], length: int) -> list[int]:
    return [*numbers, *[NOBODY] * (length - len(numbers))]


def _restore_player(player: schema.Player, other: PlayerView) -> None:
    player.played[:] = _padded(other.played, schema.MAX_LAIR)
    player.symbols[:] = [other.symbols[kind] for kind in KIND_NAMES]
    player.points, player.dragons = other.points, len(other.dragons)
    player.shields, player.damage = other.shields, other.damage


def _restore_lair(s: State, c: Components, known: View) -> None:
    captured = [iter(other.dragons) for other in known.everybody]
    lair = [next(captured[p]) for p in known.takers]
    lair += [] if known.open_dragon is None else [known.open_dragon]
    lair += [dragon for dragon in range(c.dragons) if dragon not in lair]
    s.lair[:] = _padded(tuple(lair[: c.lair]), schema.MAX_LAIR)


def _restore_own_cards(s: State, c: Components, known: View) -> None:
    """Picks in their places; while hands move, the hand at the end of its packet."""
    for t, card in enumerate(known.picks):
        s.packet[rules.picked_from(s, known.seat, t)][t] = card
        if card in known.everybody[known.seat].played:
            s.player[known.seat].gone |= 1 << t
    if known.seat >= 0 and rules.hands_move(s):
        s.packet[rules.packet_of(s, known.seat)][c.hand - len(known.hand) : c.hand] = known.hand


def _restore_seen(s: State, known: View, seen: Seen) -> None:
    """A card that has been played was taken by whoever played it; the others in any order."""
    places = list(range(seen.first, seen.last + 1))
    cards = list(seen.cards)
    for t in list(places) if not s.opt.family_variant else []:
        p = (seen.packet + t) % s.opt.players
        for card in set(cards) & set(known.everybody[p].played):
            s.packet[seen.packet][t] = card
            s.player[p].gone |= 1 << t
            places.remove(t)
            cards.remove(card)
    for t, card in zip(places, cards, strict=True):
        s.packet[seen.packet][t] = card


def _restore_played(s: State, c: Components, known: View) -> None:
    """Played cards that the seat had never seen before came from places dark to it."""
    for p, other in enumerate(known.everybody):
        for t, card in enumerate(other.played):
            if s.opt.family_variant:
                s.packet[rules.picked_from(s, p, t)][t] = card
            elif not any(card in packet for packet in s.packet):
                place = next(i for i in range(c.hand) if s.packet[rules.picked_from(s, p, i)][i] == NOBODY)
                s.packet[rules.picked_from(s, p, place)][place] = card
                s.player[p].gone |= 1 << place


def _fill_places(s: State, c: Components) -> None:
    """Places of unknown cards, forgotten starters too, get the first cards that lie nowhere else."""
    lying = {*s.starter, *(card for packet in s.packet for card in packet)}
    free = (card for card in range(c.crew_cards) if card not in lying)
    for p in range(s.opt.players):
        if s.starter[p] == NOBODY:
            s.starter[p] = next(free)
    for k in range(s.opt.players):
        for t in range(c.hand):
            if s.packet[k][t] == NOBODY:
                s.packet[k][t] = next(free)
