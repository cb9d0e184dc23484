"""Looks for puzzles in a game: candidates, a second look, and the check."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from kerys.bots.base import Budget
from kerys.bots.evaluators import evaluator_of
from kerys.bots.search.analyst import ANSWERS, Analysis, Analyst
from kerys.bots.search.greedy import GreedyBot
from kerys.bots.search.search import SearchBot
from kerys.bots.search.workspace import ACTION, VISITS
from kerys.kernel.bits import has
from kerys.kernel.contract import Rules
from kerys.study.puzzles.puzzle import Puzzle, Rated, Worlds
from kerys.study.puzzles.rating import FIRST_RATING, rating_by_share
from kerys.table.action import Action
from kerys.table.game import Game, new
from kerys.table.record import sealed_record
from kerys.table.view import View

FEWEST_ANSWERS = 4
MARGIN = 0.04
"""How far ahead of the second the best answer is when a puzzle is found."""
CHECKED_MARGIN = 0.03
"""The same in the check."""
SURE = 4.0
"""By how many standard errors it must be ahead."""
PROMISING = 2.0
"""The same in the first, short search: the second look decides."""
UNDECIDED = (0.08, 0.92)
"""The chance of the best answer, from the least to the most."""
CONFIRMING, CHECKING = 4, 10
"""How many times as much the second look and the check take."""
GREEDY_LOOKS = 3
"""How often greedy is asked, each time with other luck: it must never find the answer."""
FROM_ONE_GAME = 2
LEAST_SCREENING = 64
"""The fewest worlds of the first search."""
PROMISING_LEAD = 0.02
"""How far ahead the best answer of the first search must be to look closer."""
LEAST_VISITS = 6
"""How often an answer must have been tried for that."""
EVERY_ANSWER = 1000
ROUGHLY = 32
"""The worlds for the chances of all the other answers, so that any try can be judged."""
PANEL = (16, 32, 64, 128)
"""The worlds of the searches whose results give a puzzle its first rating."""
PANEL_LOOKS = 3
"""How often each of them tries."""


@dataclass(frozen=True)
class Candidate:
    """A decision that may be a puzzle."""

    ply: int
    seat: int
    stage: int


def finding(rules: Rules) -> Worlds:
    """The worlds of a search that finds a puzzle: those that the review of a decision takes."""
    effort = evaluator_of(rules).effort
    return Worlds(effort.tree, effort.compared)


class Finder:
    """Looks for puzzles in games of one kind; all luck is drawn from a seed."""

    def __init__(self, rules: Rules, seed: str) -> None:
        self.rules = rules
        self.seed = seed
        self.evaluator = evaluator_of(rules)
        self.finding = finding(rules)
        self.screening = max(LEAST_SCREENING, self.finding.tree // 2)
        """The worlds of the first search, which also plays."""
        self.analyst = Analyst()
        self.greedy = GreedyBot()
        self.searcher = SearchBot()

    def warm_up(self) -> None:
        """Compile everything before several processes would, each for itself."""
        game = new(self.rules.name, seed=0)
        view = game.view(game.actors[0])
        rng = self._rng("warm up", 0)
        self.greedy.choose(view, Budget(worlds=1), rng)
        self.analyst.analyse(view, 1, 1, rng)

    # --- The first look --------------------------------------------------------------------

    def is_eligible(self, view: View) -> bool:
        """Whether a question can be a puzzle at all."""
        question = int(view.state.question)
        if has(self.rules.sealed, question) or has(self.evaluator.follow, question):
            return False
        return len(view.legal) >= FEWEST_ANSWERS

    def pick(self, view: View, ply: int) -> tuple[Action, float]:
        """What a short search would do, and how far ahead of the rest that seems to be."""
        budget = Budget(worlds=self.screening)
        action = self.searcher.choose(view, budget, self._rng("pick", ply))
        tree = self.searcher.workspace.tree
        worths = {
            int(tree[child, ACTION]): self.searcher.mean(child, view.seat)
            for child in self.searcher.children(view.seat)
            if tree[child, VISITS] >= LEAST_VISITS
        }
        others = [worth for code, worth in worths.items() if code != action.code]
        own = worths.get(action.code, 0.0)
        return action, own - max(others) if others else own

    def is_obvious(self, view: View, answer: Action, ply: int) -> bool:
        """Whether greedy would give this answer."""
        return any(
            self.greedy.choose(view, Budget(worlds=4), self._rng(f"greedy {look}", ply)).code
            == answer.code
            for look in range(GREEDY_LOOKS)
        )

    def candidate(self, view: View, ply: int, pick: Action, lead: float) -> Candidate | None:
        """The decision at a ply as a candidate, if a short search finds it promising."""
        if lead < PROMISING_LEAD or self.is_obvious(view, pick, ply):
            return None
        analysis = self._analyse(view, self.finding, "find", ply)
        if not is_clear(analysis, MARGIN, PROMISING):
            return None
        return Candidate(ply, view.seat, int(self.evaluator.stage(view.state)))

    # --- The second look and the check -----------------------------------------------------

    def puzzles(self, game: Game, candidates: list[Candidate]) -> Iterator[Puzzle]:
        """The puzzles among some candidates, at most `FROM_ONE_GAME`, each of another stage."""
        left = list(candidates)
        self._rng("order", 0).shuffle(left)
        number = 0
        while left and number < FROM_ONE_GAME:
            one = left.pop()
            puzzle = self._puzzle(game, one)
            if puzzle is not None:
                number += 1
                left = [other for other in left if other.stage != one.stage]
                yield puzzle

    def _puzzle(self, game: Game, one: Candidate) -> Puzzle | None:
        """The puzzle of a candidate, if it passes the second look and the check."""
        view = game.view(one.seat, one.ply)
        confirmed = self._analyse(view, self.finding.times(CONFIRMING), "confirm", one.ply)
        if not is_clear(confirmed, MARGIN, SURE):
            return None
        best, second = confirmed.answers[0].action, confirmed.answers[1].action
        if self.is_obvious(view, best, one.ply):
            return None
        checked = self._analyse(view, self.finding.times(CHECKING), "check", one.ply, second)
        if checked.answers[0].action.code != best.code:
            return None
        if not is_clear(checked, CHECKED_MARGIN, SURE):
            return None
        return self._made(game, one, view, checked)

    def _made(self, game: Game, one: Candidate, view: View, checked: Analysis) -> Puzzle:
        """A puzzle from what the check has found."""
        best = checked.answers[0].action
        record = sealed_record(game)
        assert record.secret is not None
        return Puzzle(
            game=game.name,
            rules_revision=record.rules_revision,
            options=record.options,
            secret=record.secret,
            decisions=record.decisions[: one.ply],
            seat=one.seat,
            answers=self._rated(view, checked, one.ply),
            error=checked.answers[1].error,
            found=self.finding,
            checked=self.finding.times(CHECKING),
            rating=self._first_rating(view, best, one.ply),
        )

    def _rated(self, view: View, checked: Analysis, ply: int) -> tuple[Rated, ...]:
        """All answers with their chances: those of the check, and the others roughly."""
        best, second = checked.answers[:2]
        rough = self._analyse(
            view, Worlds(self.screening, ROUGHLY), "rest", ply, best.action, EVERY_ANSWER
        )
        base = best.chance - rough.of(best.action).chance
        chances = {
            one.action.text: min(base + one.chance, second.chance) for one in rough.answers
        } | {one.action.text: one.chance for one in checked.answers}
        rated = [Rated(move, min(1.0, max(0.0, chance))) for move, chance in chances.items()]
        return tuple(sorted(rated, key=lambda one: -one.chance))

    def _first_rating(self, view: View, best: Action, ply: int) -> int:
        """A rating by how many short searches solve it."""
        tries = [(worlds, look) for worlds in PANEL for look in range(PANEL_LOOKS)]
        solved = sum(
            self.searcher.choose(
                view, Budget(worlds=worlds), self._rng(f"panel {worlds} {look}", ply)
            ).code
            == best.code
            for worlds, look in tries
        )
        return round(FIRST_RATING + rating_by_share(solved, len(tries)))

    def _analyse(
        self,
        view: View,
        worlds: Worlds,
        what: str,
        ply: int,
        about: Action | None = None,
        answers: int = ANSWERS,
    ) -> Analysis:
        """The answers of a decision, compared."""
        rng = self._rng(what, ply)
        return self.analyst.analyse(view, worlds.tree, worlds.compared, rng, about, answers)

    def _rng(self, what: str, ply: int) -> random.Random:
        """The luck of one part of the work."""
        return random.Random(f"{self.seed} {what} {ply}")


def is_clear(analysis: Analysis, margin: float, sure: float) -> bool:
    """Whether one answer is clearly best in a game that isn't decided yet."""
    if len(analysis.answers) < 2:
        return False
    best, second = analysis.answers[:2]
    lead = best.chance - second.chance
    least, most = UNDECIDED
    return least <= best.chance <= most and lead >= max(margin, sure * second.error)
