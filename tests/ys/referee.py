"""A second Ys, written from the specification alone in plain Python: the referee.

It is told the options and the whole deal, and then tracks the game in parallel with the engine: who
is asked what, which answers are legal, and everything on the table. It shares nothing with the
engine but the numbering of questions, answers, places, colours and characters.

The game is one long generator: it yields an `Ask` and is sent what the seats meant by their
answers. Questions with a single answer are never yielded (YS-P26).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from kerys.games.ys import components as box
from kerys.games.ys.actions import BEHIND_SCREEN, FROM_FRONT, HIDDEN, OPEN, Question
from kerys.games.ys.components import WHITE, Window
from tests.ys import board as say
from tests.ys.referee_characters import Characters
from tests.ys.referee_scoring import Scoring
from tests.ys.referee_table import (
    FIRST_THRONE_NUMBER,
    MARKET,
    NEUTRAL,
    THRONE,
    Agent,
    Ask,
    Deal,
    Flow,
)


class Referee(Characters, Scoring):
    """One game."""

    def __init__(self, deal: Deal) -> None:
        super().__init__(deal)
        self.answers: dict[int, Any] = {}
        self.flow = self.play_game()
        self.ask: Ask | None = next(self.flow)

    # --- What others see and do ------------------------------------------------------------------

    @property
    def asked(self) -> set[int]:
        """The seats that owe an answer."""
        return set(self.ask.options) - set(self.answers) if self.ask else set()

    @property
    def question(self) -> Question:
        """What they are asked."""
        return self.ask.question if self.ask else Question.NOTHING

    def legal(self, seat: int) -> set[int]:
        """The answers a seat may give."""
        return set(self.ask.options[seat]) if self.ask and seat in self.asked else set()

    def apply(self, seat: int, action: int) -> None:
        """Take a seat's answer; when all have answered, continue to the next real question."""
        assert self.ask is not None
        assert action in self.legal(seat), (self.question, seat, action)
        self.answers[seat] = self.ask.options[seat][action]
        if self.asked:
            return
        answers, self.answers = self.answers, {}
        try:
            self.ask = self.flow.send(answers)
        except StopIteration:
            self.ask = None

    # --- The game and its rounds (YS-2) ----------------------------------------------------------

    def play_game(self) -> Flow[None]:
        """Four rounds and the final scoring."""
        for self.round in range(4):
            self.draw_ships()
            yield from self.settle_order()
            for seat in self.order:
                yield from self.card_window(seat, Window.BEFORE_PLACEMENT)
            yield from self.place_agents()
            for seat in self.order:
                yield from self.card_window(seat, Window.BEFORE_SCORING)
            for quarter in range(self.deal.quarters):
                yield from self.score_quarter(quarter)
            yield from self.score_market()
            for seat in self.order:
                yield from self.card_window(seat, Window.END_OF_SCORING)
            if self.deal.kings_favour and self.round < 3:  # YS-R34
                yield from self.send_to_throne_room()
            self.end_round()
        self.final_scoring()

    def draw_ships(self) -> None:
        """One ship for each port, then the market's (YS-2.4, YS-2.7, YS-10.2, YS-P1)."""
        self.ports = [next(self.ships) for _ in range(self.deal.quarters)]
        market_ship = next(self.ships)
        gems = market_ship if self.deal.players == 4 else market_ship[1:]
        white_first = sorted(gems, key=lambda gem: -1 if gem == WHITE else gem)
        self.line_gems = dict(zip(self.lines(), white_first, strict=True))

    def end_round(self) -> None:
        """End everything that lasts for a round (YS-6.6, YS-8.2, YS-P20)."""
        for seat in self.seats:
            self.behind[seat] += self.front[seat]
            self.front[seat] = []
            self.hands[seat] |= self.won[seat]
            self.won[seat] = set()
            self.cards_played[seat] = 0
        self.in_force, self.closed, self.placed, self.looks_left = {}, None, 0, 0

    # --- Phase 2: the order (YS-3) ---------------------------------------------------------------

    def settle_order(self) -> Flow[None]:
        """Bids, and the choice of positions."""
        pairs = {seat: combinations(sorted(self.behind[seat]), 2) for seat in self.seats}
        options = {seat: {say.bid(*pair): pair for pair in pairs[seat]} for seat in self.seats}
        bids = yield from self.choose_together(Question.BID, options)
        for seat, bid in bids.items():
            for value in bid:
                self.behind[seat].remove(value)
                self.front[seat].append(value)
        holders: dict[int, int] = {}
        by_bid = sorted(self.seats, key=lambda seat: (-sum(bids[seat]), self.order.index(seat)))
        for seat in by_bid:
            free = [card for card in range(1, len(self.seats) + 1) if card not in holders]
            positions = {say.position(card): card for card in free}
            holders[(yield from self.choose(seat, Question.POSITION, positions))] = seat
        self.order = [holders[card] for card in sorted(holders)]

    # --- Phase 3: the agents (YS-4) --------------------------------------------------------------

    def place_agents(self) -> Flow[None]:
        """All turns, the third agents in front, and the last looks (YS-P5)."""
        for _ in range(3 if self.deal.express else 4):
            for seat in self.order:
                yield from self.take_turn(seat)
        for seat in self.seats:
            (last,) = self.behind[seat]
            self.behind[seat].remove(last)
            self.front[seat].append(last)
        for seat in self.order:
            yield from self.look(seat)

    def take_turn(self, seat: int) -> Flow[None]:
        """One turn of one player (YS-P5)."""
        yield from self.look(seat)
        yield from self.card_window(seat, Window.BEFORE_TURN)
        self.just_placed = []
        faces = [OPEN, HIDDEN]
        for _ in range(2):
            face = yield from self.place_one(seat, faces)
            if self.in_force.get(box.CARDINAL) != seat:  # YS-9.4, YS-R31
                faces.remove(face)
        if self.deal.players == 2:
            yield from self.place_neutral(seat)
        yield from self.look(seat)
        yield from self.card_window(seat, Window.AFTER_TURN)

    def place_one(self, seat: int, faces: Sequence[int]) -> Flow[int]:
        """Place one of the seat's agents; returns its face (YS-4.1, YS-9.7, YS-R30)."""
        sources = {BEHIND_SCREEN: self.behind[seat]}
        if self.in_force.get(box.ILLUSIONIST) == seat:
            sources[FROM_FRONT] = self.front[seat]
        places = self.free_places()
        options = {
            say.put(value, face, place, source): (value, face, place, source)
            for source, values in sources.items()
            for value in set(values)
            for face in faces
            for place in places
        }
        value, face, place, source = yield from self.choose(seat, Question.PLACE, options)
        sources[source].remove(value)
        self.just_placed.append(self.put_down(seat, value, place, face == HIDDEN))
        if source == FROM_FRONT:
            refills = {say.value(other): other for other in self.behind[seat]}
            refill = yield from self.choose(seat, Question.REFILL, refills)
            self.behind[seat].remove(refill)
            self.front[seat].append(refill)
        return face

    def place_neutral(self, seat: int) -> Flow[None]:
        """Place an agent of the neutral set that a seat holds (YS-11.4)."""
        team = seat + NEUTRAL
        options = {
            say.put(value, HIDDEN, place): (value, place)
            for value in self.behind[team]
            for place in self.free_places()
        }
        value, place = yield from self.choose(seat, Question.PLACE_NEUTRAL, options)
        self.behind[team].remove(value)
        self.put_down(team, value, place, True)

    def put_down(self, team: int, value: int, place: int, hidden: bool) -> Agent:
        """Put an agent on the board; the market pays its owner (YS-4.4, YS-R39, YS-P19)."""
        agent = Agent(team, value, self.placed, place, hidden)
        self.agents[agent.number] = agent
        self.placed += 1
        if place in MARKET:
            self.points[self.owner(agent)] += 1
        return agent

    def look(self, seat: int) -> Flow[None]:
        """The Spy looks at agents one by one (YS-9.5, YS-R3, YS-13.5, YS-P5)."""
        while self.in_force.get(box.SPY) == seat and self.looks_left:
            options: dict[int, Agent | None] = {
                say.agent(agent.number): agent
                for agent in self.agents.values()
                if agent.hidden and agent.team != seat and seat not in agent.looked_at_by
            }
            if not options:
                return
            target = yield from self.choose(seat, Question.LOOK, {**options, say.DONE: None})
            if target is None:
                return
            target.looked_at_by.add(seat)
            self.looks_left -= 1

    # --- Phase 5: King's Favour (YS-13) ----------------------------------------------------------

    def send_to_throne_room(self) -> Flow[None]:
        """Phase 5: swap one front agent for an extra 2 (YS-13.2, YS-R35)."""
        options = {
            seat: {say.value(value): value for value in self.front[seat]} for seat in self.seats
        }
        sent = yield from self.choose_together(Question.THRONE_AGENT, options)
        for seat, value in sent.items():
            self.front[seat].remove(value)
            number = FIRST_THRONE_NUMBER + 3 * seat + self.round
            self.agents[number] = Agent(seat, value, number, THRONE, True)
            self.behind[seat] += [*self.front[seat], 2]
            self.front[seat] = []
