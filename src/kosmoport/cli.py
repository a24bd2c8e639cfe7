"""The command line: play, replay, simulate, match, ladder, balance, rules, cases, bench."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kosmoport import __version__
from kosmoport.bots import Chair
from kosmoport.bots.guard import Guarded
from kosmoport.core.components import ComponentFile, from_text
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.records import dump_position, dump_record, kind_and_game, load_position, load_record
from kosmoport.files import read_json, read_text, refuse_existing, write_whole
from kosmoport.games import GAMES, game_by_id
from kosmoport.terminal.talk import Goodbye, Talk, seat_names

if TYPE_CHECKING:
    from kosmoport.lab.contest import Contest, Played

app = typer.Typer(
    no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None
)
bench = typer.Typer(no_args_is_help=True, help="Measure, always against a named peer in the same run.")
app.add_typer(bench, name="bench")

SEED_LIMIT = 2**31

GameName = Annotated[str, typer.Argument(metavar="GAME", help="the id of a game")]
Players = Annotated[int | None, typer.Option(help="number of players")]
Seed = Annotated[int | None, typer.Option(help="the same seed gives the same game")]
Settings = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="an option of the game")
]
Language = Annotated[str, typer.Option(help="the language of the game")]
Components = Annotated[Path | None, typer.Option(help="another component file", metavar="FILE")]
Bots = Annotated[list[str], typer.Argument(metavar="BOT", help="levels, bots, or MODULE:CLASS")]
Deals = Annotated[int, typer.Option(help="how many deals", min=1)]
Seconds = Annotated[float, typer.Option(help="the time limit of a decision")]
Workers = Annotated[int | None, typer.Option(help="processes at a time; all cores unless told", min=1)]
Ray = Annotated[str | None, typer.Option(help="local, or the address of a Ray cluster", metavar="ADDRESS")]
Out = Annotated[Path | None, typer.Option(help="the results, as JSON Lines", metavar="FILE.jsonl")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with results that are there already")]


def main() -> None:
    """Run the command line; bad input ends with one sentence and exit code 2."""
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except BadInput as error:
        print(error, file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(141)
    except Exception as error:
        # What typer has to say about the command line itself; its classes are private, their method is not.
        if not hasattr(error, "format_message"):
            raise
        print(error.format_message(), file=sys.stderr)
        sys.exit(2)


@app.callback(invoke_without_command=True)
def about(version: Annotated[bool, typer.Option("--version", help="print the version")] = False) -> None:
    """Kosmoport: five tabletop games of space and pirates."""
    if version:
        print(f"kosmoport {__version__}")
        raise typer.Exit


@app.command()
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
    from kosmoport.terminal.playing import play_at_terminal

    seed = _seed(seed)
    rng = generator(seed << 32)
    if position is not None:
        table = _read(position, "position", load_position)
        if record is not None:
            raise BadInput("a game that begins at a position has no deal, so it cannot be recorded")
    else:
        game = _choose_game(language) if name is None else game_by_id(name)
        options = _options(game, players, option, calm=True)
        table = new_play(game, options, rng, _components(game, components))
    _check_seat(table, seat)
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
    from kosmoport.bots.registry import bot_maker

    make = bot_maker(name, table.game)

    def is_legal(seat: int, listed: Sequence[int], answer: int) -> bool:
        return table.game.reason(table.s, table.c, seat, answer) is None

    chairs = [
        Chair(table.game, table.options, table.components, p, (seed << 32) + 1 + p)
        for p in range(table.options["players"])
    ]
    bots = {chair.seat: Guarded(chair, make, is_legal) for chair in chairs}
    if sys.stderr.isatty() and hasattr(bots[0].bot, "warm_up"):
        print("Getting the bots ready; the very first time this takes half a minute.", file=sys.stderr)
    bots[0].warm_up()
    return bots


def _talk(table: Play, seat: int, language: str) -> Talk:
    words = table.game.words(language)
    names = seat_names(table.game, words, table.options["players"], seat)
    return Talk(table.game, words, names, print, input)


def _saver(table: Play, path: Path | None) -> Callable[[], None]:
    """Keeps the record up to date, whole at every moment."""
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
    words = GAMES[0].words(language)
    talk = Talk(GAMES[0], words, [], print, input)
    for number, game in enumerate(GAMES, start=1):
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
            for number, game in enumerate(GAMES, start=1):
                if line in (str(number), game.id, game.title.lower()):
                    return game
            talk.tell("no_such_number", n=len(GAMES))
    except Goodbye:
        talk.tell("goodbye")
        raise typer.Exit from None


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record")],
    seat: Annotated[int, typer.Option(help="whose eyes, counted from 0; -1 for a spectator")] = -1,
    position: Annotated[
        int | None, typer.Option(help="print the position after so many moves instead")
    ] = None,
    language: Language = "en",
) -> None:
    """Step through a record as seen by any seat."""
    from kosmoport.terminal.replaying import replay_at_terminal

    table = _read(file, "record", load_record)
    if seat != -1:
        _check_seat(table, seat)
    if position is not None:
        print(_position_after(table, position), end="")
        return
    replay_at_terminal(table, seat, _talk(table, seat, language), interactive=at_keyboard())


def at_keyboard() -> bool:
    """Is a person there to step through a replay?"""
    return sys.stdin.isatty()


def _position_after(table: Play, count: int) -> str:
    from kosmoport.terminal.replaying import after

    if not 0 <= count <= len(table.moves):
        raise BadInput(f"the record has positions 0 to {len(table.moves)}, not {count}")
    return dump_position(table.game, table.components, after(table, count).s)


@app.command()
def simulate(
    name: GameName,
    number: Annotated[int, typer.Option("-n", help="how many games", min=1)] = 10_000,
    players: Players = None,
    seed: Seed = 1,
    option: Settings = None,
    components: Components = None,
) -> None:
    """Play many random games on all cores and say how they went."""
    from kosmoport.lab.report import print_simulation, progress_bar
    from kosmoport.lab.simulate import simulate as run

    game = game_by_id(name)
    options, file = _options(game, players, option), _components(game, components)
    with progress_bar(f"{game.title}, {options['players']} players", number) as update:
        result = run(game, options, number, _seed(seed), components=file, progress=update)
    print_simulation(game, result)


@app.command()
def match(
    name: GameName,
    bots: Bots,
    deals: Deals = 100,
    seed: Seed = 1,
    option: Settings = None,
    components: Components = None,
    seconds: Seconds = 30.0,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    resume: Resume = False,
) -> None:
    """Bots against each other, one a seat: the same deals in every seat order."""
    from kosmoport.lab.match import count, match_of
    from kosmoport.lab.match_report import match_lines

    game = game_by_id(name)
    options, file = _given(option), _components(game, components)
    contest = match_of(game, bots, deals, seed=_seed(seed), options=options, components=file, seconds=seconds)
    out = out or Path(contest.file_name())
    played = _play_contest(contest, out, resume, workers, ray)
    _report([*match_lines(count(played)), "", f"The games are in {out}."], played)


@app.command()
def ladder(
    name: GameName,
    bots: Bots,
    players: Players = None,
    tables: Annotated[
        str | None, typer.Option(help="mixed (different bots) or pairs (two kinds of bots)")
    ] = None,
    deals: Deals = 20,
    seed: Seed = 1,
    option: Settings = None,
    components: Components = None,
    seconds: Seconds = 30.0,
    workers: Workers = None,
    ray: Ray = None,
    out: Out = None,
    plot: Annotated[Path | None, typer.Option(help="the plot", metavar="FILE.svg")] = None,
    resume: Resume = False,
) -> None:
    """Every bot against every other, with ratings and a plot."""
    from kosmoport.lab.ladder import count, ladder_of, openskill_models
    from kosmoport.lab.ladder_plot import check_plot, write_plot
    from kosmoport.lab.match_report import ladder_lines

    openskill_models()
    game = game_by_id(name)
    options, file = _given(option, players), _components(game, components)
    contest = ladder_of(
        game, bots, deals, tables=tables, seed=_seed(seed), options=options, components=file, seconds=seconds
    )
    out = out or Path(contest.file_name())
    plot = plot or out.with_suffix(".svg")
    check_plot(plot, resume)
    played = _play_contest(contest, out, resume, workers, ray)
    result = count(played)
    write_plot(result, plot)
    _report([*ladder_lines(result), "", f"The games are in {out}, the plot in {plot}."], played)


def _play_contest(contest: Contest, out: Path, resume: bool, workers: int | None, ray: str | None) -> Played:
    from kosmoport.lab.contest import play_contest
    from kosmoport.lab.report import progress_bar
    from kosmoport.lab.work import crew

    hands = crew(workers, ray, contest.modules())
    with progress_bar(contest.table.game.title, contest.deals * len(contest.seatings)) as update:
        return play_contest(contest, out=out, resume=resume, hands=hands, progress=update)


def _report(lines: list[str], played: Played) -> None:
    """Say how it went; whoever pressed Ctrl-C gets the code for it after the report."""
    print("\n".join(lines))
    raise typer.Exit(0 if played.complete else 130)


@app.command()
def balance(
    name: GameName,
    players: Players = None,
    bot: Annotated[
        str, typer.Option(help="the bot in every seat: a level, a bot, or MODULE:CLASS")
    ] = "greedy",
    number: Annotated[
        int | None,
        typer.Option("-n", help="how many deals; 1000 unless told, 200 of Kosmiczna Eskadra", min=1),
    ] = None,
    seed: Seed = 1,
    option: Settings = None,
    components: Annotated[
        Path | None, typer.Option(help="a component file to compare with the standard one", metavar="FILE")
    ] = None,
    seconds: Seconds = 30.0,
    workers: Workers = None,
    ray: Ray = None,
    out: Annotated[
        Path | None, typer.Option(help="the report; the games are put beside it", metavar="FILE.html")
    ] = None,
    resume: Resume = False,
) -> None:
    """Is a game fair, and what matters in it? A report on many games of one bot with itself."""
    from kosmoport.lab.balance.page import check_report, write_report
    from kosmoport.lab.balance.study import play_study, study_of
    from kosmoport.lab.report import progress_bar
    from kosmoport.lab.work import crew

    game = game_by_id(name)
    file = None if components is None else _components(game, components)
    options = _given(option, players)
    study = study_of(game, bot, number, seed=_seed(seed), options=options, components=file, seconds=seconds)
    out = out or Path(study.file_name())
    games = out.with_suffix(".jsonl")
    check_report(out, resume)
    hands = crew(workers, ray, study.contest.modules())
    with progress_bar(game.title, len(study.tasks())) as update:
        sample = play_study(study, out=games, resume=resume, hands=hands, progress=update)
    print("\n".join(write_report(sample, out, games)))
    raise typer.Exit(0 if sample.complete else 130)


@app.command()
def rules(
    name: GameName,
    components: Components = None,
    text: Annotated[bool, typer.Option("--text", help="print the rules page as well")] = False,
) -> None:
    """Show a game: credits, options, and its component data with the standing of every value."""
    from kosmoport.lab.pages import describe_game, rules_page

    game = game_by_id(name)
    print("\n".join(describe_game(game, _components(game, components))))
    if text:
        print(rules_page(game))


@app.command()
def cases(files: Annotated[list[Path], typer.Argument(metavar="FILE.yaml")]) -> None:
    """Run rule cases on the engine (the same as python -m kosmoport.cases)."""
    from kosmoport.cases import main as run

    raise typer.Exit(run([str(file) for file in files]))


@bench.command("engine")
def bench_engine(
    seconds: Annotated[float, typer.Option(help="seconds for each measurement", min=0.05)] = 1.0,
    rounds: Annotated[int, typer.Option(help="how often everything is measured in turn", min=1)] = 5,
) -> None:
    """Decisions a second of every game on one core, as ratios to OpenSpiel's goofspiel in the same run."""
    from kosmoport.lab.bench import print_engine_bench

    print_engine_bench(seconds, rounds)


@bench.command("search")
def bench_search(
    seconds: Annotated[float, typer.Option(help="seconds for each measurement", min=0.05)] = 1.0,
    rounds: Annotated[int, typer.Option(help="how often everything is measured in turn", min=1)] = 5,
) -> None:
    """Search iterations a second of every game on one core, beside OpenSpiel's search in the same run."""
    from kosmoport.lab.bench_search import print_search_bench

    print_search_bench(seconds, rounds)


@bench.command("vector")
def bench_vector(
    seconds: Annotated[float, typer.Option(help="seconds for each measurement", min=0.05)] = 1.0,
    rounds: Annotated[int, typer.Option(help="how often everything is measured in turn", min=1)] = 5,
) -> None:
    """Decisions a second of the vectorised environment, beside PettingZoo's loop on the same game."""
    from kosmoport.lab.bench_vector import print_vector_bench

    print_vector_bench(seconds, rounds)


def _seed(seed: int | None) -> int:
    if seed is None:
        return random.SystemRandom().randrange(SEED_LIMIT)
    if not 0 <= seed < SEED_LIMIT:
        raise BadInput(f"a seed must be a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    return seed


def _options(
    game: Game, players: int | None, settings: list[str] | None, calm: bool = False
) -> dict[str, Any]:
    return game.read_options((dict(game.calm) if calm else {}) | _given(settings, players))


def _given(settings: list[str] | None, players: int | None = None) -> dict[str, Any]:
    """The options of a command line by name."""
    given: dict[str, Any] = {}
    for setting in settings or []:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadInput(f"an option is given as NAME=VALUE, not {setting!r}")
        given[name.strip()] = value.strip()
    if players is not None:
        given["players"] = players
    return given


def _components(game: Game, path: Path | None) -> ComponentFile:
    return (
        game.standard_components
        if path is None
        else from_text(read_text(path), game.components.Data, str(path))
    )


def _check_seat(table: Play, seat: int) -> None:
    if not 0 <= seat < table.options["players"]:
        raise BadInput(f"a seat must be a number from 0 to {table.options['players'] - 1}, not {seat}")


def _read(path: Path, wanted: str, load: Callable[[Game, dict[str, Any]], Play]) -> Play:
    """A record or a position from a file."""
    data = read_json(path)
    kind, name = kind_and_game(data)
    if kind != wanted:
        raise BadInput(f"{path} is a {kind}, not a {wanted}")
    try:
        return load(game_by_id(name), data)
    except BadInput as error:
        raise BadInput(f"{path}: {error}") from None


if __name__ == "__main__":
    main()
