"""Stepping through a game with the arrow keys, and pictures of its moments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal, cast

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import Layout, ScrollablePane, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from kerys.draw.png import png
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.errors import SeatError
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
        """The moment as text, with what has just happened."""
        lines = [self._title(), "", self.view().text(width=width())]
        if self.ply:
            eyes = SPECTATOR if self.seat is OPEN else self.seat
            told = self.game.story(eyes, self.ply - 1)
            lines += ["", *(line for one in told if one.ply < self.ply for line in one.sentences)]
        return "\n".join(lines)

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
        """Forward or back, within the game."""
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

        hint = _("arrows: 1 or 10 decisions   Home, End   s: other eyes   q: leave")
        control = FormattedTextControl(lambda: f"{hint}\n{self.page()}", focusable=True)
        pane = ScrollablePane(Window(control, wrap_lines=False))
        app: Application[None] = Application(
            layout=Layout(pane), key_bindings=keys, full_screen=True
        )
        app.run()

    def _stepper(self, by: int) -> Callable[[KeyPressEvent], None]:
        """A key that moves."""

        def step(event: KeyPressEvent) -> None:
            self.move(by)

        return step


def picture(view: View, target: Path, pixels: int, theme: str, painted: bool) -> None:
    """A moment as an SVG drawing or a PNG picture."""
    drawn = view.svg(width=pixels, theme=cast(Literal["light", "dark"], theme))
    if painted:
        target.write_bytes(png(drawn, pixels))
    else:
        target.write_text(drawn, "utf-8")
