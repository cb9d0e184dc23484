"""A site with all its parts, assembled once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from kerys.bots.cast import bot_title
from kerys.draw.chart import svg_chart
from kerys.draw.faces import face
from kerys.draw.svg import element, seat_look, token
from kerys.games import GAMES
from kerys.locale import _, language, ngettext
from kerys.locale.word_cache import remembered
from kerys.server.assets import asset, colours_address, font
from kerys.server.authority import Authority
from kerys.server.bot_workers import BotWorkers
from kerys.server.bus import ANYTHING, PERSON, TABLE, Bus, Wire
from kerys.server.departures import Departures
from kerys.server.following import Following
from kerys.server.leases import Leases
from kerys.server.lessons_done import LessonsDone
from kerys.server.line_judge import LineJudge
from kerys.server.lines import Lines
from kerys.server.master import Master
from kerys.server.notices import Notices
from kerys.server.option_links import option_links
from kerys.server.people import People
from kerys.server.permissions import variants
from kerys.server.puzzles_tried import PuzzlesTried
from kerys.server.review_words import depth_word, gain, verdict_bar, verdict_limits, verdict_mark
from kerys.server.review_worker import ReviewWorker
from kerys.server.reviews import Reviews
from kerys.server.settings import NO_REVIEWS, Settings
from kerys.server.store import Database
from kerys.server.subscriptions import Subscriptions
from kerys.server.tables import Tables
from kerys.server.visits import Visits
from kerys.study.course import has_course
from kerys.study.puzzles.puzzle_file import has_puzzles
from kerys.study.review.words import before_and_after, counted, luck_titles, percent
from kerys.table.guide import has_guide
from kerys.table.panels import Column, Row

LONG = 24
"""Words longer than this are wrapped in a panel."""


@dataclass
class Site:
    """Everything that pages and streams need."""

    settings: Settings
    database: Database
    bus: Bus
    authority: Authority
    people: People
    tables: Tables
    visits: Visits
    following: Following
    bot_workers: BotWorkers
    master: Master
    notices: Notices
    subscriptions: Subscriptions
    departures: Departures
    lessons_done: LessonsDone
    lines: Lines
    reviews: Reviews
    review_worker: ReviewWorker
    puzzles_tried: PuzzlesTried
    templates: Environment
    wire: Wire | None
    leases: Leases | None
    """With PostgreSQL, where several processes share the tables."""

    def start(self) -> None:
        """Start pushing, thinking, listening and sending, in the running event loop."""
        if self.leases is not None:
            self.leases.start()
        self.authority.start()
        self.bot_workers.start()
        self.review_worker.start()
        self.notices.start()
        self.departures.start()
        if self.wire is not None:
            self.wire.start()

    def stop(self) -> None:
        """Stop; everything acknowledged is on disk already."""
        if self.wire is not None:
            self.wire.stop()
        self.departures.stop()
        self.notices.stop()
        self.bot_workers.stop()
        self.review_worker.stop()
        self.authority.stop()
        if self.leases is not None:
            self.leases.stop()
        self.database.close()

    def hear(self, news: str) -> None:
        """Refresh what has changed according to the news."""
        if news.startswith(TABLE):
            self.authority.drop(news.removeprefix(TABLE))
            return
        if news.startswith(PERSON):
            self.people.identities.forget(int(news.removeprefix(PERSON)))
        elif news == ANYTHING:
            self.people.identities.forget_all()
            self.authority.drop_all()
        self.authority.wake_all()


def open_site(settings: Settings) -> Site:
    """A site with its database, not yet started."""
    database = Database(settings.database)
    database.upgrade()
    bus = Bus()
    leases = None
    if settings.postgres:
        address = settings.process_url or settings.listening
        leases = Leases(database, address, settings.worker, settings.workers)
    authority = Authority(database, bus, leases)
    if leases is not None:
        leases.lost.append(authority.wake_all)
    subscriptions = Subscriptions(database, settings)
    notices = Notices(database, settings, subscriptions, authority)
    authority.changed.append(notices.due)
    people = People(database, bus)
    visits = Visits(authority, people.identities)
    visits.said.append(notices.heard)
    tables = Tables(database, authority)
    bot_workers = BotWorkers(authority, settings.thinkers)
    reviews = Reviews(database, settings, LineJudge(bot_workers.processes, settings))
    site = Site(
        settings=settings,
        database=database,
        bus=bus,
        authority=authority,
        people=people,
        tables=tables,
        departures=Departures(tables),
        visits=visits,
        following=Following(authority, people.identities),
        bot_workers=bot_workers,
        master=Master(visits, bot_workers.processes),
        notices=notices,
        subscriptions=subscriptions,
        lessons_done=LessonsDone(database),
        puzzles_tried=PuzzlesTried(database),
        lines=Lines(authority, people.identities),
        reviews=reviews,
        review_worker=ReviewWorker(reviews, authority, bot_workers),
        templates=_templates(settings),
        wire=Wire(settings.database, bus) if settings.postgres else None,
        leases=leases,
    )
    bus.hear(site.hear)
    return site


def _templates(settings: Settings) -> Environment:
    """The pages; every sentence in them passes through gettext."""
    templates = Environment(
        loader=PackageLoader(__package__),
        autoescape=select_autoescape(),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.install_gettext_callables(_, _plural, newstyle=True)  # type: ignore[attr-defined]
    templates.globals.update(
        language=language,
        query=lambda **words: urlencode(words, doseq=True),
        token=seat_mark,
        portrait=portrait,
        bot_title=bot_title,
        panel_row=panel_row,
        player_line=player_line,
        options=option_links,
        translated=_,
        has_guide=has_guide,
        has_course=has_course,
        has_puzzles=has_puzzles,
        variants=variants,
        reviews_offered=settings.reviews != NO_REVIEWS,
        depth_word=depth_word,
        gain=gain,
        percent=percent,
        verdict_bar=verdict_bar,
        verdict_limits=verdict_limits,
        verdict_mark=verdict_mark,
        counted_verdict=counted,
        before_and_after=before_and_after,
        luck_titles=luck_titles,
        credits=_credits,
        asset=asset,
        colours=colours_address,
        font=font,
    )
    return templates


def _credits() -> list[str]:
    """Credits for the authors of the games."""
    return [_(game.wording.credit) for game in GAMES.values() if game.wording.credit]


@cache
def seat_mark(owner: int) -> Markup:
    """The mark of a seat, as on the board."""
    mark = token(owner, 10)
    look = {"aria_hidden": "true", "viewBox": "-12 -12 24 24", "class_": "mark"}
    return Markup(element("svg", mark, **look))


@lru_cache(maxsize=1024)
def portrait(name: str) -> Markup:
    """The face of a bot."""
    return Markup(face(name))


@remembered(2048)
def player_line(seat: int, name: str, score: int, awaited: bool, bot: str) -> Markup:
    """A player above the board; most of them stay the same when the table changes."""
    mark = f"{seat_mark(seat)} {portrait(name) + ' ' if bot else ''}"
    title = f' title="{escape(bot_title(name, bot))}"' if bot else ""
    waits = f'<span class="hidden"> {escape(_("to decide"))}</span>' if awaited else ""
    return Markup(
        f'<li class="{"awaited" if awaited else ""}" data-explain="player {seat}"'
        f' data-look="{seat_look(seat)}">{mark}'
        f'<span class="name"{title}>{escape(name)}</span> <span class="points">{score}'
        f'<span class="hidden"> {escape(_("points"))}</span></span>{waits}</li>'
    )


def panel_row(row: Row, columns: Sequence[Column]) -> Markup:
    """A row of a panel; there are many, and each change of a table brings new ones."""
    places = f' data-places="{escape("|".join(row.places))}"' if row.places else ""
    html = f'<tr{places}><th scope="row">{_marked(row.owner)}{escape(row.heading)}</th>\n'
    for column, cell in zip(columns, row.cells, strict=True):
        look = "owner" if column.owner is not None else "long" if len(cell.text) > LONG else ""
        title = f' title="{escape(cell.title)}"' if cell.title else ""
        shown = cell.text and cell.owner not in (column.owner, row.owner)
        mark = _marked(cell.owner) if shown else ""
        inside = svg_chart(cell.chart) if cell.chart else f"{mark}{escape(cell.text)}"
        look = "charted" if cell.chart else look
        html += f'<td class="{cell.emphasis or ""} {look}"{title}>{inside}</td>'
    return Markup(html + "</tr>\n")


def _marked(owner: int | None) -> str:
    """The mark of a seat, to put before its name; empty if there is no seat."""
    return "" if owner is None else f"{seat_mark(owner)} "


def _plural(one: str, many: str, number: int) -> str:
    """`ngettext` without inserting the number, which Jinja does itself."""
    return ngettext(one.replace("{", "{{"), many.replace("{", "{{"), number)
