"""Your account: a name, an account for several devices, keys for programs."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from kerys.locale import _
from kerys.server.pages.common import (
    COOKIE,
    MOST_FIELD,
    Filled,
    From,
    Here,
    Who,
    go_to,
    own_path,
    page,
    site_of,
    welcomed,
    with_cookie,
)
from kerys.server.passwords import PeopleError
from kerys.server.people import SeatedTwiceError, check_login, tidy_name
from kerys.server.store import Person
from kerys.server.table_errors import NoTable
from kerys.table.errors import GameError

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)
Back = Annotated[str, Query(alias="next", max_length=MOST_FIELD)]


@routes.get("/account")
def account(request: Request, who: Who, back: Back = "") -> Response:
    """The account page; after signing in, people return to the page they came from."""
    return _shown(request, who, given={"next": back} if back else None)


def _shown(
    request: Request,
    who: Person | None,
    problem: str = "",
    token: str = "",
    given: dict[str, str] | None = None,
    done: str = "",
    twice: bool = False,
) -> Response:
    """The page with the outcome of a form; what was typed stays, except passwords."""
    site = request.app.state.site
    return page(
        request,
        "account.html",
        who,
        422 if problem else 200,
        tokens=site.people.tokens(who) if who else [],
        mail=site.settings.mail is not None,
        problem=problem,
        token=token,
        given=given or {},
        done=done,
        twice=twice,
    )


@routes.post("/account")
def change(request: Request, site: Here, who: Who, address: From, form: Filled) -> Response:
    """Change the name, the address or the colours."""
    person, cookie = who, None
    try:
        name = tidy_name(form.get("name", who.name if who else ""))
        person, cookie = welcomed(request, who, name)
        before = person.email
        person = site.people.change(
            person,
            name=name,
            email=form.get("email", before),
            theme=form.get("theme", person.theme),
        )
        if person.email not in ("", before) and site.settings.mail is not None:
            site.notices.ask(person, address)
        site.tables.rename(person)
        answer: Response = go_to("/account")
    except PeopleError as error:
        answer = _shown(request, person, str(error), given=form)
    return with_cookie(request, answer, cookie)


@routes.post("/account/name")
def rename(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Change the name from any page, then return to that page."""
    if who is None:
        return go_to("/account")
    try:
        name = tidy_name(form.get("name", ""))
        person = site.people.change(who, name=name, email=who.email, theme=who.theme)
        site.tables.rename(person)
    except PeopleError as error:
        return _shown(request, who, str(error), given=form)
    return go_to(own_path(form.get("next", "/")))


@routes.post("/account/mail")
def ask_again(request: Request, site: Here, who: Who, address: From) -> Response:
    """Send the confirmation email again, in case the first one didn't arrive."""
    if who is None or not who.email or who.confirmed or site.settings.mail is None:
        return go_to("/account")
    try:
        site.notices.ask(who, address)
    except PeopleError as error:
        return _shown(request, who, str(error))
    return _shown(request, who, done=_("We have sent another email."))


@routes.get("/mail/{word}")
def asked(request: Request, who: Who, word: str) -> Response:
    """Ask the reader of an email address whether they want notifications."""
    return page(request, "mail.html", who, email=_reader(request, word).email, wanted=None)


@routes.post("/mail/{word}")
def answered(request: Request, site: Here, who: Who, word: str, form: Filled) -> Response:
    """Their answer; one that a mail program sends by itself means no."""
    reader, wanted = _reader(request, word), form.get("wanted") == "yes"
    site.people.answer_mail(reader, wanted)
    return page(request, "mail.html", who, email=reader.email, wanted=wanted)


def _reader(request: Request, word: str) -> Person:
    """The person whose address was sent this secret."""
    reader = site_of(request).people.of_word(word)
    if reader is None:
        raise HTTPException(404)
    return reader


@routes.post("/account/make")
def make(request: Request, site: Here, who: Who, address: From, form: Filled) -> Response:
    """Turn a guest into an account."""
    person, cookie = who, None
    try:
        login = check_login(form.get("login", ""), form.get("password", ""))
        person, cookie = welcomed(request, who, login)
        site.people.make_account(person, login, form.get("password", ""), address)
        answer: Response = go_to("/account")
    except PeopleError as error:
        answer = _shown(request, person, str(error), given=form)
    return with_cookie(request, answer, cookie)


@routes.post("/account/in")
def sign_in(request: Request, site: Here, who: Who, address: From, form: Filled) -> Response:
    """Sign in on this device."""
    login, password = form.get("login", ""), form.get("password", "")
    try:
        try:
            cookie = site.people.sign_in(login, password, who, address)
        except SeatedTwiceError as error:
            if who is None or not form.get("leave"):
                raise
            for table_id in error.tables:
                with suppress(NoTable):
                    site.tables.leave(who, table_id)
            cookie = site.people.sign_in(login, password, who, address)
    except GameError as error:
        return _shown(
            request, who, str(error), given=form, twice=isinstance(error, SeatedTwiceError)
        )
    return with_cookie(request, go_to(own_path(form.get("next", "/"))), cookie)


@routes.post("/account/out")
def sign_out(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Sign out on this device, or on all of them."""
    if who is not None and who.login is None:
        return _shown(
            request,
            who,
            _("A guest who signs out can't come back: create an account first."),
        )
    if who is not None and form.get("everywhere"):
        site.people.sign_out_everywhere(who)
    site.people.sign_out(request.cookies.get(COOKIE, ""))
    answer = go_to("/")
    answer.delete_cookie(COOKIE)
    return answer


@routes.post("/account/password")
def change_password(
    request: Request, site: Here, who: Who, address: From, form: Filled
) -> Response:
    """Change the password, and sign out the other devices."""
    if who is None or who.login is None:
        return _shown(request, who, _("Create an account first: a guest has no password."))
    try:
        site.people.change_password(
            who,
            form.get("password", ""),
            form.get("new", ""),
            request.cookies.get(COOKIE, ""),
            address,
        )
    except PeopleError as error:
        return _shown(request, who, str(error))
    done = _("Your password is changed, and your other devices are signed out.")
    return _shown(request, who, done=done)


@routes.post("/account/token")
def make_token(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Create a key for a program; it is shown once."""
    if who is None:
        return _shown(request, who, _("Enter your name first."))
    try:
        token = site.people.make_token(who, form.get("label", ""))
    except PeopleError as error:
        return _shown(request, who, str(error), given=form)
    return _shown(request, who, token=token)


@routes.post("/account/token/drop")
def drop_token(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Revoke a key."""
    if who is not None:
        site.people.drop_token(who, form.get("digest", ""))
    return go_to("/account")
