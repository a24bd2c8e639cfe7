"""Where links for others begin, and whether others can open them."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from kosmoport.house.http import Request, Response, answer
from kosmoport.house.routes import Route
from kosmoport.table.requests import InvitationBase


class Inviting:
    """The address that tells it."""

    def __init__(self, find_base: Callable[[Request], str]) -> None:
        self.find_base = find_base

    def routes(self) -> list[Route]:
        about = "Where links for other people begin, and whether they can open them."
        return [Route("GET", "/api/invitation", self.invitation, about, "read", InvitationBase)]

    async def invitation(self, request: Request) -> Response:
        base = self.find_base(request)
        return answer(InvitationBase(base, not only_here(base)))


def only_here(base: str) -> bool:
    """Does an address lead every computer to itself?"""
    name = (urlsplit(base).hostname or "localhost").removesuffix(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified
