"""The contract of a game: what every game provides, and thin Python handles to it.

The compiled functions work on records and check nothing. What comes from people or from the
network is checked by the table, which stands on this.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kerys.kernel.bits import MASK_BITS, mask_words
from kerys.kernel.chance import fresh_key, generator, key_of_seed
from kerys.kernel.seats import NONE
from kerys.kernel.steps import Next
from kerys.locale import _

if TYPE_CHECKING:
    from kerys.kernel.wording import Wording

State = Any
"""A game's record: one element of a NumPy array of the game's state dtype."""

MOST_SEATS = 8
"""The most players that any game can have."""
OPTION_FIELDS = ("players", "revision")
"""What every options record holds."""
HEADER = (*OPTION_FIELDS, "question", "pending")
"""What every state holds besides the game's own fields: how many play, by which revision of the
rules, the number of the question that is asked, and the set of seats that owe an answer to it."""
SPECTATOR = -1
"""The seat number of a spectator."""
SEATS_IN = tuple(
    tuple(seat for seat in range(MOST_SEATS) if bits >> seat & 1) for bits in range(1 << MOST_SEATS)
)
"""The seats in each set of seats."""
MASK_WORD = np.dtype(f"<u{MASK_BITS // 8}")
"""The bits of a mask's element that carry actions."""


class OptionsError(ValueError):
    """The options of a game are invalid; the message says what is possible."""


def checked_revision(title: str, revision: int | None, newest: int) -> int:
    """A revision of a game's rules: the newest one unless another is asked for."""
    if revision is None:
        return newest
    if type(revision) is not int or not 1 <= revision <= newest:
        raise OptionsError(
            _("{title} has rules revisions 1 to {newest}, not {revision}").format(
                title=title, newest=newest, revision=repr(revision)
            )
            if newest > 1
            else _("{title} has rules revision 1, not {revision}").format(
                title=title, revision=repr(revision)
            )
        )
    return revision


class FieldRecord(np.void):  # type: ignore[misc]  # NumPy's types call it final; `np.record` is one
    """A record whose fields are attributes: found in a third of the time `np.record` takes."""

    __slots__ = ()

    @property
    def data(self) -> FieldRecord:  # type: ignore[override]
        """The record itself, which exposes its memory as a buffer.

        Numba asks every record it is passed for its `data`. NumPy's own answer describes all fields
        in a text first, which takes ten times as long as the call of a compiled function.
        """
        return self

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError as unknown:
            raise AttributeError(str(unknown)) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def _field(name: str) -> property:
    """A field as a property: found in half the time that `__getattr__` takes."""

    def read(record: FieldRecord) -> Any:
        try:
            return record[name]
        except ValueError as unknown:  # another record has it
            raise AttributeError(str(unknown)) from None

    return property(read)


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype[Any]:
    """An aligned record whose fields are read as attributes, interpreted and compiled.

    Every byte belongs to a field, so that equal records have equal bytes: name wide fields first;
    what is missing at the end is filled up.
    """
    inner = np.dtype(fields, align=True)
    gap = inner.itemsize - _used(inner)
    if gap:
        inner = np.dtype([*fields, ("filler", np.int8, (gap,))], align=True)
    if inner.itemsize != _used(inner):
        raise ValueError("the record has gaps: declare its wide fields first")
    for name in inner.names or ():
        if not hasattr(FieldRecord, name):
            setattr(FieldRecord, name, _field(name))
    return np.dtype((FieldRecord, inner))


def _used(inner: np.dtype[Any]) -> int:
    """The bytes of a record that belong to a field."""
    return sum(int(inner[name].itemsize) for name in inner.names or ())


@dataclass(frozen=True, eq=False)
class Rules:
    """One game, as the kernel sees it: its records, its numbers and its compiled functions."""

    name: str
    revision: int
    """The newest revision of the rules and of the decks that come with them. A game is played by
    the revision in its options, so that older games continue as they began."""
    wording: Wording
    """What the game says in words."""
    state: np.dtype[Any]
    options: np.dtype[Any]
    actions: int
    """The size of the action space; an action is a number below it."""
    observation: tuple[tuple[str, int], ...]
    """Name and width of each field that `observe` writes, in order."""
    most_owners: int
    """How many can score at most: players and neutral parties together."""
    sealed: int
    """The set of questions that all who are asked answer at once, each in secret."""
    variants: tuple[Mapping[str, Any], ...]
    """Every combination of rules that changes how the game is played, for `configure`."""

    configure: Callable[..., State]
    """Options from outside, checked: an options record, or an `OptionsError`."""
    deal: Callable[[State, State, NDArray[np.int64]], None]
    """deal(state, options, chance): the whole setup, from a generator keyed with the secret."""
    actors: Callable[[State], int]
    """The set of seats that owe a decision; empty when the game is over."""
    legal: Callable[[State, int, NDArray[np.int64]], int]
    """legal(state, seat, mask): writes the legal actions of a seat, returns how many."""
    apply: Callable[[State, int, int], None]
    """apply(state, seat, action): carries out a legal action and everything that follows."""
    step: Callable[[State, int, int], Next]
    """step(state, seat, action): the first step of `apply`; returns what the next one is."""
    owners: Callable[[State], int]
    """How many score: the seats and, in some variants, a neutral party after them."""
    score: Callable[[State, int], int]
    """What an owner has on the score track: running, and final once the game is over."""
    rank: Callable[[State, int], int]
    """The rank of an owner, from 1; ties share a rank."""
    redact: Callable[[State, int], None]
    """redact(state, seat): blanks everything that the seat (or `SPECTATOR`) may not know."""
    resample: Callable[[State, int, NDArray[np.int64]], None]
    """resample(state, seat, chance): fills a redacted state with one of the possible worlds."""
    observe: Callable[[State, int, NDArray[np.float32]], None]
    """observe(state, seat, out): what the seat knows, as numbers for learning."""
    observe_blank: Callable[[State, int, NDArray[np.float32]], None]
    """The same into a buffer that is all zero already."""
    observation_version: int = 0
    """Raised when the numbers of an observation mean something else: what was learned from one
    version can't be used with another."""
    environment: int = 0
    """The version of what environments show: raised when the same seed and actions would give other
    observations, rewards or games."""

    def __post_init__(self) -> None:
        """Refuse rules that the rest of the package couldn't work with."""
        for what, dtype, fields in (
            ("options", self.options, OPTION_FIELDS),
            ("state", self.state, HEADER),
        ):
            missing = [name for name in fields if name not in (dtype.names or ())]
            if missing:
                raise ValueError(f"{self.name}: the {what} record lacks {', '.join(missing)}")
        most = max(self.wording.players)
        if not 2 <= min(self.wording.players) <= most <= MOST_SEATS:
            raise ValueError(f"{self.name}: a game has 2 to {MOST_SEATS} players")
        if np.iinfo(self.state["pending"].base).max < (1 << most) - 1:
            raise ValueError(f"{self.name}: the field pending is too narrow for {most} seats")
        if self.most_owners < most:
            raise ValueError(f"{self.name}: {most} players are more than {self.most_owners} owners")

    @property
    def folder(self) -> Path:
        """Where the sources of the rules are."""
        return Path(inspect.getfile(self.configure)).parent

    @property
    def revisions(self) -> range:
        """Every revision that can be played, the oldest first."""
        return range(1, self.revision + 1)

    @property
    def mask_words(self) -> int:
        """The length of the mask that `legal` writes."""
        return mask_words(self.actions)

    @property
    def observation_size(self) -> int:
        """The length of the buffer that `observe` writes."""
        return sum(width for _, width in self.observation)

    def blank(self) -> State:
        """A state record in its own memory, with nothing dealt yet."""
        return np.frombuffer(bytearray(self.state.itemsize), self.state)[0]

    def new(
        self, *, seed: int | str | None = None, key: bytes | None = None, **options: Any
    ) -> State:
        """A dealt state: from a secret key, a repeatable seed, or a new random key."""
        if seed is not None and key is not None:
            raise ValueError("give a seed or a key, not both")
        if key is None:
            key = fresh_key() if seed is None else key_of_seed(seed)
        state = self.blank()
        self.deal(state, self.configure(**options), generator(key))
        return state

    def copy(self, state: State) -> State:
        """A copy of the state in its own memory."""
        return self.from_bytes(state.tobytes())

    def from_bytes(self, data: bytes) -> State:
        """A state in its own memory, from the result of `tobytes`."""
        return np.frombuffer(bytearray(data), self.state)[0]

    def __copy__(self) -> Rules:
        """Rules never change, so a copy is the same object."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Rules:
        return self

    def view(self, state: State, seat: int) -> State:
        """A redacted copy: everything that the seat may know."""
        seen = self.copy(state)
        self.redact(seen, seat)
        return seen

    def steps(self, state: State, seat: int, action: int) -> Iterator[State]:
        """Copies of the states that an action runs through; the last is the result of `apply`."""
        state = self.copy(state)
        following: Next = (seat, action)
        while following is not None:
            following = self.step(state, *following)
            yield self.copy(state)

    def forced(self, state: State, seat: int, action: int) -> list[tuple[int, int]]:
        """The forced answers that follow an action automatically."""
        state = self.copy(state)
        found = []
        following = self.step(state, seat, action)
        while following is not None:
            if following[1] != NONE:
                found.append(following)
            following = self.step(state, *following)
        return found

    def seats(self, state: State) -> list[int]:
        """The seats that owe a decision, in ascending order; none when the game is over."""
        return list(SEATS_IN[self.actors(state)])

    def player_ranks(self, state: State, players: int) -> list[int]:
        """The ranks among the players alone, without a neutral party."""
        ranks = [int(self.rank(state, seat)) for seat in range(players)]
        return [1 + sum(other < own for other in ranks) for own in ranks]

    def code_of(self, text: str) -> int:
        """The action with exactly this text; raises a KeyError if there is none."""
        return self.wording.texts()[text]

    def choices(self, state: State, seat: int) -> list[int]:
        """The legal actions of a seat, in ascending order."""
        mask = np.zeros(self.mask_words, np.int64)
        self.legal(state, seat, mask)
        return flags(mask, self.actions).nonzero()[0].tolist()


def flags(mask: NDArray[np.int64], actions: int) -> NDArray[np.bool_]:
    """A mask of words as one boolean for each action."""
    octets = mask.astype(MASK_WORD).view(np.uint8)
    return np.unpackbits(octets, count=actions, bitorder="little").view(np.bool_)
