"""A game at the terminal: the person decides for one seat, bots for the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kosmoport.bots import Bot
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.layout import Event
from kosmoport.core.play import Play
from kosmoport.core.words import Told
from kosmoport.terminal.talk import Goodbye, Talk

SHORT_LIST = 12  # longer lists are shown when asked for


def play_at_terminal(
    play: Play, seat: int, bots: Mapping[int, Bot], rng: Any, talk: Talk, save: Callable[[], None]
) -> None:
    """Play to the end; `save` is called after every move of the person and at the end.

    There is a bot for every seat: the person's own is asked when the person says `any`.
    """
    talk.tell("welcome", title=play.game.title, players=play.options["players"], name=talk.names[seat])
    talk.tell("help")
    while not play.over:
        if play.chance_due:
            talk.events(play.told(play.roll(rng), seat))
        elif seat in play.seats_to_act():
            talk.events(play.told(_own_turn(play, seat, talk, bots[seat]), seat))
            save()
        else:
            talk.events(play.told(_bot_turn(play, bots), seat))
    save()
    _result(play, seat, talk)


def _bot_turn(play: Play, bots: Mapping[int, Bot]) -> list[Event]:
    actor = play.seats_to_act()[0]
    return play.act(actor, bots[actor].choose(play.view(actor), play.legal(actor)))


def _own_turn(play: Play, seat: int, talk: Talk, adviser: Bot) -> list[Event]:
    """Ask until an action is accepted."""
    talk.say("")
    talk.account(play.shown((seat,))[0])
    legal = play.legal(seat)
    if len(legal) <= SHORT_LIST:
        _list_actions(play, seat, talk)
    else:
        talk.tell("many", n=len(legal))
    while True:
        line = talk.question("your_turn", name=talk.names[seat])
        if (action := _understand(play, seat, line, talk, adviser)) is None:
            continue
        try:
            return play.act(seat, action)
        except Refused as refused:
            _explain(refused, talk)


def _understand(play: Play, seat: int, line: str, talk: Talk, adviser: Bot) -> int | None:
    """The action of a line: its number in the list or its words; None if it was something else."""
    match talk.command(line):
        case "quit":
            raise Goodbye
        case "help":
            talk.tell("help")
        case "table":
            talk.account(play.shown((seat,))[0])
        case "list":
            _list_actions(play, seat, talk)
        case "any":
            return adviser.choose(play.view(seat), play.legal(seat))
        case _ if not line:
            talk.tell("help")
        case _ if line.isdigit():
            return _numbered(play, seat, int(line), talk, adviser)
        case _:
            return _said(play, seat, line, talk)
    return None


def _numbered(play: Play, seat: int, number: int, talk: Talk, adviser: Bot) -> int | None:
    """An action by its number; where it needs a place, an example shows how to say one."""
    legal = play.legal(seat)
    if not 1 <= number <= len(legal):
        talk.tell("no_such_number", n=len(legal))
        return None
    complete = adviser.choose(play.view(seat), [legal[number - 1]])
    if complete != legal[number - 1]:
        talk.tell("example", action=talk.action(play.view(seat), complete))
        return None
    return complete


def _said(play: Play, seat: int, line: str, talk: Talk) -> int | None:
    try:
        return play.game.encode(play.view(seat), talk.words.read_action(line, talk.names))
    except Refused as refused:
        _explain(refused, talk)
    except BadInput:
        talk.tell("not_understood", line=line[:60])
    return None


def _explain(refused: Refused, talk: Talk) -> None:
    talk.tell("refused", reason=talk.words.say("reason", Told(refused.reason)))


def _list_actions(play: Play, seat: int, talk: Talk) -> None:
    view = play.view(seat)
    for number, action in enumerate(play.legal(seat), start=1):
        talk.tell("choice", number=number, action=talk.action(view, action))


def _result(play: Play, seat: int, talk: Talk) -> None:
    talk.say("")
    talk.account(play.view(seat))
    scores, shares = play.game.scores(play.s, play.c), play.game.returns(play.s, play.c)
    for p in sorted(range(len(scores)), key=lambda p: -shares[p]):
        talk.tell("score", seat=p, score=scores[p])
    winners = [p for p, share in enumerate(shares) if share > 0]
    talk.tell("winner" if len(winners) == 1 else "winners", seats=winners)
