"""The referees' versions of the mini games: what remains of the full games, written again."""

from __future__ import annotations

from typing import Any

from tests.mykerinos.referee import Referee as MykerinosReferee
from tests.mykerinos.referee_table import (
    Deal,
    Flow,
    Lot,
    Space,
    half_turn,
    lot_corner,
    printed_pyramids,
    read_spaces,
)
from tests.ys.referee import Referee as YsReferee

LAST = 3


class MiniYs(YsReferee):
    """The last round: bids, one turn each on harbour and shops of one quarter, final points."""

    def play_game(self) -> Any:
        self.owners = range(2)
        self.points, self.gems = [0, 0], [[0] * 5, [0] * 5]
        self.behind = [[1, 1, 1, 4, 4], [1, 1, 1, 4, 4]]
        self.round = LAST
        self.ports = [next(self.ships)]
        yield from self.settle_order()
        for seat in self.order:
            yield from self.take_turn(seat)
        for seat in self.seats:
            self.front[seat].append(self.behind[seat].pop())
        yield from self.score_quarter(0)
        self.end_round()
        self.final_scoring()

    def areas(self) -> range:
        return range(2)

    def lines(self) -> range:
        return range(0)

    def place_neutral(self, seat: int) -> Any:
        yield from ()


class MiniMykerinos(MykerinosReferee):
    """The last season on one area, with two cubes each and no museum."""

    @classmethod
    def of(cls, state: Any) -> MiniMykerinos:
        region = read_spaces(state.pyramids.tolist())
        lots = []
        for position, number in enumerate(state.pile.tolist()[:2]):
            column, row = lot_corner(position)
            pyramids = frozenset(
                (x, y) for x in range(2) for y in range(3) if (column + x, row + y) in region
            )
            printed = printed_pyramids(int(state.lot_pyramids[number]))
            assert pyramids in (printed, half_turn(printed))
            patron, value = int(state.lot_patrons[number]), int(state.lot_values[number])
            lots.append(Lot(None if patron < 0 else patron, value, pyramids))
        return cls(Deal(2, int(state.first), tuple(state.wings.tolist()), tuple(lots)))

    def play_game(self) -> Flow[None]:
        self.season = LAST
        self.colours = range(2)
        self.cubes, self.rooms = [set(), set()], [set(), set()]
        self.personal = [2, 2]
        self.lay_region()
        yield from self.dig()
        yield from self.inspect(0)
        self.exhibit()
        self.over = True

    def lots(self) -> tuple[Lot, ...]:
        return self.deal.lots

    def region(self) -> list[Space]:
        return [(column, row) for row in range(3) for column in range(4)]

    def is_neutral(self, colour: int) -> bool:
        return False

    def run_neutral(self, seat: int) -> Flow[None]:
        yield from ()

    def open_rooms(self, seat: int) -> list[int]:
        return []
