"""Judgements of decisions in lines that people try: worked out on request, kept for a while."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from threading import BoundedSemaphore, Lock

from kerys.locale import _
from kerys.server.bot_processes import BotProcesses, Lost, Stopped
from kerys.server.lines import Line, tried
from kerys.server.settings import NO_REVIEWS, Settings
from kerys.study.review import Judgement, answer_at, judge_answer
from kerys.study.review.depths import QUICK
from kerys.study.review.errand import come_last
from kerys.study.review.words import judged_in_a_line
from kerys.table.action import Action
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.view import View

MOST_KEPT = 4096
MOST_AT_ONCE = 4
"""How many people may wait for a judgement."""

Key = tuple[str, int, tuple[str, ...]]
"""A table, and a line up to the decision that is judged."""


class LineJudge:
    """Judges decisions of lines in a process of its own, one at a time."""

    def __init__(self, processes: BotProcesses, settings: Settings) -> None:
        self._processes = processes
        self.offered = settings.reviews != NO_REVIEWS
        self._found: OrderedDict[Key, Judgement] = OrderedDict()
        self._lock = Lock()
        self._room = BoundedSemaphore(MOST_AT_ONCE)

    def judge(self, table_id: str, game: Game, line: Line) -> None:
        """Judge the last decision of a line, by what its seat could have known."""
        if not self.offered:
            raise GameError(_("This site doesn't offer reviews."))
        if not line.decisions:
            raise GameError(_("Try a decision first."))
        key = table_id, line.at, line.decisions
        if self._look_up(key) is not None:
            return
        going = tried(game, line)
        view, answer = answer_at(going, going.ply - 1)
        if not self._room.acquire(blocking=False):
            raise GameError(_("Many decisions are being judged right now: try again in a moment."))
        try:
            found = self._processes.work(partial(judge_last, view, answer))
        except (Lost, Stopped) as error:
            raise GameError(_("This can't be judged now: try again in a moment.")) from error
        finally:
            self._room.release()
        with self._lock:
            self._found[key] = found
            if len(self._found) > MOST_KEPT:
                self._found.popitem(last=False)

    def told(self, table_id: str, game: Game, line: Line) -> tuple[str, ...]:
        """What is known about each decision of a line, in words; empty if it wasn't judged."""
        found = [
            self._look_up((table_id, line.at, line.decisions[:number]))
            for number in range(1, len(line.decisions) + 1)
        ]
        if not any(found):
            return ("",) * len(found)
        going = tried(game, line)
        return tuple(judged_in_a_line(going, one) if one else "" for one in found)

    def _look_up(self, key: Key) -> Judgement | None:
        """What was found about a decision."""
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
            return self._found.get(key)


def judge_last(view: View, answer: Action) -> Judgement:
    """Judge an answer, after everything else that this machine has to do."""
    come_last()
    return judge_answer(view, answer, depth=QUICK)
