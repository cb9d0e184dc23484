"""What the tests of reviews share: finished games, and reviews with hardly any thought."""

from __future__ import annotations

import random

from kerys.server.reviews import KeptReview
from kerys.server.site import Site
from kerys.server.store import Person, ReviewedPly
from kerys.server.store import Review as Row
from kerys.study.review import PlyReview
from kerys.study.review.plain import ply_to_plain
from kerys.study.review.reviewer import Reviewer
from kerys.table.game import Game
from tests.server.tools import play, table_for

FACTOR = 0.1
"""How much of the usual effort is enough for tests."""
DEPTH = "quick"
SEED = 1


def finished(site: Site, people: list[Person], game: str = "mykerinos", seed: int = 5) -> str:
    """A table with a finished game."""
    table_id = table_for(site, people, game)
    play(site.authority, table_id, random.Random(seed))
    return table_id


def ask(
    site: Site, person: Person, table_id: str, seat: int | None = None, depth: str = DEPTH
) -> KeptReview:
    """Ask for a review."""
    return site.visits.look(
        person, table_id, lambda visit, owned: site.reviews.ask(visit, owned, seat, depth)
    )


def kept_of(site: Site, table_id: str) -> list[KeptReview]:
    """The reviews of a table."""
    with site.authority.holding(table_id) as owned:
        return list(site.reviews.of(owned))


def reviewer_of(game: Game, seats: tuple[int, ...], seed: int) -> Reviewer:
    """A reviewer that hardly thinks."""
    reviewer = Reviewer(game, seats, DEPTH, seed)
    reviewer.effort = reviewer.effort.times(FACTOR)
    return reviewer


def reviewed(site: Site, table_id: str, asker: Person, until: int | None = None) -> list[PlyReview]:
    """Store a review of all seats, or its beginning, as if it had been worked out."""
    with site.authority.holding(table_id) as owned:
        game = owned.begun.copy()
    reviewer = reviewer_of(game, tuple(range(game.players)), SEED)
    found = [reviewer.at(ply) for ply in reviewer.plies[:until]]
    with site.database.writing() as session:
        row = Row(
            table_id=table_id,
            seats=(1 << game.players) - 1,
            depth=DEPTH,
            seed=SEED,
            state="done" if until is None else "waiting",
            person_id=asker.id,
        )
        row.plies = [ReviewedPly(ply=one.ply, found=ply_to_plain(one)) for one in found]
        session.add(row)
    site.authority.drop(table_id)
    return found
