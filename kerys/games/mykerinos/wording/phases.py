"""Where a game of Mykerinos stands, in words: the season and its phase."""

from __future__ import annotations

from typing import Any

from kerys.games.mykerinos.actions import Moment
from kerys.games.mykerinos.components import SEASONS
from kerys.locale import _
from kerys.locale.word_cache import remembered


def season_words(number: int) -> str:
    """Which season it is, counted from 0."""
    return _("Season {season} of {seasons}").format(season=number + 1, seasons=SEASONS)


def round_name(state: Any) -> str:
    """The same in short."""
    return _("Season {season}").format(season=int(state.season) + 1)


def phase(moment: int, area: int) -> str:
    """Where the season stands; `area` is the one that is inspected, if one is."""
    if moment <= Moment.TURN_ENDS:
        return _("digging")
    if moment < Moment.SEASON_ENDS:
        return _("inspection of area {area}").format(area=area + 1)
    return _("The game is over") if moment == Moment.OVER else _("the end of the season")


def heading(state: Any) -> str:
    """Where the game stands: season and phase."""
    return _heading(int(state.season), int(state.moment), int(state.area))


@remembered(512)
def _heading(season: int, moment: int, area: int) -> str:
    """The same from its numbers."""
    where = phase(moment, area)
    if moment == Moment.OVER:
        return where
    return _("{season}: {phase}").format(season=season_words(season), phase=where)
