"""A process that decides for bots."""

from __future__ import annotations

from kosmoport.games import find_game
from kosmoport.house.bots.deciding import RAISED, decide, suggest, warm_up
from kosmoport.house.bots.messages import Advise, Message, Reply, Think, encode, read_message
from kosmoport.server.processes.child import serve


def main() -> None:
    serve(lambda body: encode(answer(read_message(body))))


def answer(message: Message) -> Reply:
    """Do what the message says."""
    if isinstance(message, Think):
        return decide(message)
    if isinstance(message, Advise):
        return suggest(message)
    try:
        warm_up(find_game(message.game, message.rules))
    except Exception:
        return Reply(fault=RAISED)
    return Reply()
