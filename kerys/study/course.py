"""Everything for learning a game: lessons, a tour of stills, and cards for the first round.

They are in the folder `lessons` of a game, next to its guide: `01-name.toml` and so on are the
lessons, `tour.toml` is the tour, and `first-round.toml` has the cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.study.conditions import Condition, ConditionError
from kerys.study.lesson import Lesson, LessonError, Position
from kerys.study.lesson_file import conditions, read_lesson, read_position
from kerys.study.source import Source, read_source
from kerys.table.view import View

FOLDER = "lessons"
TOUR = "tour.toml"
FIRST_ROUND = "first-round.toml"


@dataclass(frozen=True)
class Still:
    """One picture of a tour, with a sentence or two."""

    title: str
    text: str
    about: str
    """A description of the picture, for people who can't see it."""
    position: Position
    seat: int
    part: str
    """The part of the drawing to show."""

    @property
    def view(self) -> View:
        """The position to show."""
        return self.position.game().view(self.seat)


@dataclass(frozen=True)
class Card:
    """What to do in a step of the first round."""

    title: str
    text: str
    when: tuple[Condition, ...]
    waiting: bool = False
    """Whether it is for players who are waiting."""

    def fits(self, view: View) -> bool:
        """Whether it is about what a seat has to decide now."""
        if self.waiting is (view.seat in view.actors):
            return False
        try:
            return all(one.holds(view) for one in self.when)
        except ConditionError:
            return False


@dataclass(frozen=True)
class Course:
    """The lessons of a game in order, and what goes with them."""

    game: str
    lessons: tuple[Lesson, ...]
    tour: tuple[Still, ...]
    cards: tuple[Card, ...]

    def lesson(self, wanted: str) -> Lesson | None:
        """The lesson with this name."""
        return next((one for one in self.lessons if one.id == wanted), None)

    def after(self, lesson: Lesson) -> Lesson | None:
        """The lesson after this one."""
        place = self.lessons.index(lesson) + 1
        return self.lessons[place] if place < len(self.lessons) else None

    def card(self, view: View) -> Card | None:
        """The card for what a seat has to decide now."""
        return next((one for one in self.cards if one.fits(view)), None)


def has_course(game: str) -> bool:
    """Whether a game comes with lessons."""
    return game in GAMES and any(_files(GAMES[game].folder / FOLDER))


@cache
def course_of(game: str) -> Course:
    """The course of a game."""
    if not has_course(game):
        raise LessonError(_("there are no lessons for {game}").format(game=repr(game)))
    folder = GAMES[game].folder / FOLDER
    lessons = tuple(_of_game(read_lesson(path), game, path) for path in _files(folder))
    return Course(game, lessons, _tour(folder / TOUR), _cards(folder / FIRST_ROUND))


def _files(folder: Path) -> list[Path]:
    """The lesson files, in order."""
    return sorted(folder.glob("[0-9]*-*.toml"))


def _of_game(lesson: Lesson, game: str, path: Path) -> Lesson:
    """Check that a lesson is about the game in whose folder it is."""
    if lesson.game != game:
        raise LessonError(
            _("{file}: this is a lesson of {found}, not of {game}").format(
                file=path.name, found=lesson.game, game=game
            )
        )
    return lesson


def _tour(path: Path) -> tuple[Still, ...]:
    """The stills of a tour; empty if there is no tour."""
    if not path.exists():
        return ()
    source = read_source(path, path.stem)
    source.check_keys(("still",), ("still",))
    return tuple(_still(one) for one in source.tables("still"))


def _still(source: Source) -> Still:
    """One still."""
    needed = ("title", "text", "about", "record", "ply", "part")
    source.check_keys((*needed, "seat", "moves"), needed)
    position, _game = read_position(source)
    return Still(
        title=source.words("title"),
        text=source.words("text"),
        about=source.words("about"),
        position=position,
        seat=source.number("seat") if "seat" in source.values else SPECTATOR,
        part=source.words("part"),
    )


def _cards(path: Path) -> tuple[Card, ...]:
    """The cards for a first round; empty if there are none."""
    if not path.exists():
        return ()
    source = read_source(path, path.stem)
    source.check_keys(("card",), ("card",))
    return tuple(_card(one) for one in source.tables("card"))


def _card(source: Source) -> Card:
    """One card."""
    needed = ("title", "text", "when")
    source.check_keys((*needed, "waiting"), needed)
    return Card(
        title=source.words("title"),
        text=source.words("text"),
        when=conditions(source, "when"),
        waiting=source.flag("waiting"),
    )
