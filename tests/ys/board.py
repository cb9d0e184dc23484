"""A Ys table for tests: set up by hand, or dealt and continued at random.

Bare boards check nothing, so that printed examples which no legal play can reach (YS-F4) can be
scored. Places, colours and characters are the constants of `components`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kerys.games.ys import YS
from kerys.games.ys import actions as act
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.setup import agree, clear
from kerys.games.ys.state import team_size, teams
from kerys.kernel.seats import NONE
from tests.contract.playing import Playing

OPEN, HIDDEN = act.OPEN, act.HIDDEN


def area(quarter: int, kind: int) -> int:
    """The place of an area; quarters are numbered 1 to 4 as on the board."""
    return (quarter - 1) * box.AREAS + kind


def space(line: int, colour: int) -> int:
    """The place of a market space; lines are numbered 1 to 3 as on the board."""
    return box.MARKET + (line - 1) * box.COLUMNS + colour


def bid(one: int, other: int) -> int:
    return act.BID + int(act.pair_index(max(one, other), min(one, other)))


def position(number: int) -> int:
    """Order card `number`, from 1."""
    return act.POSITION + number - 1


def card(character: int) -> int:
    return act.CARD + character


def value(number: int) -> int:
    return act.VALUE + number


def colour(number: int) -> int:
    return act.COLOUR + number


def up(number: int) -> int:
    return act.PRICE + 2 * number + act.UP


def down(number: int) -> int:
    return act.PRICE + 2 * number + act.DOWN


def ports(one: int, other: int) -> int:
    """The Captain's swap of two quarters, numbered from 1."""
    for pair in range(act.PORT_PAIRS):
        if (act.FIRST_PORT[pair], act.SECOND_PORT[pair]) == (one - 1, other - 1):
            return act.PORTS + pair
    raise ValueError(f"no ports {one} and {other}; name the lower one first")


def place(where: int) -> int:
    return act.PLACE + where


def agent(number: int) -> int:
    return act.AGENT + number


def throne(seat: int, slot: int) -> int:
    """The agent number of a throne agent; slots from 0."""
    return box.BOARD_AGENTS + box.THRONE_AGENTS * seat + slot


def put(number: int, face: int, where: int, source: int = act.BEHIND_SCREEN) -> int:
    return int(act.put_action(source, face, number, where))


def in_round(number: int) -> Callable[[Board], bool]:
    """For `until`: round `number`, from 1, has begun."""
    return lambda board: int(board.state.round_number) == number - 1


DONE = act.DONE


class Board(Playing[Question, Moment]):
    """A state with helpers for tests; seats, agents and throne slots count from 0."""

    game, questions, moments = YS, Question, Moment

    @classmethod
    def bare(cls, **options: Any) -> Board:
        """Nothing dealt: full teams behind the screens; seat k holds order card k + 1."""
        state = YS.blank()
        clear(state)
        agree(state, YS.configure(**options))
        for team in range(teams(state)):
            for number in range(box.VALUES):
                state.behind[team, number] = team_size(state, team, number)
        state.prices[:] = box.START_PRICE
        state.order[: state.players] = range(state.players)
        state.characters[:] = range(box.CHARACTERS)
        state.ships[:] = range(box.SHIPS_DRAWN)
        state.ports[: state.quarters] = range(state.quarters)
        state.drawn = state.quarters + 1
        return cls(state)

    @classmethod
    def ready(cls, **options: Any) -> Board:
        """A bare board on which every seat has bid 1 and 0, ready for phase 3."""
        board = cls.bare(**options)
        for seat in range(board.state.players):
            board.state.behind[seat, :2] -= 1
            board.front(seat, 1, 0)
        return board

    # --- setting up ---

    def put(
        self, team: int, number: int, where: int, face: int = OPEN, marked: bool = False
    ) -> int:
        """Put an agent on the board without taking it from anywhere; returns its number."""
        state, new = self.state, int(self.state.placed)
        state.placed += 1
        state.team[new], state.place[new], state.value[new] = team, where, number
        state.hidden[new], state.marked[new] = face, marked
        state.candidates[new] = box.ANY_VALUE if face else 1 << number
        return new

    def enthrone(self, seat: int, slot: int, number: int, candidates: int = box.ANY_VALUE) -> int:
        """Put an agent into the throne room without taking it from anywhere."""
        new, state = throne(seat, slot), self.state
        state.team[new], state.place[new], state.value[new] = seat, box.THRONE, number
        state.hidden[new], state.candidates[new] = 1, candidates
        return new

    def front(self, seat: int, *values: int) -> None:
        """Put agents in front of a screen."""
        self.state.front[seat, :] = NONE
        self.state.front[seat, : len(values)] = values

    def order(self, *seats: int) -> None:
        """Give order cards 1, 2, ... to these seats."""
        self.state.order[: len(seats)] = seats

    def ship(self, quarter: int, large: int, small: int, other: int) -> None:
        """Put a custom ship into a port."""
        self.state.deck[quarter - 1] = (large, small, other)
        self.state.ports[quarter - 1] = quarter - 1

    def give(self, seat: int, *characters: int) -> None:
        """Give characters that can be played."""
        for character in characters:
            self.state.hand[seat] |= 1 << character

    def prize(self, quarter: int, character: int) -> None:
        """Put a character at a palace this round; the one there goes to its old place."""
        cards = self.state.characters
        index = self.state.round_number * self.state.quarters + quarter - 1
        other = list(cards).index(character)
        cards[index], cards[other] = character, cards[index]

    def force(self, character: int, seat: int) -> None:
        """Put a character in force this round."""
        self.state.played_by[character] = seat

    def at(self, moment: Moment, cursor: int = 0) -> Board:
        """Continue from a moment of the round to the next real question."""
        self.state.moment, self.state.cursor = moment, cursor
        self.state.pending, self.state.question = 0, Question.NOTHING
        YS.apply(self.state, NONE, NONE)
        return self

    # --- playing ---

    def answer(self, action: int, seat: int | None = None) -> Board:
        """Give a legal answer for the seat that is asked."""
        seat = self.asked[0] if seat is None else seat
        assert action in YS.choices(self.state, seat), (self.question, seat, action)
        YS.apply(self.state, seat, action)
        return self

    def bid(self, *pairs: tuple[int, int]) -> Board:
        """Let all bid, seat by seat; then each chooser takes the lowest free order card."""
        for seat, pair in enumerate(pairs):
            self.answer(bid(*pair), seat)
        while self.question == Question.POSITION:
            self.answer(self.choices()[0])
        return self

    def placements(self) -> list[tuple[int, int, int, int]]:
        """Value, face, place and source of every legal placement."""
        puts = np.array(self.choices()) - act.PUT
        source, face, number, where = np.unravel_index(puts, (2, 2, box.VALUES, box.PLACES))
        return list(zip(*(part.tolist() for part in (number, face, where, source)), strict=True))

    # --- reading ---

    def points(self) -> list[int]:
        """The points of every owner; with two players, the neutral is the third."""
        count = 3 if self.state.players == 2 else int(self.state.players)
        return [int(number) for number in self.state.points[:count]]

    def gems(self, owner: int) -> list[int]:
        """The blue, green, yellow, red and black gems of an owner."""
        return [int(number) for number in self.state.gems[owner]]

    def prices(self) -> list[int]:
        """The prices of blue, green, yellow and red."""
        return [int(number) for number in self.state.prices]

    def behind(self, team: int) -> list[int]:
        """The values behind a screen, ascending."""
        counts = self.state.behind[team]
        return [number for number in range(box.VALUES) for _ in range(counts[number])]

    def hand(self, seat: int) -> set[int]:
        """The characters a seat may play."""
        held = int(self.state.hand[seat])
        return {character for character in range(box.CHARACTERS) if held >> character & 1}

    def won(self, seat: int) -> set[int]:
        """The characters won this round."""
        held = int(self.state.won[seat])
        return {character for character in range(box.CHARACTERS) if held >> character & 1}

    def offered(self) -> set[int]:
        """The characters that the asked seat may play now."""
        return {action - act.CARD for action in self.choices() if act.CARD <= action < act.VALUE}

    def seen(self, seat: int, number: int) -> int:
        """The value of an agent as a seat sees it; -1 if hidden."""
        return int(self.view(seat).state.value[number])
