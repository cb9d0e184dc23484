"""The store: people, tables, and the log of events, which is the source of truth for every game."""

from kerys.server.store.database import Database
from kerys.server.store.models import (
    Base,
    Event,
    LessonDone,
    Letter,
    Message,
    Person,
    Process,
    PuzzleRating,
    PuzzleTry,
    Seat,
    Session,
    SiteKey,
    Solver,
    Subscription,
    Table,
    Token,
)

__all__ = [
    "Base",
    "Database",
    "Event",
    "LessonDone",
    "Letter",
    "Message",
    "Person",
    "Process",
    "PuzzleRating",
    "PuzzleTry",
    "Seat",
    "Session",
    "SiteKey",
    "Solver",
    "Subscription",
    "Table",
    "Token",
]
