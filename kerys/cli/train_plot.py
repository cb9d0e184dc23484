"""A picture of a training: strength, entropy, losses and values as it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from kerys.cli.arena_plot import DOTS_PER_INCH, GREY, INK, TEAL
from kerys.locale import _

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SIZE = (10.0, 7.0)
COLOURS = {"greedy": TEAL, "random": "#b45309"}
MILLION = 1e6


def draw(game: str, lines: Sequence[dict[str, Any]], path: Path) -> None:
    """Write the picture as PNG."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE, dpi=DOTS_PER_INCH, layout="constrained")
    strength, entropy, losses, values = figure.subplots(2, 2).flat
    figure.suptitle(_title(game, lines), color=INK, fontsize=12)
    _strength(strength, lines)
    _curves(entropy, lines, {"entropy": _("entropy"), "pull": _("divergence from the snapshot")})
    _curves(losses, lines, {"value": _("loss of the win"), "points": _("loss of the points")})
    _curves(values, lines, {"explained": _("variance explained"), "agreement": _("as greedy")})
    for axes in (strength, entropy, losses, values):
        axes.set_xlabel(_("decisions in millions"))
        axes.grid(color=GREY, alpha=0.3)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
    figure.savefig(path, format="png")


def _title(game: str, lines: Sequence[dict[str, Any]]) -> str:
    """What was trained, and for how long."""
    last = lines[-1] if lines else {"decisions": 0, "minutes": 0.0}
    return _("{game}: {decisions:,} decisions in {minutes:,.0f} minutes").format(
        game=game.capitalize(), decisions=last["decisions"], minutes=last["minutes"]
    )


def _strength(axes: Axes, lines: Sequence[dict[str, Any]]) -> None:
    """Shares of wins against each opponent: thin for every variant, bold for their mean."""
    measured = [line for line in lines if line.get("strength")]
    places = [line["decisions"] / MILLION for line in measured]
    for opponent, colour in COLOURS.items():
        found = [
            {one["variant"]: one for one in line["strength"] if one["opponent"] == opponent}
            for line in measured
        ]
        for variant in found[-1] if found else ():
            shares = [100 * one[variant]["share"] for one in found]
            axes.plot(places, shares, color=colour, linewidth=0.8, alpha=0.4)
        means = [100 * fmean(each["share"] for each in one.values()) for one in found]
        axes.plot(
            places,
            means,
            color=colour,
            linewidth=2,
            marker="o",
            markersize=3,
            label=_("against {opponent}").format(opponent=opponent),
        )
    axes.set_ylim(-2, 102)
    axes.set_ylabel(_("share of wins in %"))
    axes.legend(frameon=False, fontsize=8)


def _curves(axes: Axes, lines: Sequence[dict[str, Any]], names: dict[str, str]) -> None:
    """Curves of some numbers of the log."""
    for (name, label), colour in zip(names.items(), COLOURS.values(), strict=True):
        known = [line for line in lines if name in line]
        axes.plot(
            [line["decisions"] / MILLION for line in known],
            [line[name] for line in known],
            color=colour,
            linewidth=1.2,
            label=label,
        )
    axes.legend(frameon=False, fontsize=8)
