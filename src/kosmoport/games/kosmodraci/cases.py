"""Kosmodraci: rule cases turned into positions and actions of the real engine, and back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from kosmoport.core import layout
from kosmoport.core.case import Situation
from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.contract import NOBODY
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.layout import Event
from kosmoport.core.play import PlayOf, generator, new_play, start_play
from kosmoport.games.kosmodraci import GAME, rules, schema, scoring
from kosmoport.games.kosmodraci.options import KIND_NAMES
from kosmoport.games.kosmodraci.schema import (
    MAX_CREW,
    MAX_DRAGONS,
    MAX_HAND,
    MAX_LAIR,
    Components,
    Deal,
    State,
)
from kosmoport.games.kosmodraci.view import View

Play: TypeAlias = PlayOf[State, Components, Deal]

DRAW_PILE = 30  # unless the case says otherwise
SYMBOLS: dict[str, Any] = {
    "shield": rules.gain_shields,
    "damage": rules.hit,
    "repair": rules.repair,
    "hit": rules.hit,
}


def setup(case: Situation) -> dict[str, Any]:
    """Counts after the deal."""
    options = GAME.read_options({**case.given.get("options", {}), "players": _players_n(case)})
    play = new_play(GAME, {**options, "family_variant": _is_variant(case)}, generator(1))
    c, known = play.c, play.view(0)
    return {
        "phase": known.stage,
        "hand": len(known.hand),
        "lair": sum(dragon != NOBODY for dragon in play.s.lair),
        "lair_open": int(known.open_dragon is not None),
        "ships": known.players,
        "dragons_boxed": c.dragons - c.lair - known.players,
        "draw_after_deal": c.crew_cards - sum(other.hand_size for other in known.everybody),
        "revealed": len(known.revealed),
        "draw": known.draw,
        "discard": known.discard,
        "tricks": known.tricks,
        "sides": known.sides,
    }


def _players_n(case: Situation) -> int:
    """How many play: said as a number, or by naming them."""
    players = case.given.get("players_n", case.given.get("players"))
    return players if isinstance(players, int) else len(_players(case, players or []))


def starter(case: Situation) -> dict[str, Any]:
    """KD-5: who starts, by the cards revealed."""
    names = _players(case, case.given["revealed"])
    cards = [_card(case, card) for card in case.given["revealed"].values()]
    play = _table(case, names, cards, [[] for _ in names], revealed=[card["v"] for card in cards])
    return {"starter": names[play.s.lead]}


def award(case: Situation) -> dict[str, Any]:
    """One scoring card for given numbers of symbols."""
    given = case.given
    names, kind = _players(case, given["counts"]), _kind(case, given["kind"])
    s = GAME.blank_state(_options(case, len(names)))
    s.side[kind] = _side(case, given.get("side", "A"))
    for seat, count in enumerate(given["counts"].values()):
        s.player[seat].symbols[kind] = count
    return {"points": {name: scoring.award(s, kind, seat) for seat, name in enumerate(names)}}


def ship(case: Situation) -> dict[str, Any]:
    """Single symbols, one after another, on one ship."""
    s = GAME.blank_state(_options(case, schema.MAX_PLAYERS))
    _lay_piles(s, case.given)
    me = s.player[0]
    me.shields, me.damage = case.given.get("shields", 0), case.given.get("damage", 0)
    trace = []
    for symbol in case.do:
        if symbol not in SYMBOLS:
            raise BadInput(f"{case.id}: there is no symbol {symbol!r} (there are {', '.join(SYMBOLS)})")
        SYMBOLS[symbol](s, 0, 1)
        trace.append([me.shields, me.damage])
    return {"shields": me.shields, "damage": me.damage, "trace": trace, **_piles(s)}


def _lay_piles(s: State, given: dict[str, Any]) -> None:
    s.draw = given.get("draw", DRAW_PILE)
    s.discard, s.virtual = given.get("discard", 0), given.get("virtual", 0)


def _piles(s: State) -> dict[str, int]:
    return {"draw": s.draw, "discard": s.discard, "virtual": s.virtual}


# ---------------------------------------------------------------- draft


def draft(case: Situation) -> dict[str, Any]:
    """Picks step by step; a map may leave seats out, whose picks then come later."""
    names = _players(case, case.given.get("players", case.given["hands"]))
    hands = _equal_hands(case, names)
    cards = [_card(case, card) for hand in hands for card in hand]
    values = [[_value(card) for card in hand] for hand in hands]
    play = _table(case, names, cards, values, lair=_dragons(_lair(case)[: len(values[0])]))
    illegal = []
    for index, step in enumerate(case.do):
        for who, card in step.items():
            try:
                if play.s.stage != schema.DRAFT:
                    raise Refused("over")
                play.act(_seat(case, names, who), _value(card) - 1)
            except Refused as refused:
                illegal.append([index, refused.reason])
    order = [card["v"] for card in cards]
    views = {name: _draft_view(case, play, names, seat, order) for seat, name in enumerate(names)}
    return {
        "crew": {name: views[name]["picks"] for name in names},
        "hands": {name: views[name]["hand"] for name in names},
        "views": views,
        "over": play.s.stage != schema.DRAFT,
        "lead": names[play.s.lead],
        "open_dragon": _open_dragon(case, play.view(-1)),
        "illegal": illegal,
    }


def _equal_hands(case: Situation, names: list[Any]) -> list[list[Any]]:
    hands = {str(name): list(hand) for name, hand in case.given["hands"].items()}
    if set(hands) != set(map(str, names)) or len({len(hand) for hand in hands.values()}) != 1:
        raise BadInput(f"{case.id}: every player needs a hand, and all hands must be equally large")
    return [hands[str(name)] for name in names]


def _draft_view(case: Situation, play: Play, names: list[Any], seat: int, order: list[int]) -> dict[str, Any]:
    known = play.view(seat)
    others = {
        name: {"hand_size": other.hand_size, "picks": other.picks, "committed": p in known.acted}
        for p, (name, other) in enumerate(zip(names, known.everybody, strict=True))
        if p != known.seat
    }
    return {
        "picks": _values(known, known.picks),
        "hand": sorted(_values(known, known.hand), key=order.index),
        "others": others,
        "seen": [_values(known, seen.cards) for seen in known.seen],
        "open_dragon": _open_dragon(case, known),
    }


def _values(known: View, cards: tuple[int, ...]) -> list[int]:
    return [known.crew[card].v for card in cards]


# ---------------------------------------------------------------- hunt


def hunt(case: Situation) -> dict[str, Any]:
    """Tricks: each map is played in turn order, whatever the order of its entries."""
    names = _players(case, _round_the_table(case))
    hands = _hands(case, names)
    play = _hunting_table(case, names, hands)
    lead, tricks, illegal = play.s.lead, list[dict[str, Any]](), []
    for index, entry in enumerate(case.do):
        for seat, card in _in_turn_order(case, play, names, entry):
            try:
                events = play.act(seat, _value(card) - 1)
            except Refused as refused:
                illegal.append([index, refused.reason])
                continue
            if play.s.trick > len(tricks):
                tricks.append(_trick(case, play, names, lead, events))
                lead = play.s.lead
    order = [_value(card) for hand in hands for card in hand]
    return {"tricks": tricks, "illegal": illegal, **_hunt_result(case, play, names, order)}


def _round_the_table(case: Situation) -> Iterable[Any]:
    """Who plays, clockwise; if the case does not say so, as hands or the first trick name them."""
    first_trick = case.do[0] if case.do else {}
    return case.given.get("players") or case.given.get("hands") or first_trick


def _in_turn_order(
    case: Situation, play: Play, names: list[Any], entry: dict[Any, Any]
) -> list[tuple[int, Any]]:
    """A trick is a map: what counts is who leads, not who is written first."""
    first = max(play.s.turn, 0)
    seats = [(_seat(case, names, who), card) for who, card in entry.items()]
    return sorted(seats, key=lambda pair: (pair[0] - first) % len(names))


def _hands(case: Situation, names: list[Any]) -> list[list[Any]]:
    """The given hands; without one, a seat holds what it plays (in the variant, what its hand will play)."""
    given = {_seat(case, names, name): list(hand) for name, hand in case.given.get("hands", {}).items()}
    hands: list[list[Any]] = [given.get(p, []) for p in range(len(names))]
    plays = [play for entry in case.do for play in entry.items()]
    for i, (who, card) in enumerate(plays):
        moved = i // len(names) if _is_variant(case) else 0
        dealt = (_seat(case, names, who) - moved) % len(names)
        if dealt not in given and _value(card) not in map(_value, hands[dealt]):
            hands[dealt].append(card)
    return hands


def _hunting_table(case: Situation, names: list[Any], hands: list[list[Any]]) -> Play:
    """A hunt that begins with these ships, hands, lair and pile."""
    given = case.given
    plays = [card for entry in case.do for card in entry.values()]
    cards = [_card(case, card) for card in plays + [card for hand in hands for card in hand]]
    values = [[_value(card) for card in hand] for hand in hands]
    play = _table(case, names, cards, values, lair=_dragons(_lair(case)), hunting=True)
    first_named = next(iter(case.do[0]), names[0]) if case.do else names[0]
    play.s.lead = _seat(case, names, given.get("lead", first_named))
    play.s.turn = play.s.lead
    _lay_piles(play.s, given)
    for name, state in given.get("ships", {}).items():
        player = play.s.player[_seat(case, names, name)]
        if isinstance(state, dict):
            state = state.get("shields", 0), state.get("damage", 0)
        player.shields, player.damage = state
    return play


def _lair(case: Situation) -> list[Any]:
    """Dragons as the case names them; by their number d1, d2 ...; without a lair, seven of the box."""
    lair = case.given.get("lair", [f"D0{i}" for i in range(1, MAX_LAIR + 1)])
    if isinstance(lair, int):
        lair = [f"d{i}" for i in range(1, lair + 1)]
    if not 1 <= len(lair) <= MAX_LAIR:
        raise BadInput(f"{case.id}: a lair has 1 to {MAX_LAIR} dragons")
    return list(lair)


def _open_dragon(case: Situation, known: View) -> Any:
    return None if known.open_dragon is None else _lair(case)[known.open_dragon]


def _trick(case: Situation, play: Play, names: list[Any], lead: int, events: list[Event]) -> dict[str, Any]:
    """The trick that has just ended."""
    number = play.s.trick - 1
    order = [(lead + i) % len(names) for i in range(len(names))]
    return {
        "order": [names[p] for p in order],
        "cards": [play.c.crew[play.s.player[p].played[number]].value for p in order],
        "winner": names[play.s.taker[number]],
        "hits": next(event[3] for event in events if event[0] == schema.TRICK_WON),
        "dragon": _lair(case)[number],
    }


def _hunt_result(case: Situation, play: Play, names: list[Any], order: list[int]) -> dict[str, Any]:
    s = play.s
    views = {name: _hunt_view(case, play, names, seat, order) for seat, name in enumerate(names)}
    return {
        "next": names[s.turn] if s.turn != NOBODY else None,
        "lair": max(play.c.lair - s.trick - 1, 0),
        "over": play.over,
        "hands": {name: views[name]["hand"] for name in names},
        "views": views,
        **_piles(s),
        **_standing(s, names),
        **_open_table(case, play.view(-1), names),
    }


def _open_table(case: Situation, known: View, names: list[Any]) -> dict[str, Any]:
    """KD-31: what lies open in the hunt, as the view of any seat tells it."""
    lair, seats = _lair(case), list(zip(names, known.everybody, strict=True))
    return {
        "ships": {name: [other.shields, other.damage] for name, other in seats},
        "lead": names[known.lead],
        "dragons": {name: [lair[i] for i in other.dragons] for name, other in seats},
        "open_dragon": _open_dragon(case, known),
        "played": {name: _values(known, other.played) for name, other in seats},
        "draw": known.draw,
        "discard": known.discard,
        "sides": known.sides,
    }


def _hunt_view(case: Situation, play: Play, names: list[Any], seat: int, order: list[int]) -> dict[str, Any]:
    """Hands in the order in which the case gives them, without the blanks that fill up short ones."""
    known = play.view(seat)
    held = [[v for v in _values(known, play.view(p).hand) if v in order] for p in range(len(names))]
    others = {
        name: {
            "hand_size": len(held[p]),
            "played": _values(known, known.everybody[p].played),
            "shields": known.everybody[p].shields,
            "damage": known.everybody[p].damage,
        }
        for p, name in enumerate(names)
        if p != seat
    }
    hand = sorted(held[seat], key=order.index)
    return {"hand": hand, "others": others, **_open_table(case, known, names)}


# ---------------------------------------------------------------- scoring


def final(case: Situation) -> dict[str, Any]:
    """Complete scoring of what everybody has before them."""
    names = _players(case, case.given["players"])
    s = GAME.blank_state(_options(case, len(names)))
    s.side[:] = _sides(case)
    for seat, has in enumerate(case.given["players"].values()):
        _lay_before(case, s.player[seat], has or {})
    standing = _standing(s, names)
    return {**standing, "dragons": standing["captured"]}


def _lay_before(case: Situation, player: schema.Player, has: dict[str, Any]) -> None:
    """A ship, crew cards played (their values do not matter any more), and dragons captured."""
    player.shields, player.damage = has.get("shields", 0), has.get("damage", 0)
    crew = [{**_written(card), "v": v} for v, card in enumerate(has.get("crew") or [], 1)]
    given = has.get("dragons") or []
    dragons = _dragons([{}] * given if isinstance(given, int) else given)
    c = GAME.component_record(_components(case, crew, dragons, MAX_HAND))
    for i in range(len(crew)):
        rules.keep(player, c.crew[i].upper)
    for i in range(len(dragons)):
        rules.keep(player, c.dragon[i])
    player.dragons = len(dragons)


def _standing(s: State, names: list[Any]) -> dict[str, Any]:
    """Everything the end of a game reports; in the middle of one, as if it ended now."""
    shares, totals = [0] * len(names), [0] * len(names)
    scoring.returns(s, schema.Components(), shares)
    scoring.scores(s, schema.Components(), totals)
    kinds = list(enumerate(KIND_NAMES))
    return {
        "counts": {kind: {n: s.player[p].symbols[i] for p, n in enumerate(names)} for i, kind in kinds},
        "awards": {kind: {n: scoring.award(s, i, p) for p, n in enumerate(names)} for i, kind in kinds},
        "base": {n: scoring.base(s, p) for p, n in enumerate(names)},
        "totals": dict(zip(names, totals, strict=True)),
        "captured": {n: s.player[p].dragons for p, n in enumerate(names)},
        "winners": [n for n, share in zip(names, shares, strict=True) if share > 0],
    }


# ---------------------------------------------------------------- from words to records


def _players(case: Situation, given: Iterable[Any]) -> list[Any]:
    """The players as the case names them: results use the same names, be they text or numbers."""
    names = list(given)
    if not 1 <= len(names) <= schema.MAX_PLAYERS or len(set(map(str, names))) != len(names):
        raise BadInput(f"{case.id}: a case has 1 to {schema.MAX_PLAYERS} different players")
    return names


def _seat(case: Situation, names: list[Any], who: Any) -> int:
    return case.seat([str(name) for name in names], who)


def _is_variant(case: Situation) -> bool:
    return bool(case.given.get("variant_pass", case.given.get("options", {}).get("family_variant", False)))


def _options(case: Situation, players: int) -> dict[str, Any]:
    """Cases may have fewer players than a game: the count is set afterwards."""
    options = GAME.read_options(case.given.get("options", {}))
    return {**options, "players": players, "family_variant": _is_variant(case)}


def _kind(case: Situation, kind: Any) -> int:
    if kind not in KIND_NAMES:
        raise BadInput(f"{case.id}: there is no scoring card {kind!r} (there are {', '.join(KIND_NAMES)})")
    return KIND_NAMES.index(kind)


def _side(case: Situation, side: Any) -> int:
    if side not in ("A", "B"):
        raise BadInput(f"{case.id}: a side is A or B, not {side!r}")
    return schema.SIDE_A if side == "A" else schema.SIDE_B


def _sides(case: Situation) -> list[int]:
    """The sides by kind: A unless `sides` or the option of that name says otherwise."""
    sides = {**case.given.get("options", {}).get("sides", {}), **case.given.get("sides", {})}
    for kind in sides:
        _kind(case, kind)
    return [_side(case, sides.get(kind, "A")) for kind in KIND_NAMES]


def _value(card: Any) -> int:
    return int(card["v"] if isinstance(card, dict) else card)


def _written(card: Any) -> dict[str, Any]:
    """A card as the component file writes it; a bare number is a blank card of that value."""
    return dict(card) if isinstance(card, dict) else {"v": card}


def _card(case: Situation, card: Any) -> dict[str, Any]:
    written = _written(card)
    if type(written.get("v")) is not int or not 1 <= written["v"] <= MAX_CREW:
        raise BadInput(f"{case.id}: a crew card has a value from 1 to {MAX_CREW}, not {written.get('v')!r}")
    return written


def _dragons(given: list[Any]) -> list[dict[str, Any]]:
    """Written out, by points alone, or by name; a name the box does not have is a blank dragon."""
    box = {dragon["id"]: dragon for dragon in GAME.standard_components.tables["dragons"]}
    dragons: list[dict[str, Any]] = []
    for i, dragon in enumerate(given, 1):
        if isinstance(dragon, dict):
            dragons.append({"id": f"dragon {i}", **dragon})
        elif isinstance(dragon, int):
            dragons.append({"id": f"dragon {i}", "p": dragon})
        else:
            dragons.append(box.get(str(dragon), {"id": str(dragon)}))
    return dragons


def _components(
    case: Situation, cards: list[dict[str, Any]], dragons: list[dict[str, Any]], hand: int
) -> ComponentFile:
    """Cards as the case writes them, all others blank; the card of value v has place v - 1."""
    faces: dict[int, dict[str, Any]] = {v: {"v": v} for v in range(1, MAX_CREW + 1)}
    for card in cards:
        faces[card["v"]].update(card)
    spare = [{"id": f"spare {i}"} for i in range(MAX_DRAGONS - len(dragons))]
    lair = max(1, min(len(dragons), MAX_LAIR, hand))
    tables = {"crew": list(faces.values()), "dragons": dragons + spare, "hand": hand, "lair": lair}
    return from_tables(tables, GAME.components.Data, case.id)


def _table(
    case: Situation,
    names: list[Any],
    cards: list[dict[str, Any]],
    hands: list[list[int]],
    *,
    revealed: list[int] | None = None,
    lair: list[dict[str, Any]] | None = None,
    hunting: bool = False,
) -> Play:
    """A game with these cards, hands and lair, at its beginning or `hunting` already.

    Short hands are filled up with blanks that the case does not mention.
    """
    size = max(1, len(lair or []), *map(len, hands))
    if size > MAX_HAND:
        raise BadInput(f"{case.id}: a hand has at most {MAX_HAND} cards")
    mentioned = {card["v"] for card in cards}
    blanks = (v for v in range(MAX_CREW, 0, -1) if v not in mentioned)
    packets = [hand + [next(blanks) for _ in range(size - len(hand))] for hand in hands]
    top = [v for packet in packets for v in packet] + (revealed or [next(blanks) for _ in names])
    for v in top:
        if top.count(v) > 1:
            raise BadInput(f"{case.id}: there is only one card {v}")
    d = schema.Deal()
    d.crew[:] = [v - 1 for v in top] + [v for v in range(MAX_CREW) if v + 1 not in top]
    d.dragons[:] = range(MAX_DRAGONS)
    d.side[:] = _sides(case)
    components = _components(case, cards, lair or [], size)
    play = start_play(GAME, _options(case, len(names)), d, components)
    if hunting and not _is_variant(case):
        _end_draft(play, packets, hands)
    return play


def _end_draft(play: Play, packets: list[list[int]], hands: list[list[int]]) -> None:
    """Everybody has drafted the own hand; the blanks that fill up short hands are gone."""
    for p, packet in enumerate(packets):
        for t, v in enumerate(packet):
            play.s.packet[rules.picked_from(play.s, p, t)][t] = v - 1
            if t >= len(hands[p]):
                play.s.player[p].gone |= 1 << t
    if play.s.stage == schema.DRAFT:
        rules.end_draft(play.s, play.c)
    layout.collect(play.s)


OPS = {
    "setup": setup,
    "starter": starter,
    "award": award,
    "ship": ship,
    "draft": draft,
    "hunt": hunt,
    "final": final,
}
