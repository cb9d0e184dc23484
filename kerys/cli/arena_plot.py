"""A picture of a tournament: shares of wins and ratings, with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from kerys.bots.arena.results import Row, Standing
from kerys.cli.common import check_folder
from kerys.kernel.extras import extra
from kerys.locale import _, ngettext

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDTH, ROW_HEIGHT, FRAME_HEIGHT = 10.0, 0.5, 1.7
DOTS_PER_INCH = 150
TEAL, GREY, INK = "#0f766e", "#9ca3af", "#1f2937"


def check_plot(folder: Path) -> None:
    """Refuse a plot that cannot be drawn, before any game is played."""
    with extra("plot"):
        import matplotlib  # noqa: F401
    check_folder(folder)


def draw(standing: Standing, path: Path) -> None:
    """Write the picture as PNG."""
    from matplotlib.figure import Figure

    rows = sorted(standing.rows, key=lambda row: row.rating)
    height = FRAME_HEIGHT + ROW_HEIGHT * len(rows)
    figure = Figure(figsize=(WIDTH, height), dpi=DOTS_PER_INCH, layout="constrained")
    shares, ratings = figure.subplots(1, 2, sharey=True)
    figure.suptitle(title(standing), color=INK, fontsize=12)
    _intervals(
        shares,
        [100 * row.share for row in rows],
        [(100 * row.low, 100 * row.high) for row in rows],
    )
    fair = [100 * row.fair for row in rows]
    shares.scatter(fair, range(len(rows)), marker="|", s=220, color=GREY, zorder=1)
    shares.set_xlim(-2, 102)
    shares.set_xlabel(_("share of wins in % (grey: if all were equal)"))
    shares.set_yticks(range(len(rows)), [caption(row) for row in rows])
    _intervals(
        ratings,
        [row.rating for row in rows],
        [(row.rating_low, row.rating_high) for row in rows],
    )
    ratings.set_xlabel(_("OpenSkill rating"))
    shares.set_ylim(-0.6, len(rows) - 0.4)
    figure.savefig(path, format="png")


def title(standing: Standing) -> str:
    """What was played."""
    games = ngettext("{number} game", "{number} games", standing.games)
    deals = ngettext("{number} deal", "{number} deals", standing.deals)
    return _("{game}: {games} on {deals}, with 95% intervals").format(
        game=standing.tournament.game.capitalize(), games=games, deals=deals
    )


def caption(row: Row) -> str:
    """A bot with the number of its seats; one that cheats is named as such everywhere."""
    name = f"{row.name} x{row.seats}" if row.seats > 1 else row.name
    return _("{name} (cheats)").format(name=name) if row.cheats else name


def _intervals(axes: Axes, values: Sequence[float], ends: Sequence[tuple[float, float]]) -> None:
    """A dot and a line for each row, with the value above it."""
    for place, (value, (low, high)) in enumerate(zip(values, ends, strict=True)):
        axes.plot([low, high], [place, place], color=TEAL, linewidth=2, solid_capstyle="butt")
        axes.plot([value], [place], marker="o", color=TEAL, markersize=6)
        axes.annotate(
            f"{value:.1f}",
            (value, place),
            xytext=(0, 6),
            textcoords="offset points",
            ha="center",
            fontsize=8,
            color=INK,
        )
    axes.grid(axis="x", color=GREY, alpha=0.3)
    axes.tick_params(axis="y", length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
