"""Which estimate judges which game, and with which weights."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.bots.mykerinos import estimate as estimate_mykerinos
from kerys.bots.ys import beliefs as beliefs_ys
from kerys.bots.ys import estimate as estimate_ys
from kerys.bots.ys import hidings as hidings_ys
from kerys.bots.ys import prospects as prospects_ys
from kerys.games.mykerinos.actions import Question as MykerinosQuestion
from kerys.games.ys.actions import Question as YsQuestion

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Judge:
    """How the bots judge a game."""

    estimate: Any
    """estimate(state, weights, scratch, values): the points every owner can expect."""
    stage: Any
    """stage(state): how many stages of the game are over."""
    names: tuple[str, ...]
    """What each weight is."""
    scratch: int
    follow: int
    """The set of questions that only carry out what the same seat has just decided."""
    secret: int = 0
    """The set of questions that all answer at once, each in secret."""
    prospects: Any = None
    """prospects(...): as `estimate`, which it replaces where a search judges the end of a stage."""
    fitted: int = 0
    """How many weights, from the end, are of prospects and beliefs and fitted; all others are
    tuned."""
    beliefs: Any = None
    """The module of what a seat may believe of what others hide, if they hide anything:
    believe(state, seat, weights, chance) makes an imagined world a likelier one, guess(state, seat)
    puts a guess in the place of all that a seat does not know."""
    hidings: Any = None
    """The module of how it was hidden: hidings(state) tells it, whenever turns_over(state) has
    changed."""


def _set(*questions: int) -> int:
    """Questions as a set."""
    return sum(1 << question for question in questions)


JUDGES = {
    "ys": Judge(
        estimate_ys.estimate,
        estimate_ys.stage,
        estimate_ys.WEIGHTS + prospects_ys.WEIGHTS + beliefs_ys.WEIGHTS,
        estimate_ys.SCRATCH,
        _set(
            YsQuestion.REFILL,
            YsQuestion.CHOOSE_GEM,
            YsQuestion.CAPTAIN_PORTS,
            YsQuestion.QUEEN_AREA,
            YsQuestion.HERALD_AGENT,
            YsQuestion.HERALD_PLACE,
            YsQuestion.MAGICIAN_FIRST,
            YsQuestion.MAGICIAN_SECOND,
            YsQuestion.MERCENARY_AGENT,
            YsQuestion.ALCHEMIST_GIVES,
            YsQuestion.ALCHEMIST_TAKES,
            YsQuestion.BANKER_RAISES,
            YsQuestion.BANKER_LOWERS,
        ),
        _set(YsQuestion.BID, YsQuestion.THRONE_AGENT),
        prospects_ys.prospects,
        len(prospects_ys.WEIGHTS) + len(beliefs_ys.WEIGHTS),
        beliefs_ys,
        hidings_ys,
    ),
    "mykerinos": Judge(
        estimate_mykerinos.estimate,
        estimate_mykerinos.stage,
        estimate_mykerinos.WEIGHTS,
        estimate_mykerinos.SCRATCH,
        _set(MykerinosQuestion.SPACE, MykerinosQuestion.ROOM, MykerinosQuestion.NEUTRAL_SPACE),
    ),
}


@cache
def weights_of(game: str, style: str = "") -> NDArray[np.float64]:
    """The tuned weights of a game; a style changes some of them."""
    found = _read(f"{game}/weights.toml")
    if style:
        found = {**found, **_read(f"{game}/{style}.toml")}
    return np.array([found[name] for name in JUDGES[game].names])


def _read(file: str) -> dict[str, float]:
    """The weights in a file."""
    return tomllib.loads((FOLDER / file).read_text("utf-8"))
