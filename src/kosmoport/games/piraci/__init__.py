"""Piraci (Stefan Dorra): stacks of pirates, boarded ships, shared loot, mutiny."""

from kosmoport.core.game import GameOf
from kosmoport.games.piraci import (
    actions,
    components,
    counting,
    hidden,
    hints,
    invariants,
    options,
    rules,
    schema,
    scoring,
    thumbs,
    view,
)

GAME = GameOf[schema.State, schema.Components, schema.Deal, view.View](
    id="piraci",
    prefix="PI",
    title="Piraci",
    authors=("Stefan Dorra",),
    publisher="Queen Games, 2006; Polish edition G3",
    players=(3, 5),
    version=2,
    colours=view.COLOURS,
    options=options.OPTIONS,
    schema=schema,
    rules=rules,
    scoring=scoring,
    hidden=hidden,
    components=components,
    actions=actions,
    view=view,
    invariants=invariants,
    thumbs=thumbs,
    counting=counting,
    first="oldest",
    shared_views=view,
    hints=hints,
)
