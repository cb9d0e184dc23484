"""The review of a finished game on the full screen, worked out while one waits."""

from __future__ import annotations

from typing import ClassVar

from click import wrap_text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Footer, ProgressBar, Static
from textual.worker import Worker, get_current_worker

from kerys.draw.cells import text_rows
from kerys.locale import N_, _
from kerys.study.review import Review, Reviewer
from kerys.terminal.review_text import review_lines
from kerys.terminal.saves import Saved
from kerys.terminal.screen.cards import Rows
from kerys.terminal.screen.keys import KeyScreen

DEPTH = "quick"


def reviewer_of(saved: Saved) -> Reviewer:
    """Reviews the decisions of the people in a game, or of all if only bots played."""
    people = [seat for seat, bot in enumerate(saved.bots) if not bot]
    return Reviewer(saved.game, people or None, DEPTH)


class ReviewScreen(KeyScreen):
    """A review: first its progress, then what it says."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.pop_screen", N_("Back"))]

    def __init__(self, reviewer: Reviewer) -> None:
        super().__init__()
        self.reviewer = reviewer

    def compose(self) -> ComposeResult:
        """A bar, and room for the text."""
        with Vertical(id="review"):
            yield Static(_("Reviewing the game"), classes="title", id="doing")
            yield ProgressBar(total=len(self.reviewer.plies), id="progress", show_eta=True)
            yield Rows(id="rows")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to work, in a thread of its own."""
        self.run_worker(self._work, thread=True, exclusive=True)

    def _work(self) -> None:
        """Review decision by decision, until the person leaves."""
        worker: Worker[None] = get_current_worker()
        found = []
        for ply in self.reviewer.plies:
            found.append(self.reviewer.at(ply))
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._count)
        self.app.call_from_thread(self._show, self.reviewer.sum_up(found))

    def _count(self) -> None:
        """Another decision is reviewed."""
        if self.is_attached:
            self.query_one(ProgressBar).advance()

    def _show(self, review: Review) -> None:
        """Show what was found."""
        if not self.is_attached:
            return
        rows = self.query_one(Rows)
        lines = review_lines(review, self.reviewer.game)
        text = "\n".join(_wrapped(line, rows.room) for line in lines)
        self.query_one("#doing", Static).update(_("Review"))
        self.query_one(ProgressBar).display = False
        rows.show(list(text_rows(text)))
        rows.focus()


def _wrapped(line: str, width: int) -> str:
    """A line that keeps its indent when it is too long."""
    start = " " * (len(line) - len(line.lstrip()))
    if len(line) <= width:
        return line
    return wrap_text(line.strip(), width, start, f"{start}  ")
