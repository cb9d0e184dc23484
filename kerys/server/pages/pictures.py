"""Pictures of games: one per game for the home page, and small ones for lists of tables."""

from __future__ import annotations

import random
from functools import lru_cache

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response

from kerys.draw.palette import THEMES, Theme
from kerys.draw.thumbnail import board_of, thumbnail
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import language, speaking
from kerys.server.art import art, art_address
from kerys.server.assets import FOR_GOOD, stamp
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.common import Cookie, Here
from kerys.server.snapshots import TableSnapshot
from kerys.server.visits import Visit
from kerys.table.game import Game, new
from kerys.table.view import View

routes = APIRouter(include_in_schema=False)
MIDWAY = {"mykerinos": (7, 60), "ys": (7, 100)}
"""The seed and the number of decisions of a position that shows a game well."""
USUAL = (7, 40)
"""The same for all other games."""
MOST_PICTURES = 512
GLANCES = 24
"""Into how many parts a finished game is divided to find its fullest moment."""
SVG = "image/svg+xml"
SAFE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""A drawing brings its own colours, and no scripts."""
OWN_FOR_GOOD = FOR_GOOD.replace("public", "private")


@lru_cache(maxsize=8)
def midway(name: str) -> Game:
    """A game in progress, played at random up to a position that shows it well."""
    seed, decisions = MIDWAY.get(name, USUAL)
    game = new(name, players=max(GAMES[name].wording.players), seed=seed)
    dice = random.Random(seed)
    while not game.over and game.ply < decisions:
        seat = dice.choice(game.actors)
        game.push(seat, dice.choice(game.view(seat).legal))
    return game


@lru_cache(maxsize=64)
def _game_picture(name: str, theme: Theme, lang: str) -> str:
    """The board of a game, with its text in a language."""
    with speaking(lang):
        return thumbnail(midway(name).view(SPECTATOR), theme, words=True)


def game_picture_address(name: str, theme: Theme) -> str:
    """The address of the picture of a game."""
    picture = _game_picture(name, theme, language())
    return f"/picture/{name}/{theme}.svg?{stamp(picture.encode())}"


@routes.get("/picture/{name}/{theme}.svg")
def game_picture(request: Request, name: str, theme: str) -> Response:
    """The picture of a game."""
    if name not in GAMES or theme not in THEMES:
        raise HTTPException(404)
    asked = f"{request.url.path}?{request.url.query}"
    kept = {"Cache-Control": FOR_GOOD} if asked == game_picture_address(name, theme) else {}
    picture = _game_picture(name, theme, language())
    return Response(picture, media_type=SVG, headers={**SAFE, **kept, "Vary": "Accept-Language"})


@routes.get("/art/{name}.svg")
def game_art(request: Request, name: str) -> Response:
    """The portraits of a game."""
    found = art(name)
    if not found:
        raise HTTPException(404)
    asked = f"{request.url.path}?{request.url.query}"
    kept = {"Cache-Control": FOR_GOOD} if asked == art_address(name) else {}
    return Response(found, media_type=SVG, headers={**SAFE, **kept})


def fullest(game: Game) -> View:
    """The moment in the second half of a finished game with the most on the board.

    Boards may be empty at the very end. Nothing is hidden any more, since the game is over.
    """
    plies = sorted({game.ply * part // GLANCES for part in range(GLANCES // 2, GLANCES + 1)})
    views = [game.open_view(SPECTATOR, ply) for ply in plies]
    return max(views, key=lambda view: len(board_of(view)[1]))


# --- Tables ------------------------------------------------------------------------------------


def table_picture_address(table: TableSnapshot, theme: Theme) -> str:
    """The address of the small picture of a table; it changes with every decision."""
    if table.status == "open":
        return game_picture_address(table.game, theme)
    return f"/t/{table.id}/picture/{theme}.svg?{table.events}"


_drawn: dict[tuple[str, int, Theme], str] = {}


@routes.get("/t/{table_id}/picture/{theme}.svg")
def table_picture(
    request: Request, site: Here, cookie: Cookie, table_id: str, theme: str
) -> Response:
    """A small picture of the board as spectators see it; of a finished game, the fullest moment."""
    if theme not in THEMES:
        raise HTTPException(404)
    chosen: Theme = theme

    def look(_visit: Visit, owned: OwnedTable) -> tuple[int, str]:
        shown = owned.id, owned.events, chosen
        picture = _drawn.get(shown)
        if picture is None:
            game = owned.begun
            view = fullest(game) if game.over else game.view(SPECTATOR)
            picture = thumbnail(view, chosen, words=False)
            if len(_drawn) >= MOST_PICTURES:
                _drawn.clear()
            _drawn[shown] = picture
        return owned.events, picture

    events, picture = site.visits.look(cookie, table_id, look)
    kept = {"Cache-Control": OWN_FOR_GOOD} if request.url.query == str(events) else {}
    return Response(picture, media_type=SVG, headers={**SAFE, **kept})
