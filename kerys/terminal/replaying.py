"""Stepping through a game with the arrow keys, and pictures of its moments."""

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
from kerys.terminal.playing import width
from kerys.terminal.saves import Saved

OPEN = None
"""With all screens down."""
LEAP = 10


class Replay:
    """A place in a game, and whose eyes see it."""

    def __init__(self, saved: Saved, seat: int | None, ply: int | None) -> None:
        self.game = saved.game
        self.eyes: list[int | None] = [*saved.people, SPECTATOR]
        if self.game.over:
            self.eyes = [OPEN, *range(self.game.players), SPECTATOR]
        self.seat = self.eyes[0] if seat is None else seat
        self.ply = self.game.ply if ply is None else ply
        self.top = 0
        """How many lines of the page are scrolled away."""
        if self.seat not in self.eyes:
            self.game.view(SPECTATOR if self.seat is None else self.seat)
            raise SeatError(_("A bot's screen stays up until the game is over."))
        self.view()

    def view(self) -> View:
        """The moment, as these eyes see it."""
        if self.seat is OPEN:
            return self.game.open_view(SPECTATOR, self.ply)
        return self.game.view(self.seat, self.ply)

    def page(self) -> str:
        """The moment as text, with what has just happened on top."""
        columns = width()
        lines = [self._title()]
        if self.ply:
            eyes = SPECTATOR if self.seat is OPEN else self.seat
            for told in self.game.story(eyes, self.ply - 1, self.ply):
                lines += [wrap_text(line, columns, "  ", "    ") for line in told.sentences]
        return "\n".join([*lines, "", self.view().text(width=columns)])

    def _title(self) -> str:
        """Where in the game, and whose eyes."""
        if self.seat is OPEN:
            eyes = _("all screens down")
        elif self.seat == SPECTATOR:
            eyes = _("as a spectator")
        else:
            eyes = _("as {name}").format(name=self.game.names[self.seat])
        return _("Decision {ply} of {last}, {eyes}").format(
            ply=self.ply, last=self.game.ply, eyes=eyes
        )

    def move(self, by: int) -> None:
        """Forward or back, within the game; a new moment is shown from its top."""
        self.top = 0
        self.ply = min(max(self.ply + by, 0), self.game.ply)

    def other_eyes(self) -> None:
        """The next pair of eyes."""
        self.seat = self.eyes[(self.eyes.index(self.seat) + 1) % len(self.eyes)]

    def run(self) -> None:
        """Let a person step through the game."""
        self.ply = 0
        keys = KeyBindings()
        steps = {"right": 1, "left": -1, "down": LEAP, "up": -LEAP, "home": -self.game.ply}
        for key, by in {**steps, "end": self.game.ply}.items():
            keys.add(key)(self._stepper(by))

        @keys.add("s")
        def _eyes(event: KeyPressEvent) -> None:
            self.other_eyes()

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
        """The lines that are in sight."""
        rows = get_app().output.get_size().rows
        hint = _("arrows: 1 or 10 decisions  Home End  PgUp PgDn: scroll  s: eyes  q: leave")
        lines = self.page().split("\n")
        self.top = min(self.top, max(0, len(lines) - rows + 1))
        return "\n".join([hint, *lines[self.top : self.top + rows - 1]])

    def _stepper(self, by: int) -> Callable[[KeyPressEvent], None]:
        """A key that moves."""

        def step(event: KeyPressEvent) -> None:
            self.move(by)

        return step


def picture(view: View, target: Path, pixels: int, theme: str, painted: bool) -> None:
    """A moment as an SVG drawing or a PNG picture."""
    if target.exists() and target.read_bytes()[:5] in (b"kerys", b'{"for'):
        raise GameError(
            _("{file} is a record: choose another name for the picture.").format(file=target)
        )
    drawn = view.svg(width=pixels, theme=cast(Literal["light", "dark"], theme))
    if painted:
        target.write_bytes(png(drawn, pixels))
    else:
        target.write_text(drawn, "utf-8")
