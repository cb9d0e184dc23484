"""The home page: start a game, join one, continue yours, watch, replay."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from kerys.bots.levels import LEVELS, opponents
from kerys.games import GAMES
from kerys.kernel.contract import MOST_SEATS, SPECTATOR
from kerys.server.new_table import ANYONE, FRIEND, ME, Plan
from kerys.server.pages.common import (
    Filled,
    Here,
    Who,
    form_number,
    go_to,
    page,
    site_url_of,
    theme_of,
    welcomed,
    with_cookie,
)
from kerys.server.pages.pictures import game_picture_address, table_picture_address
from kerys.server.permissions import is_asked as asked
from kerys.server.permissions import is_leaving, variants
from kerys.server.snapshots import TableSnapshot
from kerys.study.asks import ASKS, USUAL_ASKS
from kerys.table.errors import GameError

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@routes.get("/")
def home(request: Request, site: Here, who: Who) -> Response:
    """The home page."""
    mine = site.tables.mine(who) if who else []
    leaving = [table for table in mine if is_leaving(table, who)]
    theme = theme_of(who)
    return page(
        request,
        "home.html",
        who,
        games=GAMES,
        opponents=opponents,
        usual_asks=USUAL_ASKS,
        leaving=leaving,
        mine=[table for table in mine if table.status != "over" and table not in leaving],
        finished=[table for table in mine if table.status == "over"],
        turns=sum(asked(table, who) for table in mine if table not in leaving),
        open_tables=site.tables.listed("open", who),
        running=site.tables.listed("running", who),
        over=site.tables.listed("over", who),
        asked=lambda table: asked(table, who),
        picture=lambda table: table_picture_address(table, theme),
        site_url=site_url_of(request),
        game_picture=lambda name: game_picture_address(name, theme),
    )


@routes.get("/new/{game}")
def new(request: Request, who: Who, game: str, players: int = 0) -> Response:
    """The form for a new table, filled in from the query parameters."""
    asked_for = dict(request.query_params)
    return _form(request, who, game, players, asked_for if seat_names(asked_for) else {}, "")


def _form(
    request: Request, who: Who, game: str, players: int, given: dict[str, str], problem: str
) -> Response:
    """The form, filled in with the given values."""
    if game not in GAMES:
        return page(request, "error.html", who, 404, problem="")
    wording = GAMES[game].wording
    number = players if players in wording.players else max(wording.players)
    return page(
        request,
        "new.html",
        who,
        422 if problem else 200,
        game=GAMES[game],
        players=number,
        switches=[switch for switch in wording.switches if number in switch.players],
        levels=LEVELS,
        opponents=opponents(number - 1),
        asks=ASKS,
        given=given,
        problem=problem,
    )


@routes.post("/tables")
def make(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Create a table from the form."""
    game = form.get("game", "")
    seats = [form[name] for name in seat_names(form)]
    person, cookie = who, None
    try:
        plan = Plan(
            game=game,
            seats=seats,
            options=_options(game, form),
            private=form.get("private") == "yes" and ANYONE not in seats,
            clock=form.get("clock", "none"),
            pace=pace_of(form),
            guided=form.get("guided") == "yes",
            asks=form_number(form, "asks") if "asks" in form else 0,
        )
        person, cookie = welcomed(request, who, form.get("name", ""))
        answer: Response = go_to(f"/t/{site.tables.make(person, plan)}")
    except GameError as error:
        answer = _form(request, person, game, len(seats), form, str(error))
    return with_cookie(request, answer, cookie)


class Rematch(NamedTuple):
    """How to get to another game like a finished one."""

    table: str = ""
    """The table of the rematch, if the players have started one."""
    form: tuple[tuple[str, str], ...] = ()
    """For spectators: the fields of the form for a new table."""


def rematch_form(table: TableSnapshot, seat: int) -> Rematch:
    """Another game like this one, for a player or a spectator."""
    if seat != SPECTATOR:
        return Rematch(table.rematch or "")
    people = [one.number for one in table.seats if not one.bot]
    own = people[0] if people else 0
    fields = {"players": str(len(table.seats))}
    for one in table.seats:
        fields[f"seat{one.number}"] = ME if one.number == own else one.bot or FRIEND
    chosen = variants(table)
    for switch in GAMES[table.game].wording.switches:
        if switch.name in chosen:
            fields[switch.name] = str(switch.choices.index(chosen[switch.name]))
    if table.private:
        fields["private"] = "yes"
    if table.clock != "none":
        fields |= {"clock": table.clock, "pace": str(table.pace)}
    if table.asks:
        fields["asks"] = str(table.asks)
    return Rematch(form=tuple(fields.items()))


def pace_of(form: dict[str, str]) -> int:
    """The time per decision, if there is a clock."""
    if form.get("clock", "none") == "none":
        return 0
    pace = form.get("pace", "")
    return int(pace) if pace.isascii() and pace.isdigit() and len(pace) < 6 else -1


def seat_names(form: dict[str, str]) -> list[str]:
    """The names of the fields that say who sits where."""
    names = [f"seat{number}" for number in range(MOST_SEATS)]
    return [name for name in names if name in form]


def _options(game: str, form: dict[str, str]) -> dict[str, Any]:
    """The chosen options besides the number of players."""
    if game not in GAMES:
        return {}
    return {
        switch.name: choice.value
        for switch in GAMES[game].wording.switches
        for index, choice in enumerate(switch.choices)
        if index and form.get(switch.name) == str(index)
    }
