"""A whole game at the prompt: people and bots at one table, saved after every decision."""

from __future__ import annotations

import random
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import click

from kerys.bots.cast import bot_title
from kerys.bots.guard import Guarded
from kerys.kernel.contract import SPECTATOR
from kerys.locale import _, ngettext
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.guide import GuideError, guide_of, has_guide
from kerys.table.rulebook import statements
from kerys.table.view import View
from kerys.terminal.advice_text import advice_lines
from kerys.terminal.guide_text import guide_text, help_text
from kerys.terminal.local_master import LocalMaster
from kerys.terminal.panel_text import WORDS, named_panel, panel_text, panel_words
from kerys.terminal.prompt import Asker
from kerys.terminal.saves import Saved
from kerys.terminal.seats import honest_bot
from kerys.terminal.typed_moves import check_clear, find_illegal, find_move

WIDEST, HIGHEST = 100, 40
BESIDE = 5
"""The lines of a screen with the board and the moves that neither takes: question and prompt."""
MOST_LISTED = 24
MOST_TOLD = 40
FULL = "full"
"""The word after `board` that shows the long board."""


def width() -> int:
    """The width of the text."""
    return min(WIDEST, shutil.get_terminal_size((WIDEST, HIGHEST)).columns)


def can_be_listed(view: View) -> bool:
    """Whether the moves, one per line, fit on the screen together with the board."""
    lines = shutil.get_terminal_size((WIDEST, HIGHEST)).lines
    board = view.text(width=width(), compact=True).rstrip().count("\n") + 1
    return len(view.legal) <= min(MOST_LISTED, lines - board - BESIDE)


def list_moves(view: View) -> None:
    """List what can be answered: with what each move does, unless there are many."""
    if len(view.legal) > MOST_LISTED:
        click.echo(click.wrap_text(", ".join(view.legal_texts()), width()))
        return
    for action in view.legal:
        click.echo(f"  {action.text:<24} {action.describe()}")


def say(message: str) -> None:
    """Print a message within the width of the terminal."""
    click.echo(click.wrap_text(message, width()))


class Left(Exception):  # noqa: N818 - leaving isn't an error
    """The player leaves the table."""


class TableSession:
    """One game in the terminal."""

    def __init__(self, saved: Saved, asker: Asker, rng: random.Random) -> None:
        self.saved = saved
        self.game = saved.game
        self.asker = asker
        self.rng = rng
        self.bots = {
            seat: Guarded(name, honest_bot(name, saved.game.name))
            for seat, name in enumerate(saved.bots)
            if name
        }
        self.master = LocalMaster(saved)
        self.told_asked = ""
        """What was last said about questions to the master."""
        self.last_seat: int | None = None
        self.last_ply = -1
        self.commands: dict[str, tuple[Callable[[View, str], None], str]] = {
            "help": (
                self._help,
                _("explain this decision; 'help WORD' explains a word of the game"),
            ),
            "moves": (
                self._moves,
                _("list all moves with numbers; 'moves WORD' lists those with WORD"),
            ),
            "board": (self._board, _("show the board again; 'board full' shows all of it")),
            "log": (self._log, _("show the whole story so far")),
            "undo": (self._undo, _("take back your last decision, if nothing was revealed")),
            "ask": (self._ask_master, _("ask the master what to do and why")),
            **self._panel_commands(),
            "save": (self._save, _("save; 'save FILE' saves under another name")),
            "quit": (self._quit, _("leave; the game is saved")),
        }

    def run(self) -> bool:
        """Play until the game is over or the person leaves; returns whether it is saved."""
        try:
            self.saved.save()
            for bot in self.bots.values():
                bot.prepare(self.game.rules.name)
            self._introduce()
            while not self.game.over:
                self._decision()
            return self._finish()
        except (KeyboardInterrupt, EOFError, Left):
            click.echo()
            kept = self._keep()
            if kept:
                file = shlex.quote(str(self.saved.path))
                click.echo(
                    _("The game is saved. Continue with: kerys play {file}").format(file=file)
                )
            return kept
        finally:
            for bot in self.bots.values():
                bot.leave()

    def _introduce(self) -> None:
        """Name the bots, with their levels."""
        called = [bot_title(self.game.names[seat], self.saved.bots[seat]) for seat in self.bots]
        if called:
            say(_("Bots at this table: {names}").format(names=", ".join(called)))

    def _decision(self) -> None:
        """The next decision: bots first, so that sealed answers wait only for people."""
        waiting = [seat for seat in self.game.actors if seat in self.bots]
        if waiting:
            seat = waiting[0]
            self.game.push(seat, self.bots[seat].choose(self.game.view(seat), None, self.rng))
        else:
            self._keep()
            self._ask(self.game.actors[0])
            self._keep()

    def _keep(self) -> bool:
        """Save; if that fails, say so and continue in memory."""
        try:
            self.saved.save()
        except (GameError, OSError) as error:
            say(_("NOT SAVED: {error}. Use 'save FILE' to save elsewhere.").format(error=error))
            return False
        return True

    # --- A person's decision ---------------------------------------------------------------

    def _ask(self, seat: int) -> None:
        """Show a player the table and get their decision."""
        if len(self.saved.people) > 1 and seat != self.last_seat:
            self._hand_over(seat)
        view = self.game.view(seat)
        going_on = seat == self.last_seat and self.last_ply == self.game.ply
        self._since_last(seat)
        if not going_on:
            self._board(view, "")
        self._tell_asked()
        self._question(view)
        while self.game.view(seat).revision == view.revision:
            line = self._line(f"{self.game.names[seat]}> ", self._texts(view))
            try:
                self._carry_out(view, line.strip())
            except (GameError, OSError) as error:
                say(str(error))
        self.last_seat, self.last_ply = seat, self.game.ply

    def _line(self, prompt: str, texts: list[str]) -> str:
        """One line from the player; unreadable input counts as leaving."""
        try:
            return self.asker.ask(prompt, texts)
        except (OSError, UnicodeError) as error:
            say(str(error))
            raise Left from error

    def _hand_over(self, seat: int) -> None:
        """Clear the screen between two players at one keyboard."""
        click.clear()
        self.asker.forget()
        self.told_asked = ""
        name = self.game.names[seat]
        self._line(_("{name}, press Enter when nobody else is looking. ").format(name=name), [])

    def _carry_out(self, view: View, line: str) -> None:
        """Run a command, a numbered move, or a move."""
        if not line:
            self._question(view)
        elif line.isascii() and line.isdigit():
            self._numbered(view, line)
        else:
            self._words(view, line)

    def _words(self, view: View, line: str) -> None:
        """Run a command or make a move; a whole move is never an abbreviated command."""
        word, _space, rest = line.partition(" ")
        exact = word.lower() in (*self.commands, *WORDS)
        move = None if exact else find_move(view, line)
        command = None if move and rest else self._command(word.lower())
        if command is not None:
            command(view, rest.strip())
            return
        if move is None:
            check_clear(view, line)
        self.game.push(view.seat, move or find_illegal(view, line) or line)

    def _command(self, word: str) -> Callable[[View, str], None] | None:
        """The command with this name, or the only one that starts with it; None for a move."""
        if word in self.commands:
            return self.commands[word][0]
        if word in WORDS:
            return lambda view, _rest: self._panel(view, word)
        begun = [name for name in (*self.commands, *WORDS) if name.startswith(word)]
        if not begun or any(text.startswith(word) for text in self.game.rules.wording.texts()):
            return None
        if len(dict.fromkeys(begun)) > 1:
            raise GameError(
                _("'{word}' could be {names}.").format(
                    word=word, names=_(" or ").join(dict.fromkeys(begun))
                )
            )
        return self._command(begun[0])

    def _numbered(self, view: View, line: str) -> None:
        """The move with a number from the list."""
        last = len(view.legal)
        if len(line) > len(str(last)) or not 1 <= int(line) <= last:
            raise GameError(_("Moves are numbered from 1 to {last}.").format(last=last))
        self.game.push(view.seat, view.legal[int(line) - 1])

    def _texts(self, view: View) -> list[str]:
        """The texts that completion offers."""
        return [*(action.text for action in view.legal), *self.commands]

    # --- What is shown ---------------------------------------------------------------------

    def _question(self, view: View) -> None:
        """Show the question and the possible answers."""
        click.echo()
        asked = f"{view.heading()}. {view.question()}"
        click.secho(click.wrap_text(asked, width()), bold=True)
        if can_be_listed(view):
            self._list(view, "")
        else:
            for words in _word_columns([action.text for action in view.legal]):
                click.echo(click.wrap_text(" ".join(words), width(), "  ", "    "))
            say(
                ngettext(
                    "{number} move: one word from each line. 'moves' lists them, 'help' explains.",
                    "{number} moves: one word from each line. 'moves' lists them, 'help' explains.",
                    len(view.legal),
                )
            )

    def _list(self, view: View, wanted: str) -> None:
        """List moves with their numbers and what they do."""
        shown = [
            (number, action)
            for number, action in enumerate(view.legal, 1)
            if all(word in action.text.split(" ") for word in wanted.lower().split())
        ]
        if not shown:
            say(_("No move contains: {words}").format(words=wanted))
            return
        room = max(len(action.text) for _number, action in shown)
        for number, action in shown:
            line = f"{number:>4}. {action.text:<{room}}  "
            click.echo(click.wrap_text(action.describe(), width(), line, " " * len(line)))

    def _since_last(self, seat: int) -> None:
        """Show what happened since this player's last decision."""
        last = self.game.last_of(seat)
        told = [line for told in self.game.story(seat, last or 0) for line in told.sentences]
        if told:
            click.echo()
            title = _("So far") if last is None else _("Since your last decision")
            click.secho(title, bold=True)
            if len(told) > MOST_TOLD:
                click.echo(_("  ... type 'log' for earlier decisions"))
            for line in told[-MOST_TOLD:]:
                click.echo(click.wrap_text(line, width(), "  ", "    "))

    # --- Commands --------------------------------------------------------------------------

    def _board(self, view: View, rest: str) -> None:
        """Show the table, in few lines unless all of it is asked for."""
        click.echo()
        click.echo(view.text(width=width(), compact=rest.lower() != FULL).rstrip("\n"))

    def _panel_commands(self) -> dict[str, tuple[Callable[[View, str], None], str]]:
        """A command for each panel of this game."""

        def shows(word: str) -> Callable[[View, str], None]:
            return lambda view, _rest: self._panel(view, word)

        return {
            word: (shows(word), _("show: {title}").format(title=title))
            for word, title in panel_words(self.game.view(0)).items()
        }

    def _panel(self, view: View, word: str) -> None:
        """Show a panel."""
        click.echo(panel_text(named_panel(view, word), view.over, width()))

    def _help(self, view: View, rest: str) -> None:
        """Show what the guide says about a word or the decision, and the commands."""
        if rest:
            self._explain(view, rest)
            return
        if has_guide(self.game.name):
            click.echo(help_text(guide_of(self.game.name), view, width()))
            click.echo()
        else:
            for rule_id in view.rule_ids():
                click.echo(click.wrap_text(statements()[rule_id], width(), "  ", "    "))
        say(_("Type a move (or several in a row), its number, or one of these commands:"))
        room = max(map(len, self.commands))
        for name, (_command, what) in self.commands.items():
            line = f"  {name:<{room}} "
            click.echo(click.wrap_text(what, width(), line, " " * len(line)))
        say(
            _(
                "You can shorten the words of a move, change their order and omit the verb, as "
                "long as only one move fits."
            )
        )

    def _explain(self, view: View, word: str) -> None:
        """Show what the guide says about a word; otherwise the command or moves with this name."""
        known = word.lower() in self.commands
        if known:
            say(f"{word.lower()}: {self.commands[word.lower()][1]}")
        try:
            found = guide_text(guide_of(self.game.name).explain(word), width())
            click.echo(f"\n{found}" if known else found)
        except GuideError as error:
            if known:
                return
            if not any(word.lower() in text.split(" ") for text in view.legal_texts()):
                raise GameError(str(error)) from error
            self._list(view, word)

    def _moves(self, view: View, rest: str) -> None:
        """List all moves, or those that contain some words."""
        self._list(view, rest)

    def _log(self, view: View, _rest: str) -> None:
        """Show the story so far."""
        heading = ""
        for told in self.game.story(view.seat):
            if told.heading != heading:
                heading = told.heading
                click.secho(heading, bold=True)
            for line in told.sentences:
                click.echo(click.wrap_text(line, width(), "  ", "    "))

    def _undo(self, view: View, _rest: str) -> None:
        """Take the last decision back."""
        self.game.undo(view.seat)

    def _ask_master(self, view: View, _rest: str) -> None:
        """Show what the master would do, and why."""
        asked = self.master.question(view.seat)
        click.echo(_("The master is thinking ..."))
        advice = self.master.answer(asked, self.master.weigh(asked))
        self._keep()
        click.echo("\n".join(advice_lines(advice, width())))
        self._tell_asked()

    def _tell_asked(self) -> None:
        """Say who has asked the master, when that is news."""
        if self.master.asked != self.told_asked:
            self.told_asked = self.master.asked
            say(self.told_asked)

    def _save(self, view: View, rest: str) -> None:
        """Save, here or under another name."""
        if rest:
            try:
                self.saved.move_to(Path(rest).expanduser())
            except (RuntimeError, ValueError) as error:
                raise GameError(str(error)) from error
        self.saved.save()
        click.echo(_("Saved as {file}.").format(file=self.saved.path))

    def _quit(self, view: View, _rest: str) -> None:
        """Leave the table."""
        raise Left

    def _finish(self) -> bool:
        """The end: show the last events, the result, and where the record is."""
        kept = self._keep()
        seat = self.saved.people[0] if self.saved.people else SPECTATOR
        self._board(self.game.view(seat), "")
        if seat != SPECTATOR:
            self._since_last(seat)
        click.echo()
        for rank, name, points in standings(self.game):
            click.echo(_("{rank}. {name}: {points}").format(rank=rank, name=name, points=points))
        if kept:
            file = shlex.quote(str(self.saved.path))
            click.echo(
                _("The record is {file}; verify it with: kerys verify {file}").format(file=file)
            )
        return kept


def standings(game: Game) -> list[tuple[int, str, int]]:
    """The rank, name and points of every player, best first; names need not be unique."""
    return sorted(
        zip(game.player_ranks, game.names, game.scores[: game.players], strict=True),
        key=lambda player: player[:2],
    )


def _word_columns(texts: list[str]) -> list[list[str]]:
    """The words possible at each position of a move, in order of first use."""
    columns: list[dict[str, None]] = []
    for text in texts:
        for place, word in enumerate(text.split(" ")):
            if place == len(columns):
                columns.append({})
            columns[place][word] = None
    return [list(words) for words in columns]
