"""A widget that shows rows of spans, and says which thing the pointer is on."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from kerys.draw.columns import columns_of
from kerys.table.view import Row
from kerys.terminal.screen.looks import style_of


class Spans(ScrollView, can_focus=False):
    """Rows of characters, some of which belong to things."""

    class Pressed(Message):
        """A thing was clicked."""

        def __init__(self, shown: Spans, thing: str) -> None:
            super().__init__()
            self.shown = shown
            self.thing = thing

        @property
        def control(self) -> Spans:
            """The widget."""
            return self.shown

    class Pointed(Pressed):
        """The pointer is on a thing."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: Sequence[Row] = ()
        self._lit: Collection[str] = ()
        self._picked: Collection[str] = ()
        self._pointed = ""

    def show(
        self, rows: Sequence[Row], lit: Collection[str] = (), picked: Collection[str] = ()
    ) -> None:
        """Show other rows; what can be chosen is underlined, what is chosen stands out."""
        self._rows, self._lit, self._picked = rows, lit, picked
        widest = max((sum(columns_of(text) for text, _l, _n in row) for row in rows), default=0)
        self.virtual_size = Size(widest, len(rows))
        self.refresh()

    def reveal(self) -> None:
        """Scroll to what can be chosen, if none of it can be seen."""
        rows = [
            number
            for number, row in enumerate(self._rows)
            if any(name in self._lit for _text, _look, name in row)
        ]
        top, height = self.scroll_offset.y, self.size.height
        if rows and height and not any(top <= row < top + height for row in rows):
            self.scroll_to(y=max(0, rows[-1] - height + 1), animate=False)

    @property
    def room(self) -> int:
        """How many columns a row can have, with or without a scrollbar."""
        return max(20, self.outer_size.width - self.gutter.width - 1)

    @property
    def text(self) -> str:
        """What is shown, without looks."""
        return "\n".join("".join(text for text, _look, _name in row).rstrip() for row in self._rows)

    def render_line(self, y: int) -> Strip:
        """One line of the screen."""
        x, top = self.scroll_offset
        width = self.size.width
        number = y + top
        if number >= len(self._rows):
            return Strip.blank(width, self.rich_style)
        dark, ground = self.app.current_theme.dark, self.rich_style
        segments = [self._segment(*span, dark) for span in self._rows[number]]
        return Strip(segments).apply_style(ground).crop_extend(x, x + width, ground)

    def _segment(self, text: str, look: str, name: str, dark: bool) -> Segment:
        """A span as Textual draws it."""
        if name and name in self._picked:
            look = f"{look} picked"
        elif name in self._lit and text.strip():
            look = f"{look} lit"
        style = style_of(look, dark)
        if name and name == self._pointed:
            style += Style(bold=True, reverse=name in self._lit)
        return Segment(text, style + Style.from_meta({"thing": name}) if name else style)

    def on_click(self, event: events.Click) -> None:
        """Tell which thing was clicked."""
        thing = event.style.meta.get("thing")
        if thing:
            event.stop()
            self.post_message(self.Pressed(self, thing))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Tell which thing the pointer is on."""
        thing = event.style.meta.get("thing", "")
        if thing != self._pointed:
            self._pointed = thing
            self.refresh()
            if thing:
                self.post_message(self.Pointed(self, thing))

    def on_leave(self, event: events.Leave) -> None:
        """The pointer is elsewhere."""
        self._pointed = ""
        self.refresh()
