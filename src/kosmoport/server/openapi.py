"""The OpenAPI description of the interface, made from the routes and the types of the protocol."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from kosmoport import __version__
from kosmoport.games import all_games, game_by_id
from kosmoport.house.requests import COOKIE
from kosmoport.house.routes import Route
from kosmoport.house.tokens import LETTERS, LONGEST_TOKEN, TABLE_ID_LETTERS
from kosmoport.table import protocol, requests
from kosmoport.table.lobby import AnyLobbyMessage
from kosmoport.table.settings import NewTable

REF = "#/components/schemas/"
LARGEST = 10**15 - 1  # of a number in a query
ABOUT = """Tables for programs, with the same views that the browser has.

**Who asks.** Sitting down gives a token; send it as `Authorization: Bearer TOKEN`. A browser has it as a
cookie instead. A wrong token, an unknown table and what is not for the asker all answer 404, with the
same bytes.

**Sockets.** `GET /api/tables/{table}/socket` is the WebSocket of a table and `GET /api/lobby/socket`
that of the lobby. Their messages are the schemas `ClientMessage`, `ServerMessage` and `LobbyMessage`
here, and docs/protocol.md explains them. What is sent by `POST /api/tables/{table}/messages` could be
sent there as well.

**Operations.** `GET /healthz` answers 200 while the server takes work and can save it, otherwise 503;
`GET /metrics` has figures in the text format of Prometheus, unless the server was told not to; this
description is at `GET /api/openapi.json`.

**Limits.** Every address is limited in how often it may ask and how many connections it may have. 429 says
in `Retry-After` how many seconds to wait.
"""
UNIONS: Mapping[str, Any] = MappingProxyType(
    {
        "ClientMessage": protocol.AnyClientMessage,
        "ServerMessage": protocol.AnyServerMessage,
        "LobbyMessage": AnyLobbyMessage,
    }
)
PARAMETERS: Mapping[str, Any] = MappingProxyType(
    {
        "game": {
            "type": "string",
            "enum": [game.id for game in all_games()],
            "examples": ["kosmiczni_piraci"],
        },
        "language": {"type": "string", "pattern": "^[A-Za-z]{2,3}$", "examples": ["en"]},
        "table": {"type": "string", "pattern": f"^[{LETTERS}]{{{TABLE_ID_LETTERS}}}$"},
        "phase": {"type": "string", "enum": ["gathering", "playing", "over"]},
        "after": {"type": "integer", "minimum": 0, "maximum": LARGEST},
        "seat": {"type": "integer", "minimum": -1, "maximum": LARGEST},
        "replace": {"type": "boolean"},
        "rules": {"type": "integer", "minimum": 1, "maximum": LARGEST},
    }
)
DEVICE = {
    "endpoint": "https://push.example.org/x",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
BODIES: Mapping[Any, Mapping[str, Any]] = MappingProxyType(
    {
        NewTable: {
            "two people and a bot": {"game": "kosmiczni_piraci", "bots": [None, None, "casual"]},
            "by post": {
                "game": "kosmiczna_misja",
                "players": 3,
                "public": True,
                "unhurried": True,
                "clock": {"type": "move", "seconds": 86400},
            },
        },
        requests.SitDown: {"a guest": {"name": "Ada"}},
        requests.AskKnown: {"a table that is not there": {"tables": ["never"]}},
        requests.WebhookAt: {"nowhere any more": {"url": None}},
        requests.PushTo: {"not this browser any more": {"device": DEVICE, "wanted": False}},
        requests.AskWhy: {"a card on a planet": {"do": "lay", "args": {"card": 1, "planet": 0}}},
        requests.Aim: {"beside the asteroid": {"x": -1500, "y": 400, "rot": 90}},
        **{
            game.referee.RefereeTable: {"a table": game.referee.EXAMPLE}
            for game in all_games()
            if game.referee is not None
        },
        requests.LessonTry: {
            "the chapter begins": {"chapter": "table", "actions": []},
            "the first step was read": {"chapter": "table", "actions": [None]},
        },
        dict[str, Any]: {
            "a game that has just begun": {
                "kosmoport": "record",
                "game": "piraci",
                "rules": game_by_id("piraci").version,
                "options": {"players": 3},
                "components": None,
                "deal": {"start": 0, "deck": [*range(15), *[-1] * 9]},
                "moves": [],
                "result": None,
            }
        },
        protocol.AnyCommand: {
            "ready": {"type": "ready", "id": "a1"},
            "act": {"type": "act", "id": "a2", "seen": 6, "do": "lay", "args": {"card": 1, "planet": 0}},
        },
    }
)
ERRORS: Mapping[str, str] = MappingProxyType(
    {
        "400": "The request is wrong, and the text says what.",
        "404": "There is nothing here, or it is not for you.",
        "421": "The server does not answer to the name in the Host header.",
        "429": "Too many requests.",
        "503": "Not now; try again soon.",
    }
)
BODY_ERRORS: Mapping[str, str] = MappingProxyType(
    {
        "408": "The body did not come in time.",
        "413": "The body is larger than the server takes.",
        "415": "The body must be `application/json`.",
    }
)
REFUSED = {"409": "The table refuses; the id says why."}
RETRY_AFTER = {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}


def description(routes: list[Route]) -> dict[str, Any]:
    """OpenAPI 3.1, complete: every address, body, answer and error."""
    kinds = [*UNIONS.values(), requests.ErrorAnswer]
    kinds += [kind for route in routes for kind in (route.takes, route.gives) if kind is not None]
    known, components = _schemas(kinds)
    paths: dict[str, Any] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Kosmoport", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": _security_schemes()},
    }


# ---------------------------------------------------------------- schemas


def _schemas(kinds: list[Any]) -> tuple[dict[Any, Any], dict[str, Any]]:
    """The schema of each of these types, and all that they refer to."""
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    known = dict(zip(kinds, schemas, strict=True))
    components |= {name: known[union] for name, union in UNIONS.items()}
    views = []
    for game in all_games():
        name, parts = _view(game.id, game.view.View)
        components |= parts
        views.append({"$ref": REF + name})
        if game.referee is not None:
            for part in ("before", "after"):
                components[game.referee.Judged.__name__]["properties"][part] = {"$ref": REF + name}
    for name in ("Position", "Frame"):  # Any in Python: each game has a view of its own
        components[name]["properties"]["view"] = {"anyOf": views}
    return known, components


def _view(game: str, view: type) -> tuple[str, dict[str, Any]]:
    """A game's view and its parts, which are named alike in all games and so get the game's name as well."""
    prefix = "".join(map(str.capitalize, game.split("_")))
    _, parts = msgspec.json.schema_components([view], ref_template=f"{REF}{prefix}{{name}}")
    return f"{prefix}{view.__name__}", {f"{prefix}{name}": part for name, part in parts.items()}


def _security_schemes() -> dict[str, Any]:
    about = f"The token of a seat or of the host; at most {LONGEST_TOKEN} letters."
    return {
        "token": {"type": "http", "scheme": "bearer", "description": about},
        "cookie": {
            "type": "apiKey",
            "in": "cookie",
            "name": COOKIE,
            "description": "The same, in a browser.",
        },
    }


# ---------------------------------------------------------------- one address


def _operation(route: Route, known: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": route.about,
        "operationId": route.id or route.handler.__name__,
        "tags": [route.path.split("/")[2]],
        "parameters": _parameters(route),
        "responses": _responses(route, known),
    }
    if route.takes is not None:
        examples = {name: {"value": value} for name, value in BODIES[route.takes].items()}
        content = {"application/json": {"schema": known[route.takes], "examples": examples}}
        operation["requestBody"] = {"required": True, "content": content}
    if "{table}" in route.path:
        nobody: list[dict[str, list[str]]] = [] if route.token else [{}]
        operation["security"] = [*nobody, {"token": []}, {"cookie": []}]
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    inside = [
        {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]}
        for name in re.findall(r"\{(\w+)\}", route.path)
    ]
    query = [
        {"name": name, "in": "query", "required": False, "description": about, "schema": PARAMETERS[name]}
        for name, (_, about) in route.query.items()
    ]
    return [*inside, *query]


def _responses(route: Route, known: dict[Any, Any]) -> dict[str, Any]:
    errors = {
        **ERRORS,
        **(BODY_ERRORS if route.takes is not None else {}),
        **(REFUSED if route.refused else {}),
    }
    content = {"application/json": {"schema": known[requests.ErrorAnswer]}}
    found: dict[str, Any] = {code: {"description": text, "content": content} for code, text in errors.items()}
    found["429"] = found["429"] | {"headers": {"Retry-After": RETRY_AFTER}}
    done = {"description": "Done.", "content": {route.kind: {"schema": known[route.gives]}}}
    return {str(route.status): done, **dict(sorted(found.items()))}
