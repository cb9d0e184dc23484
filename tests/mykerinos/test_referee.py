"""Engine and referee in parallel: whole games, compared at every question.

Random players pass early and miss most of the game, so every game is played with a habit: a
preference for cards, for the museum, for one area, or for saving cubes for later seasons.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

import pytest

from kerys.games.mykerinos import MYKERINOS
from kerys.games.mykerinos import actions as act
from kerys.games.mykerinos import components as box
from kerys.games.mykerinos.actions import Kind, Question
from kerys.games.mykerinos.state import common_reserve
from kerys.kernel.seats import NONE
from tests.mykerinos.board import DONE, Board, kind, room, space_name
from tests.mykerinos.conservation import check_cubes
from tests.mykerinos.referee import CARD_OF, Referee
from tests.mykerinos.referee_table import area_of, read_spaces

pytestmark = pytest.mark.slow

REPEATS = 4
"""Games for each habit and number of players."""
ALL_KINDS = frozenset(Kind) - {Kind.PASS}
CARDS = frozenset(CARD_OF)
EXTENSIONS = frozenset({Kind.EXTEND, Kind.VIOLET_EXTEND, Kind.LEMON_EXTEND, Kind.TANGERINE})


@dataclass(frozen=True)
class Habit:
    """What the players of a game prefer."""

    passing: tuple[float, float, float, float] = (0.03, 0.03, 0.03, 0.03)
    """How often a player passes without having to, by season."""
    kinds: frozenset[Kind] = ALL_KINDS
    """The preferred kinds of action."""
    areas: frozenset[int] = frozenset(range(6))
    """The preferred areas."""
    museum: float = 0.3
    """How often an inspection leads to the museum."""
    neutral: float = 0.7
    """How often the neutral is used."""


HABITS = {
    "no preference": Habit(),
    "fond of cards": Habit(kinds=CARDS, museum=0.1),
    "fond of the museum": Habit(kinds=CARDS, museum=0.7),
    "all to the museum": Habit(kinds=frozenset({Kind.BROWN}), museum=0.97),
    "fond of extensions": Habit(kinds=EXTENSIONS),
    "fond of one area": Habit(areas=frozenset({1}), museum=0.4),
    "fond of two areas": Habit(kinds=EXTENSIONS, areas=frozenset({0, 3}), museum=0.1),
    "saving for season 3": Habit((0.5, 0.5, 0.0, 0.03), kinds=CARDS, museum=0.5),
    "saving for season 4": Habit((0.3, 0.3, 0.3, 0.0), kinds=CARDS, museum=0.2, neutral=0.2),
    "hoarding": Habit((0.5, 0.6, 0.6, 0.6), museum=0.6, neutral=0.02),
    "keeping cards": Habit((0.0, 0.0, 0.0, 0.0), kinds=frozenset({Kind.PLACE}), museum=0.1),
    "often passing": Habit((0.2, 0.2, 0.2, 0.2)),
}

WITH_ALL = {
    *(one.name for one in Kind),
    "area with 0 colours",
    "area with 1 colours",
    "area with 2 colours",
    "area with 3 colours",
    "empty hand and a Violet card",
    "last action that is no pass",
    "Lemon extends with cube 1 on a pyramid",
    "Lemon extends with cube 2 on a pyramid",
    "lot without a patron is claimed",
    "museum after an inspection",
    "museum without a cube in the common reserve",
    "museum without an open room",
    "no free space but pyramids",
    "only one space for a cube",
    "passes with cubes in hand",
    "set of five patrons",
    "short of own cubes",
    "tie in an area",
    "Violet makes an extension possible",
    "Violet card without a cube in the common reserve",
    "leftover with 1 lots",
}
WITH_TWO = {
    "neutral PLACE",
    "neutral EXTEND",
    "neutral does nothing",
    "neutral acts in the last action",
    "neutral alone in an area",
    "neutral first, the third chooses",
    "neutral first, the unranked chooses",
    "neutral second, 1 lots left",
    "neutral second, 2 lots left",
    "neutral third",
    "short of neutral cubes",
}
TO_BE_SEEN = {
    2: WITH_ALL | WITH_TWO,
    3: WITH_ALL | {"leftover with 2 lots"},
    4: WITH_ALL | {"area with 4 colours", "leftover with 2 lots"},
}
"""What must happen in the games of each number of players, in the referee's words."""


def area_of_answer(action: int) -> int:
    """The area of an answer that names a space."""
    row, column = divmod(action - act.SPACE, box.COLUMNS)
    return area_of((column, row))


def pick(habit: Habit, season: int, question: Question, actions: list[int], chance: Random) -> int:
    """A legal answer that a player with this habit would choose."""
    fond = actions
    if question == Question.ACTION:
        if chance.random() < habit.passing[season]:
            return kind(Kind.PASS)
        actions = [action for action in actions if action != kind(Kind.PASS)]
        if chance.random() < 0.85:
            fond = [action for action in actions if action - act.KIND in habit.kinds]
    elif question == Question.NEUTRAL_ACTION:
        if chance.random() >= habit.neutral:
            return DONE
        fond = [action for action in actions if action != DONE]
    elif question in (Question.SPACE, Question.NEUTRAL_SPACE):
        if chance.random() < 0.9:
            fond = [action for action in actions if area_of_answer(action) in habit.areas]
    elif question == Question.INSPECTION:
        to_museum = chance.random() < habit.museum
        fond = [action for action in actions if (action >= room(0)) == to_museum]
    return chance.choice(fond or actions)


def in_words(action: int) -> str:
    """An answer in words, for messages."""
    if action >= act.SPACE:
        return space_name(action - act.SPACE)
    if action >= act.ROOM:
        return f"room {action - act.ROOM}"
    if action >= act.LOT:
        return "right lot" if action - act.LOT else "left lot"
    return Kind(action - act.KIND).name if action >= act.KIND else "DONE"


def table_of_engine(board: Board) -> dict[str, object]:
    """Everything on the engine's table that is compared."""
    state = board.state
    players, over = int(state.players), board.over
    colours = range(3 if players == 2 else players)
    rooms = state.rooms.tolist()
    discs = enumerate(state.pass_space.tolist())
    return {
        "asked": set(board.asked),
        "question": board.question,
        "season": int(state.season),
        "first player": NONE if over else int(state.first),
        "points": board.points(),
        "personal reserves": state.personal.tolist()[:players],
        "common reserves": [int(common_reserve(state, colour)) for colour in colours],
        "neutral cubes held": state.neutral_held.tolist()[:players],
        "cubes on the region": [read_spaces(words) for words in state.cubes.tolist()][
            : len(colours)
        ],
        "pyramids": read_spaces(state.pyramids.tolist()),
        "rooms": [
            {one for one in range(box.ROOMS) if rooms[colour] >> one & 1} for colour in colours
        ],
        "cards": state.cards.tolist()[:players],
        "tilted cards": [] if over else state.tilted.tolist()[:players],
        "pass spaces": {} if over else {colour: at for colour, at in discs if at != NONE},
    }


def table_of_referee(referee: Referee) -> dict[str, object]:
    """The same for the referee's table, without what no longer matters at the end."""
    return {
        "asked": referee.asked,
        "question": referee.question,
        "season": referee.season,
        "first player": NONE if referee.over else referee.first,
        "points": referee.points,
        "personal reserves": referee.personal,
        "common reserves": [referee.common_reserve(colour) for colour in referee.colours],
        "neutral cubes held": referee.neutral_held,
        "cubes on the region": referee.cubes,
        "pyramids": referee.pyramids,
        "rooms": referee.rooms,
        "cards": [counts_of(cards) for cards in referee.cards],
        "tilted cards": [] if referee.over else [counts_of(cards) for cards in referee.tilted],
        "pass spaces": {} if referee.over else referee.pass_spaces,
    }


def counts_of(cards: Counter[int]) -> list[int]:
    """How many there are of each patron."""
    return [cards[patron] for patron in range(box.PATRONS)]


class SideBySide:
    """One game, tracked by the engine and by the referee."""

    def __init__(self, players: int, game: int, habit: str) -> None:
        self.title = f"{players} players, game {game}"
        self.habit = habit
        self.board = Board(MYKERINOS.new(seed=self.title, players=players))
        self.referee = Referee.of(self.board.state)
        self.chance = Random(self.title)
        self.node = 0
        self.history: list[str] = []

    def play(self) -> SideBySide:
        """Play to the end, and compare at every question."""
        self.compare()
        while not self.board.over:
            (seat,) = self.board.asked
            question, season = self.board.question, int(self.board.state.season)
            actions = MYKERINOS.choices(self.board.state, seat)
            action = pick(HABITS[self.habit], season, question, actions, self.chance)
            self.history.append(f"seat {seat} {question.name} {in_words(action)}")
            MYKERINOS.apply(self.board.state, seat, action)
            self.referee.apply(seat, action)
            self.node += 1
            self.compare()
        self.compare_results()
        self.compare_doctored_ranks()
        return self

    def compare(self) -> None:
        """Compare both tables, and the legal answers of the seat that is asked."""
        check_cubes(self.board.state)
        engine, referee = table_of_engine(self.board), table_of_referee(self.referee)
        for key, value in engine.items():
            self.same(key, value, referee[key])
        for seat in self.board.asked:
            mine = set(MYKERINOS.choices(self.board.state, seat))
            theirs = self.referee.legal(seat)
            self.same(
                f"legal of seat {seat} in one only",
                sorted(map(in_words, mine - theirs)),
                sorted(map(in_words, theirs - mine)),
            )

    def compare_results(self) -> None:
        """Compare scores and ranks of a finished game."""
        state, seats = self.board.state, self.referee.seats
        self.same(
            "scores", [int(MYKERINOS.score(state, seat)) for seat in seats], self.board.points()
        )
        self.same("scores", self.board.points(), self.referee.points)
        self.same("ranks", [int(MYKERINOS.rank(state, seat)) for seat in seats], self.referee.ranks)

    def compare_doctored_ranks(self) -> None:
        """Compare ranks for other points and cubes, where ties are common (MY-6.5)."""
        referee, state = self.referee, self.board.state
        for _ in range(4):
            for seat in referee.seats:
                referee.points[seat] = state.points[seat] = self.chance.randint(40, 41)
                referee.personal[seat] = state.personal[seat] = self.chance.randint(0, 1)
            ranks = referee.ranks
            referee.seen["shared rank"] += len(set(ranks)) < len(ranks)
            engine = [int(MYKERINOS.rank(state, seat)) for seat in referee.seats]
            self.same(f"ranks for {referee.points}, {referee.personal} cubes", engine, ranks)

    def same(self, what: str, engine: object, referee: object) -> None:
        """Fail with the position and the last answers unless engine and referee agree."""
        if engine != referee:
            pytest.fail(
                f"{self.title} ({self.habit}), node {self.node}, {self.board.moment.name}, "
                f"{self.board.question.name} of {self.board.asked}\n"
                f"{what}:\n  engine  {engine}\n  referee {referee}\n"
                f"last answers: {'; '.join(self.history[-6:])}",
                pytrace=False,
            )


@pytest.mark.parametrize("players", [4, 3, 2])
def test_engine_agrees_with_referee(players: int) -> None:
    seen: Counter[str] = Counter()
    for game, habit in enumerate(list(HABITS) * REPEATS):
        seen.update(SideBySide(players, game, habit).play().referee.seen)
    missing = sorted(TO_BE_SEEN[players] - {event for event, times in seen.items() if times})
    assert not missing, f"never happened in these games: {missing}"
