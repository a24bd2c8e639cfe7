"""Addresses of seats: sitting down, whose seat a token is, and bringing a seat to a browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import msgspec

from kosmoport.house.erasing import earlier_sittings, same_person
from kosmoport.house.http import Request, Response, answer
from kosmoport.house.jobs import Asked
from kosmoport.house.refusals import refusal
from kosmoport.house.requests import all_tokens_in, body_of, keeps_another, remember_seat, switch, token_in
from kosmoport.house.rooms import Room
from kosmoport.house.routes import SMALL_BODY, Route
from kosmoport.house.tables import Tables
from kosmoport.house.tokens import SeatToken
from kosmoport.table import protocol, requests
from kosmoport.table.bounds import no_talk
from kosmoport.table.declined import HOST, Declined
from kosmoport.table.entries import AnyEntry, Sat
from kosmoport.table.gathering import sit_down
from kosmoport.table.late import take_over
from kosmoport.table.table import Table

FindRoom = Callable[[Request], Awaitable[Room]]
FindSender = Callable[[Request], Awaitable[tuple[Room, str]]]
FindBase = Callable[[Request], str]


class Seating:
    """Handlers of the addresses about seats; a browser never loses one seat by taking another."""

    def __init__(
        self, tables: Tables, find_room: FindRoom, find_sender: FindSender, find_base: FindBase
    ) -> None:
        self.tables = tables
        self.find_room, self.find_sender, self.find_base = find_room, find_sender, find_base

    def routes(self) -> list[Route]:
        """The addresses, in the order of the documentation."""
        table = "/api/tables/{table}"
        replace = {"replace": (bool, "also where this browser has another seat at the table")}
        return [
            Route(
                "POST",
                f"{table}/seats",
                self.sit,
                "Sit down as a guest, with the host's token as the host; in a game, in the place of a bot.",
                "sit",
                requests.Seated,
                requests.SitDown,
                status=201,
                refused=True,
            ),
            Route(
                "GET",
                f"{table}/seat",
                self.own_seat,
                "Your seat here, and the link that carries it to another device.",
                "read",
                requests.OwnSeat,
                token=True,
            ),
            Route(
                "PUT",
                f"{table}/seat",
                self.claim,
                "Bring your seat to this browser: your token becomes its cookie.",
                "sit",
                requests.OwnSeat,
                query=replace,
                token=True,
                refused=True,
            ),
        ]

    async def sit(self, request: Request) -> Response:
        asked = await body_of(request, requests.SitDown, SMALL_BODY)
        base = self.find_base(request)
        room = await self.find_room(request)
        presented = all_tokens_in(self.tables, request)
        seat, text = await sit_at(self.tables, room, asked, token_in(self.tables, request), presented)
        table, token = room.table.id, self.tables.tokens.read(text)
        assert token is not None
        response = answer(requests.Seated(table, seat, text, _link(base, table, text)), 201)
        if not keeps_another(self.tables, request, room.table, token):  # several may share a browser
            remember_seat(request, response, table, text)
        return response

    async def own_seat(self, request: Request) -> Response:
        own, _ = await self._own(request)
        return answer(own)

    async def claim(self, request: Request) -> Response:
        replace = switch(request, "replace")
        own, another = await self._own(request)
        if another and not replace:
            raise refusal(protocol.Problem("other_seat"))
        response = answer(own)
        remember_seat(request, response, own.table, own.token)
        return response

    async def _own(self, request: Request) -> tuple[requests.OwnSeat, bool]:
        """What the token of a request is, and whether its browser keeps that of somebody else."""
        base = self.find_base(request)
        room, sender = await self.find_sender(request)
        token = token_in(self.tables, request)
        assert token is not None
        speaks_as = token.sender if token.sender == HOST else sender  # the host may have moved the seat
        text = self.tables.tokens.issue(token.table, speaks_as, token.nonce)
        seat = None if sender == "host" else int(sender)
        own = requests.OwnSeat(token.table, seat, text, _link(base, token.table, text))
        return own, keeps_another(self.tables, request, room.table, token)


def _link(base: str, table: str, token: str) -> str:
    return f"{base}/t/{table}#seat={token}"  # behind #: no server and no log ever sees it


async def sit_at(
    tables: Tables,
    room: Room,
    asked: requests.SitDown,
    token: SeatToken | None,
    presented: Sequence[SeatToken] = (),
) -> tuple[int, str]:
    """A seat and its token; what else was `presented` may show that this person sat here before."""
    host = await room.look(lambda table: tables.tokens.sender_of(table, token) == "host")
    before = tables.tokens.read(asked.token) if asked.token is not None else None
    chosen = token if host else before
    nonce = chosen.nonce if chosen is not None else tables.tokens.new_nonce()
    was = None if before is None else tables.tokens.nonce_hash(before.nonce)
    known = {tables.tokens.nonce_hash(one.nonce) for one in presented if one.table == room.table.id}
    known |= set() if was is None else {was}
    seat = -1

    def deciding(table: Table, now: int) -> Sequence[AnyEntry]:
        nonlocal seat
        seat = next(
            (p for p, own in enumerate(table.seats) if tables.tokens.matches(nonce, own.key or "")), -1
        )
        if seat >= 0:  # they sat down before, and the answer was lost on its way
            return []
        if no_talk(table):  # people have come and gone too often
            raise Declined("log_full")
        lines, key = room.log.lines, tables.tokens.nonce_hash(nonce)
        if table.phase == "playing":
            theirs = {one for own in known | {key} for one in same_person(lines, own)}
            sat, *more = take_over(table, asked, key, theirs)
        else:
            sat, *more = sit_down(table, asked, key, was)
        assert isinstance(sat, Sat)
        seat = sat.seat
        seated = {sat.key, *(own.key for own in table.seats if own.key is not None)}
        before = earlier_sittings(lines, known, seated)
        return [msgspec.structs.replace(sat, before=tuple(sorted(before))), *more]

    ack = await room.ask(Asked(deciding=deciding))
    if ack.problem is not None:
        raise refusal(ack.problem)
    return seat, tables.tokens.issue(room.table.id, str(seat), nonce)
