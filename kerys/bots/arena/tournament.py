"""A tournament: who plays, on which deals, and how long they may think."""

from __future__ import annotations

import hashlib
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from itertools import permutations
from pathlib import Path
from typing import Any

import kerys
from kerys.bots.base import BotError, Budget, check_plays
from kerys.bots.evaluators import evaluator_of
from kerys.bots.registry import bot_named, guests
from kerys.games import GAMES
from kerys.kernel.contract import Rules, State
from kerys.locale import _
from kerys.table.record import agreement

MOST_BUDGET = 10**9
"""No bot thinks for longer than eleven days: more is a typo."""
OWN_BUDGET = re.compile(r"(?P<name>.+)@(?P<amount>[0-9]+)(?P<worlds>w?)")
ROOMS = ("kernel", "games", "bots")
"""The folders whose sources decide how a game between bots goes."""
DRAWS = 200
"""How many tables are drawn for a round, from which the best balanced one is taken."""
SOURCES = (".py", ".toml", ".npz")
"""Code, weights and networks."""


class TournamentError(BotError):
    """A tournament cannot be played or resumed; the message says why."""

    wrong_use = False


class EntryError(TournamentError):
    """The bots, budgets or numbers given don't make a tournament."""

    wrong_use = True


@dataclass(frozen=True)
class Entrant:
    """A bot that takes part: `greedy`, or with its own budget `search@1000`, `search@64w`."""

    label: str
    name: str
    budget: Budget | None
    cheats: bool
    games: tuple[str, ...] | None = None
    """The games that it can play; None means any."""


def entrant(label: str) -> Entrant:
    """The bot that a label stands for."""
    own = OWN_BUDGET.fullmatch(label)
    if own is None:
        bot = bot_named(label)
        return Entrant(label, label, None, bot.cheats, bot.games)
    digits = own["amount"].lstrip("0")
    if len(digits) > len(str(MOST_BUDGET)):
        raise _too_much()
    amount = int(digits or 0)
    budget = Budget(worlds=amount) if own["worlds"] else Budget(milliseconds=amount)
    _check(budget)
    bot = bot_named(own["name"])
    return Entrant(label, own["name"], budget, bot.cheats, bot.games)


def check_entrants(labels: Iterable[str], game: str) -> None:
    """Refuse bots that don't exist or cannot play a game."""
    for label in labels:
        one = entrant(label)
        check_plays(one.name, one.games, game)


def _check(budget: Budget) -> None:
    """Refuse a budget that is too large."""
    if (budget.milliseconds or budget.worlds or 0) > MOST_BUDGET:
        raise _too_much()


def _too_much() -> EntryError:
    """The error for a budget that is too large."""
    return EntryError(_("A budget can be at most {most}.").format(most=MOST_BUDGET))


@dataclass(frozen=True)
class Tournament:
    """Everything that decides how its games go, so that results can be repeated.

    With as many bots as players, all of them meet at every deal. Otherwise tables are mixed: in a
    round of as many deals as there are bots, all of them play equally often, and over the rounds
    all pairs meet equally often, as far as that is possible.
    """

    game: str
    options: Mapping[str, Any]
    """All arguments of the game's `configure`."""
    bots: tuple[str, ...]
    """The labels of the entrants."""
    seed: str = "0"
    budget: Budget | None = None
    """For bots without their own; None means each bot's default."""

    def __post_init__(self) -> None:
        if not self.bots:
            raise EntryError(_("A tournament needs bots."))
        check_entrants(self.bots, self.game)
        if self.budget is not None:
            _check(self.budget)

    @property
    def rules(self) -> Rules:
        """The game that is played."""
        return GAMES[self.game]

    @cached_property
    def agreed(self) -> State:
        """The options as the kernel takes them."""
        return agreement(self.rules, dict(self.options))

    @property
    def players(self) -> int:
        """How many play a game; every deal is played that many times."""
        return int(self.agreed.players)

    @property
    def mixed(self) -> bool:
        """Whether the bots are mixed over tables, rather than all of them at each."""
        return len(self.bots) != self.players

    def deals_for(self, games: int) -> int:
        """The number of deals that gives every bot at least that many games, in whole rounds."""
        if games < 1:
            raise EntryError(_("A tournament needs at least one game."))
        if not self.mixed:
            return -(-games // self.players)
        return -(-games // self.players**2) * len(self.bots)

    def lineup(self, deal: int) -> tuple[str, ...]:
        """Who plays a deal, from seat 0, before seats are rotated."""
        if not self.mixed:
            return self.bots
        number = len(self.bots)
        turn, place = divmod(deal, number)
        rounds = balanced_rounds(number, min(self.players, number))
        name, cycle = f"kerys arena {self.seed}", turn // len(rounds)
        circle = random.Random(f"{name} cycle {cycle}").sample(self.bots, number)
        steps = rounds[turn % len(rounds)]
        steps = tuple(random.Random(f"{name} round {turn}").sample(steps, len(steps)))
        return tuple(
            circle[(place + steps[seat % len(steps)]) % number] for seat in range(self.players)
        )

    def seated(self, deal: int, rotation: int) -> tuple[str, ...]:
        """The seats when a deal is played for the `rotation`-th time."""
        lineup = self.lineup(deal)
        return lineup[rotation:] + lineup[:rotation]

    def settings(self) -> dict[str, Any]:
        """Everything as plain values, with a digest of the sources."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "bots": list(self.bots),
            "seed": self.seed,
            "budget": plain_budget(self.budget),
            "sources": sources_digest(self.game, self.bots),
        }

    def digest(self) -> str:
        """A short name for these settings."""
        text = json.dumps(self.settings(), sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def balanced_rounds(number: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Who sits together in each round of a cycle, as places on a circle of so many bots.

    In a round the places move once round the circle. So how often two bots meet depends on how far
    apart they are, and each round takes those places, of some drawn at random, that make all
    distances most equally frequent so far.
    """
    rng, found = random.Random(0), list[tuple[int, ...]]()
    met: Counter[int] = Counter()

    def apart(places: tuple[int, ...]) -> Counter[int]:
        return Counter((one - other) % number for one, other in permutations(places, 2))

    def unevenness(places: tuple[int, ...]) -> int:
        return sum(often**2 for often in (met + apart(places)).values())

    for _round in range(max(1, number - 1)):
        drawn = [(0, *rng.sample(range(1, number), players - 1)) for _draw in range(DRAWS)]
        found.append(min(drawn, key=unevenness))
        met += apart(found[-1])
    return tuple(found)


def plain_budget(budget: Budget | None) -> dict[str, int] | None:
    """A budget as plain values; None if each bot uses its own."""
    if budget is None:
        return None
    if budget.worlds is not None:
        return {"worlds": budget.worlds}
    assert budget.milliseconds is not None
    return {"milliseconds": budget.milliseconds}


@cache
def sources_digest(game: str, bots: tuple[str, ...]) -> str:
    """A digest of rules, bots, weights and networks: games from different ones can't be combined.

    The evaluator of a game can come from another package.
    """
    package, arena = Path(kerys.__file__).parent, Path(__file__).parent
    files = {
        path
        for room in ROOMS
        for path in (package / room).rglob("*")
        if path.suffix in SOURCES and arena not in path.parents
    }
    found = {_signed(path, package.parent) for path in files}
    folder = evaluator_of(GAMES[game]).folder
    if folder is not None:
        found |= {_signed(path, folder) for path in folder.iterdir() if path.suffix in SOURCES}
    for name in {entrant(label).name for label in bots}:
        if name in guests():
            found |= guest_sources(guests()[name])
        elif (file := sys.modules[type(bot_named(name)).__module__].__file__) is not None:
            found.add(_signed(Path(file), Path(file).parent))
    return hashlib.sha256(repr(sorted(found)).encode()).hexdigest()[:16]


def guest_sources(point: EntryPoint) -> set[tuple[str, str]]:
    """What a guest is made of: the version of its package, and all modules that come with it.

    They are located but not imported, so that no foreign code runs.
    """
    found, files = set[tuple[str, str]](), list[Path]()
    if point.dist is not None:
        found.add((point.dist.name, point.dist.version))
        listed = [Path(str(file.locate())) for file in point.dist.files or []]
        files += [path for path in listed if path.suffix == ".py" and path.exists()]
    found |= {_signed(path, path.parent) for path in files}
    top = _topmost(point.module)
    if top is not None:
        paths = top.parent.rglob("*.py") if top.name == "__init__.py" else [top]
        found |= {_signed(path, top.parent) for path in paths}
    return found


def _topmost(module: str) -> Path | None:
    """The file of the outermost package of a module, or of the module itself.

    Namespace packages, which have no file, are skipped: they hold other packages too.
    """
    name, *inner = module.split(".")
    spec = find_spec(name)
    while spec is not None and spec.origin is None and inner:
        name = f"{name}.{inner.pop(0)}"
        spec = PathFinder.find_spec(name, spec.submodule_search_locations)
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def _signed(path: Path, folder: Path) -> tuple[str, str]:
    """A file by its path in a folder, with a digest of its content."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return path.relative_to(folder).as_posix(), digest
