"""Errors that reach a person: one sentence that says what is wrong and what would be right."""


class BadInput(Exception):
    """Something given from outside (a file, an option, a command line) cannot be used as it is."""


class Refused(Exception):
    """An action was not accepted; `reason` is an id of the game's reasons and nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
