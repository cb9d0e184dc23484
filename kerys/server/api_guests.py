"""The API for people without an account: a new guest with a key, and what an invitation is for."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException
from pydantic import Field

from kerys.server.api import Problem, Strict
from kerys.server.guest_names import guest_name
from kerys.server.pages.common import From, Here
from kerys.server.passwords import PeopleError, SignInError

routes = APIRouter(prefix="/api", tags=["play"])


class NewGuest(Strict):
    """A guest to create."""

    name: str = Field(default="", description="If it is empty, the site chooses a name.")


@routes.post(
    "/guests",
    status_code=201,
    responses={
        422: {"model": Problem, "description": "The name can't be used; the sentence says why."},
        429: {"model": Problem, "description": "Too many new guests from this address."},
    },
)
def make_guest(site: Here, address: From, wanted: NewGuest) -> dict[str, Any]:
    """Become a guest, without a key: the answer holds your name and your key. Keep the key."""
    try:
        person, key = site.people.welcome_program(wanted.name or guest_name(), address)
    except SignInError as error:
        raise HTTPException(429, str(error)) from error
    except PeopleError as error:
        raise HTTPException(422, str(error)) from error
    return {"name": person.name, "key": key}


@routes.get(
    "/invitations/{invitation}",
    responses={404: {"model": Problem, "description": "There is no such invitation."}},
)
def invitation(site: Here, invitation: str) -> dict[str, Any]:
    """The seat that an invitation is for; `/i/INVITATION` is its link. It needs no key."""
    seat = site.tables.invited(invitation)
    table = site.tables.look(seat.table_id, None, invitation)
    free = not seat.bot and seat.person_id is None
    return {"table": table.id, "game": table.game, "seat": seat.number, "free": free}
