"""`kerys learn`: lessons in the terminal, and a check for lessons that people write."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kerys.cli.common import GAME_NAMES, command, friendly, option, plain_option
from kerys.locale import N_, _

if TYPE_CHECKING:
    from kerys.study.lesson import Lesson

LEARN_HELP = N_(
    """Learn a GAME on the board, lesson by lesson, or only one LESSON.

To train a network that plays, see 'kerys train'.

Examples:

  kerys learn ys

  kerys learn mykerinos pass

  kerys learn ys --list
"""
)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@command(help=LEARN_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES), required=False)
@click.argument("lesson", required=False)
@option("--file", "own", type=FILE, help=N_("Play a lesson of your own."))
@option("--check", type=FILE, help=N_("Check a lesson of your own without playing it."))
@option("--list", "only_list", is_flag=True, help=N_("List the lessons of the game."))
@plain_option
@friendly
def learn(
    game: str | None,
    lesson: str | None,
    own: Path | None,
    check: Path | None,
    only_list: bool,
    plain: bool,
) -> None:
    """Lessons of a game, or one from a file."""
    from kerys.study.lesson_file import read_lesson
    from kerys.terminal.lessons import LessonSession
    from kerys.terminal.prompt import asker, is_plain

    file = check or own
    if (file is None) == (game is None) or (check and own):
        raise click.UsageError(_("Name a game, or a file with --file or --check."))
    if check:
        found = read_lesson(check)
        click.echo(_("{file} is a lesson: {title}.").format(file=check, title=found.title))
        return
    lessons = [read_lesson(own)] if own else _lessons(str(game), lesson)
    if only_list:
        for one in lessons:
            click.echo(f"{one.id:<12} {one.title}")
        return
    LessonSession(lessons, asker(is_plain(plain))).run()


def _lessons(game: str, wanted: str | None) -> list[Lesson]:
    """All lessons of a game, or the one that somebody names."""
    from kerys.study.course import course_of

    course = course_of(game)
    if wanted is None:
        return list(course.lessons)
    found = course.lesson(wanted)
    if found is None:
        names = ", ".join(one.id for one in course.lessons)
        message = _("{game} has no lesson '{wanted}'; its lessons are: {names}")
        raise click.UsageError(message.format(game=game, wanted=wanted, names=names))
    return [found]
