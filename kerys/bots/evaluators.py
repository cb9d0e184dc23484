"""How bots evaluate a game: its evaluator, from the entry point `kerys.evaluators`.

A game without one is evaluated by score and by playouts to the end, so that every level plays it.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kerys.bots.base import BotError
from kerys.bots.generic import SCRATCH, WEIGHTS, estimate_by_score, no_stage
from kerys.games import GAMES
from kerys.kernel.contract import Rules
from kerys.kernel.plugins import Plugins
from kerys.locale import _

WEIGHTS_FILE = "weights.toml"


@dataclass(frozen=True)
class SearchSettings:
    """The settings of a search; compiled code uses the same names."""

    width: int = 12
    """How many actions of a node are tried."""
    breadth: int = 1000
    """How many actions of the root are tried."""
    ahead: int = 0
    """In how many worlds all of these are tried first; if 0, some of them in one world."""
    depth: int = 3
    """The depth of the tree, in decisions."""
    stages: int = 1000
    """How many stages of the game a playout lasts, including the current one."""
    playout: int = 1000
    """How many decisions a playout lasts at most."""
    samples: int = 1
    """How many actions each decision of a playout considers; 1 means a random one."""
    explore: float = 0.6
    heat: float = 6.0
    """How many points ahead make a win likely."""
    prior_heat: float = 8.0
    rival: float = 0.2
    """How much a point of the best rival counts against one of its own."""


LEARNED = SearchSettings(width=24, breadth=64, depth=24, playout=0, explore=0.3, prior_heat=1.0)
"""A network judges every new node, so that nothing is played out below it."""


@dataclass(frozen=True)
class Effort:
    """How many imagined worlds a review spends on a decision, at its usual depth."""

    tree: int = 256
    """Worlds of the search that finds the answers worth comparing."""
    compared: int = 192
    """Worlds in which each of these is played; more if they leave too much in doubt."""
    others_tree: int = 64
    """The same for the search of a player who isn't reviewed."""
    others_compared: int = 48
    foreseen: int = 64
    """Playouts for everyone's chances after a turn."""

    def times(self, factor: float) -> Effort:
        """The same with more or fewer worlds; everyone's chances need some at any depth."""
        worlds = [max(1, round(factor * number)) for number in astuple(self)]
        worlds[-1] = max(1, round(math.sqrt(factor) * self.foreseen))
        return Effort(*worlds)


@dataclass(frozen=True, eq=False)
class Evaluator:
    """How bots evaluate one game."""

    estimate: Any
    """estimate(state, weights, scratch, values): the points every owner can expect."""
    stage: Any
    """stage(state): how many stages of the game are over."""
    names: tuple[str, ...]
    """What each weight is."""
    scratch: int
    """How many numbers of scratch space an estimate needs."""
    folder: Path | None = None
    """Where its weights, styles and ratings are; if None, every weight is 1."""
    settings: SearchSettings = field(default_factory=SearchSettings)
    learned_settings: SearchSettings = LEARNED
    """The settings of a search that judges by the game's network."""
    follow: int = 0
    """The set of questions that only carry out what the same seat has just decided."""
    prospects: Any = None
    """prospects(...): replaces `estimate` where a search evaluates the end of a stage."""
    fitted: int = 0
    """How many weights at the end, those of prospects and beliefs, are fitted; all others are
    tuned."""
    beliefs: Any = None
    """The module of a seat's beliefs about what others hide, if they hide anything:
    believe(state, seat, weights, chance) makes an imagined world more likely, guess(state, seat)
    replaces everything that the seat doesn't know by a guess, and sealed_answer(state, options,
    chance) draws which of this many legal answers a player gives in secret."""
    hidings: Any = None
    """The module that lists what was hidden: hidings(state), called whenever turns_over(state) has
    changed."""
    habits: Any = None
    """The module that counts what players do: HABITS, and seen(game), which yields everything that
    was done in a game that is over (see `kerys.bots.habits`)."""
    styles: Mapping[str, str] = field(default_factory=dict)
    """What a bot of each style plays for, to be translated; its weights are in `STYLE.toml`."""
    pace: float = 4.0
    """How many worlds a search imagines in a millisecond, as measured over whole games: it turns
    the time of a level into its number of worlds."""
    effort: Effort = field(default_factory=Effort)
    """What a review of this game takes."""
    looks_ahead: bool = True
    """Whether the estimate can tell actions apart before the game is over."""

    @cache  # noqa: B019 - evaluators live as long as the process
    def weights(self, style: str = "") -> NDArray[np.float64]:
        """The tuned weights; a style that the evaluator knows changes some of them."""
        if self.folder is None:
            return np.ones(len(self.names))
        found = _read(self.folder / WEIGHTS_FILE)
        if style in self.styles:
            found |= _read(self.folder / f"{style}.toml")
        return np.array([found[name] for name in self.names])

    def worlds_in(self, milliseconds: int) -> int:
        """How many worlds a search usually imagines in some time."""
        return max(1, round(self.pace * milliseconds))


EVALUATORS: Plugins[Evaluator] = Plugins("kerys.evaluators", kind=Evaluator)


@cache
def evaluator_of(game: Rules) -> Evaluator:
    """The evaluator of a game, or a generic one that knows only the score."""
    if game.name in EVALUATORS and GAMES.get(game.name) is game:
        return EVALUATORS[game.name]
    return Evaluator(estimate_by_score(game), no_stage, WEIGHTS, SCRATCH, looks_ahead=False)


def kept_file(game: str, name: str) -> Path:
    """A file kept with the evaluator of a game; raises a BotError if the game has none."""
    folder = evaluator_of(GAMES[game]).folder
    if folder is None:
        raise BotError(
            _("{game} has no evaluator, and so no weights or ratings.").format(
                game=GAMES[game].wording.title
            )
        )
    return folder / name


def weights_of(game: str, style: str = "") -> NDArray[np.float64]:
    """The tuned weights of a game by name."""
    return evaluator_of(GAMES[game]).weights(style)


def _read(file: Path) -> dict[str, float]:
    """The weights in a file."""
    return tomllib.loads(file.read_text("utf-8"))
