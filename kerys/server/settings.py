"""The settings of a site."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from kerys.locale import _
from kerys.study.review.depths import DEPTHS

NO_REVIEWS = "none"


class SettingsError(ValueError):
    """A setting is wrong; the message says what would be right."""


def without_password(url: str) -> str:
    """The address of a database, safe to show."""
    return re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url)


def default_database() -> str:
    """A file in this user's data folder."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'kerys' / 'kerys.db'}"


@dataclass(frozen=True)
class Mail:
    """The mail server that sends notifications."""

    host: str
    sender: str
    port: int = 25
    user: str = ""
    password: str = field(default="", repr=False)
    encrypted: bool = False
    """Whether to encrypt the connection (STARTTLS)."""


@dataclass(frozen=True)
class Settings:
    """All settings, checked."""

    database: str
    url: str = ""
    """The public address of the site, for links; otherwise the address that people used."""
    listening: str = "http://127.0.0.1:8000"
    """Where it listens."""
    mail: Mail | None = None
    contact: str = ""
    """The operator's email address, for push services."""
    thinkers: int = 0
    """How many bots think at once, each in its own process; 0: one per core, less one."""
    reviews: str = "standard"
    """The deepest review of a finished game that people can ask for; none switches them off."""
    reviews_per_person: int = 3
    """How many reviews may wait for one person."""
    reviews_in_all: int = 100
    """How many reviews may wait on the whole site."""
    review_factor: float = 1.0
    """How many worlds reviews imagine, compared with the usual number."""
    private_webhooks: bool = False
    """Whether notifications may go to addresses inside the site's own network."""
    workers: int = 1
    """How many processes answer requests; more than one requires PostgreSQL."""
    inside: str = "127.0.0.1"
    """The address at which other processes of the site reach this machine."""
    worker: str = ""
    """The beginning of this process's name, if it is one of several workers."""
    process_url: str = ""
    """Where other processes of the site reach this one."""

    def __post_init__(self) -> None:
        if not self.database.startswith(("sqlite:///", "postgresql://")):
            raise SettingsError(
                _("The database must be sqlite:///FILE or postgresql://..., not '{url}'.").format(
                    url=without_password(self.database)
                )
            )
        if self.url and not _is_address(self.url):
            raise SettingsError(
                _(
                    "The address of the site must begin with http:// or https://, not '{url}'."
                ).format(url=self.url)
            )
        if self.contact and not _is_mail_address(self.contact):
            raise SettingsError(
                _("The contact must be an email address, not '{contact}'.").format(
                    contact=self.contact
                )
            )
        if self.reviews not in (NO_REVIEWS, *DEPTHS):
            raise SettingsError(
                _("Reviews must be {known} or {none}, not '{given}'.").format(
                    known=", ".join(DEPTHS), none=NO_REVIEWS, given=self.reviews
                )
            )
        if self.workers > 1 and not self.postgres:
            raise SettingsError(
                _("Several workers need a database that they can share: give --db postgresql://...")
            )

    @property
    def secure(self) -> bool:
        """Whether people reach the site by https."""
        return self.url.startswith("https://")

    @property
    def push_contact(self) -> str:
        """Where push services can reach the operator: by email, or at the site itself."""
        if self.contact or self.mail is not None:
            sender = parseaddr(self.mail.sender)[1] if self.mail else ""
            return f"mailto:{self.contact or sender}"
        return self.url if self.secure else "mailto:kerys@localhost"

    @property
    def postgres(self) -> bool:
        """Whether the database is PostgreSQL, which several processes can share."""
        return self.database.startswith("postgresql://")


def _is_address(url: str) -> bool:
    """Whether a site can be reached at an address."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and " " not in url
    except ValueError:
        return False


def _is_mail_address(text: str) -> bool:
    """Whether a text can be an email address."""
    name, _at, host = text.partition("@")
    return bool(name and host) and text.isprintable() and not set(text) & set(' <>,;:"')
