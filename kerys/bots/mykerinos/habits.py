"""What players of Mykerinos do: when they pass, with how many cubes, and what they take."""

from __future__ import annotations

from collections.abc import Iterator

from kerys.bots.habits import Habit, Seen
from kerys.games.mykerinos.actions import ROOM, Question
from kerys.kernel.contract import State
from kerys.kernel.seats import NONE
from kerys.locale import N_
from kerys.table.game import Game

PASSING = Habit("passing", N_("position when passing"))
CUBES_LEFT = Habit("cubes_left", N_("cubes left then"))
MUSEUM = Habit("museum", N_("museum instead of a lot"), is_share=True)
HABITS = (PASSING, CUBES_LEFT, MUSEUM)


def seen(game: Game) -> Iterator[Seen]:
    """Passes, also those that nobody is asked about, and answers at inspections."""
    for index, move in enumerate(game.moves):
        state = game.before(index)
        if state.question == Question.INSPECTION:
            yield Seen(MUSEUM, move.seat, int(move.code >= ROOM))
        for following in game.steps(index):
            yield from _passes(state, following, game.players)
            state = following


def _passes(before: State, after: State, players: int) -> Iterator[Seen]:
    """Who passed in one step; the neutral's disc takes no position from anyone."""
    passed = [seat for seat in range(players) if after.pass_space[seat] != NONE]
    for seat in passed:
        if before.pass_space[seat] == NONE:
            yield Seen(PASSING, seat, len(passed))
            yield Seen(CUBES_LEFT, seat, int(after.personal[seat]))
