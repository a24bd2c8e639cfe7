"""Kosmiczna Misja (Filip Miłuński): dice and tiles, planets of four fitting quarters."""

from kosmoport.core.game import Game
from kosmoport.games.kosmiczna_misja import (
    actions,
    components,
    counting,
    geometry,
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
    id="kosmiczna_misja",
    prefix="KM",
    title="Kosmiczna Misja",
    authors=("Filip Miłuński",),
    publisher="Egmont Polska, 2013",
    players=(2, 4),
    version=1,
    colours=("red", "blue", "yellow", "green"),
    options=options.OPTIONS,
    modules=(schema, geometry, rules, scoring, hidden),
    components=components,
    actions=actions,
    view=view,
    invariants=invariants,
    thumbs=thumbs,
    counting=counting,
    first="youngest",
)
