"""The report of a study: one HTML file without anything from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path, PurePath

from kosmoport import __version__
from kosmoport.core.components import flatten, show
from kosmoport.core.errors import BadInput
from kosmoport.files import refuse_existing, write_whole
from kosmoport.lab.balance.figures import Row, Sheet, estimate, margin
from kosmoport.lab.balance.study import Sample, WatchedGame
from kosmoport.lab.balance.style import STYLE
from kosmoport.lab.balance.tables import (
    bar_cell,
    cell,
    distribution,
    fairness_plot,
    figure_cell,
    figure_table,
    label,
    line,
    table,
)
from kosmoport.lab.balance.words import command, given_options, in_short, plain, quartiles, report_lines
from kosmoport.lab.plots import require_matplotlib

MOST_LINES = 20  # of a list of troubles

FAIRNESS = (
    "The same bot sits in every seat, so a seat that wins more than its fair share owes it to the game."
    " A shared win counts in parts. Where nothing is said, a figure is within noise of what is fair."
)
RULES = (
    "How often something happens in a game, all players together, and in how many of the games it "
    "happens at all."
)
INTERVALS = (
    "Small numbers beside or below a value are its 95 % interval: of means by Student’s distribution, "
    "of shares by Wilson’s formula. <em>Beyond noise</em> is what would stand out even as the most "
    "extreme of all figures in this report. <em>Perhaps</em> is what is only outside its own interval; "
    "of twenty figures one is so by chance. These are games between bots: people may play otherwise."
)
DIFFERENCES = (
    "A difference is the mean, over all deals, of a game with the changed components less one with the "
    "standard ones, from the same shuffle, dice and bots as far as the components allow. Differences of"
    " shares are in percentage points (pp), with the intervals of Agresti and Min."
)


def check_report(path: Path, again: bool) -> None:
    """Can the report be written into this file? It may be written anew only when asked for."""
    require_matplotlib()
    if path.suffix != ".html":
        raise BadInput(f"the report is an HTML file, so {path} must end in .html")
    if path.exists() and not again:
        raise BadInput(f"{path} exists already; give another name with --out, or go on with it by --resume")
    if not path.exists():
        refuse_existing(path)


def write_report(sample: Sample, path: Path, games: Path) -> list[str]:
    """Write the report, whole or not at all; returns what it says in short, for a terminal."""
    if sample.deals == 0:
        return ["No deal was finished, so there is no report."]
    sheet = estimate(sample)
    write_whole(path, Report(sample, sheet, games.name).html())
    return report_lines(sample, sheet, path, games)


class Report:
    """The report of finished games; `html` is the whole file."""

    def __init__(self, sample: Sample, sheet: Sheet, lines_file: str) -> None:
        self.sample, self.sheet, self.lines_file = sample, sheet, lines_file
        self.study, self.game = sample.study, sample.study.game
        self.watch = self.game.watch
        self.compared = self.study.changed is not None
        self.columns = ["standard", "changed"] if self.compared else ["mean"]
        self.games = dict(zip(self.columns, sample.games.values(), strict=True))

    def html(self) -> str:
        title = f"Balance of {self.game.title}"
        sections = (self.changes, self.winners, self.points, self.length, self.rules, self.troubles)
        body = "".join(part for section in (*sections, self.making) for part in section())
        return (
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
            f"{self.head(title)}<main>\n{body}</main>\n{self.foot()}</body>\n</html>\n"
        )

    @property
    def file(self) -> str:
        """The name of the component file, without its folder."""
        return PurePath(self.study.changed.name).name if self.study.changed else ""

    # ------------------------------------------------------------ head and foot

    def head(self, title: str) -> str:
        facts = "".join(f"<li>{fact}</li>" for fact in self.facts())
        short = "".join(f"<li>{escape(sentence)}</li>" for sentence in in_short(self.sample, self.sheet))
        credits = f"A game by {' and '.join(self.game.authors)}. {self.game.publisher}."
        return (
            f'<header>\n<h1>{escape(title)}</h1>\n<p class="credits">{escape(credits)}</p>\n'
            f'<ul class="facts">{facts}</ul>\n'
            '<section class="short" aria-labelledby="short">\n<h2 id="short">In short</h2>\n'
            f"<ul>{short}</ul>\n</section>\n</header>\n"
        )

    def facts(self) -> Iterator[str]:
        """What was played."""
        yield f"<b>{self.study.options['players']}</b> players"
        yield f"<b>{self.sample.deals:,}</b> {'deals' if self.compared else 'games'}"
        yield f"the bot <b>{escape(self.study.bot)}</b> in every seat"
        yield f"seed <b>{self.study.seed}</b>"
        for name, value in given_options(self.study).items():
            yield f"option {escape(name)} = <b>{escape(show(value))}</b>"
        if self.compared:
            yield f"each deal with the standard components and as changed by <b>{escape(self.file)}</b>"

    def foot(self) -> str:
        game = self.game
        return (
            f"<footer><p>{escape(game.title)}: {escape(', '.join(game.authors))} ({escape(game.publisher)}). "
            "The game belongs to its authors and publishers; this report is about how it plays."
            "</p></footer>\n"
        )

    # ------------------------------------------------------------ sections

    def changes(self) -> Iterator[str]:
        """What the component file changes: values, and what comes of it."""
        if self.study.changed is None:
            return
        yield f'<h2 id="changes">What {escape(self.file)} changes</h2>\n'
        before = dict(flatten(self.game.standard_components.tables))
        after = dict(flatten(self.study.changed.tables))
        paths = [path for path in {**before, **after} if before.get(path) != after.get(path)]
        if not paths:
            yield "<p>Every value is that of the standard components.</p>\n"
            return
        lines = (
            line(f"<code>{escape(path)}</code>", _value(before, path), _value(after, path)) for path in paths
        )
        yield table(f"Values that differ: {len(paths)}", ["value", *self.columns], lines)
        if self.sheet.changes:
            caption = "Figures that differ beyond noise, the surest first"
            yield figure_table(caption, "figure", self.sheet.changes, self.columns, mixed=True)

    def winners(self) -> Iterator[str]:
        """Seats, and places in the order of turns."""
        sheet, order = self.sheet, "place in the order of turns"
        marks = self.columns if self.compared else ["share of the wins"]
        yield f'<h2 id="wins">Who wins</h2>\n<p>{FAIRNESS}</p>\n'
        yield '<div class="plots">\n' + fairness_plot("seats", "Wins by seat", sheet.seat_wins, marks)
        if sheet.place_wins:
            yield fairness_plot("places", f"Wins by {order}", sheet.place_wins, marks)
        yield "</div>\n"
        yield from self.fairness("seat", sheet.seat_wins, sheet.seat_points)
        if sheet.place_wins:
            yield from self.fairness(order, sheet.place_wins, sheet.place_points)

    def fairness(self, what: str, wins: Sequence[Row], points: Sequence[Row]) -> Iterator[str]:
        """Wins and points in one table, or in two where components are compared."""
        unit = self.watch.points_are
        if self.compared:
            yield figure_table(f"Share of the wins by {what}", what, wins, self.columns)
            yield figure_table(f"Mean {unit} by {what}", what, points, self.columns)
            return
        pairs = zip(wins, points, strict=True)
        lines = (line(label(win), figure_cell(win), figure_cell(mine)) for win, mine in pairs)
        yield table(f"Wins and {unit} by {what}", [what, "share of the wins", f"mean {unit}"], lines)

    def points(self) -> Iterator[str]:
        """How points are spread, and how far the best is ahead."""
        unit = self.watch.points_are
        scores = {name: [p for one in games for p in one.points] for name, games in self.games.items()}
        leads = {name: [margin(one) for one in games] for name, games in self.games.items()}
        yield f'<h2 id="points">{escape(unit.capitalize())}</h2>\n<div class="plots">\n'
        yield distribution("spread", f"{unit.capitalize()}, all seats", unit, scores)
        yield distribution("lead", "Lead of the best over the next", unit, leads)
        yield "</div>\n" + figure_table("On average", "", self.sheet.points, self.columns)
        heads = ["", "least", "a quarter below", "half below", "a quarter above", "most"]
        lines = (line("" if not self.compared else name, *_spread(values)) for name, values in scores.items())
        yield table(f"{unit.capitalize()}, all seats: how they are spread", heads, lines)

    def length(self) -> Iterator[str]:
        yield '<h2 id="length">Length</h2>\n'
        unit = self.watch.lengths[0].label if self.watch.lengths else "decisions"
        values = {name: [self.length_of(one) for one in games] for name, games in self.games.items()}
        different = {value for column in values.values() for value in column}
        if len(different) > 1:
            yield distribution("lengths", f"{unit.capitalize()} in a game", unit, values)
        else:
            yield f"<p>Every game has {plain(different.pop())} {unit}.</p>\n"
        yield figure_table("Mean length of a game", "", self.sheet.lengths, self.columns)

    def length_of(self, one: WatchedGame) -> float:
        return one.counts[self.watch.lengths[0].id] if self.watch.lengths else one.decisions

    def rules(self) -> Iterator[str]:
        """How often each rule matters."""
        often, games, what = self.sheet.often, self.sheet.games, "what happens"
        if not games:
            return
        yield (
            f'<h2 id="rules">How often each rule matters</h2>\n<p>{RULES} Numbers such as '
            f"{escape(games[0].figure.rule)} are those of the rules page "
            f"(<code>kosmoport rules {escape(self.game.id)} --text</code>).</p>\n"
        )
        if self.compared:
            yield figure_table("How often in a game", what, often, self.columns)
            yield figure_table("Games in which it happens", what, games, self.columns)
            return
        means = {row.figure.label: figure_cell(row) for row in often}
        lines = (
            line(label(row), means.get(row.figure.label, cell("–")), bar_cell(row.estimates[0]))
            for row in games
        )
        yield table("What happens", [what, "times in a game", "games in which it happens"], lines)

    def troubles(self) -> Iterator[str]:
        """Faults of the bot and games that came to nothing."""
        faults = Counter(
            f"{f.kind}: {f.what}" for games in self.games.values() for one in games for f in one.faults
        )
        if faults:
            yield '<h2 id="faults">Faults of the bot</h2>\n'
            yield _list("Each fault is a decision left to chance", "fault", faults)
        if self.sample.failed:
            yield '<h2 id="failed">Games that failed</h2>\n'
            yield _list(
                "They count for nothing", "why", Counter(str(one.failed) for one in self.sample.failed)
            )

    def making(self) -> Iterator[str]:
        """How to do it again, and what the numbers mean."""
        yield (
            f'<h2 id="making">How this was made</h2>\n<p>Kosmoport {__version__}, rules version '
            f"{self.game.version}. What happened in every game stands in "
            f"<code>{escape(self.lines_file)}</code>, a line for each. The same games again:</p>\n"
            f"<pre><code>{escape(command(self.study, self.file))}</code></pre>\n<p>{INTERVALS}</p>\n"
        )
        if self.compared:
            yield f"<p>{DIFFERENCES}</p>\n"


def _value(values: Mapping[str, object], path: str) -> str:
    return cell(escape(show(values[path])) if path in values else "–")


def _spread(values: Sequence[float]) -> Iterator[str]:
    return (cell(plain(value)) for value in (min(values), *quartiles(values), max(values)))


def _list(caption: str, what: str, counts: Counter[str]) -> str:
    lines = [line(escape(text), cell(f"{count:,}")) for text, count in counts.most_common(MOST_LINES)]
    if rest := counts.most_common()[MOST_LINES:]:
        lines.append(line("others", cell(f"{sum(count for _, count in rest):,}")))
    return table(caption, [what, "times"], lines)
