"""Piraci (Stefan Dorra): stacks of pirates, boarded ships, shared loot, mutiny."""

from kosmoport.core.game import Game
from kosmoport.games.piraci import (
    actions,
    components,
    counting,
    hidden,
    invariants,
    options,
    rules,
    schema,
    scoring,
    thumbs,
    view,
)

GAME = Game(
    id="piraci",
    prefix="PI",
    title="Piraci",
    authors=("Stefan Dorra",),
    publisher="Queen Games, 2006; Polish edition G3",
    players=(3, 5),
    version=2,
    colours=view.COLOURS,
    options=options.OPTIONS,
    modules=(schema, rules, scoring, hidden),
    components=components,
    actions=actions,
    view=view,
    invariants=invariants,
    thumbs=thumbs,
    counting=counting,
    first="oldest",
)
