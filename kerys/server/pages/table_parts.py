"""The parts of a table's page: each is drawn separately, and again only when it changes.

The page as first loaded and the later pushes consist of the same parts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from jinja2 import Environment
from markupsafe import Markup, escape

from kerys.bots import level_names
from kerys.draw.svg import seat_look
from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.locale.word_cache import remembered
from kerys.server.bot_workers import STAND_IN
from kerys.server.pages.first_round import first_round_card
from kerys.server.pages.home import rematch_form
from kerys.server.pages.questions import Questions
from kerys.server.pages.table_view import ScoreLine, Shown
from kerys.server.permissions import may_be_coached
from kerys.server.site import panel_row
from kerys.server.snapshots import Said, TableSnapshot
from kerys.server.tables import OPEN_FOR
from kerys.table.panels import Column, Panel, Row
from kerys.table.story import Told
from kerys.table.summary import summary_title

MARK = "\0"
"""Surrounds the name of a part in the frame, where the part itself will go."""
CUTS = {"play": "<g |<s", "log": "", "since": ""}
"""Where the text of a part is cut into chunks: at every tag, except for these parts."""
ABOVE = ("waiting", "where", "decision", "guided", "since", "play")
"""The parts outside the column beside the board."""
MOST_PANELS, MOST_ROWS = 256, 4096


@dataclass(frozen=True)
class Looker:
    """The viewer of a table's page, as far as it affects the page."""

    seat: int
    hosts: bool
    """Whether they created the table; once the game has begun, whether they may close it."""
    known: bool = True
    """Whether they have a name already."""
    url: str = ""
    """The public address of the site, for links to share."""


@dataclass(frozen=True)
class Sight:
    """What a viewer sees of a table at one moment."""

    table: TableSnapshot
    messages: tuple[Said, ...]
    shown: Shown | None = None
    """The game; None while the table is open."""
    told: Sequence[Told] = ()
    """Its story, or what was added to it."""
    ply: int = 0
    """How many decisions the story has."""
    questions: Questions | None = None
    """Questions to the master, where players may ask."""
    problem: str = ""
    given: Mapping[str, str] = field(default_factory=dict)
    """What was typed into a form that was refused."""

    @property
    def title(self) -> str:
        """The title of the page, which says if it is the viewer's turn."""
        title = f"{GAMES[self.table.game].wording.title} · Kerys"
        return f"● {_('Your turn')} · {title}" if self.asked else title

    @property
    def asked(self) -> bool:
        """Whether it is the viewer's turn."""
        return self.shown is not None and self.shown.asked

    @property
    def picks(self) -> tuple[str, ...]:
        """The picks of a decision so far."""
        if self.shown is None or self.shown.picking is None:
            return ()
        return self.shown.picking.picks


class Part(NamedTuple):
    """A part as last drawn, and what it was drawn from."""

    source: Any
    pieces: Sequence[str]
    """Its text; pieces that haven't changed are the same strings as before."""


Parts = dict[str, Part]
"""The parts of a page in order, by the ids of their elements."""


def mark_of(name: str) -> str:
    """The text at which a part is cut into chunks."""
    return CUTS.get(name, "<")


class About(NamedTuple):
    """What the element around all parts tells the script."""

    version: int
    title: str
    state: int | None
    revision: int | None
    ply: int
    rounds: int
    """How many rounds are over."""
    choice: str
    """As JSON; empty if nothing is asked."""


@lru_cache(maxsize=8)
def _macros(templates: Environment, name: str) -> Any:
    """The macros of a template."""
    return templates.get_template(name).module


class Draw:
    """Draws the parts that have changed, and reuses the others."""

    def __init__(self, templates: Environment, before: Parts) -> None:
        self.templates = templates
        self.macros = _macros(templates, "table_parts.html")
        self.panels = _macros(templates, "macros.html")
        self.before = before
        self.parts: Parts = {}

    def __call__(self, name: str, source: Any, draw: Callable[[], str]) -> None:
        """A part; the previous one if its source is the same."""
        part = self.before.get(name)
        if part is None or part.source != source:
            part = Part(source, (str(draw()),))
        self.parts[name] = part


def draw_parts(templates: Environment, who: Looker, sight: Sight, before: Parts) -> Parts:
    """All parts of a page."""
    if sight.shown is None:
        return {"waiting": Part(None, (_waiting(templates, who, sight),))}
    draw = Draw(templates, before)
    table, shown, macros = sight.table, sight.shown, draw.macros
    address = f"/t/{table.id}"
    title = GAMES[table.game].wording.title
    draw(
        "where",
        (shown.heading, shown.players),
        lambda: _where(draw.templates, title, shown.heading, shown.players),
    )
    _decision(draw, who, sight, shown)
    card = first_round_card(shown.view, shown.rounds) if table.guided else None
    if card is not None and who.seat != SPECTATOR:
        draw("guided", card, lambda: macros.guided(card, table.game))
    if shown.since:
        draw.parts["since"] = _since(draw, who, shown)
    draw.parts["play"] = _play(draw, shown.play)
    if shown.rounds:
        newest = summary_title(shown.view.game, shown.rounds)
        draw("rounds", newest, lambda: macros.newest_summary(address, shown.rounds, newest))
    for one in shown.panels:
        draw.parts[f"panel-{one.name}"] = _panel(draw, one)
    draw.parts["log"] = _log(draw, sight)
    coach = may_be_coached(table, who.seat)
    draw("settings", coach, lambda: macros.settings(coach))
    draw(
        "chat",
        (sight.messages, sight.given),
        lambda: macros.chat(address, who.seat, sight.messages, sight.given),
    )
    seated = who.seat != SPECTATOR
    if table.status == "running" and seated:
        webhook = table.seats[who.seat].webhook
        draw("notices", webhook, lambda: macros.notices(address, webhook))
    if table.status == "running" and (seated or who.hosts):
        draw("leaving", who.hosts, lambda: macros.leaving(address, who.hosts, STAND_IN))
    draw("links", None, lambda: macros.links(address, table))
    return draw.parts


def _waiting(templates: Environment, who: Looker, sight: Sight) -> str:
    """The whole content of a table that waits for people."""
    return templates.get_template("waiting.html").render(
        table=sight.table,
        game=GAMES[sight.table.game],
        seat=who.seat,
        hosts=who.hosts,
        known=who.known,
        url=who.url,
        days_open=OPEN_FOR.days,
        levels=level_names(),
        messages=sight.messages,
        problem=sight.problem,
        given=sight.given,
    )


def _decision(draw: Draw, who: Looker, sight: Sight, shown: Shown) -> None:
    """The open question, or how the game ended."""
    table, macros = sight.table, draw.macros
    if table.status == "over":
        rematch = rematch_form(table, who.seat)
        draw(
            "decision",
            (shown.outcome, shown.players, rematch, sight.problem),
            lambda: macros.result(table, who.seat, shown, rematch, sight.problem),
        )
        return
    deadline = table.deadline if table.awaited else None
    absent = tuple((one.number, one.name) for one in table.seats if one.absent and not one.bot)
    source = (
        *(shown.question, shown.rules, shown.asked, shown.may_undo),
        *(deadline, absent, sight.problem, sight.questions),
    )

    address = f"/t/{table.id}"

    def drawn() -> str:
        if not (shown.picking or absent or sight.problem or sight.questions):
            plain = Asked(shown.question, shown.rules, shown.asked, shown.may_undo)
            return _plain_decision(draw.templates, address, plain, deadline)
        sent = deadline, absent, sight.picks, sight.problem, sight.questions
        return str(macros.decision(address, who.seat, shown, *sent))

    draw("decision", source, drawn)


def _since(draw: Draw, who: Looker, shown: Shown) -> Part:
    """What happened since the viewer's last turn; most of its lines were there before."""
    part = draw.before.get("since")
    if part is not None and part.source == shown.since:
        return part
    begin, end = _around_since(draw.templates)
    names = tuple((one.name, seat_look(one.seat)) for one in shown.players)
    you = _("you"), seat_look(who.seat)
    drawn = dict(zip(part.source, part.pieces[1:-1], strict=True)) if part is not None else {}
    lines = [drawn.get(line) or _since_line(line, names, you) for line in shown.since]
    return Part(shown.since, (begin, *lines, end))


@remembered(8)
def _around_since(templates: Environment) -> list[str]:
    """The HTML before and after the lines."""
    return str(_macros(templates, "table_parts.html").since(MARK)).split(MARK)


@lru_cache(maxsize=4096)
def _since_line(line: str, names: tuple[tuple[str, str], ...], you: tuple[str, str]) -> str:
    """One of the lines."""
    return f"<li>{coloured(line, names, you)}</li>"


def coloured(line: str, names: tuple[tuple[str, str], ...], you: tuple[str, str]) -> Markup:
    """A sentence with the names of players, and the word for "you", in their colours."""
    looks, found = _colours(names, you)
    return Markup(
        "".join(
            f'<b class="told-{looks[one]}">{escape(one)}</b>' if one in looks else escape(one)
            for one in found.split(line)
        )
    )


@lru_cache(maxsize=1024)
def _colours(
    names: tuple[tuple[str, str], ...], you: tuple[str, str]
) -> tuple[dict[str, str], re.Pattern[str]]:
    """The colour of each coloured word, and a pattern that finds these words."""
    word, look = you
    forms = word, word.capitalize()
    looks = dict.fromkeys(forms, look) | {name: colour for name, colour in names if name}
    known = sorted((re.escape(name) for name, _colour in names if name), key=len, reverse=True)
    found = "|".join([*known, rf"\b(?:{'|'.join(map(re.escape, forms))})\b"])
    return looks, re.compile(f"({found})")


@remembered(512)
def _where(templates: Environment, title: str, heading: str, players: tuple[ScoreLine, ...]) -> str:
    """Where the game stands; the same for all seats."""
    return str(_macros(templates, "table_parts.html").where(title, heading, players))


class Asked(NamedTuple):
    """What a page with scripts is told about a decision; it does the rest itself."""

    question: str
    rules: str
    asked: bool
    may_undo: bool
    picking: None = None


@remembered(2048)
def _plain_decision(
    templates: Environment, address: str, asked: Asked, deadline: datetime | None
) -> str:
    """A decision on such a page: only a few kinds recur, and seats share them."""
    macros = _macros(templates, "table_parts.html")
    return str(macros.decision(address, SPECTATOR, asked, deadline, (), (), ""))


def _play(draw: Draw, pieces: tuple[str, ...]) -> Part:
    """The board and what lies beside it; too long to render with a template."""
    part = draw.before.get("play")
    if part is not None and part.source == pieces:
        return part
    begin, end = _around_play(draw.templates)
    return Part(pieces, (begin, *pieces, end))


@remembered(8)
def _around_play(templates: Environment) -> list[str]:
    """The HTML before and after the board."""
    return str(_macros(templates, "table_parts.html").play(MARK)).split(MARK)


# --- Panels ------------------------------------------------------------------------------------


class PanelSource(NamedTuple):
    """A panel, and what is above and below its rows."""

    panel: Panel
    head: str
    foot: str


def _panel(draw: Draw, panel: Panel) -> Part:
    """A panel beside the board; unchanged pieces are reused."""
    part, macros = draw.before.get(f"panel-{panel.name}"), draw.panels
    if part is not None and part.source.panel == panel:
        return part
    kept = _panels.get(id(panel))
    if kept is not None and kept.source.panel is panel:
        return kept  # another seat sees the same panel
    if part is None or _heading(part.source.panel) != _heading(panel):
        head, foot = str(macros.panel_begin(panel)), str(macros.panel_end(panel))
    else:
        head, foot = part.source.head, part.source.foot
    rows = [_drawn_row(row, panel.columns) for row in panel.rows]
    drawn = Part(PanelSource(panel, head, foot), (head, *rows, foot))
    if len(_panels) >= MOST_PANELS:
        _panels.clear()
    _panels[id(panel)] = drawn
    return drawn


def _heading(panel: Panel) -> tuple[object, ...]:
    """Everything in a panel above and below its rows."""
    return panel.title, panel.note, panel.columns, bool(panel.rows), panel.folded


_panels: dict[int, Part] = {}
_rows: dict[int, tuple[Row, tuple[Column, ...], str]] = {}
"""Rows drawn lately, looked up by identity rather than content, which is quicker."""


def _drawn_row(row: Row, columns: tuple[Column, ...]) -> str:
    """A row of a panel, drawn once for all seats that see the same row."""
    kept = _rows.get(id(row))
    if kept is not None and kept[0] is row and kept[1] == columns:
        return kept[2]
    if len(_rows) >= MOST_ROWS:
        _rows.clear()
    drawn = str(panel_row(row, columns))
    _rows[id(row)] = row, columns, drawn
    return drawn


# --- The story ---------------------------------------------------------------------------------


class StorySource(NamedTuple):
    """How far the story is told, and where the newest chapter is in its pieces."""

    ply: int
    heading: str
    end: int
    """The piece that ends the newest chapter."""


def _log(draw: Draw, sight: Sight) -> Part:
    """The story, newest chapter first; new lines are added to the existing ones."""
    part = draw.before.get("log")
    if part is None:
        begin = f'<details class="panel log" id="log">\n{draw.macros.log_title()}'
        part = Part(StorySource(0, "", 0), [begin, "</details>\n"])
    if part.source.ply == sight.ply:
        return part
    _ply, newest, end = part.source
    pieces = list(part.pieces)
    for heading, steps in groupby(sight.told, key=lambda one: one.heading):
        lines = [f"<li>{escape(line)}</li>" for one in steps for line in one.sentences]
        if heading != newest or not end:
            pieces[1:1] = [f'<h3>{escape(heading)}</h3>\n<ul class="told">', "</ul>\n"]
            newest, end = heading, 2
        pieces[end:end] = lines
        end += len(lines)
    return Part(StorySource(sight.ply, newest, end), pieces)


# --- The whole ---------------------------------------------------------------------------------


def text_of(name: str, part: Part) -> Markup:
    """A part as it appears in the page."""
    return Markup("".join(part.pieces))


def frame(templates: Environment, sight: Sight, parts: Parts) -> list[str]:
    """The HTML around the parts, alternating with their names."""
    marks = {name: Markup(f"{MARK}{name}{MARK}") for name in parts}
    return str(_framed(templates, sight, marks, None)).split(MARK)


def whole(templates: Environment, sight: Sight, parts: Parts) -> Markup:
    """The element with all parts."""
    shown = sight.shown
    about = About(
        sight.table.version,
        sight.title,
        shown.events if shown else None,
        shown.view.revision if shown else None,
        sight.ply,
        shown.rounds if shown else 0,
        bytes(shown.choice).decode() if shown and shown.choice else "",
    )
    texts = {name: text_of(name, part) for name, part in parts.items()}
    return _framed(templates, sight, texts, about)


def _framed(
    templates: Environment, sight: Sight, texts: Mapping[str, Markup], about: About | None
) -> Markup:
    """Parts in their places."""
    above = [text for name, text in texts.items() if name in ABOVE]
    beside = [text for name, text in texts.items() if name not in ABOVE]
    framed: Markup = _macros(templates, "table_parts.html").frame(sight.table, above, beside, about)
    return framed
