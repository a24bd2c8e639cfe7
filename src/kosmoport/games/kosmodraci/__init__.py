"""Kosmodraci (Richi Haarhoff): a draft of crew cards, then seven tricks in which they hunt dragons."""

from kosmoport.core.game import GameOf
from kosmoport.games.kosmodraci import (
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
    id="kosmodraci",
    prefix="KD",
    title="Kosmodraci",
    authors=("Richi Haarhoff",),
    publisher="Edition Spielwiese, 2020; Czech edition TLAMA games",
    players=(3, 5),
    version=1,
    colours=("red", "blue", "yellow", "green", "purple"),
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
    shared_views=view,
    forgetting=view,
    hints=hints,
)
