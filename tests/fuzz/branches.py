"""Which branches of the parsers that strangers reach no garbage has taken.

    python -m tests.fuzz.branches SEEDS

It feeds every parser with so many seeds and lets all bombs go off, counts with coverage.py, and prints a line
for each function that was not seen whole.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from coverage import Coverage

import kosmoport

HOME = Path(kosmoport.__file__).parent
# Functions by file; what stands beside them is not fed with what strangers send.
PARSERS = {
    "core/confusables.py": ("*",),
    "core/components.py": ("from_*", "_name_keys", "_fits", "in_words", "_check*"),
    "core/options.py": ("*.read", "read_*", "_whole"),
    "core/layout.py": ("from_data", "_read_value"),
    "core/reasons.py": ("judged",),
    "core/records.py": ("open_record", "replay_moves", "check_deal", "_*", "read_*"),
    "core/texts.py": ("*",),
    "core/toml.py": ("*",),
    "games/kosmiczna_eskadra/actions.py": ("encode*", "_*"),
    "games/kosmiczna_eskadra/components.py": ("Data.*", "_check*", "is_tenths"),
    "games/kosmiczna_misja/actions.py": ("encode*", "_slot", "_number"),
    "games/kosmiczna_misja/components.py": ("Data.*",),
    "games/kosmiczni_piraci/actions.py": ("encode*", "_slots_of"),
    "games/kosmiczni_piraci/components.py": ("Data.*", "_is_number"),
    "games/kosmodraci/actions.py": ("encode*",),
    "games/kosmodraci/components.py": ("Data.*",),
    "games/piraci/actions.py": ("encode*", "_disc", "_boarding"),
    "games/piraci/components.py": ("Data.*",),
    "house/opened_record.py": ("opened",),
    "house/requests.py": (
        *("bytes_of", "_says_json", "body_of", "new_table_of", "understood", "switch", "whole_number"),
        *("token_in", "all_tokens_in", "_texts_in", "game_in"),
    ),
    "house/routes.py": ("language_in",),
    "house/tokens.py": ("Tokens.read",),
    "games/kosmiczna_eskadra/referee.py": ("*",),
    "games/kosmiczna_eskadra/tracing.py": ("trace", "lines_*", "_*"),
    "learn/teaching.py": ("Progress.go_on", "Progress._judge", "progress"),
    "server/addresses.py": (
        "client_*",
        "networks_of",
        "_forwarded",
        "plain_address",
        "scheme_of",
        "same_origin",
        "_site",
    ),
    "server/frames.py": ("*",),
    "server/hosts.py": ("Hosts.check", "Hosts._check", "Hosts._is_ours", "_*"),
    "server/push/pusher.py": ("Pusher.check", "_is_whole"),
    "server/push/sealing.py": ("is_point",),
    "server/push/vapid.py": ("from_unpadded",),
    "server/web.py": ("read_body",),
    "server/webhooks.py": ("check_url", "_check_host", "_literal"),
    "table/continuing.py": ("continuing", "_check_*", "_past"),
    "table/gathering.py": ("sit_down", "_seat_kept_for", "_name", "_names_of_others", "_free_seat"),
    "table/names.py": ("read_name",),
    "table/settings.py": ("read_*", "_first", "is_race"),
    "table/telling.py": ("result_shown",),
    "table/verify.py": ("*",),
}


def main(seeds: int) -> None:
    """Count from the first import, which is when functions are made."""
    counting = Coverage(branch=True, data_file=None, config_file=False, include=[f"{HOME}/*"])
    counting.start()
    from tests.fuzz import bombs, parsers

    for name in parsers.PARSERS:
        for seed in range(seeds):
            parsers.run(name, seed)
    for _, bomb in bombs.bombs():
        with suppress(*parsers.Refusal):
            bomb()
    counting.stop()
    with tempfile.TemporaryDirectory() as folder:
        counting.json_report(outfile=f"{folder}/found.json")
        found = json.loads(Path(f"{folder}/found.json").read_text(encoding="utf-8"))
    for line in unseen(found["files"]):
        print(line)


def unseen(files: dict[str, Any]) -> Iterator[str]:
    for name, functions in PARSERS.items():
        (file,) = (value for path, value in files.items() if path.endswith(f"kosmoport/{name}"))
        matched = set()
        for function, counted in file["functions"].items():
            patterns = [pattern for pattern in functions if function and fnmatchcase(function, pattern)]
            matched |= set(patterns)
            missed = counted["missing_branches"] or counted["missing_lines"]
            if patterns and missed:
                yield f"{name} {function}: {missed}"
        for pattern in set(functions) - matched:
            yield f"{name} has no {pattern}"


if __name__ == "__main__":
    main(int(sys.argv[1]))
