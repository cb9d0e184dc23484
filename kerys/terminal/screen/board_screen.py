"""What a table and a replay share on the screen: board, players, pages, panels, explanations."""

from __future__ import annotations

import getpass
from collections.abc import Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, cast

from textual.app import ComposeResult
from textual.containers import Container, Vertical
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from kerys.draw.cells import Span, row_width
from kerys.draw.chart import text_chart
from kerys.locale import N_, _
from kerys.study.beliefs.panel import explain, panels
from kerys.table.errors import GameError
from kerys.table.story import Told
from kerys.table.view import Row, View
from kerys.terminal.panel_text import panel_words
from kerys.terminal.screen.cards import guide_card
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.keys import KeyScreen
from kerys.terminal.screen.spans import Spans
from kerys.terminal.screen.told import panel_rows, result_rows, story_rows

if TYPE_CHECKING:
    from kerys.terminal.screen.app import KerysApp

NARROW, LOW = 96, 28
"""Below this many columns or rows, players, story and panels share one place."""
WIDE, HIGH = 140, 40
"""From this size on, all panels are shown together."""
SPEEDS = {"slow": 1.4, "normal": 0.7, "fast": 0.3, "off": 0.0}
"""Seconds for each moment of a film."""
SPEED_WORDS = {"slow": N_("slow"), "normal": N_("normal"), "fast": N_("fast"), "off": N_("off")}
STORY, PLAYERS = "story", "players"
MOST_LOGGED = 8
"""How many decisions the log below the choices goes back."""


def the_app(screen: Screen[Any]) -> KerysApp:
    """The application of a screen."""
    return cast("KerysApp", screen.app)


def user_name() -> str:
    """The name of the person at this computer."""
    try:
        return getpass.getuser().capitalize()
    except OSError:
        return _("Player")


class BoardScreen(KeyScreen):
    """A position, with everything around it; `show_view` draws one.

    Textual calls the handlers of this class in addition to those of its children.
    """

    def __init__(self, speed: str) -> None:
        super().__init__()
        self.speed = speed
        self._view: View | None = None
        self._told: Sequence[Told] = ()
        self._page = ""
        """The page beside the board; the first one, unless the person turns to another."""

    def compose(self) -> ComposeResult:
        """All parts; the style sheet and `on_resize` place them."""
        yield Static(id="where", markup=False)
        with Container(id="all"):
            yield Spans(id="board")
            with Vertical(id="side"):
                yield Spans(id="players")
                yield Spans(id="tabs")
                yield Spans(id="page")
            yield Spans(id="panels")
            with Vertical(id="choose"):
                yield Static(id="question", markup=False)
                yield Choices(id="choices")
                yield Input(id="typed")
                yield Spans(id="log")
        yield Static(id="info", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Begin at the choices."""
        self.query_one("#typed").display = False
        self.query_one(Choices).focus()

    # --- What is shown ---------------------------------------------------------------------

    def show_view(self, view: View | None, told: Sequence[Told]) -> None:
        """Draw a position and the story that led to it; None hides everything."""
        self._view, self._told = view, told
        self._arrange()
        self._draw()

    def show_words(self, where: str, question: str) -> None:
        """Show where the game stands, and a question or the sentence of a moment."""
        self.query_one("#where", Static).update(where)
        self.query_one("#question", Static).update(question)

    def _draw(self) -> None:
        """Draw the position for the size of the screen."""
        view, choices = self._view, self.query_one(Choices)
        board, players, log, page, beside = (
            self.query_one(f"#{name}", Spans)
            for name in ("board", "players", "log", "page", "panels")
        )
        if view is None:
            for shown in (board, players, log, page, beside):
                shown.show(())
            return
        if view.over:
            board.show(result_rows(view, board.room))
        else:
            rows = view.board_cells(width=board.room, lit=choices.lit)
            board.show(rows, choices.lit, choices.picked)
            self.call_after_refresh(board.reveal)
        players.show(view.player_cells(width=players.room), choices.lit, choices.picked)
        log.show(story_rows(self._told[-MOST_LOGGED:], view.names, log.room))
        self._show_tabs(view)
        page.show(self._page_rows(view, page.room), choices.lit, choices.picked)
        if beside.display:
            beside.show(
                [row for one in panels(view) for row in (*panel_rows(one, view, beside.room), ())]
            )

    def _pages(self, view: View) -> list[tuple[str, str]]:
        """The pages that share a place: name and title."""
        words = panel_words(view)
        folded = [
            (one.name, word.capitalize()) for word, one in zip(words, panels(view, ()), strict=True)
        ]
        story = [(STORY, _("Story"))]
        if self.has_class("narrow"):
            return [*story, (PLAYERS, _("Players")), *folded]
        return story if self.has_class("wide") else [*folded, *story]

    def _show_tabs(self, view: View) -> None:
        """The names of the pages, the current one marked and always in view."""
        pages, tabs = self._pages(view), self.query_one("#tabs", Spans)
        if self._page not in dict(pages):
            self._page = pages[0][0]
        spans = [
            Span(f" {title} ", "picked" if name == self._page else "dim", f"page {name}")
            for name, title in pages
        ]
        current = list(dict(pages)).index(self._page)
        while current and row_width(spans[: current + 1]) > tabs.room:
            del spans[0]
            current -= 1
        tabs.show((tuple(spans),))

    def _page_rows(self, view: View, width: int) -> Sequence[Row]:
        """The current page."""
        if self._page == STORY:
            return story_rows(self._told, view.names, width)
        if self._page == PLAYERS:
            return view.player_cells(width=width)
        panel = next(one for one in panels(view, (self._page,)) if one.name == self._page)
        return panel_rows(panel, view, width)

    def tell(self, thing: str) -> None:
        """Explain a thing at the bottom of the screen."""
        info = self.query_one("#info", Static)
        if self._view is None or not thing:
            info.update("")
            return
        try:
            found = explain(self._view, thing)
        except GameError:
            info.update("")
            return
        charts = [f"{one.title}: {text_chart(one.bars)}." for one in found.charts]
        words = " ".join((f"{found.title}.", *charts, *found.lines))
        room = 1 if self.has_class("narrow") else 2
        width = max(20, self.size.width - 2)
        info.update("\n".join(wrap(words, width, max_lines=room, placeholder=" …")))

    # --- Mouse and keys --------------------------------------------------------------------

    def on_resize(self) -> None:
        """Choose the layout for the size of the screen."""
        self._arrange()
        self.call_after_refresh(self._draw)

    def _arrange(self) -> None:
        """Set the layout; panels have a place of their own if there are any, and room for them."""
        wide, high = self.size
        narrow, roomy = wide < NARROW or high < LOW, wide >= WIDE and high >= HIGH
        roomy = roomy and (self._view is None or bool(self._view.panels(())))
        if (narrow, roomy) == (self.has_class("narrow"), self.has_class("wide")):
            return
        self.set_class(narrow, "narrow")
        self.set_class(roomy, "wide")
        self.query_one("#panels").display = roomy
        self.query_one("#players").display = not narrow
        self.query_one("#log").display = not narrow and not roomy
        self.call_after_refresh(self._draw)

    def on_spans_pressed(self, event: Spans.Pressed) -> None:
        """A click on a thing chooses it, turns a page, or explains it."""
        if isinstance(event, Spans.Pointed):
            return
        kind, _space, name = event.thing.partition(" ")
        if kind == "page" and event.shown.id == "tabs":
            self._page = name
            self._draw()
        elif not self.query_one(Choices).press(event.thing):
            self.tell(event.thing)

    def on_spans_pointed(self, event: Spans.Pointed) -> None:
        """Explain what the pointer is on."""
        event.stop()
        self.tell(event.thing)

    def on_choices_changed(self) -> None:
        """Show the picks on the board, and explain what the cursor is on."""
        self._draw()
        current = self.query_one(Choices).current
        if current is not None:
            self.tell(current.pick)

    def action_page(self, by: int) -> None:
        """Turn to another page."""
        if self._view is not None:
            names = [name for name, _title in self._pages(self._view)]
            self._page = names[(names.index(self._page) + by) % len(names)]
            self._draw()

    def action_speed(self) -> None:
        """Change the speed of the film."""
        names = list(SPEEDS)
        self.speed = names[(names.index(self.speed) + 1) % len(names)]
        self.notify(_("Film: {speed}").format(speed=_(SPEED_WORDS[self.speed])))

    def action_guide(self) -> None:
        """Show what the guide says about the open question."""
        if self._view is not None:
            self.app.push_screen(guide_card(self._view))

    # --- The line for typing ---------------------------------------------------------------

    @property
    def typing(self) -> bool:
        """Whether something is being typed; also answers while the screen comes or goes."""
        return self.focused is not None and self.focused.id == "typed"

    def on_key(self, event: Key) -> None:
        """Escape leaves the line for typing."""
        if event.key == "escape" and self.typing:
            self.stop_typing()

    def stop_typing(self) -> None:
        """Put the line for typing away."""
        typed = self.query_one("#typed", Input)
        typed.value = ""
        typed.display = False
        self.query_one(Choices).focus()
