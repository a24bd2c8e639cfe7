"""Matches and ladders as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from kosmoport.lab.contest import Played
from kosmoport.lab.ladder import LadderResult
from kosmoport.lab.match import MatchResult
from kosmoport.lab.statistics import Estimate
from kosmoport.lab.tally import Standing, Tally, unfinished_deals

MOST_LINES = 20  # of one list; a bot may fail in as many ways as there are games

STANDING_HEADS = ("games", "first places", "fair share", "mean place", "mean points")


def match_lines(result: MatchResult) -> list[str]:
    """What a match says: every bot, every pair, everything that went wrong."""
    standings = result.standings()
    bots = [standing.bot for standing in standings]
    rows = [(standing.bot, *_standing_cells(standing)) for standing in standings]
    lines = _opening(result.played, result.tally)
    if rows:
        lines += ["", *table(("bot", *STANDING_HEADS), rows)]
    return [*lines, *_pairs(result.tally, bots), *_troubles(result.tally)]


def ladder_lines(result: LadderResult) -> list[str]:
    """What a ladder says; the strongest bot is first."""
    rows = []
    for rating in result.ratings:
        if (standing := result.tally.standing(rating.bot)) is not None:
            cells = _standing_cells(standing)
            rows.append((rating.bot, f"{rating.strength:.2f}", f"{rating.deviation:.2f}", *cells))
    lines = _opening(result.played, result.tally)
    if rows:
        lines += ["", *table(("bot", "rating", "deviation", *STANDING_HEADS), rows)]
    return [*lines, *_pairs(result.tally, [row[0] for row in rows]), *_troubles(result.tally)]


def _opening(played: Played, tally: Tally) -> list[str]:
    contest = played.contest
    what = (
        f"{contest.terms.game.title}, {contest.terms.options['players']} players, seed {contest.terms.seed}"
    )
    asked = contest.deals * len(contest.seatings)
    deals, seatings = _many(contest.deals, "deal"), _many(len(contest.seatings), "seating")
    lines = [f"{what}: {deals} x {seatings} = {_many(asked, 'game')}"]
    if not played.complete:
        lines.append(f"Interrupted after {_many(len(played.games), 'game')}; --resume goes on from there.")
    if some := unfinished_deals(played):
        lines.append(f"Not all games of {_many(some, 'deal')} are there, so seats are not quite balanced.")
    if len({game.deal for game in played.games}) > 1:
        lines.append("In brackets: 95 % intervals, clustered by deal.")
    elif tally.games:
        lines.append("One deal alone has no intervals.")
    return lines


def _standing_cells(standing: Standing) -> tuple[str, ...]:
    return (
        f"{standing.games:,}",
        percent(standing.wins),
        f"{100 * standing.fair:.1f} %",
        number(standing.place),
        number(standing.points),
    )


def _pairs(tally: Tally, bots: Sequence[str]) -> list[str]:
    """The pairwise table: the bot of the row before the bot of the column."""
    if len(bots) < 2:
        return []
    rows = []
    for bot in bots:
        pairs = [tally.pair(bot, other) for other in bots]
        rows.append((bot, *("-" if pair is None else percent(pair) for pair in pairs)))
    return ["", "Pairwise places, the row before the column:", *table(("", *bots), rows)]


def _troubles(tally: Tally) -> list[str]:
    """Faults of bots and games that came to nothing."""
    lines = []
    if tally.faults:
        rows = [(*kind, f"{times:,}") for kind, times in tally.faults.most_common(MOST_LINES)]
        lines += [
            "",
            "Faults, each a decision left to chance:",
            *table(("bot", "kind", "what", "times"), rows),
        ]
        lines += _more(len(tally.faults), "kinds of faults")
    if tally.failed:
        lines += ["", f"{_many(len(tally.failed), 'game')} failed, for nobody's good or harm:"]
        for game in tally.failed[:MOST_LINES]:
            lines.append(f"  deal {game.deal}, {' '.join(game.seats)}: {game.failed}")
        lines += _more(len(tally.failed), "games")
    return lines


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _more(count: int, what: str) -> list[str]:
    return [f"  and {count - MOST_LINES:,} more {what}"] if count > MOST_LINES else []


def percent(estimate: Estimate) -> str:
    """`61.2 % [57.1, 65.2]`"""
    return _with_interval(f"{100 * estimate.mean:.1f} %", estimate, 100, 1)


def number(estimate: Estimate) -> str:
    """`1.52 [1.45, 1.60]`"""
    return _with_interval(f"{estimate.mean:.2f}", estimate, 1, 2)


def _with_interval(mean: str, estimate: Estimate, scale: float, digits: int) -> str:
    if estimate.low is None or estimate.high is None:
        return mean
    return f"{mean} [{scale * estimate.low:.{digits}f}, {scale * estimate.high:.{digits}f}]"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns as wide as they need to be."""
    widths = [max(len(row[k]) for row in [heads, *rows]) for k in range(len(heads))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in [heads, *rows]
    ]
