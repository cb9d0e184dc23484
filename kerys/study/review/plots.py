"""The pictures of a review for papers and notebooks, with Matplotlib (the extra `plot`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kerys.draw.palette import COLOURS
from kerys.kernel.extras import extra
from kerys.locale import _
from kerys.study.review.pictures import levels_of
from kerys.study.review.results import Review

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def plot_chances(review: Review, axes: Axes | None = None) -> Axes:
    """Everyone's chances over the game."""
    shown = axes or _axes()
    plies = [ply for ply, _chances in review.chances]
    for seat, name in enumerate(review.names):
        chances = [100 * each[seat] for _ply, each in review.chances]
        shown.plot(plies, chances, label=name, color=COLOURS[f"seat{seat}"][0])
    shown.set(ylim=(0, 100), xlabel=_("decision"), ylabel=_("chance to win in %"))
    shown.legend()
    return shown


def plot_luck_and_skill(review: Review, seat: int, axes: Axes | None = None) -> Axes:
    """From the fair share to the result of a player, part by part."""
    shown = axes or _axes()
    levels = levels_of(review.of(seat).luck_and_skill)
    for place, (_name, start, end) in enumerate(levels):
        is_end = place in (0, len(levels) - 1)
        look = f"seat{seat}" if is_end else "green" if end >= start else "red"
        shown.bar(place, 100 * (end - start), bottom=100 * start, color=COLOURS[look][0])
    shown.set_xticks(range(len(levels)), [name for name, _start, _end in levels])
    shown.set(ylabel=_("chance to win in %"), title=review.names[seat])
    return shown


def _axes() -> Axes:
    """Axes of a new figure."""
    with extra("plot"):
        from matplotlib import pyplot

    return pyplot.subplots(layout="constrained")[1]
