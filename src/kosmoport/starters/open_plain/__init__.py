"""Open Plain: take a card from one end of the row or from the other."""

from kosmoport.core.game import GameOf
from kosmoport.starters.open_plain import actions, invariants, rules, view

GAME = GameOf[rules.State, rules.Components, rules.Deal, view.View](
    id="open_plain",
    prefix="OP",
    title="Open Plain",
    authors=("the authors of this game",),
    publisher="not published yet",
    players=(2, 5),
    version=1,
    schema=rules,
    rules=rules,
    scoring=rules,
    hidden=rules,
    view=view,
    actions=actions,
    invariants=invariants,
)
