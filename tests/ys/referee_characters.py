"""The referee's characters: when they may be played and what they do (YS-8, YS-9)."""

from __future__ import annotations

from itertools import combinations

from kerys.games.ys import components as box
from kerys.games.ys.actions import Question
from kerys.games.ys.components import BLACK, Window
from tests.ys import board as say
from tests.ys.referee_table import BOTTOM, COLOURS, MARKET, THRONE, TOP, Agent, Flow, Table

WINDOWS = {  # YS-R1
    Window.BEFORE_PLACEMENT: {box.CARDINAL, box.ILLUSIONIST, box.SPY},
    Window.BEFORE_TURN: {box.QUEEN},
    Window.AFTER_TURN: {box.MAGICIAN, box.MERCENARY},
    Window.BEFORE_SCORING: {box.CAPTAIN, box.HERALD, box.INTRIGUER, box.MERCHANT},
    Window.END_OF_SCORING: {box.ALCHEMIST, box.BANKER, box.JEWELER},
}


class Characters(Table):
    """The card windows and the cards."""

    def card_window(self, seat: int, window: Window) -> Flow[None]:
        """Let one seat play the cards it wants in a window (YS-8.3, YS-8.6, YS-P21)."""
        while self.cards_played[seat] < 2:
            possible = [
                card for card in self.hands[seat] & WINDOWS[window] if self.can_play(seat, card)
            ]
            if not possible:
                return
            options: dict[int, int | None] = {say.card(card): card for card in possible}
            card = yield from self.choose(seat, Question.PLAY_CARD, {**options, say.DONE: None})
            if card is None:
                return
            self.hands[seat].remove(card)
            self.cards_played[seat] += 1
            self.in_force[card] = seat
            self.played.append(card)
            yield from self.carry_out(seat, card)

    def can_play(self, seat: int, card: int) -> bool:
        """Whether a card can be carried out; most can always be played (YS-P2)."""
        if card == box.HERALD:
            return bool(self.movable(seat))
        if card == box.MAGICIAN:
            return bool(self.swaps(seat))
        if card == box.MERCENARY:
            return bool(self.markable())
        return True

    def carry_out(self, seat: int, card: int) -> Flow[None]:
        """What a card does when it is played; the others just stay in force for the round."""
        if card == box.ALCHEMIST:
            yield from self.alchemist(seat)
        elif card == box.BANKER:
            yield from self.banker(seat)
        elif card == box.CAPTAIN:
            yield from self.captain(seat)
        elif card == box.HERALD:
            yield from self.herald(seat)
        elif card == box.JEWELER:  # YS-9.9, YS-P17
            yield from self.take_any_gem(seat)
            yield from self.take_any_gem(seat)
        elif card == box.MAGICIAN:
            yield from self.magician(seat)
        elif card == box.MERCENARY:  # YS-9.12
            targets = {say.agent(agent.number): agent for agent in self.markable()}
            target = yield from self.choose(seat, Question.MERCENARY_AGENT, targets)
            target.marked = True
        elif card == box.QUEEN:  # YS-9.13
            areas = {say.place(area): area for area in self.areas()}
            self.closed = yield from self.choose(seat, Question.QUEEN_AREA, areas)
        elif card == box.SPY:
            self.looks_left = 3

    def alchemist(self, seat: int) -> Flow[None]:
        """Swap one of the seat's gems for another colour, or decline (YS-9.1, YS-C11, YS-P4)."""
        owned = [gem for gem in (*COLOURS, BLACK) if self.gems[seat][gem]]
        options: dict[int, int | None] = {say.colour(gem): gem for gem in owned}
        given = yield from self.choose(seat, Question.ALCHEMIST_GIVES, {**options, say.DONE: None})
        if given is None:
            return
        others = {say.colour(gem): gem for gem in COLOURS if gem != given}
        taken = yield from self.choose(seat, Question.ALCHEMIST_TAKES, others)
        self.gems[seat][given] -= 1
        self.gems[seat][taken] += 1

    def banker(self, seat: int) -> Flow[None]:
        """One colour goes up and another down (YS-9.2, YS-R15)."""
        pairs = [
            (raised, lowered)
            for raised in COLOURS
            for lowered in COLOURS
            if raised != lowered and self.prices[raised] < TOP and self.prices[lowered] > BOTTOM
        ]
        ups = {say.up(raised): raised for raised, _ in pairs}
        up = yield from self.choose(seat, Question.BANKER_RAISES, ups)
        self.prices[up] += 1
        downs = {say.down(lowered): lowered for raised, lowered in pairs if raised == up}
        down = yield from self.choose(seat, Question.BANKER_LOWERS, downs)
        self.prices[down] -= 1

    def captain(self, seat: int) -> Flow[None]:
        """Two ships swap ports (YS-9.3, YS-R33)."""
        pairs = combinations(range(self.deal.quarters), 2)
        options = {say.ports(one + 1, other + 1): (one, other) for one, other in pairs}
        one, other = yield from self.choose(seat, Question.CAPTAIN_PORTS, options)
        self.ports[one], self.ports[other] = self.ports[other], self.ports[one]

    def movable(self, seat: int) -> list[Agent]:
        """The seat's agents on the board that the Queen doesn't block (YS-9.13)."""
        places = range(MARKET.stop)
        return [
            agent
            for agent in self.standing(places)
            if agent.team == seat and agent.place != self.closed
        ]

    def herald(self, seat: int) -> Flow[None]:
        """One of the seat's agents moves to another place (YS-9.6, YS-R29)."""
        agents = {say.agent(agent.number): agent for agent in self.movable(seat)}
        agent = yield from self.choose(seat, Question.HERALD_AGENT, agents)
        places = {say.place(place): place for place in self.free_places() if place != agent.place}
        target = yield from self.choose(seat, Question.HERALD_PLACE, places)
        if agent.place not in MARKET and target in MARKET:
            self.points[seat] += 1
        agent.place = target

    def swaps(self, seat: int) -> list[tuple[Agent, Agent]]:
        """The Magician's possible swaps, each pair in both orders (YS-9.10, YS-R26, YS-P3)."""
        throne = [agent for agent in self.standing([THRONE]) if agent.team == seat]
        pairs = combinations(self.movable(seat) + throne, 2)
        good = [(one, other) for one, other in pairs if one.place != other.place]
        return good + [(other, one) for one, other in good]

    def magician(self, seat: int) -> Flow[None]:
        """Two of the seat's agents swap places (YS-9.10, YS-R25, YS-R26, YS-P7)."""
        pairs = self.swaps(seat)
        firsts = {say.agent(one.number): one for one, _ in pairs}
        first = yield from self.choose(seat, Question.MAGICIAN_FIRST, firsts)
        seconds = {say.agent(other.number): other for one, other in pairs if one is first}
        second = yield from self.choose(seat, Question.MAGICIAN_SECOND, seconds)
        first.place, second.place = second.place, first.place
        if THRONE in (first.place, second.place):
            first.number, second.number = second.number, first.number
            self.agents[first.number], self.agents[second.number] = first, second
            entering = first if first.place == THRONE else second
            entering.hidden, entering.marked = True, False

    def markable(self) -> list[Agent]:
        """The agents just placed that the Mercenary may mark (YS-P6)."""
        return [agent for agent in self.just_placed if agent.place != THRONE]
