"""Questions to the table: who is asked, and what follows from the answers."""

from __future__ import annotations

from kosmoport.table import entries as log
from kosmoport.table.entries import AnyEntry
from kosmoport.table.remembered import OpenProposal
from kosmoport.table.table import Table


def voters(table: Table, proposed: log.Proposed) -> list[int]:
    """Who is asked: everybody about going back, those who were here about an absent player's seat."""
    return [p for p in table.people() if proposed.what == "back" or p in proposed.asked]


def outcome(table: Table, number: int, open_: OpenProposal, now: int) -> list[AnyEntry]:
    """What follows from the answers so far: going back needs everybody, a bot more than half.

    Whose seat was given to a bot cannot answer, and is not passed over either: knowing the cards, the others
    could play the same game again without them.
    """
    if open_.entry.what == "bot":
        return _outcome_of_vote(table, number, open_, now)
    if open_.no or table.given_away:
        return [log.Settled(number, "refused")]
    if open_.yes >= set(voters(table, open_.entry)):
        return [log.Undone(open_.entry.seat, open_.entry.moves or 0, agreed=True)]
    return []


def _outcome_of_vote(table: Table, number: int, open_: OpenProposal, now: int) -> list[AnyEntry]:
    """Nobody waits for the answer of those who have gone meanwhile; after a restart everybody gets time."""
    entry, gone = open_.entry, table.gone(now)
    assert entry.absent is not None
    assert entry.level is not None
    if entry.absent in table.here:
        return [log.Settled(number, "overtaken")]
    asked = {p for p in voters(table, entry) if p in open_.yes | open_.no or p not in gone}
    if 2 * len(open_.no & asked) >= len(asked):
        return [log.Settled(number, "refused")]
    if 2 * len(open_.yes & asked) > len(asked) and entry.absent in gone:
        return [log.Given(entry.absent, entry.level, "vote")]
    return []
