"""Makes src/kosmoport/core/confusables.txt from Unicode's file of that name.

    python tools/confusables.py confusables.txt LICENSE

The newest one is https://www.unicode.org/Public/security/latest/confusables.txt; source packages of ICU
have it as source/data/unidata/confusables.txt, with the licence beside them. Ours holds the same
characters, the look-alikes of one on one line, and the licence of the data.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

OURS = Path(__file__).parents[1] / "src" / "kosmoport" / "core" / "confusables.txt"
LINE = re.compile(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\b")
VERSION = re.compile(r"^# Version: (\d+\.\d+\.\d+)$", re.MULTILINE)
END_OF_LICENCE = "SPDX-License-Identifier: Unicode-3.0"
HEAD = """\
What looks alike: before the colon the sequence of characters that stands for the others on its line.
Written by tools/confusables.py from Unicode's confusables.txt (UTS #39); the same data, shorter.
Version: {version}

{licence}"""


def shortened(theirs: str, licence: str) -> str:
    """Our file from theirs; ValueError if either is not what it should be."""
    version = VERSION.search(theirs)
    notice, end, _ = licence.partition(END_OF_LICENCE)
    if version is None or not end:
        raise ValueError("these are not Unicode's confusables.txt and the Unicode License V3")
    alike: dict[str, list[str]] = {}
    for one, stands in LINE.findall(theirs):
        alike.setdefault(stands, []).append(one)
    head = HEAD.format(version=version[1], licence=notice + end)
    lines = [f"# {line}".rstrip() for line in head.splitlines()]
    lines += [
        f"{stands}: {' '.join(sorted(alike[stands], key=_number))}" for stands in sorted(alike, key=_number)
    ]
    return "\n".join(lines) + "\n"


def _number(sequence: str) -> list[int]:
    return [int(character, 16) for character in sequence.split()]


if __name__ == "__main__":
    texts = [Path(name).read_text(encoding="utf-8-sig") for name in sys.argv[1:]]
    OURS.write_text(shortened(*texts), encoding="utf-8")
