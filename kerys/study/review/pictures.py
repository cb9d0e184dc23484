"""The pictures of a review: everyone's chances over the game, and where a result came from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from kerys.draw.measure import fitted
from kerys.draw.palette import Theme
from kerys.draw.svg import (
    at,
    box,
    disc,
    document,
    element,
    label,
    number,
    path,
    seat_look,
    token,
    words,
)
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.study.review.results import LuckAndSkill, Review
from kerys.study.review.words import change, luck_titles, percent
from kerys.table.game import Game

Link = Callable[[int], str]

WIDTH, HEIGHT = 900.0, 360.0
LEFT, RIGHT, TOP, BOTTOM = 52.0, 150.0, 34.0, 26.0
GRID = (0.0, 0.25, 0.5, 0.75, 1.0)
NAME_ROOM = RIGHT - 44
NAME_GAP = 24.0
"""The least distance between two names at the end of their lines."""
BAR = 74.0
FALL_HEIGHT = 300.0


# --- Chances -----------------------------------------------------------------------------------


def chances_svg(review: Review, game: Game, theme: Theme | None, href: Link | None = None) -> str:
    """A line for every player, from the deal to the result.

    Rounds, scorings and turning points are marked.

    `href` gives the address of the moment after some plies.
    """
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(ply: int) -> float:
        return LEFT + across * ply / game.ply

    def y(chance: float) -> float:
        return TOP + down * (1 - chance)

    drawn = [
        *(path(f"M{LEFT} {number(y(one))}h{across}", "none s-faint", 1) for one in GRID),
        *(label(LEFT - 8, y(one) + 4, percent(one), 11, "f-muted end") for one in GRID),
    ]
    for ply, name, end in _rounds(game):
        drawn.append(path(f"M{number(x(ply))} {TOP}v{down}", "none s-line", 1))
        room = x(end) - x(ply) - 8
        drawn.append(label(x(ply) + 5, TOP - 10, fitted(name, 11, room), 11, "f-muted b"))
    drawn += _scorings(game, x)
    for seat in reversed(range(game.players)):
        points = [f"{number(x(ply))} {number(y(each[seat]))}" for ply, each in review.chances]
        drawn.append(path("M" + "L".join(points), f"none s-{seat_look(seat)}", 2.5))
    drawn += _turning_marks(review, x, y)
    drawn += _names(review, y)
    title = _("Everyone's chances over the game")
    if href is None:
        return "".join(document(WIDTH, HEIGHT, title, theme, *drawn))
    drawn += _links(review, game, href, x)
    whole = "".join(document(WIDTH, HEIGHT, title, theme, *drawn))
    return whole.replace('role="img"', 'role="group"', 1)  # an image can't hold links


def _rounds(game: Game) -> Iterator[tuple[int, str, int]]:
    """Where each round begins, its name, and where it ends."""
    names = [game.view(SPECTATOR, ply).round_name() for ply in range(game.ply)]
    starts = [ply for ply in range(game.ply) if ply == 0 or names[ply] != names[ply - 1]]
    for start, end in pairwise([*starts, game.ply]):
        if names[start]:
            yield start, names[start], end


def _scorings(game: Game, x: Callable[[int], float]) -> Iterator[str]:
    """A small mark on the axis below every decision after which points were scored."""
    scores = [game.view(SPECTATOR, ply).scores for ply in range(game.ply + 1)]
    for ply, (before, after) in enumerate(pairwise(scores), 1):
        if before != after:
            mark = path(f"M{number(x(ply))} {HEIGHT - BOTTOM + 2}l4 7h-8z", "f-muted")
            told = ", ".join(
                f"{name} {new - old:+d}"
                for name, old, new in zip(game.names, before, after, strict=False)
                if old != new
            )
            yield element("g", element("title", words(told)), mark)


def _turning_marks(
    review: Review, x: Callable[[int], float], y: Callable[[float], float]
) -> Iterator[str]:
    """A ring on the line of the player whose chance changed most, after each turning point."""
    steps = {step.first: step for step in review.steps}
    for first in review.turning_points:
        step = steps[first]
        seat = max(review.seats, key=lambda one: abs(step.after[one] - step.before[one]))
        yield disc(x(step.last), y(step.after[seat]), 5.5, f"f-panel s-{seat_look(seat)}", 2.5)


def _names(review: Review, y: Callable[[float], float]) -> Iterator[str]:
    """The players at the ends of their lines, as far apart as their names need."""
    last = review.chances[-1][1]
    before = review.chances[-2][1] if len(review.chances) > 1 else last
    ordered = sorted(range(len(review.names)), key=lambda seat: (-last[seat], -before[seat]))
    height = 0.0
    for place, seat in enumerate(ordered):
        lowest = HEIGHT - 14 - (len(ordered) - 1 - place) * NAME_GAP
        height = min(max(y(last[seat]), height + NAME_GAP), lowest)
        name = fitted(review.names[seat], 12, NAME_ROOM)
        yield at(WIDTH - RIGHT + 18, height, token(seat, 9), label(16, 4, name, 12, "f-ink b"))


def _links(review: Review, game: Game, href: Link, x: Callable[[int], float]) -> Iterator[str]:
    """A strip for every turn that leads to the moment after it, and says what it changed."""
    height = HEIGHT - TOP - BOTTOM
    for step in review.steps:
        told = ", ".join(
            f"{game.names[seat]} {percent(step.before[seat])} → {percent(step.after[seat])}"
            for seat in range(game.players)
        )
        strip = box(x(step.first), TOP, max(1.0, x(step.last) - x(step.first)), height, "touch")
        yield element("a", element("title", told), strip, href=href(step.last))


# --- Luck and skill ----------------------------------------------------------------------------


def waterfall_svg(review: Review, seat: int, theme: Theme | None) -> str:
    """From the fair share to the result of a player, part by part."""
    parts = review.of(seat).luck_and_skill
    levels = levels_of(parts)
    low = min(0.0, *(min(start, end) for _name, start, end in levels))
    high = max(1.0, *(max(start, end) for _name, start, end in levels))
    width = LEFT + len(levels) * (BAR + 40) + 20
    down = FALL_HEIGHT - TOP - 44

    def y(chance: float) -> float:
        return TOP + down * (high - chance) / (high - low)

    drawn = []
    for one in (0.0, 0.5, 1.0):
        drawn.append(path(f"M{LEFT} {number(y(one))}H{number(width - 12)}", "none s-faint", 1))
        drawn.append(label(LEFT - 8, y(one) + 4, percent(one), 11, "f-muted end"))
    for index, (name, start, end) in enumerate(levels):
        left = LEFT + 20 + index * (BAR + 40)
        is_end = index in (0, len(levels) - 1)
        look = f"f-{seat_look(seat)}" if is_end else "f-green" if end >= start else "f-red"
        top, height = min(y(start), y(end)), max(2.0, abs(y(start) - y(end)))
        drawn.append(box(left, top, BAR, height, look, 3))
        text = percent(end) if is_end else change(end - start)
        drawn.append(label(left + BAR / 2, top - 6, text, 13, "f-ink b mid"))
        shown = fitted(name, 12, BAR + 36)
        drawn.append(label(left + BAR / 2, FALL_HEIGHT - 18, shown, 12, "f-ink mid"))
        if index + 1 < len(levels):
            drawn.append(path(f"M{number(left + BAR)} {number(y(end))}h40", "none s-line", 1))
    title = _("Where the result of {name} came from").format(name=review.names[seat])
    return "".join(document(width, FALL_HEIGHT, title, theme, *drawn))


def levels_of(parts: LuckAndSkill) -> list[tuple[str, float, float]]:
    """The bars: what each is called, and between which levels it stands."""
    first, *between, last = luck_titles()
    found = [(first, 0.0, parts.fair)]
    level = parts.fair
    for name, part in zip(
        between, (parts.deal, parts.own, parts.others, parts.revealed), strict=True
    ):
        found.append((name, level, level + part))
        level += part
    return [*found, (last, 0.0, parts.result)]
