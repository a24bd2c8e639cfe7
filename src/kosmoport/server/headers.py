"""What every answer carries: security headers, and one form for every error that tells nothing more."""

from __future__ import annotations

import logging
import math
import secrets
from collections.abc import Awaitable, Callable, Sequence
from http import HTTPStatus

from aiohttp import web
from aiohttp.typedefs import Middleware

from kosmoport.core.errors import BadInput
from kosmoport.house.http_errors import HTTPError, error_body, error_form
from kosmoport.house.logs import say
from kosmoport.server.addresses import Network, scheme_of
from kosmoport.server.memory import forget_frames

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Check = Callable[[web.Request], None]

# Nothing inline, nothing from elsewhere; 'self' covers sockets of the same host.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "font-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
NOT_USED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")
HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",  # for browsers older than frame-ancestors
    "Referrer-Policy": "no-referrer",  # the page's address is the link to a table
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in NOT_USED),
    "Server": "kosmoport",  # no versions
}
HSTS = "max-age=31536000"

KEPT_HEADERS = ("Allow", "Retry-After")
BROKE: web.AppKey[Callable[[], None]] = web.AppKey("BROKE")
STARTED = web.RequestKey("STARTED", web.StreamResponse)  # the answer whose headers have gone out

log = logging.getLogger(__name__)


class SlowBody(TimeoutError):
    """Raised where a body is waited for that did not come in time."""


def guard(
    app: web.Application,
    trusted: Sequence[Network] = (),
    broke: Callable[[], None] = lambda: None,
    check: Check = lambda request: None,
) -> None:
    """Put the headers on every answer, the error form around every handler.

    `broke` counts our mistakes; `check` looks at every request first, and raises what is wrong with it.
    """

    async def add_headers(request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(HEADERS)
        if request.path.startswith("/api"):
            response.headers["Cache-Control"] = "no-store"
        if scheme_of(request, trusted) == "https":
            response.headers["Strict-Transport-Security"] = HSTS
        request[STARTED] = response

    # Not a middleware: a socket's or a download's headers are gone before its handler returns.
    app.on_response_prepare.append(add_headers)
    app.middlewares.insert(0, error_middleware(check))
    app[BROKE] = broke


def error_middleware(check: Check = lambda request: None) -> Middleware:
    """Turn whatever goes wrong into `{"error": {"id": ..., "text": ...}}` with the right status."""

    @web.middleware
    async def answer(request: web.Request, handler: Handler) -> web.StreamResponse:
        try:
            check(request)  # not a middleware of its own: that would be a coroutine for each request
            return await handler(request)
        except HTTPError as problem:
            return _answer(problem)
        except BadInput as error:
            return error_response(400, "bad_input", str(error))
        except web.HTTPException as error:
            if error.status < 400:
                raise
            return _answer_http(error)
        except web.RequestPayloadError:  # a body that breaks off or does not unpack
            return error_response(400)
        except SlowBody:
            return error_response(408)
        except Exception as error:
            return _answer_unexpected(request, error)

    return answer


def error_response(
    status: int, id: str = "", text: str = "", headers: dict[str, str] | None = None
) -> web.Response:
    """The one form of an error; without id and text those that belong to the status."""
    status, body = error_form(status, id, text)
    if status == 404:
        headers = None
    return web.Response(status=status, body=body, content_type="application/json", headers=headers)


def plain_error(status: int, id: str = "", text: str = "", *, wait: float = 0.0) -> bytes:
    """The same as bytes, for whoever is turned away before there is a request to answer."""
    body = error_body(status, id, text)
    headers = {**HEADERS, "Cache-Control": "no-store", "Content-Type": "application/json"}
    headers |= {"Content-Length": str(len(body)), "Connection": "close"}
    if wait > 0:
        headers["Retry-After"] = str(math.ceil(wait))
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join((*lines, "", "")).encode() + body


def _answer(problem: HTTPError) -> web.Response:
    headers = {"Retry-After": str(math.ceil(problem.wait))} if problem.wait > 0 else None
    return error_response(problem.status, problem.id, problem.text, headers)


def _answer_http(error: web.HTTPException) -> web.Response:
    forget_frames(error)  # its route knows it
    kept = {name: error.headers[name] for name in KEPT_HEADERS if name in error.headers}
    return error_response(error.status, headers=kept)


def _answer_unexpected(request: web.Request, error: Exception) -> web.StreamResponse:
    """A mistake of ours: the log has it under a reference, the client has only the reference."""
    reference = secrets.token_hex(6)
    if not _left(request, error):
        request.config_dict[BROKE]()
        say(log, "unexpected error", logging.ERROR, error=error, reference=reference, method=request.method)
    started: web.StreamResponse | None = request.get(STARTED)
    if started is not None and started.prepared:
        if request.transport is not None:  # half an answer must not look like a whole one
            request.transport.close()
        return started
    text = f"Something went wrong on the server; its log has it as {reference}."
    return error_response(500, "unexpected", text)


def _left(request: web.Request, error: Exception) -> bool:
    """A client that went away in the middle is nobody's mistake."""
    gone = request.transport is None or request.transport.is_closing()
    return gone and isinstance(error, ConnectionResetError)
