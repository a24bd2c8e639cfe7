"""Rows of games in machine code: their memory, and the calls that seed, step and sample all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kosmoport.core.errors import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as error:
    raise missing("numpy", error) from None

from kosmoport.core.components import ComponentFile
from kosmoport.core.contract import WHOLE_WIN, Pose
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.engine.drivers.vector_rows import Kit
from kosmoport.engine.machine import Machine
from kosmoport.engine.memory import Records
from kosmoport.engine.modules import machine_of
from kosmoport.engine.program import kit_type, row_type


@dataclass(frozen=True)
class Menu:
    """What the numbers of actions stand for: how many there are, and the poses of a game that has some."""

    numbers: int
    poses: Sequence[Pose] = ()


class Rows:
    """So many games of one kind side by side; every array has a row for each and stays where it is."""

    def __init__(
        self,
        game: Game,
        options: Options,
        components: ComponentFile,
        menu: Menu,
        count: int,
        limit: int,
        checked: bool = False,
    ) -> None:
        machine = machine_of(game, checked=checked)
        rows = machine.records(row_type(game), count)
        actions, sampled = machine.numbers("int64", count), machine.numbers("int64", count)
        legal = machine.numbers("int32", count, max(menu.numbers, game.schema.MAX_LEGAL))
        observations = machine.numbers("int16", count, game.hidden.OBSERVATION)
        masks = machine.numbers("bool", count, menu.numbers)
        seats = machine.numbers("int64", count)
        rewards = machine.numbers("float32", count, options["players"])
        dones, illegal = machine.numbers("bool", count), machine.numbers("bool", count)
        self.actions: NDArray[np.int64] = actions.array
        self.sampled: NDArray[np.int64] = sampled.array
        self.observations: NDArray[np.int16] = observations.array
        self.masks: NDArray[np.bool_] = masks.array
        self.seats: NDArray[np.int64] = seats.array
        self.rewards: NDArray[np.float32] = rewards.array
        self.dones: NDArray[np.bool_] = dones.array
        self.illegal: NDArray[np.bool_] = illegal.array
        self._begun = rows.array["begun"]
        poses = machine.numbers("int64", len(menu.poses), 3)
        poses.array[...] = np.array(menu.poses, np.int64).reshape(-1, 3)
        shares = machine.numbers("float32", WHOLE_WIN + 1)  # the compiled subset divides no numbers
        shares.array[...] = np.arange(WHOLE_WIN + 1) / WHOLE_WIN
        self.seed = machine.bind("entry_vector_seed", rows)
        """Start all generators anew; row i from the number given, and i more."""
        self.step = machine.bind(
            "entry_vector_step", rows, _kit(machine, game, options, components, menu, limit), poses, shares,
            actions, legal, observations, masks, seats, rewards, dones, illegal,
        )  # fmt: skip
        """Do what stands in `actions`."""
        self.sample = machine.bind("entry_vector_sample", rows, legal, sampled)
        """Write random legal actions into `sampled`."""

    def leave(self) -> None:
        """Leave all games as they stand; the next step begins new ones."""
        self._begun[...] = 0


def _kit(
    machine: Machine, game: Game, options: Options, components: ComponentFile, menu: Menu, limit: int
) -> Records[Kit]:
    kit = kit_type(game)()
    kit.c, kit.blank = game.component_record(components), game.blank_state(options)
    kit.limit, kit.numbers = limit, menu.numbers
    return machine.record(kit)
