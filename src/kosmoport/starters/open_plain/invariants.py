"""Open Plain: what is true of every position and every deal."""

from collections.abc import Iterator

from kosmoport.starters.open_plain.rules import CARDS, Components, Deal, State


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    if not 0 <= s.turn < s.opt.players:
        yield f"turn is {s.turn}, which is no seat"
    if sorted(s.row) != list(range(1, CARDS + 1)):
        yield f"row must have each value from 1 to {CARDS} once"
    if not (0 <= s.left <= s.right <= CARDS) or s.right - s.left == 1:
        yield f"left is {s.left} and right is {s.right}, which cannot be (OP-4)"
        return
    taken = sum(s.row[: s.left]) + sum(s.row[s.right :])
    if min(s.score) < 0 or any(s.score[s.opt.players :]) or sum(s.score) != taken:
        yield f"score is {s.score}, and the cards taken are worth {taken}"


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    if not 0 <= d.first < s.opt.players:
        yield f"first is {d.first}, which is no seat"
    if sorted(d.row) != list(range(1, CARDS + 1)):
        yield f"row must have each value from 1 to {CARDS} once"
