"""Hidden Plain: what is true of every position and every deal."""

from collections.abc import Iterator

from kosmoport.starters.hidden_plain.rules import CARDS, HAND, PLAYED, Components, Deal, State


def problems(s: State, c: Components) -> Iterator[str]:
    """What is wrong with this position; nothing if it can occur."""
    players = s.opt.players
    if not 0 <= s.turn < players:
        yield f"turn is {s.turn}, which is no seat"
        return
    if not 0 <= s.left <= HAND or s.left == 1:
        yield f"left is {s.left}, which cannot be (HP-5)"
    if min(s.score) < 0 or any(s.score[players:]) or sum(s.score) != HAND - s.left:
        yield f"score is {s.score}, and {HAND - s.left} tricks are settled"
    laid = [p for p in range(len(s.trick)) if s.trick[p] != 0]
    if sorted((s.turn - 1 - k) % players for k in range(len(laid))) != laid or s.trick[s.turn] != 0:
        yield f"trick is {s.trick}, and it is the turn of seat {s.turn} (HP-2)"
    if any(not 0 < s.trick[p] <= CARDS or s.holder[s.trick[p] - 1] != PLAYED for p in laid):
        yield f"trick is {s.trick}, and such cards have not been played"
    if len({s.trick[p] for p in laid}) < len(laid) or (laid and s.left == 0):
        yield f"trick is {s.trick}, which cannot be"
    for p in range(players):
        if s.holder.count(p) != s.left - (p in laid):
            yield f"holder has {s.holder.count(p)} cards in the hand of seat {p}, with {s.left} tricks to go"
    if s.holder.count(PLAYED) != (HAND - s.left) * players + len(laid):
        yield f"holder has {s.holder.count(PLAYED)} cards that were played"
    if not all(0 <= holder < players or holder in (PLAYED - 1, PLAYED) for holder in s.holder):
        yield "holder has somebody who does not play"


def deal_problems(s: State, c: Components, d: Deal) -> Iterator[str]:
    """What is wrong with a deal read from a file."""
    if not 0 <= d.first < s.opt.players:
        yield f"first is {d.first}, which is no seat"
    if sorted(d.deck) != list(range(CARDS)):
        yield f"deck must have each number from 0 to {CARDS - 1} once"
