"""What a game is to everybody else: its rules, data, views and words, bundled under one name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from types import ModuleType, SimpleNamespace
from typing import Any

from kosmoport.core import contract, record
from kosmoport.core.components import ComponentFile, from_text
from kosmoport.core.contract import COMMON_REASONS
from kosmoport.core.errors import Refused
from kosmoport.core.options import Option, Options, read_options, store_options
from kosmoport.core.words import Counted, Told, Words, load


def no_chance_due(s: Any) -> bool:
    """The default for games without dice."""
    return False


@dataclass(frozen=True, eq=False)
class Game:
    """One game: the modules of its folder and the facts about it."""

    id: str
    prefix: str  # of its rule ids
    title: str
    authors: tuple[str, ...]
    publisher: str
    players: tuple[int, int]
    version: int  # of the rules; raised whenever an old record could end differently
    colours: tuple[str, ...]  # of the seats, as term ids
    options: tuple[Option, ...]
    modules: tuple[ModuleType, ...]  # the compiled subset: rules, scoring, hidden ...
    components: ModuleType  # Data, fill
    actions: ModuleType  # describe, encode, REASONS
    view: ModuleType  # View, view, restore, tell, account; views where seats share what is public
    invariants: ModuleType  # problems, deal_problems
    calm: Mapping[str, Any] = field(default_factory=dict)  # options with which nobody has to hurry
    thumbs: ModuleType | None = None  # rules of thumb for bots, in the compiled subset
    timing: ModuleType | None = None  # what the clock of a live table decides, where the game has one
    counting: ModuleType | None = None  # count: the result step by step, as the rulebook counts it
    first: str | None = None  # who begins by the rulebook: "youngest" or "oldest"

    @cached_property
    def rules(self) -> Any:
        """Every function and constant of the rules, whichever file it lives in."""
        names: dict[str, Any] = {"chance_due": no_chance_due}
        for module in self.modules:
            names.update({k: v for k, v in vars(module).items() if not k.startswith("_")})
        return SimpleNamespace(**names)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Ids of the reasons that `why_not` numbers."""
        return COMMON_REASONS + tuple(self.actions.REASONS)

    @cached_property
    def standard_components(self) -> ComponentFile:
        """The component file that comes with the game."""
        text = (resources.files(str(self.components.__package__)) / "components.toml").read_text(
            encoding="utf-8"
        )
        return from_text(text, self.components.Data, "components.toml")

    def words(self, language: str) -> Words:
        """What this game says in a language."""
        return load(language, self.id, str(self.components.__package__))

    def component_record(self, file: ComponentFile | None = None) -> Any:
        """The components as the plain record that rules read."""
        c = record.plain(self.rules.COMPONENTS)
        self.components.fill(c, (file or self.standard_components).data)
        return c

    def read_options(self, given: dict[str, Any]) -> Options:
        return read_options(self.options, self.players, given)

    def blank_state(self, options: Options) -> Any:
        """A state that knows its options and nothing else."""
        s = record.plain(self.rules.STATE)
        store_options(self.options, options, s.opt)
        return s

    def seats_to_act(self, s: Any) -> list[int]:
        """The seats that have to decide now."""
        mask = self.rules.to_act(s)
        return [seat for seat in range(contract.MAX_SEATS) if mask >> seat & 1]

    def legal(self, s: Any, c: Any, seat: int) -> list[int]:
        """Legal actions of a seat, as numbers."""
        out = [0] * self.rules.MAX_LEGAL
        return out[: self.rules.legal_actions(s, c, seat, out)]

    def reason(self, s: Any, c: Any, seat: int, action: int) -> str | None:
        """The id of the reason why this action is refused, or None."""
        code = self.rules.why_not(s, c, seat, action)
        return None if code == contract.OK else self.reasons[code]

    def scores(self, s: Any, c: Any) -> list[int]:
        out = [0] * s.opt.players
        self.rules.scores(s, c, out)
        return out

    def returns(self, s: Any, c: Any) -> list[int]:
        """Shares of the win in sixtieths."""
        out = [0] * s.opt.players
        self.rules.returns(s, c, out)
        return out

    def count(self, view: Any, story: Callable[[], Sequence[Told]] | None = None) -> tuple[Counted, ...]:
        """How the result comes about: from the last view and, where a game asks for it, all that was told."""
        if self.counting is None:
            return ()
        if story is not None and hasattr(self.counting, "count_told"):
            return tuple(self.counting.count_told(view, story()))
        return tuple(self.counting.count(view))

    def observation(self, s: Any, c: Any, seat: int) -> list[int]:
        out = [0] * self.rules.OBSERVATION
        self.rules.observe(s, c, seat, out)
        return out

    def describe(self, view: Any, action: int) -> Told:
        """An action as an id with parameters, for somebody with this view."""
        told: Told = self.actions.describe(view, action)
        return told

    def encode(self, view: Any, act: Told) -> int:
        """The number of an action given as an id with parameters; Refused if it names nothing."""
        try:
            return int(self.actions.encode(view, act))
        except (KeyError, TypeError, ValueError, IndexError, RecursionError):
            raise Refused(COMMON_REASONS[contract.UNKNOWN]) from None

    def describe_chance(self, s: Any, c: Any, outcome: int) -> Told:
        """An outcome of chance as an id with parameters: the face of a die, the card that was drawn."""
        told: Told = self.actions.describe_chance(s, c, outcome)
        return told

    def encode_chance(self, s: Any, c: Any, told: Told) -> int:
        """The outcome given as an id with parameters; Refused if there is none like it."""
        try:
            return int(self.actions.encode_chance(s, c, told))
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, RecursionError):
            raise Refused(COMMON_REASONS[contract.UNKNOWN]) from None
