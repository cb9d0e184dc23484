"""The process of a guest: another package's bot runs in it, isolated from everything else."""

from __future__ import annotations

import faulthandler
import json
import os
import random
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint
from typing import Any, BinaryIO

from kerys.bots.base import Bot, Budget
from kerys.bots.guests.protocol import (
    Fault,
    legal_code,
    one_line,
    plain_budget,
    shown,
    state_of,
    view_of,
)
from kerys.bots.warmup import warm_up

GRACE = 5.0
"""Seconds after its deadline at which the process ends itself, in case nobody is left to do so."""


class CreationError(Exception):
    """The bot could not be created; without a message, the result is not a Bot."""


class Host:
    """The requests that a guest's process answers; each is a method."""

    def __init__(self, point: EntryPoint) -> None:
        self.point = point
        self.bot: Bot

    def describe(self) -> dict[str, Any]:
        """What the bot says about itself, or why it could not be created."""
        try:
            bot = self._create()
            return {
                "about": one_line(bot.about or ""),
                "cheats": bool(bot.cheats),
                "games": _games_of(bot),
            }
        except CreationError as problem:
            return {"problem": str(problem)}
        except BaseException as error:
            return {"problem": shown(error)}

    def warm(self, game: str) -> None:
        """Let a throwaway bot decide once, so that loading and compiling takes no time later."""
        warm_up(self._create(), game)

    def make(self) -> None:
        """Create a new bot for a game."""
        try:
            self.bot = self._create()
        except CreationError as problem:
            reason = f"cannot be created: {problem}" if str(problem) else "is not a kerys.bots.Bot"
            raise Fault(reason) from problem

    def budget(self) -> dict[str, int | None]:
        """The bot's own default budget."""
        own = self.bot.budget
        if not isinstance(own, Budget):
            raise Fault(f"has a budget that is not a kerys.bots.Budget: {shown(own)}")
        return plain_budget(own)

    def choose(
        self, view: dict[str, Any], budget: dict[str, int], seed: float, truth: str | None
    ) -> int:
        """The code of what the bot chooses."""
        seen = view_of(view)
        codes = [action.code for action in seen.legal]  # before the bot can modify the view
        if truth is not None and hasattr(self.bot, "show"):
            self.bot.show(state_of(seen.rules, truth))
        answer: Any = self.bot.choose(seen, Budget(**budget), random.Random(seed))
        return legal_code(answer, codes)

    def answer(self, do: str, **rest: Any) -> dict[str, Any]:
        """The response to a request, whatever the bot does."""
        try:
            return {"answer": getattr(self, do)(**rest)}
        except Fault as fault:
            return {"fault": str(fault)}
        except BaseException as error:
            return {"fault": f"raised {shown(error)}"}

    def _create(self) -> Bot:
        """Create the other package's bot, which may fail in any way."""
        try:
            bot = self.point.load()()
        except BaseException as error:
            raise CreationError(shown(error)) from error
        if not isinstance(bot, Bot):
            raise CreationError
        return bot


def _games_of(bot: Bot) -> list[str] | None:
    """The games that a bot says it can play; None means any."""
    if bot.games is None:
        return None
    games = bot.games if isinstance(bot.games, list | tuple | set | frozenset) else (bot.games,)
    return [one_line(game) for game in games]


def serve(point: EntryPoint) -> None:
    """Answer each request line with a line, until the input ends.

    While the bot works, a watchdog that needs neither the bot nor the interpreter ends the process
    some time after its deadline, so that nothing keeps running if the parent has died.
    """
    requests, answers = _ports()
    host = Host(point)
    with open(os.devnull, "w") as nowhere, suppress(BrokenPipeError):
        for line in requests:
            request = json.loads(line)
            seconds = request.pop("seconds")
            faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=nowhere)
            answer = host.answer(**request)
            faulthandler.cancel_dump_traceback_later()
            answers.write(json.dumps(answer).encode() + b"\n")
            answers.flush()
    os._exit(0)  # whatever threads the bot has left


def _ports() -> tuple[BinaryIO, BinaryIO]:
    """The streams of requests and answers; what the bot prints goes to stderr."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nowhere, 1)
    os.close(nowhere)
    sys.stdout.reconfigure(line_buffering=True, errors="replace")  # type: ignore[union-attr]
    return requests, answers
