"""A line of a finished game as its page shows it: what was tried, and what can be tried next.

The server stores nothing about a line: its address holds the decisions. All screens are down, and
whoever tries a line decides for every seat that is asked.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple
from urllib.parse import urlencode
from zlib import crc32

from fastapi import Depends, Query

from kerys.kernel.contract import SPECTATOR
from kerys.server.line_judge import LineJudge
from kerys.server.lines import MOST_LINE, Line, tried
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.choice import choice
from kerys.server.pages.table_view import outcome, players
from kerys.server.store import Person
from kerys.table.action import Action
from kerys.table.game import Game
from kerys.table.view import View

MOST_PREVIEWED = 4
"""How many decisions of a kept line its entry in the list shows."""


class Wanted(NamedTuple):
    """The moment that an address asks for."""

    at: int
    eyes: str | None
    """The viewpoint, if one is chosen."""
    line: Line | None
    """A line that goes on from there, if there is one; it may have no decisions yet."""
    step: int
    """How many decisions of the line are made."""


async def _wanted(
    at: int = -1,
    eyes: str | None = None,
    line: Annotated[list[str] | None, Query(max_length=MOST_LINE + 1)] = None,
    step: int = -1,
) -> Wanted:
    """The moment in the query of an address."""
    if line is None:
        return Wanted(at, eyes, None, 0)
    decisions = tuple(filter(None, line))
    last = len(decisions)
    return Wanted(at, eyes, Line(at, decisions), step if 0 <= step < last else last)


Moment = Annotated[Wanted, Depends(_wanted)]


def query_of(at: int, eyes: str, line: Line | None = None, step: int | None = None) -> str:
    """The query of a moment's address."""
    fields: dict[str, object] = {"at": at, "eyes": eyes}
    if line is not None:
        fields["line"] = line.decisions or ""
        if step is not None and step < len(line.decisions):
            fields["step"] = step
    return urlencode(fields, doseq=True)


class LineStep(NamedTuple):
    """A decision of a line."""

    number: int
    seat: int
    name: str
    text: str
    query: str
    """The address of the moment after it."""
    now: bool
    """Whether this is the moment that is shown."""
    judged: str = ""
    """What there is to say about it, once it is judged."""


class ShownLine(NamedTuple):
    """A line and one of its moments."""

    at: int
    step: int
    last: int
    steps: tuple[LineStep, ...]
    seat: int
    """Who is asked at this moment; SPECTATOR if the game is over."""
    name: str
    question: str
    choice: str
    """What they are asked, as JSON; empty if the line can't go on."""
    legal: tuple[Action, ...]
    """The same for pages without scripts."""
    outcome: str
    """Who would have won, if the line ends the game."""
    here: str
    """The query of this moment."""
    start: str
    before: str
    after: str
    """Those of the first moment, and of the ones before and after this one."""
    stamp: str
    """A short name that no other moment has."""

    @property
    def judgeable(self) -> bool:
        """Whether a decision led here that isn't judged yet."""
        return self.step > 0 and not self.steps[self.step - 1].judged

    @property
    def full(self) -> bool:
        """Whether the line has as many decisions as it can have."""
        return self.step >= MOST_LINE


class KeptShown(NamedTuple):
    """A line that is kept with the game."""

    id: int
    at: int
    name: str
    comment: str
    preview: str
    query: str
    may_remove: bool


def line_at(owned: OwnedTable, wanted: Wanted, line: Line) -> tuple[Game, View]:
    """The game in a line up to its moment, and everything that can be seen there."""
    game = tried(owned.begun, line).fork(line.at + wanted.step)
    asked = game.actors
    return game, game.open_view(asked[0] if asked else SPECTATOR)


def shown_line(
    owned: OwnedTable,
    view: View,
    eyes: str,
    wanted: Wanted,
    line: Line,
    judge: LineJudge | None,
) -> ShownLine:
    """A line at the moment of a view."""
    step, last = wanted.step, len(line.decisions)
    here = query_of(line.at, eyes, line, step)
    full = step >= MOST_LINE
    scoring = players(view, owned.known)
    return ShownLine(
        at=line.at,
        step=step,
        last=last,
        steps=_steps(owned, eyes, wanted, line, judge),
        seat=view.seat,
        name="" if view.over else view.names[view.seat],
        question=view.question(),
        choice="" if view.over or full else bytes(choice(view)).decode(),
        legal=() if full else view.legal,
        outcome=outcome(scoring) if view.over else "",
        here=here,
        start=query_of(line.at, eyes, line, 0),
        before=query_of(line.at, eyes, line, max(0, step - 1)),
        after=query_of(line.at, eyes, line, min(last, step + 1)),
        stamp=f"{crc32(here.encode()):08x}",
    )


def _steps(
    owned: OwnedTable, eyes: str, wanted: Wanted, line: Line, judge: LineJudge | None
) -> tuple[LineStep, ...]:
    """The decisions of a line, with their addresses."""
    found, names = [], owned.begun.names
    told = judge.told(owned.known.id, owned.begun, line) if judge else ("",) * len(line.decisions)
    for number, decision in enumerate(line.decisions, 1):
        seat, _space, text = decision.partition(" ")
        there = query_of(line.at, eyes, line, number)
        name, now = names[int(seat)], number == wanted.step
        step = LineStep(line.at + number, int(seat), name, text, there, now, told[number - 1])
        found.append(step)
    return tuple(found)


def kept_shown(owned: OwnedTable, eyes: str, person: Person | None) -> tuple[KeptShown, ...]:
    """The lines that are kept with a game, in the order of its decisions."""
    found = []
    for one in sorted(owned.kept, key=lambda line: line.ply):
        line = Line(one.ply, tuple(f"{seat} {text}" for seat, text in one.decisions))
        texts = [text for _seat, text in one.decisions]
        more = " …" if len(texts) > MOST_PREVIEWED else ""
        preview = ", ".join(texts[:MOST_PREVIEWED]) + more
        there = query_of(one.ply, eyes, line, 0)
        mine = person is not None and person.id in (one.person_id, owned.known.host_id)
        found.append(KeptShown(one.id, one.ply, one.name, one.comment, preview, there, mine))
    return tuple(found)
