"""Hidden Plain: lay cards from a secret hand; the highest takes the trick."""

from kosmoport.core.game import GameOf
from kosmoport.starters.hidden_plain import actions, hidden, invariants, rules, view

GAME = GameOf[rules.State, rules.Components, rules.Deal, view.View](
    id="hidden_plain",
    prefix="HP",
    title="Hidden Plain",
    authors=("the authors of this game",),
    publisher="not published yet",
    players=(2, 5),
    version=1,
    schema=rules,
    rules=rules,
    scoring=rules,
    hidden=hidden,
    view=view,
    actions=actions,
    invariants=invariants,
)
