"""The words rules and everybody else share: special seats, common reasons, the win, and `emit`.

Rules may import from here: `emit` is a statement that the compiled rules leave out.
"""

SPECTATOR = -1  # the seat of somebody who knows only what is public
CHANCE = -2  # the "seat" that applies dice
NOBODY = -1  # no owner, no winner, no card

OK = 0  # why_not: the action is legal
OVER = 1  # the game has ended
NOT_YOUR_TURN = 2
UNKNOWN = 3  # no action has this number
COMMON_REASONS = ("ok", "over", "turn", "unknown")

WHOLE_WIN = 60  # returns are exact: sixtieths of the win, so that 2 to 6 seats can share it

MAX_SEATS = 5


def emit(s, event, a=0, b=0, c=0, d=0):  # type: ignore[no-untyped-def]
    """Tell what happened: a code and up to four numbers, kept beside the plain state until collected."""
    s.happened.append((event, a, b, c, d))
