"""Beliefs for people: a panel beside the board, and charts on what they are about."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from kerys.draw.chart import share_text
from kerys.locale import N_, _, speaking
from kerys.locale.word_cache import remembered
from kerys.study.beliefs.belief import WORLDS, Belief, Outcome, about_thing, beliefs, is_shown
from kerys.table import explanations
from kerys.table.explanations import Chart, Explanation
from kerys.table.panels import Bar, Cell, Column, Panel, Row
from kerys.table.view import View

NAME = "beliefs"
TITLE = N_("What you can't see")
COUNTED = N_("By counting")
BOTS = N_("What bots expect")


def panels(
    view: View, only: Collection[str] | None = None, *, lang: str | None = None
) -> tuple[Panel, ...]:
    """All panels beside the board, those of `View.panels` and the beliefs of a view's seat.

    If you need only some of them, name them: the others may be folded, without content.
    """
    found = view.panels(only, lang=lang)
    if not is_shown(view):
        return found
    with speaking(lang):
        if only is not None and NAME not in only:
            return (*found, _folded())
        return (*found, _panel(beliefs(view)))


@remembered(2)
def _folded() -> Panel:
    """The panel reduced to its title."""
    return Panel(NAME, _(TITLE), "", (), (), folded=True)


def explain(view: View, thing: str, lang: str | None = None) -> Explanation:
    """What a thing is and, if it isn't fully known, how likely it is to be what."""
    found = explanations.explain(view, thing, lang, panels)
    with speaking(lang):
        about = about_thing(view, thing)
        charts = [chart for one in about for chart in _charts(one, found.title)]
    return found._replace(charts=tuple(charts))


def _panel(found: Sequence[Belief]) -> Panel:
    """The panel of some beliefs."""
    with_bots = any(_of_bots(one) for one in found)
    columns = [Column("count", _(COUNTED))]
    if with_bots:
        columns.append(Column("bots", _(BOTS)))
    return Panel(
        name=NAME,
        title=_(TITLE),
        note=_note(with_bots) if found else "",
        columns=tuple(columns),
        rows=tuple(
            Row(one.about, one.label, _cells(one, with_bots), one.owner, one.things)
            for one in found
        ),
    )


def _note(with_bots: bool) -> str:
    """How to read the panel."""
    note = _(
        "Chances in percent, given what you have seen, if all possibilities are equally likely."
    )
    if with_bots:
        note += " " + _(
            "Bots have learned from their own games how players hide things. Their numbers come "
            "from {number} imagined worlds and can be off by a few percent."
        ).format(number=WORLDS)
    return note


def _cells(belief: Belief, with_bots: bool) -> tuple[Cell, ...]:
    """The chances of a belief."""
    counted = _cell(belief.outcomes, [(one.chance, one.error) for one in belief.outcomes])
    if not with_bots:
        return (counted,)
    bots = _of_bots(belief)
    return counted, _cell(belief.outcomes, bots) if bots else Cell()


def _of_bots(belief: Belief) -> list[tuple[float, float]]:
    """The chances that the bots see in a belief, with their errors; empty without any."""
    return [
        (one.bots, one.bots_error)
        for one in belief.outcomes
        if one.bots is not None and one.bots_error is not None
    ]


def _cell(outcomes: Sequence[Outcome], chances: Sequence[tuple[float, float]]) -> Cell:
    """Chances as text and as a chart."""
    bars = _bars(outcomes, chances)
    return Cell(
        text=", ".join(f"{one.mark}:{percent(one.share)}" for one in bars),
        title=" ".join(f"{_said(one, *had)}." for one, had in zip(outcomes, chances, strict=True)),
        chart=bars,
    )


def _bars(outcomes: Sequence[Outcome], chances: Sequence[tuple[float, float]]) -> tuple[Bar, ...]:
    """A bar for each mark; outcomes that share one are added up."""
    shares: dict[str, float] = {}
    labels: dict[str, list[str]] = {}
    for one, (chance, error) in sorted(zip(outcomes, chances, strict=True), key=_rank):
        shares[one.mark] = shares.get(one.mark, 0.0) + chance
        labels.setdefault(one.mark, []).append(_said(one, chance, error))
    return tuple(Bar(mark, shares[mark], ", ".join(labels[mark])) for mark in shares)


def _rank(found: tuple[Outcome, object]) -> float:
    """Numbers come first, in ascending order."""
    mark = found[0].mark
    return int(mark) if mark.isdigit() else math.inf


def _said(outcome: Outcome, chance: float, error: float) -> str:
    """An outcome and its chance in words, with its error if it has one."""
    said = f"{outcome.label}: {percent(chance)}"
    return f"{said} ±{error:.1%}" if error else said


def percent(share: float) -> str:
    """A share in percent."""
    return f"{share_text(share)}%"


def _charts(belief: Belief, title: str) -> list[Chart]:
    """The charts of a belief, below the title of what is explained."""
    counted = _bars(belief.outcomes, [(one.chance, one.error) for one in belief.outcomes])
    bots = _of_bots(belief)
    if not bots:
        return [Chart(belief.label, counted)]
    how = _(COUNTED) if title in belief.label else f"{belief.label}. {_(COUNTED)}"
    return [Chart(how, counted), Chart(_(BOTS), _bars(belief.outcomes, bots))]
