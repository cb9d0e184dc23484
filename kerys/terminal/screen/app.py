"""The application: a start screen, tables, replays."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from kerys.locale import N_
from kerys.terminal.replay import Replay
from kerys.terminal.saves import Saved
from kerys.terminal.screen.looks import theme
from kerys.terminal.screen.replay import ReplayScreen
from kerys.terminal.screen.start import StartScreen
from kerys.terminal.screen.table import TableScreen
from kerys.terminal.sitting import Sitting

DARK, LIGHT = "kerys-dark", "kerys-light"


class KerysApp(App[str]):
    """Kerys in a terminal; its result is what to say to the person who leaves."""

    CSS_PATH = "kerys.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Kerys"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f4", "tone", N_("Light or dark")),
        Binding("ctrl+q", "leave_table", N_("Leave"), show=False),
        Binding("ctrl+c", "leave_table", show=False, priority=True),
    ]

    def __init__(
        self,
        sitting: Sitting | None = None,
        speed: str = "normal",
        replay: Replay | None = None,
    ) -> None:
        super().__init__()
        self._sitting = sitting
        self._speed = speed
        self._replay = replay

    def on_mount(self) -> None:
        """Begin with a table, or with the start screen."""
        for dark in (True, False):
            self.register_theme(theme(dark))
        self.theme = DARK
        if self._replay is not None:
            self.push_screen(ReplayScreen(self._replay, self._speed))
        elif self._sitting is not None:
            self.sit(self._sitting)
        else:
            self.push_screen(StartScreen())

    def sit(self, sitting: Sitting) -> None:
        """Go to a table."""
        self._sitting = sitting
        self.push_screen(TableScreen(sitting, self._speed))

    def look_again(self, saved: Saved) -> None:
        """Show a game from its beginning."""
        self.push_screen(ReplayScreen(Replay(saved, None, 0), self._speed))

    def action_tone(self) -> None:
        """Switch between light and dark."""
        self.theme = LIGHT if self.theme == DARK else DARK

    def action_leave_table(self) -> None:
        """Go back to the start screen, or leave; what is played here is saved already."""
        if any(isinstance(one, StartScreen) for one in self.screen_stack[:-1]):
            while not isinstance(self.screen, StartScreen):
                self.pop_screen()
        else:
            self.exit(self._sitting.farewell if self._sitting is not None else "")


def play_at(sitting: Sitting, speed: str = "normal") -> str:
    """Play at a table until the person leaves; returns what to say then."""
    return KerysApp(sitting, speed).run() or ""


def replay(shown: Replay, speed: str = "normal") -> str:
    """Show a game from its beginning until the person leaves; returns what to say then."""
    shown.ply = 0
    return KerysApp(replay=shown, speed=speed).run() or ""


def start(speed: str = "normal") -> str:
    """Begin with the start screen; returns what to say to the person who leaves."""
    return KerysApp(speed=speed).run() or ""
