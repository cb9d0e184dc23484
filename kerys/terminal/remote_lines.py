"""A table of a site line by line, for pipes and screen readers."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from kerys.bots.cast import bot_title
from kerys.locale import _, ngettext
from kerys.table.errors import GameError
from kerys.table.guide import guide_of, has_guide
from kerys.table.story import Told
from kerys.table.view import View
from kerys.terminal.advice_text import advice_lines
from kerys.terminal.guide_text import help_text
from kerys.terminal.panel_text import named_panel, panel_text, panel_words
from kerys.terminal.prompt import Asker
from kerys.terminal.remote import Message, RemoteSitting
from kerys.terminal.session import MOST_TOLD, Left, can_be_listed, width

Done = TypeVar("Done")


class RemoteLines:
    """A table of a site at the prompt: the story as it comes, and questions to this seat.

    The table lives in a thread of its own, so that a line can be read meanwhile.
    """

    def __init__(self, sitting: RemoteSitting, asker: Asker) -> None:
        self.sitting = sitting
        self.asker = asker
        self.said = ""
        """What was said last about the table as a whole."""
        self.told: Sequence[Told] | None = None
        """The story as far as it was told here; None before the game has begun."""
        self.told_asked = ""
        """What was last said about questions to the master."""
        self.heard: tuple[Message, ...] = sitting.messages
        self.shown = -1
        """The ply of the board that was shown last."""
        self.news = threading.Event()
        self.commands: dict[str, tuple[Callable[[View, str], None], str]] = {
            "help": (self._help, _("explain this decision")),
            "moves": (
                self._moves,
                _("list all moves with numbers; 'moves WORD' lists those with WORD"),
            ),
            "board": (self._board, _("show the board again")),
            "log": (self._log, _("show the whole story so far")),
            "undo": (self._undo, _("take back your last decision, if nothing was revealed")),
            "ask": (self._ask_master, _("ask the master what to do and why")),
            "say": (self._say, _("'say TEXT' sends a message to everyone at the table")),
            "quit": (self._quit, _("leave; you can come back to your seat")),
        }

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        try:
            with self._living():
                while not self._finished():
                    self.news.wait()
        except (KeyboardInterrupt, EOFError, Left):
            click.echo()
            click.echo(self.sitting.farewell)

    # --- The thread of the table -----------------------------------------------------------

    @contextmanager
    def _living(self) -> Iterator[None]:
        """Let the table live in a thread, with the language of this one."""
        ready, context = threading.Event(), contextvars.copy_context()
        thread = threading.Thread(target=lambda: context.run(asyncio.run, self._live(ready)))
        thread.start()
        ready.wait()
        try:
            yield
        finally:
            self.loop.call_soon_threadsafe(self.leave.set)
            thread.join()

    async def _live(self, ready: threading.Event) -> None:
        """Follow the table until this person leaves."""
        self.loop, self.leave = asyncio.get_running_loop(), asyncio.Event()
        self.running = asyncio.create_task(self.sitting.run(self.news.set))
        self.running.add_done_callback(lambda _task: self.news.set())
        ready.set()
        await self.leave.wait()
        self.running.cancel()
        await asyncio.wait((self.running,))

    def _do(self, work: Coroutine[Any, Any, Done]) -> Done:
        """Do something in the thread of the table, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    # --- What happens ----------------------------------------------------------------------

    def _finished(self) -> bool:
        """Tell what is new and ask if it is our turn; returns whether the game is over."""
        self.news.clear()
        sitting = self.sitting
        if self.running.done():
            self.running.result()
            raise GameError(sitting.trouble)
        self._chat()
        if sitting.waiting:
            self._announce(sitting.trouble or sitting.waiting)
            return False
        self._tell()
        view = sitting.view
        if view.over:
            self._finish(view)
        elif sitting.connected and view.seat in view.actors:
            self._ask(view)
        elif sitting.connected or sitting.trouble:
            self._announce(sitting.trouble or view.question())
        return view.over

    def _announce(self, sentence: str) -> None:
        """Say something about the table, once."""
        if sentence != self.said:
            click.echo(click.wrap_text(sentence, width()))
        self.said = sentence

    def _chat(self) -> None:
        """New messages."""
        before, self.heard = self.heard, self.sitting.messages
        same = next(
            len(before) - gone
            for gone in range(len(before) + 1)
            if self.heard[: len(before) - gone] == before[gone:]
        )
        for one in self.heard[same:]:
            click.echo(click.wrap_text(f"{one.name}: {one.text}", width(), "", "  "))

    def _tell(self) -> None:
        """What has happened since the last time."""
        story = tuple(self.sitting.story())
        if self.told is None:
            self._introduce()
            sentences = _sentences(story)
            if len(sentences) > MOST_TOLD:
                click.echo(_("  ... type 'log' for earlier decisions"))
            _show(sentences[-MOST_TOLD:])
        else:
            same = next(
                (at for at, one in enumerate(self.told) if story[at : at + 1] != (one,)),
                len(self.told),
            )
            if same < len(self.told):
                click.echo(_("A decision was taken back."))
            _show(_sentences(story[same:]))
        self.told = story
        if self.sitting.asked != self.told_asked:
            self.told_asked = self.sitting.asked
            click.echo(click.wrap_text(self.told_asked, width()))

    def _introduce(self) -> None:
        """The names of everyone at the table."""
        view = self.sitting.view
        names = [
            bot_title(name, bot) if bot else name
            for name, bot in zip(view.names, self.sitting.bots, strict=True)
        ]
        click.echo(_("At this table: {names}").format(names=", ".join(names)))

    def _finish(self, view: View) -> None:
        """The result."""
        self._board(view, "")
        click.echo()
        ranks = view.rules.player_ranks(view.state, view.players)
        places = zip(ranks, view.names, view.scores[: view.players], strict=True)
        for rank, name, points in sorted(places, key=lambda place: place[:2]):
            click.echo(_("{rank}. {name}: {points}").format(rank=rank, name=name, points=points))

    # --- A decision ------------------------------------------------------------------------

    def _ask(self, view: View) -> None:
        """Show the question, and read lines until something happens."""
        self.said = ""
        if view.ply != self.shown:
            self._board(view, "")
            self.shown = view.ply
        self._question(view)
        asked = view.legal_texts()
        while not self.news.is_set():
            prompt = f"{view.names[view.seat]}> "
            line = self.asker.ask(prompt, [*asked, *self.commands]).strip()
            self._wait_for_connection()
            now = self.sitting.view
            if now.legal_texts() != asked:
                click.echo(_("The question has changed: '{line}' was not sent.").format(line=line))
                return
            try:
                self._carry_out(now, line)
            except GameError as error:
                click.echo(str(error))

    def _wait_for_connection(self) -> None:
        """Wait until a line that was typed can be sent, so that none from a pipe is lost."""
        waited = False
        while not (self.sitting.connected or self.running.done()):
            self._announce(self.sitting.trouble)
            self.news.wait()
            self.news.clear()
            waited = True
        if waited:
            self.news.set()  # the table may look different now

    def _carry_out(self, view: View, line: str) -> None:
        """Run a command, a numbered move, or a move."""
        word, _space, rest = line.partition(" ")
        if not line:
            self._question(view)
        elif line.isascii() and line.isdigit():
            self._do(self.sitting.decide(self._numbered(view, line)))
        elif word.lower() in self.commands:
            self.commands[word.lower()][0](view, rest.strip())
        elif not rest and word.lower() in panel_words(view):
            click.echo(panel_text(named_panel(view, word.lower()), view.over, width()))
        else:
            self._do(self.sitting.decide(line))

    def _numbered(self, view: View, line: str) -> str:
        """The move with a number from the list."""
        texts = view.legal_texts()
        if len(line) > len(str(len(texts))) or not 1 <= int(line) <= len(texts):
            raise GameError(_("Moves are numbered from 1 to {last}.").format(last=len(texts)))
        return texts[int(line) - 1]

    def _question(self, view: View) -> None:
        """Show the question and, if there are few, the answers."""
        click.echo()
        click.echo(click.wrap_text(f"{view.heading()}. {view.question()}", width()))
        if can_be_listed(view):
            self._moves(view, "")
        else:
            click.echo(
                ngettext(
                    "{number} move. 'moves' lists them, 'help' explains.",
                    "{number} moves. 'moves' lists them, 'help' explains.",
                    len(view.legal),
                )
            )

    # --- Commands --------------------------------------------------------------------------

    def _help(self, view: View, _rest: str) -> None:
        """Explain the decision, and list the commands."""
        if has_guide(view.game):
            click.echo(help_text(guide_of(view.game), view, width()))
            click.echo()
        click.echo(_("Type a move (or several in a row), its number, or one of these commands:"))
        panels = {
            word: _("show: {title}").format(title=title)
            for word, title in panel_words(view).items()
        }
        told = {name: what for name, (_command, what) in self.commands.items()} | panels
        room = max(map(len, told))
        for name, what in told.items():
            line = f"  {name:<{room}} "
            click.echo(click.wrap_text(what, width(), line, " " * len(line)))

    def _moves(self, view: View, rest: str) -> None:
        """List moves with their numbers and what they do."""
        wanted = rest.lower().split()
        found = False
        for number, action in enumerate(view.legal, 1):
            if all(word in action.text.split(" ") for word in wanted):
                found = True
                line = f"{number:>4}. {action.text}  "
                click.echo(click.wrap_text(action.describe(), width(), line, "      "))
        if not found:
            click.echo(_("No move contains: {words}").format(words=rest))

    def _board(self, view: View, _rest: str) -> None:
        """Show the table."""
        click.echo()
        click.echo(view.text(width=width()))

    def _log(self, _view: View, _rest: str) -> None:
        """Show the story so far."""
        _show(_sentences(self.sitting.story()))

    def _undo(self, _view: View, _rest: str) -> None:
        """Take the last decision back."""
        self._do(self.sitting.undo())

    def _ask_master(self, _view: View, _rest: str) -> None:
        """Show what the master would do, and why."""
        click.echo(_("The master is thinking ..."))
        advice = self._do(self.sitting.ask())
        click.echo("\n".join(advice_lines(advice, width())))

    def _say(self, _view: View, rest: str) -> None:
        """Send a message."""
        self._do(self.sitting.say(rest))

    def _quit(self, _view: View, _rest: str) -> None:
        """Leave the table."""
        raise Left


def _sentences(story: Sequence[Told]) -> list[str]:
    """The sentences of a story."""
    return [sentence for told in story for sentence in told.sentences]


def _show(sentences: Sequence[str]) -> None:
    """Show sentences, each on lines of its own."""
    for sentence in sentences:
        click.echo(click.wrap_text(sentence, width(), "  ", "    "))
