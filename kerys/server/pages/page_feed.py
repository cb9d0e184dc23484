"""What is pushed to the pages of a table: the parts that have changed, as each page shows them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2s
from typing import Any

from jinja2 import Environment
from msgspec.json import encode

from kerys.locale import language, speaking
from kerys.server.owned_table import OwnedTable
from kerys.server.pages.questions import questions_at
from kerys.server.pages.table_parts import Looker, Part, Parts, Sight, draw_parts, frame, mark_of
from kerys.server.pages.table_view import LAYOUTS, show
from kerys.server.pages.text_delta import chunks_of, delta
from kerys.server.permissions import may_close, seat_of
from kerys.server.site import Site
from kerys.server.snapshots import LogEvent, TableSnapshot
from kerys.server.store import Person

PROCESS = secrets.token_hex(8)
"""Names this process. Another one may draw parts differently, so its pushes don't fit here."""


MOST_UNFOLDED = 16


@dataclass(frozen=True)
class Remembered:
    """A page as last pushed."""

    about: dict[str, Any]
    parts: Parts
    frame: list[str]
    status: str
    ply: int


@dataclass(frozen=True)
class PageEyes:
    """The view of a page."""

    who: Looker
    language: str
    layouts: tuple[str, ...] = LAYOUTS
    unfolded: tuple[str, ...] = ()
    """The panels that are open."""
    templates: Environment = field(compare=False, repr=False, kw_only=True)

    @property
    def base(self) -> str:
        """Identifies what this view has been sent: changes apply only to that."""
        return blake2s(f"{PROCESS} {self!r}".encode(), digest_size=8).hexdigest()

    @property
    def page_of(self) -> int:
        """The seat of the person who has the page open."""
        return self.who.seat

    def look(self, owned: OwnedTable, told_since: int = 0) -> Sight:
        """What the page shows now; of the story, only what came after a ply."""
        return self._sight(owned, None, self.unfolded, told_since)

    def look_without_script(self, owned: OwnedTable, picks: Sequence[str]) -> Sight:
        """The same for a page that may have no scripts: with all panels, and choices as links."""
        return self._sight(owned, picks, None)

    def _sight(
        self,
        owned: OwnedTable,
        picks: Sequence[str] | None,
        unfolded: Sequence[str] | None,
        told_since: int = 0,
    ) -> Sight:
        """What the page shows, given the picks of a page without scripts and the open panels."""
        if owned.game is None:
            return Sight(owned.known, owned.messages)
        return Sight(
            owned.known,
            owned.messages,
            shown=show(owned, self.who.seat, picks, self.layouts, unfolded),
            told=owned.game.story(self.who.seat, told_since),
            ply=owned.game.ply,
            questions=questions_at(owned, self.who.seat),
        )

    def remember(self, owned: OwnedTable) -> Remembered:
        """The whole page."""
        with speaking(self.language):
            sight = self.look(owned)
            parts = draw_parts(self.templates, self.who, sight, {})
            framed = frame(self.templates, sight, parts)
            return Remembered(_about(sight), parts, framed, sight.table.status, sight.ply)

    def whole(self, owned: OwnedTable, remembered: Remembered) -> bytes:
        """All parts."""
        whole = {name: _entire(name, part) for name, part in remembered.parts.items()}
        beside = {"base": self.base, "frame": remembered.frame, "parts": whole}
        return encode(remembered.about | beside)

    def change(
        self, owned: OwnedTable, events: Sequence[LogEvent], remembered: Remembered
    ) -> tuple[bytes, Remembered]:
        """The parts that have changed, each as a delta."""
        before, told_since = remembered.parts, remembered.ply
        if any(event.kind == "undo" for event in events):
            before = {name: part for name, part in before.items() if name != "log"}
            told_since = 0
        with speaking(self.language):
            sight = self.look(owned, told_since)
            about = _about(sight)
            parts = draw_parts(self.templates, self.who, sight, before)
            told, framed = dict(about), remembered.frame
            if about["choice"] == remembered.about["choice"]:
                del told["choice"]  # the page already has it
            status = sight.table.status
            if list(parts) != list(remembered.parts) or status != remembered.status:
                framed = told["frame"] = frame(self.templates, sight, parts)
        changes: dict[str, Sequence[Any]] = {}
        for name, part in parts.items():
            old = remembered.parts.get(name)
            if old is None:
                changes[name] = _entire(name, part)
            elif old is not part and old.pieces != part.pieces:
                changes[name] = delta(old.pieces, part.pieces, mark_of(name))
        told["parts"] = changes
        if told_since == remembered.ply:  # nothing was undone
            told["told"] = [one.sentences for one in sight.told]
        return encode(told), Remembered(about, parts, framed, status, sight.ply)


def _entire(name: str, part: Part) -> list[str]:
    """A whole part, for a page that has none of it: the glue between chunks, then the chunks."""
    return ["", *chunks_of(part.pieces, mark_of(name))]


def _about(sight: Sight) -> dict[str, Any]:
    """The state of the table, for the script."""
    told: dict[str, Any] = {
        "version": sight.table.version,
        "status": sight.table.status,
        "title": sight.title,
        "choice": None,
    }
    if sight.shown is not None:
        told |= {
            "state": sight.shown.events,
            "revision": sight.shown.view.revision,
            "ply": sight.ply,
            "rounds": sight.shown.rounds,
            "choice": sight.shown.choice,
        }
    return told


def page_eyes(
    site: Site,
    table: TableSnapshot,
    person: Person | None,
    layout: str,
    url: str,
    unfolded: Sequence[str] = (),
) -> PageEyes:
    """The view of a person's page; `unfolded` names the panels that are open."""
    waits = table.status == "open"
    hosts = person is not None and table.host_id == person.id
    who = Looker(
        seat_of(table, person),
        hosts if waits else may_close(table, person),
        known=person is not None or not waits,
        url=url if waits else "",
    )
    layouts = (layout,) if layout in LAYOUTS else LAYOUTS
    looked_at = tuple(sorted(set(unfolded)))[:MOST_UNFOLDED]
    return PageEyes(who, language(), layouts, looked_at, templates=site.templates)
