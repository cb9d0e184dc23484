"""The heading: season, phase, who decides what, and the pass track."""

from __future__ import annotations

from kerys.draw.measure import wrapped
from kerys.draw.mykerinos.svg_spaces import pyramid_drawing
from kerys.draw.svg import at, disc, label, panel, token
from kerys.facts.mykerinos.scene import Scene, Track, lots_left, track_of
from kerys.facts.mykerinos.words import asked, no_lots_words, phase_words, season_words
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered

WIDE_HEIGHT, NARROW_HEIGHT = 64.0, 124.0


def wide_heading(scene: Scene, width: float) -> str:
    """The heading on one line of a wide page."""
    phase = phase_words(scene)
    if lots_left(scene.to_come) == 0 and not scene.over:
        phase = f"{phase} \u00b7 {no_lots_words()}"
    said = season_words(scene), phase, asked(scene)
    return wide_drawing(*said, scene.asked, track_of(scene), width)


@remembered(512)
def wide_drawing(
    season: str, phase: str, sentence: str, seat: int, track: Track, width: float
) -> str:
    """The heading, drawn from its words."""
    track_width = 96 + 40 * len(track)
    drawn = [panel(width, WIDE_HEIGHT), at(34, 32, pyramid_drawing(17, True))]
    drawn.append(label(64, 29, "Mykerinos", 18, "f-ink b"))
    drawn.append(label(64, 47, season, 12, "f-muted"))
    drawn.append(label(200, 27, phase, 12, "f-muted b"))
    left = 200.0
    if seat != NONE:
        drawn.append(at(209, 43, token(seat, 9)))
        left = 225.0
    (line,) = wrapped(sentence, 15, width - left - track_width - 20, 1)
    drawn.append(label(left, 48, line, 15, "f-ink"))
    drawn.append(at(width - track_width, 0, pass_track(track)))
    return "".join(drawn)


def narrow_heading(scene: Scene, width: float) -> str:
    """The heading on a phone."""
    said = season_words(scene), phase_words(scene), asked(scene)
    return narrow_drawing(*said, scene.asked, track_of(scene), width)


@remembered(512)
def narrow_drawing(
    season: str, phase: str, sentence: str, seat: int, track: Track, width: float
) -> str:
    """The heading, drawn from its words."""
    drawn = [panel(width, NARROW_HEIGHT), at(19, 20, pyramid_drawing(10, True))]
    drawn.append(label(36, 25, "Mykerinos", 15, "f-ink b"))
    drawn.append(label(width - 10, 17, season, 11, "f-muted end"))
    drawn.append(label(width - 10, 31, phase, 11, "f-muted end"))
    left = 10.0
    if seat != NONE:
        drawn.append(at(21, 52, token(seat, 10)))
        left = 39.0
    for row, line in enumerate(wrapped(sentence, 13, width - left - 10, 2)):
        drawn.append(label(left, 56 + 16 * row, line, 13, "f-ink"))
    drawn.append(at(0, 70, pass_track(track)))
    return "".join(drawn)


@remembered(256)
def pass_track(track: Track) -> str:
    """The spaces of the pass track, and the discs on them."""
    drawn = [label(10, 36, _("Pass track"), 11, "f-muted b")]
    for space, owner in enumerate(track):
        x = 100 + 40 * space
        drawn.append(disc(x, 32, 15, "f-well s-line", 1))
        if owner is None:
            drawn.append(label(x, 36, str(space + 1), 12, "f-muted mid"))
        else:
            drawn.append(at(x, 32, token(owner, 11)))
    return "".join(drawn)
