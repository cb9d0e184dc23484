"""Who I am: a name, an account for several devices, keys for programs."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from kerys.locale import _
from kerys.server.pages.common import (
    COOKIE,
    Filled,
    Here,
    Who,
    go_to,
    own_path,
    page,
    set_cookie,
    welcomed,
)
from kerys.server.people import PeopleError
from kerys.server.store import Person

routes = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


@routes.get("/account")
def account(request: Request, who: Who) -> Response:
    """Everything about oneself."""
    return _shown(request, who)


def _shown(
    request: Request, who: Person | None, problem: str = "", done: str = "", token: str = ""
) -> Response:
    """The page, with what was wrong or what was done."""
    site = request.app.state.site
    return page(
        request,
        "account.html",
        who,
        422 if problem else 200,
        tokens=site.people.tokens(who) if who else [],
        mail=site.settings.mail is not None,
        problem=problem,
        done=done,
        token=token,
    )


@routes.post("/account")
def change(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Another name, address or colours."""
    try:
        person, cookie = welcomed(request, who, form.get("name", ""))
        site.people.change(
            person,
            name=form.get("name", person.name),
            email=form.get("email", person.email),
            theme=form.get("theme", person.theme),
        )
    except PeopleError as error:
        return _shown(request, who, str(error))
    answer = go_to("/account")
    if cookie is not None:
        set_cookie(request, answer, cookie)
    return answer


@routes.post("/account/make")
def make(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Make an account of a guest."""
    try:
        person, cookie = welcomed(request, who, form.get("login", ""))
        site.people.make_account(person, form.get("login", ""), form.get("password", ""))
    except PeopleError as error:
        return _shown(request, who, str(error))
    answer = go_to("/account")
    if cookie is not None:
        set_cookie(request, answer, cookie)
    return answer


@routes.post("/account/in")
def sign_in(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Sign in on this device."""
    try:
        cookie = site.people.sign_in(form.get("login", ""), form.get("password", ""), who)
    except PeopleError as error:
        return _shown(request, who, str(error))
    answer = go_to(own_path(form.get("next", "/")))
    set_cookie(request, answer, cookie)
    return answer


@routes.post("/account/out")
def sign_out(request: Request, site: Here, who: Who) -> Response:
    """Forget this device."""
    if who is not None and who.login is None:
        return _shown(
            request,
            who,
            _("A guest who leaves cannot come back: make an account first, or stay."),
        )
    site.people.sign_out(request.cookies.get(COOKIE, ""))
    answer = go_to("/")
    answer.delete_cookie(COOKIE)
    return answer


@routes.post("/account/token")
def make_token(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """A key for a program, shown once."""
    if who is None:
        return _shown(request, who, _("Say who you are first."))
    try:
        token = site.people.make_token(who, form.get("label", ""))
    except PeopleError as error:
        return _shown(request, who, str(error))
    return _shown(request, who, token=token)


@routes.post("/account/token/drop")
def drop_token(request: Request, site: Here, who: Who, form: Filled) -> Response:
    """Take a key back."""
    if who is not None:
        site.people.drop_token(who, form.get("digest", ""))
    return go_to("/account")
