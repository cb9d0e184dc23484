"""Which lessons a person has finished: stored with the person, and also in the browser."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import select
from sqlalchemy.orm import Session as Connected

from kerys.server.people import present
from kerys.server.store import Database, LessonDone, Person


class LessonsDone:
    """The finished lessons of all people on a site."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def of(self, person: Person | None, game: str) -> frozenset[str]:
        """The lessons of a game that a person has finished; none if the person is unknown."""
        if person is None:
            return frozenset()
        with self.database.reading() as session:
            return frozenset(_found(session, person.id, game))

    def add(self, person: Person | None, game: str, lessons: Collection[str]) -> None:
        """Store that a person has finished lessons; nothing is stored for an unknown person."""
        if person is None or set(lessons) <= self.of(person, game):
            return
        with self.database.writing() as session:
            present(session, person, to_change=True)
            known = set(_found(session, person.id, game))
            for lesson in dict.fromkeys(lessons):
                if lesson not in known:
                    session.add(LessonDone(person_id=person.id, game=game, lesson=lesson))


def _found(session: Connected, person_id: int, game: str) -> Collection[str]:
    """The names of finished lessons."""
    query = select(LessonDone.lesson).where(LessonDone.person_id == person_id)
    return session.scalars(query.where(LessonDone.game == game)).all()
