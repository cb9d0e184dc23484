"""The list of choices: one cursor through all options, a pick in each group, then Enter."""

from __future__ import annotations

import time
from textwrap import wrap
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from kerys.draw.cells import Row, Span, wrapped
from kerys.locale import N_, _
from kerys.table.picking import Option
from kerys.terminal.choosing import Chooser
from kerys.terminal.screen.spans import Spans

INDENT = 2
FORGET_S = 1.5
"""After this pause, typed letters begin another word."""


class Choices(Spans, can_focus=True):
    """What can be answered, and what is picked so far."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,left", "step(-1)", show=False),
        Binding("down,right", "step(1)", show=False),
        Binding("shift+tab", "group(-1)", show=False),
        Binding("tab", "group(1)", N_("Next group"), show=False),
        Binding("enter", "choose", N_("Choose")),
        Binding("escape", "take_back", N_("Take back")),
    ]

    class Changed(Message):
        """Something was picked or taken back, or the cursor has moved."""

    class Confirmed(Message):
        """The move is complete, and the person wants it."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.chooser: Chooser | None = None
        self._cursor = 0
        self._typed = ""
        self._typed_at = 0.0
        self._moved = False
        """Whether the cursor has moved since the last pick."""

    @property
    def lit(self) -> frozenset[str]:
        """The places and pieces that can be chosen."""
        return self.chooser.lit if self.chooser else frozenset()

    @property
    def picked(self) -> frozenset[str]:
        """The places and pieces that are chosen."""
        return self.chooser.picked if self.chooser else frozenset()

    @property
    def options(self) -> list[Option]:
        """All options, group by group."""
        if self.chooser is None:
            return []
        return [option for group in self.chooser.groups for option in group.options]

    @property
    def current(self) -> Option | None:
        """The option at the cursor."""
        options = self.options
        return options[self._cursor] if self._cursor < len(options) else None

    def ask(self, chooser: Chooser | None) -> None:
        """Show the choices of another decision, or none."""
        self.chooser, self._cursor, self._typed = chooser, 0, ""
        self.redraw()

    def press(self, name: str) -> bool:
        """Pick something by its name; returns whether it is a choice."""
        if self.chooser is None or not self.chooser.press(name):
            return False
        self._moved = False
        self._advance(name)
        self.redraw()
        self.post_message(self.Changed())
        return True

    def fill_in(self, move: str) -> None:
        """Pick a whole move; nothing is confirmed."""
        if self.chooser is not None and self.chooser.fill_in(move):
            self._moved = False
            self.redraw()
            self.post_message(self.Changed())

    def _advance(self, name: str) -> None:
        """Move the cursor to the first group without a pick; stay if there is none."""
        assert self.chooser is not None
        at = 0
        for group in self.chooser.groups:
            if not group.picked and not self.chooser.move:
                self._cursor = at
                return
            for option in group.options:
                if option.pick == name:
                    self._cursor = at
                at += 1
        self._cursor = min(self._cursor, max(0, at - 1))

    def redraw(self) -> None:
        """Show the options and the cursor."""
        width = self.room
        rows: list[Row] = []
        at, cursor_row = 0, 0
        for group in self.chooser.groups if self.chooser else ():
            rows.append((Span(group.label, "heading"),))
            if group.options[0].about:
                for option in group.options:
                    if at == self._cursor:
                        cursor_row = len(rows)
                    rows += self._sentence(option, at == self._cursor, width)
                    at += 1
            else:
                spans = []
                for option in group.options:
                    spans.append(self._word(option, at == self._cursor))
                    at += 1
                for row in wrapped(spans, width - INDENT):
                    if any(span.text.startswith("▸") for span in row):
                        cursor_row = len(rows)
                    rows.append((Span(" " * INDENT), *row))
        if self.chooser is not None and self.chooser.move:
            said = _("Enter: {does}").format(does=self.chooser.about)
            rows += [(Span(line, "now"),) for line in wrap(said, width)]
            cursor_row = max(cursor_row, len(rows) - 1)
        picked = {one.pick for one in self.options if one.picked}
        self.show(rows, picked=picked)
        self.call_after_refresh(self._follow, cursor_row)

    def _follow(self, row: int) -> None:
        """Scroll so that a row can be seen."""
        top, height = self.scroll_offset.y, self.size.height
        if height and not top <= row < top + height:
            self.scroll_to(
                y=max(0, row - height + 1 if row >= top + height else row), animate=False
            )

    def _sentence(self, option: Option, current: bool, width: int) -> list[Row]:
        """A whole move with what it does."""
        mark = "▸ " if current else "  "
        lines = wrap(option.about, width - INDENT) or [option.text]
        look = "now" if current else ""
        first = Span(mark + lines[0], look, option.pick)
        return [(first,), *((Span(f"  {line}", look, option.pick),) for line in lines[1:])]

    def _word(self, option: Option, current: bool) -> Span:
        """A word of a move."""
        look = "now" if current else ""
        return Span(f"▸{option.text}" if current else f" {option.text}", look, option.pick)

    # --- Keys and mouse --------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        if self.options:
            self._cursor = (self._cursor + by) % len(self.options)
            self._moved = True
            self.redraw()
            self.post_message(self.Changed())

    def action_group(self, by: int) -> None:
        """Move the cursor to the next or the previous group."""
        if self.chooser is None or not self.options:
            return
        starts = [0]
        for group in self.chooser.groups:
            starts.append(starts[-1] + len(group.options))
        here = max(number for number, start in enumerate(starts[:-1]) if start <= self._cursor)
        self._cursor = starts[(here + by) % (len(starts) - 1)]
        self._moved = True
        self.redraw()
        self.post_message(self.Changed())

    def action_choose(self) -> None:
        """Pick the option at the cursor, or confirm the move."""
        if self.chooser is None:
            return
        option, move = self.current, self.chooser.move
        if move and (option is None or option.picked or not self._moved):
            self.post_message(self.Confirmed(move))
        elif option is not None:
            self.press(option.pick)

    def action_take_back(self) -> None:
        """Take back the last pick."""
        if self.chooser is not None and self.chooser.take_back():
            self.redraw()
            self.post_message(self.Changed())

    def on_key(self, event: events.Key) -> None:
        """Letters lead to the option that begins with them."""
        if event.character is None or not event.is_printable or event.character in " ?:":
            return
        now = time.monotonic()
        typed = event.character.lower()
        if now - self._typed_at < FORGET_S:
            typed = self._typed + typed
        for number, option in enumerate(self.options):
            if option.text.lower().startswith(typed):
                self._cursor, self._typed, self._typed_at = number, typed, now
                self._moved = True
                event.stop()
                event.prevent_default()
                self.redraw()
                self.post_message(self.Changed())
                return

    def on_resize(self) -> None:
        """Wrap the options to the new width."""
        self.redraw()
