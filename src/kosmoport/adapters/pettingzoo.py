"""PettingZoo: every game as an AEC environment with action masks (docs/adapters.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from kosmoport.adapters.opening import open_table
from kosmoport.adapters.table import Position
from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import CHANCE, SPECTATOR
from kosmoport.core.errors import BadInput, missing
from kosmoport.core.game import Game

try:
    from gymnasium import logger, spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("pettingzoo", error) from None

RENDER_MODES = ("human", "ansi")

Observation = dict[str, np.ndarray[Any, Any]]
Env: TypeAlias = AECEnv[str, Observation, int | None]


def env(name: str | Game, players: int | None = None, **settings: Any) -> Env:
    """The environment in PettingZoo's usual wrappers; `settings` are those of `TableEnv`.

    As in PettingZoo's classic games, an illegal action ends the episode with -1 for whoever chose it.
    """
    wrapped: Env = raw_env(name, players, **settings)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(name: str | Game, players: int | None = None, **settings: Any) -> TableEnv:
    """The environment without wrappers: an illegal action is refused and changes nothing."""
    return TableEnv(name, players, **settings)


class TableEnv(Env, EzPickle):  # type: ignore[misc]
    """One table. The agents are the seats, `player_0` and so on; the reward is the share of the win."""

    def __init__(
        self,
        name: str | Game,
        players: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        components: ComponentFile | None = None,
        seed: int | None = None,
        limit: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            name,
            players,
            options=options,
            components=components,
            seed=seed,
            limit=limit,
            render_mode=render_mode,
        )
        AECEnv.__init__(self)
        if render_mode not in (None, *RENDER_MODES):
            raise BadInput(f"there is no render mode {render_mode!r} (there are {', '.join(RENDER_MODES)})")
        self.table = open_table(name, players, options, components, limit)
        if seed is not None:
            self.table.seed(seed)
        game = self.table.game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.id}_v{game.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.table.actions) for agent in self.possible_agents}
        self.agents: list[str] = []

    def _observation_space(self) -> spaces.Dict:
        limits = np.iinfo(np.int32)
        size = self.table.game.hidden.OBSERVATION
        return spaces.Dict(
            {
                "observation": spaces.Box(int(limits.min), int(limits.max), (size,), np.int32),
                "action_mask": spaces.Box(0, 1, (self.table.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; without a seed the generator goes on. Options belong to the table, not here."""
        if seed is not None:
            self.table.seed(seed)
        self.position: Position = self.table.deal()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on()
        self._show()

    def step(self, action: int | None) -> None:
        """The selected agent acts; dice that are due are thrown at once."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} has to choose an action, not None")
        self.position.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()
        self._show()

    def _go_on(self) -> None:
        """As far as the next decision, or to the end."""
        position = self.position
        while position.seat == CHANCE:
            position.throw()
        if position.over:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[position.seat]

    def _finish(self) -> None:
        """The rewards, the scores, and whether it was the end or only the limit."""
        ended, shares, scores = self.position.ended, self.position.shares(), self.position.scores()
        for agent, seat in self.seats.items():
            self.rewards[agent] = shares[seat]
            self.terminations[agent], self.truncations[agent] = ended, not ended
            self.infos[agent] = {"scores": scores}
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What the agent knows, and what it may do now: nothing while others decide."""
        seat = self.seats[agent]
        return {
            "observation": self.position.observation(seat).astype(np.int32),
            "action_mask": self.position.mask(seat),
        }

    def render(self) -> str | None:
        """The table in sentences, with what everybody sees; `human` prints them."""
        if self.render_mode is None:
            logger.warn("render() needs a render mode: give render_mode='ansi' or 'human' to the environment")
            return None
        text = "\n".join(self.position.account(SPECTATOR, self.possible_agents))
        if self.render_mode == "ansi":
            return text
        print(text, end="\n\n")
        return None

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing to release."""
