"""What seats may know: redaction, and resampling worlds uniformly."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kerys.games.ys import YS
from kerys.games.ys import actions as act
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BLUE, HARBOUR, PALACE, RED, SHOPS
from kerys.games.ys.knowledge import peeks
from kerys.kernel.chance import generator, key_of_seed
from kerys.kernel.seats import NONE
from tests.contract.observing import observed
from tests.ys.board import HIDDEN, OPEN, Board, area, bid, put, space, throne, value
from tests.ys.worlds import team_key, team_worlds

DRAWS_A_WORLD = 60


def check_worlds(
    board: Board, seat: int, team: int, candidates: dict[int, set[int]] | None = None
) -> int:
    """Check that every world of a team is drawn, equally often, and no other; returns how many."""
    view = YS.view(board.state, seat)
    worlds = team_worlds(view, seat, team, candidates or {})
    assert team_key(board.state, team) in worlds, "the true world is not among them"
    chance = generator(key_of_seed("worlds"))
    draws = DRAWS_A_WORLD * len(worlds)
    found: Counter[bytes] = Counter()
    for _ in range(draws):
        world = YS.copy(view)
        YS.resample(world, seat, chance)
        found[team_key(world, team)] += 1
    assert set(found) == worlds
    squared = sum((number - DRAWS_A_WORLD) ** 2 / DRAWS_A_WORLD for number in found.values())
    freedom = len(worlds) - 1
    assert squared <= freedom + 5 * np.sqrt(2 * freedom), "some worlds are drawn more often"
    return len(worlds)


def placed(*agents: tuple[int, int, int, int], **options: Any) -> Board:
    """A board where every seat bid 1 and 0, with some agents (team, value, place, face)."""
    board = Board.bare(**options)
    for seat in range(int(board.state.players)):
        board.front(seat, 1, 0)
        board.state.behind[seat, 1] -= 1
        board.state.behind[seat, 0] -= 1
    for team, number, where, face in agents:
        board.put(team, number, where, face)
        board.state.behind[team, number] -= 1
    return board


@pytest.mark.rule("YS-4.1", "YS-R4")
def test_hidden_agents_are_drawn_from_what_the_team_has_left() -> None:
    board = placed(
        (1, 4, area(1, HARBOUR), HIDDEN),
        (1, 3, area(2, SHOPS), OPEN),
        (1, 0, area(2, SHOPS), HIDDEN),
    )
    # Behind the screen or hidden: 0, 1, 1, 2, 3, 3, 4, 4. So two 0s or two 2s are impossible.
    assert check_worlds(board, seat=0, team=1) == 5 * 5 - 2
    assert check_worlds(board, seat=-1, team=1) == 5 * 5 - 2


@pytest.mark.rule("YS-4.1")
def test_rare_values_are_as_likely_as_their_worlds() -> None:
    board = placed((1, 2, area(1, HARBOUR), HIDDEN))
    assert check_worlds(board, seat=0, team=1) == 5


@pytest.mark.rule("YS-9.5", "YS-R3")
def test_what_the_spy_saw_stays_seen_by_that_seat_alone() -> None:
    board = placed((1, 4, area(1, HARBOUR), HIDDEN), (1, 3, area(2, SHOPS), HIDDEN))
    board.state.looked[0] = 1 << 2
    assert int(board.view(2).state.value[0]) == 4
    assert [int(board.view(seat).state.value[0]) for seat in (-1, 0, 3)] == [NONE] * 3
    assert check_worlds(board, seat=2, team=1) == 5
    assert check_worlds(board, seat=0, team=1) == 5 * 5 - 2, "no two 0s, no two 2s"


@pytest.mark.rule("YS-R30")
def test_an_agent_that_stood_open_once_stays_known() -> None:
    board = placed()
    board.force(box.ILLUSIONIST, 0)
    board.at(board.moment.TURN_BEGINS)
    board.answer(put(1, HIDDEN, area(1, HARBOUR), source=1)).answer(value(4))
    for seat in (-1, 1, 2, 3):
        assert int(board.view(seat).state.value[0]) == 1
    assert check_worlds(board, seat=1, team=0) == 1


@pytest.mark.rule("YS-3.1")
def test_sealed_bids_are_hidden_and_imagined() -> None:
    board = Board.dealt(seed=3)
    for seat in (1, 3):
        board.answer(bid(4, 3), seat)
    assert board.view(0).state.sealed.tolist() == [NONE] * 4
    assert board.view(1).state.sealed.tolist()[1] != NONE
    assert check_worlds(board, seat=0, team=1) == 14, "all pairs but two 2s"
    assert check_worlds(board, seat=1, team=1) == 1
    assert check_worlds(board, seat=1, team=2) == 1, "has not bid yet"


def test_asked_to_refill_means_having_a_choice() -> None:
    board = placed()
    board.force(box.ILLUSIONIST, 1)
    board.order(1, 0, 2, 3)
    board.state.behind[1] = (0, 0, 1, 0, 1)
    for number, where in ((0, 1), (1, 1), (1, 2), (3, 3), (3, 1), (3, 2), (4, 2)):
        board.put(1, number, area(where, PALACE), OPEN if number != 3 else HIDDEN)
    board.at(board.moment.TURN_AGENTS)
    board.answer(put(1, OPEN, area(4, PALACE), source=1))
    assert (board.question, board.asked) == (Question.REFILL, [1])
    view, chance = YS.view(board.state, 0), generator(key_of_seed("refill"))
    for _ in range(200):
        world = YS.copy(view)
        YS.resample(world, 0, chance)
        assert len(YS.choices(world, 1)) > 1


@pytest.mark.rule("YS-13.3", "YS-13.2", "YS-R35")
def test_throne_choices_are_hidden_and_one_of_three_candidates() -> None:
    board = Board.dealt(seed=5, kings_favour=True).until(Question.THRONE_AGENT)
    fronts = [set(map(int, board.state.front[seat])) for seat in range(4)]
    board.answer(board.choices(2)[0], 2)
    assert board.view(0).state.sealed.tolist()[2] == NONE
    assert check_worlds(board, seat=0, team=2) == len(fronts[2])
    board.until(Question.BID)
    for seat in range(4):
        slot = throne(seat, 0)
        for other in range(4):
            shown = int(board.view(other).state.value[slot])
            assert shown == (
                board.state.value[slot] if other == seat or len(fronts[seat]) == 1 else NONE
            )
        if seat != 0:
            assert check_worlds(board, 0, seat, {slot: fronts[seat]}) == len(fronts[seat])


@pytest.mark.rule("YS-13.3")
def test_a_throne_agent_can_be_counted_out_a_round_later() -> None:
    board = Board.dealt(seed=5, kings_favour=True)
    board.until(lambda one: one.state.round_number == 2)
    for seat in range(4):
        slot = throne(seat, 0)
        assert int(board.view(-1).state.value[slot]) == int(board.state.value[slot])


@pytest.mark.rule("YS-13.6", "YS-P7", "YS-13.3")
def test_two_unknown_throne_agents_share_two_values() -> None:
    """The Magician swapped a hidden agent for the first; the second is from this round."""
    board = Board.bare(kings_favour=True)
    state = board.state
    state.round_number = 3
    state.paired[1] = 1
    for slot, number in ((0, 4), (1, 2)):
        board.enthrone(1, slot, number, candidates=1 << 4 | 1 << 2)
        state.behind[1, number] -= 1
    state.behind[1, 2] += 2
    pair = {throne(1, 0): {2, 4}, throne(1, 1): {2, 4}}
    view = YS.view(state, 0)
    worlds = team_worlds(view, 0, 1, pair)
    assert len(worlds) == 4, "brute force does not know that they differ"
    chance = generator(key_of_seed("pair"))
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(400):
        world = YS.copy(view)
        YS.resample(world, 0, chance)
        found[int(world.value[throne(1, 0)]), int(world.value[throne(1, 1)])] += 1
    assert set(found) == {(2, 4), (4, 2)}
    assert min(found.values()) > 150


def enthroned(first: int, second: int, candidates: set[int], front: tuple[int, ...]) -> Board:
    """Seat 1 after round 3 of King's Favour: everything but two throne agents was seen this round.

    The first throne agent was swapped in hidden by the Magician and can be anything; the second has
    the candidates of its round. The seats then choose their third throne agent.
    """
    board = Board.bare(kings_favour=True)
    board.state.round_number = 2
    for seat in range(4):
        agents = [0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4]
        throned = (first, second) if seat == 1 else (0, 1)
        mask = sum(1 << one for one in candidates) if seat == 1 else 1 << 1
        board.enthrone(seat, 0, throned[0], box.ANY_VALUE if seat == 1 else 1 << 0)
        board.enthrone(seat, 1, throned[1], mask)
        board.front(seat, *front)
        for number in (*throned, *front):
            agents.remove(number)
        for number in range(box.VALUES):
            board.state.behind[seat, number] = agents.count(number)
            board.state.shown[seat, number] = agents.count(number)
    board.at(Moment.THRONE_ROOM)
    for seat in list(board.asked):
        board.answer(board.choices(seat)[0], seat)
    return board


@pytest.mark.rule("YS-13.3", "YS-13.6")
@pytest.mark.parametrize(
    ("first", "second", "candidates", "known"),
    [
        (4, 2, {2, 4}, [None, None]),
        (4, 2, {1, 2, 3}, [4, 2]),
        (3, 3, {0, 3, 4}, [3, 3]),
        (0, 4, {4, 3}, [0, 4]),
    ],
)
def test_what_is_missing_lies_in_the_throne_room(
    first: int, second: int, candidates: set[int], known: list[int | None]
) -> None:
    board = enthroned(first, second, candidates, (3, 1, 0))
    seen = [int(board.view(0).state.value[throne(1, slot)]) for slot in (0, 1)]
    assert seen == [NONE if one is None else one for one in known]
    both: Counter[tuple[int, int]] = Counter()
    chance = generator(key_of_seed("missing"))
    for _ in range(300):
        world = YS.view(board.state, 0)
        YS.resample(world, 0, chance)
        both[int(world.value[throne(1, 0)]), int(world.value[throne(1, 1)])] += 1
    assert set(both) == ({(2, 4), (4, 2)} if None in known else {(first, second)})
    assert min(both.values()) > 100


@pytest.mark.rule("YS-4.1", "YS-13.3", "YS-11.4")
@pytest.mark.parametrize("options", [{"kings_favour": True}, {"players": 2}])
def test_another_hidden_value_makes_no_difference_to_the_others(options: dict[str, Any]) -> None:
    """The same move with another hidden agent gives all other seats the same bytes."""
    board = Board.dealt(seed=8, **options)
    players, twins = int(board.state.players), Counter[str]()
    while not board.over:
        seat = board.asked[0]
        hidden = [
            action
            for action in board.choices(seat)
            if act.put_action(0, HIDDEN, 0, 0) <= action < act.put_action(1, OPEN, 0, 0)
        ]
        same_place: dict[int, list[int]] = {}
        for action in hidden:
            same_place.setdefault((action - act.PUT) % box.PLACES, []).append(action)
        groups = list(same_place.values())[:3]
        if board.question == Question.THRONE_AGENT and len(board.asked) == 1:
            groups = [board.choices(seat)]
        for group in groups:
            ends = [YS.copy(board.state) for _ in group]
            for end, action in zip(ends, group, strict=True):
                YS.apply(end, seat, action)
            if ends[0].moment > Moment.LAST_LOOKS and board.question != Question.THRONE_AGENT:
                continue  # the last agents are out, so the rest of the team is known
            for other in (-1, *(one for one in range(players) if one != seat)):
                assert len({YS.view(end, other).tobytes() for end in ends}) == 1
            twins[board.question.name] += len(group) > 1
        board.random()
    assert twins["PLACE"] > 50
    assert twins["THRONE_AGENT" if players == 4 else "PLACE_NEUTRAL"] >= 2


@pytest.mark.rule("YS-P31", "YS-11.4", "YS-P15")
def test_a_seat_remembers_the_neutral_agents_it_placed() -> None:
    board = placed(
        (2, 4, area(1, HARBOUR), HIDDEN),
        (3, 1, space(2, BLUE), HIDDEN),
        (2, 0, space(3, RED), HIDDEN),
        players=2,
    )
    seen = [board.view(seat).state.value[:3].tolist() for seat in (-1, 0, 1)]
    assert seen == [[NONE, NONE, NONE], [4, NONE, 0], [NONE, 1, NONE]]
    assert check_worlds(board, seat=0, team=2) == 1
    assert check_worlds(board, seat=0, team=3) == 4
    assert check_worlds(board, seat=1, team=2) == 12
    assert check_worlds(board, seat=-1, team=2) == 12


@pytest.mark.rule("YS-P31", "YS-11.4")
@pytest.mark.parametrize("options", [{}, {"strong_neutral": True}, {"peek_own": False}])
def test_imagined_worlds_keep_what_the_seat_placed_and_vary_the_rest(
    options: dict[str, Any],
) -> None:
    board = Board.dealt(seed=6, players=2, **options)
    chance, varied = generator(key_of_seed("kept")), Counter[int]()
    while not board.over:
        if board.question == Question.PLACE and board.state.turn > 3:
            for seat in (0, 1):
                for _ in range(4):
                    world = YS.view(board.state, seat)
                    YS.resample(world, seat, chance)
                    for team in (seat, seat + 2):
                        assert team_key(world, team) == team_key(board.state, team)
                    other = 3 - seat
                    varied[seat] += team_key(world, other) != team_key(board.state, other)
        board.random()
    assert min(varied[seat] for seat in (0, 1)) > 20


@pytest.mark.rule("YS-P31")
def test_observations_tell_the_neutral_agents_that_the_seat_placed() -> None:
    known, unknown = (
        "known total in each area by owner, eighths",
        "agents of unknown value in each area by owner, quarters",
    )
    board = placed((2, 4, area(1, HARBOUR), HIDDEN), players=2)
    for seat, total, number in ((0, 4, 0), (1, 0, 1), (-1, 0, 1)):
        fields = observed(YS, board.state, seat)
        at = 4 * area(1, HARBOUR) + 2
        assert (8 * fields[known][at], 4 * fields[unknown][at]) == (total, number)


@pytest.mark.rule("YS-P31", "YS-R4")
@pytest.mark.parametrize("peek_own", [True, False])
def test_no_table_shows_a_placed_neutral_agent_again(peek_own: bool) -> None:
    board = placed((2, 4, area(1, HARBOUR), HIDDEN), players=2, peek_own=peek_own)
    assert not any(peeks(board.state, seat, 0) for seat in (-1, 0, 1))
    board.state.looked[0] = 1 << 0
    assert [bool(peeks(board.state, seat, 0)) for seat in (-1, 0, 1)] == [False, True, False]


@pytest.mark.rule("YS-5.10", "YS-5.2")
def test_agents_that_were_revealed_this_round_are_not_imagined_elsewhere() -> None:
    board = placed(
        *((1, number, area(1, SHOPS), HIDDEN) for number in (4, 4)),
        (1, 3, area(2, HARBOUR), HIDDEN),
        (0, 0, area(2, PALACE), OPEN),
    )
    board.front(1, 1, 0, 1)
    board.state.behind[1, 1] -= 1
    board.at(board.moment.QUARTER_OPENS)
    board.until(lambda one: one.state.cursor == 1)
    assert board.state.shown[1].tolist() == [0, 0, 0, 0, 2]
    assert check_worlds(board, seat=0, team=1) <= 4, "both 4s are accounted for"


@pytest.mark.rule("YS-1.1", "YS-1.5", "YS-2.2")
@pytest.mark.parametrize("options", [{}, {"players": 3, "quarters": 3, "express": True}])
def test_decks_to_come_are_hidden_and_imagined_from_what_is_left(options: dict[str, Any]) -> None:
    board = Board.dealt(seed=2, **options).until(lambda one: one.state.round_number == 1)
    state, quarters = board.state, int(board.state.quarters)
    view = board.view(0).state
    draws, seen = 4 * (quarters + 1), 2 * (quarters + 1)
    assert view.ships[:seen].tolist() == state.ships[:seen].tolist()
    assert set(view.ships[seen:].tolist()) == {NONE}
    assert view.characters[: 2 * quarters].tolist() == state.characters[: 2 * quarters].tolist()
    assert set(view.characters[2 * quarters :].tolist()) == {NONE}
    chance, nexts, cards = generator(key_of_seed("decks")), Counter[int](), Counter[int]()
    for _ in range(2000):
        world = YS.copy(view)
        YS.resample(world, 0, chance)
        assert sorted(world.characters) == list(range(box.CHARACTERS))
        drawn = world.ships[:draws].tolist()
        assert len(set(drawn)) == draws
        nexts[drawn[seen]] += 1
        cards[int(world.characters[2 * quarters])] += 1
    in_use = [
        ship
        for ship in range(box.SHIPS)
        if not state.express or box.WHITE not in state.deck[ship].tolist()
    ]
    assert set(nexts) == set(in_use) - set(state.ships[:seen].tolist())
    assert set(cards) == set(range(box.CHARACTERS)) - set(state.characters[: 2 * quarters].tolist())
    for found in (nexts, cards):
        expected = 2000 / len(found)
        squared = sum((number - expected) ** 2 / expected for number in found.values())
        assert squared < len(found) + 5 * np.sqrt(2 * len(found))


@pytest.mark.rule("YS-R5", "YS-8.1")
def test_hands_points_and_gems_are_public() -> None:
    board = Board.dealt(seed=4).until(lambda one: one.state.round_number == 3)
    for name in ("hand", "won", "points", "gems", "prices", "front", "order", "ports"):
        for seat in (-1, 0, 1, 2, 3):
            assert (getattr(board.view(seat).state, name) == getattr(board.state, name)).all()
