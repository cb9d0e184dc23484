"""What the search thinks of answers: its best ones and a given one, compared in equal worlds."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kerys.bots.base import Budget
from kerys.bots.search.appraisal import GAPS, POINTS, SHARES, SQUARES
from kerys.bots.search.search import CHUNK, SearchBot
from kerys.bots.search.workspace import ACTION, STRATEGY, VIEW, VISITS
from kerys.kernel.contract import State
from kerys.table.action import Action
from kerys.table.view import View

ANSWERS = 5
"""How many of the answers that a search likes best are compared."""
SEALED_ANSWERS = 16
"""The same for a sealed choice, where many answers can be right."""
HOPELESS = 4.0
"""By how many standard errors an answer must be behind to be dropped before the end."""
DOUBT = 0.01
"""The standard error of a loss that is small enough."""
LONGER = 3
"""How many times the usual worlds are spent where the doubt is larger."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Answer:
    """One answer to a question, as a seat could judge it."""

    action: Action
    chance: float
    """The share of the win that the seat can expect."""
    points: float
    """The points that it can expect, up to what everyone has in common (see `Analyst.lacking`)."""
    loss: float
    """How much of the win is lost against the best answer, or against the mixture if sealed."""
    error: float
    """The standard error of that loss."""
    share: float | None = None
    """How often the mixture of a sealed choice takes this answer."""


@dataclass(frozen=True)
class Analysis:
    """The answers that were compared, best first; sealed ones by how often the mixture takes them.

    `skill` says what the answer asked about changed for each owner against the search's own choice.
    That was made before the answers were compared, so the difference isn't biased by choosing.
    """

    answers: tuple[Answer, ...]
    sealed: bool
    chance: float
    """The chance with the best answer, or with the mixture."""
    points: float
    """The points with it."""
    skill: tuple[float, ...]
    skill_error: tuple[float, ...]

    def of(self, action: Action) -> Answer:
        """One of the answers that were compared."""
        return next(one for one in self.answers if one.action.code == action.code)


class _Played:
    """The results of an answer in the worlds in which it was played."""

    def __init__(self, action: Action, owners: int) -> None:
        self.action = action
        self.worlds = 0
        self.sums = np.zeros((4, owners))
        self.often = 0.0
        """How often the search takes it."""

    def add(self, sums: Numbers, worlds: int) -> None:
        """Add the results of more worlds."""
        self.sums += sums
        self.worlds += worlds

    def mean(self, of: int) -> Numbers:
        """A mean by owner."""
        found: Numbers = self.sums[of] / self.worlds
        return found

    def errors(self) -> Numbers:
        """The standard errors of the gaps to the first answer, by owner."""
        variance = np.maximum(self.mean(SQUARES) - self.mean(GAPS) ** 2, 0.0)
        return np.sqrt(variance / self.worlds)


class Analyst(SearchBot):
    """A search that says what it thinks, and of any answer that it is asked about."""

    def analyse(
        self,
        view: View,
        tree: int,
        compared: int,
        rng: random.Random,
        about: Action | None = None,
        answers: int = ANSWERS,
        also: Sequence[Action] = (),
    ) -> Analysis:
        """Compare the answers that a tree of some worlds likes best, and the one asked about.

        `also` are other answers to compare, whether this tree likes them or not.
        """
        self.look(view, rng)
        self.grow(view.seat, Budget(worlds=tree), 0.0)
        sealed = self.is_secret()
        often = self._choices(view.seat, sealed)
        liked = sorted(often, key=lambda code: -often[code])[
            : SEALED_ANSWERS if sealed else answers
        ]
        legal = {action.code: action for action in view.legal}
        wanted = dict.fromkeys([*liked, *(one.code for one in also)])
        codes = [code for code in wanted if code in legal and (about is None or code != about.code)]
        actions = [legal[code] for code in codes]
        played = self._compare(view.seat, [about, *actions] if about else actions, compared)
        total = sum(often.get(one.action.code, 0.0) for one in played) if sealed else 1.0
        for one in played:
            if sealed:
                one.often = often.get(one.action.code, 0.0) / (total or 1.0)
            else:
                one.often = float(one.action.code == liked[0])
        return _analysis(played, view.seat, sealed)

    def _choices(self, seat: int, sealed: bool) -> dict[int, float]:
        """How often the tree would take each answer, up to a factor."""
        tree, reals = self.workspace.tree, self.workspace.reals
        if sealed:
            return {
                int(tree[one, ACTION]): float(reals[one, STRATEGY]) for one in self.children(seat)
            }
        return {int(tree[one, ACTION]): float(tree[one, VISITS]) for one in self.children(seat)}

    def _compare(self, seat: int, actions: Sequence[Action], worlds: int) -> list[_Played]:
        """Play answers in the same worlds; those far behind are dropped on the way.

        The first is never dropped. If several others are compared with it and its loss is in doubt,
        the worlds become more. What was dropped keeps the results that it had.
        """
        assert self.rules is not None
        owners = int(self.rules.owners(self.workspace.pool[VIEW]))
        playing, dropped = [_Played(action, owners) for action in actions], []
        done, most = 0, worlds
        while done == 0 or (done < most and len(playing) > 1):
            number = min(CHUNK, most - done)
            codes = np.array([one.action.code for one in playing], np.int64)
            sums = np.zeros((len(playing), 4, owners))
            self.think.compare(*self.workspace, seat, codes, number, sums)
            for one, row in zip(playing, sums, strict=True):
                one.add(row, number)
            done += number
            best = max(playing, key=lambda one: one.mean(GAPS)[seat])
            if len(actions) > 2 and best.errors()[seat] > DOUBT:
                most = LONGER * worlds
            kept = [one for one in playing if one is playing[0] or not _behind(best, one, seat)]
            dropped += [one for one in playing if one not in kept]
            playing = kept
        return playing + dropped

    # --- Everyone's chances ----------------------------------------------------------------

    def foresee(self, view: View, truth: State, worlds: int, rng: random.Random) -> Numbers:
        """Everyone's chances in a state with all screens down, by playing on."""
        self.look(view, rng)
        self.workspace.pool[VIEW] = truth
        sums = np.zeros(int(view.rules.owners(truth)))
        self.think.foresee(*self.workspace[:2], worlds, sums)
        return sums / worlds

    def lacking(self, view: View, truth: State, worlds: int, rng: random.Random) -> float:
        """By how many points final scores are above the points of answers: what all share."""
        self.look(view, rng)
        self.workspace.pool[VIEW] = truth
        sums = np.zeros(1)
        self.think.finish(*self.workspace[:2], worlds, sums)
        return float(sums[0]) / worlds


def _behind(best: _Played, one: _Played, seat: int) -> bool:
    """Whether an answer is hopelessly behind the best."""
    gap = best.mean(GAPS)[seat] - one.mean(GAPS)[seat]
    return bool(gap > HOPELESS * math.hypot(best.errors()[seat], one.errors()[seat]))


def _analysis(played: Sequence[_Played], seat: int, sealed: bool) -> Analysis:
    """What the results say; all gaps are against the first answer."""
    owners = played[0].sums.shape[1]
    usual = sum((one.often * one.mean(GAPS) for one in played), np.zeros(owners))
    doubt = np.sqrt(sum(((one.often * one.errors()) ** 2 for one in played), np.zeros(owners)))
    best = max(played, key=lambda one: one.mean(GAPS)[seat])
    target = float(usual[seat]) if sealed else float(best.mean(GAPS)[seat])
    target_doubt = float(doubt[seat]) if sealed else float(best.errors()[seat])
    base = float(played[0].mean(SHARES)[seat])
    answers = [
        Answer(
            one.action,
            chance=base + float(one.mean(GAPS)[seat]),
            points=float(one.mean(POINTS)[seat]),
            loss=max(0.0, target - float(one.mean(GAPS)[seat])),
            error=0.0 if one is best else math.hypot(target_doubt, float(one.errors()[seat])),
            share=one.often if sealed else None,
        )
        for one in played
    ]
    answers.sort(key=lambda one: (-(one.share or 0.0), -one.chance))
    points = sum(one.often * float(one.mean(POINTS)[seat]) for one in played)
    return Analysis(
        tuple(answers),
        sealed,
        chance=base + target,
        points=points if sealed else answers[0].points,
        skill=tuple(map(float, -usual)),
        skill_error=tuple(map(float, doubt)),
    )
