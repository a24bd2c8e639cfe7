"""Open Plain: what a seat may know; here that is everything (OP-6)."""

from kosmoport.core.layout import Event
from kosmoport.core.views import BySeat, Cards, Score, SeatView, Unshown
from kosmoport.core.words import Told
from kosmoport.starters.open_plain import rules
from kosmoport.starters.open_plain.rules import Components, State

ENDS = ("left", "right")


class View(SeatView, frozen=True):
    """The table as one seat knows it."""

    to_act: tuple[int, ...]
    turn: Unshown[int]  # to_act says it
    taken: Cards[int]  # from the left end, as they lay there
    row: Cards[int]
    taken_right: Cards[int]  # from the right end, as they lay there
    scores: BySeat[Score]


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return View(
        seat=seat,
        players=s.opt.players,
        options={"players": s.opt.players},
        to_act=() if rules.is_over(s) else (s.turn,),
        turn=s.turn,
        taken=tuple(s.row[: s.left]),
        row=tuple(s.row[s.left : s.right]),
        taken_right=tuple(s.row[s.right :]),
        scores=tuple(s.score[: s.opt.players]),
    )


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; the options are in `s.opt` already."""
    s.turn = known.turn
    s.left = len(known.taken)
    s.right = s.left + len(known.row)
    s.row[:] = [*known.taken, *known.row, *known.taken_right]
    s.score[: known.players] = known.scores


def tell(s: State, c: Components, event: Event, seat: int) -> Told:
    """One event, which everybody learns."""
    _, player, card, end, _ = event
    return Told("took", {"seat": player, "card": card, "end": ENDS[end]})


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    lines = [Told("score", {"seat": p, "n": points}) for p, points in enumerate(known.scores)]
    if known.to_act:
        lines.append(Told("turn", {"seat": known.turn, "row": known.row}))
    return lines
