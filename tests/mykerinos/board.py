"""A Mykerinos table for tests: set up by hand, or dealt and continued at random.

Bare boards check nothing. Spaces are written as people write them, "c4": columns a to h from the
left, rows 1 to 9 from the top (MY-P18).
"""

from __future__ import annotations

from typing import Any

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import actions as act
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Moment, Question
from kerys.games.mykerinos.region import board_of
from kerys.games.mykerinos.setup import agree, clear
from kerys.kernel.seats import NONE
from tests.contract.playing import Playing

DONE = act.DONE


def space(name: str) -> int:
    """The number of a space, from a name like "c4"."""
    return (int(name[1:]) - 1) * box.COLUMNS + "abcdefgh".index(name[0])


def space_name(number: int) -> str:
    """The name of a space."""
    return f"{'abcdefgh'[number % box.COLUMNS]}{number // box.COLUMNS + 1}"


def kind(one: Kind) -> int:
    return act.KIND + int(one)


def at(name: str) -> int:
    """A cube on a space."""
    return act.SPACE + space(name)


def lot(side: int) -> int:
    """The left (0) or right (1) lot of the area."""
    return act.LOT + side


def room(number: int) -> int:
    return act.ROOM + number


def three(wing: int) -> int:
    """The number of a wing's 3-room; wings count from 0."""
    return box.THREE_ROOM + wing


def five(wing: int) -> int:
    """The number of a wing's 5-room."""
    return box.FIVE_ROOM + wing


def two(wing: int) -> int:
    """The number of the 2-room between a wing and the next."""
    return box.TWO_ROOM + wing


class Board(Playing[Question, Moment]):
    """A state with helpers for tests; seats count from 0."""

    game, questions, moments = MYKERINOS, Question, Moment

    @classmethod
    def bare(cls, season: int = 1, **options: Any) -> Board:
        """An empty region without pyramids in a season (1 to 4), 10 cubes each, seat 0 first.

        Lots are in file order; wing i has patron i.
        """
        state = MYKERINOS.blank()
        clear(state)
        agree(state, MYKERINOS.configure(**options))
        state.season = season - 1
        state.pile[:] = range(box.LOTS)
        state.shown = sum(int(number) for number in box.SEASON_LOTS[:season])
        state.wings[:] = range(box.WINGS)
        state.personal[: state.players] = 10
        if state.players == 2:
            state.neutral_held[:2] = 4
            state.pass_space[box.NEUTRAL] = box.NEUTRAL_PASS_SPACE
        return cls(state)

    # --- setting up ---

    def put(self, colour: int, *names: str) -> Board:
        """Put cubes on the region without taking them from anywhere."""
        for name in names:
            low, high = board_of(space(name))
            self.state.cubes[colour, 0] |= low
            self.state.cubes[colour, 1] |= high
        return self

    def pyramids(self, *names: str) -> Board:
        """Put pyramids on the region."""
        for name in names:
            low, high = board_of(space(name))
            self.state.pyramids[0] |= low
            self.state.pyramids[1] |= high
        return self

    def fill(self, colour: int, *, leave: tuple[str, ...]) -> Board:
        """Put cubes of a colour everywhere on the region except on some spaces."""
        rows = box.ROWS if self.state.season == box.SEASONS - 1 else 6
        free = {space(name) for name in leave}
        for number in range(rows * box.COLUMNS):
            if number not in free and self.cube(space_name(number)) is None:
                self.put(colour, space_name(number))
        return self

    def give(self, seat: int, patron: int, number: int = 1) -> Board:
        """Give cards of a patron."""
        self.state.cards[seat, patron] += number
        return self

    def exhibit(self, seat: int, *rooms: int) -> Board:
        """Put cubes into the museum."""
        for one in rooms:
            self.state.rooms[seat] |= 1 << one
        return self

    def passed(self, *seats: int) -> Board:
        """Let players pass in this order, on the lowest free pass spaces."""
        for seat in seats:
            taken = set(self.state.pass_space.tolist())
            self.state.pass_space[seat] = next(n for n in range(5) if n not in taken)
        return self

    def at(self, moment: Moment) -> Board:
        """Continue from a moment of the season to the next real question."""
        self.state.moment = moment
        self.state.pending, self.state.question = 0, Question.NOTHING
        MYKERINOS.apply(self.state, NONE, NONE)
        return self

    def turn_of(self, seat: int) -> Board:
        """Begin a seat's turn."""
        self.state.seat = seat
        return self.at(Moment.TURN)

    def inspect(self, area: int = 0) -> Board:
        """Continue the inspection from an area, counted from 0."""
        self.state.area = area
        return self.at(Moment.AREA_OPENS)

    # --- playing ---

    def kinds(self) -> set[Kind]:
        """The kinds of action that are offered."""
        return {Kind(a - act.KIND) for a in self.choices() if act.KIND <= a < act.LOT}

    def spaces(self) -> set[str]:
        """The spaces that are offered."""
        return {space_name(a - act.SPACE) for a in self.choices() if a >= act.SPACE}

    def rooms(self) -> set[int]:
        """The rooms that are offered."""
        return {a - act.ROOM for a in self.choices() if act.ROOM <= a < act.SPACE}

    def lots(self) -> set[int]:
        """The lots that are offered: 0 left, 1 right."""
        return {a - act.LOT for a in self.choices() if act.LOT <= a < act.ROOM}

    def answer(self, *actions: int) -> Board:
        """Give legal answers in order, for the seats that are asked."""
        for action in actions:
            assert action in self.choices(), (self.question, self.asked, action)
            MYKERINOS.apply(self.state, self.asked[0], action)
        return self

    # --- reading ---

    def cube(self, name: str) -> int | None:
        """The colour of the cube on a space."""
        low, high = board_of(space(name))
        for colour in range(box.COLOURS):
            if self.state.cubes[colour, 0] & low or self.state.cubes[colour, 1] & high:
                return colour
        return None

    def pyramid_names(self) -> set[str]:
        """The spaces with a pyramid."""
        low, high = (int(word) for word in self.state.pyramids)
        board = low | high << 6 * box.COLUMNS
        return {space_name(number) for number in range(box.SPACES) if board >> number & 1}

    def points(self) -> list[int]:
        return [int(number) for number in self.state.points[: self.state.players]]
