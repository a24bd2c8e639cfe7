"""What the settings of a server say about its tables."""

from __future__ import annotations

from kosmoport.server.settings import ServerSettings
from kosmoport.table.house import House


def house_of(settings: ServerSettings) -> House:
    """What the settings say about tables."""
    return House(
        take_back_grace=round(settings.take_back_grace * 1000),
        absence_grace=round(settings.absence_grace * 1000),
        absence_unhurried=settings.absence_unhurried,
        lag_credit=settings.lag_credit,
        stop_credit=settings.stop_credit,
        max_chat=settings.max_chat,
        max_log=settings.max_log,
        abandon_gathering=settings.abandon_gathering,
        abandon_live=settings.abandon_live,
        abandon_unhurried=settings.abandon_unhurried,
        reveal_live=round(settings.reveal_live * 1000),
        reveal_unhurried=settings.reveal_unhurried,
    )
