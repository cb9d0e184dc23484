"""The compiled thinking of one game: the templates of `choosing` and `tree`, bound to its rules."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from kerys.bots.evaluators import evaluator_of
from kerys.bots.search import one_step, tree
from kerys.kernel.compiling import rule
from kerys.kernel.contract import Rules
from kerys.kernel.play import bind

TEMPLATES = (
    *((one_step, name) for name in ("settle", "outlook", "follow", "imagine", "as_seen")),
    *((one_step, name) for name in ("worth", "decide", "add_up", "greedy", "self_play")),
    *((tree, name) for name in ("judge", "best_of", "knows", "add_child", "add_best", "expand")),
    *((tree, name) for name in ("look_ahead", "open_to", "mean_of")),
    *((tree, name) for name in ("select", "regret_match", "draw_together", "descend", "play_on")),
    *((tree, name) for name in ("note_regrets", "back_up", "simulate")),
)
"""In the order of who calls whom."""


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
def _digest(game: Rules) -> str:
    """A digest of the sources that thinking is compiled from."""
    digest = hashlib.sha256()
    folders = (Path(__file__).parent, evaluator_of(game).folder)
    for path in sorted(path for folder in folders if folder for path in folder.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:8]


@cache
def thinking(game: Rules) -> Thinking:
    """The functions of a game, made once."""
    judge = evaluator_of(game)
    names: dict[str, Any] = {"estimate": judge.estimate, "stage": judge.stage}
    names["prospects"] = judge.prospects or judge.estimate
    names["BELIEVES"] = judge.beliefs is not None
    if judge.beliefs:
        names["believe"], names["guess"] = judge.beliefs.believe, judge.beliefs.guess
    names["FOLLOW"] = judge.follow
    names["SECRET"] = game.sealed
    for name in ("deal", "actors", "legal", "apply", "owners", "rank", "resample", "redact"):
        names[name] = getattr(game, name)
    for module, name in TEMPLATES:
        names[name] = rule(bind(getattr(module, f"_{name}"), game, names, _digest(game)))
    return Thinking(game.sealed, names["greedy"], names["simulate"], names["self_play"])
