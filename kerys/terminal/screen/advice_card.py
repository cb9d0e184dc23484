"""The master's answer as a card; a number fills in one of its moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from kerys.draw.cells import text_rows
from kerys.locale import _
from kerys.study.advice import Advice
from kerys.terminal.advice_text import advice_lines
from kerys.terminal.screen.cards import Card, Rows


class AdviceCard(Card):
    """What the master would do, and why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(number), f"fill_in({number})", show=False) for number in range(1, 10)
    ]

    def __init__(self, advice: Advice, fill_in: Callable[[str], None]) -> None:
        super().__init__(lambda width: list(text_rows("\n".join(advice_lines(advice, width)))))
        self._advice = advice
        self._fill_in = fill_in

    def compose(self) -> ComposeResult:
        """The answer, and what the keys do."""
        with Vertical(id="card"):
            yield Rows(id="rows")
            last = len(self._advice.suggestions)
            said = _("1 to {last}: fill in this move   Enter: go on").format(last=last)
            yield Static(said if last > 1 else _("1: fill in this move   Enter: go on"), id="go-on")

    def action_fill_in(self, number: int) -> None:
        """Fill in a move and go back to the table."""
        if number <= len(self._advice.suggestions):
            self.dismiss()
            self._fill_in(self._advice.suggestions[number - 1].move)
