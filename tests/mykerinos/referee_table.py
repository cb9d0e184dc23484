"""The referee's table: deal, cubes and reserves, region, museum, and how questions are asked.

Spaces are pairs (column, row), counted from 0 from the top left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from kerys.games.mykerinos import actions as act
from kerys.games.mykerinos.actions import Question

T = TypeVar("T")
Space = tuple[int, int]

COLUMNS = 8
CUBES = 25  # MY-1.2
WINGS = 5
NEUTRAL = 2
"""The colour of the neutral with two players (MY-7.1)."""
LOTS_OF_SEASON = (range(0, 8), range(8, 16), range(16, 24), range(24, 36))  # MY-P5
ROWS_OF_SEASON = (6, 6, 6, 9)  # MY-F10
ROWS_OF_FIRST_WORD = 6


@dataclass(frozen=True)
class Lot:
    """One lot as laid on the region."""

    patron: int | None
    value: int
    pyramids: frozenset[Space]
    """Relative to its own top-left space, as laid."""


@dataclass(frozen=True)
class Deal:
    """Everything that chance decides, fixed before the first question."""

    players: int
    first: int
    wings: tuple[int, ...]
    """The patron of each wing."""
    lots: tuple[Lot, ...]
    """All 36, in laying order."""

    @classmethod
    def of(cls, state: Any) -> Deal:
        """The deal of a game that the engine has just dealt.

        It doesn't keep the directions of the first lots, so their pyramids are read from the
        region; they must match the lot in one of its two directions (MY-P6).
        """
        region = read_spaces(state.pyramids.tolist())
        turned, lots = state.turned.tolist(), []
        for position, number in enumerate(state.pile.tolist()):
            printed = printed_pyramids(int(state.lot_pyramids[number]))
            either_way = (printed, half_turn(printed))
            if position in LOTS_OF_SEASON[0]:
                column, row = lot_corner(position)
                pyramids = frozenset(
                    (x, y) for x in range(2) for y in range(3) if (column + x, row + y) in region
                )
                assert pyramids in either_way, f"lot {position} of the first region"
            else:
                pyramids = either_way[turned[position]]
            patron, value = int(state.lot_patrons[number]), int(state.lot_values[number])
            lots.append(Lot(None if patron < 0 else patron, value, pyramids))
        return cls(
            players=int(state.players),
            first=int(state.first),
            wings=tuple(state.wings.tolist()),
            lots=tuple(lots),
        )


def printed_pyramids(bits: int) -> frozenset[Space]:
    """The pyramids of a lot: its spaces are 1 2 / 3 4 / 5 6, space k is bit k - 1 (MY-F11)."""
    return frozenset((bit % 2, bit // 2) for bit in range(6) if bits >> bit & 1)


def half_turn(pyramids: frozenset[Space]) -> frozenset[Space]:
    """The same lot the other way up: space k becomes 7 - k (MY-P6)."""
    return frozenset((1 - column, 2 - row) for column, row in pyramids)


def lot_corner(index: int) -> Space:
    """The top-left space of a lot of a season (MY-F10, MY-P5)."""
    area, side = divmod(index, 2)
    return 4 * (area % 2) + 2 * side, 3 * (area // 2)


def area_of(space: Space) -> int:
    """The area of a space, in inspection order (MY-P5)."""
    column, row = space
    return 2 * (row // 3) + column // 4


def read_spaces(words: list[int]) -> set[Space]:
    """The spaces of an engine bitboard: six rows in the first word, three in the second."""
    found = set()
    for first_row, word in zip((0, ROWS_OF_FIRST_WORD), words, strict=True):
        while word:
            bit = (word & -word).bit_length() - 1
            found.add((bit % COLUMNS, first_row + bit // COLUMNS))
            word &= word - 1
    return found


def neighbours(space: Space) -> list[Space]:
    """The adjacent spaces, on or off the region (MY-1.7)."""
    column, row = space
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]


def say_space(space: Space) -> int:
    """The answer that names a space."""
    return act.SPACE + space[1] * COLUMNS + space[0]


def three_room(wing: int) -> int:
    """The number of a wing's 3-room."""
    return wing % WINGS


def five_room(wing: int) -> int:
    """The number of a wing's 5-room."""
    return WINGS + wing % WINGS


def two_rooms(wing: int) -> tuple[int, int]:
    """The numbers of the 2-rooms before and after a wing (MY-5.2, MY-F13)."""
    return 2 * WINGS + (wing - 1) % WINGS, 2 * WINGS + wing % WINGS


@dataclass(frozen=True)
class Ask:
    """A question to one seat, and what each legal answer means."""

    seat: int
    question: Question
    options: Mapping[int, Any]


Flow = Generator[Ask, int, T]


class Table:
    """What is on the table, and what can be derived from it."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.seats = range(deal.players)
        self.colours = range(3 if deal.players == 2 else deal.players)  # MY-P12
        self.season = 0
        self.first = deal.first
        self.last_action = False
        self.points = [0 for _ in self.seats]
        self.personal = [0 for _ in self.seats]
        self.neutral_held = [0 for _ in self.seats]
        self.cubes: list[set[Space]] = [set() for _ in self.colours]
        self.pyramids: set[Space] = set()
        self.rooms: list[set[int]] = [set() for _ in self.colours]
        self.cards: list[Counter[int]] = [Counter() for _ in self.seats]
        self.tilted: list[Counter[int]] = [Counter() for _ in self.seats]
        self.pass_spaces: dict[int, int] = {}
        """By colour, from 0; missing for a colour that hasn't passed."""
        self.lots_left: dict[int, Lot] = {}
        """In the area being inspected, by side."""
        self.seen: Counter[str] = Counter()
        """What has happened in this game, to measure what the tests cover."""

    def choose(self, seat: int, question: Question, options: Mapping[int, T]) -> Flow[T]:
        """What a seat's answer means; a single answer isn't asked for (MY-P19)."""
        if len(options) == 1:
            return next(iter(options.values()))
        answer = yield Ask(seat, question, options)
        return options[answer]

    def is_neutral(self, colour: int) -> bool:
        """Whether a colour is the neutral's."""
        return self.deal.players == 2 and colour == NEUTRAL

    # --- Cubes -----------------------------------------------------------------------------------

    def common_reserve(self, colour: int) -> int:
        """The cubes of a colour that are nowhere else (MY-1.2)."""
        held = sum(self.neutral_held) if self.is_neutral(colour) else self.personal[colour]
        return CUBES - held - len(self.cubes[colour]) - len(self.rooms[colour])

    def region(self) -> list[Space]:
        """The spaces of the season's region (MY-F10)."""
        rows = ROWS_OF_SEASON[self.season]
        return [(column, row) for row in range(rows) for column in range(COLUMNS)]

    def free_spaces(self) -> set[Space]:
        """The spaces of the region without a cube, pyramids included."""
        return set(self.region()).difference(*self.cubes)

    def chains(
        self, colour: int, length: int, *, extends: bool, pyramids: int = 0
    ) -> Iterator[tuple[Space, ...]]:
        """All ordered ways to lay cubes, each next to the one before (MY-3.2, MY-3.3, MY-P8).

        With `extends`, the first is next to a cube of the colour. Exactly `pyramids` of them lie on
        pyramids (MY-R4).
        """
        free, own = self.free_spaces(), self.cubes[colour]

        def grow(chain: tuple[Space, ...], left: int) -> Iterator[tuple[Space, ...]]:
            if len(chain) == length:
                if left == 0:
                    yield chain
                return
            for space in neighbours(chain[-1]) if chain else sorted(free):
                if space not in free or space in chain:
                    continue
                if not chain and extends and own.isdisjoint(neighbours(space)):
                    continue
                on_pyramid = space in self.pyramids
                if left >= on_pyramid:
                    yield from grow((*chain, space), left - on_pyramid)

        return grow((), pyramids)

    # --- The museum ------------------------------------------------------------------------------

    def open_rooms(self, seat: int) -> list[int]:
        """The rooms a player's cube may go to (MY-5.3, MY-5.4)."""
        own, taken = self.rooms[seat], set[int]().union(*self.rooms)
        found = []
        for wing in range(WINGS):
            found += [three_room(wing), two_rooms(wing)[1]]
            if own & {three_room(wing), *two_rooms(wing)}:
                found.append(five_room(wing))
        return [room for room in found if room not in taken]

    def worth_of_card(self, seat: int, wing: int) -> int:
        """What a card of a wing's patron is worth at the end (MY-6.2)."""
        own = self.rooms[seat]
        if five_room(wing) in own:
            return 5
        if three_room(wing) in own:
            return 3
        return 2 if own.intersection(two_rooms(wing)) else 1
