"""Open Dice: what a seat may know; here that is everything (OD-8)."""

from kosmoport.core.layout import Event
from kosmoport.core.views import BySeat, Score, SeatView, Unshown
from kosmoport.core.words import Told
from kosmoport.starters.open_dice import rules
from kosmoport.starters.open_dice.rules import Components, State


class View(SeatView, frozen=True):
    """The table as one seat knows it."""

    to_act: tuple[int, ...]
    turn: Unshown[int]  # to_act says it
    throwing: Unshown[bool]
    pot: int
    scores: BySeat[Score]


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return View(
        seat=seat,
        players=s.opt.players,
        options={"players": s.opt.players},
        to_act=(s.turn,) if rules.to_act(s) else (),
        turn=s.turn,
        throwing=s.throwing == 1,
        pot=s.pot,
        scores=tuple(s.score[: s.opt.players]),
    )


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; the options are in `s.opt` already."""
    s.turn = known.turn
    s.throwing = int(known.throwing)
    s.pot = known.pot
    s.score[: known.players] = known.scores


def tell(s: State, c: Components, event: Event, seat: int) -> Told:
    """One event, which everybody learns."""
    code, player, number, _, _ = event
    return Told("threw" if code == rules.THREW else "scored", {"seat": player, "n": number})


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    lines = [Told("score", {"seat": p, "n": points}) for p, points in enumerate(known.scores)]
    return [*lines, Told("turn", {"seat": known.turn, "n": known.pot})]
