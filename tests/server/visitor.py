"""A visitor whose browser knows links and forms, but no scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import httpx

TIMEOUT_S = 60.0
INVITATION = re.compile(r'value="[^"]*(/i/[\w-]+)"')


@dataclass
class Form:
    """A form with the values it would send, and the alternatives."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    ids: set[str] = field(default_factory=set)


class Page(HTMLParser):
    """What a page offers."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.forms: list[Form] = []
        self.picks: list[str] = []
        """The addresses of a decision's options that aren't picked."""
        self.links: list[str] = []
        self.alerts: list[str] = []
        self._select = ""
        self._option: str | None = None
        self._alert = False
        self.feed(text)

    def handle_starttag(self, tag: str, found: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in found}
        if tag == "form":
            self.forms.append(Form(attributes.get("action", ""), attributes.get("method", "get")))
        elif tag == "a":
            self.links.append(attributes.get("href", ""))
            if "data-pick" in attributes and "aria-current" not in attributes:
                self.picks.append(attributes["href"])
        elif attributes.get("role") == "alert" and "hidden" not in attributes:
            self._alert = True
            self.alerts.append("")
        if self.forms:
            self._field(tag, attributes)

    def _field(self, tag: str, attributes: dict[str, str]) -> None:
        form, name = self.forms[-1], attributes.get("name", "")
        if "id" in attributes:
            form.ids.add(attributes["id"])
        if tag == "input" and name:
            if attributes.get("type") != "checkbox" or "checked" in attributes:
                form.fields[name] = attributes.get("value", "")
        elif tag == "select":
            self._select = name
            form.choices[name] = []
        elif tag == "option" and self._select and "value" in attributes:
            form.choices[self._select].append(attributes["value"])
            if "selected" in attributes or self._select not in form.fields:
                form.fields[self._select] = attributes["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if tag == "p":
            self._alert = False

    def handle_data(self, data: str) -> None:
        if self._alert:
            self.alerts[-1] += data


class Visitor:
    """A browser with its cookies."""

    def __init__(self, url: str, **headers: str) -> None:
        self.client = httpx.Client(
            base_url=url,
            headers=headers,
            timeout=TIMEOUT_S,
            trust_env=False,
            verify=False,  # loading certificates takes longer than most requests
        )
        self.answer: httpx.Response | None = None

    @property
    def page(self) -> Page:
        """What the last response offers."""
        assert self.answer is not None
        return Page(self.answer.text)

    @property
    def status(self) -> int:
        assert self.answer is not None
        return self.answer.status_code

    @property
    def path(self) -> str:
        """The visitor's current path."""
        assert self.answer is not None
        return self.answer.url.path

    @property
    def problem(self) -> str:
        """The sentence that says what was wrong; there must be one."""
        alerts = [one.strip() for one in self.page.alerts if one.strip()]
        assert len(alerts) == 1, alerts
        return alerts[0]

    def get(self, path: str, **more: Any) -> httpx.Response:
        """Request a page."""
        self.answer = self.client.get(path, follow_redirects=True, **more)
        return self.answer

    def post(self, path: str, data: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """Send a form to an address."""
        self.answer = self.client.post(path, data=data or {}, follow_redirects=True, **more)
        return self.answer

    def form(self, action: str, number: int = 0) -> Form:
        """A form of the page, by the end of the address it is sent to."""
        found = [one for one in self.page.forms if one.action.endswith(action)]
        assert found, f"no form {action} on {self.path}: {[one.action for one in self.page.forms]}"
        return found[number]

    def send(self, action: str, number: int = 0, /, **filled: str) -> httpx.Response:
        """Fill in a form of the page and send it."""
        assert self.answer is not None
        form = self.form(action, number)
        assert form.method == "post"
        return self.post(urljoin(str(self.answer.url), form.action), {**form.fields, **filled})

    def close(self) -> None:
        self.client.close()

    def make_table(self, game: str = "mykerinos", name: str = "Ann", **filled: str) -> str:
        """Create a table with the form; returns its id."""
        players = sum(one.startswith("seat") for one in filled) or 2
        self.get(f"/new/{game}?players={players}")
        self.send("/tables", name=name, **filled)
        assert self.status == 200, self.page.alerts
        assert self.path.startswith("/t/")
        return self.path.removeprefix("/t/")

    @property
    def is_asked(self) -> bool:
        """Whether the page waits for this visitor's decision."""
        page = self.page
        return bool(page.picks) or any("confirm" in one.ids for one in page.forms)

    def decide(self) -> None:
        """Pass, or pick the first option until one move is left; then confirm it."""
        for _ in range(10):
            page = self.page
            if any("confirm" in one.ids for one in page.forms):
                self.send("/move")
                return
            assert page.picks, page.text[:4000]
            self.get(next((one for one in page.picks if one.endswith("=pass")), page.picks[0]))
        raise AssertionError("no pick leads to a move")


Visitors = Callable[[], Visitor]


def invitations(host: Visitor) -> list[str]:
    """The invitation links that the page shows to the table's creator."""
    assert host.answer is not None
    return INVITATION.findall(host.answer.text)


def join(host: Visitor, friend: Visitor, name: str = "Bob") -> None:
    """Join with the first invitation."""
    friend.get(invitations(host)[0])
    assert friend.status == 200
    friend.send("/sit", name=name)
    assert friend.status == 200
    host.get(host.path)
