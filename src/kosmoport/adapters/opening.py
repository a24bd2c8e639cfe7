"""Opening a table by the name of a game, with options and components as people give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kosmoport.adapters.lattice import LatticeTable
from kosmoport.adapters.table import LIMIT, Table
from kosmoport.core.components import ComponentFile
from kosmoport.core.game import Game
from kosmoport.core.options import Options
from kosmoport.games import game_by_id


def read_options(game: Game, players: int | None, given: Mapping[str, Any]) -> Options:
    """All options of a table: those given, else the adapters' defaults, else the game's."""
    usual = {} if game.lattice is None else game.lattice.DEFAULTS
    chosen = {**game.calm, **usual, **given}
    return game.read_options(chosen if players is None else {**chosen, "players": players})


def open_table(
    game: Game | str,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    components: ComponentFile | None = None,
    limit: int | None = None,
) -> Table:
    """A table of a game, given by its id or as such."""
    game = game_by_id(game) if isinstance(game, str) else game
    return table_with(game, read_options(game, players, options or {}), components, limit)


def table_with(
    game: Game, options: Options, components: ComponentFile | None = None, limit: int | None = None
) -> Table:
    """A table with complete options."""
    if game.poses is not None:
        return LatticeTable(game, options, components, limit)
    return Table(game, options, components, LIMIT if limit is None else limit)
