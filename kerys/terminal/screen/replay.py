"""A finished or running game, step by step: film, jumps, viewpoints, and moves of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType

from kerys.kernel.contract import SPECTATOR
from kerys.locale import N_, _
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.story import Moment
from kerys.table.view import View
from kerys.terminal.choosing import Chooser
from kerys.terminal.replay import LEAP, OPEN, Replay
from kerys.terminal.screen.board_screen import SPEEDS, BoardScreen
from kerys.terminal.screen.cards import Card
from kerys.terminal.screen.choices import Choices
from kerys.terminal.screen.told import result_rows


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
        Binding("f5", "vary", N_("Try a move")),
        Binding("f1", "guide", N_("Rules")),
        Binding("q,ctrl+q", "app.leave_table", N_("Leave"), priority=True),
    ]

    def __init__(self, replay: Replay, speed: str = "normal") -> None:
        super().__init__(speed)
        self.replay = replay
        self.variation: Game | None = None
        """The game from here on with other moves, while somebody tries them."""
        self._moment: Moment | None = None
        self._playing = False

    def on_mount(self) -> None:
        """Show the position."""
        self._show()

    # --- What is shown ---------------------------------------------------------------------

    def _position(self) -> View:
        """The position to show."""
        if self.variation is not None:
            asked = self.variation.actors
            return self.variation.view(asked[0] if asked else SPECTATOR)
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
        if self.variation is None or not view.legal:
            choices.ask(None)
        elif choices.chooser is None or choices.chooser.view.revision != view.revision:
            choices.ask(Chooser(view))
        game = self.variation or self.replay.game
        self.show_view(view, game.story(self._seat, 0, view.ply))
        self.show_words(self._title(view), self._said(view))

    def _title(self, view: View) -> str:
        """Where the replay stands."""
        if self.variation is not None:
            said = _("Your own moves from decision {ply} on; F5 goes back").format(
                ply=self.replay.ply
            )
        else:
            said = self.replay.title()
        return f"{said} · {view.rules.wording.title} · {view.heading()}"

    def _said(self, view: View) -> str:
        """What the last decision did, or what is asked in a variation."""
        if self.variation is not None:
            return view.question()
        if self._moment is not None:
            return " ".join(self._moment.told.sentences)
        told = self.replay.game.story(self._seat, max(0, self.replay.ply - 1), self.replay.ply)
        return " ".join(line for one in told for line in one.sentences)

    # --- Keys ------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        """Go to the next or the previous decision; in a variation, take back."""
        self._stop()
        if self.variation is None:
            self.replay.move(by)
        elif by < 0 and self.variation.ply > self.replay.ply:
            self.variation.pop()
        self._show()

    def action_leap(self, by: int) -> None:
        """Go ten decisions forward or back; in a variation, move through the choices."""
        if self.variation is not None:
            self.query_one(Choices).action_step(by)
            return
        self._stop()
        self.replay.move(by * LEAP)
        self._show()

    def action_round(self, by: int) -> None:
        """Go to the beginning of the next or the previous round."""
        self._stop()
        self.replay.jump_round(by)
        self._show()

    def action_end(self, last: int) -> None:
        """Go to the beginning or the end."""
        self._stop()
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
        elif self.variation is None:
            self._playing = True
            self._film()

    def action_vary(self) -> None:
        """Try other moves from here, or go back to the game as it was played."""
        self._stop()
        if self.variation is not None:
            self.variation = None
        elif not self.replay.game.over:
            self.notify(_("Moves can be tried once the game is over."), severity="warning")
        elif self.replay.ply == self.replay.game.ply:
            self.notify(_("The game ends here: go back to try a move."), severity="warning")
        else:
            self.variation = self.replay.game.copy()
            while self.variation.ply > self.replay.ply:
                self.variation.pop()
        self._show()

    def _stop(self) -> None:
        """Stop the film."""
        self._playing = False
        self._moment = None

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
        """Make a move in the variation."""
        if self.variation is None:
            return
        try:
            self.variation.push(self.variation.actors[0], event.move)
        except GameError as error:
            self.notify(str(error), severity="warning")
        self._show()
        view = self._position()
        if view.over:
            self.app.push_screen(Card(lambda width: result_rows(view, width)))
