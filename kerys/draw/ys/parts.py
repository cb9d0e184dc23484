"""The parts of a Ys drawing that can be shown on their own."""

from __future__ import annotations

from functools import partial

from kerys.draw.parts import Part, Parts, Portraits
from kerys.draw.thumbnail import Cut
from kerys.draw.ys import svg_cards as cards
from kerys.draw.ys import svg_market as market
from kerys.draw.ys import svg_players as players
from kerys.draw.ys.svg_city import city
from kerys.draw.ys.svg_geometry import MIDDLE, MIRRORS, SIDE
from kerys.draw.ys.svg_portraits import portrait
from kerys.draw.ys.svg_result import result
from kerys.facts.ys.read import displayed, read
from kerys.facts.ys.scene import Scene
from kerys.games.ys.components import CHARACTER_NAMES, QUARTERS, SEATS
from kerys.table.view import View

WIDTH = 420.0
"""The width of the panels."""
PLAYER_WIDTH = 300.0
RESULT_WIDTH, RESULT_HEIGHT = 520.0, 470.0


def _scene(view: View) -> Scene:
    """What a view shows."""
    return read(displayed(view).tobytes(), view.seat)


def _city(view: View) -> Part:
    """The whole city."""
    return Part(Cut(0, 0, SIDE, SIDE), "".join(city(_scene(view))))


def _quarter(quarter: int, view: View) -> Part:
    """A quarter with its ship."""
    across, down = MIRRORS[quarter]
    x, y = (0 if sign < 0 else MIDDLE for sign in (across, down))
    return Part(Cut(x, y, MIDDLE, MIDDLE), "".join(city(_scene(view))))


def _market(view: View) -> Part:
    """The market."""
    drawn = market.market(_scene(view), WIDTH)
    return Part(Cut(0, 0, WIDTH, market.market_height(WIDTH)), "".join(drawn))


def _prices(view: View) -> Part:
    """The prices of the gems."""
    drawn = market.prices(_scene(view), WIDTH)
    return Part(Cut(0, 0, WIDTH, market.price_height()), "".join(drawn))


def _order(view: View) -> Part:
    """The order cards."""
    drawn = cards.order(_scene(view), view.names, WIDTH)
    return Part(Cut(0, 0, WIDTH, cards.ORDER_HEIGHT), drawn)


def _throne(view: View) -> Part:
    """The throne room."""
    return Part(Cut(0, 0, WIDTH, cards.THRONE_HEIGHT), cards.throne(_scene(view), WIDTH))


def _player(seat: int, view: View) -> Part:
    """What lies in front of a player."""
    table = _scene(view)
    player = table.players[seat]
    height = players.player_height(table, PLAYER_WIDTH, 1, (player,))
    drawn = players.player_panel(table, player, view.names, PLAYER_WIDTH, height)
    return Part(Cut(0, 0, PLAYER_WIDTH, height), drawn)


def _result(view: View) -> Part:
    """Where the points of a finished game come from."""
    table = _scene(view)
    names = view.names
    drawn = result(table.players, names, RESULT_WIDTH, RESULT_HEIGHT, False, table.kings_favour)
    return Part(Cut(0, 0, RESULT_WIDTH, RESULT_HEIGHT), drawn)


parts: Parts = {
    "city": _city,
    **{f"quarter-{number + 1}": partial(_quarter, number) for number in range(QUARTERS)},
    "market": _market,
    "prices": _prices,
    "order": _order,
    "throne": _throne,
    **{f"player-{seat + 1}": partial(_player, seat) for seat in range(SEATS)},
    "result": _result,
}
portraits: Portraits = {
    name: partial(portrait, number) for number, name in enumerate((*CHARACTER_NAMES, "blue-card"))
}
