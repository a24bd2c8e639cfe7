"""Kosmodraci (Richi Haarhoff): a draft of crew cards, then seven tricks in which they hunt dragons."""

from kosmoport.core.game import Game
from kosmoport.games.kosmodraci import (
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
    id="kosmodraci",
    prefix="KD",
    title="Kosmodraci",
    authors=("Richi Haarhoff",),
    publisher="Edition Spielwiese, 2020; Czech edition TLAMA games",
    players=(3, 5),
    version=1,
    colours=("red", "blue", "yellow", "green", "purple"),
    options=options.OPTIONS,
    modules=(schema, rules, scoring, hidden),
    components=components,
    actions=actions,
    view=view,
    invariants=invariants,
    thumbs=thumbs,
    counting=counting,
)
