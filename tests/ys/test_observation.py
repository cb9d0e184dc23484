"""What `observe` tells a seat of Ys, computed independently from the view alone."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from kerys.games.ys import YS
from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.options import MINI
from kerys.kernel.seats import NONE
from kerys.testing import Case, Unread, cases, check_observed
from tests.contract.observing import check_fields, observed, one_of
from tests.ys.board import Board
from tests.ys.conservation import team_in_box

SCREEN = "agents behind the own screen by value, then neutral ones, quarters"
OWN_SEAT = "number of the seat, since throne agents are named by it; only with King's Favour"
Order = list[int | None]
"""The owners in the order in which a seat sees them."""


def has_neutral(view: Any) -> bool:
    return bool(view.players == 2 and not view.mini)


def seen_order(view: Any, seat: int) -> Order:
    """The owners as a seat sees them, with the neutral after the players."""
    players = int(view.players)
    order: Order = [(seat + step) % players for step in range(players)]
    return (order + ([2] if has_neutral(view) else []) + [None, None])[:4]


def counts(values: Any) -> list[int]:
    found = Counter(int(value) for value in values)
    return [found[value] for value in range(box.VALUES)]


def whereabouts_unknown(view: Any, team: int, held: bool) -> list[int]:
    """How many agents of a team may be behind the screen or hidden, by value."""
    rest = Counter(team_in_box(view, team))
    rest.subtract(int(value) for value in view.front[team] if value != NONE)
    rest.subtract(int(value) for value in view.value[view.team == team] if value != NONE)
    known = view.behind[team] if held else view.shown[team]
    return [rest[value] - int(known[value]) for value in range(box.VALUES)]


def owner_of(view: Any, agent: int) -> int:
    return min(int(view.team[agent]), 2) if view.players == 2 else int(view.team[agent])


def agent_value(view: Any, agent: int) -> int | None:
    if view.marked[agent]:
        return box.MARKED_VALUE
    return int(view.value[agent]) if view.value[agent] != NONE else None


def on_board(view: Any) -> list[int]:
    return [int(a) for a in np.flatnonzero(view.place != NONE) if view.place[a] < box.PLACES]


def price_order(view: Any) -> list[int]:
    return sorted(range(4), key=lambda colour: (-int(view.prices[colour]), colour))


def gem_points(view: Any, owner: int, colour: int) -> int:
    """What a colour of gems would bring at the end (YS-7.2 to YS-7.5, YS-11.10)."""
    if colour == box.BLACK:
        return [0, 1, 4, 8, 12, 16, 20, 24][min(int(view.gems[owner, colour]), 7)]
    rank = price_order(view).index(colour)
    held = view.gems[: int(view.players) + has_neutral(view), colour].tolist()
    if held[owner] == 0:
        return int(box.GEM_POINTS[2, rank]) if owner == view.players else 0
    return int(box.GEM_POINTS[sum(one >= held[owner] for one in held) - 1, rank])


def stand(view: Any, seat: int, order: Order) -> dict[str, Any]:
    players, order_cards = int(view.players), view.order[: view.players].tolist()
    scored = Moment.QUARTER_OPENS <= view.moment <= Moment.QUARTER_CLOSES
    return {
        "players: 2, 3 or 4": one_of(3, players - 2),
        "quarter 4 in use, King's Favour, Ys Express, strong neutral, mini Ys": [
            *(view.quarters == 4, view.kings_favour, view.express, view.strong_neutral, view.mini)
        ],
        "round": one_of(4, view.round_number),
        "moment": one_of(len(Moment), view.moment),
        "question": one_of(len(Question), view.question),
        "owner owes an answer": [
            one is not None and one < players and view.pending >> one & 1 for one in order
        ],
        "quarter being scored": one_of(4, view.cursor if scored else None),
        "at other moments: place in the order, line or column that comes next": one_of(
            5, None if scored else view.cursor
        ),
        "placement turns finished, sixteenths": view.turn / 16,
        "faces already used this turn: open, hidden": [view.faces & 1, view.faces >> 1 & 1],
        **next_turns(view, order, order_cards),
        "own sealed choice: a pair of agents, or a throne agent's value": one_of(
            15, view.sealed[seat]
        ),
        OWN_SEAT: one_of(4, seat if view.kings_favour else None),
    }


def next_turns(view: Any, order: Order, order_cards: list[int]) -> dict[str, Any]:
    placing = Moment.BEFORE_PLACEMENT <= view.moment <= Moment.TURN_ENDS
    cards = [order_cards.index(one) if one in order_cards else None for one in order]
    picks = view.picks.tolist()
    return {
        "turns until each owner's next placement turn": [
            one_of(4, None if card is None or not placing else (card - view.turn) % view.players)
            for card in cards
        ],
        "order card of each owner": [one_of(4, card) for card in cards],
        "place of each owner in the next order, as far as chosen": [
            one_of(4, picks.index(one) if one in picks else None) for one in order
        ],
    }


def wealth(view: Any, order: Order) -> dict[str, Any]:
    points = [0 if one is None else int(view.points[one]) for one in order]
    gems = [0 if o is None else sum(gem_points(view, o, c) for c in range(5)) for o in order]
    ended = [one + other for one, other in zip(points, gems, strict=True)]
    return {
        "points of each owner, sixty-fourths": np.array(points) / 64,
        "points of each owner if the game ended now, without the throne room, sixty-fourths": (
            np.array(ended) / 64
        ),
        "gems of each owner by colour, eighths": [
            np.zeros(5) if one is None else view.gems[one] / 8 for one in order
        ],
        "price of each colour, sixteenths": view.prices / 16,
        "rank of each colour by price": [
            one_of(4, price_order(view).index(colour)) for colour in range(4)
        ],
    }


def screens(view: Any, seat: int, order: Order) -> dict[str, Any]:
    players, neutral = int(view.players), has_neutral(view)
    held = [seat, seat + 2] if neutral else [seat]
    seats = [(seat + step) % players for step in range(players)]
    teams: Order = [*seats, *([2 + team for team in seats] if neutral else []), None, None][:4]
    fronts = [
        [] if one is None or one >= players else [v for v in view.front[one].tolist() if v != NONE]
        for one in order
    ]
    pools = [
        [0] * 5 if team is None else whereabouts_unknown(view, team, team in held) for team in teams
    ]
    behind = [view.behind[seat], view.behind[seat + 2] if neutral else np.zeros(5)]
    return {
        SCREEN: np.array(behind) / 4,
        "agents of each team that may be anywhere, by value, quarters": np.array(pools) / 4,
        "agents of each team seen going home this round, by value, quarters": [
            np.zeros(5) if team is None else view.shown[team] / 4 for team in teams
        ],
        "front of each owner by value, halves": [np.array(counts(one)) / 2 for one in fronts],
        "sum of the front of each owner, eighths": [sum(one) / 8 for one in fronts],
        "two throne agents of a team share two values, one each": [
            0 if team is None else view.paired[team] for team in teams
        ],
    }


def ahead(view: Any, owner: int, total: int) -> tuple[Any, ...]:
    """What decides who wins an area, higher is better (YS-5.9, YS-9.8, YS-11.5)."""
    if owner >= view.players:
        return total, False, True, 0, 0
    front = sum(int(value) for value in view.front[owner] if value != NONE)
    card = view.order.tolist().index(owner)
    return total, view.played_by[box.INTRIGUER] == owner, False, front, -card


def areas(view: Any, order: Order) -> dict[str, Any]:
    totals, known, unknown, hidden = (np.zeros((12, 4), int) for _ in range(4))
    leaders, leads = np.zeros((12, 4)), np.zeros(12)
    for agent in on_board(view):
        place, number = int(view.place[agent]), order.index(owner_of(view, agent))
        if place < 12:
            value = agent_value(view, agent)
            totals[place, number] += value or 0
            known[place, number] += value is not None
            unknown[place, number] += value is None
            hidden[place, number] += view.hidden[agent]
    for place in range(12):
        present = np.flatnonzero(known[place] + unknown[place]).tolist()
        if present:
            keys = {n: ahead(view, order[n] or 0, int(totals[place, n])) for n in present}
            leaders[place, max(keys, key=lambda number: keys[number])] = 1
            leads[place] = (totals[place, 0] - totals[place, 1:].max()) / 8
    return {
        "known total in each area by owner, eighths": totals / 8,
        "agents of known value in each area by owner, quarters": known / 4,
        "agents of unknown value in each area by owner, quarters": unknown / 4,
        "hidden agents in each area by owner, known ones too, quarters": hidden / 4,
        "owner ahead in each area by what is known": leaders,
        "known lead of the seat in each area over the best other, eighths": leads,
        "known total in each quarter by owner, eighths": totals.reshape(4, 3, 4).sum(1) / 8,
    }


def market(view: Any, order: Order) -> dict[str, Any]:
    owners, values, hidden = np.zeros((12, 4)), np.zeros((12, 6)), np.zeros(12)
    totals = np.zeros((3, 4, 4))
    for agent in on_board(view):
        space, number = int(view.place[agent]) - 12, order.index(owner_of(view, agent))
        if space >= 0:
            value = agent_value(view, agent)
            owners[space, number] = 1
            hidden[space] = view.hidden[agent]
            if value is not None:
                values[space, value] = 1
                totals[space // 4, space % 4, number] = value
    return {
        "owner of the agent on each market space": owners,
        "known value of the agent on each market space, 5 if marked": values,
        "hidden agent on each market space": hidden,
        "known total in each line by owner, eighths": totals.sum(1) / 8,
        "known total in each column, eighths": totals.sum((0, 2)) / 8,
        "agents in each column, quarters": owners.reshape(3, 4, 4).sum((0, 2)) / 4,
        "known total in the market by owner, eighths": totals.sum((0, 1)) / 8,
    }


def looked(view: Any, order: Order, agent: int) -> float:
    players = [one for one in order if one is not None and one < view.players]
    seen = (view.looked[agent] >> one & 1 for one in players)
    return float(sum(one / 2 ** (1 + number) for number, one in enumerate(seen)))


def agents(view: Any, order: Order) -> dict[str, Any]:
    each = np.zeros((box.BOARD_AGENTS, 18))
    for agent in on_board(view):
        place = int(view.place[agent])
        row, column = divmod(place, 3) if place < 12 else (4 + (place - 12) // 4, place % 4)
        each[agent] = [
            *one_of(4, order.index(owner_of(view, agent))),
            *one_of(7, row),
            *one_of(4, column),
            (view.value[agent] + 1) / 8,
            view.hidden[agent] * view.candidates[agent] / 32,
            looked(view, order, agent),
        ]
    marked = {int(view.place[agent]) for agent in on_board(view) if view.marked[agent]}
    return {
        "each agent: owner; quarter or line; area or column; value + 1 in eighths; if hidden, the "
        "set of its values for all in 32nds; the set of who looked at it in sixteenths": each,
        "place of the Mercenary's agent": [place in marked for place in range(box.PLACES)],
        "agents just placed": [n in view.just_placed.tolist() for n in range(box.BOARD_AGENTS)],
    }


def throne(view: Any, order: Order) -> dict[str, Any]:
    values, candidates, seen = np.zeros((12, 5)), np.zeros((12, 5)), np.zeros(12)
    for agent in map(int, np.flatnonzero(view.place == box.THRONE)):
        slot = 3 * order.index(owner_of(view, agent)) + (agent - box.BOARD_AGENTS) % 3
        values[slot] = one_of(5, view.value[agent])
        candidates[slot] = [view.candidates[agent] >> value & 1 for value in range(5)]
        seen[slot] = looked(view, order, agent)
    return {
        "known value of each throne agent": values,
        "possible values of each throne agent for all": candidates,
        "set of who looked at each throne agent, in sixteenths": seen,
    }


def prizes(view: Any, order: Order) -> dict[str, Any]:
    ships, palaces = np.zeros((4, 6)), np.zeros((4, 16))
    for quarter in range(view.quarters):
        large, *small = view.deck[view.ports[quarter]].tolist()
        for gem in (large, *small, *([large] if view.players == 4 else [])):
            ships[quarter, gem] += 0.5
        card = view.round_number * view.quarters + quarter
        palaces[quarter, 15 if view.round_number == 3 else view.characters[card]] = 1
    lines = [one_of(5, 4 if gem == box.WHITE else gem) for gem in view.line_gems.tolist()]
    ranking, drawn = view.ranking.tolist(), Counter(view.ships.tolist())
    taking = view.moment == Moment.QUARTER_GEMS
    return {
        "area closed by the Queen": one_of(12, view.closed),
        "gems of the ship in each port by colour, halves": ships,
        "gems left of the ship that is scored, halves": view.ship_gems / 2,
        "gems already taken of it: 1 to 4": one_of(4, view.taken - 1 if taking else None),
        "gems of free choice that are due: 1 or 2": one_of(2, view.owed - 1),
        "owner who takes them": [one is not None and view.owed_to == one for one in order],
        "how often each ship was drawn, in the order of the file, halves": [
            drawn[ship] / 2 for ship in range(box.SHIPS)
        ],
        "prize of each palace: a character or a blue card": palaces,
        "characters turned up so far": [card in view.characters for card in range(15)],
        "gem on each line: a colour or white": lines,
        "place of each column, as far as settled": [
            one_of(4, ranking.index(column) if column in ranking else None) for column in range(4)
        ],
    }


def cards(view: Any, order: Order) -> dict[str, Any]:
    players = [one if one is not None and one < view.players else None for one in order]
    owned = [0 if one is None else int(view.hand[one] | view.won[one]) for one in players]
    won = sum(int(view.won[one]) for one in players if one is not None)
    second = view.card != NONE and view.chosen != NONE
    moves = second and view.card in (box.HERALD, box.MAGICIAN)
    colour = int(view.chosen) // (2 if view.card == box.BANKER else 1)
    return {
        "hand of each owner, cards won this round included": [
            [one >> card & 1 for card in range(15)] for one in owned
        ],
        "cards won this round": [won >> card & 1 for card in range(15)],
        "cards played this round by owner": [
            [one is not None and view.played_by[card] == one for one in players]
            for card in range(15)
        ],
        "number of cards played this round by owner, halves": [
            0 if one is None else view.cards_played[one] / 2 for one in players
        ],
        "looks left of the Spy: 1, 2 or 3": one_of(3, view.looks - 1),
        "character being carried out": one_of(15, view.card),
        "place of the agent chosen first": one_of(25, view.place[view.chosen] if moves else None),
        "its value, if known": one_of(5, view.value[view.chosen] if moves else None),
        "it is hidden": moves and view.hidden[view.chosen],
        "colour chosen first, or price moved first": one_of(
            6, colour if second and not moves else None
        ),
    }


def expected(view: Any, seat: int) -> dict[str, Any]:
    """Every field, from what the view shows."""
    order = seen_order(view, seat)
    of_owners = (wealth, areas, market, agents, throne, prizes, cards)
    found = {**stand(view, seat, order), **screens(view, seat, order)}
    for part in of_owners:
        found |= part(view, order)
    return found


@pytest.mark.parametrize("variant", [*YS.variants, MINI], ids=str)
def test_every_field_says_what_the_view_shows(variant: dict[str, Any]) -> None:
    board = Board.dealt(seed=3, **variant)
    players = int(board.state.players)
    asked = set()
    while not board.over:
        seat = board.asked[0]
        card = [action for action in board.choices(seat) if 1 <= action <= 15]
        asked.add(board.question)
        for one in {seat, (seat + 1) % players}:
            check_fields(YS, board.state, one, expected(YS.view(board.state, one), one))
        if card:
            YS.apply(board.state, seat, card[0])
        else:
            board.random()
    assert len(asked) > 10 or variant is MINI


def test_who_has_no_seat_observes_no_screen() -> None:
    """With two players, number 2 is the neutral; it and a spectator see only what is public."""
    board = Board.dealt(seed=3, players=2).until(Question.PLACE_NEUTRAL)
    for nobody in (-1, 2, 3):
        fields = observed(YS, board.state, nobody)
        assert not fields[SCREEN].any()
        view = observed(YS, YS.view(board.state, nobody), nobody)
        assert all((fields[name] == view[name]).all() for name in fields)


# --- Everything is observed --------------------------------------------------------------------


def no_agent(view: Any, changed: Any, index: Any) -> bool:
    return bool(view.team[index] == NONE)


def no_hidden_agent(view: Any, changed: Any, index: Any) -> bool:
    on_the_board = index[0] < box.BOARD_AGENTS
    return bool(view.team[index] == NONE or (on_the_board and not view.hidden[index]))


def no_agent_of_the_board(view: Any, changed: Any, index: Any) -> bool:
    return bool(view.team[index] == NONE or index[0] >= box.BOARD_AGENTS)


def same_gems(view: Any, changed: Any, index: Any) -> bool:
    one, two = (each.deck[each.ports[index]].tolist() for each in (view, changed))
    return sorted(one) == sorted(two) and (view.players < 4 or one[0] == two[0])


def same_agents(view: Any, changed: Any, index: Any) -> bool:
    low, high = sorted((int(view.placed), int(changed.placed)))
    return bool((view.team[low:high] == NONE).all())


def same_choice(view: Any, changed: Any, index: Any) -> bool:
    one, two = int(view.chosen), int(changed.chosen)
    if view.card in (box.HERALD, box.MAGICIAN) and NONE not in (one, two):
        return all(view[name][one] == view[name][two] for name in ("place", "value", "hidden"))
    if view.card == box.BANKER:
        return one // 2 == two // 2
    return bool(view.card != box.ALCHEMIST)


def already_won(view: Any, changed: Any, index: Any) -> bool:
    return not (view.hand[index] ^ changed.hand[index]) & ~view.won[index]


def draws_unknown_ships(view: Any, changed: Any, index: Any) -> bool:
    return bool(changed.drawn > view.drawn)


def no_gems_taken(view: Any, changed: Any, index: Any) -> bool:
    return bool(view.moment != Moment.QUARTER_GEMS)


UNREAD = {
    "team": Unread("there is no such agent", no_agent),
    "place": Unread("there is no such agent", no_agent),
    "value": Unread("there is no such agent", no_agent),
    "marked": Unread("there is no such agent", no_agent),
    "looked": Unread("there is no such agent", no_agent),
    "hidden": Unread("all agents in the throne room are hidden", no_agent_of_the_board),
    "candidates": Unread("an open agent has its value", no_hidden_agent),
    "placed": Unread("numbers of agents that went home say nothing", same_agents),
    "ports": Unread("ships with the same gems are alike", same_gems),
    "chosen": Unread("agents with the same place, value and face are alike", same_choice),
    "drawn": Unread("the ships of later draws are hidden", draws_unknown_ships),
    "hand": Unread("a card that was won this round isn't in the hand yet", already_won),
    "ship_gems": Unread("only count while gems are taken", no_gems_taken),
    "taken": Unread("only counts while gems are taken", no_gems_taken),
}


@pytest.mark.parametrize("case", [*cases(YS), Case(YS, MINI, 1)], ids=str)
def test_everything_that_a_seat_may_know_is_observed(case: Case) -> None:
    check_observed(case, UNREAD)


# --- Wherever players sit ----------------------------------------------------------------------

OF_OWNERS = ("points", "hand", "won", "sealed", "cards_played", "gems")
OF_TEAMS = ("behind", "shown", "front", "paired")
SEATS_IN = ("order", "picks", "played_by")
OF_AGENTS = ("team", "place", "value", "hidden", "marked", "looked", "candidates")


def moved_on(state: Any) -> Any:
    """The same game with every player one seat further on."""
    players, moved = int(state.players), YS.copy(state)

    def next_seat(seat: int) -> int:
        return seat if seat == NONE else seat // players * players + (seat + 1) % players

    def next_seats(seats: int) -> int:
        return sum(1 << (seat + 1) % players for seat in range(players) if seats >> seat & 1)

    for name in OF_OWNERS + OF_TEAMS:
        for first in range(0, 4 if name in OF_TEAMS and players == 2 else players, players):
            rows = slice(first, first + players)
            moved[name][rows] = np.roll(state[name][rows], 1, 0)
    for name in SEATS_IN:
        moved[name][:] = [next_seat(seat) for seat in state[name].tolist()]
    moved.owed_to, moved.pending = next_seat(int(state.owed_to)), next_seats(int(state.pending))
    throned = slice(box.BOARD_AGENTS, box.BOARD_AGENTS + 3 * players)
    for name in OF_AGENTS:
        moved[name][throned] = np.roll(state[name][throned], 3)
    moved.team[:] = [next_seat(team) for team in moved.team.tolist()]
    moved.looked[:] = [next_seats(seats) for seats in moved.looked.tolist()]
    if state.card in (box.HERALD, box.MAGICIAN) and state.chosen >= box.BOARD_AGENTS:
        slot = int(state.chosen) - box.BOARD_AGENTS
        moved.chosen = box.BOARD_AGENTS + 3 * next_seat(slot // 3) + slot % 3
    return moved


@pytest.mark.parametrize("variant", YS.variants, ids=str)
def test_observations_do_not_depend_on_where_players_sit(variant: dict[str, Any]) -> None:
    board = Board.dealt(seed=6, **variant)
    players = int(board.state.players)
    while not board.over:
        moved = moved_on(board.state)
        for seat in range(players):
            one = observed(YS, board.state, seat)
            two = observed(YS, moved, (seat + 1) % players)
            assert [name for name in one if one[name].tolist() != two[name].tolist()] in (
                [],
                [OWN_SEAT],
            )
        board.random()
