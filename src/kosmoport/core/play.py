"""One game being played in plain Python: state, log, events; the reference every backend must equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias

from kosmoport.core import layout
from kosmoport.core.chance import Rng, seed_chance
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import CHANCE, MAX_SEATS, OK, SPECTATOR, BaseState
from kosmoport.core.errors import Refused
from kosmoport.core.game import C, D, GameOf, S
from kosmoport.core.layout import Event
from kosmoport.core.options import Options
from kosmoport.core.words import Told

MEMORY_AIDS = "memory_aids"  # an option: false leaves out of views what only a good memory would know


@dataclass(frozen=True)
class Move:
    """One line of the log: who did what (CHANCE for dice), and when, in milliseconds since the start."""

    seat: int
    action: int
    at: int | None = None


@dataclass
class PlayOf(Generic[S, C, D]):
    """A game in progress with everything that happened in it."""

    game: GameOf[S, C, D, Any]
    components: ComponentFile
    options: Options
    s: S  # typed, so that nobody can hand a state to somebody who may only see a view
    c: C
    d: D
    moves: list[Move] = field(default_factory=list)

    @property
    def over(self) -> bool:
        return self.game.rules.is_over(self.s)

    @property
    def chance_due(self) -> bool:
        return self.game.chance_due(self.s)

    def seats_to_act(self) -> list[int]:
        """The seats that have to decide now."""
        mask = self.game.rules.to_act(self.s)
        return [seat for seat in range(MAX_SEATS) if mask >> seat & 1]

    def legal(self, seat: int) -> list[int]:
        return self.game.legal(self.s, self.c, seat)

    def why_not(self, seat: int, action: int) -> str | None:
        """The id of the reason why this action is refused, or None."""
        code = self.game.rules.why_not(self.s, self.c, seat, action)
        return None if code == OK else self.game.reasons[code]

    def act(self, seat: int, action: int, at: int | None = None) -> list[Event]:
        """Do it and say what happened; Refused leaves everything as it was."""
        reason = self.why_not(seat, action)
        if reason is not None:
            raise Refused(reason)
        self.game.rules.apply(self.s, self.c, seat, action)
        self.moves.append(Move(seat, action, at))
        return layout.collect(self.s)

    def roll(self, rng: Rng, at: int | None = None) -> list[Event]:
        """Throw the die that is due."""
        return self.act(CHANCE, self.game.roll(self.s, self.c, rng), at)

    def view(self, seat: int) -> Any:
        """What the seat may know, as the game's own View."""
        return self.game.view.view(self.s, self.c, seat)

    def views(self, seats: Sequence[int]) -> list[Any]:
        """What each of these seats may know; a game may build what is public once for all of them."""
        if self.game.shared_views is None:
            return [self.view(seat) for seat in seats]
        return list(self.game.shared_views.views(self.s, self.c, seats))

    @property
    def forgets(self) -> bool:
        """Is nothing remembered for people here but what lies open? By an option, until the game is over."""
        return self.options.get(MEMORY_AIDS) is False and not self.over

    def shown(self, seats: Sequence[int]) -> list[Any]:
        """The views of these seats as people get them; bots get `view`."""
        views, forgetting = self.views(seats), self.game.forgetting
        return views if forgetting is None or not self.forgets else list(map(forgetting.forget, views))

    def told(self, events: list[Event], seat: int) -> list[Told]:
        """What this seat learns of the events."""
        tell, s, c = self.game.view.tell, self.s, self.c
        lines = [tell(s, c, event, seat) for event in events]
        return [line for line in lines if line is not None]


Play: TypeAlias = PlayOf[BaseState, Any, Any]  # of whichever game


def generator(seed: int) -> Rng:
    """A started generator."""
    rng = Rng()
    seed_chance(rng, seed)
    return rng


def new_play(
    game: GameOf[S, C, D, Any], options: Options, rng: Rng, components: ComponentFile | None = None
) -> PlayOf[S, C, D]:
    """Deal and set up a game."""
    file = components or game.standard_components
    s = game.blank_state(options)
    c = game.component_record(file)
    d = game.schema.Deal()
    game.rules.deal(s, c, rng, d)
    return start_play(game, options, d, file)


def start_play(
    game: GameOf[S, C, D, Any],
    options: Options,
    d: D,
    components: ComponentFile | None = None,
    c: C | None = None,
) -> PlayOf[S, C, D]:
    """Set up a game from a given deal; `c` is the record of the components, where there is one already."""
    file = components or game.standard_components
    s = game.blank_state(options)
    c = game.component_record(file) if c is None else c
    game.rules.setup(s, c, d)
    layout.collect(s)
    return PlayOf(game, file, options, s, c, d)


def story(play: PlayOf[S, C, D]) -> list[Told]:
    """All that everybody was told in this game, by playing it again."""
    again = start_play(play.game, play.options, play.d, play.components, play.c)
    return [told for move in play.moves for told in again.told(again.act(move.seat, move.action), SPECTATOR)]
