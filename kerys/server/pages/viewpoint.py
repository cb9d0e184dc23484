"""The viewpoint of a replay: a seat's, a spectator's, or one from which nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.errors import SeatError
from kerys.table.game import Game
from kerys.table.story import Moment
from kerys.table.view import View

OPEN = "open"


class Viewpoint(NamedTuple):
    """A viewpoint on a game."""

    seat: int
    open: bool = False
    """Whether nothing is hidden; only finished games allow that."""

    def view(self, game: Game, ply: int) -> View:
        """What is visible from here at a ply."""
        return game.open_view(self.seat, ply) if self.open else game.view(self.seat, ply)

    def moments(self, game: Game, index: int) -> list[Moment]:
        """What a decision did, step by step."""
        moments = game.open_moments if self.open else game.moments
        return moments(self.seat, index, index + 1)

    def words(self, names: Sequence[str]) -> str:
        """The viewpoint in words."""
        if self.open:
            return _("all screens down")
        if self.seat == SPECTATOR:
            return _("seen by a spectator")
        return _("seen by {player}").format(player=names[self.seat])


def viewpoint(game: Game, eyes: str, own: int) -> Viewpoint:
    """The chosen viewpoint; while the game is running, only your own and a spectator's."""
    chosen = Viewpoint(_seat(game, eyes), eyes == OPEN)
    if not game.over and (chosen.open or chosen.seat not in (own, SPECTATOR)):
        raise SeatError(_("Screens stay up until the game is over."))
    return chosen


def _seat(game: Game, eyes: str) -> int:
    """The chosen seat."""
    if eyes in ("", OPEN):
        return SPECTATOR
    if eyes in map(str, range(game.players)):
        return int(eyes)
    raise SeatError(_("There is no such seat."))
