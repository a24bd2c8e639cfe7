"""Holds the journals of all players against the database: is everything there, once, and as it was told?"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kosmoport.games.kosmiczna_eskadra.schema import LATE
from kosmoport.house.store import Line
from kosmoport.server.settings import ServerSettings
from kosmoport.server.store.opening import open_store
from kosmoport.server.wiring import policy_of
from kosmoport.table import entries, protocol
from kosmoport.table.entries import Logged, decode_entry
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot, tell_all
from tests.proofs.chaos_journal import Journal, digest
from tests.proofs.chaos_server import ROOT, Process
from tests.server.store.places import every_table

HOUSE = policy_of(ServerSettings(take_back_grace=0.0))


@dataclass
class Findings:
    """What the check has looked at, and everything that is not as it must be."""

    tables: int = 0
    lines: int = 0
    messages: int = 0  # that clients were told
    promises: int = 0  # acknowledged messages
    lost: int = 0  # promises that the database does not keep
    problems: list[str] = field(default_factory=list)
    doctor: str = ""  # the last line it says

    def note(self, problem: str) -> None:
        self.problems.append(problem)


async def check(process: Process, journals: Sequence[Journal]) -> Findings:
    """Everything, after the server has stopped."""
    found = Findings()
    by_table: dict[str, list[Journal]] = {}
    for journal in journals:
        by_table.setdefault(journal.table, []).append(journal)
        found.problems += journal.problems
    store = await open_store(process.where, backup=None)
    try:
        rows = {row.table: row.n for row in await every_table(store)}
        for table in by_table.keys() - rows.keys():
            found.note(f"{table[:6]}: the table is not in the database")
        for table, n in rows.items():
            check_table(found, table, n, await store.read(table), by_table.get(table, []))
    finally:
        await store.close()
    await _ask_the_doctor(found, process)
    return found


async def _ask_the_doctor(found: Findings, process: Process) -> None:
    words = [sys.executable, "-m", "kosmoport", "doctor", "--database", process.where]
    doctor = await asyncio.create_subprocess_exec(*words, cwd=ROOT, stdout=asyncio.subprocess.PIPE)
    said = (await doctor.communicate())[0].decode().splitlines()
    found.doctor = said[-1] if said else "nothing"
    if doctor.returncode != 0:
        found.problems += [f"doctor: {line}" for line in said or ["it fails"]]


def check_table(
    found: Findings, table: str, n: int, lines: Sequence[Line], journals: Sequence[Journal]
) -> None:
    """One table's log: whole, with every promise kept, and what everybody was told."""
    found.tables += 1
    found.lines += len(lines)
    named = f"{table[:6]}"
    if [line.n for line in lines] != list(range(1, n + 1)):
        found.note(f"{named}: there is a gap in the log")
        return
    for journal in journals:
        for problem in _broken_promises(found, journal, lines):
            found.note(f"{named} seat {journal.sender}: {problem}")
    said = Counter(text for line in lines if (text := _chat_in(line)) is not None)
    for text in [text for text, times in said.items() if times > 1]:
        found.note(f"{named}: {text!r} was done twice")
    try:
        _check_telling(found, table, lines, journals)
    except Exception as error:
        found.note(f"{named}: the log does not replay: {error!r}")


def _chat_in(line: Line) -> str | None:
    entry = decode_entry(line.entry)
    return entry.text if isinstance(entry, entries.Chatted) else None


def _broken_promises(found: Findings, journal: Journal, lines: Sequence[Line]) -> Iterator[str]:
    places: dict[str, list[int]] = {}
    for line in lines:
        if line.sender == journal.sender and line.message is not None:
            places.setdefault(line.message, []).append(line.n)
    for number in places.keys() - journal.sent.keys():
        yield f"{number} is in the log, and was never sent"
    for number, sent in journal.sent.items():
        there = places.get(number, [])
        if len(there) > 1:
            yield f"{number} was done {len(there)} times"
        if sent.n is not None:
            found.promises += 1
            if not there:
                found.lost += 1
                yield f"{number} was acknowledged with {sent.n} and is not in the log"
            elif there != [sent.n]:
                yield f"{number} was acknowledged with {sent.n} and is line {there[0]}"
            elif not _is_what_was_sent(sent.command, lines[sent.n - 1]):
                yield f"{number} is in the log as something else"
        elif sent.refused is not None and there:
            yield f"{number} was refused ({sent.refused}) and is line {there[0]}"


def _is_what_was_sent(command: protocol.AnyCommand, line: Line) -> bool:
    """Of a chat the words, of the others the kind; what an action means depends on the position.

    What was done before Stop, and waited at the server meanwhile, is in the log as credited (KE-B47).
    """
    entry = decode_entry(line.entry)
    if isinstance(command, protocol.Act) and isinstance(entry, entries.Rolled):
        return command.do in ("hold", "release") and entry.outcome >= LATE
    if isinstance(command, protocol.Chat):
        return isinstance(entry, entries.Chatted) and entry.text == command.text
    kinds = {
        protocol.Act: entries.Acted,
        protocol.TakeBack: entries.Undone,
        protocol.Ready: entries.Readied,
        protocol.Aid: entries.Aided,
        protocol.Begin: entries.Frozen,
        protocol.Rematch: entries.Rematched,
    }
    return isinstance(entry, kinds[type(command)])


def _check_telling(found: Findings, table: str, lines: Sequence[Line], journals: Sequence[Journal]) -> None:
    """Replay the log; every message that anybody has seen must be, byte for byte, what the log tells now."""
    replayed = Table(table, HOUSE)
    snapshots: dict[int, list[tuple[Journal, int, bytes]]] = {}
    for journal in journals:
        for n, at, seen in journal.snapshots:
            snapshots.setdefault(n, []).append((journal, at, seen))
        for n in [n for n in (*journal.told, journal.seen or 0) if n > len(lines)]:
            found.note(f"{table[:6]} seat {journal.sender}: message {n} was told and is not in the log")
    for stored in lines:
        line = Logged(stored.n, stored.at, decode_entry(stored.entry), stored.sender, stored.message)
        happened = replayed.apply(line)
        witnesses = {int(journal.sender): journal.told for journal in journals if line.n in journal.told}
        for seat, message in tell_all(replayed, line, tuple(witnesses), happened).items():
            found.messages += 1
            if digest(protocol.encode(message)) != witnesses[seat][line.n]:
                found.note(f"{table[:6]} seat {seat}: message {line.n} was told as something else")
        for journal, at, seen in snapshots.get(line.n, []):
            found.messages += 1
            if digest(protocol.encode(snapshot(replayed, int(journal.sender), at))) != seen:
                found.note(f"{table[:6]} seat {journal.sender}: snapshot {line.n} is not what the log makes")
