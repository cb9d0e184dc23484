"""The story of a game: small steps of the same game, each told as the seat saw it."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import pytest

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment
from kerys.games.ys.components import SHOPS
from kerys.kernel.contract import SPECTATOR
from kerys.table import Game, new
from kerys.table.story import Told
from tests.contract.subjects import CASES, case_name
from tests.table.tools import (
    REAL_CASES,
    Case,
    choose,
    nodes,
    seat_down,
    start,
    state_of,
    watchers,
    whole_game,
)
from tests.ys.board import HIDDEN, Board, area

HALVES = {"done", "place", "extend"}
"""Nothing happens yet after these: a kind of action without a patron, or declining."""
HALF_QUESTIONS = {"herald_agent", "magician_first", "alchemist_gives"}


@cache
def finished(case: Case) -> tuple[Game, list[Told]]:
    """A whole game and its story for spectators, which no test changes."""
    game = whole_game(case, 5)
    return game, game.story(SPECTATOR)


def sentences(game: Game, seat: int, since: int = 0) -> list[str]:
    return [sentence for one in game.story(seat, since) for sentence in one.sentences]


# --- Steps ---


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_the_steps_of_a_decision_end_where_it_leads(case: Case) -> None:
    rng = random.Random(1)
    several = 0
    for game in nodes(start(case, 1), rng):
        seat, code = choose(game, rng)
        before = state_of(game).tobytes()
        steps = list(game.rules.steps(state_of(game), seat, code))
        assert state_of(game).tobytes() == before
        after = game.rules.copy(state_of(game))
        game.rules.apply(after, seat, code)
        assert steps[-1].tobytes() == after.tobytes()
        several += len(steps) > 1
    assert several > 0 or case[0] == "tiny"


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_seats_may_ask_about_decisions_in_any_order(case: Case) -> None:
    game, watched = finished(case)
    afresh = game.copy()
    backwards = [afresh.story(SPECTATOR, at, at + 1) for at in reversed(range(game.ply))]
    assert [told for one in reversed(backwards) for told in one] == watched
    for seat in (0, 1):
        alone = game.copy().story(seat, game.ply // 2)
        assert afresh.story(seat, game.ply // 2) == alone


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_moments_that_are_given_away_can_be_changed(case: Case) -> None:
    game = finished(case)[0].copy()
    last = game.ply - 1
    game.story(SPECTATOR, last)
    first, again = (game.moments(SPECTATOR, last) for _time in range(2))
    assert first
    before = [moment.state.tobytes() for moment in again]
    for moment in first:
        moment.state["players"] = 0
    assert [moment.state.tobytes() for moment in game.moments(SPECTATOR, last)] == before
    assert [moment.told for moment in first] == game.story(SPECTATOR, last)


# --- What is told ---


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_a_story_is_made_of_whole_sentences_in_the_order_of_the_game(case: Case) -> None:
    game, watched = finished(case)
    for seat, story in ((SPECTATOR, watched), (1, game.story(1))):
        plies = [one.ply for one in story]
        assert plies == sorted(plies)
        assert 0 <= plies[0] <= plies[-1] < game.ply
        for one in story:
            assert one.heading
            assert one.sentences
            for sentence in one.sentences:
                assert sentence.endswith(".")
                assert sentence.isprintable()
                assert not set("{}") & set(sentence)
                assert "-1" not in sentence.replace(" -1 to ", "")
        for since in (game.ply * 3 // 4, game.ply):
            assert game.story(seat, since) == [one for one in story if one.ply >= since]


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_every_decision_that_does_something_is_told_to_everyone(case: Case) -> None:
    game, story = finished(case)
    wording = game.rules.wording
    told = {one.ply for one in story}
    for index, move in enumerate(game.moves):
        kind = wording.plain_action(game.before(index), move.seat, move.code)["kind"]
        if wording.text(move.code) not in HALVES and kind not in HALF_QUESTIONS:
            assert index in told, (index, kind, wording.text(move.code))


# --- Who is told ---


@pytest.mark.parametrize("case", CASES, ids=case_name)
def test_players_are_addressed_and_spectators_are_not(case: Case) -> None:
    game, watched = finished(case)
    assert not re.search(r"\b[Yy]our?\b", " ".join(sentences(game, SPECTATOR)))
    if case[0] == "tiny":
        return  # it has too few words for this
    for seat, name in enumerate(game.names):
        story = game.story(seat)
        assert [one.ply for one in story] == [one.ply for one in watched]
        told = " ".join(sentences(game, seat))
        assert name not in told
        assert re.search(r"\bYou\b", told)


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_a_seat_is_told_the_same_as_everyone_else(case: Case) -> None:
    """Its own actions in other words, those of others in the same words."""
    game, watched = finished(case)
    for seat, name in enumerate(game.names):
        for mine, theirs in zip(game.story(seat), watched, strict=True):
            told = [one for one in mine.sentences if not one.startswith("It is worth")]
            assert len(told) == len(theirs.sentences)
            for one, other in zip(told, theirs.sentences, strict=True):
                addressed = re.search(r"\b[Yy]our?\b", one) is not None
                assert addressed == (name in other), (one, other)
                assert addressed or one == other or "hidden" in one


# --- The result ---


def final(told: list[str]) -> tuple[dict[str, int], set[str]]:
    """The final points, and the winners, as the story tells them."""
    points = {}
    for sentence in told:
        found = re.fullmatch(r"(.+?): .*; (-?\d+) points? in total\.", sentence)
        if found:
            points[found[1]] = int(found[2])
    winners = re.fullmatch(
        r"(?:The game is won by|You win the game together with) (.+)\.", told[-1]
    )
    first = set(winners[1].split(", ")) if winners else set()
    return points, first | ({"You"} if told[-1].startswith("You win the game") else set())


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_the_story_ends_with_the_result(case: Case) -> None:
    game, _story = finished(case)
    for seat in watchers(game):
        names = ["You" if one == seat else name for one, name in enumerate(game.names)]
        owners = [*names, *["Neutral"] * (len(game.scores) - game.players)]
        points, winners = final(sentences(game, seat))
        assert points == dict(zip(owners, game.scores, strict=True))
        first = {name for name, rank in zip(owners, game.ranks, strict=True) if rank == 1}
        assert winners == first


@pytest.mark.parametrize("case", REAL_CASES, ids=case_name)
def test_every_point_is_told(case: Case) -> None:
    """The points in the story add up to the final scores."""
    for seat in (SPECTATOR, 0):
        told = sentences(finished(case)[0], seat)
        counted: Counter[str] = Counter()
        for sentence in told:
            counted.update(points_in(sentence))
        assert counted == Counter(final(told)[0])


def points_in(sentence: str) -> Counter[str]:
    """The points that a sentence gives, by name."""
    found: Counter[str] = Counter()
    name = re.match(r"(Player \w|Neutral|You)\b", sentence)
    if name is None or "the neutral archaeologist take" in sentence:
        return found
    if sentence.endswith("in total."):
        parts = sentence.split(": ", 1)[1].split("; ")[0]
        found[name[0]] += sum(map(int, re.findall(r"\d+", parts)))
    elif re.search(r"scores?|wins?|takes? the (left|right) lot", sentence):
        found[name[0]] += sum(map(int, re.findall(r"(\d+) points?", sentence)))
    return found


# --- Ys, as each seat hears it ---


def placed(text: str, **options: bool) -> Game:
    """Seat 0 has placed an agent at the start of phase 3."""
    game = seat_down(Board.ready(**options).at(Moment.TURN_BEGINS))
    game.push(0, text)
    return game


def test_a_hidden_agent_is_told_to_its_owner_alone() -> None:
    game = placed("place 3 hidden 2-harbour")
    assert sentences(game, 0) == ["You place a hidden 3 in the harbour of quarter 2."]
    for seat in (1, 2, 3, SPECTATOR):
        assert sentences(game, seat) == [
            "Player A places a hidden agent in the harbour of quarter 2."
        ]


@pytest.mark.rule("YS-4.7", "YS-R4")
def test_where_peeking_is_not_agreed_not_even_to_its_owner() -> None:
    game = placed("place 3 hidden 2-harbour", peek_own=False)
    assert sentences(game, 0) == ["You place a hidden agent in the harbour of quarter 2."]


@pytest.mark.rule("YS-4.4")
def test_the_point_of_the_market_is_told() -> None:
    game = placed("place 3 open blue-1")
    assert sentences(game, 0) == [
        "You place an open 3 in the market at blue, line 1.",
        "You score 1 point for it.",
    ]
    for seat in (1, 2, 3, SPECTATOR):
        assert sentences(game, seat) == [
            "Player A places an open 3 in the market at blue, line 1.",
            "Player A scores 1 point for it.",
        ]


@pytest.mark.rule("YS-11.4", "YS-P15")
def test_a_neutral_agent_is_told_to_nobody() -> None:
    game = seat_down(Board.ready(players=2).at(Moment.TURN_BEGINS))
    game.push(0, "place 3 hidden 2-harbour place 1 open 1-shops")
    game.push(0, "place 4 hidden 3-palace")
    placed_there = "a hidden neutral agent in the palace of quarter 3."
    assert sentences(game, 0, 2) == [f"You place {placed_there}"]
    for seat in (1, SPECTATOR):
        assert sentences(game, seat, 2) == [f"Player A places {placed_there}"]


@pytest.mark.rule("YS-9.5", "YS-C25")
def test_a_look_is_public_and_its_value_is_the_spys() -> None:
    board = Board.ready()
    board.force(box.SPY, 0)
    board.state.looks = 3
    board.put(1, 4, area(1, SHOPS), HIDDEN)
    board.put(1, 3, area(1, SHOPS), HIDDEN)
    game = seat_down(board.at(Moment.TURN_LOOKS))
    game.push(0, "agent 1")
    assert sentences(game, 0) == ["You look at agent 1 of Player B.", "It is worth 4."]
    assert sentences(game, 1) == ["Player A looks at your agent 1."]
    for seat in (2, 3, SPECTATOR):
        assert sentences(game, seat) == ["Player A looks at agent 1 of Player B."]


@pytest.mark.rule("YS-3.1")
def test_bids_are_told_when_all_are_in() -> None:
    game = start(("ys", 0))
    for seat, text in enumerate(("bid 4+2", "bid 3+1", "bid 1+1", "bid 2+0")):
        game.push(seat, text)
        name = game.names[seat]
        told = sentences(game, SPECTATOR, seat)
        assert told == [f"{name} has sealed a bid."] if seat < 3 else len(told) == 4
    assert told[0] == "Player A bids 4 and 2: 6."
    assert sentences(game, 1, 3)[:2] == ["Player A bids 4 and 2: 6.", "You bid 3 and 1: 4."]


@pytest.mark.rule("YS-9.6")
def test_a_herald_who_enters_the_market_is_told_to_score() -> None:
    board = Board.ready()
    board.give(0, box.HERALD)
    board.put(0, 3, area(1, SHOPS))
    board.put(0, 3, area(2, SHOPS))
    game = seat_down(board.at(Moment.BEFORE_SCORING))
    game.push(0, "play herald agent 1 blue-1")
    assert state_of(game).points[0] == 1
    assert any("scores 1 point" in sentence for sentence in sentences(game, SPECTATOR))


@pytest.mark.rule("YS-6.2", "YS-2.8")
def test_every_line_is_told_once_even_if_a_white_gem_comes_in_between() -> None:
    chosen = 0
    for seed in range(6):
        told = sentences(whole_game(("ys", 0), seed), SPECTATOR)
        lines = [one for one in told if re.search(r"wins line|nobody in line", one)]
        numbers = [re.findall(r"line (\d)", one)[0] for one in lines]
        assert numbers == ["1", "2", "3"] * 4
        chosen += any("a white gem" in one for one in lines)
    assert chosen


@pytest.mark.rule("YS-9.3")
def test_the_captain_names_the_ports_whose_ships_swap() -> None:
    board = Board.ready()
    board.give(0, box.CAPTAIN)
    game = seat_down(board.at(Moment.BEFORE_SCORING))
    game.push(0, "play captain")
    game.push(0, "swap 2-3")
    assert sentences(game, 0, 1)[0] == "You swap the ships in ports 2 and 3."
    for seat in (1, 2, 3, SPECTATOR):
        assert sentences(game, seat, 1)[0] == "Player A swaps the ships in ports 2 and 3."


# --- Mykerinos ---


@pytest.mark.rule("MY-3.4")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_players_are_told_in_which_order_they_pass(players: int) -> None:
    game = new("mykerinos", players=players, seed=7)
    for word in ("first", "second", "third")[: players - 1]:
        seat, ply = game.actors[0], game.ply
        game.push(seat, "pass")
        for watcher in watchers(game):
            who = "You are" if watcher == seat else f"{game.names[seat]} is"
            assert f"{who} the {word} to pass." in sentences(game, watcher, ply)
