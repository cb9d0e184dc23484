"""Questions to the master at a table in this process."""

from __future__ import annotations

from collections.abc import Sequence

from kerys.locale import _
from kerys.study.advice import Advice, Weighed, advice_of, weigh
from kerys.study.asks import asked_words, check_asks
from kerys.table.errors import StaleMove
from kerys.table.view import View
from kerys.terminal.saves import Saved


class LocalMaster:
    """Answers questions and counts them; asking again about the same position costs nothing."""

    def __init__(self, saved: Saved) -> None:
        self._saved = saved
        self._known: dict[tuple[int, int], Sequence[Weighed]] = {}
        """The answers so far, by seat and revision."""

    @property
    def asked(self) -> str:
        """Who has asked, and what they have left."""
        saved = self._saved
        return " ".join(
            asked_words(saved.game.names[seat], saved.asks_left(seat), saved.asks)
            for seat, number in enumerate(saved.asked)
            if number
        )

    def question(self, seat: int) -> View:
        """The view that a seat asks about, if it may ask."""
        view, saved = self._saved.game.view(seat), self._saved
        known = (seat, view.revision) in self._known
        check_asks(view, saved.asks, saved.asks if known else saved.asks_left(seat))
        return view

    def weigh(self, view: View) -> Sequence[Weighed]:
        """Think about a view, for a second or so."""
        found = self._known.get((view.seat, view.revision))
        return found or weigh(view, seed=f"{self._saved.game.commitment} {view.revision}")

    def answer(self, view: View, weighed: Sequence[Weighed]) -> Advice:
        """Count the question, unless the position has changed, and answer it."""
        now = self._saved.game.view(view.seat)
        if now.revision != view.revision:
            raise StaleMove(
                _("The game moved on while the master was thinking: the question isn't counted."),
                now.revision,
            )
        if (view.seat, view.revision) not in self._known:
            self._known[view.seat, view.revision] = weighed
            self._saved.count_question(view.seat)
        return advice_of(view, weighed)
