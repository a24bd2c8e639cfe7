"""Errors that reach a person: one sentence that says what is wrong and what would be right."""


class BadInput(Exception):
    """Something given from outside (a file, an option, a command line) cannot be used as it is."""


class OtherRules(BadInput):
    """Something was made with rules of another version, and is never played on or replayed with these."""

    def __init__(self, what: str, theirs: object, ours: int) -> None:
        super().__init__(f"this {what} was made with rules {theirs!r}; these are rules {ours}")


class Refused(Exception):
    """An action was not accepted; `reason` is an id of the game's reasons and nothing has changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
