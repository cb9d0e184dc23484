"""The second half of the contract: what a game says in words and plain values.

Nothing here is compiled. Everything that speaks to a seat gets that seat's redacted record and
nothing else, so that no sentence can tell more than the view does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from kerys.kernel.contract import State

Plain = dict[str, Any]
"""Names with numbers, words, and lists of such: what JSON can say."""


@dataclass(frozen=True)
class Switch:
    """An option that people may choose when they set a game up; words to be translated."""

    name: str
    """As `configure` takes it."""
    value: Any
    """What it becomes when chosen."""
    title: str
    about: str
    """What it does, in a sentence."""
    players: tuple[int, ...]
    """With how many players it can be chosen."""


def never(state: State, action: int) -> bool:
    """Answers that stay in sight of the seat that gave them: the usual case."""
    return False


@dataclass(frozen=True)
class Wording:
    """How a game is read, typed and told; sentences come in the language of the moment."""

    title: str
    """The name of the game as people write it."""
    text: Callable[[int], str]
    """The text of an action: short, and of no other action."""
    texts: Callable[[], dict[str, int]]
    """Every text with its action."""
    concealed: Callable[[State, int, bool], str]
    """concealed(state, action, resolved): the text of an answer to the state's question, for those
    who may not know all of it; `resolved` says that sealed answers have been revealed since."""
    heading: Callable[[State], str]
    """Where the game stands, in a few words."""
    question: Callable[[State, int], str]
    """question(view, seat): what the seat is asked, in a sentence."""
    describe: Callable[[State, int, int, Sequence[str]], str]
    """describe(view, seat, action, names): what an answer would do, in a sentence."""
    refuse: Callable[[State, int, int], str]
    """refuse(view, seat, action): why the action is no answer to the seat's question."""
    rule_ids: Callable[[State, int], tuple[str, ...]]
    """rule_ids(view, seat): the ids of the rules behind the question."""
    tell: Callable[[State, State, int, Sequence[str]], list[str]]
    """tell(before, after, seat, names): what one step did, as far as the two views show it."""
    schema: Plain
    """JSON schemas of `options` and `deal`, and of the named fields of a `decision`."""
    plain_options: Callable[[State], Plain]
    """The agreed options as arguments of `configure`, without files; standard decks left out."""
    plain_deal: Callable[[State, Any], Plain]
    """plain_deal(options, chance): the deal that a generator makes, in plain terms."""
    plain_action: Callable[[State, int, int], Plain]
    """plain_action(state, seat, action): the kind of a decision and its named fields."""
    about: str
    """What the game is about, in two or three sentences for who does not know it."""
    players: tuple[int, ...]
    """With how many people it can be played."""
    switches: tuple[Switch, ...]
    """What can be chosen beside the number of players."""
    withheld: Callable[[State, int], bool] = never
    """withheld(state, action): whether an answer to the state's question is, while the game runs,
    not even shown again to the seat that gave it."""


def read_schema(package: str) -> Plain:
    """The schemas in a game's file `schema.json`."""
    found: Plain = json.loads(files(package).joinpath("schema.json").read_text("utf-8"))
    return found
