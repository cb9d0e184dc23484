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
from kerys.bots.evaluators import Effort, evaluator_of
from kerys.bots.search.analyst import Analysis, Analyst, Answer
from kerys.kernel.bits import bit
from kerys.locale import _, ngettext, speaking
from kerys.table.action import Action
from kerys.table.errors import NotYourTurn
from kerys.table.explanations import coach, read_move
from kerys.table.view import View

SHOWN = 3
"""How many answers an advice shows."""
CLOSE = 0.025
"""Two answers whose chances differ by less, and not for sure, are called equally good."""
SURE = 2.0
"""By how many standard errors chances must differ to be sure of it."""
FEW_POINTS = 0.25
"""A smaller difference in points isn't worth a word."""
LONGER = 2
"""How many times the worlds of a review compare the best answers."""
MANY, WIDER = 24, 3
"""With more answers than this, so many times the worlds of a review are imagined: nobody names an
answer to compare with here."""
SEALED_COMPARED = 16
"""How many worlds compare secret answers: the tree itself says how often to take each."""
RARE = 0.25
"""The share of a secret answer, relative to the most frequent one, below which it is left out."""
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
    sure: bool
    """Whether it is surely worse than the first answer."""
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
    """The master's best answers to a view's open question.

    Where one answer is clearly best and leaves open how to carry it out, the ways to do that are
    compared instead.
    """
    if view.seat not in view.actors:
        raise NotYourTurn(_("You can ask the master only when it is your turn."))
    rng = random.Random(f"advice {seed}")
    worlds = evaluator_of(view.rules).effort.times(effort)
    analyst = Analyst()
    decided: list[str] = []
    while True:
        shown = _best(analyst, view, worlds, rng)
        after = _after(view, shown[0].action, analyst.evaluator.follow)
        if after is None or not all(_is_worse(shown[0], one) for one in shown[1:]):
            break
        decided.append(shown[0].action.text)
        view = after
    found = []
    for one in shown:
        texts = [*decided, *_whole(analyst, view, one.action, rng)]
        points, sure = one.points - shown[0].points, _is_worse(shown[0], one)
        found.append(Weighed(" ".join(texts), texts[0], one.chance, points, sure, one.share))
    return tuple(found)


def _best(analyst: Analyst, view: View, worlds: Effort, rng: random.Random) -> list[Answer]:
    """The best answers to one question."""
    analyst.look(view, rng)
    if analyst.is_secret():
        return _mixture(analyst.analyse(view, worlds.tree, SEALED_COMPARED, rng))
    tree = worlds.tree * (WIDER if len(view.legal) > MANY else 1)
    return list(analyst.analyse(view, tree, LONGER * worlds.compared, rng).answers[:SHOWN])


def _mixture(analysis: Analysis) -> list[Answer]:
    """The answers between which the master draws, and how often it takes each of them."""
    answers = analysis.answers[:SHOWN]
    most = answers[0].share or 1.0
    kept = [(one.share or 0.0, one) for one in answers if (one.share or 0.0) >= RARE * most]
    total = sum(share for share, _one in kept) or 1.0
    return [replace(one, share=share / total) for share, one in kept] or [answers[0]]


def _is_worse(first: Answer, one: Answer) -> bool:
    """Whether an answer is surely worse than the first."""
    return first.chance - one.chance > SURE * one.error


def _whole(analyst: Analyst, view: View, action: Action, rng: random.Random) -> list[str]:
    """An answer, and what only carries it out as far as no secret can change it."""
    follow = analyst.evaluator.follow
    texts = [action.text]
    while (after := _after(view, action, follow)) is not None:
        view = after
        action = analyst.choose(view, Budget(worlds=FOLLOWING), rng)
        texts.append(action.text)
    return texts


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
    actions = read_move(view, one.move)
    silent = {code for code in view.rules.wording.implied if code != actions[-1].code}
    does = " · ".join(action.describe() for action in actions if action.code not in silent)
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
            said = [_("This choice is secret, but here the master hardly varies it.")]
        return said
    if len(weighed) == 1:
        return [_("There is nothing else to choose.")]
    second = weighed[1]
    said = [_ahead(first.chance - second.chance, second.sure)]
    if abs(second.points) >= FEW_POINTS:
        number = f"{abs(second.points):.1f}"
        said.append(
            _("The first brings about {number} points more.").format(number=number)
            if second.points < 0
            else _("The first brings about {number} points fewer.").format(number=number)
        )
    return said


def _ahead(chance: float, sure: bool) -> str:
    """How much more often the first answer wins than the second."""
    number = round(100 * chance)
    if not number or (not sure and chance < CLOSE):
        return _("The first two are about equally good.")
    if sure:
        return ngettext(
            "The first wins about {number} more game in a hundred than the second.",
            "The first wins about {number} more games in a hundred than the second.",
            number,
        )
    return ngettext(
        "The first seems to win {number} more game in a hundred, but that isn't certain.",
        "The first seems to win {number} more games in a hundred, but that isn't certain.",
        number,
    )


def _facts(view: View, weighed: Sequence[Weighed]) -> tuple[Facts, ...]:
    """What the coach says about one of the first two answers and not about the other."""
    told = [coach(view, one.move) for one in weighed[:2]]
    titles = [_("What is certain about the first:"), _("What is certain about the second:")]
    if len(told) == 1:
        titles = [_("What is certain about it:")]
    found = []
    for place, (title, lines) in enumerate(zip(titles, told, strict=False)):
        others = [line for other in told[:place] + told[place + 1 :] for line in other]
        own = tuple(line for line in lines if line not in others)
        if own:
            found.append(Facts(title, own))
    return tuple(found)
