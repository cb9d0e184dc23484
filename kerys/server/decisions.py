"""Decisions: a move, an undo or a question, checked and carried out in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from kerys.locale import _
from kerys.server.owned_table import OwnedTable, StandingDecision
from kerys.server.store.models import now
from kerys.table.errors import UndoError

MOST_UNDONE, UNDONE_WITHIN = 30, timedelta(minutes=1)
"""How many decisions a player may take back within this time."""


@dataclass(frozen=True)
class Turn:
    """A decision to be made: at which table, and for which seat."""

    owned: OwnedTable
    seat: int


@dataclass(frozen=True)
class Decided:
    """What a decision adds to the log: kinds and texts; and the decision it takes back."""

    events: list[tuple[str, str]]
    taken_back: StandingDecision | None = None
    changes_game: bool = True
    """A question to the master changes only the log."""


Decide = Callable[[Turn], Decided]
"""Carries out a decision in memory; raises GameError if it can't be made."""


def moving(move: str | int, revision: int | None) -> Decide:
    """A move, in answer to the state with this revision."""

    def decide(turn: Turn) -> Decided:
        game = turn.owned.begun
        before = game.ply
        game.push(turn.seat, move, revision=revision)
        text = game.rules.wording.text
        made = (game.move_at(ply) for ply in range(before, game.ply))
        return Decided([("move", text(one.code)) for one in made])

    return decide


def undoing(revision: int | None) -> Decide:
    """Takes back the last decision, requested in the state with this revision.

    It gives no new time. A decision made because the time was up can't be taken back.
    """

    def decide(turn: Turn) -> Decided:
        game = turn.owned.begun
        if revision is not None and revision != game.view(turn.seat).revision:
            raise UndoError(_("The game has gone on since then: nothing was taken back."))
        if turn.owned.was_late(turn.seat):
            raise UndoError(_("Your time ran out, and the bot's decision stands."))
        if turn.owned.was_given(turn.seat):
            raise UndoError(_("This game went on from here: the decisions before it stand."))
        if turn.owned.undone_since(turn.seat, now() - UNDONE_WITHIN) >= MOST_UNDONE:
            # Endless back and forth would disturb everyone at the table.
            raise UndoError(_("You have taken back many moves in a short time: wait a moment."))
        last = turn.owned.last_decision(turn.seat)
        game.undo(turn.seat)
        return Decided([("undo", "")], last)

    return decide
