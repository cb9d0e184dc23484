"""A line of a finished game while somebody tries it, or steps through one that is kept."""

from __future__ import annotations

from kerys.locale import _
from kerys.table.game import Game, Move
from kerys.table.variations import Place, line_to, walk
from kerys.terminal.saves import Saved


class Line:
    """A line that leaves a game at a ply."""

    def __init__(self, game: Game, left_at: int) -> None:
        self.game = game.fork(left_at)
        """The game in this line, up to the moment that is shown."""
        self.left_at = left_at
        self.place: Place = ()
        """Where the line is kept in the record; empty if it is new."""
        self.comment = ""
        self._ahead: list[Move] = []

    @property
    def begun(self) -> bool:
        """Whether any decision of the line is made."""
        return self.game.ply > self.left_at

    def push(self, move: str) -> None:
        """Decide for whoever is asked; what followed stays if it is the decision that was there."""
        before = self.game.ply
        self.game.push(self.game.actors[0], move)
        made = list(self.game.moves[before:])
        if self._ahead[: len(made)] == made:
            del self._ahead[: len(made)]
        else:
            self._ahead.clear()
            self.place, self.comment = (), ""

    def back(self) -> None:
        """Go one decision back."""
        if self.begun:
            self._ahead.insert(0, self.game.pop())

    def on(self) -> None:
        """Go on to the next decision, if there is one."""
        if self._ahead:
            move = self._ahead.pop(0)
            self.game.push(move.seat, move.code)

    def end(self) -> None:
        """Go to the last decision."""
        while self._ahead:
            self.on()

    def title(self) -> str:
        """Which line it is."""
        if not self.place:
            return _("Your own moves from decision {ply} on").format(ply=self.left_at)
        name = ".".join(str(one + 1) for one in self.place)
        said = _("Kept line {name}, from decision {ply} on").format(name=name, ply=self.left_at)
        return f"{said}: {self.comment}" if self.comment else said


def kept_places(saved: Saved) -> list[Place]:
    """The places of all lines that are kept with a game."""
    return [place for place, _one in walk(saved.variations)]


def kept_line(saved: Saved, place: Place) -> Line:
    """A kept line, at the decision before it leaves the game or the line that it is nested in."""
    whole, left_at = line_to(saved.game, saved.variations, place)
    one = dict(walk(saved.variations))[place]
    line = Line(whole, left_at)
    line._ahead = list(whole.moves[left_at:])
    while line.game.ply < one.at:
        line.on()
    line.place, line.comment = place, one.comment
    return line
