"""Goofspiel, the teaching game: one hand of cards each, and secret bids for the same cards again."""

from examples.goofspiel import (
    actions,
    components,
    hidden,
    invariants,
    options,
    rules,
    scoring,
    thumbs,
    view,
)
from kosmoport.core.game import GameOf

GAME = GameOf[rules.State, rules.Components, rules.Deal, view.View](
    id="goofspiel",
    prefix="GS",
    title="Goofspiel",
    authors=("Merrill Flood",),
    publisher="traditional, played since the 1930s",
    players=(2, 5),
    version=1,
    colours=("red", "blue", "yellow", "black", "green"),
    options=options.OPTIONS,
    schema=rules,
    rules=rules,
    scoring=scoring,
    hidden=hidden,
    components=components,
    actions=actions,
    view=view,
    invariants=invariants,
    thumbs=thumbs,
)
