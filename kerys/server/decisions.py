"""Decisions: a move, or one that is taken back; each is checked and carried out in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from kerys.locale import _
from kerys.server.game_cache import CachedGame, StandingDecision
from kerys.server.store import Event, Table
from kerys.server.store.models import now
from kerys.table.errors import UndoError
from kerys.table.game import Game

MOST_UNDONE, UNDONE_WITHIN = 30, timedelta(minutes=1)
"""How many decisions somebody may take back within that time."""


@dataclass(frozen=True)
class Turn:
    """A decision in the making: where, for which seat, and in which transaction."""

    session: Session
    table: Table
    cached: CachedGame
    game: Game
    seat: int


@dataclass(frozen=True)
class Decided:
    """What a decision adds to the log: kinds and texts; and the decision it takes back."""

    events: list[tuple[str, str]]
    taken_back: StandingDecision | None = None


Decide = Callable[[Turn], Decided]
"""Carries out a decision in memory; a GameError if it can't be made."""


def moving(move: str | int, revision: int | None) -> Decide:
    """A move, in answer to the state with that revision."""

    def decide(turn: Turn) -> Decided:
        game, before = turn.game, turn.game.ply
        game.push(turn.seat, move, revision=revision)
        made = (game.move_at(index).code for index in range(before, game.ply))
        return Decided([("move", game.rules.wording.text(code)) for code in made])

    return decide


def undoing(revision: int | None) -> Decide:
    """Taking back the last decision, asked for in the state with that revision.

    It gives no new time, and what was decided when the time was up stands.
    """

    def decide(turn: Turn) -> Decided:
        if revision is not None and revision != turn.game.view(turn.seat).revision:
            raise UndoError(_("The game has gone on since then: nothing was taken back."))
        if turn.cached.was_late(turn.seat):
            raise UndoError(_("Your time was up: what was decided for you stands."))
        _check_undone(turn)
        last = turn.cached.last_decision(turn.seat)
        turn.game.undo(turn.seat)
        return Decided([("undo", "")], last)

    return decide


def _check_undone(turn: Turn) -> None:
    """Refuse endless back and forth: everyone at the table goes along with it."""
    undone = select(func.count()).where(
        Event.table_id == turn.table.id,
        Event.seat == turn.seat,
        Event.kind == "undo",
        Event.at > now() - UNDONE_WITHIN,
    )
    if (turn.session.scalar(undone) or 0) >= MOST_UNDONE:
        raise UndoError(_("You have taken back a lot in a short time: wait a moment."))
