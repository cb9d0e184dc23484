"""What all pages share: who the visitor is, what they sent, and how to respond."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Annotated, Any

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kerys.draw.palette import THEMES, Theme
from kerys.server.guest_names import guest_name
from kerys.server.identity import A_YEAR, Credentials, Identity
from kerys.server.site import Site
from kerys.server.store import Person

COOKIE = "kerys"
MOST_FIELDS, MOST_FIELD = 40, 2000


def site_of(request: Request) -> Site:
    """The site that serves a request."""
    site: Site = request.app.state.site
    return site


def credentials_of(request: Request) -> Credentials:
    """The credentials of a request: its cookie."""
    return Credentials(cookie=request.cookies.get(COOKIE, ""))


def person_of(request: Request) -> Person | None:
    """The visitor, looked up once per request."""
    if not hasattr(request.state, "identity"):
        remember(request, site_of(request).people.identify(credentials_of(request)))
    identity: Identity = request.state.identity
    return identity.person


def remember(request: Request, identity: Identity) -> None:
    """Remember the visitor for the rest of the request."""
    request.state.identity = identity


def address_of(request: Request) -> str:
    """The client's address; for IPv6 its network, which usually belongs to one household."""
    host = request.client.host if request.client else ""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Network((int(address), 64), strict=False))
    return host


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form, as text."""
    async with request.form(max_files=0, max_fields=MOST_FIELDS) as form:
        return {name: str(value).replace("\0", "")[:MOST_FIELD] for name, value in form.items()}


async def _here(request: Request) -> Site:
    """A coroutine, because plain functions run in threads, which costs more than the work."""
    return site_of(request)


async def _cookie(request: Request) -> Credentials:
    return credentials_of(request)


async def _from(request: Request) -> str:
    return address_of(request)


Here = Annotated[Site, Depends(_here)]
Who = Annotated[Person | None, Depends(person_of)]
Cookie = Annotated[Credentials, Depends(_cookie)]
From = Annotated[str, Depends(_from)]
Filled = Annotated[dict[str, str], Depends(form_of)]


def form_number(form: dict[str, str], name: str) -> int:
    """A number from a form that the page filled in itself; -1 for anything else."""
    text = form.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


def is_part(request: Request) -> bool:
    """Whether the request asks for a fragment of a page only, to insert into the current one."""
    headers = request.headers
    return headers.get("hx-request") == "true" != headers.get("hx-history-restore-request")


def site_url_of(request: Request) -> str:
    """The public address of the site, for links to share."""
    return site_of(request).settings.url or str(request.base_url).rstrip("/")


def theme_of(person: Person | None) -> Theme:
    """The colours that a person has chosen."""
    if person is not None and person.theme in THEMES:
        return person.theme
    return "auto"


def page(
    request: Request, name: str, person: Person | None, status: int = 200, **words: Any
) -> Response:
    """A page in the reader's language and colours; it also renews an old cookie."""
    template = site_of(request).templates.get_template(name)
    html = template.render(
        request=request,
        person=person,
        theme=theme_of(person),
        here=request.url.path,
        **words,
    )
    answer = HTMLResponse(html, status)
    identity: Identity | None = getattr(request.state, "identity", None)
    if person is None or identity is None or not identity.cookie_is_old:
        return answer
    cookie = request.cookies[COOKIE]
    site_of(request).people.renew(cookie)
    return with_cookie(request, answer, cookie)


def go_to(address: str) -> RedirectResponse:
    """Redirect after a form has been submitted."""
    return RedirectResponse(address, status_code=303)


def with_cookie(request: Request, answer: Response, cookie: str | None) -> Response:
    """A response that sets the cookie of a new visitor, if there is one."""
    if cookie is not None:
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=int(A_YEAR.total_seconds()),
            httponly=True,
            samesite="lax",
            secure=site_of(request).settings.secure,
        )
    return answer


def welcomed(request: Request, person: Person | None, name: str) -> tuple[Person, str | None]:
    """The visitor; a new one becomes a guest, with a cookie to set."""
    if person is not None:
        return person, None
    return site_of(request).people.welcome(name or guest_name())


def own_path(address: str) -> str:
    """The address to return to, if it is on this site; otherwise the home page."""
    on_site = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if on_site and address.isprintable() else "/"
