"""Addresses for those who learn a game: its rules, its lesson, and how sure its component values are."""

from __future__ import annotations

from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.reasons import rules_behind
from kosmoport.core.words import Told
from kosmoport.games import game_by_id
from kosmoport.house.http import Request, Response, answer
from kosmoport.house.http_errors import HTTPError
from kosmoport.house.requests import body_of, done_in_turn, game_in
from kosmoport.house.routes import OF_RULES, SMALL_BODY, Route, language_in
from kosmoport.house.tables import Tables
from kosmoport.learn import shapes
from kosmoport.learn.components import components_of
from kosmoport.learn.lesson import ChapterData, lesson_of, outline, words_of
from kosmoport.learn.rulebook import rules_page
from kosmoport.learn.teaching import Look, Progress, Seen, progress
from kosmoport.table import protocol, requests


class Learning:
    """Handlers of the addresses about learning; they need nothing of the tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def routes(self) -> list[Route]:
        """The addresses, in the order of the documentation."""
        game = "/api/games/{game}"
        return [
            Route(
                "GET",
                f"{game}/rules/{{language}}",
                self.rules,
                "The rules of a game, numbered, with every ruling.",
                "read",
                shapes.RulesPage,
                query=OF_RULES,
            ),
            Route(
                "GET",
                f"{game}/components",
                self.components,
                "What is printed on the components, which values are documented and which are ours.",
                "read",
                shapes.Components,
                query=OF_RULES,
            ),
            Route(
                "GET",
                f"{game}/lesson",
                self.lesson,
                "The chapters and steps of a game's lesson; none where it has no lesson.",
                "read",
                shapes.Lesson,
            ),
            Route(
                "GET",
                f"{game}/lesson/words/{{language}}",
                self.lesson_words,
                "What the lesson says in a language.",
                "read",
                shapes.LessonWords,
            ),
            Route(
                "POST",
                f"{game}/lesson",
                self.try_lesson,
                "What comes of what the learner did in a chapter; nothing is kept.",
                "lesson",
                requests.LessonAnswer,
                requests.LessonTry,
            ),
        ]

    async def rules(self, request: Request) -> Response:
        language = language_in(request)
        try:
            return answer(rules_page(game_in(request), language))
        except BadInput:
            raise HTTPError(404) from None

    async def components(self, request: Request) -> Response:
        return answer(components_of(game_in(request)))

    async def lesson(self, request: Request) -> Response:
        game = _game(request)
        return answer(await self.tables.aside(lambda: outline(game)))  # the first time it is read

    async def lesson_words(self, request: Request) -> Response:
        language = language_in(request)
        try:
            return answer(words_of(_game(request), language))
        except BadInput:
            raise HTTPError(404) from None

    async def try_lesson(self, request: Request) -> Response:
        tried = await body_of(request, requests.LessonTry, SMALL_BODY)
        game = _game(request)
        chapter = (await self.tables.aside(lambda: lesson_of(game))).chapter(tried.chapter)
        if chapter is None:
            raise HTTPError(404)
        return await done_in_turn(self.tables, request, lambda: lesson_answer(game, chapter, tried.actions))


def _game(request: Request) -> Game:
    try:
        return game_by_id(request.params["game"])
    except BadInput:
        raise HTTPError(404) from None


# ---------------------------------------------------------------- a lesson as it is sent


def lesson_answer(game: Game, chapter: ChapterData, actions: list[Told | None]) -> requests.LessonAnswer:
    """Where the learner is after these actions."""
    now = progress(game, chapter, actions)
    return requests.LessonAnswer(
        outcome=now.outcome,
        step=None if now.step is None else now.step.id,
        position=_position(now, now.look()),
        frames=tuple(_frame(now, seen) for seen in now.seen),
        problem=None if now.reason is None else _problem(game, now.reason),
    )


def _frame(now: Progress, seen: Seen) -> requests.LessonFrame:
    return requests.LessonFrame(seen.by, seen.told, _position(now, seen.look))


def _position(now: Progress, look: Look) -> protocol.Position:
    """Nobody has to hurry in a lesson: the clocks have no limit and none runs."""
    clock = protocol.ClockState((None,) * len(now.chapter.seats), ())
    result = None
    if look.result is not None:
        count = now.game.count(look.view)
        result = protocol.Result(tuple(look.result["scores"]), tuple(look.result["returns"]), count)
    return protocol.Position(look.move, look.to_act, look.view, look.legal, clock, result)


def _problem(game: Game, reason: str) -> protocol.Problem:
    return protocol.Problem(reason, rules=game.id, cites=rules_behind(game, reason))
