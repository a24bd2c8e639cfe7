"""Two browsers at one table: nothing that one of them ever gets holds what only the other may know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Arrive
from tests.e2e.games.drivers import DRIVERS
from tests.e2e.games.late import LEVEL
from tests.e2e.games.moving import decide, sit
from tests.e2e.house import House
from tests.e2e.playing import YOUR_TURN
from tests.e2e.visitor import Visitor

Json = Any
ROUNDS = 3  # in which each of the two decides once
STORED = "() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"
# Databases, and addresses of what the page has laid by for when there is no server.
LAID_BY = """async () => {
  const opened = await Promise.all((await caches.keys()).map((key) => caches.open(key)));
  const requests = await Promise.all(opened.map((cache) => cache.keys()));
  return { databases: await indexedDB.databases(), urls: requests.flat().map((request) => request.url) };
}"""
LABELS = "all => all.map((one) => [one.dataset.value, one.getAttribute('aria-label')])"


@dataclass
class Guest:
    """A player with a browser."""

    visitor: Visitor
    seat: int
    token: str
    name: str

    @property
    def page(self) -> Page:
        return self.visitor.page

    def told(self) -> list[Json]:
        """Every message that came to the page over sockets, and every answer to its requests."""
        frames = [json.loads(frame) for frame in self.visitor.frames]
        answers = [one for one in self.visitor.bodies if "/api/" in one.url and one.ok]
        assert len(frames) > ROUNDS
        assert len(answers) > 1
        return frames + [answer.json() for answer in answers]

    def views(self) -> list[Json]:
        """What the page has been shown of the game."""
        return [found["view"] for found in objects(self.told()) if found.get("view")]

    def held(self) -> str:
        """All that is in the page now, and all that a script of it could read of what it has kept."""
        return self.page.content() + str(self.page.evaluate(STORED))


def objects(value: Json) -> Iterator[Json]:
    """Every object of a message, however deep."""
    if isinstance(value, dict):
        yield value
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        yield from objects(one)


def two_guests(
    arrive: Arrive, house: House, game: str, look: Callable[[Guest, Guest], None], **settings: Json
) -> tuple[Guest, Guest]:
    """Ada and Bob play with a bot for a while; `look` is called after each decision of Ada's."""
    bots = [None, None, LEVEL]
    table, tokens = house.table(game, ["Ada", "Bob"], 0, players=3, bots=bots, **settings)
    house.begin(table, tokens)
    ada, bob = (
        Guest(arrive(workers="allow"), seat, tokens[seat], name) for seat, name in enumerate(("Ada", "Bob"))
    )
    choose = Random(5)
    for guest in (ada, bob):
        sit(guest.visitor, table, guest.token)
    for _ in range(ROUNDS):
        for guest in (ada, bob):
            guest.page.wait_for_selector(YOUR_TURN)
            decide(guest.page, partial(DRIVERS[game].play_by_clicks, guest.page, choose))
            if guest is ada:
                look(ada, bob)
    return ada, bob


def not_for(seat: int, told: list[Json]) -> list[Json]:
    """What in these messages is not for this seat."""
    found = []
    for one in objects(told):
        args = one.get("args")
        if isinstance(args, dict) and str(one.get("id")).endswith("_own") and args["seat"] != seat:
            found.append(one)
        if one.get("view") and one["view"]["seat"] != seat:
            found.append(one["view"])
        hidden = one.get("face_up") is False and one["owner"] != seat
        if hidden and (one["card"] is not None or one["slot"] is not None):
            found.append(one)
    return found


def check_messages_and_tokens(ada: Guest, bob: Guest) -> None:
    """Nobody was told what is for the other, and the tokens of their seats are nowhere to be read."""
    for one, other in ((ada, bob), (bob, ada)):
        assert not_for(one.seat, one.told()) == []
        assert not_for(other.seat, one.told()), "the check finds what is there to be found"
        assert other.token not in json.dumps(one.told())
        assert other.token not in one.held()
        assert one.token not in one.held()
        laid_by = one.page.evaluate(LAID_BY)
        assert laid_by["databases"] == []
        assert not [url for url in laid_by["urls"] if "/api/" in url]


def test_a_card_face_down_is_known_to_its_owner_only(arrive: Arrive, house: House) -> None:
    def face_down(of: Guest, held: str) -> list[str]:
        return re.findall(rf"{of.name}: [^:;.,]+, face down", held)

    def look(ada: Guest, bob: Guest) -> None:
        assert face_down(ada, ada.held()), "Ada sees what she has just laid"
        assert face_down(ada, bob.held()) == face_down(bob, ada.held()) == []

    check_messages_and_tokens(*two_guests(arrive, house, "kosmiczni_piraci", look, start=0))


def cards_of(views: list[Json], *fields: str) -> set[int]:
    """Crew cards that stood in these fields of some view."""
    return {card for view in views for field in fields for card in view[field]}


def secret_cards(of: Guest, before: Guest) -> set[int]:
    """Cards that one of them has or had, which the other has never had in hand nor seen on the table."""
    views = before.views()
    played = {card for view in views for player in view["everybody"] for card in player["played"]}
    public = played | cards_of(views, "revealed")
    return cards_of(of.views(), "hand", "picks") - cards_of(views, "hand") - public


def check_cards(one: Guest, other: Guest) -> None:
    """Nothing of what is secret is in the page of the one, although it is in that of the other."""
    secret = secret_cards(other, one)
    views = one.views()
    assert secret
    assert not secret & cards_of(views, "picks")
    assert not secret & {card for view in views for seen in view["seen"] for card in seen["cards"]}
    values = {str(views[0]["crew"][card]["v"]) for card in secret}
    mine, theirs = (dict(who.page.locator("[data-value]").evaluate_all(LABELS)) for who in (one, other))
    assert values & set(theirs), "the check finds what is there to be found"
    assert not values & set(mine)
    assert not {theirs[value] for value in values & set(theirs)} & set(mine.values())


@pytest.mark.e2e
def test_cards_of_a_hand_are_known_to_those_who_had_them(arrive: Arrive, house: House) -> None:
    def look(ada: Guest, bob: Guest) -> None:
        check_cards(ada, bob)
        check_cards(bob, ada)

    check_messages_and_tokens(*two_guests(arrive, house, "kosmodraci", look))
