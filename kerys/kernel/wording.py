"""The second half of the contract: what a game says in words and plain values.

Nothing here is compiled. Everything that speaks to a seat gets that seat's redacted record and
nothing else, so that no sentence can tell more than the view does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, NamedTuple

from kerys.kernel.contract import State
from kerys.locale import _

Plain = dict[str, Any]
"""Names with numbers, words, and lists of such: what JSON can say."""


@dataclass(frozen=True)
class Choice:
    """One value of a switch; words to be translated."""

    value: Any
    """As `configure` takes it."""
    title: str
    about: str = ""
    """What it does, in a sentence."""


@dataclass(frozen=True)
class Switch:
    """An option that people can choose when they set up a game; words to be translated."""

    name: str
    """As `configure` takes it."""
    title: str
    choices: tuple[Choice, ...]
    """The first is the default."""
    players: tuple[int, ...]
    """With how many players it can be chosen."""

    @property
    def usual(self) -> Choice:
        """The default."""
        return self.choices[0]

    @property
    def others(self) -> tuple[Choice, ...]:
        """The alternatives to the default."""
        return self.choices[1:]


@dataclass(frozen=True)
class DataFile:
    """A file of components that users may replace with their own."""

    name: str
    """The option of `configure` that takes its path."""
    about: str
    """What is in it, in a few words to be translated."""


def never(state: State, action: int) -> bool:
    """Answers that stay in sight of the seat that gave them: the usual case."""
    return False


class Following(NamedTuple):
    """The question that follows an answer within a turn."""

    question: int
    key: Hashable
    """Answers with equal keys lead to the same choices, ..."""
    without: str = ""
    """... but for those that this thing is part of, because it is taken now."""


def no_rounds(state: State) -> str:
    """A game that isn't played in rounds."""
    return ""


def nothing_follows(state: State, seat: int, answers: Sequence[int]) -> Sequence[Following | None]:
    """Every answer is a turn of its own: the usual case."""
    return ()


@dataclass(frozen=True)
class Wording:
    """How a game is read, typed and told; sentences appear in the current language."""

    title: str
    """The name of the game as people write it."""
    text: Callable[[int], str]
    """The text of an action: short and unique."""
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
    """refuse(view, seat, action): why the action isn't an answer to the seat's question."""
    rule_ids: Callable[[State, int], tuple[str, ...]]
    """rule_ids(view, seat): the ids of the rules behind the question."""
    tell: Callable[[State, State, int, Sequence[str]], list[str]]
    """tell(before, after, seat, names): what one step did, as far as the two views show it, in
    sentences to that seat: it is addressed as "you" (`StoryStep` picks one of two sentences)."""
    schema: Plain
    """JSON schemas of `options`, `deal` and `position`, and of the named fields of a `decision`."""
    plain_options: Callable[[State], Plain]
    """The agreed options as arguments of `configure`, without files; standard decks left out."""
    plain_deal: Callable[[State, Any], Plain]
    """plain_deal(options, chance): the deal that a generator makes, in plain terms."""
    plain_action: Callable[[State, int, int], Plain]
    """plain_action(state, seat, action): the kind of a decision and its named fields."""
    plain_state: Callable[[State, int], Plain]
    """plain_state(view, seat): the position as this seat may know it, in names, numbers, words and
    lists; keys are words that people can read, and what the seat may not know is None."""
    about: str
    """What the game is about, in two or three sentences for people who don't know it."""
    players: tuple[int, ...]
    """The possible numbers of players."""
    switches: tuple[Switch, ...] = ()
    """The options besides the number of players."""
    files: tuple[DataFile, ...] = ()
    """Components that users may replace."""
    neutrals: tuple[str, ...] = ()
    """The names of the neutral parties that score after the players, to be translated; `owners`
    says how many of them there are in a game."""
    groups: Mapping[str, str] = field(default_factory=dict)
    """What people choose with each named field of a decision (`plain_action`), to be translated:
    {"place": "Where"}."""
    credit: str = ""
    """Whose game it is, in a sentence to be translated."""
    rulebook: str = ""
    """The rules as numbered statements, `- **XY-1.2** ...`, one per line."""
    guide: str = ""
    """How to play, for people who don't know the game; `kerys.table.guide` says how it is
    written."""
    guide_sections: Mapping[int, str] = field(default_factory=dict)
    """For each question, by its number, the section of the guide that explains it."""
    explanations: Mapping[str, str] = field(default_factory=dict)
    """What each kind of thing at the table is, in a sentence or two to be translated. This is the
    one place for it; what a thing is worth now comes from the facts (`table.explanations`)."""
    withheld: Callable[[State, int], bool] = never
    """withheld(state, action): whether an answer to the state's question is, while the game runs,
    not even shown again to the seat that gave it."""
    things: Callable[[State, int, Sequence[int]], Sequence[tuple[str, ...]]] | None = None
    """things(view, seat, answers): what a person points at to give each answer, by the names that
    drawings give to their spots; one may be named twice. Without it, an answer is its own text."""
    thing_name: Callable[[str], str] = str
    """What people call such a thing, in the current language."""
    usual_things: tuple[str, ...] = ()
    """What is meant unless a person points at something else: an agent lies open."""
    following: Callable[[State, int, Sequence[int]], Sequence[Following | None]] = nothing_follows
    """following(view, seat, answers): for each answer the question that it leads to in the same
    turn, if no secret can change that; None where the turn ends, or where only the true state
    tells. Nothing at all means that no answer leads on."""
    round_name: Callable[[State], str] = no_rounds
    """Which round, season or hand is being played, in a word or two: `Round 2`. Its beginnings are
    where people find their way in a long game."""
    last_board: Callable[[State], bool] | None = None
    """Whether this is a board to remember: once the game is over, the last of these stays on view.
    Without it, the board is shown as the rules leave it."""
    implied: tuple[int, ...] = ()
    """Answers that go without saying: pointing at what can follow one of them is enough. The first
    that leads there counts."""

    def owner_names(self, names: Sequence[str], owners: int) -> tuple[str, ...]:
        """The names of all owners, players first."""
        return (*names, *(_(name) for name in self.neutrals))[:owners]


def read_schema(package: str) -> Plain:
    """The schemas in a game's file `schema.json`."""
    found: Plain = json.loads(files(package).joinpath("schema.json").read_text("utf-8"))
    return found


def read_rulebook(package: str) -> str:
    """The numbered statements in a game's file `rules.md`."""
    return files(package).joinpath("rules.md").read_text("utf-8")


def read_guide(package: str) -> str:
    """How to play, from a game's file `guide.md`."""
    return files(package).joinpath("guide.md").read_text("utf-8")
