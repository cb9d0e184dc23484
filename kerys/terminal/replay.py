"""Stepping through a game with the arrow keys, and pictures of its positions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, cast

from click import wrap_text
from prompt_toolkit.application import Application, get_app
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.errors import GameError, SeatError
from kerys.table.png import png
from kerys.table.view import View
from kerys.terminal.saves import Saved
from kerys.terminal.session import width

OPEN = None
"""The viewpoint with all screens down."""
LEAP = 10


class Replay:
    """A position in a game and the viewpoint from which it is shown."""

    def __init__(self, saved: Saved, seat: int | None, ply: int | None) -> None:
        self.game = saved.game
        self.viewpoints: list[int | None] = [*saved.people, SPECTATOR]
        if self.game.over:
            self.viewpoints = [OPEN, *range(self.game.players), SPECTATOR]
        self.seat = self.viewpoints[0] if seat is None else seat
        self.ply = self.game.ply if ply is None else ply
        self.top = 0
        """How many lines of the page are scrolled off the top."""
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
        lines = [self._title()]
        if self.ply:
            seat = SPECTATOR if self.seat is OPEN else self.seat
            for told in self.game.story(seat, self.ply - 1, self.ply):
                lines += [wrap_text(line, columns, "  ", "    ") for line in told.sentences]
        return "\n".join([*lines, "", self.view().text(width=columns)])

    def _title(self) -> str:
        """The number of the decision, and the viewpoint."""
        if self.seat is OPEN:
            viewpoint = _("all screens down")
        elif self.seat == SPECTATOR:
            viewpoint = _("as a spectator")
        else:
            viewpoint = _("as {name}").format(name=self.game.names[self.seat])
        return _("Decision {ply} of {last}, {viewpoint}").format(
            ply=self.ply, last=self.game.ply, viewpoint=viewpoint
        )

    def move(self, by: int) -> None:
        """Move forward or back within the game, and scroll to the top."""
        self.top = 0
        self.ply = min(max(self.ply + by, 0), self.game.ply)

    def switch_viewpoint(self) -> None:
        """Show the game from the next viewpoint."""
        after = self.viewpoints.index(self.seat) + 1
        self.seat = self.viewpoints[after % len(self.viewpoints)]

    def run(self) -> None:
        """Run the interactive replay."""
        self.ply = 0
        keys = KeyBindings()
        steps = {"right": 1, "left": -1, "down": LEAP, "up": -LEAP, "home": -self.game.ply}
        for key, by in {**steps, "end": self.game.ply}.items():
            keys.add(key)(self._stepper(by))

        @keys.add("s")
        def _switch(event: KeyPressEvent) -> None:
            self.switch_viewpoint()

        @keys.add("q")
        @keys.add("c-c")
        @keys.add("escape", eager=True)
        def _leave(event: KeyPressEvent) -> None:
            event.app.exit()

        @keys.add("pagedown")
        def _down(event: KeyPressEvent) -> None:
            self.top += event.app.output.get_size().rows - 2

        @keys.add("pageup")
        def _up(event: KeyPressEvent) -> None:
            self.top = max(0, self.top - event.app.output.get_size().rows + 2)

        control = FormattedTextControl(self._screen, focusable=True)
        app: Application[None] = Application(
            layout=Layout(Window(control, wrap_lines=False)), key_bindings=keys, full_screen=True
        )
        app.run()

    def _screen(self) -> str:
        """The visible lines."""
        rows = get_app().output.get_size().rows
        hint = _("arrows: 1 or 10 decisions  Home End  PgUp PgDn: scroll  s: viewpoint  q: quit")
        lines = self.page().split("\n")
        self.top = min(self.top, max(0, len(lines) - rows + 1))
        return "\n".join([hint, *lines[self.top : self.top + rows - 1]])

    def _stepper(self, by: int) -> Callable[[KeyPressEvent], None]:
        """The handler of a key that steps."""

        def step(event: KeyPressEvent) -> None:
            self.move(by)

        return step


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
