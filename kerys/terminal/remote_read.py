"""What a site says about a table, read: rules, stories, summaries and the master's answers.

All words are made printable: nothing that a site sends can control the terminal.
"""

from __future__ import annotations

from typing import Any

from kerys.games import GAMES
from kerys.kernel.contract import Rules
from kerys.locale import _
from kerys.study.advice import Advice, Facts, Suggestion
from kerys.table.errors import GameError
from kerys.table.story import Told
from kerys.table.summary import Gain, Item, Part, Summary
from kerys.terminal.remote_site import printable


def rules_of(message: dict[str, Any], site: str) -> Rules:
    """The rules of a table, if they are known here."""
    game = str(message["game"])
    if game not in GAMES:
        raise GameError(
            _("This table is of '{game}', a game that isn't installed here.").format(
                game=printable(game)
            )
        )
    rules = GAMES[game]
    if int(message["rules_revision"]) not in rules.revisions:
        raise other_version(site)
    return rules


def told_of(plain: dict[str, Any]) -> Told:
    """What one step did."""
    sentences = tuple(printable(sentence) for sentence in plain["sentences"])
    return Told(int(plain["ply"]), printable(plain["heading"]), sentences)


def other_version(site: str) -> GameError:
    """An error for a site that sends what can't be read here."""
    return GameError(
        _(
            "{site} runs another version of Kerys than yours. Update yours (pip install --upgrade "
            "kerys), or ask the site's operator to update."
        ).format(site=site)
    )


def advice_of(plain: dict[str, Any]) -> Advice:
    """The master's answer, from what a site says."""
    return Advice(
        tuple(
            Suggestion(
                move=printable(one["move"]),
                first=printable(one["first"]),
                does=printable(one["does"]),
                worth=printable(one["worth"]),
                chance=float(one["chance"]),
                points=float(one["points"]),
                share=None if one["share"] is None else float(one["share"]),
            )
            for one in plain["answers"]
        ),
        tuple(map(printable, plain["why"])),
        tuple(
            Facts(printable(one["title"]), tuple(map(printable, one["lines"])))
            for one in plain["facts"]
        ),
    )


def summary_of(plain: dict[str, Any]) -> Summary:
    """The summary of a round, from what a site says."""
    rows = tuple(
        Gain(
            int(row["owner"]),
            printable(row["name"]),
            tuple(
                tuple(Item(printable(one["text"]), printable(one["look"])) for one in cell)
                for cell in row["cells"]
            ),
            tuple(Part(printable(one["word"]), int(one["points"])) for one in row["parts"]),
            int(row["total"]),
        )
        for row in plain["rows"]
    )
    columns = tuple(map(printable, plain["columns"]))
    title, heading, note = (printable(plain[name]) for name in ("title", "heading", "note"))
    return Summary(title, heading, columns, rows, note)
