"""The page about hosting says what the server does: its figures, its rate limits, its calls."""

from __future__ import annotations

import json
import re
from pathlib import Path

from kosmoport.server.limits import DEFAULTS
from kosmoport.server.metrics import Metrics
from kosmoport.server.settings import SETTINGS
from kosmoport.server.webhooks import PAUSES, TIMEOUT

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_every_figure_is_explained() -> None:
    served = re.findall(r"^# TYPE (kosmoport_\w+) ", Metrics().text()[0].decode(), re.MULTILINE)
    figures = {name for name in served if not name.endswith("_created")}
    assert set(re.findall(r"`(kosmoport_\w+)`", PAGE)) == figures
    assert len(figures) > 10


def test_every_rate_limit_is_listed_with_its_default() -> None:
    listed = re.findall(r"^\| `(\w+)` \| (\d+/\w+) \|", PAGE, re.MULTILINE)
    assert dict(listed) == dict(DEFAULTS)


def test_webhooks_are_called_as_the_page_says() -> None:
    first, second = (f"{pause:g} s" for pause in PAUSES)
    assert f"within {TIMEOUT.total:g} s" in PAGE
    assert f"tried again after {first} and after {second}" in " ".join(PAGE.split())
    (body,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert set(json.loads(body)) == {"event", "table", "game", "seat", "n", "link"}


def test_settings_in_the_text_exist() -> None:
    names = {setting.name for setting in SETTINGS}
    mentioned = set(re.findall(r"`((?:abandon|max|public|trusted|allowed|webhook|push|bot|log)_\w+)`", PAGE))
    assert len(mentioned) > 8
    assert mentioned <= names
    assert set(re.findall(r"KOSMOPORT_(\w+)", PAGE)) - {"CACHE", "SETTINGS"} <= {
        name.upper() for name in names
    }
