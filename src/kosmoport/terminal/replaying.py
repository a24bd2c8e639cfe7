"""A record stepped through as one seat saw it."""

from __future__ import annotations

from kosmoport.core.play import Play, start_play
from kosmoport.core.words import Told
from kosmoport.terminal.talk import Goodbye, Talk


def replay_at_terminal(play: Play, seat: int, talk: Talk, interactive: bool) -> None:
    """Forwards, backwards and to any move; without a person at the keyboard, straight through."""
    talk.tell("record", title=play.game.title, n=len(play.moves))
    if not interactive:
        _straight_through(play, seat, talk)
        return
    talk.tell("replay_help")
    at = 0
    talk.account(after(play, 0).view(seat))
    try:
        while True:
            at = _step(play, seat, talk, at)
    except Goodbye:
        talk.tell("goodbye")


def _straight_through(play: Play, seat: int, talk: Talk) -> None:
    now = after(play, 0)
    talk.account(now.view(seat))
    for number, move in enumerate(play.moves, start=1):
        talk.tell("move", number=number, n=len(play.moves))
        talk.events(now.told(now.act(move.seat, move.action), seat))
    talk.account(now.view(seat))
    _result(now, talk)


def _step(play: Play, seat: int, talk: Talk, at: int) -> int:
    line = talk.question("replay_question", number=at, n=len(play.moves))
    match talk.command(line):
        case "quit":
            raise Goodbye
        case "table":
            talk.account(after(play, at).view(seat))
        case "back":
            return _jump(play, seat, talk, max(0, at - 1))
        case _ if not line or talk.command(line) == "next":
            return _forward(play, seat, talk, at)
        case _ if line.isdigit() and int(line) <= len(play.moves):
            return _jump(play, seat, talk, int(line))
        case _:
            talk.tell("replay_help")
    return at


def _forward(play: Play, seat: int, talk: Talk, at: int) -> int:
    if at == len(play.moves):
        talk.tell("at_end")
        _result(after(play, at), talk)
        return at
    now = after(play, at)
    move = play.moves[at]
    talk.events(now.told(now.act(move.seat, move.action), seat))
    return at + 1


def _jump(play: Play, seat: int, talk: Talk, at: int) -> int:
    talk.account(after(play, at).view(seat))
    return at


def after(play: Play, count: int) -> Play:
    """The game after so many moves."""
    now = start_play(play.game, play.options, play.d, play.components)
    for move in play.moves[:count]:
        now.act(move.seat, move.action)
    return now


def _result(play: Play, talk: Talk) -> None:
    if play.over:
        scores = play.game.scores(play.s, play.c)
        for p, score in enumerate(scores):
            talk.say(talk.words.say("terminal", Told("score", {"seat": p, "score": score}), talk.names))
