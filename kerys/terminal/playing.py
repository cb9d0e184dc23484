"""A whole game at the prompt: people and bots at one table, saved after every decision."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import click

from kerys.bots import Bot, bot_named
from kerys.locale import _, ngettext
from kerys.table.errors import GameError
from kerys.table.rulebook import statements
from kerys.table.view import View
from kerys.terminal.asking import Asker
from kerys.terminal.saves import Saved

WIDEST = 100
MOST_LISTED = 24
MOST_TOLD = 40


def width() -> int:
    """How wide to write."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, 40)).columns)


class Left(Exception):  # noqa: N818 - leaving is no error
    """The person leaves the table."""


class Table:
    """One game in the terminal."""

    def __init__(self, saved: Saved, asker: Asker, rng: random.Random) -> None:
        self.saved = saved
        self.game = saved.game
        self.asker = asker
        self.rng = rng
        self.bots: dict[int, Bot] = {
            seat: bot_named(name) for seat, name in enumerate(saved.bots) if name
        }
        self.last_seat: int | None = None
        self.commands: dict[str, tuple[Callable[[View, str], None], str]] = {
            "help": (self._help, _("the rules behind this decision")),
            "moves": (self._moves, _("all moves with their numbers; 'moves WORD' only some")),
            "board": (self._board, _("the board again")),
            "log": (self._log, _("the whole story so far")),
            "undo": (self._undo, _("take your last decision back, while nothing was revealed")),
            "save": (self._save, _("save; 'save FILE' saves under another name")),
            "quit": (self._quit, _("leave; the game is kept")),
        }

    def run(self) -> None:
        """Play until the game is over or the person leaves; either way it is on disk."""
        try:
            self.saved.save()
            while not self.game.over:
                self._decision()
            self._finish()
        except (KeyboardInterrupt, EOFError, Left):
            self.saved.save()
            click.echo()
            click.echo(
                _("The game is kept. Go on with: kerys play {file}").format(file=self.saved.path)
            )

    def _decision(self) -> None:
        """The next decision: bots first, so that sealed answers wait for people only."""
        waiting = [seat for seat in self.game.actors if seat in self.bots]
        if waiting:
            seat = waiting[0]
            action = self.bots[seat].choose(self.game.view(seat), self.rng)
            self.game.push(seat, action)
        else:
            self._ask(self.game.actors[0])
            self.saved.save()

    # --- A person's decision ---------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Show a person the table and take what they decide."""
        if len(self.saved.people) > 1 and seat != self.last_seat:
            self._hand_over(seat)
        self.last_seat = seat
        view = self.game.view(seat)
        self._board(view, "")
        self._since_last(seat)
        self._question(view)
        ply = self.game.ply
        while self.game.ply == ply:
            try:
                line = self.asker.ask(f"{self.game.names[seat]}> ", self._texts(view))
                self._carry_out(view, line.strip())
            except (GameError, OSError) as error:
                click.echo(str(error))

    def _hand_over(self, seat: int) -> None:
        """Between two people at one keyboard, nothing stays on the screen."""
        click.clear()
        name = self.game.names[seat]
        self.asker.ask(_("{name}, press Enter when nobody else looks. ").format(name=name), ())

    def _carry_out(self, view: View, line: str) -> None:
        """A command, the number of a move, or a move."""
        word, _space, rest = line.partition(" ")
        if not line:
            self._question(view)
        elif word.lower() in self.commands:
            self.commands[word.lower()][0](view, rest.strip())
        elif line.isascii() and line.isdigit():
            if not 1 <= int(line) <= len(view.legal):
                raise GameError(
                    _("Moves are numbered from 1 to {last}.").format(last=len(view.legal))
                )
            self.game.push(view.seat, view.legal[int(line) - 1])
        else:
            self.game.push(view.seat, line)

    def _texts(self, view: View) -> list[str]:
        """What completion offers."""
        return [*(action.text for action in view.legal), *self.commands]

    # --- What is shown ---------------------------------------------------------------------

    def _question(self, view: View) -> None:
        """What is asked and what may be answered."""
        click.echo()
        click.secho(f"{view.heading()}. {view.question()}", bold=True)
        if len(view.legal) <= MOST_LISTED:
            self._list(view, "")
        else:
            for words in _word_columns([action.text for action in view.legal]):
                click.echo(click.wrap_text(" ".join(words), width(), "  ", "    "))
            click.echo(
                ngettext(
                    "{number} move: one word of each line. 'moves' lists them, 'help' explains.",
                    "{number} moves: one word of each line. 'moves' lists them, 'help' explains.",
                    len(view.legal),
                )
            )

    def _list(self, view: View, wanted: str) -> None:
        """Moves with their numbers and what they do."""
        shown = [
            (number, action)
            for number, action in enumerate(view.legal, 1)
            if all(word in action.text.split(" ") for word in wanted.lower().split())
        ]
        if not shown:
            click.echo(_("No move has these words: {words}").format(words=wanted))
            return
        room = max(len(action.text) for _number, action in shown)
        for number, action in shown:
            click.echo(f"{number:>4}. {action.text:<{room}}  {action.describe()}")

    def _since_last(self, seat: int) -> None:
        """What happened since this person's last decision."""
        own = [index for index, move in enumerate(self.game.moves) if move.seat == seat]
        since = own[-1] if own else 0
        told = [line for told in self.game.story(seat, since) for line in told.sentences]
        if told:
            click.echo()
            click.secho(_("Since your last decision"), bold=True)
            if len(told) > MOST_TOLD:
                click.echo(_("  ... earlier: type 'log'"))
            for line in told[-MOST_TOLD:]:
                click.echo(f"  {line}")

    # --- Commands --------------------------------------------------------------------------

    def _board(self, view: View, _rest: str) -> None:
        """The table."""
        click.echo()
        click.echo(view.text(width=width()))

    def _help(self, view: View, _rest: str) -> None:
        """The rules behind the decision, and what else can be typed."""
        for rule_id in view.rules():
            text = f"{rule_id} {statements()[rule_id]}"
            click.echo(click.wrap_text(text, width(), "  ", "    "))
        click.echo(
            _("Type a move (several in a row are fine), its number, or one of these words:")
        )
        for name, (_command, what) in self.commands.items():
            click.echo(f"  {name:<6} {what}")

    def _moves(self, view: View, rest: str) -> None:
        """All moves, or those with some words."""
        self._list(view, rest)

    def _log(self, view: View, _rest: str) -> None:
        """The story so far."""
        heading = ""
        for told in self.game.story(view.seat):
            if told.heading != heading:
                heading = told.heading
                click.secho(heading, bold=True)
            for line in told.sentences:
                click.echo(f"  {line}")

    def _undo(self, view: View, _rest: str) -> None:
        """Take the last decision back."""
        self.game.undo(view.seat)
        self.saved.undone()

    def _save(self, view: View, rest: str) -> None:
        """Save, here or under another name."""
        if rest:
            path = Path(rest).expanduser()
            if path.exists():
                raise GameError(
                    _("{file} is there already; choose another name.").format(file=path)
                )
            self.saved.path = path
            self.saved.undone()
        self.saved.save()
        click.echo(_("Saved as {file}.").format(file=self.saved.path))

    def _quit(self, view: View, _rest: str) -> None:
        """Leave."""
        raise Left

    def _finish(self) -> None:
        """The end: the last story, the result, and where the record lies."""
        self.saved.save()
        seat = self.saved.people[0] if self.saved.people else -1
        self._board(self.game.view(seat), "")
        if seat >= 0:
            self._since_last(seat)
        click.echo()
        click.echo(
            _("The record is {file}; prove it with: kerys verify {file}").format(
                file=self.saved.path
            )
        )


def _word_columns(texts: list[str]) -> list[list[str]]:
    """The words that can stand in each place of the moves, in the order in which they come."""
    columns: list[dict[str, None]] = []
    for text in texts:
        for place, word in enumerate(text.split(" ")):
            if place == len(columns):
                columns.append({})
            columns[place][word] = None
    return [list(words) for words in columns]
