"""A house and a server mean the same by the same setting."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from kosmoport.house.settings import HouseSettings
from kosmoport.server.settings import ServerSettings
from kosmoport.server.wiring import house_settings, policy_of
from kosmoport.table.policy import Policy

# A page has nobody to be protected from, keeps what its person keeps, and compiles nothing.
OWN = {"max_tables_per_address", "shares"}
OWN |= {"purge_chat", "purge_unplayed", "purge_abandoned", "purge_finished"}


def test_defaults_are_the_same_where_nothing_speaks_against_it(tmp_path: Path) -> None:
    server = house_settings(ServerSettings(data=tmp_path))
    alone = HouseSettings()
    differ = {
        field.name for field in fields(alone) if getattr(alone, field.name) != getattr(server, field.name)
    }
    assert differ <= OWN
    assert policy_of(ServerSettings(data=tmp_path)) == Policy()


def test_what_a_server_is_told_reaches_its_house(tmp_path: Path) -> None:
    told = ServerSettings(data=tmp_path, bot_pause=0.5, max_tables=7, take_back_grace=1.5, shares_per_56=4)
    house = house_settings(told)
    assert (house.bot_pause, house.max_tables, house.shares) == (0.5, 7, (1, 4, 6))
    assert house.policy.take_back_grace == 1500
