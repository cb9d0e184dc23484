"""What a table agrees on about asking the master: how often, and when.

Everyone at the table agrees by sitting down. Games of people aren't rated so far; a table where
anyone may ask says so in its record, so that it never counts for a rating.
"""

from __future__ import annotations

from kerys.locale import _, ngettext
from kerys.table.errors import GameError, NotYourTurn
from kerys.table.view import View

MOST_ASKS = 10
"""How many questions each player can be allowed."""
ASKS = (0, 3, 5, 10)
"""How many are offered."""
USUAL_ASKS = 3
"""How many there are against bots, unless one says otherwise."""


class AskError(GameError):
    """The master can't be asked; the message says why."""


def check_asks(view: View, asks: int, left: int) -> None:
    """Refuse a question of a view's seat; `asks` were agreed on for each player."""
    if not asks:
        raise AskError(_("It wasn't agreed at this table that players may ask the master."))
    if view.over:
        raise AskError(_("The game is over: there is nothing left to ask."))
    if view.seat not in view.actors:
        raise NotYourTurn(_("You can ask the master only when it is your turn."))
    if left <= 0:
        raise AskError(
            ngettext(
                "You have asked your only question.",
                "You have asked all {number} of your questions.",
                asks,
            )
        )


def asked_words(name: str, left: int, asks: int) -> str:
    """What everyone is told about a question."""
    return _("{name} asked the master ({left} of {asks} left).").format(
        name=name, left=left, asks=asks
    )
