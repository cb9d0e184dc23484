"""What the master would do in a seat's place, and why: from the seat's own view alone.

`weigh` does the thinking and can run in another process; `advice_of` puts it into words, in the
language of whoever asked.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from kerys.bots.base import Budget
from kerys.bots.evaluators import evaluator_of
from kerys.bots.search.analyst import Analysis, Analyst, Answer
from kerys.bots.search.search import SELDOM
from kerys.kernel.bits import bit
from kerys.locale import _, ngettext, speaking
from kerys.table.action import Action
from kerys.table.errors import NotYourTurn
from kerys.table.explanations import coach, describe_move
from kerys.table.view import View

SHOWN = 3
"""How many answers an advice shows."""
CLOSE = 0.005
"""Two answers whose chances differ by less are equally good, however sure that is."""
DOUBT = 2.0
"""The same for chances that differ by fewer standard errors."""
FEW_POINTS = 0.25
"""A smaller difference in points isn't worth a word."""
WIDER = 3
"""How many times the tree of a review is grown: nobody names a move to compare with here."""
SEALED_COMPARED = 16
"""How many worlds compare secret answers: the tree itself says how often to take each."""
FOLLOWING = 128
"""How many worlds are imagined for a decision that only carries out the one before."""


class Weighed(NamedTuple):
    """An answer as the master weighs it."""

    move: str
    """Its text, with the decisions that carry it out."""
    first: str
    """The text of its first decision."""
    chance: float
    """The share of the win that the seat can expect."""
    points: float
    """How many points more or fewer it brings than the first answer."""
    equal: bool
    """Whether it may be as good as the first."""
    share: float | None = None
    """How often the master takes it, if the choice is secret."""


class Facts(NamedTuple):
    """What is certain about a move."""

    title: str
    """Which of the moves."""
    lines: tuple[str, ...]


class Suggestion(NamedTuple):
    """An answer, and what the master thinks of it."""

    move: str
    first: str
    """Its first decision."""
    does: str
    """What the move does."""
    worth: str
    """Its chances, or how often to take it."""
    chance: float
    points: float
    share: float | None
    """As in `Weighed`."""


class Advice(NamedTuple):
    """What the master would do, and why."""

    suggestions: tuple[Suggestion, ...]
    """Best first; of a secret choice, the most frequent first."""
    why: tuple[str, ...]
    """How the first compares with the second."""
    facts: tuple[Facts, ...]
    """What is certain about one of these two and not about the other."""


def advise(view: View, effort: float = 1.0, seed: int | str = 0) -> Advice:
    """What the master would do at a view's open question; equal views get equal advice.

    `effort` is how long it thinks, compared with the usual second or so.
    """
    return advice_of(view, weigh(view, effort, seed))


def weigh(view: View, effort: float = 1.0, seed: int | str = 0) -> tuple[Weighed, ...]:
    """The master's best answers to a view's open question."""
    if view.seat not in view.actors:
        raise NotYourTurn(_("You can ask the master only when it is your turn."))
    rng = random.Random(f"advice {seed}")
    worlds = evaluator_of(view.rules).effort.times(effort)
    analyst = Analyst()
    analyst.look(view, rng)
    sealed = analyst.is_secret()
    compared = SEALED_COMPARED if sealed else worlds.compared
    found = analyst.analyse(view, (1 if sealed else WIDER) * worlds.tree, compared, rng)
    shown = _mixture(found) if found.sealed else list(found.answers[:SHOWN])
    return tuple(_weighed(shown[0], one, _whole(analyst, view, one.action, rng)) for one in shown)


def _mixture(analysis: Analysis) -> list[Answer]:
    """The answers between which the master draws, without those that it would drop."""
    often = [(one.share or 0.0, one) for one in analysis.answers]
    kept = [(share, one) for share, one in often if share >= SELDOM * often[0][0]]
    total = sum(share for share, _one in kept) or 1.0
    return [replace(one, share=share / total) for share, one in kept][:SHOWN]


def _weighed(first: Answer, one: Answer, move: str) -> Weighed:
    """An answer, compared with the first."""
    behind = first.chance - one.chance
    equal = one is not first and behind <= max(CLOSE, DOUBT * one.error)
    points = one.points - first.points
    return Weighed(move, one.action.text, one.chance, points, equal, one.share)


def _whole(analyst: Analyst, view: View, action: Action, rng: random.Random) -> str:
    """The text of an answer, with what only carries it out as far as no secret can change it."""
    follow = analyst.evaluator.follow
    texts = [action.text]
    while (after := _after(view, action, follow)) is not None:
        view = after
        action = analyst.choose(view, Budget(worlds=FOLLOWING), rng)
        texts.append(action.text)
    return " ".join(texts)


def _after(view: View, action: Action, follow: int) -> View | None:
    """What the seat sees after its answer, if that only asks how to carry it out."""
    rules, seat = view.rules, view.seat
    certain = rules.wording.following(view.state, seat, [action.code])
    if not certain or certain[0] is None or not follow >> certain[0].question & 1:
        return None
    world = rules.copy(view.state)
    rules.apply(world, seat, action.code)
    if world.question != certain[0].question or rules.actors(world) != int(bit(seat)):
        return None
    return View(rules, world, seat, view.names, view.ply + 1, view.revision)


# --- In words ----------------------------------------------------------------------------------


def advice_of(view: View, weighed: Sequence[Weighed], lang: str | None = None) -> Advice:
    """Advice in words."""
    with speaking(lang):
        return Advice(
            tuple(_suggestion(view, one, place) for place, one in enumerate(weighed)),
            tuple(_why(weighed)),
            _facts(view, weighed),
        )


def _suggestion(view: View, one: Weighed, place: int) -> Suggestion:
    """An answer with what it does and what it is worth."""
    does = " ".join(describe_move(view, one.move))
    worth = _worth(one, place)
    return Suggestion(one.move, one.first, does, worth, one.chance, one.points, one.share)


def _worth(one: Weighed, place: int) -> str:
    """The chances of an answer, or how often to take it."""
    if one.share is not None:
        return _often(one.share)
    chance = _("wins about {percent}%").format(percent=round(100 * one.chance))
    if not place or abs(one.points) < FEW_POINTS:
        return chance
    return _("{chance}, {points}").format(chance=chance, points=_points(one.points))


def _points(points: float) -> str:
    """A difference in points."""
    number = f"{abs(points):.1f}"
    if points < 0:
        return _("about {number} points fewer").format(number=number)
    return _("about {number} points more").format(number=number)


def _often(share: float) -> str:
    """How often the mixture takes an answer."""
    for least, words in (
        (0.9, _("almost always")),
        (0.6, _("most of the time")),
        (0.42, _("about half of the time")),
        (0.29, _("about a third of the time")),
        (0.2, _("about a quarter of the time")),
    ):
        if share >= least:
            return words
    return _("now and then")


def _why(weighed: Sequence[Weighed]) -> list[str]:
    """How the first answer compares with the second, in plain words."""
    first = weighed[0]
    if first.share is not None:
        said = [_("This choice is secret: the master varies it, so that nobody can predict it.")]
        if len(weighed) == 1:
            said = [_("This choice is secret, but no other answer is nearly as good.")]
        return said
    if len(weighed) == 1:
        return [_("There is nothing else to choose.")]
    second = weighed[1]
    ahead = round(100 * (first.chance - second.chance))
    if second.equal:
        said = [_("The first two are about equally good.")]
    elif ahead:
        said = [
            ngettext(
                "The first wins about {number} more game in a hundred than the second.",
                "The first wins about {number} more games in a hundred than the second.",
                ahead,
            )
        ]
    else:
        said = [_("The first is slightly better than the second.")]
    if abs(second.points) >= FEW_POINTS:
        number = f"{abs(second.points):.1f}"
        said.append(
            _("It brings about {number} points more.").format(number=number)
            if second.points < 0
            else _("It brings about {number} points fewer.").format(number=number)
        )
    return said


def _facts(view: View, weighed: Sequence[Weighed]) -> tuple[Facts, ...]:
    """What the coach says about one of the first two answers and not about the other."""
    told = [coach(view, one.move) for one in weighed[:2]]
    titles = _("What is certain about the first:"), _("What is certain about the second:")
    found = []
    for place, (title, lines) in enumerate(zip(titles, told, strict=False)):
        others = [line for other in told[:place] + told[place + 1 :] for line in other]
        own = tuple(line for line in lines if line not in others)
        if own:
            found.append(Facts(title, own))
    return tuple(found)
