"""Open Dice: throw again, or stop and keep what is in the pot."""

from kosmoport.core.game import GameOf
from kosmoport.starters.open_dice import actions, invariants, rules, view

GAME = GameOf[rules.State, rules.Components, rules.Deal, view.View](
    id="open_dice",
    prefix="OD",
    title="Open Dice",
    authors=("the authors of this game",),
    publisher="not published yet",
    players=(2, 5),
    version=1,
    schema=rules,
    rules=rules,
    dice=rules,
    scoring=rules,
    hidden=rules,
    view=view,
    actions=actions,
    invariants=invariants,
)
