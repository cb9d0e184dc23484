"""A second Mykerinos, written from the specification alone in plain Python: the referee.

It is told the whole deal, and then tracks the game in parallel with the engine: who is asked what,
which answers are legal, and everything on the table. It shares nothing with the engine but the
numbering of questions, answers, rooms, colours and patrons.

The game is one long generator: it yields an `Ask` and is sent an answer. Questions with a single
answer are never yielded (MY-P19).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kerys.games.mykerinos import actions as act
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Question
from tests.mykerinos.referee_table import (
    LOTS_OF_SEASON,
    NEUTRAL,
    WINGS,
    Ask,
    Deal,
    Flow,
    Lot,
    Space,
    Table,
    area_of,
    lot_corner,
    say_space,
)

CARD_OF = {
    Kind.VIOLET_PLACE: box.VIOLET,
    Kind.VIOLET_EXTEND: box.VIOLET,
    Kind.LEMON_PLACE: box.LEMON,
    Kind.LEMON_EXTEND: box.LEMON,
    Kind.BROWN: box.BROWN,
    Kind.BLACKMORE: box.BLACKMORE,
    Kind.TANGERINE: box.TANGERINE,
}
"""The patron whose card a kind of action tilts (MY-3.5)."""
CHAIN_OF = {
    Kind.PLACE: (1, False, 0),
    Kind.EXTEND: (2, True, 0),
    Kind.VIOLET_PLACE: (1, False, 0),
    Kind.VIOLET_EXTEND: (2, True, 0),
    Kind.LEMON_PLACE: (1, False, 1),
    Kind.LEMON_EXTEND: (2, True, 1),
    Kind.BLACKMORE: (2, False, 0),
    Kind.TANGERINE: (3, True, 0),
}
"""The cubes a kind lays, whether next to one of the same colour, how many on pyramids."""
VIOLET_KINDS = (Kind.VIOLET_PLACE, Kind.VIOLET_EXTEND)


class Referee(Table):
    """One game."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self.over = False
        self.flow = self.play_game()
        self.ask: Ask | None = next(self.flow)

    @classmethod
    def of(cls, state: Any) -> Referee:
        """The referee for a game that the engine has just dealt."""
        return cls(Deal.of(state))

    # --- What others see and do ------------------------------------------------------------------

    @property
    def asked(self) -> set[int]:
        """The seats that owe an answer: one, or none when the game is over."""
        return {self.ask.seat} if self.ask else set()

    @property
    def question(self) -> Question:
        """What is asked."""
        return self.ask.question if self.ask else Question.NOTHING

    def legal(self, seat: int) -> set[int]:
        """The answers a seat may give."""
        return set(self.ask.options) if self.ask and seat == self.ask.seat else set()

    def apply(self, seat: int, action: int) -> None:
        """Take an answer and continue to the next real question."""
        assert action in self.legal(seat), (self.question, seat, action)
        try:
            self.ask = self.flow.send(action)
        except StopIteration:
            self.ask = None

    @property
    def ranks(self) -> list[int]:
        """The ranks, by points and then by own cubes in the personal reserve (MY-6.5, MY-P9)."""
        standing = [(self.points[seat], self.personal[seat]) for seat in self.seats]
        return [1 + sum(other > own for other in standing) for own in standing]

    # --- The game and its seasons (MY-2, MY-6) ---------------------------------------------------

    def play_game(self) -> Flow[None]:
        """Four seasons and the exhibition."""
        for self.season in range(4):
            if self.season > 0:
                self.end_season()
            self.take_cubes()
            self.lay_region()
            yield from self.dig()
            for area in range(len(LOTS_OF_SEASON[self.season]) // 2):
                yield from self.inspect(area)
        self.exhibit()
        self.over = True

    def end_season(self) -> None:
        """The last on the pass track starts; cards are straightened (MY-6.1, MY-R15)."""
        self.first = max(self.seats, key=lambda seat: self.pass_spaces[seat])
        for cards in self.tilted:
            cards.clear()

    def clockwise(self) -> list[int]:
        """The seats in clockwise order, starting with the first player (MY-P12)."""
        return [(self.first + step) % self.deal.players for step in self.seats]

    def take_cubes(self) -> None:
        """From the common to the personal reserves (MY-2.2, MY-2.3, MY-7.2, MY-R11, MY-P1)."""
        self.pass_spaces = {NEUTRAL: 1} if self.deal.players == 2 else {}
        wanted = 8 if self.deal.players == 4 else 11
        for seat in self.clockwise():
            taken = min(wanted, self.common_reserve(seat))
            self.seen["short of own cubes"] += taken < wanted
            self.personal[seat] += taken
            if self.deal.players == 2:
                taken = min(4, self.common_reserve(NEUTRAL))
                self.seen["short of neutral cubes"] += taken < 4
                self.neutral_held[seat] += taken

    def lots(self) -> tuple[Lot, ...]:
        """The lots of the season, in laying order."""
        numbers = LOTS_OF_SEASON[self.season]
        return self.deal.lots[numbers.start : numbers.stop]

    def lay_region(self) -> None:
        """The pyramids of the season's lots where they lie (MY-2.4, MY-P5)."""
        self.pyramids = set()
        for index, lot in enumerate(self.lots()):
            column, row = lot_corner(index)
            self.pyramids |= {(column + x, row + y) for x, y in lot.pyramids}

    # --- Phase 2: digging (MY-3) -----------------------------------------------------------------

    def dig(self) -> Flow[None]:
        """Turns until one player is left, who gets one more (MY-3.1, MY-3.11, MY-R6)."""
        self.last_action = False
        while not self.last_action:
            for seat in self.clockwise():
                if seat in self.pass_spaces:
                    continue
                self.last_action = all(
                    other in self.pass_spaces for other in self.seats if other != seat
                )
                yield from self.take_turn(seat)
                if self.last_action:
                    if seat not in self.pass_spaces:
                        self.put_disc(seat)  # MY-P15
                    break

    def put_disc(self, seat: int) -> None:
        """A disc on the lowest free pass space (MY-3.4, MY-7.3)."""
        taken = set(self.pass_spaces.values())
        self.pass_spaces[seat] = min(space for space in range(5) if space not in taken)

    def take_turn(self, seat: int) -> Flow[None]:
        """The player's own action and, with two players, a neutral one (MY-3.1, MY-R10, MY-P4)."""
        kinds = {act.KIND + kind: kind for kind in Kind if self.is_possible(seat, kind)}
        self.note_turn(seat, set(kinds.values()))
        kind = yield from self.choose(seat, Question.ACTION, kinds)
        self.seen[kind.name] += 1
        if kind == Kind.PASS:
            self.seen["passes with cubes in hand"] += self.personal[seat] > 0
            self.put_disc(seat)
            return
        self.seen["last action that is no pass"] += self.last_action
        if kind in CARD_OF:
            self.tilted[seat][CARD_OF[kind]] += 1
        if kind in VIOLET_KINDS:
            self.personal[seat] += 1  # From the common reserve (MY-3.6).
        if kind == Kind.BROWN:
            rooms = {act.ROOM + room: room for room in self.open_rooms(seat)}
            room = yield from self.choose(seat, Question.ROOM, rooms)
            self.personal[seat] -= 1
            self.rooms[seat].add(room)
        else:
            chains = list(self.chains_of(seat, kind))
            yield from self.lay(seat, seat, Question.SPACE, chains, self.personal)
        if self.deal.players == 2:
            yield from self.run_neutral(seat)

    def note_turn(self, seat: int, kinds: set[Kind]) -> None:
        """Count special turns."""
        in_hand = self.personal[seat]
        violet = self.cards[seat][box.VIOLET] > self.tilted[seat][box.VIOLET]
        self.seen["empty hand and a Violet card"] += in_hand == 0 and violet
        self.seen["Violet makes an extension possible"] += (
            Kind.VIOLET_EXTEND in kinds and Kind.EXTEND not in kinds
        )
        self.seen["no free space but pyramids"] += in_hand > 0 and Kind.PLACE not in kinds

    def chains_of(self, colour: int, kind: Kind) -> Iterator[tuple[Space, ...]]:
        """The ways to carry out a kind of action on the region."""
        length, extends, pyramids = CHAIN_OF[kind]
        return self.chains(colour, length, extends=extends, pyramids=pyramids)

    def is_possible(self, seat: int, kind: Kind) -> bool:
        """Whether a kind of action can be carried out completely (MY-R3, MY-P7)."""
        if kind == Kind.PASS:
            return True
        in_hand = self.personal[seat]
        if in_hand == 0:  # Violet doesn't help here (MY-R1).
            return False
        if kind in CARD_OF and self.tilted[seat][CARD_OF[kind]] == self.cards[seat][CARD_OF[kind]]:
            return False
        if kind == Kind.BROWN:
            return bool(self.open_rooms(seat))
        if kind in VIOLET_KINDS:
            if self.common_reserve(seat) == 0:
                self.seen["Violet card without a cube in the common reserve"] += 1
                return False
            in_hand += 1
        if in_hand < CHAIN_OF[kind][0]:
            return False
        return any(True for _ in self.chains_of(seat, kind))

    def lay(
        self,
        seat: int,
        colour: int,
        question: Question,
        chains: list[tuple[Space, ...]],
        hands: list[int],
    ) -> Flow[None]:
        """Lay cubes one by one, so that a whole chain can still be completed (MY-R3)."""
        length = len(chains[0])
        for step in range(length):
            spaces = {say_space(chain[step]): chain[step] for chain in chains}
            space = yield from self.choose(seat, question, spaces)
            self.seen["only one space for a cube"] += len(spaces) == 1
            chains = [chain for chain in chains if chain[step] == space]
            hands[seat] -= 1
            self.cubes[colour].add(space)
            if length == 2 and space in self.pyramids:
                self.seen[f"Lemon extends with cube {step + 1} on a pyramid"] += 1

    def run_neutral(self, seat: int) -> Flow[None]:
        """A player may let the neutral act with the cubes they hold (MY-7.4, MY-R10, MY-P4)."""
        kinds = [
            kind
            for kind in (Kind.PLACE, Kind.EXTEND)
            if self.neutral_held[seat] >= CHAIN_OF[kind][0]
            and any(True for _ in self.chains_of(NEUTRAL, kind))
        ]
        options: dict[int, Kind | None] = {act.DONE: None}
        options |= {act.KIND + kind: kind for kind in kinds}
        choice = yield from self.choose(seat, Question.NEUTRAL_ACTION, options)
        if choice is None:
            self.seen["neutral does nothing"] += bool(kinds)
            return
        self.seen[f"neutral {choice.name}"] += 1
        self.seen["neutral acts in the last action"] += self.last_action
        chains = list(self.chains_of(NEUTRAL, choice))
        yield from self.lay(seat, NEUTRAL, Question.NEUTRAL_SPACE, chains, self.neutral_held)

    # --- Phase 3: inspection (MY-4, MY-7.5 to MY-7.8) --------------------------------------------

    def ranking(self, area: int) -> list[int]:
        """The colours with cubes in an area, best first (MY-4.2, MY-4.3, MY-C1)."""
        numbers = {
            colour: sum(area_of(space) == area for space in self.cubes[colour])
            for colour in self.colours
        }
        ranked = [colour for colour in self.colours if numbers[colour] > 0]
        self.seen["tie in an area"] += len({numbers[colour] for colour in ranked}) < len(ranked)
        return sorted(ranked, key=lambda colour: (-numbers[colour], self.pass_spaces[colour]))

    def inspect(self, area: int) -> Flow[None]:
        """One area: lots, museum, and the cubes go back (MY-4.4 to MY-4.8)."""
        self.lots_left = dict(enumerate(self.lots()[2 * area : 2 * area + 2]))
        ranking = self.ranking(area)
        self.seen[f"area with {len(ranking)} colours"] += 1
        if self.deal.players == 2 and ranking == [NEUTRAL]:  # MY-7.8
            self.seen["neutral alone in an area"] += 1
            self.lots_left.clear()
            ranking = []
        for place, colour in enumerate(ranking):
            if self.is_neutral(colour):
                yield from self.inspect_as_neutral(place, ranking)
            elif place < 2:
                yield from self.inspect_as_first_or_second(colour)
            else:
                yield from self.take_leftover(colour)
        self.lots_left.clear()
        for cubes in self.cubes:
            cubes -= {space for space in cubes if area_of(space) == area}

    def inspect_as_first_or_second(self, seat: int) -> Flow[None]:
        """A lot, or a cube from the common reserve into the museum (MY-4.4, MY-4.5, MY-R7)."""
        options: dict[int, tuple[str, int]] = {
            act.LOT + side: ("lot", side) for side in self.lots_left
        }
        rooms = self.open_rooms(seat)
        self.seen["museum without an open room"] += not rooms
        if self.common_reserve(seat) > 0:
            options |= {act.ROOM + room: ("room", room) for room in rooms}
        else:
            self.seen["museum without a cube in the common reserve"] += 1
        what, number = yield from self.choose(seat, Question.INSPECTION, options)
        if what == "lot":
            self.claim(seat, number)
        else:
            self.seen["museum after an inspection"] += 1
            self.rooms[seat].add(number)

    def take_leftover(self, seat: int) -> Flow[None]:
        """The third and fourth take what is left, one lot each (MY-4.7, MY-P2)."""
        if self.lots_left:
            options = {act.LOT + side: side for side in self.lots_left}
            self.seen[f"leftover with {len(options)} lots"] += 1
            self.claim(seat, (yield from self.choose(seat, Question.LEFTOVER_LOT, options)))

    def inspect_as_neutral(self, place: int, ranking: list[int]) -> Flow[None]:
        """The neutral's lot leaves the game (MY-7.5 to MY-7.7, MY-R8, MY-R9, MY-P14)."""
        if place == 2:
            self.seen["neutral third"] += 1
            return
        if place == 0:
            (chooser,) = (seat for seat in self.seats if seat != ranking[1])
            present = "third" if chooser in ranking else "unranked"
            self.seen[f"neutral first, the {present} chooses"] += 1
        else:
            chooser = ranking[0]
            self.seen[f"neutral second, {len(self.lots_left)} lots left"] += 1
        options = {act.LOT + side: side for side in self.lots_left}
        del self.lots_left[(yield from self.choose(chooser, Question.NEUTRAL_LOT, options))]

    def claim(self, seat: int, side: int) -> None:
        """A lot's points at once, and its card (MY-4.9, MY-P16)."""
        lot = self.lots_left.pop(side)
        self.points[seat] += lot.value
        if lot.patron is None:
            self.seen["lot without a patron is claimed"] += 1
        else:
            self.cards[seat][lot.patron] += 1

    # --- The end (MY-6.2 to MY-6.4) --------------------------------------------------------------

    def exhibit(self) -> None:
        """Score cards by their owner's best room in the wing, and sets of five patrons."""
        for seat in self.seats:
            cards = self.cards[seat]
            for wing, patron in enumerate(self.deal.wings):
                self.points[seat] += cards[patron] * self.worth_of_card(seat, wing)
            sets = min(cards[patron] for patron in range(WINGS))
            self.seen["set of five patrons"] += sets
            self.points[seat] += 5 * sets
