"""Kosmiczna Eskadra (Tom Jolly, James Ernest): a race to lay ships on the table, then lasers fire."""

from kosmoport.core.game import Game
from kosmoport.games.kosmiczna_eskadra import (
    actions,
    components,
    counting,
    geometry,
    hidden,
    invariants,
    options,
    random_play,
    rules,
    schema,
    scoring,
    shootout,
    thumbs,
    timing,
    view,
)

GAME = Game(
    id="kosmiczna_eskadra",
    prefix="KE",
    title="Kosmiczna Eskadra",
    authors=("Tom Jolly", "James Ernest"),
    publisher="Cheapass Games, 2003; Polish edition Wydawnictwo Portal, 2009",
    players=(2, 4),
    version=2,
    colours=("red", "blue", "green", "yellow"),
    options=options.OPTIONS,
    modules=(schema, geometry, scoring, shootout, rules, random_play, hidden),
    components=components,
    actions=actions,
    view=view,
    invariants=invariants,
    calm={"mode": "turns"},
    timing=timing,
    counting=counting,
    thumbs=thumbs,
)
