"""A game: the files of its folder (`contract.py` says what is in them) and the facts about it, as one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from types import ModuleType
from typing import Any, Generic, TypeAlias, TypeVar

from kosmoport.core import contract, no_components
from kosmoport.core.chance import Rng
from kosmoport.core.components import ComponentFile, from_text
from kosmoport.core.contract import COMMON_REASONS, Action, BaseState, Seat
from kosmoport.core.errors import Refused
from kosmoport.core.layout import Record
from kosmoport.core.levels import STANDARD, Settings
from kosmoport.core.options import Option, Options, read_options, store_options
from kosmoport.core.views import SeatView
from kosmoport.core.watch import Watch
from kosmoport.core.words import Counted, Told, Words, load

OUTCOME = "outcome"  # what chance did, in records of games that have no words for it

S = TypeVar("S", bound=BaseState)
C = TypeVar("C", bound=Record)
D = TypeVar("D", bound=Record)
V = TypeVar("V", bound=SeatView)


@dataclass(frozen=True, eq=False)
class GameOf(Generic[S, C, D, V]):
    """One game of this state, these components, this deal and this view."""

    id: str
    prefix: str  # of its rule ids
    title: str
    authors: tuple[str, ...]
    publisher: str
    players: tuple[int, int]
    version: int  # of the rules; raised whenever an old record could end differently
    schema: contract.Schema[S, C, D]
    rules: contract.Rules[S, C, D]
    scoring: contract.Scoring[S, C]
    hidden: contract.Hidden[S, C]
    actions: contract.Actions[V]
    view: contract.Views[S, C, V]
    invariants: contract.Invariants[S, C, D]
    colours: tuple[str, ...] = ("red", "blue", "yellow", "black", "green")  # of the seats, as term ids
    options: tuple[Option, ...] = ()
    components: contract.ComponentData[C] = no_components  # type: ignore[assignment] # where C is its record
    helpers: tuple[ModuleType, ...] = ()  # more files in the subset
    calm: Mapping[str, Any] = field(default_factory=dict)  # options with which nobody has to hurry
    first: str | None = None  # who begins by the rulebook: "youngest" or "oldest"
    messages: contract.Messages | None = None
    dice: contract.Dice[S, C] | None = None
    outcomes: contract.Outcomes[S, C] | None = None
    poses: contract.Poses[S, C] | None = None
    haste: contract.Haste[S] | None = None
    timing: contract.Timing[S, C] | None = None
    lattice: contract.Lattice[S, C] | None = None
    tracing: contract.Tracing[C, V] | None = None
    referee: contract.Referee | None = None
    shared_views: contract.SharedViews[S, C, V] | None = None
    forgetting: contract.Forgetting[V] | None = None
    thumbs: contract.Thumbs[S, C] | None = None
    counting: contract.Counting[V] | None = None
    counting_told: contract.CountingTold[V] | None = None
    hints: contract.Hints[S, C, V] | None = None
    alike: contract.Alike[V] | None = None
    levels: Mapping[str, str] = field(default_factory=lambda: STANDARD)  # bots by name
    search: Settings | None = None  # how a search thinks best about it
    watch: Watch = field(default_factory=Watch)  # what balance reports look at

    @cached_property
    def package(self) -> str:
        """The folder of the game."""
        return str(_file(self.rules).__package__)

    @cached_property
    def compiled(self) -> tuple[ModuleType, ...]:
        """All files in the subset but the thumbs."""
        parts = (self.schema, *self.helpers, self.rules, self.scoring, self.hidden)
        return tuple(dict.fromkeys(_file(part) for part in parts))

    @cached_property
    def lattice_rules(self) -> ModuleType:
        """The file in the subset that says which poses of its lattice are free."""
        assert self.lattice is not None, f"{self.title} has no lattice of poses"
        return _file(self.lattice.COMPILED)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Ids of the reasons that `why_not` numbers."""
        return COMMON_REASONS + tuple(self.actions.REASONS)

    @cached_property
    def standard_components(self) -> ComponentFile:
        """The component file that comes with the game; an empty one where there is none."""
        file = resources.files(self.package) / "components.toml"
        text = file.read_text(encoding="utf-8") if file.is_file() else ""
        return from_text(text, self.components.Data, "components.toml")

    def words(self, language: str) -> Words:
        """What this game says in a language."""
        return load(language, self.package)

    def component_record(self, file: ComponentFile | None = None) -> C:
        """The components as the plain record that rules read."""
        c = self.schema.Components()
        self.components.fill(c, (file or self.standard_components).data)
        return c

    def read_options(self, given: dict[str, Any]) -> Options:
        return read_options(self.options, self.players, given)

    def blank_state(self, options: Options) -> S:
        """A state that knows its options and nothing else."""
        s = self.schema.State()
        store_options(self.options, options, s.opt)
        return s

    def chance_due(self, s: S) -> bool:
        """Does a die have to be thrown now?"""
        return self.dice is not None and self.dice.chance_due(s)

    def roll(self, s: S, c: C, rng: Rng) -> Action:
        """Throw it: the outcome, which is applied as an action of the seat CHANCE."""
        assert self.dice is not None, f"{self.title} has no dice"
        return self.dice.roll(s, c, rng)

    def legal(self, s: S, c: C, seat: Seat) -> list[Action]:
        """Legal actions of a seat, as numbers."""
        out = [0] * self.schema.MAX_LEGAL
        return out[: self.rules.legal_actions(s, c, seat, out)]

    def reason(self, s: S, c: C, seat: Seat, action: Action) -> str | None:
        """The id of the reason why this action is refused, or None."""
        code = self.rules.why_not(s, c, seat, action)
        return None if code == contract.OK else self.reasons[code]

    def scores(self, s: S, c: C) -> list[int]:
        out = [0] * s.opt.players
        self.scoring.scores(s, c, out)
        return out

    def returns(self, s: S, c: C) -> list[int]:
        """Shares of the win in sixtieths."""
        out = [0] * s.opt.players
        self.scoring.returns(s, c, out)
        return out

    def count(self, view: V, story: Callable[[], Sequence[Told]] | None = None) -> tuple[Counted, ...]:
        """How the result comes about: from the last view and, where a game asks for it, all that was told."""
        if story is not None and self.counting_told is not None:
            return tuple(self.counting_told.count_told(view, story()))
        return () if self.counting is None else tuple(self.counting.count(view))

    def observation(self, s: S, c: C, seat: Seat) -> list[int]:
        out = [0] * self.hidden.OBSERVATION
        self.hidden.observe(s, c, seat, out)
        return out

    def describe(self, view: V, action: Action) -> Told:
        """An action as an id with parameters, for somebody with this view."""
        return self.actions.describe(view, action)

    def encode(self, view: V, act: Told) -> Action:
        """The number of an action given as an id with parameters; Refused if it names nothing."""
        try:
            return int(self.actions.encode(view, act))
        except (KeyError, TypeError, ValueError, IndexError, RecursionError):
            raise Refused(COMMON_REASONS[contract.UNKNOWN]) from None

    def describe_chance(self, s: S, c: C, outcome: Action) -> Told:
        """An outcome of chance as an id with parameters: the face of a die, the card that was drawn."""
        if self.outcomes is None:
            return Told(OUTCOME, {OUTCOME: outcome})
        return self.outcomes.describe_chance(s, c, outcome)

    def encode_chance(self, s: S, c: C, told: Told) -> Action:
        """The outcome given as an id with parameters; Refused if there is none like it."""
        if self.outcomes is None:
            return _plain_outcome(told)
        try:
            return int(self.outcomes.encode_chance(s, c, told))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError):
            raise Refused(COMMON_REASONS[contract.UNKNOWN]) from None


Game: TypeAlias = GameOf[Any, Any, Any, Any]  # whichever: what everybody but the games themselves deals with


def _plain_outcome(told: Told) -> Action:
    """The number of an outcome that has no other name."""
    outcome = told.args.get(OUTCOME)
    if told.id != OUTCOME or len(told.args) > 1 or type(outcome) is not int:
        raise Refused(COMMON_REASONS[contract.UNKNOWN])
    return outcome


def _file(part: object) -> ModuleType:
    """Protocols are met by the files of a game, which are modules."""
    if not isinstance(part, ModuleType):
        raise TypeError(f"{part!r} must be a module")
    return part
