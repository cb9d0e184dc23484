"""Verdicts and depths on pages: each verdict has a shape, a sign and a colour of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from markupsafe import Markup, escape

from kerys.locale import N_, _
from kerys.locale.word_cache import remembered
from kerys.study.review import Verdict
from kerys.study.review.verdicts import BLUNDERED, INACCURATE, MISTAKEN
from kerys.study.review.words import SIGNS, change, verdict_word


class Look(NamedTuple):
    """What a verdict looks like."""

    colour: str
    outline: str


STAR = "M0-6.2 1.7-2 6.1-1.8 2.7 1 3.8 5.4 0 2.9-3.8 5.4-2.7 1-6.1-1.8-1.7-2Z"
TICK = "M-4.4.2-1.4 3.4 4.4-3.4"
CIRCLE = "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z"
SQUARE = "M-6.5-9.5h13a3 3 0 0 1 3 3v13a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-13a3 3 0 0 1 3-3Z"
DIAMOND = "M0-12 12 0 0 12-12 0Z"
TRIANGLE = "M-11.5-9.5h23L0 11.5Z"
OCTAGON = "M-4.5-11h9L11-4.5v9L4.5 11h-9L-11 4.5v-9Z"
LOOKS = {
    Verdict.BEST: Look("green", CIRCLE),
    Verdict.GOOD: Look("blue", SQUARE),
    Verdict.INACCURACY: Look("yellow", DIAMOND),
    Verdict.MISTAKE: Look("tangerine", TRIANGLE),
    Verdict.BLUNDER: Look("red", OCTAGON),
}

DEPTH_WORDS = {"quick": N_("quick"), "standard": N_("standard"), "deep": N_("deep")}


def depth_word(depth: str) -> str:
    """A depth in a word."""
    return _(DEPTH_WORDS.get(depth, depth))


def gain(value: float) -> str:
    """A change of a chance in percent, to a tenth."""
    return change(value, 1)


def verdict_limits() -> list[tuple[Verdict, str]]:
    """Every verdict with the losses that lead to it, in percentage points and less their errors."""
    low, middle, high = (round(100 * limit) for limit in (INACCURATE, MISTAKEN, BLUNDERED))
    between = _("{verdict}: {least} to {most} percentage points")
    told = (
        (Verdict.BEST, _("{verdict}: nothing"), 0, 0),
        (Verdict.GOOD, _("{verdict}: less than {most} percentage points"), 0, low),
        (Verdict.INACCURACY, between, low, middle),
        (Verdict.MISTAKE, between, middle, high),
        (Verdict.BLUNDER, _("{verdict}: {least} percentage points or more"), high, 0),
    )
    return [
        (verdict, sentence.format(verdict=verdict_word(verdict), least=least, most=most))
        for verdict, sentence, least, most in told
    ]


@remembered(16)
def verdict_mark(verdict: Verdict) -> Markup:
    """The mark of a verdict, with its word for those who can't see it."""
    look = LOOKS[verdict]
    if verdict is Verdict.BEST:
        on_it = f'<path d="{STAR}" class="f-onpiece"/>'
    elif verdict is Verdict.GOOD:
        on_it = f'<path d="{TICK}" class="tick"/>'
    else:
        lower = -1.5 if verdict is Verdict.MISTAKE else 0
        on_it = f'<text y="{lower}" class="sign sign-{verdict}">{SIGNS[verdict]}</text>'
    word = escape(verdict_word(verdict))
    return Markup(
        f'<svg class="verdict" viewBox="-13 -13 26 26" role="img" aria-label="{word}">'
        f'<title>{word}</title><path d="{look.outline}" class="f-{look.colour}"/>{on_it}</svg>'
    )


def verdict_bar(verdicts: Iterable[tuple[Verdict, int]]) -> Markup:
    """How the decisions spread over the verdicts, as a bar; the numbers are told beside it."""
    counts = [(verdict, number) for verdict, number in verdicts if number]
    total = sum(number for _verdict, number in counts) or 1
    drawn, x = "", 0.0
    for verdict, number in counts:
        width = 100 * number / total
        colour = LOOKS[verdict].colour
        drawn += f'<rect x="{x:.2f}" width="{width:.2f}" height="8" class="f-{colour}"/>'
        x += width
    return Markup(
        '<svg class="spread" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect width="100" height="8" class="f-well"/>{drawn}</svg>'
    )


def counted_verdicts(verdicts: Iterable[Verdict]) -> tuple[tuple[Verdict, int], ...]:
    """How many decisions got each verdict, without those that none got."""
    counts = Counter(verdicts)
    return tuple((verdict, counts[verdict]) for verdict in Verdict if counts[verdict])
