"""What all explanations of Ys share: sentences from the wording, and players by seat."""

from __future__ import annotations

from kerys.facts.ys.scene import PlayerScene
from kerys.facts.ys.unseen import Sight
from kerys.games.ys.wording import names
from kerys.games.ys.wording.explanations import EXPLANATIONS
from kerys.locale import _
from kerys.table.explanations import Explanation


def about(kind: str) -> str:
    """What a kind of thing is, in the current language."""
    return _(EXPLANATIONS[kind])


def explanation(title: str, *lines: str) -> Explanation:
    """A title and its lines; empty lines are omitted."""
    return Explanation(names.start(title), tuple(filter(None, lines)))


def player_of(sight: Sight, owner: str) -> PlayerScene | None:
    """A player by seat number; -1 is the neutral merchant."""
    return next((one for one in sight.table.players if one.owner == int(owner)), None)


def name_of(sight: Sight, token: int) -> str:
    """The name of a player or of the neutral merchant."""
    return sight.names[sight.tokens.index(token)]
