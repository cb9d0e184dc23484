"""The compiled thinking of one game: `one_step`, `tree` and `appraisal`, linked to its rules.

The tree judges by the estimate of the game's evaluator (`estimated`) or by a network (`learned`).
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from kerys.bots.evaluators import evaluator_of
from kerys.bots.search import appraisal, estimated, learned, one_step, recorded, tree
from kerys.kernel.contract import Rules
from kerys.kernel.linking import contract_names, link


@dataclass(frozen=True)
class Thinking:
    """The compiled functions of one game."""

    sealed: int
    """The set of questions that all who are asked answer at once, each in secret."""
    greedy: Any
    """greedy(pool, notes, seat, worlds): the action that looks best after one step."""
    simulate: Any
    """simulate(pool, notes, tree, reals, seat, number): runs so many imagined worlds down the
    tree; returns how many decisions were played."""
    self_play: Any
    """self_play(pool, notes, options, dealer, weights, worlds): a whole game of greedy
    players."""
    compare: Any
    """compare(pool, notes, tree, reals, seat, answers, number, sums): plays all answers in the same
    imagined worlds."""
    finish: Any
    """finish(pool, notes, number, sums): how far the estimates are below the final scores."""
    foresee: Any
    """foresee(pool, notes, number, sums): everyone's shares of the win from a state as it is."""
    play_recorded: Any
    """play_recorded(pool, notes, tree, reals, worlds, drawn, ...): a game of the search against
    itself, with what it thought of every decision."""
    policy: Any = None
    """policy(pool, notes, seat): how often a network takes each legal action."""


@cache
def thinking(rules: Rules, by_network: bool = False) -> Thinking:
    """The functions of a game, made once."""
    evaluator = evaluator_of(rules)
    beliefs = evaluator.beliefs
    names = {
        **contract_names(rules),
        "estimate": evaluator.estimate,
        "prospects": evaluator.prospects or evaluator.estimate,
        "stage": evaluator.stage,
        "FOLLOW": evaluator.follow,
        "SECRET": rules.sealed,
        "BELIEVES": beliefs is not None,
        # Without beliefs nothing calls these; the compiler leaves the calls out.
        "believe": beliefs.believe if beliefs else None,
        "guess": beliefs.guess if beliefs else None,
        "sealed_answer": beliefs.sealed_answer if beliefs else None,
    }
    judging = learned if by_network else estimated
    linked = link(rules.name, names, one_step, tree, judging, appraisal, recorded)
    functions = [one.name for one in fields(Thinking) if one.name in linked]
    return Thinking(rules.sealed, **{name: linked[name] for name in functions})
