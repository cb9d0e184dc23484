"""Cards that guide through the first round at a table."""

from __future__ import annotations

from typing import NamedTuple

from kerys.locale import _
from kerys.study.course import course_of, has_course
from kerys.table.view import View


class GuideCard(NamedTuple):
    """A card that says what to do in a step."""

    title: str
    text: str
    last: bool = False


def first_round_card(view: View, rounds: int) -> GuideCard | None:
    """The card for a seat's open question, until the second round is over."""
    if view.over or not has_course(view.game):
        return None
    if rounds == 0:
        card = course_of(view.game).card(view)
        return GuideCard(card.title, card.text) if card else None
    if rounds > 1:
        return None
    return GuideCard(
        _("Your first round is over"),
        _("You know the steps now. Go on without cards, or leave the table whenever you like."),
        last=True,
    )
