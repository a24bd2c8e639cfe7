"""Nothing by colour alone: seats are told apart on rendered tables in grey and under colour blindness."""

from __future__ import annotations

import io
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page

from kosmoport.games import GAMES
from tests.e2e.conftest import Arrive

KINDS = ("achromatopsia", "protanopia", "deuteranopia", "tritanopia")
SIDE = 32  # pixels a sign is compared at
CLEARLY = 13  # mean difference of two grey pictures, of 255
STRIP, BOARD = ".seats .seat-sign", "main.board .seat-sign"
SMALLEST = 12  # CSS pixels; smaller signs only repeat larger ones


def signs(page: Page, where: str) -> dict[str, Image.Image]:
    """The largest sign of every colour as it is on the screen, in grey."""
    screen = Image.open(io.BytesIO(page.screenshot())).convert("L")
    largest: dict[str, tuple[float, Image.Image]] = {}
    for sign in page.locator(where).all():
        box, colour = sign.bounding_box(), str(sign.get_attribute("data-colour"))
        if box is None or not sign.is_visible() or box["width"] <= largest.get(colour, (SMALLEST,))[0]:
            continue
        x, y = box["x"], box["y"]
        cut = screen.crop((round(x), round(y), round(x + box["width"]), round(y + box["height"])))
        largest[colour] = (box["width"], cut.resize((SIDE, SIDE)))
    return {colour: picture for colour, (_, picture) in largest.items()}


def difference(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


FIRST, *OTHERS = [game.id for game in GAMES]


@pytest.mark.parametrize("game", [FIRST, *(pytest.param(game, marks=pytest.mark.e2e) for game in OTHERS)])
def test_seats_are_told_apart_without_colours(arrive: Arrive, game: str) -> None:
    players = next(one.players[1] for one in GAMES if one.id == game)
    visitor = arrive()
    visitor.start(game, players)
    devtools = visitor.context.new_cdp_session(visitor.page)
    for kind in KINDS:
        devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        for where, least in ((STRIP, players), (BOARD, 2)):
            shown = signs(visitor.page, where)
            assert least <= len(shown) <= players
            for (a, one), (b, other) in combinations(shown.items(), 2):
                assert difference(one, other) > CLEARLY, f"{a} and {b} look alike with {kind}"
