"""A table on the screen: board, players, choices, story and panels, and the film between turns."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.widgets import Input
from textual.worker import Worker, WorkerError

from kerys.locale import N_, _
from kerys.table.errors import GameError
from kerys.table.summary import rounds_over
from kerys.table.view import View
from kerys.terminal.choosing import Chooser
from kerys.terminal.screen.advice_card import AdviceCard
from kerys.terminal.screen.board_screen import SPEEDS, BoardScreen
from kerys.terminal.screen.cards import Card, HandOver
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.spans import Spans
from kerys.terminal.screen.told import result_rows, summary_rows
from kerys.terminal.sitting import Frame, Sitting
from kerys.terminal.typed_moves import read_typed

MOST_SHOWN = 60
"""The most moments of a film; of a longer one, only the last are shown."""


def asked_of(view: View) -> tuple[str, ...]:
    """What identifies the question to a view's seat: its words and its answers."""
    return (view.question(), *view.legal_texts()) if view.legal else ()


class TableScreen(BoardScreen):
    """A game that is played here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "guide", N_("Rules")),
        Binding("f2", "page(1)", N_("Page")),
        Binding("shift+f2", "page(-1)", N_("Previous page"), show=False),
        Binding("pagedown", "scroll_board(1)", show=False, priority=True),
        Binding("pageup", "scroll_board(-1)", show=False, priority=True),
        Binding("f3", "speed", N_("Speed")),
        Binding("f6", "ask", N_("Ask")),
        Binding("ctrl+z", "undo", N_("Undo")),
        Binding("colon", "type", N_("Type")),
        Binding("space", "skip", N_("Skip")),
        Binding("ctrl+q", "app.leave_table", N_("Leave"), priority=True),
    ]

    def __init__(self, sitting: Sitting, speed: str = "normal") -> None:
        super().__init__(speed)
        self.sitting = sitting
        self._shown: View | None = None
        """What the board shows: the present, or a moment of the film."""
        self._seen_ply = 0
        self._asked: tuple[str, ...] = ()
        """The question whose choices are shown, and its answers."""
        self._frames: deque[Frame] = deque()
        self._skip = asyncio.Event()
        self._rounds = 0
        self._ended = False
        self._filming = False
        self._sending = False
        self._table_worker: Worker[None] | None = None

    def on_mount(self) -> None:
        """Start with what has happened since the person's last decision."""
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
            self._ask(None)
            self._show(frame.view, " ".join(frame.told.sentences))
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
            self._ask(None)
            self.show_view(None, ())
            self.show_words(self.sitting.waiting, "")
            self.tell("")
            return
        present = not self._frames and view.revision == self.sitting.view.revision
        self._ask(view if present and view.legal else None)
        self._show(view, view.question() if present else "")
        current = self.query_one(Choices).current
        self.tell(current.pick if current else "")

    def _ask(self, view: View | None) -> None:
        """Show the choices of a view; picks stay while the question is the same.

        It is, for example, while others seal their answers to it.
        """
        choices = self.query_one(Choices)
        asked = asked_of(view) if view else ()
        if not asked or asked != self._asked or choices.chooser is None:
            self._asked = asked
            choices.ask(Chooser(view) if view else None)

    def _show(self, view: View, words: str) -> None:
        """Show a position with a question, or with the sentence of a moment."""
        self.show_view(view, [one for one in self.sitting.story() if one.ply < view.ply])
        sitting = self.sitting
        parts = [view.rules.wording.title, view.heading(), sitting.asked, sitting.trouble]
        self.show_words(" · ".join(part for part in parts if part), words)

    # --- Keys ------------------------------------------------------------------------------

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the master only where questions were agreed on."""
        return action != "ask" or self.sitting.asks > 0

    @work(exclusive=True, group="ask")
    async def action_ask(self) -> None:
        """Ask the master; the card with the answer can fill in a choice."""
        asked = asked_of(self.sitting.view)
        self.notify(_("The master is thinking ..."), timeout=2)
        try:
            advice = await self.sitting.ask()
        except GameError as error:
            self.notify(str(error), severity="warning")
            return
        self._show_all()
        if asked == self._asked:
            self.app.push_screen(AdviceCard(advice, self.query_one(Choices).fill_in))

    def action_skip(self) -> None:
        """Skip the film."""
        self._skip.set()

    def action_scroll_board(self, by: int) -> None:
        """Show the rest of a board that is higher than its place."""
        board = self.query_one("#board", Spans)
        board.scroll_relative(y=by * board.size.height, animate=False)

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
        self.stop_typing()
        if not text:
            return
        try:
            move = read_typed(self.sitting.view, text)
        except GameError as error:
            self.notify(str(error), severity="warning")
        else:
            await self._decide(move)
