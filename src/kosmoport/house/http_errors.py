"""What may be wrong with a request, and the one form in which every error is told."""

from __future__ import annotations

import msgspec

SENTENCES = {
    400: ("bad_request", "This request cannot be understood."),
    404: ("not_found", "There is nothing here, or it is not for you."),
    405: ("method_not_allowed", "This address does not take this method."),
    408: ("too_slow", "The request did not come in time."),
    409: ("conflict", "This does not fit what is there now."),
    411: ("length_required", "The length of the body must be stated."),
    413: ("too_large", "This is larger than the server takes."),
    415: ("not_json", "The body must be JSON."),
    429: ("too_many", "Too many requests; wait a moment."),
    431: ("head_too_large", "The head of this request is larger than the server takes."),
    503: ("unavailable", "The server cannot do this at the moment; try again soon."),
}
HIDDEN = {401: 404, 403: 404}  # what is forbidden must look like what does not exist
LONGEST_TEXT = 500


class HTTPError(Exception):
    """Raised by a handler: a status, an id for programs and one sentence for people."""

    def __init__(self, status: int, id: str = "", text: str = "", *, wait: float = 0.0) -> None:
        super().__init__(id or str(status))
        self.status = status
        self.id = id
        self.text = text
        self.wait = wait


def error_form(status: int, id: str = "", text: str = "") -> tuple[int, bytes]:
    """The status that is told, and the body; without id and text those that belong to the status."""
    status = HIDDEN.get(status, status)
    if status == 404:  # the same bytes, whoever asks and why
        id, text = "", ""
    return status, error_body(status, id, text)


def error_body(status: int, id: str = "", text: str = "") -> bytes:
    usual_id, usual_text = SENTENCES.get(status, SENTENCES[400] if status < 500 else SENTENCES[503])
    return msgspec.json.encode({"error": {"id": id or usual_id, "text": (text or usual_text)[:LONGEST_TEXT]}})
