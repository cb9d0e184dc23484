"""The store: people, tables, and the log of events, which is the source of truth for every game."""

from kerys.server.store.database import Database
from kerys.server.store.models import (
    Base,
    Event,
    KeptLine,
    LessonDone,
    Letter,
    Message,
    Person,
    Process,
    Review,
    ReviewedPly,
    Seat,
    Session,
    SiteKey,
    Subscription,
    Table,
    Token,
)

__all__ = [
    "Base",
    "Database",
    "Event",
    "KeptLine",
    "LessonDone",
    "Letter",
    "Message",
    "Person",
    "Process",
    "Review",
    "ReviewedPly",
    "Seat",
    "Session",
    "SiteKey",
    "Subscription",
    "Table",
    "Token",
]
