"""What the API shows of a table to one seat: the whole table, or its changes."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from msgspec.json import encode

from kerys.kernel.contract import SPECTATOR, State
from kerys.locale import language, speaking
from kerys.server.owned_table import OwnedTable
from kerys.server.permissions import is_asked, seat_of
from kerys.server.snapshots import LogEvent, TableSnapshot
from kerys.server.store import Person
from kerys.study.advice import Advice
from kerys.table.record import visible_decision
from kerys.table.story import Moment, Told
from kerys.table.summary import Summary
from kerys.table.view import View


def plain_table(table: TableSnapshot, person: Person | None) -> dict[str, Any]:
    """A table in plain values, for one person."""
    hosts = person is not None and table.host_id == person.id
    return {
        **_about(table, hosts),
        "seat": seat_of(table, person),
        "my_turn": is_asked(table, person),
    }


def _about(table: TableSnapshot, hosts: bool) -> dict[str, Any]:
    """A table in plain values; with invitations for its creator."""
    seats = []
    for seat in table.seats:
        plain: dict[str, Any] = {
            "name": seat.name,
            "bot": seat.bot,
            "free": not seat.bot and seat.person_id is None,
        }
        if plain["free"] and hosts:
            plain["invitation"] = seat.invitation
        seats.append(plain)
    return {
        "id": table.id,
        "game": table.game,
        "options": table.options,
        "status": table.status,
        "version": table.version,
        "seats": seats,
        "commitment": table.commitment,
        "asks": table.asks,
    }


@dataclass(frozen=True)
class ApiEyes:
    """A program's view of a table."""

    seat: int
    hosts: bool = False
    """Whether its owner created the table."""
    features: bool = False
    """Whether it wants the observation fields for learning programs."""
    language: str = "en"
    moments: bool = False
    """Whether it draws and tells the game itself, from the seat's records and the story."""

    def remember(self, owned: OwnedTable) -> None:
        """Nothing: events contain everything that is needed."""

    def whole(self, owned: OwnedTable, remembered: None = None) -> bytes:
        """The table with everything that the seat may know about the game now."""
        return encode({"type": "table", **self.seen(owned)})

    def seen(self, owned: OwnedTable) -> dict[str, Any]:
        """The same in plain values."""
        found = {**_about(owned.known, self.hosts), "seat": self.seat, "my_turn": False}
        if self.moments:
            found["rules_revision"] = owned.known.rules_revision
            found["messages"] = [{"name": one.name, "text": one.text} for one in owned.messages]
        if owned.game is not None:
            view = owned.game.view(self.seat)
            found |= self._now(owned, view)
            found["heading"] = view.heading(self.language)
            found["question"] = view.question(self.language)
            if self.moments:
                found["names"] = owned.game.names
                found["told"] = self._story(owned)
        return found

    def change(
        self, owned: OwnedTable, events: Sequence[LogEvent], remembered: None
    ) -> tuple[bytes, None]:
        """What has changed; for a game, what was decided and what is asked now."""
        game, seat = owned.game, self.seat
        if game is None or not events:
            return self.whole(owned), None
        view = game.view(seat)
        if self.features or self.moments or seat in view.actors or seat == events[0].seat:
            return self._change(owned, events, view), None
        # Everyone who isn't asked gets the same, unless they see different points.
        key = "change", view.scores, view.over and view.ranks
        told: bytes | None = owned.shared.get(key)
        if told is None:
            told = owned.shared[key] = self._change(owned, events, view)
        return told, None

    def _change(self, owned: OwnedTable, events: Sequence[LogEvent], view: View) -> bytes:
        """The same, from the seat's view."""
        change: dict[str, Any] = {
            "type": "change",
            "version": owned.known.version,
            **self._now(owned, view),
            "moves": _moves(owned, events, self.seat),
        }
        if self.moments:
            change |= self._happened(owned, events)
        return encode(change)

    def _happened(self, owned: OwnedTable, events: Sequence[LogEvent]) -> dict[str, Any]:
        """What happened, moment by moment; after an undo, the whole story again."""
        if events[0].kind == "undo":
            return {"moments": [], "told": self._story(owned)}
        if events[0].kind == "ask":
            return {"moments": []}
        game = owned.begun
        with speaking(self.language):
            found = game.moments(self.seat, game.ply - len(events))
        return {"moments": [_plain_moment(one) for one in found]}

    def _story(self, owned: OwnedTable) -> list[dict[str, Any]]:
        """What has happened so far, in words."""
        with speaking(self.language):
            return [_plain_told(one) for one in owned.begun.story(self.seat)]

    def _now(self, owned: OwnedTable, view: View) -> dict[str, Any]:
        """What the seat sees of a game now, in plain values."""
        actors = view.actors
        found: dict[str, Any] = {
            "status": "running" if actors else "over",
            "my_turn": self.seat in actors,
            "state": owned.events,
            "revision": view.revision,
            "ply": view.ply,
            "actors": actors,
            "scores": view.scores,
            "legal": view.legal_texts(),
        }
        if not actors:
            found["ranks"] = view.ranks
        if owned.known.asks:
            found["asks_left"] = [owned.asks_left(seat) for seat in range(view.players)]
        if self.moments:
            found["record"] = _plain_record(view.state)
            found["may_undo"] = not view.over and owned.may_undo(self.seat)
        if self.features:
            features = np.zeros(view.rules.observation_size, np.float32)
            view.rules.observe(view.state, self.seat, features)
            found["features"] = features.tolist()
            found["codes"] = [action.code for action in view.legal]
        return found


def _moves(owned: OwnedTable, events: Sequence[LogEvent], seat: int) -> list[dict[str, Any]]:
    """What was decided, as a seat may read it; an undo or a question has no move."""
    if events[0].kind != "move":
        return [{"seat": event.seat, events[0].kind: True} for event in events]
    # Everyone except the player who made a decision reads the same text.
    reader = seat if seat == events[0].seat else SPECTATOR
    found: list[dict[str, Any]] | None = owned.shared.get(("moves", reader))
    if found is None:
        game = owned.begun
        first = game.ply - len(events)
        found = owned.shared["moves", reader] = [
            {"seat": event.seat, "move": visible_decision(game, first + index, reader)}
            for index, event in enumerate(events)
        ]
    return found


def _plain_record(state: State) -> str:
    """A redacted record as text."""
    return b64encode(state.tobytes()).decode()


def _plain_told(told: Told) -> dict[str, Any]:
    """What one step did, in plain values."""
    return {"ply": told.ply, "heading": told.heading, "sentences": told.sentences}


def _plain_moment(moment: Moment) -> dict[str, Any]:
    """The same with what the seat could see afterwards."""
    return {**_plain_told(moment.told), "record": _plain_record(moment.state)}


def plain_advice(advice: Advice, left: int) -> dict[str, Any]:
    """The master's answer in plain values; points are compared with the first move."""
    return {
        "answers": [
            {
                "move": one.move,
                "first": one.first,
                "does": one.does,
                "worth": one.worth,
                "chance": round(one.chance, 3),
                "points": round(one.points, 1),
                "share": None if one.share is None else round(one.share, 2),
            }
            for one in advice.suggestions
        ],
        "why": advice.why,
        "facts": [{"title": one.title, "lines": one.lines} for one in advice.facts],
        "left": left,
    }


def plain_summary(summary: Summary) -> dict[str, Any]:
    """The summary of a round in plain values."""
    return {
        "title": summary.title,
        "heading": summary.heading,
        "columns": summary.columns,
        "rows": [
            {
                "owner": row.owner,
                "name": row.name,
                "cells": [[item._asdict() for item in cell] for cell in row.cells],
                "parts": [part._asdict() for part in row.parts],
                "total": row.total,
            }
            for row in summary.rows
        ],
        "note": summary.note,
    }


def api_eyes(
    table: TableSnapshot, person: Person | None, features: bool = False, moments: bool = False
) -> ApiEyes:
    """The view that a person's program has of a table."""
    seat = seat_of(table, person)
    hosts = person is not None and table.host_id == person.id
    return ApiEyes(seat, hosts, features and seat != SPECTATOR, language(), moments)
