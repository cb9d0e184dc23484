"""A table on the screen: board, players, choices, story and panels, and the film between turns."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from textwrap import wrap
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.events import Key, Resize
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Footer, Input, Static
from textual.worker import Worker, WorkerError

from kerys.draw.cells import Span
from kerys.locale import N_, _
from kerys.table.errors import GameError
from kerys.table.explanations import explain
from kerys.table.story import Told
from kerys.table.summary import rounds_over
from kerys.table.view import Row, View
from kerys.terminal.choosing import Chooser
from kerys.terminal.panel_text import panel_words
from kerys.terminal.screen.cards import Card, HandOver, guide_card
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.spans import Spans
from kerys.terminal.screen.told import panel_rows, result_rows, story_rows, summary_rows
from kerys.terminal.sitting import Frame, Sitting
from kerys.terminal.typed_moves import read_typed

NARROW, LOW = 96, 28
"""Below this many columns or rows, players, story and panels share one place."""
WIDE, HIGH = 140, 40
"""From this size on, all panels are shown together."""
SPEEDS = {"slow": 1.4, "normal": 0.7, "fast": 0.3, "off": 0.0}
"""Seconds for each moment of the film."""
SPEED_WORDS = {"slow": N_("slow"), "normal": N_("normal"), "fast": N_("fast"), "off": N_("off")}
STORY, PLAYERS = "story", "players"
MOST_LOGGED = 8
"""How many decisions the log below the choices goes back."""
MOST_SHOWN = 60
"""The most moments of a film; of a longer one, only the last are shown."""


def set_layout(screen: Screen[None], size: Size) -> None:
    """Choose the layout for a size of the screen: narrow, usual or wide."""
    narrow = size.width < NARROW or size.height < LOW
    wide = size.width >= WIDE and size.height >= HIGH
    screen.set_class(narrow, "narrow")
    screen.set_class(wide, "wide")
    screen.query_one("#panels").display = wide
    screen.query_one("#players").display = not narrow
    for log in screen.query("#log"):
        log.display = not narrow and not wide


def asked_of(view: View) -> tuple[str, ...]:
    """What identifies the question to a view's seat: its words and its answers."""
    return (view.question(), *view.legal_texts()) if view.legal else ()


class TableScreen(Screen[None]):
    """A game that is played here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "guide", N_("Rules")),
        Binding("f2", "page(1)", N_("Page")),
        Binding("shift+f2", "page(-1)", N_("Previous page"), show=False),
        Binding("f3", "speed", N_("Speed")),
        Binding("ctrl+z", "undo", N_("Undo")),
        Binding("colon", "type", N_("Type")),
        Binding("space", "skip", N_("Skip")),
        Binding("ctrl+q", "app.leave_table", N_("Leave"), priority=True),
    ]

    def __init__(self, sitting: Sitting, speed: str = "normal") -> None:
        super().__init__()
        self.sitting = sitting
        self.speed = speed
        self._shown: View | None = None
        """What the board shows: the present, or a moment of the film."""
        self._seen_ply = 0
        self._asked: tuple[str, ...] = ()
        """The question whose choices are shown, and its answers."""
        self._frames: deque[Frame] = deque()
        self._skip = asyncio.Event()
        self._page = ""
        """The page beside the board; the first one, unless the person turns to another."""
        self._rounds = 0
        self._ended = False
        self._filming = False
        self._sending = False
        self._table_worker: Worker[None] | None = None

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
        """Start with what has happened since the person's last decision."""
        self.query_one("#typed").display = False
        self.query_one(Choices).focus()
        if not self.sitting.waiting:
            self._begin()
        self._show_all()
        self._table_worker = self._run_table()

    async def on_unmount(self) -> None:
        """Leave the table: connections are closed and bots dismissed before the screen is gone."""
        if self._table_worker is not None:
            self._table_worker.cancel()
            with suppress(WorkerError):
                await self._table_worker.wait()

    def _begin(self) -> None:
        """Show the present, after a film of what the person hasn't seen."""
        view = self.sitting.view
        self._shown, self._rounds, self._ended = view, rounds_over(view), view.over
        self._see(self.sitting.seen_until)

    def _see(self, since: int) -> None:
        """Queue the moments since a ply."""
        self._frames.extend(self.sitting.frames(since))
        while len(self._frames) > MOST_SHOWN:
            self._frames.popleft()
        self._seen_ply = self.sitting.view.ply

    @work(exclusive=True, group="table")
    async def _run_table(self) -> None:
        """Let the others play."""
        try:
            await self.sitting.run(self._changed)
        except GameError as error:
            self.notify(str(error), severity="error", timeout=30)

    # --- What happens ----------------------------------------------------------------------

    def _changed(self) -> None:
        """Something has happened: queue its moments, and show them."""
        if self.sitting.waiting:
            self._show_all()
            return
        if self._shown is None:
            self._begin()
        if self.sitting.view.ply < self._seen_ply:  # something was taken back
            self._frames.clear()
            self._seen_ply = self.sitting.view.ply
        elif not self.sitting.next_person:  # who will see these moments
            self._see(self._seen_ply)
        if self._asked and not self._filming and self._asked == asked_of(self.sitting.view):
            self._frames.clear()  # the person is choosing: the story tells it
            self._shown = self.sitting.view
            self._show_all()
        elif not self._filming:
            self._film()

    @work(group="film")
    async def _film(self) -> None:
        """Show the waiting moments one by one, then the present."""
        self._filming = True
        try:
            await self._show_moments()
        finally:
            self._filming = False
        if self.sitting.next_person:
            self._ask_next_person()
            return
        self._shown = self.sitting.view
        self._show_all()
        self._after_film()

    async def _show_moments(self) -> None:
        """Show the waiting moments, each for a while."""
        while self._frames:
            frame = self._frames.popleft()
            self._shown = frame.view
            self._show_moment(frame)
            pause = SPEEDS[self.speed]
            if pause:
                self._skip.clear()
                try:
                    await asyncio.wait_for(self._skip.wait(), pause)
                    self._frames.clear()
                except TimeoutError:
                    pass

    def _after_film(self) -> None:
        """Show the card of a round or of the end, if one is due."""
        view = self.sitting.view
        rounds = rounds_over(view)
        if view.over and not self._ended:
            self._ended = True
            self.app.push_screen(Card(lambda width: result_rows(view, width)))
        elif rounds > self._rounds and not view.over:
            self._show_summary(rounds)
        self._rounds = rounds

    @work(group="summary")
    async def _show_summary(self, number: int) -> None:
        """Sum up a round; without it, the game just goes on."""
        try:
            found = await self.sitting.summary(number)
        except GameError:
            return
        view = self.sitting.view
        self.app.push_screen(Card(lambda width: summary_rows(found, view, width)))

    def _ask_next_person(self) -> None:
        """Hide everything until another person is at the keyboard."""

        def come(_result: None) -> None:
            self.sitting.hand_over()
            self._shown = self.sitting.view
            self._see(self.sitting.seen_until)
            self._film()

        self._shown = None
        self._frames.clear()
        self._show_all()
        self.app.push_screen(HandOver(self.sitting.next_person), come)

    # --- What is shown ---------------------------------------------------------------------

    def _show_all(self) -> None:
        """Draw everything anew."""
        view = self._shown
        if view is None:
            self.query_one("#where", Static).update(self.sitting.waiting)
            for name in ("#board", "#players", "#log", "#page", "#panels"):
                self.query_one(name, Spans).show(())
            self._show_question("")
            self._ask(None)
            return
        present = not self._frames and view.revision == self.sitting.view.revision
        self._ask(view if present and view.legal else None)
        self._show_board()
        self._show_side()
        self._show_question(view.question() if present else "")
        self._show_where(view)

    def _ask(self, view: View | None) -> None:
        """Show the choices of a view; picks stay while the question is the same.

        It is, for example, while others seal their answers to it.
        """
        choices = self.query_one(Choices)
        asked = asked_of(view) if view else ()
        if not asked or asked != self._asked or choices.chooser is None:
            self._asked = asked
            choices.ask(Chooser(view) if view else None)
            self._tell(choices.current.pick if choices.current else "")

    def _show_moment(self, frame: Frame) -> None:
        """A moment of the film: the board, and what is said."""
        self._ask(None)
        self._show_board()
        self._show_side()
        self._show_where(frame.view)
        self._show_question(" ".join(frame.told.sentences))

    def _show_where(self, view: View) -> None:
        """Where the game stands, and any trouble."""
        parts = [view.rules.wording.title, view.heading(), self.sitting.trouble]
        self.query_one("#where", Static).update(" · ".join(part for part in parts if part))

    def _show_question(self, words: str) -> None:
        """The question, or the sentence of a moment."""
        self.query_one("#question", Static).update(words)

    def _show_board(self) -> None:
        """The board, with what can be chosen."""
        view, board = self._shown, self.query_one("#board", Spans)
        if view is None:
            return
        chooser = self.query_one(Choices).chooser
        lit = chooser.lit if chooser else frozenset()
        picked = chooser.picked if chooser else frozenset()
        width = board.room
        if view.over:
            board.show(result_rows(view, width))
        else:
            board.show(view.board_cells(width=width, lit=lit), lit, picked)
            self.call_after_refresh(board.reveal)

    def _show_side(self) -> None:
        """Players, and the page beside them."""
        view = self._shown
        if view is None:
            return
        players, page = self.query_one("#players", Spans), self.query_one("#page", Spans)
        chooser = self.query_one(Choices).chooser
        lit = chooser.lit if chooser else frozenset()
        picked = chooser.picked if chooser else frozenset()
        players.show(view.player_cells(width=players.room), lit, picked)
        told = [one for one in self.sitting.story() if one.ply < view.ply]
        log = self.query_one("#log", Spans)
        log.show(story_rows(told[-MOST_LOGGED:], view.names, log.room))
        pages = self._pages(view)
        if self._page not in dict(pages):
            self._page = pages[0][0]
        self._show_tabs(pages)
        page.show(self._page_rows(view, told, page.room), lit, picked)
        panels = self.query_one("#panels", Spans)
        if panels.display:
            width = panels.room
            rows: list[Row] = []
            for panel in view.panels():
                rows += [*panel_rows(panel, view, width), ()]
            panels.show(rows)

    def _pages(self, view: View) -> list[tuple[str, str]]:
        """The pages that share a place: name and title."""
        words = panel_words(view)
        folded = [
            (one.name, word.capitalize()) for word, one in zip(words, view.panels(()), strict=True)
        ]
        story = [(STORY, _("Story"))]
        if self.has_class("narrow"):
            return [*story, (PLAYERS, _("Players")), *folded]
        return story if self.has_class("wide") else [*folded, *story]

    def _show_tabs(self, pages: list[tuple[str, str]]) -> None:
        """The names of all pages, the current one marked."""
        spans = []
        for name, title in pages:
            spans += [Span(f" {title} ", "picked" if name == self._page else "dim", f"page {name}")]
        self.query_one("#tabs", Spans).show((tuple(spans),))

    def _page_rows(self, view: View, told: Sequence[Told], width: int) -> Sequence[Row]:
        """The current page."""
        if self._page == STORY:
            return story_rows(told, view.names, width)
        if self._page == PLAYERS:
            return view.player_cells(width=width)
        panel = next(one for one in view.panels((self._page,)) if one.name == self._page)
        return panel_rows(panel, view, width)

    def _tell(self, thing: str) -> None:
        """Explain a thing at the bottom of the screen."""
        view = self._shown
        info = self.query_one("#info", Static)
        if view is None or not thing:
            info.update("")
            return
        try:
            found = explain(view, thing)
        except GameError:
            return
        words = " ".join((f"{found.title}.", *found.lines))
        room = 1 if self.has_class("narrow") else 2
        info.update("\n".join(wrap(words, max(20, self.size.width - 2))[:room]))

    # --- Mouse and keys --------------------------------------------------------------------

    def on_resize(self, event: Resize) -> None:
        """Choose the layout for the size of the screen."""
        set_layout(self, event.size)
        self.call_after_refresh(self._redraw)

    def _redraw(self) -> None:
        """Draw everything for a new size; picks stay."""
        if self._shown is not None:
            self._show_board()
            self._show_side()

    def on_spans_pressed(self, event: Spans.Pressed) -> None:
        """A click on a thing chooses it, turns a page, or explains it."""
        if isinstance(event, Spans.Pointed):
            return
        kind, _space, name = event.thing.partition(" ")
        if kind == "page" and event.shown.id == "tabs":
            self._page = name
            self._show_side()
        elif not self.query_one(Choices).press(event.thing):
            self._tell(event.thing)

    def on_spans_pointed(self, event: Spans.Pointed) -> None:
        """Explain what the pointer is on."""
        event.stop()
        self._tell(event.thing)

    def on_choices_changed(self) -> None:
        """Show the picks on the board, and explain what the cursor is on."""
        self._show_board()
        self._show_side()
        current = self.query_one(Choices).current
        if current is not None:
            self._tell(current.pick)

    async def on_choices_confirmed(self, event: Choices.Confirmed) -> None:
        """Send the move."""
        await self._decide(event.move)

    async def _decide(self, move: str) -> None:
        """Make a decision; a refusal is shown, and nothing is lost."""
        if self._sending:
            return
        self._sending = True
        try:
            await self.sitting.decide(move)
        except GameError as error:
            self.notify(str(error), severity="warning")
        finally:
            self._sending = False

    async def action_undo(self) -> None:
        """Take back the last decision."""
        try:
            await self.sitting.undo()
        except GameError as error:
            self.notify(str(error), severity="warning")

    def action_skip(self) -> None:
        """Skip the film."""
        self._skip.set()

    def action_speed(self) -> None:
        """Change the speed of the film."""
        names = list(SPEEDS)
        self.speed = names[(names.index(self.speed) + 1) % len(names)]
        self.notify(_("Film: {speed}").format(speed=_(SPEED_WORDS[self.speed])))

    def action_page(self, by: int) -> None:
        """Turn to another page."""
        if self._shown is not None:
            names = [name for name, _title in self._pages(self._shown)]
            self._page = names[(names.index(self._page) + by) % len(names)]
            self._show_side()

    def action_guide(self) -> None:
        """Show what the guide says about the open question."""
        if self._shown is not None:
            self.app.push_screen(guide_card(self._shown))

    def action_type(self) -> None:
        """Type a move instead of choosing it."""
        typed = self.query_one("#typed", Input)
        view = self._shown
        if view is None or not view.legal:
            return
        typed.placeholder = _("A move, for example {move}").format(move=view.legal[0].text)
        typed.display = True
        typed.focus()

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Make the move that was typed."""
        text = event.value.strip()
        self._stop_typing()
        if not text:
            return
        try:
            move = read_typed(self.sitting.view, text)
        except GameError as error:
            self.notify(str(error), severity="warning")
        else:
            await self._decide(move)

    def on_key(self, event: Key) -> None:
        """Escape leaves the line for typing."""
        if event.key == "escape" and self.query_one("#typed", Input).has_focus:
            self._stop_typing()

    def _stop_typing(self) -> None:
        """Put the line for typing away."""
        typed = self.query_one("#typed", Input)
        typed.value = ""
        typed.display = False
        self.query_one(Choices).focus()
