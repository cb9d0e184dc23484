"""What the page of a table shows to one seat; all of it comes from that seat's view."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from markupsafe import escape
from msgspec import Raw

from kerys.locale import _
from kerys.server.art import art_address
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.choice import choice, things_of
from kerys.server.snapshots import TableSnapshot
from kerys.study.beliefs.panel import panels
from kerys.table.explanations import guide_section
from kerys.table.game import Game
from kerys.table.guide import has_guide
from kerys.table.owners import NEUTRAL
from kerys.table.panels import Panel
from kerys.table.picking import Option, Picking, label_of, picking
from kerys.table.story import Told
from kerys.table.summary import rounds_over
from kerys.table.view import View

LAYOUTS = ("wide", "narrow")
"""The layouts of a board: for screens with room beside it, and for phones."""


@dataclass(frozen=True)
class Chapter:
    """A part of the story: where the game stood, and what happened there."""

    heading: str
    sentences: tuple[str, ...]


class ScoreLine(NamedTuple):
    """A player or neutral party with their points, as in the strip above the board."""

    seat: int
    """Or NEUTRAL."""
    name: str
    score: int
    rank: int
    """0 while the game is running."""
    awaited: bool
    bot: str = ""
    """The bot at this seat, if any."""


@dataclass(frozen=True)
class Group:
    """Options of which one has to be picked, and what they are."""

    label: str
    options: tuple[Option, ...]

    @property
    def sentences(self) -> bool:
        """Whether they are whole moves with descriptions, not single words of moves."""
        return bool(self.options[0].about)

    @property
    def picked(self) -> bool:
        """Whether one of them is picked."""
        return any(one.picked for one in self.options)


@dataclass(frozen=True)
class Shown:
    """A running or finished game as one seat sees it."""

    view: View
    events: int
    heading: str
    question: str
    players: tuple[ScoreLine, ...]
    outcome: str
    """Who won, once the game is over."""
    asked: bool
    """Whether this seat owes a decision."""
    choice: Raw | None
    """What it is asked, for pages with scripts."""
    picking: Picking | None
    """What it has picked so far, for pages without scripts."""
    groups: tuple[Group, ...]
    may_undo: bool
    play: tuple[str, ...]
    """The board and what lies beside it, in pieces."""
    panels: tuple[Panel, ...]
    since: tuple[str, ...]
    """What happened since this seat's last turn, newest first."""
    rounds: int
    """How many rounds are over."""
    rules: str
    """The address where the guide explains the open question; empty if there is no guide."""


def show(
    owned: OwnedTable,
    seat: int,
    picks: Sequence[str] | None = (),
    layouts: Sequence[str] = LAYOUTS,
    unfolded: Collection[str] | None = None,
) -> Shown:
    """Everything that a page needs of a game, except its story.

    `picks` are those of a page without scripts; None if it has scripts. `unfolded` names the open
    panels; None means all of them.
    """
    game = owned.begun
    view = game.view(seat)
    asked = seat in view.actors
    chosen = picking(view, picks) if asked and picks is not None else None
    scoring = players(view, owned.known)
    return Shown(
        view=view,
        events=owned.events,
        heading=view.heading(),
        question=view.question(),
        players=scoring,
        outcome=outcome(scoring) if view.over else "",
        asked=asked,
        choice=choice(view) if asked else None,
        picking=chosen,
        groups=groups(view, chosen) if chosen else (),
        may_undo=not view.over and owned.may_undo(seat),
        play=_final_play(game, view, owned.known, layouts)
        if view.over
        else _play(view, owned.known, layouts, chosen),
        panels=() if view.over else panels(view, unfolded),
        since=_since(game, seat),
        rounds=rounds_over(view),
        rules=rules_address(view),
    )


def rules_address(view: View) -> str:
    """The address where the guide explains the open question."""
    if not has_guide(view.game):
        return ""
    section = guide_section(view)
    return f"/guide/{view.game}#{section}" if section else f"/guide/{view.game}"


def groups(view: View, chosen: Picking) -> tuple[Group, ...]:
    """The options of a decision, in labelled groups."""
    return tuple(Group(label_of(view, row[0].pick), row) for row in chosen.rows)


def _play(
    view: View, table: TableSnapshot, layouts: Sequence[str], chosen: Picking | None
) -> tuple[str, ...]:
    """The board and the rest: possible picks and alternatives are lit, current picks stand out."""
    if chosen is None:
        return play_pieces(view, table, layouts)
    named = dict(zip(view.legal, things_of(view), strict=True))
    lit = {thing for things in named.values() for thing in things}
    picked = {*chosen.picks, *(named[chosen.chosen] if chosen.chosen else ())}
    return play_pieces(view, table, layouts, lit, picked)


def _final_play(
    game: Game, view: View, table: TableSnapshot, layouts: Sequence[str]
) -> tuple[str, ...]:
    """The last board, even if the rules have cleared it since, and the result."""
    if view.rules.wording.last_board is None:
        return play_pieces(view, table, layouts)
    return play_pieces(view, table, layouts, board=game.last_board(view.seat))


def play_pieces(
    view: View,
    table: TableSnapshot,
    layouts: Sequence[str],
    lit: Collection[str] = (),
    picked: Collection[str] = (),
    board: View | None = None,
) -> tuple[str, ...]:
    """The board in each layout, and what lies beside it, as HTML in pieces.

    `board`: the board of another moment; a line below it says so.
    """
    faces = tuple([seat.number for seat in table.seats if seat.bot])
    return drawn_pieces(view, faces, layouts, lit, picked, board)


def drawn_pieces(
    view: View,
    faces: tuple[int, ...],
    layouts: Sequence[str],
    lit: Collection[str] = (),
    picked: Collection[str] = (),
    board: View | None = None,
) -> tuple[str, ...]:
    """The same, with faces for some seats."""
    drawn: list[str] = []
    shown = board or view
    said = _("The last board, with everything revealed") if board else ""
    below = f'<p class="note">{escape(said)}</p>' if said else ""
    for layout in layouts:
        pieces = shown.board_pieces(narrow=layout == "narrow", lit=lit, picked=picked)
        drawn += (f'<div class="board {layout}" id="board-{layout}">', *pieces, f"{below}</div>\n")
    art = art_address(view.game)
    side = view.side_pieces(art=art, faces=faces, lit=lit, picked=picked)
    if side:
        said = _("Beside the board")
        begin = f'<section class="side" id="side" tabindex="0" aria-label="{escape(said)}">'
        drawn += (begin, *side, "</section>\n")
    return tuple(drawn)


def players(view: View, table: TableSnapshot) -> tuple[ScoreLine, ...]:
    """Everyone who scores, with their points: players first, then neutral parties."""
    return tuple(
        ScoreLine(
            owner if owner < view.players else NEUTRAL,
            name,
            view.scores[owner],
            view.ranks[owner] if view.over else 0,
            owner in view.actors,
            table.seats[owner].bot if owner < view.players else "",
        )
        for owner, name in enumerate(view.owner_names())
    )


def outcome(players: Sequence[ScoreLine]) -> str:
    """Who won. If a neutral party is first, nobody won, and the sentence says who is ahead."""
    seated = [one for one in players if one.seat != NEUTRAL]
    first = ", ".join(one.name for one in players if one.rank == 1)
    best = min(one.rank for one in seated)
    names = [one.name for one in seated if one.rank == best]
    if best == 1 and len(names) == 1:
        sentence = _("{names} wins")
    elif best == 1:
        sentence = _("{names} win together")
    elif len(names) == 1:
        sentence = _("{first} is first; {names} is the best of the players")
    else:
        sentence = _("{first} is first; {names} are equal")
    return sentence.format(names=", ".join(names), first=first)


def chapters(told: Sequence[Told]) -> tuple[Chapter, ...]:
    """The story, grouped by where the game stood, newest part first."""
    return tuple(
        Chapter(heading, tuple(line for one in group for line in one.sentences))
        for heading, group in groupby(told, key=lambda one: one.heading)
    )[::-1]


def _since(game: Game, seat: int) -> tuple[str, ...]:
    """What happened since a seat's last turn, including that turn; the newest moment first."""
    last = game.last_of(seat)
    if last is None:
        return ()
    while last and game.move_at(last - 1).seat == seat:
        last -= 1  # a turn may consist of several decisions
    return tuple(line for one in reversed(game.story(seat, last)) for line in one.sentences)
