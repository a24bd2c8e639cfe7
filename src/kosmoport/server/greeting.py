"""What the terminal says when the server is ready: where people find it, also as a picture for phones."""

from __future__ import annotations

import sys
from itertools import zip_longest

import segno
from rich.console import Console
from rich.text import Text

from kosmoport.house.inviting import only_here
from kosmoport.server.reach import Reach

# By whether the upper and the lower square are dark.
HALF_BLOCKS = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
MOST_SHOWN = 3  # further addresses are told only by the system
NO_NETWORK = "This computer has no address on a network: as soon as it has one, phones can join."


def greet(reach: Reach, public_url: str) -> None:
    """Say the addresses; a terminal also shows the one for others as a QR code."""
    here = reach.here()
    found = dict.fromkeys([*reach.elsewhere()[:MOST_SHOWN], here])
    first, *more = [public_url] if public_url else found
    print(f"Kosmoport is at {first}/")
    for other in more:
        print(f"{'on this computer' if other == here else 'also'} at {other}/")
    if reach.for_others and only_here(first):
        print(NO_NETWORK)
    sys.stdout.flush()
    if not only_here(first):
        show_code(Console(), f"{first}/")


def show_code(console: Console, text: str) -> None:
    """A QR code in half blocks; not where nobody would see it, or it would not be seen as one."""
    rows = _half_blocks(text)
    fits = console.width >= len(rows[0]) and not console.options.ascii_only
    if console.is_terminal and fits:
        console.print(Text("\n".join(rows), style="bright_white on black", no_wrap=True))


def _half_blocks(text: str) -> list[str]:
    """Two rows of the code in each line, what is light being drawn: terminals are dark, or are told to be."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=4)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[1] * len(rows))
    return ["".join(HALF_BLOCKS[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs]
