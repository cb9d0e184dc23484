"""Stepping through a game with the arrow keys, and pictures of its positions."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, cast

from click import wrap_text

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.errors import GameError, SeatError
from kerys.table.game import Game
from kerys.table.parsing import shown
from kerys.table.png import png
from kerys.table.variations import Place
from kerys.table.view import View
from kerys.terminal.saves import Saved
from kerys.terminal.session import width

OPEN = None
"""The viewpoint with all screens down."""
LEAP = 10


class Replay:
    """A position in a game and the viewpoint from which it is shown."""

    def __init__(
        self, saved: Saved, seat: int | None, ply: int | None, line: Game | None = None
    ) -> None:
        self.saved = saved
        self.game = line or saved.game
        """The game, or a line that leaves it."""
        self.viewpoints: list[int | None] = [*saved.people, SPECTATOR]
        if self.game.revealed:
            self.viewpoints = [OPEN, *range(self.game.players), SPECTATOR]
        self.seat = self.viewpoints[0] if seat is None else seat
        self.ply = self.game.ply if ply is None else ply
        if self.seat not in self.viewpoints:
            self.game.view(SPECTATOR if self.seat is None else self.seat)
            raise SeatError(_("A bot's screen stays up until the game is over."))
        self.view()

    def view(self) -> View:
        """The position from the current viewpoint."""
        if self.seat is OPEN:
            return self.game.open_view(SPECTATOR, self.ply)
        return self.game.view(self.seat, self.ply)

    def page(self) -> str:
        """The position as text, below the latest events."""
        columns = width()
        lines = [self.title()]
        if self.ply:
            seat = SPECTATOR if self.seat is OPEN else self.seat
            for told in self.game.story(seat, self.ply - 1, self.ply):
                lines += [wrap_text(line, columns, "  ", "    ") for line in told.sentences]
        return "\n".join([*lines, "", self.view().text(width=columns)])

    def title(self) -> str:
        """The number of the decision, and the viewpoint."""
        if self.seat is OPEN:
            viewpoint = _("all screens down")
        elif self.seat == SPECTATOR:
            viewpoint = _("as a spectator")
        else:
            viewpoint = _("as {name}").format(name=self.game.names[self.seat])
        if self.game is not self.saved.game:
            return _("Decision {ply} of a line with {last}, {viewpoint}").format(
                ply=self.ply, last=self.game.ply, viewpoint=viewpoint
            )
        return _("Decision {ply} of {last}, {viewpoint}").format(
            ply=self.ply, last=self.game.ply, viewpoint=viewpoint
        )

    def move(self, by: int) -> None:
        """Move forward or back within the game."""
        self.ply = min(max(self.ply + by, 0), self.game.ply)

    def jump_round(self, by: int) -> None:
        """Go to the beginning of the next round, or of this one or the one before."""
        starts = self.round_starts()
        after = [ply for ply in starts if ply > self.ply]
        before = [ply for ply in starts if ply < self.ply]
        if by > 0:
            self.ply = after[0] if after else self.game.ply
        else:
            self.ply = before[-1] if before else 0

    def round_starts(self) -> list[int]:
        """The plies at which rounds begin."""
        names = [self.game.view(SPECTATOR, ply).round_name() for ply in range(self.game.ply + 1)]
        return [ply for ply in range(len(names)) if ply == 0 or names[ply] != names[ply - 1]]

    def switch_viewpoint(self) -> None:
        """Show the game from the next viewpoint."""
        after = self.viewpoints.index(self.seat) + 1
        self.seat = self.viewpoints[after % len(self.viewpoints)]


def try_line(game: Game, ply: int | None, moves: str) -> Game:
    """A line from a ply of a finished game: moves between commas, each for the seat that is asked.

    `2: pass` decides for seat 2, where several seats are asked at once.
    """
    if not game.revealed:
        raise GameError(_("Moves can be tried once the game is over."))
    line = game.fork(ply)
    for move in moves.split(","):
        seat, colon, text = move.partition(":")
        if not line.actors:
            raise GameError(_("The game is over before '{move}'.").format(move=move.strip()))
        if colon and seat.strip().isascii() and seat.strip().isdigit():
            line.push(int(seat), text.strip())
        else:
            line.push(line.actors[0], move.strip())
    return line


def read_place(name: str) -> Place:
    """The place of a variation from its name: `2.1` is the first one of the second one."""
    parts = name.split(".")
    if not all(one.isascii() and one.isdigit() and 0 < int(one) < 1000 for one in parts):
        raise GameError(
            _("'{name}' isn't the number of a variation: write 2, or 2.1 for a nested one.").format(
                name=shown(name)
            )
        )
    return tuple(int(one) - 1 for one in parts)


def picture(view: View, pixels: int, theme: str, painted: bool) -> bytes:
    """A position as an SVG or PNG picture."""
    drawn = view.svg(width=pixels, theme=cast(Literal["light", "dark"], theme))
    return png(drawn, pixels) if painted else drawn.encode()


def save_picture(target: Path, drawn: bytes) -> None:
    """Write a picture to a file, but never over a record."""
    if target.exists() and target.read_bytes()[:5] in (b"kerys", b'{"for'):
        raise GameError(
            _("{file} is a record: choose another name for the picture.").format(file=target)
        )
    target.write_bytes(drawn)
