"""Hidden Dice: lay cards from a secret hand; a die says what each trick is worth."""

from kosmoport.core.game import GameOf
from kosmoport.starters.hidden_dice import actions, hidden, invariants, rules, view

GAME = GameOf[rules.State, rules.Components, rules.Deal, view.View](
    id="hidden_dice",
    prefix="HD",
    title="Hidden Dice",
    authors=("the authors of this game",),
    publisher="not published yet",
    players=(2, 5),
    version=1,
    schema=rules,
    rules=rules,
    dice=rules,
    scoring=rules,
    hidden=hidden,
    view=view,
    actions=actions,
    invariants=invariants,
)
