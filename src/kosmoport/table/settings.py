"""The settings of a table: what is agreed on before anybody sits down, read from a request and checked."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from kosmoport.core.components import ComponentFile, from_tables, from_text
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.games import find_game, game_by_id

OLDEST = 150  # years

Level = Literal["beginner", "casual", "strong", "expert"]
Start = int | Literal["random", "rulebook"]
Age = Annotated[int, msgspec.Meta(ge=0, le=OLDEST)]
ColourName = Annotated[str, msgspec.Meta(max_length=20)]


class NoClock(msgspec.Struct, frozen=True, tag="none", forbid_unknown_fields=True):
    """Nobody is hurried."""


class MoveClock(msgspec.Struct, frozen=True, tag="move", forbid_unknown_fields=True):
    """So many seconds for each decision."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=30 * 24 * 3600)]


class BankClock(msgspec.Struct, frozen=True, tag="bank", forbid_unknown_fields=True):
    """So many seconds for the whole game, and some back after each decision."""

    seconds: Annotated[int, msgspec.Meta(ge=5, le=30 * 24 * 3600)]
    increment: Annotated[int, msgspec.Meta(ge=0, le=24 * 3600)] = 0


Clock = NoClock | MoveClock | BankClock


class Continue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A moment of a finished game whose record is open: so many of its moves have been made."""

    table: Annotated[str, msgspec.Meta(max_length=64)]
    move: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as somebody asks for it; what is left out is as usual for the game.

    `bots` has a level for each seat that a bot plays and null for the others; `colours` gives each seat
    one; `start` is a seat, `random`, or `rulebook` (the youngest or oldest, by the ages people give when
    they sit down); `components` is the text of a component file. Whoever makes a table is its host, and
    sits down like everybody else, after the commitment to the deal was published. A table that `continues`
    another has that one's game, players, options, first player and components; leave them out.
    """

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: int | None = None
    options: dict[str, Any] = {}
    bots: Annotated[list[Level | None], msgspec.Meta(max_length=5)] | None = None
    colours: Annotated[list[ColourName], msgspec.Meta(max_length=5)] | None = None
    start: Start | None = None
    public: bool = False
    unhurried: bool = False
    clock: Clock = NoClock()
    timeout_level: Level = "casual"
    components: Annotated[str, msgspec.Meta(max_length=1_000_000)] | None = None
    sealed: bool = False
    take_back: bool = True
    hints: bool | None = None  # may people ask for hints? null: only where one person plays with bots
    continues: Continue | None = None
    late: bool | None = None  # may people take over the seats of bots later? null: where several people play


class TableSettings(msgspec.Struct, frozen=True):
    """What was agreed on, complete and checked; it stands in the log and everybody may know it."""

    game: str
    rules: int  # the version of the rules
    options: dict[str, Any]
    bots: tuple[Level | None, ...]  # by seat
    colours: tuple[str, ...]  # by seat, as term ids
    start: Start
    public: bool
    unhurried: bool
    clock: Clock
    timeout_level: Level
    components: dict[str, Any] | None  # tables of a component file; null: those of the box
    sealed: bool
    take_back: bool
    hints: bool = False
    continues: int | None = None  # so many moves of a finished game, whose cards may be known, came before
    late: bool = False  # people who come later may take over the seats of bots

    @property
    def players(self) -> int:
        return len(self.bots)

    def component_file(self) -> ComponentFile:
        """The components this table plays with."""
        game = find_game(self.game, self.rules)
        if self.components is None:
            return game.standard_components
        return from_tables(self.components, game.components.Data, "components")


def is_race(game: Game, options: dict[str, Any]) -> bool:
    """Does everybody play at once, against a clock of the game's own?"""
    return bool(game.calm) and any(options.get(name) != value for name, value in game.calm.items())


def read_settings(asked: NewTable, game: Game | None = None) -> TableSettings:
    """What was asked for, completed, by the newest rules or those of `game`; BadInput says what cannot be."""
    game = game or game_by_id(asked.game)
    given = dict(asked.options)
    if asked.players is not None:
        given["players"] = asked.players
    elif asked.bots is not None:
        given.setdefault("players", len(asked.bots))
    if asked.unhurried:
        given = dict(game.calm) | given
    options = game.read_options(given)
    players: int = options["players"]
    bots = read_bots(asked, players)
    return TableSettings(
        game=game.id,
        rules=game.version,
        options=options | _first(game, asked, options),
        bots=bots,
        colours=read_colours(game, asked, game.colours[:players]),
        start=_start(game, asked, options),
        public=asked.public,
        unhurried=asked.unhurried,
        clock=read_clock(asked, game, options),
        timeout_level=asked.timeout_level,
        components=_components(game, asked.components),
        sealed=asked.sealed,
        take_back=asked.take_back,
        hints=read_hints(asked, bots),
        late=read_late(asked, bots),
    )


def changed_settings(settings: TableSettings, game: Game, asked: NewTable, continues: bool) -> TableSettings:
    """What was agreed on, changed before the game begins, less components; BadInput says what cannot be.

    A table that continues another keeps that one's options and first player, by the rules of then.
    """
    if not continues:
        return read_settings(asked, game)
    assert asked.hints is not None
    assert asked.late is not None
    return msgspec.structs.replace(
        settings,
        bots=read_bots(asked, settings.players),
        colours=tuple(asked.colours or settings.colours),
        public=asked.public,
        unhurried=asked.unhurried,
        clock=read_clock(asked, game, settings.options),
        timeout_level=asked.timeout_level,
        components=None,
        take_back=asked.take_back,
        hints=asked.hints,
        late=asked.late,
    )


def of_today(settings: TableSettings) -> TableSettings:
    """The same agreement for a new game, by the rules of today; BadInput where these have no such thing."""
    game = game_by_id(settings.game)
    if settings.rules == game.version:
        return settings
    asked = NewTable(settings.game, colours=list(settings.colours), start=settings.start)
    options = game.read_options(settings.options)
    if settings.components is not None:
        from_tables(settings.components, game.components.Data, "components")
    _start(game, asked, options)
    read_colours(game, asked, game.colours[: settings.players])
    return msgspec.structs.replace(settings, rules=game.version, options=options)


def _chooses_start(game: Game) -> bool:
    return any(option.name == "start_seat" for option in game.options)


def _start(game: Game, asked: NewTable, options: dict[str, Any]) -> Start:
    if not _chooses_start(game):
        if asked.start not in (None, "rulebook"):
            raise BadInput(f"who starts {game.title} is decided by the rules; leave start out")
        return "rulebook"
    if asked.start is None:
        chosen: Start = options["start_seat"]
        return chosen
    if asked.start == "rulebook" and game.first is None:
        raise BadInput(f"the rulebook of {game.title} names no first player; choose a seat or random")
    if isinstance(asked.start, int) and not 0 <= asked.start < options["players"]:
        raise BadInput(f"start must be random, rulebook or a seat from 0 to {options['players'] - 1}")
    return asked.start


def _first(game: Game, asked: NewTable, options: dict[str, Any]) -> dict[str, Any]:
    """The game's own option for who starts; by the rulebook it is settled when all have sat down."""
    if not _chooses_start(game):
        return {}
    start = _start(game, asked, options)
    return {"start_seat": "random" if start == "rulebook" else start}


def read_bots(asked: NewTable, players: int) -> tuple[Level | None, ...]:
    """The level of the bot at each seat."""
    bots = asked.bots if asked.bots is not None else [None] * players
    if len(bots) != players:
        raise BadInput(f"bots must have an entry for each of the {players} seats, a level or null")
    return tuple(bots)


def read_clock(asked: NewTable, game: Game, options: dict[str, Any]) -> Clock:
    """How long people may think."""
    if is_race(game, options) and not isinstance(asked.clock, NoClock):
        raise BadInput(f"a race of {game.title} has a clock of its own; leave clock out")
    return asked.clock


def read_hints(asked: NewTable, bots: tuple[Level | None, ...]) -> bool:
    """May people ask for hints? Unless it was said: where at most one of them plays."""
    return bots.count(None) <= 1 if asked.hints is None else asked.hints


def read_late(asked: NewTable, bots: tuple[Level | None, ...]) -> bool:
    """May people take over the seats of bots later? Unless it was said: where several people play."""
    return bots.count(None) > 1 if asked.late is None else asked.late


def read_colours(game: Game, asked: NewTable, usual: tuple[str, ...]) -> tuple[str, ...]:
    """The colour of each seat."""
    players = len(usual)
    if asked.colours is None:
        return usual
    if len(asked.colours) != players or len(set(asked.colours)) != players:
        raise BadInput(f"colours must name {players} different colours, one for each seat")
    for colour in asked.colours:
        if colour not in game.colours:
            raise BadInput(f"there is no colour {colour!r} (there are {', '.join(game.colours)})")
    return tuple(asked.colours)


def _components(game: Game, text: str | None) -> dict[str, Any] | None:
    return None if text is None else from_text(text, game.components.Data, "components").tables
