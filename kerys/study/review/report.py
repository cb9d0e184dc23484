"""A review as one HTML file that can be mailed: no scripts, nothing to load."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kerys.draw.palette import style_sheet, variables
from kerys.draw.svg import element, words
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _, language
from kerys.study.review.pictures import chances_svg, waterfall_svg
from kerys.study.review.results import Judgement, Review
from kerys.study.review.words import (
    SIGNS,
    alternatives_told,
    describe_move,
    luck_parts,
    luck_titles,
    percent,
    verdict_word,
)
from kerys.table.game import Game

MOST_TOLD = 4
"""How many sentences tell each decision of a turning point."""
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:960px;margin:0 auto;padding:1rem 1rem 4rem;
background:var(--paper);color:var(--ink)}
h1,h2{line-height:1.2}h2{margin-top:2.5rem}svg{width:100%;height:auto}
table{border-collapse:collapse;width:100%}td,th{padding:.35rem .6rem;text-align:left;
border-bottom:1px solid var(--line)}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}.note{color:var(--muted)}
.best,.good{color:var(--muted)}.mistake,.blunder{font-weight:600}
"""


def report_html(review: Review, game: Game) -> str:
    """The report."""
    title = _("Review: {game}, {names}").format(
        game=game.rules.wording.title, names=", ".join(game.names)
    )
    body = "".join(
        (
            element("h1", words(title)),
            chances_svg(review, game, None),
            _note(
                _(
                    "Everyone's chances with all screens down, from the deal to the result. Rings "
                    "mark turning points, triangles where points were scored."
                )
            ),
            element("h2", words(_("Players"))),
            _players(review),
            element("h2", words(_("Turning points"))),
            _turning_points(review, game),
            *_decisions(review, game),
            *_luck_and_skill(review),
        )
    )
    style = variables("auto") + style_sheet("auto") + STYLE
    return (
        f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{words(title)}</title><style>{style}</style></head><body>{body}</body></html>\n"
    )


def _note(text: str) -> str:
    """A remark."""
    return element("p", words(text), class_="note")


def _table(head: Iterable[str], rows: Iterable[Iterable[str]], texts: int = 1) -> str:
    """A table whose first columns are text and whose others are numbers."""

    def row(cells: Iterable[str], name: str) -> str:
        written = (
            element(name, words(cell) or "&#8203;", class_="t" if place < texts else "n")
            for place, cell in enumerate(cells)
        )
        return element("tr", *written)

    lines = [row(head, "th"), *(row(one, "td") for one in rows)]
    return element("div", element("table", *lines), class_="wide")


def _players(review: Review) -> str:
    """Accuracy and verdicts."""
    judged = [one for one in review.players if one.accuracy is not None]
    head = (_("Player"), _("accuracy"), *(verdict_word(one) for one in judged[0].verdicts))
    return _table(
        head,
        (
            (
                review.names[one.seat],
                percent((one.accuracy or 0.0) / 100),
                *(str(number) for number in one.verdicts.values()),
            )
            for one in judged
        ),
    )


def _turning_points(review: Review, game: Game) -> str:
    """The turns that changed most, with everyone's chances before and after."""
    rows = []
    for first in review.turning_points:
        step = next(one for one in review.steps if one.first == first)
        told = game.story(SPECTATOR, step.first, step.last)
        changes = zip(*review.lasting_change(first), strict=True)
        rows.append(
            (
                game.view(SPECTATOR, first).round_name(),
                review.names[step.seat],
                " ".join(line for one in told for line in one.sentences[:MOST_TOLD]),
                *(f"{percent(before)} → {percent(after)}" for before, after in changes),
            )
        )
    head = (_("Round"), _("Player"), _("What happened"), *review.names)
    return _table(head, rows, texts=3)


def _decisions(review: Review, game: Game) -> Iterator[str]:
    """Every judged decision, seat by seat."""
    for seat in review.seats:
        mine = [one for one in review.judgements if one.seat == seat]
        yield element("h2", words(_("Decisions of {name}").format(name=review.names[seat])))
        head = (
            *("", _("verdict"), _("decision"), _("chance"), _("lost"), _("points")),
            _("best alternatives"),
        )
        cells = "".join(element("th", words(one) or "&#8203;") for one in head)
        rows = "".join(_decision(one, game) for one in mine)
        yield element("div", element("table", element("tr", cells), rows), class_="wide")


def _decision(one: Judgement, game: Game) -> str:
    """A row of the table."""
    cells = (
        str(one.ply + 1),
        f"{SIGNS[one.verdict]} {verdict_word(one.verdict)}",
        describe_move(game, one.ply, one.seat, one.move),
        f"{percent(one.chance_before)} → {percent(one.chance_after)}",
        f"{percent(one.loss, 1)} ± {percent(one.error, 1)}",
        f"{one.points_before:.1f} → {one.points_after:.1f}",
        "; ".join(alternatives_told(game, one)),
    )
    return element("tr", *(element("td", words(cell)) for cell in cells), class_=str(one.verdict))


def _luck_and_skill(review: Review) -> Iterator[str]:
    """Where the results came from."""
    yield element("h2", words(_("Luck and skill")))
    yield _note(
        _(
            "In percent of a win. Decisions are compared with what the search would have done, by "
            "what the player could know; the rest is what was hidden, with the errors of the "
            "search. Each row adds up."
        )
    )
    rows = ((review.names[one.seat], *luck_parts(one.luck_and_skill)) for one in review.players)
    yield _table((_("Player"), *luck_titles()), rows)
    for seat in review.seats:
        yield waterfall_svg(review, seat, None)
