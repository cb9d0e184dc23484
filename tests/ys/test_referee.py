"""Engine and referee in parallel: whole games, compared at every question.

Each variant is played with several habits, since random players seldom play cards, crowd the
market or fight for the same areas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from kerys.games.ys import YS
from kerys.games.ys import actions as act
from kerys.games.ys import components as box
from kerys.games.ys.actions import Question
from kerys.kernel.seats import NONE
from tests.ys import board as say
from tests.ys.board import DONE, Board
from tests.ys.referee import Referee
from tests.ys.referee_table import Deal

pytestmark = pytest.mark.slow

REPEATS, REPEATS_OF_TWO = 2, 4
"""Games for each habit and variant; with two players the neutral gets many of the cards."""
PLAYABLE = set(range(box.CHARACTERS)) - {box.PRINCE, box.KING}
HABITS: dict[str, set[int]] = {
    "random": set(),
    "cards": set(),
    "cards and market": set(range(box.MARKET, box.PLACES)),
    "cards and palaces": {2, 5, 8, 11},
    "cards and one area": {2},
    "cards and first answers": {3, 5},
}
"""What players prefer, and their favourite places; games take turns."""
EAGER = {Question.PLAY_CARD, Question.LOOK, Question.ALCHEMIST_GIVES}
"""Questions that may be declined, and that players with a habit for cards seldom decline."""
NAMES_PLACE = {
    Question.PLACE: act.PUT,
    Question.PLACE_NEUTRAL: act.PUT,
    Question.HERALD_PLACE: act.PLACE,
    Question.QUEEN_AREA: act.PLACE,
}
"""Questions whose answers name a place, and the first number of these answers."""


def name_of(variant: Mapping[str, Any]) -> str:
    """A short name for a variant, for test ids."""
    rules = [rule for rule in ("kings_favour", "express", "strong_neutral") if variant.get(rule)]
    return "-".join([f"{variant['players']}p{variant.get('quarters', 3)}q", *rules])


def pick(habit: str, question: Question, actions: list[int], chance: Random) -> int:
    """A legal answer that a player with this habit would choose."""
    fond: list[int] = []
    if habit != "random" and chance.random() < 0.85:
        if question in EAGER:
            fond = [action for action in actions if action != DONE]
        elif question in NAMES_PLACE:
            first, loved = NAMES_PLACE[question], HABITS[habit]
            fond = [action for action in actions if (action - first) % box.PLACES in loved]
        elif habit == "cards and first answers":
            fond = actions[:1]
    return chance.choice(fond or actions)


def counted(values: list[int]) -> dict[int, int]:
    """How many there are of each value; `NONE` is no value."""
    return dict(Counter(value for value in values if value != NONE))


def table_of_engine(board: Board) -> dict[str, object]:
    """Everything on the engine's table that is compared."""
    state = board.state
    players, owners = int(state.players), len(board.points())
    teams = range(4 if players == 2 else players)
    places = state.place.tolist()
    columns = zip(
        state.team.tolist(),
        places,
        state.value.tolist(),
        map(bool, state.hidden.tolist()),
        map(bool, state.marked.tolist()),
        strict=True,
    )
    return {
        "asked": set(board.asked),
        "question": board.question,
        "round": int(state.round_number),
        "points": board.points(),
        "gems": state.gems.tolist()[:owners],
        "prices": board.prices(),
        "order": state.order.tolist()[:players],
        "behind": [counted(board.behind(team)) for team in teams],
        "front": [counted(front) for front in state.front.tolist()[:players]],
        "agents (team, place, value, hidden, marked)": {
            number: agent for number, agent in enumerate(columns) if places[number] != NONE
        },
        "hands": [board.hand(seat) for seat in range(players)],
        "won": [board.won(seat) for seat in range(players)],
        "closed": int(state.closed),
    }


def table_of_referee(referee: Referee) -> dict[str, object]:
    """The same for the referee's table."""
    return {
        "asked": referee.asked,
        "question": referee.question,
        "round": referee.round,
        "points": referee.points,
        "gems": referee.gems,
        "prices": referee.prices,
        "order": referee.order,
        "behind": [counted(values) for values in referee.behind],
        "front": [counted(values) for values in referee.front],
        "agents (team, place, value, hidden, marked)": {
            number: (agent.team, agent.place, agent.value, agent.hidden, agent.marked)
            for number, agent in referee.agents.items()
        },
        "hands": referee.hands,
        "won": referee.won,
        "closed": NONE if referee.closed is None else referee.closed,
    }


Wishes = Callable[[int], Iterable[int]]
"""The answers a seat would like to give, best first."""


class SideBySide:
    """One game, tracked by the engine and by the referee."""

    def __init__(
        self,
        variant: Mapping[str, Any],
        game: int,
        habit: str = "random",
        aside: Sequence[int] = (),
    ) -> None:
        """Deal a game in which the characters `aside` stay in the box."""
        self.title = f"{name_of(variant)}, game {game}"
        self.habit = habit
        self.board = Board(YS.new(seed=self.title, **variant))
        cards = self.board.state.characters
        cards[:] = [card for card in cards if card not in aside] + list(aside)
        self.referee = Referee(Deal.of(self.board.state))
        self.chance = Random(self.title)
        self.node = 0
        self.history: list[str] = []

    def give(self, seat: int, *cards: int) -> None:
        """Give a seat cards that were set aside, on both tables."""
        self.board.give(seat, *cards)
        self.referee.hands[seat].update(cards)

    def play(
        self, wishes: Wishes = lambda seat: (), until: Callable[[], bool] = lambda: False
    ) -> SideBySide:
        """Play on, and compare at every question, until the game is over or a condition holds.

        A seat answers with its first legal wish; without one, the habit decides.
        """
        self.compare()
        while not self.board.over and not until():
            seat = self.chance.choice(self.board.asked)
            question, actions = self.board.question, self.board.choices(seat)
            wished = [action for action in wishes(seat) if action in actions]
            action = wished[0] if wished else pick(self.habit, question, actions, self.chance)
            self.history.append(f"seat {seat} {question.name} {action}")
            self.board.answer(action, seat)
            self.referee.apply(seat, action)
            self.node += 1
            self.compare()
        if self.board.over:
            self.compare_results()
        return self

    def compare(self) -> None:
        """Compare both tables, and the legal answers of every seat that is asked."""
        engine, referee = table_of_engine(self.board), table_of_referee(self.referee)
        for key, value in engine.items():
            self.same(key, value, referee[key])
        for seat in self.board.asked:
            mine, theirs = set(self.board.choices(seat)), self.referee.legal(seat)
            self.same(f"legal of seat {seat} in one only", mine - theirs, theirs - mine)

    def compare_results(self) -> None:
        """Compare scores and ranks of a finished game."""
        state, owners = self.board.state, range(len(self.referee.points))
        self.same("scores", [int(YS.score(state, owner)) for owner in owners], self.referee.points)
        self.same("ranks", [int(YS.rank(state, owner)) for owner in owners], self.referee.ranks)

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


@pytest.mark.parametrize("variant", YS.variants, ids=name_of)
def test_engine_agrees_with_referee(variant: Mapping[str, Any]) -> None:
    played: Counter[int] = Counter()
    repeats = REPEATS_OF_TWO if variant["players"] == 2 else REPEATS
    for game, habit in enumerate(list(HABITS) * repeats):
        played.update(SideBySide(variant, game, habit).play().referee.played)
    missing = [box.CHARACTER_NAMES[card] for card in sorted(PLAYABLE - set(played))]
    assert not missing, f"never played in these games: {missing}"


# --- Situations that random play rarely reaches --------------------------------------------------

MEETING_AREA = say.area(1, box.SHOPS)


def put_into(area: int, values: Iterable[int]) -> list[int]:
    """Placements into one area, ordered by value."""
    return [say.put(value, face, area) for value in values for face in (say.OPEN, say.HIDDEN)]


@pytest.mark.rule("YS-P6", "YS-P7", "YS-R26")
@pytest.mark.parametrize("express", [False, True])
@pytest.mark.parametrize("marked_first", [True, False])
def test_just_placed_agent_goes_into_throne_room(marked_first: bool, express: bool) -> None:
    """The mark is lost there, and an agent that has gone there can't be marked."""
    cards = [box.MERCENARY, box.MAGICIAN] if marked_first else [box.MAGICIAN, box.MERCENARY]
    variant = {"players": 4, "kings_favour": True, "express": express}
    game = SideBySide(variant, 0, aside=cards)
    referee, owner = game.referee, 2
    game.play(until=lambda: referee.round == 2)
    game.give(owner, *cards)

    def wishes(seat: int) -> Iterable[int]:
        if seat == owner and len(referee.just_placed) == 2:
            yield from map(say.card, cards)
            yield say.agent(referee.just_placed[1].number)
            yield say.agent(say.throne(owner, 1))

    game.play(wishes, until=lambda: len(set(cards) & set(referee.played)) == 2)
    game.play(wishes, until=lambda: referee.question == Question.PLACE)
    history = " ".join(game.history)
    assert ("MERCENARY_AGENT" in history) == marked_first
    assert referee.agents[say.throne(owner, 1)].marked is False
    marked = [agent for agent in referee.agents.values() if agent.marked]
    assert len(marked) == (0 if marked_first else 1)
    game.play()


@pytest.mark.rule("YS-P4", "YS-R24")
@pytest.mark.parametrize("number", range(3))
def test_alchemist_without_gems(number: int) -> None:
    """Everyone places in one area, where the Alchemist's owner comes last and gets nothing."""
    game = SideBySide({"players": 4}, number, aside=[box.ALCHEMIST])
    owner = number
    game.give(owner, box.ALCHEMIST)

    def wishes(seat: int) -> Iterable[int]:
        yield say.bid(4, 4) if seat == owner else say.bid(0, 0)
        yield from put_into(MEETING_AREA, range(5) if seat == owner else range(4, -1, -1))
        yield say.card(box.ALCHEMIST)

    game.play(wishes, until=lambda: game.referee.round == 1)
    assert game.referee.played == [box.ALCHEMIST]
    assert game.referee.gems[owner] == [0, 0, 0, 0, 0]
    game.play()


@pytest.mark.rule("YS-9.13", "YS-R28", "YS-P2", "YS-P26")
@pytest.mark.parametrize("strays", [0, 1, 2])
def test_queen_holds_agents_of_herald(strays: int) -> None:
    """In the last turn the Queen closes the area where almost all agents are."""
    game = SideBySide({"players": 4}, strays, aside=[box.QUEEN, box.HERALD])
    referee = game.referee
    game.play(until=lambda: referee.question == Question.PLACE)
    first, last = referee.order[0], referee.order[-1]
    game.give(first, box.HERALD)
    game.give(last, box.QUEEN)

    def wishes(seat: int) -> Iterable[int]:
        yield say.card(box.QUEEN) if referee.placed >= 30 else DONE
        yield say.place(MEETING_AREA)
        yield say.card(box.HERALD)
        own = [agent for agent in referee.agents.values() if agent.team == seat]
        stray = seat == first and len(own) < strays
        yield from put_into(say.area(2, box.SHOPS) if stray else MEETING_AREA, range(5))

    game.play(wishes, until=lambda: referee.round == 1)
    history = " ".join(game.history)
    assert referee.played == [box.QUEEN, box.HERALD][: 1 + min(strays, 1)]
    assert ("HERALD_AGENT" in history) == (strays == 2)
    game.play()
