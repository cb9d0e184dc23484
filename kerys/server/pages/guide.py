"""How to play: a game's guide, its pictures, and the numbered rules behind it."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, Response

from kerys.draw.palette import THEMES
from kerys.games import GAMES
from kerys.locale import language
from kerys.server.assets import FOR_GOOD
from kerys.server.guide_html import (
    guide_html,
    picture,
    picture_address,
    portrait,
    portrait_address,
    rules_html,
)
from kerys.server.pages.common import Who, is_part, page, theme_of
from kerys.server.pages.pictures import SAFE, SVG
from kerys.table.guide import guide_of, has_guide

routes = APIRouter(include_in_schema=False)


@routes.get("/guide/{game}", response_class=HTMLResponse)
def guide(request: Request, who: Who, game: str) -> Response:
    """The guide of a game; only its inner part if it is inserted into another page."""
    if not has_guide(game):
        raise HTTPException(404)
    answer = page(
        request,
        "guide_part.html" if is_part(request) else "guide.html",
        who,
        game=GAMES[game],
        guide=guide_of(game),
        told=guide_html(game, theme_of(who), language()),
    )
    answer.headers["Vary"] = "HX-Request"
    return answer


@routes.get("/rules/{game}", response_class=HTMLResponse)
def rules(request: Request, who: Who, game: str) -> Response:
    """The rules of a game as numbered statements."""
    if game not in GAMES or not GAMES[game].wording.rulebook:
        raise HTTPException(404)
    return page(request, "rules.html", who, game=GAMES[game], told=rules_html(game))


@routes.get("/guide/{game}/picture/{theme}/{name}.svg")
def guide_picture(request: Request, game: str, theme: str, name: str) -> Response:
    """A position from a guide."""
    if theme not in THEMES or not has_guide(game) or name not in guide_of(game).pictures:
        raise HTTPException(404)
    address = picture_address(game, name, theme)
    return _kept(request, picture(game, name, theme, language()), address)


@routes.get("/guide/{game}/portrait/{theme}/{name}.svg")
def guide_portrait(request: Request, game: str, theme: str, name: str) -> Response:
    """A portrait from a guide."""
    known = has_guide(game) and {
        one.portrait.name for one in guide_of(game).sections if one.portrait
    }
    if theme not in THEMES or not known or name not in known:
        raise HTTPException(404)
    return _kept(request, portrait(game, name, theme), portrait_address(game, name, theme))


def _kept(request: Request, drawn: str, address: str) -> Response:
    """A picture, cached for good at an address that names its content."""
    asked = f"{request.url.path}?{request.url.query}"
    kept = {"Cache-Control": FOR_GOOD} if asked == address else {}
    return Response(drawn, media_type=SVG, headers={**SAFE, **kept, "Vary": "Accept-Language"})
