"""Kosmiczni Piraci: rule cases turned into positions and actions of the real engine, and back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kosmoport.core import layout
from kosmoport.core.case import Either, Situation, names_of
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.layout import Event
from kosmoport.core.play import PlayOf, generator, new_play, start_play
from kosmoport.core.words import Told
from kosmoport.games.kosmiczni_piraci import GAME, rules, schema
from kosmoport.games.kosmiczni_piraci.case_table import (
    Hands,
    Sparse,
    by_planet,
    card_at,
    components_for,
    deck_of,
    hands_of,
    kind_of,
    options_of,
    product_options,
    ring,
    table,
)
from kosmoport.games.kosmiczni_piraci.schema import (
    HAND,
    LAYS,
    MAX_CARDS,
    PLANETS,
    Components,
    Deal,
    State,
    laid_card,
)
from kosmoport.games.kosmiczni_piraci.scoring import different, pieces
from kosmoport.games.kosmiczni_piraci.view import ENDS, View, ranking

Play: TypeAlias = PlayOf[State, Components, Deal]

TRUTH = -2  # beside the seats: what a table of losses says to the server


@dataclass
class Session:
    """A case being played: the game, who plays, and everything that happened."""

    game: Play
    labels: list[Any]  # the players as the case writes them
    picks: dict[int, Any]
    hands: Hands  # as the case gives them
    events: list[Event] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return names_of(self.labels)


# ---------------------------------------------------------------- setup


def setup(case: Situation) -> dict[str, Any]:
    """Counts after the deal."""
    given = case.given
    players = given.get("players_n", given.get("players"))
    players = len(players) if isinstance(players, list) else players
    order = ring(given.get("trade", 0), given.get("pirate", 1))
    options = GAME.read_options({"planet_order": order, **product_options(given), "players": players})
    components = components_for([], deck_of(given))
    play = new_play(GAME, options, generator(1), components)
    if "extra" in given:
        play.d.richer = [int(q in given["extra"]) for q in range(PLANETS)]
        for wrong in GAME.invariants.deal_problems(play.s, play.c, play.d):
            raise BadInput(f"{case.id}: {wrong}")
        play = start_play(GAME, options, play.d, components)
    s, c = play.s, play.c
    lying = [sum(planet.treasure) for planet in s.planet]
    hands = [player.place[: c.cards].count(HAND) for player in s.player[:players]]
    box = Counter(c.worth[kind] for kind in c.treasure[: c.treasures])
    return {
        "per_planet": lying,
        "used": sum(lying),
        "boxed": c.treasures - sum(lying),
        "cards_in_play": sum(hands),
        "cards_boxed": len(GAME.colours) * c.cards - sum(hands),
        "hand": [card_at(c, slot) for slot in range(c.cards)],
        "treasures": Sparse(dict(box)),
        "total_value": sum(value * n for value, n in box.items()),
        "trade": s.trade,
        "pirate": s.pirate,
        "start": s.start,
    }


# ---------------------------------------------------------------- play


def play(case: Situation) -> dict[str, Any]:
    """Cards laid one after another; at the end picks take the highest unless given."""
    given, names = case.given, names_of(case.given["players"])
    hands = hands_of(given.get("hands"), names, deck_of(given))
    session = Session(
        table(given, names, hands), list(given["players"]), by_planet(given.get("picks")), hands
    )
    log: dict[int, dict[str, Any]] = {}
    illegal = []
    lost: dict[int, list[list[Any]]] = {seat: [[] for _ in names] for seat in range(TRUTH, len(names))}
    for index, (who, card, planet) in enumerate(case.do):
        try:
            happened = _lay(session.game, case.seat(names, who), card, planet)
        except Refused as refused:
            illegal.append([index, refused.reason])
            continue
        session.events += happened
        log[index] = _entry(session, happened)
        _note_losses(session.game, happened, lost)
    _pick_all(case, session)
    s = session.game.s
    if s.stage == schema.LAYING:
        s.turn = _next_with_cards(s)
    sizes = [player.place.count(HAND) for player in s.player[: len(names)]]
    return {
        "trade": s.trade,
        "pirate": s.pirate,
        "over": ENDS[s.ended],
        "next": session.labels[s.turn] if s.stage == schema.LAYING else None,
        "piles": _piles(session, SPECTATOR, True),
        "hands": _by_name(session, [_hand(session, seat) for seat in range(len(names))]),
        "hand_sizes": Sparse(dict(zip(session.labels, sizes, strict=True))),
        "lost": _by_name(session, lost[TRUTH]),
        "log": _log(len(case.do), log),
        "illegal": illegal,
        "placements": len(log),
        "views": Sparse(
            {label: _seat_view(session, seat, lost[seat]) for seat, label in enumerate(session.labels)}
            | {"spectator": _seat_view(session, SPECTATOR, lost[SPECTATOR])}
        ),
        **_result(session),
    }


def _lay(game: Play, seat: int, card: Any, planet: Any) -> list[Event]:
    if game.s.stage != schema.LAYING:
        raise Refused("over")
    if seat == _next_with_cards(game.s):
        game.s.turn = seat
    if seat != game.s.turn:
        raise Refused("turn")
    action = GAME.encode(game.view(seat), Told("lay", {"card": card, "planet": planet}))
    slot = laid_card(action)
    if slot < MAX_CARDS:
        return game.act(seat, action)
    if game.s.player[seat].place[slot] != HAND:
        raise Refused("card")
    rules.send_pirate(game.s, game.c, seat, slot, planet)  # a deck too large for the numbers of actions
    return layout.collect(game.s)


def _next_with_cards(s: State) -> int:
    """Whose turn it is among those who still hold cards: a case may give hands of different sizes."""
    seats = [(s.turn + i) % s.opt.players for i in range(s.opt.players)]
    return int(next((seat for seat in seats if HAND in s.player[seat].place), s.turn))


def _log(lines: int, entries: dict[int, dict[str, Any]]) -> Either:
    """What each card laid did. A case may count the lines of `do` instead, refused ones too, or only name
    some of them by number; then nothing was turned or moved by a refused one."""
    every_line = {i: entries.get(i, {"turned": None, "moved": []}) for i in range(lines)}
    return Either(list(entries.values()), list(every_line.values()), every_line)


def _entry(session: Session, events: list[Event]) -> dict[str, Any]:
    c = session.game.c
    turned = [[session.labels[e[1]], card_at(c, e[2])] for e in events if e[0] == schema.TURNED]
    moved = [("trade", "pirate")[e[1]] for e in events if e[0] == schema.SHIP_MOVED]
    return {"turned": turned[0] if turned else None, "moved": moved}


def _note_losses(game: Play, events: list[Event], lost: dict[int, list[list[Any]]]) -> None:
    """The teleport first, then the card it caught: what a seat was told of it, and the whole truth."""
    for event in events:
        if event[0] == schema.TELEPORTED:
            _, me, card, owner, _ = event
            for seat, known in lost.items():
                secret = seat != TRUTH and game.told([event], seat)[0].id == "teleported"
                known[owner].append("T")
                known[me].append("?" if secret else card_at(game.c, card))


def _by_name(session: Session, rows: list[list[Any]]) -> Sparse:
    return Sparse(dict(zip(session.labels, rows, strict=True)))


def _piles(session: Session, seat: int, open_table: bool = False) -> Sparse:
    """Piles in the notation of the cases, as a seat knows them or with every card shown."""
    game, known = session.game, session.game.view(seat)
    piles: dict[int, list[str]] = {}
    for q, planet in enumerate(known.planets):
        piles[q] = []
        for lying in planet.pile:
            card = lying.card
            if card is None:
                card = card_at(game.c, game.s.planet[q].top_card) if open_table else "?"
            piles[q].append(f"{session.labels[lying.owner]}:{card}{'^' if lying.face_up else '_'}")
    return Sparse(piles)


def _seat_view(session: Session, seat: int, lost: list[list[Any]]) -> dict[str, Any]:
    known: View = session.game.view(seat)
    sizes = [other.hand_size for other in known.everybody]
    hands: Hands = [["?"] * size for size in sizes]
    if seat >= 0:
        hands[seat] = _hand(session, seat)
    return {
        "hand": hands[seat] if seat >= 0 else [],
        "hands": _by_name(session, hands),
        "hand_sizes": Sparse(dict(zip(session.labels, sizes, strict=True))),
        "piles": _piles(session, seat),
        "lost": _by_name(session, lost),
        "treasures": Sparse({q: [known.worth[k] for k in p.treasures] for q, p in enumerate(known.planets)}),
        "trade": known.trade,
        "pirate": known.pirate,
        "over": known.ended,
        "next": session.labels[known.to_act[0]] if known.to_act else None,
    }


def _hand(session: Session, seat: int) -> list[Any]:
    """What a seat holds and sees, in the order in which the case gave it."""
    known: View = session.game.view(seat)
    left, ordered = Counter(known.deck[slot] for slot in known.hand), []
    for card in session.hands[seat]:
        if left[card]:
            left[card] -= 1
            ordered.append(card)
    return ordered


# ---------------------------------------------------------------- stage 2


def score(case: Situation) -> dict[str, Any]:
    """Stage 2 from the cards lying on the table after the final reveal."""
    given, labels = case.given, _players_at(case.given)
    names = names_of(labels)
    rows = [
        (q, str(n), cards) for q, row in by_planet(given.get("table")).items() for n, cards in row.items()
    ]
    hands = [[card for _, owner, cards in rows if owner == name for card in cards] for name in names]
    game = table(given, names, hands)
    for q, name, cards in rows:
        for card in cards:
            _lie(game, case.seat(names, name), q, card)
    session = Session(game, labels, by_planet(given.get("picks")), hands)
    rules.end_laying(game.s, game.c, schema.ALL_CARDS)
    session.events += layout.collect(game.s)
    _pick_all(case, session)
    return _result(session)


def _players_at(given: dict[str, Any]) -> list[Any]:
    """The players in turn order; a case that does not name them has those with cards on the table."""
    rows = by_planet(given.get("table")).values()
    return list(given.get("players") or dict.fromkeys(label for row in rows for label in row))


def _lie(game: Play, seat: int, q: int, card: Any) -> None:
    """A card of the table, laid and turned up by the rules, which count it."""
    s, player = game.s, game.s.player[seat]
    slot = next(i for i, place in enumerate(player.place) if place == HAND and card_at(game.c, i) == card)
    player.moment[slot] = s.laid
    s.laid += 1
    rules.lay(s, seat, slot, q)
    rules.reveal(s, game.c, s.planet[q], q)


def _pick_all(case: Situation, session: Session) -> None:
    """Stage 2 to its end: given picks, else the highest (kinds ascend in worth)."""
    game = session.game
    while game.s.stage == schema.TAKING:
        s, seat = game.s, game.s.turn
        picked = rules.participants(s, s.at).bit_count() - s.waiting.bit_count()
        value = _wanted(session, s.at, seat, picked)
        action = game.legal(seat)[-1] if value is None else LAYS + kind_of(game.c, value)
        try:
            session.events += game.act(seat, action)
        except Refused:
            raise BadInput(f"{case.id}: planet {s.at} has no treasure {value} to be picked") from None


def _wanted(session: Session, q: int, seat: int, picked: int) -> Any:
    """What the case lets the next one pick at planet q, in order or by player; None: the highest."""
    row = session.picks.get(q, [])
    if isinstance(row, dict):
        return {str(name): value for name, value in row.items()}.get(session.names[seat])
    return row[picked] if picked < len(row) else None


def _result(session: Session) -> dict[str, Any]:
    """Who won what, and everything else the end of a game reports."""
    game, s = session.game, session.game.s
    boxed = {q: sorted(_values(game, planet.boxed)) for q, planet in enumerate(s.planet)}
    ranks = {q: ranking(s, q, rules.participants(s, q)) for q in range(PLANETS)}
    strengths = {
        q: {label: s.player[p].strength[q] for p, label in enumerate(session.labels)} for q in range(PLANETS)
    }
    return {
        "won": _by_name(session, _won(session)),
        "boxed": Sparse(boxed),
        "ranking": Sparse({q: [session.labels[p] for p in rank] for q, rank in ranks.items()}),
        "strengths": Sparse({q: Sparse(row) for q, row in strengths.items()}),
        **_standing(game, session.labels),
    }


def _values(game: Play, counts: list[int]) -> list[int]:
    return [game.c.worth[kind] for kind, n in enumerate(counts) for _ in range(n)]


def _won(session: Session) -> list[list[int]]:
    """Treasures in the order taken. A player alone at a planet gets all of it at once (KP-33), so there the
    pick of the case only says what is listed first."""
    won: list[list[int]] = [[] for _ in session.labels]
    for q in range(PLANETS):
        q = (session.game.s.trade_home + q) % PLANETS
        takes = [e for e in session.events if e[0] in (schema.TAKEN, schema.SURPLUS) and e[3] == q]
        values = [session.game.c.worth[e[2]] for e in takes]
        if len({e[1] for e in takes}) == 1 and (first := _wanted(session, q, takes[0][1], 0)) in values:
            values.remove(first)
            values.insert(0, first)
        for event, value in zip(takes, values, strict=True):
            won[event[1]].append(value)
    return won


def _standing(game: Play, labels: list[Any]) -> dict[str, Any]:
    players = game.s.player[: len(labels)]
    shares = GAME.returns(game.s, game.c)
    return {
        "totals": Sparse(dict(zip(labels, GAME.scores(game.s, game.c), strict=True))),
        "distinct": Sparse({label: different(p) for label, p in zip(labels, players, strict=True)}),
        "pieces": Sparse({label: pieces(p) for label, p in zip(labels, players, strict=True)}),
        "winners": [label for label, n in zip(labels, shares, strict=True) if n > 0] if game.over else [],
    }


def final(case: Situation) -> dict[str, Any]:
    """Points and winners from what everybody has won."""
    given, rows = case.given, {str(label): won or [] for label, won in case.given["won"].items()}
    labels = list(given.get("players") or given["won"])
    components = components_for([v for won in rows.values() for v in won])
    s, c = GAME.blank_state(options_of(given, len(labels))), GAME.component_record(components)
    s.stage = schema.DONE
    for name, won in rows.items():
        seat = case.seat(names_of(labels), name)
        for value in won:
            s.player[seat].won[kind_of(c, value)] += 1
    return _standing(PlayOf(GAME, components, {}, s, c, schema.Deal()), labels)


OPS = {"setup": setup, "play": play, "score": score, "final": final}
