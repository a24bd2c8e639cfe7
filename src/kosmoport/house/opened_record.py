"""A record that somebody has in a file, as it is shown move by move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kosmoport.core.contract import CHANCE, SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.core.play import Play, start_play
from kosmoport.core.records import load_record, names_in, read_head, took_over_in
from kosmoport.games import game_of
from kosmoport.house.game_records import frame_of
from kosmoport.table.requests import Frame, FrameCause, Frames, Opened, OpenedSeat
from kosmoport.table.telling import result_shown

MOST_MOVES = 2000  # each is answered with a whole view; the longest match has half as many


def opened(data: dict[str, Any], seat: int) -> Opened:
    """The game of a record through these eyes; BadInput says what is wrong with it and where."""
    head = read_head(data)
    if head.kind != "record":
        raise BadInput("only a record can be shown move by move: a position is one moment")
    game = game_of(head)
    if isinstance(data.get("moves"), list) and len(data["moves"]) > MOST_MOVES:
        raise BadInput(f"a record that is shown here has at most {MOST_MOVES} moves")
    play = load_record(game, data)
    players = play.options["players"]
    if seat >= players:
        raise BadInput(f"there is no seat {seat}: {players} played, counted from 0")
    said = data.get("table", {})
    bots = said.get("bots") or [None] * players
    names = names_in(data) or [None] * players
    seats = tuple(map(OpenedSeat, names, bots, game.colours))
    source = data.get("fair", {}).get("table", "")
    frames = tuple(frames_of_play(play, seat, bots, took_over_in(data)))
    shown = Frames(source, None if seat == SPECTATOR else seat, frames)
    result = result_shown(play, play.view(SPECTATOR)) if play.over else None
    return Opened(game.id, game.version, seats, result, shown)


def frames_of_play(
    played: Play, seat: int, bots: list[str | None], took_over: dict[int, int]
) -> Iterator[Frame]:
    """The beginning and every move. Where the record does not say when one was made, no time has passed."""
    play = start_play(played.game, played.options, played.d, played.components)
    at, waits = 0, Countdowns(play)
    yield frame_of(play, at, seat, None, "begun", [], waits.here())
    for move in played.moves:
        happened = play.act(move.seat, move.action, move.at)
        at = max(at, move.at or 0)
        by = None if move.seat == CHANCE else move.seat
        if by in took_over and len(play.moves) > took_over[by]:
            bots = [None if p == by else level for p, level in enumerate(bots)]
        yield frame_of(play, at, seat, by, _cause(by, bots), happened, waits.here())


def _cause(by: int | None, bots: list[str | None]) -> FrameCause:
    if by is None:
        return "chance"
    return "person" if bots[by] is None else "bot"


class Countdowns:
    """How long nobody could act after each move, as the table of a game counts it: once in every stage."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._stage: int | None = None  # what its clock decides

    def here(self) -> int:
        timing = self._play.game.timing
        due = None if timing is None or self._play.over else timing.due(self._play.s, 1)
        before, self._stage = self._stage, None if due is None else due[0]
        if timing is None or self._stage in (None, before):
            return 0
        return int(timing.countdown(self._play.s))
