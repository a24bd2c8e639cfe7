"""Piraci: rule cases turned into positions and actions of the real engine, and back.

A case plays at a table where passing is said aloud; the engine passes by itself. Seats it has passed
over since the last action are kept as `waiting`: to the case it is still the first one's turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from kosmoport.core import layout
from kosmoport.core.case import Either, Situation, Unordered, names_of
from kosmoport.core.contract import NOBODY
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.play import PlayOf
from kosmoport.core.words import Told
from kosmoport.games.piraci import GAME, rules, schema
from kosmoport.games.piraci.components import LOOT
from kosmoport.games.piraci.messages import COLOURS
from kosmoport.games.piraci.schema import (
    CALL,
    DECLINE,
    DISCS,
    FACE_UP,
    KINDS,
    MOVES,
    PASS,
    PIRATES,
    Components,
    Deal,
    State,
    boarded_place,
    boarding_slot,
    moved_onto,
    moved_slot,
    picture_taken,
)
from kosmoport.games.piraci.scoring import bonus
from kosmoport.games.piraci.view import ENDS, shown, view

Play: TypeAlias = PlayOf[State, Components, Deal]

SORTED = ("units", "ships", "moves", "boards", "memory_view")


@dataclass
class Table:
    """A position of a case, with the names the case uses."""

    names: list[str]
    play: Play
    texts: dict[int, str]  # disc -> `R3`
    ships: list[Any]  # card -> id
    loot: dict[str, list[str]]  # player -> tokens in the order taken
    waiting: list[int] = field(default_factory=list)  # seats that have passed without being asked
    called: set[tuple[int, int | None]] = field(default_factory=set)  # (seat, stack): mutinies of this turn

    @property
    def s(self) -> State:
        return self.play.s

    def disc(self, text: Any) -> int | None:
        """The disc of this name; of several, one on top of a unit."""
        discs = [disc for disc, name in self.texts.items() if name == str(text)]
        return max(discs, key=lambda disc: int(self.s.size[disc]), default=None)

    def turn(self) -> int | None:
        """Whose turn it is to the case."""
        if self.play.over:
            return None
        return self.waiting[0] if self.waiting else int(self.s.turn)

    def act(self, seat: int, action: int) -> None:
        """Do it in the engine and note what the case reports."""
        self.note(self.play.act(seat, action))

    def note(self, events: list[Any]) -> None:
        self.waiting = [a for code, a, _, _, _ in events if code == schema.PASSED]
        for code, a, b, _, _ in events:
            if code == schema.LOOTED:
                self.loot[self.names[a]].append(LOOT[b])

    def unasked(self) -> Any:
        """The position after everybody who is asked has declined."""
        s = layout.clone(self.s)
        while s.stage == schema.ASKING:
            rules.apply(s, self.play.c, s.asked, DECLINE)
        return s


# ---------------------------------------------------------------- the position


def build(case: Situation, **options: Any) -> Table:
    """The position that a case describes, at the beginning of a turn."""
    given = case.given
    names = _players(given)
    chosen = GAME.read_options({"start_seat": 0, **(given.get("options") or {}), **options}) | {
        "players": len(names)
    }
    s, c = GAME.blank_state(chosen), GAME.component_record()
    ships = _ships(case, c)
    d = schema.Deal()
    d.deck = [i if i < c.ships else NOBODY for i in range(schema.MAX_SHIPS)]
    rules.setup(s, c, d)
    _turn_up(case, s, c)
    texts = _units(case, names, s, c)
    table = Table(names, PlayOf(GAME, GAME.standard_components, chosen, s, c, d), texts, ships, {})
    _possessions(given, table)
    first = case.seat(names, given.get("turn", given.get("who", _first_to_act(case, names, chosen))))
    layout.collect(s)
    rules.next_turn(s, c, first)
    table.note(layout.collect(s))
    if table.play.over:
        table.waiting = [first]  # nobody can act: the first seat may say that it passes
    _calls_given(case, table)
    return table


def _players(given: dict[str, Any]) -> list[str]:
    """The players as named, or else the owners of the discs."""
    if "players" in given:
        return names_of(given["players"])
    owners = {str(text)[0] for unit in given.get("units") or [] for text in unit}
    return sorted({*owners, *_by_name(given.get("money"))}, key="RBYKG".find)


def _first_to_act(case: Situation, names: list[str], options: Mapping[str, Any]) -> str:
    """Whose turn it is if the case does not say so: the start seat's, if it has one, or who acts first."""
    if "start_seat" in (case.given.get("options") or {}):
        return names[int(options["start_seat"])]
    return next((str(who) for who, verb, *_ in case.do if verb != "mutiny"), names[0])


def _calls_given(case: Situation, table: Table) -> None:
    """Mutinies already called: `[player, stackTop]`, or just the stack for the first who may call it."""
    given = case.given.get("mutiny") or []
    for entry in [given] if isinstance(given, str) else given:
        who, top = entry if isinstance(entry, list) else (None, entry)
        callers = [name for name, stack in _questions(table) if stack == top and who in (None, name)]
        if not callers:
            raise BadInput(f"{case.id}: nobody can have called a mutiny on {top}")
        _call(table, case.seat(table.names, callers[0]), table.disc(top))


def _ships(case: Situation, c: Components) -> list[Any]:
    """Write the ships, face-up ones first, into the components; returns their ids."""
    given, deck = case.given.get("ships") or {}, case.given.get("deck") or []
    specs = [*_with_ids(given), *_with_ids(deck)]
    if len(given) > FACE_UP or len(specs) > schema.MAX_SHIPS:
        raise BadInput(
            f"{case.id}: at most {FACE_UP} ships are face up, and there are {schema.MAX_SHIPS} at most"
        )
    c.ships = len(specs)
    for number, (_, spec) in enumerate(specs):
        card = c.ship[number]
        card.id, card.gold, card.pay = number + 1, spec.get("gold", 0), spec.get("q", 0)
        card.crew = max(1, min(spec.get("min", 1), schema.NO_SHIP - 1))
        kinds = [LOOT.index(kind) for kind in spec["loot"]]
        card.pictures, card.loot = len(kinds), [*kinds, NOBODY][:2]
    return [name for name, _ in specs]


def _with_ids(ships: Any) -> list[tuple[Any, dict[str, Any]]]:
    return list(ships.items()) if isinstance(ships, dict) else [(spec["id"], spec) for spec in ships]


def _turn_up(case: Situation, s: State, c: Components) -> None:
    """Just the given ships are face up; without any, the first three of the deck (as `setup` did)."""
    if n := len(case.given.get("ships") or {}):
        s.turned = s.in_sight = n
        s.place = [i if i < n else NOBODY for i in range(FACE_UP)]
        rules.find_least_crew(s, c)


def _units(case: Situation, names: list[str], s: State, c: Components) -> dict[int, str]:
    """Build the units, top to bottom as given; every other disc is away."""
    texts: dict[int, str] = {}
    for disc in range(DISCS):
        rules.put_away(s, disc)
    for unit in case.given.get("units") or []:
        discs = [_place_disc(case, names, str(text), texts, c) for text in unit]
        for i in reversed(range(len(discs))):
            rules.set_free(s, discs[i])
            if i + 1 < len(discs):
                rules.move(s, discs[i], discs[i + 1])
    return texts


def _place_disc(case: Situation, names: list[str], text: str, texts: dict[int, str], c: Components) -> int:
    """A slot of the owner for this disc: the one with its wage, if it is free."""
    owner = max((name for name in names if text.startswith(name)), key=len, default=None)
    if owner is None:
        raise BadInput(f"{case.id}: the disc {text} belongs to no player of this case")
    rest = text.removeprefix(owner)
    wage = schema.PAID_BY_SHIP if rest == "?" else int(rest)
    first = PIRATES * names.index(owner)
    free = [disc for disc in range(first, first + PIRATES) if disc not in texts]
    if not free:
        raise BadInput(f"{case.id}: {owner} has more than {PIRATES} discs")
    disc = next((disc for disc in free if c.wage[disc] == wage), free[-1])
    texts[disc], c.wage[disc] = text, wage
    return disc


def _possessions(given: dict[str, Any], table: Table) -> None:
    """Money, loot and the supply, and what loot is worth, where the case says so."""
    money, loot = _by_name(given.get("money")), _by_name(given.get("loot"))
    for p, name in enumerate(table.names):
        table.s.player[p].money = money.get(name, table.play.c.start_money)
        table.loot[name] = _tokens(loot.get(name, []))
        table.s.player[p].loot = [table.loot[name].count(kind) for kind in LOOT]
    for kind, name in enumerate(LOOT):
        table.s.supply[kind] = _by_name(given.get("supply")).get(name, table.s.supply[kind])
        table.play.c.value[kind] = _by_name(given.get("values")).get(name, table.play.c.value[kind])


def _by_name(given: dict[Any, Any] | None) -> dict[str, Any]:
    return {str(name): value for name, value in (given or {}).items()}


def _tokens(loot: Any) -> list[str]:
    """Tokens as a list, from a list or from a map of counts."""
    return [kind for kind, n in loot.items() for _ in range(n)] if isinstance(loot, dict) else list(loot)


# ---------------------------------------------------------------- what is done


def _perform(case: Situation, table: Table) -> list[list[Any]]:
    """Everything in `do`, one line after another; returns what was illegal and why."""
    illegal = []
    for index, (who, verb, *names) in enumerate(case.do):
        seat = case.seat(table.names, who)
        try:
            if verb == "pass":
                _pass(table, seat)
            elif table.play.over and seat not in table.waiting:
                raise Refused("over")
            elif verb == "mutiny":
                _check_whose_turn(case, table, index)
                _call(table, seat, table.disc(names[0]))
            elif verb in ("move", "board"):
                _act(table, seat, verb, names)
            else:
                raise BadInput(f"{case.id}: there is no action {verb!r}")
        except Refused as refused:
            illegal.append([index, refused.reason.replace("_", " ")])
    return illegal


def _pass(table: Table, seat: int) -> None:
    """PI-9: said by a seat that the engine has passed over, it is done already."""
    if seat in table.waiting:
        del table.waiting[: table.waiting.index(seat) + 1]
    else:
        table.act(seat, _checked(table.unasked(), table.play.c, seat, PASS))


def _checked(s: State, c: Components, seat: int, action: int) -> int:
    if reason := GAME.reason(s, c, seat, action):
        raise Refused(reason)
    return action


def _act(table: Table, seat: int, verb: str, names: list[Any]) -> None:
    """A move or a boarding; silence declines, but only if the action counts."""
    s, c = table.unasked(), table.play.c
    if seat in table.waiting:  # it can do nothing, and is told why not this
        rules.open_turn(s, seat)
    if seat != s.turn:
        raise Refused("turn")
    action = GAME.encode(view(s, c, seat), _told(table, verb, names))
    _checked(s, c, seat, action)
    while table.s.stage == schema.ASKING:
        table.act(table.s.asked, DECLINE)
    table.called.clear()
    table.act(seat, action)


def _told(table: Table, verb: str, names: list[Any]) -> Told:
    args = _named(table, names[0], "colour", "disc")
    if verb == "move":
        return Told("move", args | _named(table, names[1], "target_colour", "target"))
    card = next((card for card, name in enumerate(table.ships) if str(name) == str(names[1])), None)
    picture = names[2] if len(names) > 2 else 0
    if card is None:
        return Told("board", args | {"ship": None, "loot": None})
    loot = [LOOT[kind] for kind in table.play.c.ship[card].loot if kind != NOBODY]
    kind = loot[picture] if isinstance(picture, int) and 0 <= picture < len(loot) else picture
    return Told("board", args | {"ship": table.play.c.ship[card].id, "loot": kind})


def _named(table: Table, text: Any, colour: str, name: str) -> dict[str, Any]:
    disc = table.disc(text)
    if disc is None:
        raise Refused("no_such_free_unit")
    return {colour: COLOURS[disc // PIRATES], name: view(table.s, table.play.c, -1).discs[disc]}


def _check_whose_turn(case: Situation, table: Table, index: int) -> None:
    """PI-22: a seat that passes has the turn till then; it has passed in silence if the captain acts next."""
    following = (str(who) for who, verb, *_ in case.do[index + 1 :] if verb != "mutiny")
    if table.waiting and (table.play.over or next(following, None) != table.names[table.s.turn]):
        raise Refused("no_mutiny")


def _call(table: Table, seat: int, stack: int | None) -> None:
    """A mutiny; nobody has declined before the captain has acted, so the questions are put anew."""
    calls = {*table.called, (seat, stack)}
    if (seat, stack) in table.called or not _answer(layout.clone(table.s), table.play.c, calls):
        raise Refused("no_mutiny")
    _answer(table.s, table.play.c, calls)
    table.called, table.waiting = calls, []


def _answer(s: State, c: Components, calls: set[tuple[int, int | None]]) -> bool:
    """Put the questions of this turn until all these calls are made; False if one of them cannot be."""
    left = set(calls)
    if s.stage != schema.DONE:
        rules.open_turn(s, s.turn)
    while left and s.stage == schema.ASKING:
        question = (s.asked, s.about)
        rules.apply(s, c, s.asked, CALL if question in left else DECLINE)
        left.discard(question)
    return not left


# ---------------------------------------------------------------- what is reported


def _questions(table: Table) -> list[list[str]]:
    """Who may call a mutiny on what now."""
    s, asked = layout.clone(table.s), []
    while s.stage == schema.ASKING and not table.waiting:
        asked.append([table.names[s.asked], table.texts[s.about]])
        rules.apply(s, table.play.c, s.asked, DECLINE)
    return asked


def _unordered(result: dict[str, Any]) -> dict[str, Any]:
    """Some lists have no order, and boardings may be listed without the pieces of loot."""
    for key in SORTED:
        if key in result:
            result[key] = Unordered(sorted(result[key], key=str))
    pairs = {(unit, ship) for unit, ship, _ in result["boards"]}
    return result | {"boards": Either(result["boards"], Unordered(map(list, pairs)))}


def play(case: Situation) -> dict[str, Any]:
    """Turns from a position."""
    table = build(case)
    illegal = _perform(case, table)
    turn = table.turn()
    return _unordered({"illegal": illegal} | _position(table) | _choices(table, turn))


def legal(case: Situation) -> dict[str, Any]:
    """What `who` may do, after the actions of the case if it has any."""
    table = build(case, deadlock="end")
    illegal = _perform(case, table)
    turn = table.turn()
    who = case.given.get("who", case.given.get("turn"))
    seat = case.seat(table.names, who) if who is not None else turn
    return _unordered({"illegal": illegal} | _position(table) | _choices(table, seat))


def _position(table: Table) -> dict[str, Any]:
    """How things stand, with the final scoring once the game is over."""
    s, c, names = table.s, table.play.c, table.names
    turn, known = table.turn(), view(s, c, -1)
    result = {
        "money": {name: s.player[p].money for p, name in enumerate(names)},
        "loot": table.loot,
        "units": [[table.texts[disc] for disc in unit] for unit in known.units],
        "memory_view": _memory_view(table),
        "ships": [table.ships[card] for card in known.places if card is not None],
        "deck": c.ships - s.turned,
        "supply": dict(zip(LOOT, s.supply, strict=True)),
        "bank_covered": s.covered,
        "turn": None if turn is None else names[turn],
        "over": ENDS[s.ended],
    }
    nothing = dict.fromkeys(("detail", "bonus", "totals", "winners"))
    return result | (_standing(s, c, names, list(LOOT)) if table.play.over else nothing)


def _choices(table: Table, seat: int | None) -> dict[str, Any]:
    """What a seat may do, and who may call a mutiny."""
    s, mine = table.unasked(), PIRATES * (seat or 0)
    actions = [] if table.waiting or seat is None else GAME.legal(s, table.play.c, seat)
    moves = [(mine + moved_slot(a), moved_onto(a)) for a in actions if a < MOVES]
    boards = [
        (mine + boarding_slot(a), s.place[boarded_place(a)], picture_taken(a)) for a in actions if a >= MOVES
    ]
    return {
        "moves": [[table.texts[unit], table.texts[target]] for unit, target in moves],
        "boards": [[table.texts[unit], table.ships[card], picture] for unit, card, picture in boards],
        "may_pass": seat in table.waiting[:1],
        "deadlock": s.ended == schema.DEADLOCK,
        "mutiny": _questions(table),
    }


def _memory_view(table: Table) -> list[list[str]]:
    """The units as they are drawn; `*` stands for a wage that is not shown."""
    known, rows = view(table.s, table.play.c, -1), []
    for unit, drawn in zip(known.units, shown(known), strict=True):
        hidden = [f"{table.names[owner]}*" if name is None else None for owner, name in drawn]
        rows.append([mark or table.texts[disc] for mark, disc in zip(hidden, unit, strict=True)])
    return rows


def score(case: Situation) -> dict[str, Any]:
    """The final scoring of money and loot."""
    given = case.given
    owned = {name: _tokens(loot) for name, loot in _by_name(given.get("loot")).items()}
    money = _by_name(given.get("money"))
    values = _by_name(given.get("values"))
    names = names_of(given.get("players", {**money, **owned}))
    kinds = list(dict.fromkeys([*values, *(kind for loot in owned.values() for kind in loot)]))
    kinds = list(LOOT) if set(kinds) <= set(LOOT) else kinds
    if not 0 < len(names) <= schema.MAX_PLAYERS or len(kinds) > KINDS:
        raise BadInput(f"{case.id}: at most {schema.MAX_PLAYERS} players share {KINDS} kinds of loot")
    s, c = GAME.blank_state(GAME.read_options({}) | {"players": len(names)}), GAME.component_record()
    for kind, name in enumerate(kinds):
        c.value[kind] = values.get(name, c.value[kind])
        for p, player in enumerate(names):
            s.player[p].loot[kind] = owned.get(player, []).count(name)
    for p, player in enumerate(names):
        s.player[p].money = money.get(player, 0)
    return _standing(s, c, names, kinds)


def _standing(s: State, c: Components, names: list[str], kinds: list[str]) -> dict[str, Any]:
    """Ducats for loot by kind, sums and winners."""
    detail = {
        name: {player: bonus(s, c, kind, p) for p, player in enumerate(names)}
        for kind, name in enumerate(kinds)
    }
    shares = GAME.returns(s, c)
    return {
        "detail": detail,
        "bonus": {player: sum(row[player] for row in detail.values()) for player in names},
        "totals": dict(zip(names, GAME.scores(s, c), strict=True)),
        "winners": [player for player, share in zip(names, shares, strict=True) if share > 0],
    }


OPS = {"play": play, "legal": legal, "score": score}
