"""The interface for programs and pages: every address of the server, written once and described once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.options import Option
from kosmoport.core.views import fields_of
from kosmoport.core.words import Told
from kosmoport.games import all_games
from kosmoport.house.calling import Calling
from kosmoport.house.continued import HIDDEN
from kosmoport.house.file_jobs import ShowFrames, VerifyRecord, WriteRecord, in_blocks
from kosmoport.house.forgetting import erase, erase_asleep
from kosmoport.house.game_records import is_open
from kosmoport.house.hints import hints_for
from kosmoport.house.http import Handler, Request, Response, answer
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.inviting import Inviting
from kosmoport.house.jobs import Asked
from kosmoport.house.known import Known
from kosmoport.house.learning import Learning
from kosmoport.house.referee import Referee
from kosmoport.house.refusals import refusal
from kosmoport.house.replays import Replays
from kosmoport.house.requests import (
    body_of,
    done_by_clerk,
    game_in,
    limited,
    limited_sender,
    new_table_of,
    origin_in,
    remember_seat,
    token_in,
    whole_number,
)
from kosmoport.house.rooms import Lost, Room
from kosmoport.house.routes import OF_RULES, SMALL_BODY, Route, language_in
from kosmoport.house.seating import Seating
from kosmoport.house.store import CannotSave
from kosmoport.house.tables import Tables
from kosmoport.house.tokens import origins_of
from kosmoport.house.versions import Sleeps, may_list
from kosmoport.house.viewers import viewer_of
from kosmoport.table import protocol, requests
from kosmoport.table.acting import why_not
from kosmoport.table.lobby import LobbyTable
from kosmoport.table.settings import NewTable
from kosmoport.table.table import Table
from kosmoport.table.telling import snapshot


class Api:
    """Handlers of the addresses below /api."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def routes(self) -> list[Route]:
        """Every address, in the order of the documentation."""
        table = "/api/tables/{table}"
        after = {"after": (int, "the number of the last message you have; without it you get a snapshot")}
        seat = {"seat": (int, "whose eyes; without it your own, or a spectator's")}
        listed = {"phase": (str, "gathering, playing or over; without it the first two")}
        return [
            Route(
                "GET",
                "/api/games",
                self.games,
                "The games, with every option.",
                "read",
                list[requests.GameAbout],
            ),
            Route(
                "GET",
                "/api/games/{game}",
                self.game,
                "One of them, as it is now or as tables know it that began before its rules changed.",
                "read",
                requests.GameAbout,
                query=OF_RULES,
            ),
            Route(
                "GET",
                "/api/games/{game}/words/{language}",
                self.words,
                "What a game says in a language: templates for actions, events, reasons and accounts.",
                "read",
                dict[str, Any],
                query=OF_RULES,
            ),
            *Learning(self.tables).routes(),
            *Replays(self.tables).routes(),
            *Referee(self.tables, self._sender).routes(),
            *Inviting(self._base).routes(),
            Route(
                "GET",
                "/api/tables",
                self.list_tables,
                "Public tables, the latest change first.",
                "read",
                list[LobbyTable],
                query=listed,
                id="tables",
            ),
            Route(
                "POST",
                "/api/tables",
                self.create,
                "Make a table and become its host.",
                "create",
                requests.TableMade,
                NewTable,
                status=201,
                refused=True,
            ),
            *Known(self.tables).routes(),
            Route(
                "GET",
                table,
                self.look,
                "The table as you may know it.",
                "read",
                protocol.Snapshot,
                refused=True,
            ),
            Route(
                "GET",
                f"{table}/account",
                self.account,
                "The table as you may know it in sentences: ids with parameters, for a screen reader.",
                "read",
                list[Told],
                refused=True,
            ),
            *Seating(self.tables, self._room, self._sender, self._base).routes(),
            Route(
                "POST",
                f"{table}/messages",
                self.command,
                "Send one message of the protocol; the answer comes when it is safe.",
                "message",
                protocol.Ack,
                protocol.AnyCommand,
                token=True,
            ),
            Route(
                "GET",
                f"{table}/messages",
                self.missed,
                "What happened since: numbered messages, or a snapshot if you are far behind.",
                "read",
                list[protocol.Snapshot | protocol.AnyNumbered],
                query=after,
                refused=True,
            ),
            Route(
                "POST",
                f"{table}/why",
                self.why,
                "Why you could not do something now; null if you could. Nothing is done.",
                "read",
                requests.WhyNot | None,
                requests.AskWhy,
                token=True,
            ),
            Route(
                "GET",
                f"{table}/take_back",
                self.why_not_back,
                "Why you could not take back your last move now; null if you could. Nothing is done.",
                "read",
                requests.WhyNot | None,
                token=True,
            ),
            Route(
                "POST",
                f"{table}/hint",
                self.hint,
                "The best actions that a bot finds from your view, where the table allows hints.",
                "message",
                requests.Hints,
                token=True,
                refused=True,
            ),
            *Calling(self.tables, self._sender).routes(),
            Route(
                "DELETE",
                f"{table}/name",
                self.erase,
                "Delete your name and what you said from this table, for good.",
                "erase",
                protocol.Ack,
                token=True,
                refused=True,
            ),
            Route(
                "GET",
                f"{table}/record",
                self.record,
                "The record of a finished game, all of it; `kosmoport replay` and `verify` read it.",
                "record",
                dict[str, Any],
                refused=True,
            ),
            Route(
                "GET",
                f"{table}/verified",
                self.verified,
                "Are the deal and every roll of a finished game what its secrets give? Its record says more.",
                "record",
                requests.Verified,
                refused=True,
            ),
            Route(
                "GET",
                f"{table}/frames",
                self.frames,
                "The game move by move as one seat saw it: your own while it is on, any when it is open.",
                "record",
                requests.Frames,
                query=seat,
                refused=True,
            ),
        ]

    # ------------------------------------------------------------ games

    async def games(self, request: Request) -> Response:
        return answer([about_game(game) for game in all_games()])

    async def game(self, request: Request) -> Response:
        return answer(about_game(game_in(request)))

    async def words(self, request: Request) -> Response:
        try:
            return answer(game_in(request).words(language_in(request)).messages)
        except BadInput:
            raise HTTPError(404) from None

    # ------------------------------------------------------------ tables

    async def list_tables(self, request: Request) -> Response:
        phase = request.query.get("phase")
        if phase not in (None, "gathering", "playing", "over"):
            raise HTTPError(400, "bad_query", "phase must be gathering, playing or over.")
        phases = ("gathering", "playing") if phase is None else (phase,)
        rows = await self.tables.store.tables(phases=phases, public=True, limit=100)
        shown = (row for row in rows if may_list(row) and self.tables.continued.may_list(row))
        listed = (row.summary.lobby for row in shown)
        return Response(body=b"[" + b",".join(listed) + b"]")

    async def create(self, request: Request) -> Response:
        asked = await new_table_of(request, self.tables.settings.max_components)
        base = self._base(request)
        source = None if asked.continues is None else await self._opened(request, asked.continues.table)
        table, token = await self.tables.making.create(
            asked, origins_of(self.tables.key, request.networks), None if source is None else source.table
        )
        room = await self._room(request, table)
        made = requests.TableMade(table, f"{base}/t/{table}", token, room.table.commitment)
        response = answer(made, 201)
        remember_seat(request, response, table, token)
        return response

    async def look(self, request: Request) -> Response:
        room = await self._room(request)
        return answer(
            await self._seen(request, room, lambda table, viewer: snapshot(table, viewer, room.time.now()))
        )

    async def account(self, request: Request) -> Response:
        room = await self._room(request)

        def see(table: Table, viewer: int) -> list[Told]:
            if not table.begun:
                return []
            return list(table.game.view.account(table.views((viewer,))[0]))

        return answer(await self._seen(request, room, see))

    # ------------------------------------------------------------ at a table

    async def command(self, request: Request) -> Response:
        most = self.tables.settings.max_message
        command: protocol.AnyCommand = await body_of(request, protocol.AnyCommand, most)  # type: ignore[arg-type]
        room, sender = await self._sender(request)
        token = token_in(self.tables, request)
        rule = {"Act": "act", "Chat": "chat"}.get(type(command).__name__, "message")
        limited_sender(self.tables, room, sender, rule)
        asked = Asked(
            sender,
            command,
            lambda table: self.tables.tokens.sender_of(table, token) == sender,
            networks=request.networks,
        )
        return answer(await room.ask(asked))

    async def missed(self, request: Request) -> Response:
        seen = whole_number(request, "after")
        room = await self._room(request)
        messages = await self._seen(
            request, room, lambda table, viewer: room.missed(viewer, seen, frozenset())
        )
        return Response(body=b"[" + b",".join(messages) + b"]")

    async def why(self, request: Request) -> Response:
        asked = await body_of(request, requests.AskWhy, SMALL_BODY)
        room, sender = await self._sender(request)
        told, now = Told(asked.do, asked.args), room.time.now()
        problem = await room.look(lambda table: why_not(table, sender, told, now))
        return answer(None if problem is None else requests.WhyNot(problem, problem.cites))

    async def why_not_back(self, request: Request) -> Response:
        room, sender = await self._sender(request)
        problem = await room.why_not_back(sender)
        return answer(None if problem is None else requests.WhyNot(problem, problem.cites))

    async def hint(self, request: Request) -> Response:
        room, sender = await self._sender(request)
        limited_sender(self.tables, room, sender, "hint")
        return answer(await hints_for(self.tables, room, sender, origin_in(self.tables, request)))

    async def erase(self, request: Request) -> Response:
        token = token_in(self.tables, request)
        try:
            room = await self._room(request)
        except Sleeps:
            ack = await erase_asleep(self.tables, request.params["table"], token)
        else:
            ack = await erase(self.tables, room, token)
        if ack is None:
            limited(self.tables, request.networks, "wrong")
            raise HTTPError(404)
        return answer(ack)

    # ------------------------------------------------------------ afterwards

    async def record(self, request: Request) -> Response:
        room = await self._opened(request)
        lines = await self.tables.slices.through(in_blocks(list(room.log.lines)), room.whose)
        job = WriteRecord(room.table.id, self.tables.policy, lines)
        response = await done_by_clerk(self.tables, request, job)
        named = f'attachment; filename="{room.table.settings.game}.json"'
        response.headers["Content-Disposition"] = named
        return response

    async def verified(self, request: Request) -> Response:
        room = await self._opened(request)
        lines = await self.tables.slices.through(in_blocks(list(room.log.lines)), room.whose)
        job = VerifyRecord(room.table.id, self.tables.policy, lines)
        return await done_by_clerk(self.tables, request, job)

    async def frames(self, request: Request) -> Response:
        wanted = whole_number(request, "seat", low=-1)
        room = await self._room(request)
        token = token_in(self.tables, request)
        own, opened, players, lines, forgets, hidden = await room.look(
            lambda table: (
                viewer_of(self.tables.tokens.sender_of(table, token)),
                is_open(table),
                len(table.seats),
                list(room.log.lines),
                table.forgets,
                self.tables.continued.hides(table),
            )
        )
        if hidden:
            raise refusal(HIDDEN)
        if forgets:
            raise HTTPError(409, "forgotten", "This table remembers nothing for its players until the end.")
        seat = own if wanted is None else wanted
        if seat >= players or (seat not in (own, SPECTATOR) and not opened):
            raise HTTPError(
                409, "not_open", "Only your own seat can be looked through until the record opens."
            )
        blocks = await self.tables.slices.through(in_blocks(lines), room.whose)
        job = ShowFrames(room.table.id, self.tables.policy, blocks, seat)
        return await done_by_clerk(self.tables, request, job)

    # ------------------------------------------------------------ helpers

    async def _room(self, request: Request, table: str | None = None) -> Room:
        room = await self.tables.room(request.params["table"] if table is None else table)
        if room is None:
            limited(self.tables, request.networks, "wrong")
            raise HTTPError(404)
        return room

    async def _opened(self, request: Request, table: str | None = None) -> Room:
        """A room whose record is open; nothing moves there any more."""
        room = await self._room(request, table)
        if not await room.look(is_open):
            raise HTTPError(409, "not_open", "The record of this game is not open.")
        if self.tables.continued.hides(room.table):
            raise refusal(HIDDEN)
        return room

    async def _seen(self, request: Request, room: Room, see: Callable[[Table, int], Any]) -> Any:
        """Something about the table as whoever asks may know it."""
        token = token_in(self.tables, request)

        async def look() -> Any:
            viewer = viewer_of(self.tables.tokens.sender_of(room.table, token))
            if self.tables.continued.hides_from(room.table, viewer):
                return HIDDEN
            seen = see(room.table, viewer)
            return await seen if isinstance(seen, Awaitable) else seen

        found = await room.turn(look)
        if found is HIDDEN:
            raise refusal(HIDDEN)
        return found

    async def _sender(self, request: Request) -> tuple[Room, str]:
        """The room, and who speaks; a wrong token and an unknown table look the same."""
        token = token_in(self.tables, request)
        room = await self._room(request)
        sender = await room.look(lambda table: self.tables.tokens.sender_of(table, token))
        if sender is None:
            limited(self.tables, request.networks, "wrong")
            raise HTTPError(404)
        return room, sender

    def _base(self, request: Request) -> str:
        """Where links begin."""
        return self.tables.settings.public_url or request.base()


def guarded(tables: Tables, route: Route) -> Handler:
    """The handler of a route behind its rate limit."""

    async def handle(request: Request) -> Response:
        limited(tables, request.networks, route.rule)
        try:
            return await _again_if_lost(route.handler, request)
        except Lost:
            raise HTTPError(503) from None
        except CannotSave as error:
            raise HTTPError(503, "cannot_save", str(error)) from None

    return handle


async def _again_if_lost(handler: Handler, request: Request) -> Response:
    """A table may fall asleep just as somebody asks for it: then nothing was done, and it is woken."""
    try:
        return await handler(request)
    except Lost:
        return await handler(request)


@cache
def about_game(game: Game) -> requests.GameAbout:
    """A game for those who make tables."""
    return requests.GameAbout(
        id=game.id,
        title=game.title,
        authors=game.authors,
        publisher=game.publisher,
        players=game.players,
        rules=game.version,
        colours=game.colours,
        options=tuple(map(_about_option, game.options)),
        first=game.first,
        calm=dict(game.calm),
        fields=fields_of(game.view.View),
    )


def _about_option(option: Option) -> requests.OptionAbout:
    return requests.OptionAbout(
        name=option.name,
        kind=type(option).__name__,
        default=option.default,
        wanted=option.wanted,
        choices=tuple(getattr(option, "choices", ())),
        low=getattr(option, "low", None),
        high=getattr(option, "high", None),
        named=dict(getattr(option, "named", {})),
        total=getattr(option, "total", None),
        aid=getattr(option, "aid", False),
    )
