"""Commands for one game in the terminal: play and replay."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kosmoport.cli.asking import (
    Components,
    Players,
    Seed,
    Settings,
    check_seat,
    naming,
    read_components,
    read_kind,
    read_options,
    read_play,
    read_seed,
    say,
)
from kosmoport.core.errors import BadInput

if TYPE_CHECKING:
    from kosmoport.bots.guard import Guarded
    from kosmoport.core.game import Game
    from kosmoport.core.play import Play
    from kosmoport.terminal.talk import Talk

Language = Annotated[str, typer.Option(help="the language of the game")]


def play(
    name: Annotated[str | None, typer.Argument(metavar="[GAME]", help="the id of a game")] = None,
    players: Players = None,
    seed: Seed = None,
    seat: Annotated[int, typer.Option(help="your seat, counted from 0")] = 0,
    record: Annotated[Path | None, typer.Option(help="write a record of the game", metavar="FILE")] = None,
    option: Settings = None,
    components: Components = None,
    position: Annotated[Path | None, typer.Option(help="begin at a written position", metavar="FILE")] = None,
    bot: Annotated[str, typer.Option(help="who plays the other seats: a level or any bot")] = "beginner",
    language: Language = "en",
) -> None:
    """Play a game in the terminal against bots."""
    from kosmoport.core.play import generator, new_play
    from kosmoport.core.records import load_position
    from kosmoport.games import game_by_id
    from kosmoport.terminal.playing import play_at_terminal
    from kosmoport.terminal.talk import Goodbye

    seed = read_seed(seed)
    rng = generator(seed << 32)
    if position is not None:
        table = read_play(position, "position", load_position)
        if record is not None:
            raise BadInput("a game that begins at a position has no deal, so it cannot be recorded")
    else:
        game = _choose_game(language) if name is None else game_by_id(name)
        options = read_options(game, players, option, calm=True)
        table = new_play(game, options, rng, read_components(game, components))
    check_seat(table, seat)
    bots = _bots(table, bot, seed)
    talk = _talk(table, seat, language)
    save = _saver(table, record)
    try:
        play_at_terminal(table, seat, bots, rng, talk, save)
    except Goodbye:
        talk.tell("goodbye")
    finally:
        save()
    if record is not None:
        talk.tell("saved", file=str(record))
    for fault in (fault for guarded in bots.values() for fault in guarded.faults):
        print(f"{bot} in seat {fault.seat} {fault.what}; a random action was taken instead", file=sys.stderr)


def _bots(table: Play, name: str, seed: int) -> dict[int, Guarded]:
    """The same kind of bot in every seat, each with a seed of its own, and none can spoil the game."""
    from kosmoport.bots import Chair
    from kosmoport.bots.answers import judged_by
    from kosmoport.bots.guard import Guarded
    from kosmoport.bots.registry import bot_maker

    make = bot_maker(name, table.game)
    chairs = [
        Chair(table.game, table.options, table.components, p, (seed << 32) + 1 + p)
        for p in range(table.options["players"])
    ]
    bots = {chair.seat: Guarded(chair, make, judged_by(table)) for chair in chairs}
    if sys.stderr.isatty() and hasattr(bots[0].bot, "warm_up"):
        print("Getting the bots ready; the very first time this takes half a minute.", file=sys.stderr)
    bots[0].warm_up()
    return bots


def _talk(table: Play, seat: int, language: str) -> Talk:
    from kosmoport.terminal.talk import Talk, seat_names

    words = table.game.words(language)
    names = seat_names(table.game, words, table.options["players"], seat)
    return Talk(table.game, words, names, print, input, seat)


def _saver(table: Play, path: Path | None) -> Callable[[], None]:
    """Keeps the record up to date, whole at every moment."""
    from kosmoport.core.records import dump_record
    from kosmoport.files import refuse_existing, write_whole

    if path is None:
        return lambda: None
    refuse_existing(path)
    written = -1

    def save() -> None:
        nonlocal written
        if len(table.moves) != written:
            write_whole(path, dump_record(table))
            written = len(table.moves)

    save()
    return save


def _choose_game(language: str) -> Game:
    """Ask which game, by number or name."""
    from kosmoport.games import all_games, others
    from kosmoport.terminal.talk import Goodbye, Talk

    games = all_games()
    words = games[0].words(language)
    talk = Talk(games[0], words, [], print, input)
    for sentence in others().left_out.values():
        print(f"note: {sentence}", file=sys.stderr)
    for number, game in enumerate(games, start=1):
        talk.tell(
            "game_choice",
            number=number,
            title=game.title,
            low=game.players[0],
            high=game.players[1],
            id=game.id,
        )
    try:
        while True:
            line = talk.question("which_game").lower()
            for number, game in enumerate(games, start=1):
                if line in (str(number), game.id, game.title.lower()):
                    return game
            talk.tell("no_such_number", n=len(games))
    except Goodbye:
        talk.tell("goodbye")
        raise typer.Exit from None


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record")],
    seat: Annotated[int, typer.Option(help="whose eyes, counted from 0; -1 for a spectator")] = -1,
    position: Annotated[
        int | None, typer.Option(help="print the position after so many moves instead")
    ] = None,
    language: Language = "en",
) -> None:
    """Step through a record as seen by any seat."""
    from kosmoport.core.records import load_record, names_in
    from kosmoport.games import game_of
    from kosmoport.terminal.replaying import replay_at_terminal

    head, data = read_kind(file, "record")
    with naming(file):
        table = load_record(game_of(head), data)
    if seat != -1:
        check_seat(table, seat)
    if position is not None:
        for line in _position_after(table, position).rstrip("\n").split("\n"):
            say(line)
        return
    talk = _talk(table, seat, language)
    talk.names = [
        told or colour for told, colour in zip_longest(names_in(data), talk.names)
    ]  # a game played live tells who played
    replay_at_terminal(table, seat, talk, interactive=at_keyboard())


def at_keyboard() -> bool:
    """Is a person there to step through a replay?"""
    return sys.stdin.isatty()


def _position_after(table: Play, count: int) -> str:
    from kosmoport.core.records import dump_position
    from kosmoport.terminal.replaying import after

    if not 0 <= count <= len(table.moves):
        raise BadInput(f"the record has positions 0 to {len(table.moves)}, not {count}")
    return dump_position(table.game, table.components, after(table, count).s)
