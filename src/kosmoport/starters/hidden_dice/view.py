"""Hidden Dice: what a seat may know, built from nothing (HD-8)."""

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.layout import Event
from kosmoport.core.views import BySeat, Card, Cards, Hand, Score, SeatView, Unshown
from kosmoport.core.words import Told
from kosmoport.starters.hidden_dice import rules
from kosmoport.starters.hidden_dice.rules import ASIDE, CARDS, PLAYED, Components, State


class View(SeatView, frozen=True):
    """The table as one seat knows it."""

    to_act: tuple[int, ...]
    turn: Unshown[int]  # to_act says it
    left: int  # tricks to be settled
    worth: int  # of this trick; 0: the die has to be thrown
    hand: Hand[int]  # the seat's own; a spectator has none
    trick: BySeat[Card[int | None]]  # what each seat has laid
    played: Cards[int]  # cards of this trick and of those before
    scores: BySeat[Score]


def view(s: State, c: Components, seat: int) -> View:
    """What this seat knows."""
    return View(
        seat=seat,
        players=s.opt.players,
        options={"players": s.opt.players},
        to_act=(s.turn,) if rules.to_act(s) else (),
        turn=s.turn,
        left=s.left,
        worth=s.worth,
        hand=() if seat == SPECTATOR else _cards_of(s, seat),
        trick=tuple(card or None for card in s.trick[: s.opt.players]),
        played=_cards_of(s, PLAYED),
        scores=tuple(s.score[: s.opt.players]),
    )


def _cards_of(s: State, holder: int) -> tuple[int, ...]:
    return tuple(card + 1 for card in range(CARDS) if s.holder[card] == holder)


def restore(s: State, c: Components, known: View) -> None:
    """A state with this view; what is unknown is anything it may be (the options are in `s.opt` already)."""
    s.turn = known.turn
    s.left = known.left
    s.worth = known.worth
    s.trick[: known.players] = [card or 0 for card in known.trick]
    s.score[: known.players] = known.scores
    s.holder[:] = [ASIDE] * CARDS
    for holder, cards in ((PLAYED, known.played), (known.seat, known.hand)):
        for card in cards:
            s.holder[card - 1] = holder
    unseen = [card for card in range(CARDS) if s.holder[card] == ASIDE]
    for p, laid in enumerate(known.trick):
        if p != known.seat:
            for _ in range(known.left - (laid is not None)):
                s.holder[unseen.pop()] = p


def tell(s: State, c: Components, event: Event, seat: int) -> Told:
    """One event; everybody sees a card that is laid."""
    code, a, b, _, _ = event
    if code == rules.THREW:
        return Told("threw", {"n": a})
    return Told("laid", {"seat": a, "card": b}) if code == rules.LAID else Told("took", {"seat": a, "n": b})


def account(known: View) -> list[Told]:
    """The table in sentences, for a terminal or a screen reader."""
    lines = [Told("score", {"seat": p, "n": points}) for p, points in enumerate(known.scores)]
    lines += [Told("laid", {"seat": p, "card": card}) for p, card in enumerate(known.trick) if card]
    if known.hand:
        lines.append(Told("hand", {"cards": known.hand}))
    if known.to_act:
        lines.append(Told("turn", {"seat": known.turn, "n": known.left, "points": known.worth}))
    return lines
