"""Lessons in the terminal: the same as in the browser, with the board as text."""

from __future__ import annotations

from collections.abc import Sequence

import click

from kerys.locale import _
from kerys.study.judge import Verdict, answer, judge
from kerys.study.lesson import Lesson
from kerys.table.guide import GuideError, guide_of
from kerys.table.view import View
from kerys.terminal.guide_text import guide_text
from kerys.terminal.panel_text import named_panel, panel_text, panel_words
from kerys.terminal.prompt import Asker
from kerys.terminal.session import list_moves, width
from kerys.terminal.typed_moves import find_move

PROMPT = "> "


class Stop(Exception):  # noqa: N818 - stopping isn't an error
    """The player stops."""


class LessonSession:
    """A series of lessons."""

    def __init__(self, lessons: Sequence[Lesson], asker: Asker) -> None:
        self.lessons = lessons
        self.asker = asker
        self.hints = 0

    def run(self) -> None:
        """Go through all lessons, until the player leaves."""
        done = 0
        try:
            for number, lesson in enumerate(self.lessons, 1):
                done += self._lesson(lesson, number)
        except (EOFError, KeyboardInterrupt, Stop):
            click.echo()
        click.echo(_("{done} of {all} lessons finished.").format(done=done, all=len(self.lessons)))

    def _lesson(self, lesson: Lesson, number: int) -> bool:
        """One lesson; returns whether it was finished rather than skipped."""
        self.hints = 0
        self._introduce(lesson, number)
        made = ""
        while True:
            line = self.asker.ask(PROMPT, self._texts(lesson, made)).strip()
            word = line.lower()
            if not line:
                self._task(lesson)
            elif word == "quit":
                raise Stop
            elif word == "skip":
                return False
            elif word in ("hint", "board", "help", "moves"):
                self._command(word, lesson, made)
            elif self._explained(word, self._view(lesson, made)):
                continue
            else:
                if lesson.goal is not None:
                    line = find_move(self._view(lesson, made), line) or line
                verdict = self._judged(lesson, f"{made} {line}".strip())
                made = " ".join(verdict.moves) if not verdict.whole else ""
                if verdict.right:
                    return True

    def _introduce(self, lesson: Lesson, number: int) -> None:
        """Show what it is about, the board, and the task."""
        click.echo()
        title = _("{number} of {all}: {title}").format(
            number=number, all=len(self.lessons), title=lesson.title
        )
        click.secho(title, bold=True)
        for paragraph in lesson.teaches:
            click.echo()
            click.echo(click.wrap_text(paragraph, width()))
        click.echo()
        click.echo(lesson.view.text(width=width(), compact=True))
        self._task(lesson)

    def _task(self, lesson: Lesson) -> None:
        """Show the task, and how to answer."""
        click.echo()
        click.secho(click.wrap_text(lesson.task, width()), bold=True)
        for number, one in enumerate(lesson.answers, 1):
            click.echo(click.wrap_text(one.text, width(), f"  {number}. ", "     "))
        if lesson.answers:
            said = _("Type the number of an answer, or hint, board, skip or quit.")
        else:
            said = _("Type a move, or hint, moves, board, skip or quit.")
        click.echo(said)

    def _texts(self, lesson: Lesson, made: str) -> list[str]:
        """The texts that completion offers."""
        commands = ["hint", "board", "skip", "quit"]
        if lesson.goal is None:
            return commands
        return [*self._view(lesson, made).legal_texts(), "moves", *commands]

    def _view(self, lesson: Lesson, made: str) -> View:
        """What the player sees after the turn's decisions so far."""
        game = judge(lesson, made).game if made else lesson.start
        return game.view(lesson.seat)

    def _command(self, word: str, lesson: Lesson, made: str) -> None:
        """Run a help command."""
        view = self._view(lesson, made)
        if word == "hint":
            click.echo(
                click.wrap_text(lesson.hints[min(self.hints, len(lesson.hints) - 1)], width())
            )
            self.hints += 1
        elif word == "board":
            click.echo(view.text(width=width()))
        elif word == "moves":
            list_moves(view)
        else:
            self._task(lesson)

    def _explained(self, line: str, view: View) -> bool:
        """Show a panel, or what the guide says about a word, if the line asks for that."""
        word, _space, about = line.partition(" ")
        try:
            if word == "help" and about:
                click.echo(guide_text(guide_of(view.game).explain(about), width()))
            elif line in panel_words(view):
                click.echo(panel_text(named_panel(view, line), view.over, width()))
            else:
                return False
        except GuideError as error:
            click.echo(click.wrap_text(str(error), width()))
        return True

    def _judged(self, lesson: Lesson, line: str) -> Verdict:
        """The verdict on a try."""
        verdict = self._answered(lesson, line) if lesson.answers else judge(lesson, line)
        if not verdict.whole:
            click.echo(click.wrap_text(verdict.game.view(lesson.seat).question(), width()))
        else:
            title = _("Right.") if verdict.right else _("Not yet.")
            click.echo(click.wrap_text(f"{title} {verdict.words}", width()))
        return verdict

    def _answered(self, lesson: Lesson, line: str) -> Verdict:
        """The verdict on the answer with a number."""
        number = int(line) if line.isascii() and line.isdigit() and len(line) < 3 else 0
        found = answer(lesson, number - 1)
        if found is not None:
            return found
        words = _("Type a number from 1 to {last}.").format(last=len(lesson.answers))
        return Verdict(False, words, lesson.start)
