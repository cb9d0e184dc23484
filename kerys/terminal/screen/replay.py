"""A finished or running game, step by step: film, jumps, viewpoints, and moves of one's own."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.widgets import Input
from textual.worker import get_current_worker

from kerys.kernel.contract import SPECTATOR
from kerys.locale import N_, _
from kerys.study.review import Judgement, judge_at
from kerys.study.review.words import decision_told, judged_in_a_line
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.story import Moment
from kerys.table.variations import MOST_COMMENT, Place
from kerys.table.view import View
from kerys.terminal.choosing import Chooser
from kerys.terminal.library import go_on_from
from kerys.terminal.lines import Line, kept_line, kept_places
from kerys.terminal.local import LocalSitting
from kerys.terminal.replay import LEAP, OPEN, Replay
from kerys.terminal.screen.board_screen import SPEEDS, BoardScreen, the_app, user_name
from kerys.terminal.screen.cards import Card
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.told import result_rows

JUDGED_S = 30
"""How long a judgement stays on the screen, in seconds."""


class ReplayScreen(BoardScreen):
    """A game that is looked at again."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", N_("Next"), priority=True),
        Binding("left", "step(-1)", N_("Back"), priority=True),
        Binding("down", "leap(1)", show=False, priority=True),
        Binding("up", "leap(-1)", show=False, priority=True),
        Binding("ctrl+down,pagedown", "round(1)", N_("Next round"), priority=True),
        Binding("ctrl+up,pageup", "round(-1)", N_("Previous round"), show=False, priority=True),
        Binding("home", "end(0)", show=False, priority=True),
        Binding("end", "end(1)", show=False, priority=True),
        Binding("space", "play", N_("Film"), priority=True),
        Binding("s,f2", "eyes", N_("Viewpoint"), priority=True),
        Binding("tab", "page(1)", N_("Page"), priority=True),
        Binding("f3", "speed", N_("Speed")),
        Binding("f5", "vary", N_("Try a line")),
        Binding("f6", "keep", N_("Keep it")),
        Binding("f7", "kept", N_("Kept lines")),
        Binding("delete", "remove", N_("Remove it"), show=False),
        Binding("f8", "play_on", N_("Play on")),
        Binding("f9", "judge", N_("Judge")),
        Binding("f1", "guide", N_("Rules")),
        Binding("q,ctrl+q", "app.leave_table", N_("Leave"), priority=True),
    ]

    def __init__(self, replay: Replay, speed: str = "normal") -> None:
        super().__init__(speed)
        self.replay = replay
        self.line: Line | None = None
        """A line that leaves the game, while somebody tries it or looks at it."""
        self._removing: Place = ()
        """The kept line that the next Delete removes."""
        self._moment: Moment | None = None
        self._playing = False

    def on_mount(self) -> None:
        """Show the position."""
        self._show()

    # --- What is shown ---------------------------------------------------------------------

    def _position(self) -> View:
        """The position to show."""
        if self.line is not None:
            asked = self.line.game.actors
            return self.line.game.view(asked[0] if asked else SPECTATOR)
        if self._moment is not None:
            return self.replay.game.view_of(self._moment, self._seat)
        return self.replay.view()

    @property
    def _seat(self) -> int:
        """The seat whose words are heard."""
        return SPECTATOR if self.replay.seat is OPEN else self.replay.seat

    def _show(self) -> None:
        """Draw everything; picks stay while the position is the same."""
        view, choices = self._position(), self.query_one(Choices)
        if self.line is None or not view.legal:
            choices.ask(None)
        elif choices.chooser is None or choices.chooser.view.revision != view.revision:
            choices.ask(Chooser(view))
        game = self.line.game if self.line is not None else self.replay.game
        self.show_view(view, game.story(self._seat, 0, view.ply))
        self.show_words(self._title(view), self._said(view))

    def _title(self, view: View) -> str:
        """Where the replay stands."""
        if self.line is not None:
            said = _("{line}; F5 goes back").format(line=self.line.title())
        else:
            said = self.replay.title()
        return f"{said} · {view.rules.wording.title} · {view.heading()}"

    def _said(self, view: View) -> str:
        """What the last decision did, or what is asked in a line."""
        if self.line is not None:
            return view.question()
        if self._moment is not None:
            return " ".join(self._moment.told.sentences)
        told = self.replay.game.story(self._seat, max(0, self.replay.ply - 1), self.replay.ply)
        return " ".join(line for one in told for line in one.sentences)

    # --- Keys ------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go to the next or the previous decision."""
        self._stop()
        if self.line is None:
            self.replay.move(by)
        elif by < 0:
            self.line.back()
        else:
            self.line.on()
        self._show()

    def action_leap(self, by: int) -> None:
        """Go ten decisions forward or back; in a line, move through the choices."""
        if self.line is not None:
            self.query_one(Choices).action_step(by)
            return
        self._stop()
        self.replay.move(by * LEAP)
        self._show()

    def action_round(self, by: int) -> None:
        """Go to the beginning of the next or the previous round."""
        self._leave_line()
        self.replay.jump_round(by)
        self._show()

    def action_end(self, last: int) -> None:
        """Go to the beginning or the end."""
        self._leave_line()
        self.replay.move(self.replay.game.ply * (1 if last else -1))
        self._show()

    def action_eyes(self) -> None:
        """Show the game from the next viewpoint."""
        self._moment = None
        self.replay.switch_viewpoint()
        self._show()

    def action_play(self) -> None:
        """Start or stop the film."""
        if self._playing:
            self._stop()
            self._show()
        elif self.line is None:
            self._playing = True
            self._film()

    def action_vary(self) -> None:
        """Try other moves from here, or go back to the game as it was played."""
        if self.line is not None:
            self._leave_line()
        elif not self.replay.game.over:
            self._warn(_("Moves can be tried once the game is over."))
        elif self.replay.ply == self.replay.game.ply:
            self._warn(_("The game ends here: go back to try a move."))
        else:
            self._stop()
            self.line = Line(self.replay.game, self.replay.ply)
        self._show()

    def action_keep(self) -> None:
        """Ask for a comment, then keep the line in the file."""
        if self.line is None or not self.line.begun:
            self._warn(_("There is nothing to keep: F5 lets you try a line."))
            return
        typed = self.query_one("#typed", Input)
        typed.placeholder = _("A comment, if you like; Enter keeps the line")
        typed.max_length = MOST_COMMENT
        typed.display = True
        typed.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Keep the line with this comment."""
        comment = " ".join(event.value.split())
        self.stop_typing()
        if self.line is None:
            return
        try:
            self.replay.saved.keep(self.line.game, comment)
        except (GameError, OSError) as error:
            self._warn(str(error))
        else:
            self.notify(_("Kept in {file}.").format(file=self.replay.saved.path))

    def action_kept(self) -> None:
        """Go to the next line that is kept in the file."""
        self._stop()
        places = kept_places(self.replay.saved)
        if not places:
            self._warn(_("No lines are kept with this game: F5 tries one, F6 keeps it."))
            return
        now = places.index(self.line.place) if self.line and self.line.place in places else -1
        self.line = kept_line(self.replay.saved, places[(now + 1) % len(places)])
        self.replay.ply = self.line.left_at
        self._show()

    def action_remove(self) -> None:
        """Remove the kept line that is shown from the file, once the key is pressed again."""
        if self.line is None or not self.line.place:
            self._warn(_("F7 goes to the lines that are kept with this game."))
        elif self._removing != self.line.place:
            self._removing = self.line.place
            self._warn(_("Press Delete again to remove this line from the file."))
        else:
            try:
                self.replay.saved.remove(self.line.place)
            except (GameError, OSError) as error:
                self._warn(str(error))
                return
            self.notify(_("Removed from {file}.").format(file=self.replay.saved.path))
            self._leave_line()
            self._show()

    def action_play_on(self) -> None:
        """Play on from here against bots, in a new file."""
        self._stop()
        moment = self.line.game if self.line is not None else self.replay.game.fork(self.replay.ply)
        asked = moment.actors[0] if moment.actors else 0
        own = self.replay.seat
        seat = asked if own is OPEN or own == SPECTATOR else own
        try:
            saved = go_on_from(moment, seat, None, [user_name()])
        except (GameError, OSError) as error:
            self._warn(str(error))
            return
        the_app(self).sit(LocalSitting(saved, random.Random()))
        self.notify(_("For study: the deal of this game is known."))

    def action_judge(self) -> None:
        """Say what a search thinks of the decision that led here, by what its player could know."""
        self._stop()
        shown = self.line.game if self.line is not None else self.replay.game
        ply = shown.ply if self.line is not None else self.replay.ply
        if not self.replay.game.over:
            self._warn(_("Decisions can be judged once the game is over."))
        elif ply == 0:
            self._warn(_("There is no decision to judge yet."))
        else:
            self.notify(_("Thinking about this decision..."))
            self._judge(shown.copy(), ply - 1)

    @work(thread=True, exclusive=True, group="judge")
    def _judge(self, game: Game, ply: int) -> None:
        """Judge the decision made at a ply, without holding up the screen."""
        found = judge_at(game, ply)
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._say_judged, game, found)

    def _say_judged(self, game: Game, found: Judgement) -> None:
        """Say what a decision was worth."""
        words, title = judged_in_a_line(game, found), decision_told(game, found)
        self.notify(words, title=title, timeout=JUDGED_S)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys to a comment while it is typed."""
        return not self.typing

    def _warn(self, words: str) -> None:
        """Say why something isn't possible."""
        self.notify(words, severity="warning")

    def _leave_line(self) -> None:
        """Go back to the game as it was played."""
        self._stop()
        self.line = None

    def _stop(self) -> None:
        """Stop the film."""
        self._playing = False
        self._moment = None
        self._removing = ()

    @work(exclusive=True, group="film")
    async def _film(self) -> None:
        """Show moment after moment until the end."""
        while self._playing and self.replay.ply < self.replay.game.ply:
            for moment in self._moments():
                self._moment = moment
                self._show()
                await asyncio.sleep(SPEEDS[self.speed] or SPEEDS["normal"])
                if not self._playing:
                    return
            self._moment = None
            self.replay.move(1)
        self._stop()
        self._show()

    def _moments(self) -> Sequence[Moment]:
        """The moments of the next decision, from the chosen viewpoint."""
        game, ply = self.replay.game, self.replay.ply
        if self.replay.seat is OPEN:
            return game.open_moments(SPECTATOR, ply, ply + 1)
        return game.moments(self.replay.seat, ply, ply + 1)

    def on_choices_confirmed(self, event: Choices.Confirmed) -> None:
        """Make a move in the line."""
        if self.line is None:
            return
        try:
            self.line.push(event.move)
        except GameError as error:
            self.notify(str(error), severity="warning")
        self._show()
        view = self._position()
        if view.over:
            self.app.push_screen(Card(lambda width: result_rows(view, width)))
