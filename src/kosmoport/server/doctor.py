"""Examines a database: every log must replay, by the rules and with fair chance, to what is stored beside it.

What is found is told by table, line and kind. No name, no card and nothing that anybody wrote is repeated.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from kosmoport.core.errors import BadInput, NotHere, OtherGame, OtherRules, Refused
from kosmoport.games import game_by_id, others
from kosmoport.house.store import OPEN_PHASES, CannotSave, Line, Row, Store
from kosmoport.house.summaries import summary_of
from kosmoport.house.versions import is_of_before
from kosmoport.server.differences import differences
from kosmoport.server.keys import KEY_FILE, PUSH_KEY_FILE
from kosmoport.server.proxies import noted
from kosmoport.server.reading import Reading, Values, reading
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.opening import open_store
from kosmoport.server.store.private import copies_in, files_of, open_files, open_folders
from kosmoport.server.store.rows import line_of, row_of
from kosmoport.server.uptime import FILE as UPTIME_FILE
from kosmoport.table import entries as log
from kosmoport.table.continuing import unfair_past
from kosmoport.table.dealing import began, deal_of, freeze, missing
from kosmoport.table.entries import AnyEntry, Logged, decode_entry
from kosmoport.table.fair import SECOND, SECRET_BYTES, promise
from kosmoport.table.policy import Policy
from kosmoport.table.seats import TableSeat
from kosmoport.table.table import Table

Say = Callable[[str], None]

SHOWN_OF_ID = 6  # enough to find a table, too little to open it
PROGRESS_EVERY = 10.0  # seconds

# What may happen to a table in each phase.
AT_ANY_TIME = (log.Chatted, log.Erased)
WHILE_GATHERING = (
    *(
        log.Sat,
        log.Stood,
        log.Readied,
        log.Aided,
        log.Changed,
        log.Promised,
        log.Frozen,
        log.Revealed,
        log.Round,
    ),
    *(log.Began, log.Resumed, log.Closed, *AT_ANY_TIME),
)
WHILE_PLAYING = (
    *(log.Acted, log.Rolled, log.Undone, log.Proposed, log.Answered, log.Settled),
    *(log.Sat, log.Given, log.Returned, log.Resumed, log.Readied, log.Closed, *AT_ANY_TIME),
)
MAY_HAPPEN: dict[str, tuple[type[AnyEntry], ...]] = {
    "gathering": WHILE_GATHERING,
    "playing": WHILE_PLAYING,
    "over": (log.Rematched, *AT_ANY_TIME),
    "closed": (log.Erased,),
}
# What only the person whose seat it is can do, or have done to them.
BY_A_PERSON = (
    log.Readied,
    log.Aided,
    log.Promised,
    log.Revealed,
    log.Undone,
    log.Proposed,
    log.Answered,
    log.Given,
    log.Returned,
    *AT_ANY_TIME,
)


class Defect(NamedTuple):
    """Something that is not as it must be, and the line of the log where it shows, if it is one."""

    n: int | None
    what: str


def examine(settings: ServerSettings, say: Say, save: Path | None = None) -> int:
    """Examine the database of these settings: 0 if all is well, 1 if something is not.

    The tables in which all is well are written to a new database, where one is named to `save` them.
    BadInput if it cannot be examined: there is none, a server is using it, it is of another version.
    """
    proxies, games = filter(None, [noted(settings)]), others().left_out.values()
    for sentence in (*proxies, *games, *open_to_others(settings)):
        say(f"note: {sentence.removeprefix('note: ')}")
    return asyncio.run(_examine(settings.where, say, save))


def open_to_others(settings: ServerSettings) -> Iterator[str]:
    """A sentence for each folder and file of the server's that other users of the machine can get at."""
    file = settings.database_file
    yield from open_folders(settings.data, file)
    beside = [] if file is None else files_of(file)
    ours = [settings.data / name for name in (KEY_FILE, PUSH_KEY_FILE, UPTIME_FILE)]
    yield from open_files([*beside, *ours, *copies_in(settings.backups)])


async def _examine(where: str, say: Say, save: Path | None) -> int:
    async with reading(where, alone=True) as database, _new_store(save) as store:
        visit = _Visit(database, say, store)
        for part in (visit.whole, visit.tables):
            try:
                await part()
            except BadInput as error:  # in the middle of it; the rest of this part is lost
                visit.tell(str(error))
    whole = _number(visit.whole_tables, "table")
    if save is not None:
        say(f"note: {whole} written to {save}")
    elif visit.damaged:
        say(f"note: {whole} can be read whole; --save FILE writes them to a new database")
    if visit.of_before:
        say(f"{_number(visit.of_before, 'table')} made with earlier rules, which are kept: examined by those")
    if visit.asleep:
        say(f"{_number(visit.asleep, 'table')} made with other rules than these: asleep, not examined")
    counts = {"table": visit.seen, "line": visit.lines, "problem": visit.problems}
    say(", ".join(_number(count, what) for what, count in counts.items()))
    return 1 if visit.problems else 0


@asynccontextmanager
async def _new_store(path: Path | None) -> AsyncIterator[Store | None]:
    if path is None:
        yield None
        return
    store = await open_store(str(path), backup=None)
    try:
        yield store
    finally:
        await store.close()


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


@dataclass
class _Visit:
    """One walk through a database, and what was met on it."""

    database: Reading
    say: Say
    store: Store | None  # a new one, for the tables in which all is well
    seen: int = 0
    lines: int = 0
    problems: int = 0
    damaged: bool = False
    whole_tables: int = 0  # of which nothing is missing
    of_before: int = 0  # made with earlier rules, which are here
    asleep: int = 0  # made with rules that are not
    told_at: float = field(default_factory=monotonic)

    def tell(self, what: str) -> None:
        self.problems += 1
        self.say(what)

    async def whole(self) -> None:
        """What can be asked of the database as a whole."""
        for what in await self.database.damage():
            self.damaged = True
            self.tell(f"the database is damaged: {what}")
        for kind, things in (("log", "lines"), *((kind, kind) for kind in self.database.calls)):
            for table in await self.database.strays(kind):
                self.tell(f"{_shown(table)}: there are {things} of a table that does not exist")

    async def tables(self) -> None:
        """Every table, one at a time."""
        count = await self._count()
        async for values in self.database.rows():
            found = await self._table(values)
            for n, what in found:
                self.tell(f"{_shown(str(values[0]))}{'' if n is None else f' line {n}'}: {what}")
            self.seen += 1
            self.whole_tables += not found
            if monotonic() - self.told_at >= PROGRESS_EVERY:
                self.told_at = monotonic()
                self.say(f"{self.seen} of {count} examined")

    async def _count(self) -> str:
        try:
            return _number(await self.database.count(), "table")
        except BadInput:  # which the damage that was told of explains
            return "an unknown number of tables"

    async def _table(self, values: Values) -> list[Defect]:
        try:
            stored = await self.database.lines(values[0])
            called = await self.database.called(values[0])
        except BadInput:  # another table may lie on pages that are whole
            return [Defect(None, "it cannot be read from the database")]
        self.lines += len(stored)
        try:
            row = _typed_row(values)
        except (AttributeError, ValueError):
            return [Defect(None, "its row holds a value of a wrong kind")]
        lines: list[Line] = []
        for line in stored:
            try:
                lines.append(_typed_line(line))
            except (AttributeError, ValueError):
                return [Defect(len(lines) + 1, "it holds a value of a wrong kind")]
        try:
            found = list(problems_of(row, lines, called))
        except NotHere:
            self.asleep += 1
            found = []
        self.of_before += is_of_before(row)
        return found or await self._save(row, lines)

    async def _save(self, row: Row, lines: Sequence[Line]) -> list[Defect]:
        try:
            if self.store is not None:
                await self.store.create(row.table, lines, row.summary)
        except CannotSave as error:
            raise BadInput(str(error)) from None
        except ValueError:  # it sleeps, so its lines were not looked at
            return [Defect(None, "it cannot be written to another database")]
        return []


def _typed_row(values: Values) -> Row:
    """A row; SQLite keeps whatever was put into it, so AttributeError and ValueError are possible."""
    if not all(type(value) is int for value in values[1:5]):
        raise ValueError
    return row_of(values)


def _typed_line(values: Values) -> Line:
    if not all(type(value) is int for value in values[:2]):
        raise ValueError
    return line_of(values)


def _shown(table: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in table[:SHOWN_OF_ID])


# ---------------------------------------------------------------- one table


def problems_of(row: Row, lines: Sequence[Line], called: Sequence[tuple[str, int]] = ()) -> Iterator[Defect]:
    """What is wrong with a table; after a line that cannot be replayed nothing more can be said."""
    replay = _Replay(Table(row.table, Policy()), _is_here(row.summary.game))
    for line in lines:
        yield from replay.line(line)
        if replay.stuck:
            return
    table = replay.table
    if table.n < row.n or table.n == 0:
        yield Defect(table.n + 1, "it is missing")
        return
    if table.n > row.n:
        yield Defect(row.n + 1, f"it is more than the {_number(row.n, 'line')} that the row counts")
    yield from _row_problems(row, table)
    yield from (
        Defect(None, f"it has {what} of a seat {seat}") for what, seat in called if not _is_seat(table, seat)
    )


def _is_here(game: str) -> bool:
    try:
        game_by_id(game)
    except BadInput:
        return False
    return True


@dataclass
class _Replay:
    """A table as its log makes it, line by line."""

    table: Table
    of_our_games: bool  # as its row says
    stuck: bool = False
    unfair: bool = False  # then every later roll is likely to be wrong as well, and says nothing new

    def line(self, line: Line) -> Iterator[Defect]:
        """What is wrong with the next line."""
        table = self.table
        if line.n != table.n + 1:
            self.stuck = True
            yield Defect(table.n + 1, "it is missing")
            return
        if line.at < table.changed_at:
            yield Defect(line.n, "it is earlier than the line before it")
        before = table.receipts.get((line.sender or "", line.message or ""))
        if before is not None:
            yield Defect(line.n, f"its message was done in line {before} already")
        try:
            yield from self._entry(line)
        except Exception as error:  # whatever a damaged entry leads to
            if isinstance(error, OtherRules) or (isinstance(error, OtherGame) and not self.of_our_games):
                raise  # it is not damaged, it sleeps
            self.stuck = True
            yield Defect(line.n, _reason(error))

    def _entry(self, line: Line) -> Iterator[Defect]:
        entry, table = decode_entry(line.entry), self.table
        odd = _odd(table, entry)
        if odd is not None:
            self.stuck = True
            yield Defect(line.n, odd)
            return
        unfair = None if self.unfair else _unfair(table, entry)
        if unfair is not None:
            self.unfair = True
            yield Defect(line.n, unfair)
        table.apply(Logged(line.n, line.at, entry, line.sender, line.message))


def _reason(error: Exception) -> str:
    """Why a line cannot be replayed, in words that repeat nothing of it."""
    if isinstance(error, Refused):
        return f"the move is not legal ({error.reason})"
    if isinstance(error, msgspec.ValidationError):
        place = re.search(r"`(\$[^`]*)`$", str(error))
        return "it is no entry of a log" + (f" (look at {place[1]})" if place else "")
    if isinstance(error, msgspec.DecodeError | UnicodeDecodeError):
        return "it is not JSON"
    return f"it cannot be replayed ({type(error).__name__})"


def _odd(table: Table, entry: AnyEntry) -> str | None:
    """What is impossible about an entry at this moment, whatever the rules of the game say."""
    tag = type(entry).__struct_config__.tag
    if table.n == 0 or isinstance(entry, log.Created):
        return _odd_beginning(entry) if table.n == 0 else f"{tag} can only be the first line"
    if not isinstance(entry, MAY_HAPPEN[table.phase]):
        return f"{tag} cannot be while the table is {table.phase}"
    seat = getattr(entry, "seat", None)
    if seat is not None and not _is_seat(table, seat):
        return f"there is no seat {seat}"
    if isinstance(entry, log.Sat) and not _may_sit(table, table.seats[entry.seat]):
        return f"seat {seat} is taken already"
    if isinstance(entry, log.Changed):
        return _odd_change(table, entry)
    if isinstance(entry, BY_A_PERSON) and not table.seats[entry.seat].person:
        return f"seat {seat} is no person's"
    if isinstance(entry, log.Readied) and table.phase == "playing" and not table.waits_for_all:
        return "nobody is asked whether they are ready"
    if isinstance(entry, log.Began) and table.frozen is not None and missing(table):
        return "not everything is revealed yet"
    if isinstance(entry, log.Round) and len(bytes.fromhex(entry.secret)) != SECRET_BYTES:
        return f"the secret has not {SECRET_BYTES} bytes"
    if isinstance(entry, log.Frozen | log.Began) and not all(place.taken for place in table.seats):
        return "not every seat is taken"
    if isinstance(entry, log.Revealed | log.Began) and table.frozen is None and table.deal_kind == SECOND:
        return "nothing is frozen yet"
    if isinstance(entry, log.Undone) and not table.first_move <= entry.moves < len(_moves(table)):
        return "there are not so many moves to take back"
    return None


def _may_sit(table: Table, seat: TableSeat) -> bool:
    """Is it free, or a bot's while the game is on?"""
    return not seat.taken or (table.phase == "playing" and table.settings.late and seat.bot is not None)


def _odd_change(table: Table, entry: log.Changed) -> str | None:
    """What of the host's change is impossible: it concerns no people, and no other game."""
    now, new = table.settings, entry.settings
    if (new.game, new.rules, new.continues) != (now.game, now.rules, now.continues):
        return "it changes the game that is played"
    old = [p for p in entry.seats if p is not None]
    if (
        len(entry.seats) != new.players
        or len(set(old)) != len(old)
        or not all(_is_seat(table, p) for p in old)
    ):
        return "it does not say who sits where"
    if any(seat.person for p, seat in enumerate(table.seats) if p not in old):
        return "it takes the seat of a person away"
    if any(
        p is not None and table.seats[p].person and bot for p, bot in zip(entry.seats, new.bots, strict=True)
    ):
        return "it gives the seat of a person to a bot"
    if len(new.colours) != new.players or len(set(new.colours)) != new.players:
        return "it does not give every seat a colour of its own"
    return None


def _odd_beginning(entry: AnyEntry) -> str | None:
    if not isinstance(entry, log.Created):
        return "a log does not begin like this"
    if len(bytes.fromhex(entry.secret)) != SECRET_BYTES:
        return f"the secret has not {SECRET_BYTES} bytes"
    if entry.settings.continues != (None if entry.past is None else len(entry.past.moves)):
        return "it does not hold the moves that it says it continues"
    return None


def _is_seat(table: Table, seat: Any) -> bool:
    return isinstance(seat, int) and 0 <= seat < len(table.seats)


def _moves(table: Table) -> list[Any]:
    return table.play.moves if table.begun else []


def _unfair(table: Table, entry: AnyEntry) -> str | None:
    """What in an entry is not what was agreed on, or not what the secret and everybody's part of it give."""
    if isinstance(entry, log.Frozen) and _without_start(entry) != _without_start(freeze(table)):
        return "what was frozen is not what was agreed on"
    if isinstance(entry, log.Revealed):
        wanted_promise = promise(table.id, entry.seat, table.round, entry.value)
        if table.seats[entry.seat].promise != wanted_promise:
            return f"seat {entry.seat} revealed something else than it had promised"
    if isinstance(entry, log.Began):
        options = table.game.read_options(entry.options)
        if table.past is not None:
            return _unfair_continuation(table, entry)
        if table.frozen is not None:
            wanted = began(table)
            if table.game.read_options(wanted.options) != options:
                return "the options are not those that were agreed on"
            if wanted.deal != entry.deal:
                return "the deal is not the one that the secret and what was revealed give"
            return None
        if _agreed(table, options) != _agreed(table, table.settings.options):
            return "the options are not those that were agreed on"
        if deal_of(table, options, table.fair) != entry.deal:
            return "the deal is not the one that the secret and everybody's luck give"
    if isinstance(entry, log.Rolled) and table.begun and table.play.chance_due:
        stream = table.fair.roll_stream(len(table.fair_rolls))
        if entry.outcome != table.game.roll(table.play.s, table.play.c, stream):
            return f"roll {len(table.fair_rolls)} is not the one that the secret and everybody's part give"
    return None


def _without_start(entry: log.Frozen) -> Any:
    """Who has the same right to begin follows from ages, which may be erased."""
    frozen = _data(entry.text.encode())
    return (
        {key: value for key, value in frozen.items() if key != "start"}
        if isinstance(frozen, dict)
        else frozen
    )


def _unfair_continuation(table: Table, entry: log.Began) -> str | None:
    """A table that continues another begins with what that one gave it."""
    assert table.past is not None
    if (entry.options, entry.deal) != (table.past.options, table.past.deal):
        return "the options and the deal are not those of the game that is continued"
    return unfair_past(table)


def _agreed(table: Table, options: dict[str, Any]) -> dict[str, Any]:
    """Options less who starts, where that was left to the rulebook and so to ages, which may be erased."""
    by_rulebook = table.settings.start == "rulebook"
    return {name: value for name, value in options.items() if not (by_rulebook and name == "start_seat")}


# ---------------------------------------------------------------- what is stored beside the log


def _row_problems(row: Row, table: Table) -> Iterator[Defect]:
    if row.created_at != table.created_at or row.changed_at != table.changed_at:
        yield Defect(None, "its times are not those of its first and last line")
    stored, made = row.summary, summary_of(table, row.summary.origin)
    if stored.phase != made.phase:
        said = stored.phase if stored.phase in MAY_HAPPEN else "something that is no phase"
        yield Defect(None, f"it is stored as {said}, and its log makes it {made.phase}")
    for name in ("game", "public", "sealed", "unhurried"):
        if getattr(stored, name) != getattr(made, name):
            yield Defect(None, f"its row has another value for {name} than its log")
    if (stored.wake_at is not None) != (made.phase in OPEN_PHASES):
        yield Defect(None, f"its time of waking does not fit a table that is {made.phase}")
    if _data(stored.result) != _data(made.result):
        yield Defect(None, "the stored result is not the result of its log")
    if different := differences(_data(stored.lobby), _data(made.lobby)):
        yield Defect(None, f"the lobby shows something else than its log makes ({', '.join(different)})")


def _data(text: bytes | None) -> Any:
    """What JSON says, or what equals nothing."""
    try:
        return None if text is None else msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return object()
