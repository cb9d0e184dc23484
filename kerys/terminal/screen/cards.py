"""Cards over the table: summaries, results, the guide, and the change of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from click import unstyle, wrap_text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from kerys.draw.cells import Row, text_rows
from kerys.locale import N_, _
from kerys.table.guide import guide_of, has_guide
from kerys.table.rulebook import statements
from kerys.table.view import View
from kerys.terminal.guide_text import help_text
from kerys.terminal.screen.spans import Spans


class Rows(Spans, can_focus=True):
    """Rows that can be scrolled with the keys."""


class Card(ModalScreen[None]):
    """Something to read; any of these keys puts it away."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,space,q", "dismiss", N_("Go on"))
    ]

    def __init__(self, draw: Callable[[int], Sequence[Row]]) -> None:
        super().__init__()
        self._draw = draw

    def compose(self) -> ComposeResult:
        """The rows, and how to go on."""
        with Vertical(id="card"):
            yield Rows(id="rows")
            yield Static(_("Enter: go on"), id="go-on")

    def on_resize(self, event: Resize) -> None:
        """Draw the rows for the width."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        """Show the rows."""
        rows = self.query_one(Rows)
        rows.show(self._draw(rows.room))
        rows.focus()


def guide_card(view: View) -> Card:
    """What the guide says about the open question; without a guide, the rules behind it.

    If there is neither, it says what the game is about.
    """

    def draw(width: int) -> list[Row]:
        if has_guide(view.game):
            text = help_text(guide_of(view.game), view, width)
        else:
            text = "\n\n".join(wrap_text(statements()[one], width) for one in view.rule_ids())
        about = wrap_text(_(view.rules.wording.about), width)
        return list(text_rows(unstyle(text) or about))

    return Card(draw)


class HandOver(ModalScreen[None]):
    """Covers the table until the next person is at the keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "dismiss", N_("I am here"))]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        """Who should come."""
        said = _("{name}, press Enter when nobody else is looking. ").format(name=self._name)
        yield Static(said.strip(), id="hand-over", markup=False)
