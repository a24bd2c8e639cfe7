"""Kosmiczni Piraci (Reiner Knizia): face-down cards, teleport traps, two ships on a ring."""

from kosmoport.core.game import GameOf
from kosmoport.games.kosmiczni_piraci import (
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
    id="kosmiczni_piraci",
    prefix="KP",
    title="Kosmiczni Piraci",
    authors=("Reiner Knizia",),
    publisher="Egmont Polska, 2014",
    players=(3, 5),
    version=1,
    colours=("green", "yellow", "purple", "red", "blue"),
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
    first="youngest",
    shared_views=view,
    counting_told=counting,
    hints=hints,
)
