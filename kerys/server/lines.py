"""Lines: what could have been decided in a finished game, tried and kept."""

from __future__ import annotations

import re
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.server.authority import Authority
from kerys.server.chat import CONTROLS
from kerys.server.identity import Asker, Identities
from kerys.server.kept_lines import kept_variations
from kerys.server.owned_table import OwnedTable
from kerys.server.people import present
from kerys.server.snapshots import table_snapshot
from kerys.server.store import KeptLine, Table
from kerys.server.visits import Visit, entered
from kerys.table.errors import GameError, SeatError
from kerys.table.game import Game
from kerys.table.parsing import shown
from kerys.table.variations import decision_texts, push_exactly, with_line

MOST_LINE = 100
"""How many decisions a line can have: its address holds all of them."""
MOST_KEPT, MOST_KEPT_EACH = 32, 16
"""How many lines can be kept with a game, by everyone together and by each player."""
DECISION = re.compile(r"([0-9]) (\S.{0,199})", re.ASCII)


class Line(NamedTuple):
    """A line as an address holds it."""

    at: int
    """The ply of the game that it starts from."""
    decisions: tuple[str, ...] = ()
    """Seat and move of each decision: `0 bid 4+2`."""


def tried(game: Game, line: Line) -> Game:
    """A game that has gone on with a line; an error says which decision can't be made."""
    if not game.over:
        raise GameError(_("Lines can be tried once the game is over."))
    if len(line.decisions) > MOST_LINE:
        raise GameError(_("A line can have at most {most} decisions.").format(most=MOST_LINE))
    going = game.fork(line.at)
    for decision in line.decisions:
        found = DECISION.fullmatch(decision)
        if found is None:
            raise GameError(
                _(
                    "'{text}' isn't a decision of a line: write the seat, counted from 0, and the "
                    "move."
                ).format(text=shown(decision))
            )
        try:
            push_exactly(going, int(found[1]), found[2])
        except GameError as error:
            raise GameError(
                _("Decision {number} of this line can't be made. {problem}").format(
                    number=going.ply + 1, problem=error
                )
            ) from error
    return going


def line_of(game: Game, at: int) -> Line:
    """The line that a game has played from a ply on."""
    decisions = decision_texts(game)[at:]
    return Line(at, tuple(f"{seat} {text}" for seat, text in decisions))


class Lines:
    """The lines that players keep with their finished games."""

    def __init__(self, authority: Authority, identities: Identities) -> None:
        self.authority = authority
        self.identities = identities

    def keep(self, asker: Asker, table_id: str, line: Line, comment: str) -> None:
        """Keep a line with its game, for everyone who sees it and in its record."""
        identity = self.identities.identify(asker)
        comment = " ".join(CONTROLS.sub(" ", comment).split())

        def check(visit: Visit, owned: OwnedTable) -> Line:
            _check_player(visit)
            game, going = owned.begun, tried(owned.begun, line)
            with_line(game, kept_variations(owned), going, comment)
            ply = line.at
            while going.move_at(ply) == game.move_at(ply):
                ply += 1  # it starts where it leaves the game
            return line_of(going, ply)

        found = self.authority.visit(table_id, lambda table: entered(table, identity), check)

        def change(session: Session, row: Table) -> Visit:
            visit = entered(table_snapshot(row), identity)
            _check_player(visit)
            assert visit.person is not None
            present(session, visit.person)
            _check_number(session, table_id, visit.person.id)
            decisions = [one.split(" ", 1) for one in found.decisions]
            session.add(
                KeptLine(
                    table_id=table_id,
                    person_id=visit.person.id,
                    name=row.seats[visit.seat].name,
                    ply=found.at,
                    decisions=[[int(seat), text] for seat, text in decisions],
                    comment=comment,
                )
            )
            return visit

        self.authority.change(table_id, change, lambda _visit, _owned: None)

    def remove(self, asker: Asker, table_id: str, number: int) -> None:
        """Remove a line: by the player who kept it, or by the creator of the table."""
        identity = self.identities.identify(asker)

        def change(session: Session, row: Table) -> Visit:
            visit = entered(table_snapshot(row), identity)
            found = session.get(KeptLine, number)
            if found is None or found.table_id != table_id:
                raise GameError(_("This line isn't kept any more."))
            if visit.person is None or visit.person.id not in (found.person_id, row.host_id):
                raise SeatError(
                    _("A line can be removed by its player and by the creator of the table.")
                )
            session.delete(found)
            return visit

        self.authority.change(table_id, change, lambda _visit, _owned: None)


def _check_player(visit: Visit) -> None:
    """Refuse people who didn't play."""
    if visit.seat == SPECTATOR:
        raise SeatError(_("Only players at this table can keep a line with it."))


def _check_number(session: Session, table_id: str, person_id: int) -> None:
    """Refuse too many lines."""
    here = select(func.count()).where(KeptLine.table_id == table_id)
    if (session.scalar(here) or 0) >= MOST_KEPT:
        raise GameError(
            _("{number} lines are kept with this game: remove one first.").format(number=MOST_KEPT)
        )
    if (session.scalar(here.where(KeptLine.person_id == person_id)) or 0) >= MOST_KEPT_EACH:
        raise GameError(
            _("You have kept {number} lines with this game: remove one first.").format(
                number=MOST_KEPT_EACH
            )
        )
