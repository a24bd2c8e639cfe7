"""Commands for many games: simulate, match, ladder, balance."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kosmoport.cli.asking import (
    Components,
    GameName,
    Players,
    Seed,
    Settings,
    given_options,
    read_components,
    read_options,
    read_seed,
)

if TYPE_CHECKING:
    from kosmoport.lab.contest import Contest, Played

Bots = Annotated[list[str], typer.Argument(metavar="BOT", help="levels, bots, or MODULE:CLASS")]
Deals = Annotated[int, typer.Option(help="how many deals", min=1)]
Seconds = Annotated[float, typer.Option(help="the time limit of a decision")]
Workers = Annotated[int | None, typer.Option(help="processes at a time; all cores unless told", min=1)]
Ray = Annotated[str | None, typer.Option(help="local, or the address of a Ray cluster", metavar="ADDRESS")]
Out = Annotated[Path | None, typer.Option(help="the results, as JSON Lines", metavar="FILE.jsonl")]
Resume = Annotated[bool, typer.Option("--resume", help="go on with results that are there already")]


def simulate(
    name: GameName,
    number: Annotated[int, typer.Option("-n", help="how many games", min=1)] = 10_000,
    players: Players = None,
    seed: Seed = 1,
    option: Settings = None,
    components: Components = None,
) -> None:
    """Play many random games on all cores and say how they went."""
    from kosmoport.games import game_by_id
    from kosmoport.lab.report import print_simulation, progress_bar
    from kosmoport.lab.simulate import simulate as run

    game = game_by_id(name)
    options, file = read_options(game, players, option), read_components(game, components)
    with progress_bar(f"{game.title}, {options['players']} players", number) as update:
        result = run(game, options, number, read_seed(seed), components=file, progress=update)
    print_simulation(game, result)


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
    from kosmoport.games import game_by_id
    from kosmoport.lab.match import count, match_of
    from kosmoport.lab.match_report import match_lines

    game = game_by_id(name)
    options, file = given_options(option), read_components(game, components)
    contest = match_of(
        game, bots, deals, seed=read_seed(seed), options=options, components=file, seconds=seconds
    )
    out = out or Path(contest.file_name())
    played = _play_contest(contest, out, resume, workers, ray)
    _report([*match_lines(count(played)), "", f"The games are in {out}."], played)


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
    from kosmoport.games import game_by_id
    from kosmoport.lab.ladder import count, ladder_of, openskill_models
    from kosmoport.lab.ladder_plot import check_plot, write_plot
    from kosmoport.lab.match_report import ladder_lines

    openskill_models()
    game = game_by_id(name)
    options, file = given_options(option, players), read_components(game, components)
    contest = ladder_of(
        game,
        bots,
        deals,
        tables=tables,
        seed=read_seed(seed),
        options=options,
        components=file,
        seconds=seconds,
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
    with progress_bar(contest.terms.game.title, contest.deals * len(contest.seatings)) as update:
        return play_contest(contest, out=out, resume=resume, hands=hands, progress=update)


def _report(lines: list[str], played: Played) -> None:
    """Say how it went; whoever pressed Ctrl-C gets the code for it after the report."""
    print("\n".join(lines))
    raise typer.Exit(0 if played.complete else 130)


def balance(
    name: GameName,
    players: Players = None,
    bot: Annotated[
        str, typer.Option(help="the bot in every seat: a level, a bot, or MODULE:CLASS")
    ] = "greedy",
    number: Annotated[
        int | None,
        typer.Option("-n", help="how many deals; 1000 unless told, 200 where places cannot be listed", min=1),
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
    from kosmoport.games import game_by_id
    from kosmoport.lab.balance.page import check_report, write_report
    from kosmoport.lab.balance.study import play_study, study_of
    from kosmoport.lab.report import progress_bar
    from kosmoport.lab.work import crew

    game = game_by_id(name)
    file = None if components is None else read_components(game, components)
    options = given_options(option, players)
    study = study_of(
        game, bot, number, seed=read_seed(seed), options=options, components=file, seconds=seconds
    )
    out = out or Path(study.file_name())
    games = out.with_suffix(".jsonl")
    check_report(out, resume)
    hands = crew(workers, ray, study.contest.modules())
    with progress_bar(game.title, len(study.tasks())) as update:
        sample = play_study(study, out=games, resume=resume, hands=hands, progress=update)
    print("\n".join(write_report(sample, out, games)))
    raise typer.Exit(0 if sample.complete else 130)
