"""Errors about a table as a whole: it doesn't exist, or can't be played here."""

from __future__ import annotations

from kerys.games import GAMES
from kerys.locale import _
from kerys.server.store import Table
from kerys.table.errors import GameError


class NoTable(GameError):  # noqa: N818 - the name says what it is
    """There is no such table, or this person may not see it."""

    def __init__(self) -> None:
        super().__init__(_("There is no such table."))


class NewerRules(GameError):  # noqa: N818
    """A table is played by rules that this version of Kerys doesn't know."""

    def __init__(self, title: str, revision: int, newest: int) -> None:
        super().__init__(
            _(
                "This table is played by revision {revision} of the rules of {game}, but this site "
                "knows only revisions up to {newest}. It needs a newer version of Kerys."
            ).format(revision=revision, game=title, newest=newest)
        )


class GameNotInstalled(GameError):  # noqa: N818
    """A table's game belongs to a package that is no longer installed."""

    def __init__(self, game: str) -> None:
        super().__init__(
            _("This table is of '{game}', a game that isn't installed on this site.").format(
                game=game
            )
        )


def check_installed(table: Table) -> Table:
    """The table, if its game is installed; raises GameNotInstalled otherwise."""
    if table.game not in GAMES:
        raise GameNotInstalled(table.game)
    return table
