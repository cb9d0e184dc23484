"""The compiled thinking of one game: `one_step` and `tree`, linked to its rules and evaluator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from kerys.bots.evaluators import evaluator_of
from kerys.bots.search import one_step, tree
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


@cache
def thinking(game: Rules) -> Thinking:
    """The functions of a game, made once."""
    judge = evaluator_of(game)
    beliefs = judge.beliefs
    names = {
        **contract_names(game),
        "estimate": judge.estimate,
        "prospects": judge.prospects or judge.estimate,
        "stage": judge.stage,
        "FOLLOW": judge.follow,
        "SECRET": game.sealed,
        "BELIEVES": beliefs is not None,
        # Without beliefs nothing calls these; the compiler leaves the calls out.
        "believe": beliefs.believe if beliefs else None,
        "guess": beliefs.guess if beliefs else None,
    }
    linked = link(game.name, names, one_step, tree)
    return Thinking(game.sealed, linked["greedy"], linked["simulate"], linked["self_play"])
