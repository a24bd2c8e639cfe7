"""What a game is to everybody else: the file to read first.

A game is functions over three records: the state `s`, the components `c` (what is printed on cardboard) and
the deal `d` (everything that was drawn before the game). Rules keep nothing elsewhere, and chance comes in
from outside: a deal and a list of moves are the whole game. Rules, scoring and hidden information are written
in a small subset of Python (`engine/subset.py`) that is also compiled; views, words and the rest are not.

Each protocol is a file of a game's folder, or a part of one; `core/game.py` bundles them into one `Game`.
Those that begin with "Only" are for games that need them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from kosmoport.core.chance import Rng
from kosmoport.core.layout import Event, Record, int8
from kosmoport.core.messages import Kinds
from kosmoport.core.views import SeatView
from kosmoport.core.words import Counted, Told

Seat: TypeAlias = int  # 0 is the first; SPECTATOR and CHANCE are seats in some places
Seats: TypeAlias = int  # a set of seats, a bit for each
Pose: TypeAlias = tuple[int, int, int]  # a place on the table and an angle
Action: TypeAlias = int  # the number of an action; it names a slot, not a value

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

FARTHEST = 20000  # tenths of a millimetre: a pose is at most 2 m from the centre, farther than every table
FULL_TURN = 360  # degrees


class BaseOptions(Record):
    """What was agreed before the game; a game adds a field for each of its options."""

    players: int8


class BaseState(Record):
    """A position, whole; a game adds its fields."""

    opt: BaseOptions


def emit(s: BaseState, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Tell what happened, in full: a code and up to four numbers. The compiled rules leave it out."""
    s.happened.append((event, a, b, c, d))


S_co = TypeVar("S_co", bound=BaseState, covariant=True)
C_co = TypeVar("C_co", bound=Record, covariant=True)
D_co = TypeVar("D_co", bound=Record, covariant=True)
S_in = TypeVar("S_in", bound=BaseState, contravariant=True)
C_in = TypeVar("C_in", bound=Record, contravariant=True)
D_in = TypeVar("D_in", bound=Record, contravariant=True)
V = TypeVar("V", bound=SeatView)
V_co = TypeVar("V_co", bound=SeatView, covariant=True)
V_in = TypeVar("V_in", bound=SeatView, contravariant=True)


# ---------------------------------------------------------------- in the subset, compiled as they stand


class Schema(Protocol[S_co, C_co, D_co]):
    """`schema.py`: the numbers of the rules as words, and the records."""

    @property
    def State(self) -> type[S_co]: ...  # noqa: N802 # classes and constants of the file
    @property
    def Components(self) -> type[C_co]: ...  # noqa: N802
    @property
    def Deal(self) -> type[D_co]: ...  # noqa: N802
    @property
    def ACTIONS(self) -> int: ...  # noqa: N802
    @property
    def MAX_LEGAL(self) -> int: ...  # noqa: N802


class Rules(Protocol[S_in, C_in, D_in]):
    """`rules.py`: how the game goes."""

    def deal(self, s: S_in, c: C_in, rng: Rng, d: D_in, /) -> None:
        """Draw everything random of the set-up into `d`; of `s` only `s.opt` is there."""

    def setup(self, s: S_in, c: C_in, d: D_in, /) -> None:
        """The first position, from `s.opt` and `d`, in a state that is 0 everywhere else."""

    def is_over(self, s: S_in, /) -> bool:
        """Has the game ended?"""

    def to_act(self, s: S_in, /) -> Seats:
        """The seats that have to decide now; several when they decide at the same time."""

    def legal_actions(self, s: S_in, c: C_in, seat: Seat, out: list[int], /) -> int:
        """List the seat's actions in `out` and return how many; 0 for whoever is not to act."""

    def why_not(self, s: S_in, c: C_in, seat: Seat, action: Action, /) -> int:
        """OK, or why not; for any seat and number whatever."""

    def apply(self, s: S_in, c: C_in, seat: Seat, action: Action, /) -> None:
        """Do a legal action."""


class Scoring(Protocol[S_in, C_in]):
    """`scoring.py`: what it is worth."""

    def scores(self, s: S_in, c: C_in, out: list[int], /) -> None:
        """The points of every seat."""

    def returns(self, s: S_in, c: C_in, out: list[int], /) -> None:
        """Every seat's share of the win in sixtieths."""


class Hidden(Protocol[S_in, C_in]):
    """`hidden.py`: what a seat cannot know, and what it knows as numbers."""

    @property
    def OBSERVATION(self) -> int: ...  # noqa: N802 # numbers

    def redeal_unseen(self, s: S_in, c: C_in, seat: Seat, rng: Rng, /) -> None:
        """Replace what the seat cannot know by anything it may be."""

    def observe(self, s: S_in, c: C_in, seat: Seat, out: list[int], /) -> None:
        """What the seat knows as OBSERVATION numbers, seats counted from its own."""


class Dice(Protocol[S_in, C_in]):
    """Only with chance after the deal: dice, or cards drawn from a pack that somebody holds."""

    def chance_due(self, s: S_in, /) -> bool:
        """Does one have to be thrown now? Then nobody is to act."""

    def roll(self, s: S_in, c: C_in, rng: Rng, /) -> Action:
        """The outcome; it is applied as an action of the seat CHANCE."""


class Poses(Protocol[S_in, C_in]):
    """Only where actions cannot be listed: `legal_actions` gives kinds, a place on the table is missing."""

    def complete_action(self, s: S_in, c: C_in, seat: Seat, action: Action, rng: Rng, /) -> Action:
        """Make a whole action of a listed kind, at random."""


class LatticeRules(Protocol[S_in, C_in]):
    """Only with a lattice: which of its poses are free, in the subset."""

    def lattice_taken(self, s: S_in, /) -> int:
        """How many poses are taken; 0 whenever all are free again."""

    def pose_is_free(self, s: S_in, c: C_in, first: int, x: int, y: int, rot: int, /) -> bool:
        """Is this one free, for all that was taken from number `first` on?"""

    def lattice_action(self, s: S_in, c: C_in, x: int, y: int, rot: int, last: bool, /) -> Action:
        """What choosing it does, or -1 where it is not legal; the last pose always is."""


class Haste(Protocol[S_in]):
    """Only where whoever is faster goes first."""

    def seat_to_play(self, s: S_in, rng: Rng, /) -> Seat:
        """Which of the seats that may act does so next in random play."""


class Thumbs(Protocol[S_in, C_in]):
    """`thumbs.py`: rules of thumb for bots; `engine/drivers/no_thumbs.py` lists what else may stand there."""

    def worth(self, s: S_in, c: C_in, seat: Seat, action: Action, /) -> int:
        """How good an action looks to the seat, by what it knows; a hundred more is clearly better."""


# ---------------------------------------------------------------- ordinary Python


class ComponentData(Protocol[C_in]):
    """`components.py`: the shape of `components.toml`, and how it is laid out for the rules."""

    @property
    def Data(self) -> type[Any]: ...  # noqa: N802

    def fill(self, c: C_in, data: Any, /) -> None:
        """Write the data into the record that rules read."""


class Views(Protocol[S_in, C_in, V]):
    """`view.py`: what a seat may know, built field by field from nothing."""

    @property
    def View(self) -> type[V]: ...  # noqa: N802

    def view(self, s: S_in, c: C_in, seat: Seat, /) -> V:
        """What this seat knows; for a spectator, what is public."""

    def restore(self, s: S_in, c: C_in, known: V, /) -> None:
        """The way back: a state with this view, and anything possible where the view is silent."""

    def tell(self, s: S_in, c: C_in, event: Event, seat: Seat, /) -> Told | None:
        """One event as this seat learns it, or None."""

    def account(self, known: V, /) -> Sequence[Told]:
        """The table in sentences, for a terminal or a screen reader."""


class SharedViews(Protocol[S_in, C_in, V_co]):
    """Only where much of a view is the same for all: built once."""

    def views(self, s: S_in, c: C_in, seats: Sequence[Seat], /) -> Sequence[V_co]:
        """What each of these seats knows."""


class Forgetting(Protocol[V]):
    """Only with an option `memory_aids`."""

    def forget(self, known: V, /) -> V:
        """The same view without what only a good memory would know."""


class Actions(Protocol[V_in]):
    """`actions.py`: actions as ids with parameters, and back; the reasons for refusing one."""

    @property
    def REASONS(self) -> Sequence[str]: ...  # noqa: N802 # ids of the reasons of `why_not`, from 4 on
    @property
    def RULES(self) -> Mapping[str, Sequence[str]]: ...  # noqa: N802 # the rules behind each reason

    def describe(self, view: V_in, action: Action, /) -> Told:
        """An action as an id with parameters, for somebody with this view."""

    def encode(self, view: V_in, act: Told, /) -> Action:
        """The number of an action; Refused where the parameters name nothing."""


class Messages(Protocol):
    """`messages.py`: actions, events and outcomes as types; the games of the box have them."""

    @property
    def ACTIONS(self) -> Kinds[Any]: ...  # noqa: N802
    @property
    def EVENTS(self) -> Kinds[Any]: ...  # noqa: N802
    @property
    def OUTCOMES(self) -> Kinds[Any]: ...  # noqa: N802


class Outcomes(Protocol[S_in, C_in]):
    """Only with dice whose outcomes are not just numbers: outcomes as ids with parameters, and back."""

    def describe_chance(self, s: S_in, c: C_in, outcome: Action, /) -> Told: ...

    def encode_chance(self, s: S_in, c: C_in, told: Told, /) -> Action: ...


class Invariants(Protocol[S_in, C_in, D_in]):
    """`invariants.py`: what is true of every position and every deal."""

    def problems(self, s: S_in, c: C_in, /) -> Iterator[str]:
        """What is wrong with a position; nothing if it can occur."""

    def deal_problems(self, s: S_in, c: C_in, d: D_in, /) -> Iterator[str]:
        """What is wrong with a deal read from a file."""


class Counting(Protocol[V_in]):
    """`counting.py`: the result step by step, as the rulebook counts it."""

    def count(self, view: V_in, /) -> Sequence[Counted]:
        """From the last view."""


class CountingTold(Protocol[V_in]):
    """Only where the last view does not say how the result came about."""

    def count_told(self, view: V_in, told: Sequence[Told], /) -> Sequence[Counted]:
        """From the last view and all that was told."""


class Hints(Protocol[S_in, C_in, V_in]):
    """`hints.py`: why an action may be good, in words that are true of what a seat sees."""

    @property
    def REASONS(self) -> Sequence[str]: ...  # noqa: N802 # ids of all that `reason` may say

    def reason(self, s: S_in, c: C_in, known: V_in, action: Action, /) -> Told | None: ...


class Alike(Protocol[V_in]):
    """Only where several actions are much the same advice."""

    def alike(self, known: V_in, action: Action, other: Action, /) -> bool: ...


class Tracing(Protocol[C_in, V_in]):
    """Only where what will be struck can be seen before a card is laid (`requests.Aim`)."""

    def lines_from(
        self, c: C_in, known: V_in, x: int, y: int, rot: int, /
    ) -> tuple[tuple[Told, ...], Told | None, tuple[str, ...]]:
        """What it would meet, why it may not lie there, and the rules behind it; ids of section `aim`."""


class Referee(Protocol):
    """`referee.py`, only where a table of cardboard can be judged: it comes and goes as JSON."""

    @property
    def RefereeTable(self) -> type[Any]: ...  # noqa: N802
    @property
    def Judged(self) -> type[Any]: ...  # noqa: N802 # `before` and `after` are views of a spectator

    @property
    def EXAMPLE(self) -> Mapping[str, Any]: ...  # noqa: N802 # a table

    def judge(self, table: Any, /) -> Any:
        """What comes of a table; BadInput where it cannot be."""


class Lattice(Protocol[S_in, C_in]):
    """`lattice.py`, only with poses: finitely many of them, for programs that want actions in a list."""

    @property
    def COMPILED(self) -> LatticeRules[S_in, C_in]: ...  # noqa: N802
    @property
    def DEFAULTS(self) -> Mapping[str, Any]: ...  # noqa: N802 # options where nothing else is asked for

    def poses(self, s: S_in, c: C_in, /) -> Iterator[Pose]:
        """All of them, by number, the last one always legal; of `s` only `s.opt` is there.

        BadInput where the options leave no lattice.
        """

    def action_at(self, s: S_in, pose: Pose, /) -> Action:
        """What the number of a pose stands for."""

    def decisions(self, s: S_in, c: C_in, /) -> int:
        """After how many of them a game is cut off."""

    def taken(self, s: S_in, /) -> tuple[int, int]:
        """What begins anew when all are free, and how many are taken."""


class Timing(Protocol[S_in, C_in]):
    """`timing.py`, only for races: what the clock of a live table decides, and when. Times are in ms."""

    def due(self, s: S_in, people: int, /) -> tuple[Action, int] | None:
        """The outcome that comes by itself, and how long after this stage could begin."""

    def countdown(self, s: S_in, /) -> int:
        """How long nobody may act when this stage begins."""

    def waits(self, s: S_in, /) -> bool:
        """Does the game go on as soon as everybody is ready?"""

    def is_hovering(self, action: Action, /) -> bool:
        """Is it only where a hand is, which may change any number of times before it counts?"""

    def stops(self, s: S_in, seat: Seat, action: Action, /) -> bool:
        """Does this action of the seat, or of the clock, freeze all hands where they are?"""

    def late(
        self, s: S_in, c: C_in, seat: Seat, action: Action, ms: int, /
    ) -> tuple[Action, Action | None] | None:
        """The outcome that lets an action count although it came so late, and the action to go on with."""

    def share(self, s: S_in, seat: Seat, /) -> float:
        """What part of the time that a player needs for a card goes into the decision that is due now."""

    def hover_before(self, action: Action, /) -> Action | None:
        """Where a hand is before it does this; None: nowhere over the table."""
