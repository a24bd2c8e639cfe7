"""A server as programs ask it: tables, seats and records over HTTP, and every refusal as one sentence."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Any, TypeVar, overload
from urllib.parse import quote

import aiohttp
import msgspec
from yarl import URL

from kosmoport.core.errors import BadInput
from kosmoport.table import protocol, requests
from kosmoport.table.lobby import LobbyTable
from kosmoport.table.settings import NewTable

T = TypeVar("T")

CONNECT_WITHIN = 10.0  # seconds
ANSWER_WITHIN = 30.0
SILENT_AFTER = 20.0  # seconds without a word after which a line is tried
NOT_KOSMOPORT = "something answers at {url}, but it is no Kosmoport server"


class ServerRefused(BadInput):
    """The server answered with an error: its sentence, its id, and the status."""

    def __init__(self, sentence: str, id: str, status: int) -> None:
        super().__init__(sentence)
        self.id, self.status = id, status


class NoAnswer(BadInput):
    """Nobody answers at the address of the server."""


class _Error(msgspec.Struct):
    id: str
    text: str


class _ErrorBody(msgspec.Struct):
    error: _Error


class Server:
    """`async with Server("http://127.0.0.1:8400") as server: made = await server.create(game="piraci")`."""

    def __init__(self, url: str) -> None:
        self.url = _base(url)
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Server:
        # No cookies: whoever speaks says so with a token, as many seats may be played from here.
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_WITHIN),
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    # ------------------------------------------------------------ what can be asked

    async def games(self) -> list[requests.GameAbout]:
        return await self.request("GET", "/api/games", list[requests.GameAbout])

    async def tables(self, phase: str | None = None) -> list[LobbyTable]:
        """Public tables: those that gather or play, or those of one phase."""
        query = "" if phase is None else f"?phase={quote(phase)}"
        return await self.request("GET", f"/api/tables{query}", list[LobbyTable])

    async def create(self, asked: NewTable | None = None, **fields: Any) -> requests.TableMade:
        """A new table, as a NewTable or by its fields: `create(game="piraci", bots=[None, "casual"])`."""
        body = fields if asked is None else asked
        return await self.request("POST", "/api/tables", requests.TableMade, body)

    async def sit(
        self,
        table: str,
        name: str | None = None,
        *,
        host: str | None = None,
        before: str | None = None,
        **fields: Any,
    ) -> requests.Seated:
        """A seat: as a guest, as the host with the host's token, or with the token of the game before.

        What else SitDown has can be given by name. A `TableClient` then takes part in the deal by itself.
        """
        asked = {"name": name, "token": before, **fields}
        return await self.request("POST", f"{path_of(table)}/seats", requests.Seated, asked, token=host)

    async def look(self, table: str, token: str | None = None) -> protocol.Snapshot:
        """The table as the holder of the token may know it."""
        return await self.request("GET", path_of(table), protocol.Snapshot, token=token)

    async def command(self, table: str, token: str, command: protocol.AnyCommand) -> protocol.Ack:
        """One message without a socket."""
        return await self.request("POST", f"{path_of(table)}/messages", protocol.Ack, command, token=token)

    async def record(self, table: str) -> dict[str, Any]:
        """The record of a finished game."""
        return await self.request("GET", f"{path_of(table)}/record", dict[str, Any])

    # ------------------------------------------------------------ how it is asked

    @overload
    async def request(
        self, method: str, path: str, gives: type[T], body: Any = None, token: str | None = None
    ) -> T: ...

    @overload
    async def request(
        self, method: str, path: str, gives: Any, body: Any = None, token: str | None = None
    ) -> Any: ...

    async def request(
        self, method: str, path: str, gives: Any, body: Any = None, token: str | None = None
    ) -> Any:
        """The answer as this type; ServerRefused and NoAnswer say in one sentence why there is none."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None if body is None else msgspec.json.encode(body)
        if data is not None:
            headers["Content-Type"] = "application/json"
        try:
            async with (
                asyncio.timeout(ANSWER_WITHIN),
                self.session.request(method, self._at(path), data=data, headers=headers) as response,
            ):
                status, text = response.status, await response.read()
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise self.no_answer(error) from None
        if status >= 400:
            raise self._refusal(status, text)
        try:
            return msgspec.json.decode(text, type=gives)
        except msgspec.MsgspecError:
            raise BadInput(NOT_KOSMOPORT.format(url=self.url)) from None

    async def open_socket(self, table: str) -> aiohttp.ClientWebSocketResponse:
        """A connection to a table, before anybody has said hello."""
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                return await self.session.ws_connect(
                    self._at(f"{path_of(table)}/socket"),
                    heartbeat=SILENT_AFTER,
                    max_msg_size=0,
                    timeout=aiohttp.ClientWSTimeout(ws_close=2.0),
                )
        except aiohttp.WSServerHandshakeError as error:
            status = error.status
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise self.no_answer(error) from None
        await self.look(table)  # an ordinary request is refused with a sentence
        raise ServerRefused(f"the server at {self.url} opens no socket", "no_socket", status)

    @property
    def session(self) -> aiohttp.ClientSession:
        if self._session is None:
            raise RuntimeError("a Server is used in `async with`")
        return self._session

    def no_answer(self, error: BaseException) -> NoAnswer:
        """Why nothing came back, as far as a person can do something about it."""
        if isinstance(error, aiohttp.ClientConnectorCertificateError | aiohttp.ClientConnectorSSLError):
            return NoAnswer(f"the server at {self.url} cannot be trusted: its certificate does not hold")
        return NoAnswer(f"the server at {self.url} does not answer")

    def _at(self, path: str) -> URL:
        return URL(self.url + path, encoded=True)

    def _refusal(self, status: int, text: bytes) -> BadInput:
        try:
            error = msgspec.json.decode(text, type=_ErrorBody).error
        except msgspec.MsgspecError:
            return BadInput(NOT_KOSMOPORT.format(url=self.url))
        return ServerRefused(f"the server at {self.url} says: {error.text}", error.id, status)


def path_of(table: str) -> str:
    return f"/api/tables/{quote(table, safe='')}"


def _base(text: str) -> str:
    """The address without a slash at its end; BadInput if it is none."""
    try:
        url = URL(text)
    except ValueError:
        url = URL()
    if url.scheme not in ("http", "https") or not url.host or url.query_string or url.fragment:
        raise BadInput(f"the address of a server looks like http://127.0.0.1:8400, not {text[:80]!r}")
    return str(url).rstrip("/")
