"""Reviews of finished games: who may ask for one, and what has been found so far.

A review is worked out by the process that owns its table, which also answers all requests about it:
what is in memory there is what is in the database.
"""

from __future__ import annotations

import pickle
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from kerys.locale import _
from kerys.server.limits import check_reviews
from kerys.server.line_judge import LineJudge
from kerys.server.owned_table import OwnedTable
from kerys.server.people import present
from kerys.server.permissions import may_ask_for_review
from kerys.server.settings import Settings
from kerys.server.store import Database, ReviewedPly
from kerys.server.store import Review as Row
from kerys.server.store.models import now
from kerys.server.visits import Visit
from kerys.study.review import DEPTHS, PlyReview, Review
from kerys.study.review.depths import depth_called
from kerys.study.review.errand import ReviewErrand
from kerys.study.review.plain import ply_from_plain, ply_to_plain
from kerys.study.review.summing_up import sum_up
from kerys.table.checks import check_seat
from kerys.table.errors import GameError, SeatError
from kerys.table.game import Game

KEY = "reviews"
"""Where the reviews are found among what is remembered of a table."""
WAITING, DONE, FAILED = "waiting", "done", "failed"


class NotOver(GameError):  # noqa: N818 - the name says what it is
    """A running game keeps its secrets."""

    def __init__(self) -> None:
        super().__init__(_("Only a finished game can be reviewed, and this one isn't over yet."))


class OnlyForPlayers(SeatError):  # noqa: N818
    """Someone who didn't play asks for a review."""

    def __init__(self) -> None:
        super().__init__(_("Only players at this table can ask for a review."))


class ReviewsBounded(GameError):  # noqa: N818
    """The site doesn't offer such a review."""


@dataclass
class KeptReview:
    """A review as far as it has got; hold its table while you use it."""

    id: int
    seats: tuple[int, ...]
    """Those whose decisions are judged."""
    depth: str
    seed: int
    state: str
    asked: datetime
    found: dict[int, PlyReview] = field(default_factory=dict)
    """By ply."""
    summed: Review | None = None
    """The review of the whole game, once it has been put together."""

    @property
    def done(self) -> bool:
        """Whether everything has been found."""
        return self.state == DONE

    def next_errand(self, game: Game, factor: float) -> ReviewErrand | None:
        """What has to be worked out next; None if nothing is left."""
        ply = next((one for one in range(game.ply) if one not in self.found), None)
        if ply is None:
            return None
        return ReviewErrand(pickle.dumps(game), self.seats, self.depth, self.seed, ply, factor)

    def whole(self, game: Game) -> Review:
        """The review of the whole game."""
        if self.summed is None:
            found = [self.found[ply] for ply in range(game.ply)]
            self.summed = sum_up(game, self.seats, self.depth, self.seed, found)
        return self.summed


class Reviews:
    """All reviews of a site."""

    def __init__(self, database: Database, settings: Settings, line_judge: LineJudge) -> None:
        self.database = database
        self.settings = settings
        self.line_judge = line_judge

    @property
    def depths(self) -> tuple[str, ...]:
        """The depths that people can choose, the least first; none if reviews are switched off."""
        names = tuple(DEPTHS)
        deepest = self.settings.reviews
        return names[: names.index(deepest) + 1] if deepest in names else ()

    def of(self, owned: OwnedTable) -> list[KeptReview]:
        """The reviews of a finished game, the oldest first."""
        if not owned.begun.over:
            raise NotOver
        kept: list[KeptReview] | None = owned.remembered.get(KEY)
        if kept is None:
            kept = owned.remembered[KEY] = self._load(owned.id)
        return kept

    def _load(self, table_id: str) -> list[KeptReview]:
        """The reviews of a table in the database."""
        query = select(Row).where(Row.table_id == table_id).order_by(Row.id)
        with self.database.reading() as session:
            return [
                KeptReview(
                    row.id,
                    seats_of(row.seats),
                    row.depth,
                    row.seed,
                    row.state,
                    row.asked,
                    {one.ply: ply_from_plain(one.found) for one in row.plies},
                )
                for row in session.scalars(query.options(selectinload(Row.plies)))
            ]

    def ask(self, visit: Visit, owned: OwnedTable, seat: int | None, depth: str) -> KeptReview:
        """Ask for a review of one seat's decisions, or of all; hold the table.

        If such a review exists already, this is it.
        """
        seats = self._check(visit, owned, seat, depth)
        kept = self.of(owned)
        found = [one for one in kept if one.depth == depth and set(seats) <= set(one.seats)]
        for one in found:
            if one.state != FAILED:
                return one
        assert visit.person is not None
        with self.database.writing() as session:
            present(session, visit.person)
            check_reviews(session, visit.person, self.settings)
            again = next((one for one in found if one.seats == seats), None)
            if again is not None:
                session.get_one(Row, again.id).state = again.state = WAITING
                return again
            row = Row(
                table_id=owned.id,
                seats=sum(1 << one for one in seats),
                depth=depth,
                seed=secrets.randbits(31),
                state=WAITING,
                person_id=visit.person.id,
                asked=now(),
            )
            session.add(row)
            session.flush()
            made = KeptReview(row.id, seats, depth, row.seed, row.state, row.asked)
        kept.append(made)
        return made

    def _check(
        self, visit: Visit, owned: OwnedTable, seat: int | None, depth: str
    ) -> tuple[int, ...]:
        """The seats to review, if this person may ask for such a review."""
        if not owned.begun.over:
            raise NotOver
        if not may_ask_for_review(visit.table, visit.person):
            raise OnlyForPlayers
        if not self.depths:
            raise ReviewsBounded(_("Reviews are switched off on this site."))
        if depth_called(depth).name not in self.depths:
            raise ReviewsBounded(
                _("This site doesn't offer the depth '{depth}'; choose from {known}.").format(
                    depth=depth, known=", ".join(self.depths)
                )
            )
        players = owned.begun.players
        return tuple(range(players)) if seat is None else (check_seat(seat, players),)

    def keep(self, owned: OwnedTable, review_id: int, found: PlyReview) -> None:
        """Store what was found about a decision, for good; hold the table."""
        kept = self.waiting(owned, review_id)
        if kept is None:
            return
        last = len(kept.found.keys() | {found.ply}) == owned.begun.ply
        with self.database.writing() as session:
            row = session.get(Row, review_id)
            if row is None:
                return
            # Another process may have found the same before this one took over.
            if session.get(ReviewedPly, (review_id, found.ply)) is None:
                plain = ply_to_plain(found)
                session.add(ReviewedPly(review_id=review_id, ply=found.ply, found=plain))
            if last:
                row.state, row.finished = DONE, now()
        kept.found[found.ply] = found
        if last:
            kept.state = DONE

    def fail(self, review_id: int) -> None:
        """Give a review up in the database, until someone asks for it again."""
        with self.database.writing() as session:
            row = session.get(Row, review_id)
            if row is not None and row.state == WAITING:
                row.state = FAILED

    def read_again(self, owned: OwnedTable) -> None:
        """Forget what is in memory about a table's reviews; hold the table."""
        owned.remembered.pop(KEY, None)

    def waiting(self, owned: OwnedTable, review_id: int) -> KeptReview | None:
        """A review that isn't finished; None if it is, or if it is gone."""
        return next(
            (one for one in self.of(owned) if one.id == review_id and one.state == WAITING), None
        )


def best_of(kept: Sequence[KeptReview], seat: int | None) -> KeptReview | None:
    """The review to show first: one of this seat, finished, deep, of many seats."""
    depths = list(DEPTHS)

    def worth(one: KeptReview) -> tuple[bool, bool, int, int, int]:
        return (
            seat is None or seat in one.seats,
            one.done,
            depths.index(one.depth),
            len(one.seats),
            one.id,
        )

    return max(kept, key=worth, default=None)


def seats_of(bits: int) -> tuple[int, ...]:
    """The seats that are set in some bits."""
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
