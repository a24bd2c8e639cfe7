"""Open Dice: what is true of every position and every deal."""

from collections.abc import Iterator

from kosmoport.starters.open_dice.rules import FACES, GOAL, Components, Deal, State


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    if not 0 <= s.turn < s.opt.players:
        yield f"turn is {s.turn}, which is no seat"
        return
    if s.throwing not in (0, 1) or (s.throwing == 1 and s.score[s.turn] >= GOAL):
        yield f"throwing is {s.throwing}, and the die is thrown once at a time until the game is over"
    for p, points in enumerate(s.score):
        most = 0 if p >= s.opt.players else GOAL + FACES - 1 if p == s.turn else GOAL - 1
        if not 0 <= points <= most:
            yield f"score[{p}] is {points}, and can be at most {most} (OD-6)"
    if not 0 <= s.pot < max(1, GOAL - s.score[s.turn]):
        yield f"pot is {s.pot}, and with the points it cannot be {GOAL} (OD-6)"


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    if not 0 <= d.first < s.opt.players:
        yield f"first is {d.first}, which is no seat"
