"""Kosmiczni Piraci: rule cases turned into positions and actions of the real engine, and back."""

from __future__ import annotations

from typing import Any

from kosmoport.core import record
from kosmoport.core.case import Case, names_of
from kosmoport.core.components import from_tables
from kosmoport.core.contract import NOBODY
from kosmoport.core.errors import Refused
from kosmoport.core.play import Play, generator, new_play, start_play
from kosmoport.core.words import Told
from kosmoport.games.kosmiczni_piraci import GAME, rules
from kosmoport.games.kosmiczni_piraci.rules import HAND, MAX_CARDS, PLANETS, TRADE_SHIP
from kosmoport.games.kosmiczni_piraci.view import ENDS, View

ABSENT = -4  # a card that is not in this case
STANDARD_HAND = [1, 2, 3, 4, 5, 6, 7, "T"]


def setup(case: Case) -> dict[str, Any]:
    """Counts after the deal."""
    given = case.given
    order = _ring(given["trade"], given["pirate"])
    play = new_play(GAME, GAME.read_options({"players": given["players_n"], "planet_order": order}), generator(1))
    if "extra" in given:
        _move_extra(play.d, given["extra"])
        play = start_play(GAME, play.options, play.d)
    lying = [sum(planet.treasure) for planet in play.s.planet]
    return {
        "per_planet": lying,
        "used": sum(lying),
        "boxed": sum(play.d.box),
        "cards_in_play": sum(player.place.count(HAND) for player in play.s.player[: play.s.opt.players]),
        "trade": play.s.trade,
        "pirate": play.s.pirate,
    }


def _ring(trade: int, pirate: int) -> list[int]:
    others = iter(range(2, PLANETS))
    return [0 if q == trade else 1 if q == pirate else next(others) for q in range(PLANETS)]


def _move_extra(d: Any, extra: list[int]) -> None:
    fourth = [row.pop() for row in d.treasure]
    kinds = [kind for kind in fourth if kind != NOBODY]
    for q, row in enumerate(d.treasure):
        row.append(kinds.pop() if q in extra else NOBODY)


def play(case: Case) -> dict[str, Any]:
    """Cards laid one after another; picks take the highest unless given."""
    given = case.given
    names = names_of(given["players"])
    game = _table(given, names, given.get("hands", {}))
    lost: dict[int, dict[str, list[Any]]] = {seat: {n: [] for n in names} for seat in range(-1, len(names))}
    log, illegal, placements = [], [], 0
    for index, (who, card, planet) in enumerate(case.do):
        try:
            seat = case.seat(names, who)
            if game.over or game.s.stage != rules.LAYING:
                raise Refused("over")
            if seat != game.s.turn:
                raise Refused("turn")
            action = GAME.encode(game.view(seat), Told("lay", {"card": card, "planet": planet}))
            events = game.act(seat, action)
        except Refused as refused:
            illegal.append([index, refused.reason])
            continue
        placements += 1
        log.append(_entry(game, names, events))
        _note_losses(game, names, events, lost)
    _pick_all(game, given.get("picks", {}), {})
    return {
        "trade": game.s.trade,
        "pirate": game.s.pirate,
        "over": ENDS[game.s.ended],
        "next": None if game.over else names[game.s.turn],
        "piles": _piles(game.view(-1), names, game),
        "lost": {n: [_name(game.c, i) for i in lost[-1][n]] for n in names},
        "log": log,
        "illegal": illegal,
        "placements": placements,
        "views": {n: _seat_view(game, names, seat, lost[seat]) for seat, n in enumerate(names)},
        **_result(game, names),
    }


def _table(given: dict[str, Any], names: list[str], hands: dict[str, list[Any]]) -> Play:
    """A game with these treasures, ships and hands."""
    treasures = {int(q): list(values) for q, values in given.get("treasures", {}).items()}
    deck = _deck(list(hands.values())) if hands else STANDARD_HAND
    tables = _tables(deck, [v for values in treasures.values() for v in values])
    components = from_tables(tables, GAME.components.Data, "the case")
    options = _options(given, len(names))
    d = record.plain(rules.DEAL)
    d.start = names.index(str(given["start"])) if "start" in given else 0
    trade, pirate = given["trade"], given["pirate"]
    d.order = _ring(trade, pirate if pirate != trade else (trade + 1) % PLANETS)
    d.lot = list(range(rules.MAX_PLAYERS))
    d.treasure = [[NOBODY] * rules.MAX_ON_PLANET for _ in range(PLANETS)]
    game = start_play(GAME, options, d, components)
    game.s.pirate = pirate  # both ships may stand on one planet, though they never start there
    worth = game.c.worth[: game.c.kinds]
    for q, values in treasures.items():
        for value in values:
            game.s.planet[q].treasure[worth.index(value)] += 1
    for name, hand in hands.items():
        _hold(game, names.index(str(name)), hand)
    return game


def _options(given: dict[str, Any], players: int) -> dict[str, Any]:
    """Cases may have fewer players than a game: the count is set afterwards."""
    options = GAME.read_options({"start_seat": 0, **given.get("options", {})})
    return {**options, "players": players}


def _deck(hands: list[list[Any]]) -> list[Any]:
    """The smallest deck of which every hand is a part."""
    deck: list[Any] = []
    for hand in hands:
        for card in hand:
            if hand.count(card) > deck.count(card):
                deck += [card] * (hand.count(card) - deck.count(card))
    return deck


def _tables(deck: list[Any], treasures: list[int]) -> dict[str, Any]:
    tables = dict(GAME.standard_components.tables)
    standard = tables["treasures"]
    fits = all(str(v) in standard for v in treasures)
    return {
        **tables,
        "hand": deck[:MAX_CARDS] if deck else STANDARD_HAND,
        "treasures": standard if fits else {str(v): 20 for v in treasures},
    }


def _hold(game: Play, seat: int, hand: list[Any]) -> None:
    """The seat holds just these cards; the others count as laid long ago, nowhere."""
    player, left = game.s.player[seat], list(hand)
    for slot in range(game.c.cards):
        card = _name(game.c, slot)
        if card in left:
            left.remove(card)
        else:
            player.place[slot] = ABSENT
            game.s.laid += 1


def _name(c: Any, slot: int) -> Any:
    return "T" if c.teleport[slot] else c.value[slot]


def _entry(game: Play, names: list[str], events: list[Any]) -> dict[str, Any]:
    turned = [[names[e[1]], _name(game.c, e[2])] for e in events if e[0] == rules.TURNED]
    moved = [("trade", "pirate")[e[1]] for e in events if e[0] == rules.SHIP_MOVED]
    return {"turned": turned[0] if turned else None, "moved": moved}


def _note_losses(game: Play, names: list[str], events: list[Any], lost: dict[int, dict[str, list[Any]]]) -> None:
    """Slots of lost cards: -1 keeps the whole truth, a seat what it was told (None: unknown)."""
    for event in events:
        if event[0] == rules.TELEPORTED:
            _, me, card, owner, _ = event
            teleport = next(e[2] for e in events if e[0] == rules.TURNED)
            for seat, known in lost.items():
                told = "truth" if seat == -1 else game.told([event], seat)[0].id
                known[names[owner]].append(teleport)
                known[names[me]].append(None if told == "teleported" else card)


def _piles(known: View, names: list[str], game: Play | None) -> dict[int, list[str]]:
    """Piles in the notation of the cases; with a game, face-down cards are shown."""
    piles = {}
    for q, planet in enumerate(known.planets):
        pile = []
        for lying in planet.pile:
            card = lying.card
            if game is not None and card is None:
                card = _name(game.c, game.s.planet[q].top_card)
            mark = "^" if lying.face_up else "_"
            pile.append(f"{names[lying.owner]}:{'?' if card is None else card}{mark}")
        piles[q] = pile
    return piles


def _seat_view(game: Play, names: list[str], seat: int, lost: dict[str, list[Any]]) -> dict[str, Any]:
    known: View = game.view(seat)
    return {
        "hand": [known.deck[slot] for slot in known.hand],
        "hand_sizes": {n: known.others[p].hand_size for p, n in enumerate(names)},
        "piles": _piles(known, names, None),
        "lost": {n: ["?" if slot is None else known.deck[slot] for slot in slots] for n, slots in lost.items()},
        "trade": known.trade,
        "pirate": known.pirate,
    }


def _pick_all(game: Play, picks: dict[Any, list[int]], order: dict[int, list[int]]) -> None:
    """Stage 2 to its end: given picks, else the highest."""
    worth = game.c.worth
    while game.s.stage == rules.TAKING:
        q, seat = rules.settling(game.s), game.s.turn
        order[q] = game.s.rank[: game.s.ranked]
        legal = game.legal(seat)
        wanted = picks.get(q, [])[game.s.picked :][:1]
        best = max(legal, key=lambda a: worth[a - rules.LAYS])
        chosen = [a for a in legal if worth[a - rules.LAYS] in wanted]
        game.act(seat, chosen[0] if chosen else best)


def _result(game: Play, names: list[str]) -> dict[str, Any]:
    """Who won what; everything the end of a game reports."""
    if not game.over:
        return {}
    s, worth = game.s, game.c.worth
    won = {n: [worth[kind] for kind in s.player[p].won[: s.player[p].wins]] for p, n in enumerate(names)}
    boxed = {q: sorted(worth[k] for k in range(len(worth)) for _ in range(s.planet[q].boxed[k])) for q in range(PLANETS)}
    return {"won": won, "boxed": {q: values for q, values in boxed.items() if values}, **_standing(game, names)}


def _standing(game: Play, names: list[str]) -> dict[str, Any]:
    from kosmoport.games.kosmiczni_piraci.scoring import different

    shares = GAME.returns(game.s, game.c)
    return {
        "totals": dict(zip(names, GAME.scores(game.s, game.c), strict=True)),
        "distinct": {n: different(game.s.player[p]) for p, n in enumerate(names)},
        "pieces": {n: game.s.player[p].wins for p, n in enumerate(names)},
        "winners": [n for n, share in zip(names, shares, strict=True) if share > 0],
    }


def score(case: Case) -> dict[str, Any]:
    """Stage 2 from the cards lying on the table after the final reveal."""
    given = case.given
    names = names_of(given["players"])
    table = {int(q): {str(n): cards for n, cards in rows.items()} for q, rows in given["table"].items()}
    hands = {n: [card for rows in table.values() for card in rows.get(n, [])] for n in names}
    game = _table(given, names, hands if any(hands.values()) else {})
    for q, rows in table.items():
        for name, cards in rows.items():
            _lie(game, names.index(name), q, cards)
    for seat in range(len(names)):
        game.s.player[seat].place = [ABSENT if place == HAND else place for place in game.s.player[seat].place]
    rules.end_laying(game.s, game.c, rules.ALL_CARDS)
    ranking = {q: _ranking(game, names, q) for q in range(PLANETS)}
    _pick_all(game, {int(q): v for q, v in given.get("picks", {}).items()}, {})
    return {"ranking": ranking, **_result(game, names)}


def _lie(game: Play, seat: int, q: int, cards: list[Any]) -> None:
    player = game.s.player[seat]
    for card in cards:
        slot = next(i for i in range(game.c.cards) if _name(game.c, i) == card and player.place[i] == HAND)
        player.place[slot], player.seen[slot], player.moment[slot] = q, 1, game.s.laid
        game.s.laid += 1


def _ranking(game: Play, names: list[str], q: int) -> list[str]:
    s = record.clone(game.s)
    rules.rank_participants(s, q)
    return [names[p] for p in s.rank[: s.ranked]]


def final(case: Case) -> dict[str, Any]:
    """Points and winners from what everybody has won."""
    given = case.given
    names = names_of(given["won"])
    values = [v for won in given["won"].values() for v in won]
    components = from_tables(_tables(STANDARD_HAND, [v for v in values if v != 10]), GAME.components.Data, "the case")
    s, c = GAME.blank_state(_options(given, len(names))), GAME.component_record(components)
    worth = c.worth[: c.kinds]
    for seat, won in enumerate(given["won"].values()):
        player = s.player[seat]
        for value in won:
            player.won[player.wins] = TRADE_SHIP if value == c.worth[TRADE_SHIP] else worth.index(value)
            player.wins += 1
            player.score += value
    return _standing(Play(GAME, components, {}, s, c, None), names)


OPS = {"setup": setup, "play": play, "score": score, "final": final}
