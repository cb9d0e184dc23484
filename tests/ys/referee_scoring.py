"""The referee's phase 4 and the final scoring (YS-5, YS-6, YS-7, YS-11, YS-13)."""

from __future__ import annotations

from collections.abc import Iterable

from kerys.games.ys import components as box
from kerys.games.ys.actions import Question
from kerys.games.ys.components import BLACK, HARBOUR, PALACE, SHOPS, WHITE
from tests.ys import board as say
from tests.ys.referee_table import BOTTOM, COLOURS, MARKET, THRONE, TOP, Agent, Flow, Table

PLACE_POINTS = ((24, 20, 16, 12), (18, 15, 12, 9), (12, 10, 8, 6), (6, 5, 4, 3))  # YS-7.2
BLACK_POINTS = (0, 1, 4, 8, 12, 16, 20, 24)  # YS-7.5
THRONE_POINTS = (12, 7, 3, 0)  # YS-13.7
COLUMN_MOVES = (2, 1, -1, -2)  # YS-6.3
AT_ONCE = {box.PRINCE: 4, box.KING: 5}  # YS-9.14


class Scoring(Table):
    """What the city, the market, the gems and the throne room pay."""

    def seniority(self, owner: int) -> tuple[int, ...]:
        """The tie-break of phase 4; the smaller value comes first (YS-R6, YS-11.5)."""
        intriguer = self.in_force.get(box.INTRIGUER) != owner
        if self.is_neutral(owner):
            return (intriguer, 0)
        return (intriguer, 1, -sum(self.front[owner]), self.order.index(owner))

    def ranking(self, agents: Iterable[Agent]) -> list[int]:
        """The owners of some agents, highest total first (YS-R6, YS-R8)."""
        totals: dict[int, int] = {}
        for agent in agents:
            totals[self.owner(agent)] = totals.get(self.owner(agent), 0) + agent.counts
        return sorted(totals, key=lambda owner: (-totals[owner], self.seniority(owner)))

    # --- Phase 4: the city (YS-5) ----------------------------------------------------------------

    def score_quarter(self, quarter: int) -> Flow[None]:
        """The ship's gems, then the three areas."""
        areas = range(3 * quarter, 3 * quarter + 3)
        for agent in self.standing(areas):
            agent.hidden = False
        large, *small = self.ports[quarter]
        four = self.deal.players == 4
        pool = [large, large, *small] if four else [large, *small]  # YS-2.5, YS-10.1
        shares = (2, 1, 1) if four else (2, 1)
        for owner, share in zip(self.ranking(self.standing(areas)), shares, strict=False):
            for _ in range(share):
                yield from self.take_from_ship(owner, pool)
        for area in (HARBOUR, SHOPS, PALACE):
            for winner in self.ranking(self.standing([areas[area]]))[:1]:
                if area == HARBOUR:
                    self.gems[winner][BLACK] += 1
                elif area == SHOPS:
                    self.points[winner] += 5 if box.MERCHANT in self.in_force else 3
                else:
                    yield from self.win_palace(winner, quarter)
        self.send_home(self.standing(areas))

    def take_from_ship(self, owner: int, pool: list[int]) -> Flow[None]:
        """Take one gem from a ship (YS-5.3, YS-11.8, YS-P23, YS-P28)."""
        if self.is_neutral(owner):
            gem = WHITE if WHITE in pool else self.dearest(pool)
        else:
            gems = {say.colour(gem): gem for gem in pool}
            gem = yield from self.choose(owner, Question.TAKE_GEM, gems)
        pool.remove(gem)
        yield from self.gain(owner, gem)

    def win_palace(self, winner: int, quarter: int) -> Flow[None]:
        """The character, or the blue card of the last round (YS-5.8, YS-2.3, YS-11.6)."""
        if self.round == 3:
            yield from self.take_any_gem(winner)
            return
        card = self.deal.characters[self.round * self.deal.quarters + quarter]
        if card in AT_ONCE:
            self.points[winner] += AT_ONCE[card]
        elif self.is_neutral(winner):
            yield from self.take_any_gem(winner)
        else:
            self.won[winner].add(card)

    # --- Phase 4: the market (YS-6) --------------------------------------------------------------

    def score_market(self) -> Flow[None]:
        """Lines, columns, best bidder; then the agents return (YS-P20)."""
        market = MARKET
        for agent in self.standing(market):
            agent.hidden = False
        for number in self.lines():
            for winner in self.ranking(self.standing(self.line(number)))[:1]:
                yield from self.gain(winner, self.line_gems[number])
        columns = yield from self.rank_columns()
        for colour, steps in zip(columns, COLUMN_MOVES, strict=True):
            self.prices[colour] = max(BOTTOM, min(TOP, self.prices[colour] + steps))
        for winner in self.ranking(self.standing(market))[:1]:
            yield from self.move_price(winner)
        self.send_home(self.standing(market))

    def rank_columns(self) -> Flow[list[int]]:
        """The colours by their columns (YS-6.3, YS-6.4, YS-R12, YS-R13, YS-P9, YS-P24)."""
        decider = min(self.seats, key=self.seniority)
        groups: dict[tuple[int, int], list[int]] = {}
        for colour in COLOURS:
            column = self.standing(self.line(number)[colour] for number in self.lines())
            strength = (sum(agent.counts for agent in column), len(column))
            groups.setdefault(strength, []).append(colour)
        columns = []
        for _, group in sorted(groups.items(), reverse=True):
            while group:
                options = {say.colour(colour): colour for colour in group}
                ahead = yield from self.choose(decider, Question.NEXT_COLUMN, options)
                group.remove(ahead)
                columns.append(ahead)
        return columns

    def move_price(self, winner: int) -> Flow[None]:
        """The best bidder moves a price by one step (YS-6.5, YS-R14, YS-P27)."""
        raisable = [colour for colour in COLOURS if self.prices[colour] < TOP]
        if self.is_neutral(winner):
            colour = min(raisable, key=lambda colour: (-self.gems[winner][colour], colour))
            step = 1
        else:
            lowerable = [colour for colour in COLOURS if self.prices[colour] > BOTTOM]
            moves = {say.up(colour): (colour, 1) for colour in raisable}
            moves |= {say.down(colour): (colour, -1) for colour in lowerable}
            colour, step = yield from self.choose(winner, Question.MOVE_PRICE, moves)
        self.prices[colour] += step

    # --- The end (YS-7, YS-13) -------------------------------------------------------------------

    def final_scoring(self) -> None:
        """Score gems and the throne room, and set the ranks (YS-P10)."""
        by_price = sorted(COLOURS, key=lambda colour: (-self.prices[colour], colour))
        for rank, colour in enumerate(by_price):
            counts = [self.gems[owner][colour] for owner in self.owners]
            for owner in self.owners:
                if counts[owner]:  # YS-7.4, YS-R22
                    place = sum(count >= counts[owner] for count in counts)
                    self.points[owner] += PLACE_POINTS[place - 1][rank]
                elif self.is_neutral(owner):  # YS-11.10, YS-P11
                    self.points[owner] += PLACE_POINTS[2][rank]
        for owner in self.owners:
            self.points[owner] += BLACK_POINTS[min(7, self.gems[owner][BLACK])]
        if self.deal.kings_favour:
            self.score_throne_room()
        results = [(self.points[owner], sum(self.gems[owner])) for owner in self.owners]
        self.ranks = [1 + sum(other > own for other in results) for own in results]

    def score_throne_room(self) -> None:
        """Reveal; ties share the points of the places they fill (YS-13.7, YS-13.8, YS-R35)."""
        throne = self.standing([THRONE])
        for agent in throne:
            agent.hidden = False
        totals = [sum(agent.value for agent in throne if agent.team == seat) for seat in self.seats]
        for seat in self.seats:
            better = sum(total > totals[seat] for total in totals)
            tied = totals.count(totals[seat])
            self.points[seat] += sum(THRONE_POINTS[better : better + tied]) // tied
