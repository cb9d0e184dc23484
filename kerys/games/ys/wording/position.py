"""A position of Ys in plain terms, from a redacted record alone."""

from __future__ import annotations

from typing import Any

from kerys.games.ys.actions import Moment, Question, pair_high, pair_low
from kerys.games.ys.components import (
    BOARD_AGENTS,
    CHARACTER_NAMES,
    COLOUR_NAMES,
    COLUMN_STEPS,
    COLUMNS,
    EXPRESS_TEAM,
    FULL_TEAM,
    LINES,
    MINI_TEAM,
    NEUTRAL_TEAM,
    OWNED_COLOURS,
    ROUNDS,
    SHIP_COLOURS,
    STRONG_TEAM,
    TEAM_SIZES,
    VALUES,
)
from kerys.games.ys.ending import rank
from kerys.games.ys.knowledge import peeks
from kerys.games.ys.state import first_line, has_neutral, holder_of
from kerys.games.ys.wording.json_form import plain_agent
from kerys.games.ys.wording.notation import FACE_NAMES, place_text
from kerys.kernel.seats import NONE
from kerys.kernel.wording import Plain

PHASES = (
    (Moment.BIDS, "bids"),
    (Moment.POSITIONS, "order"),
    (Moment.LAST_LOOKS, "placement"),
    (Moment.BEFORE_SCORING, "before scoring"),
    (Moment.QUARTER_CLOSES, "quarters"),
    (Moment.MARKET_BIDDER, "market"),
    (Moment.END_OF_SCORING, "after scoring"),
    (Moment.THRONE_ROOM, "throne room"),
    (Moment.ROUND_ENDS, "end of round"),
    (Moment.OVER, "over"),
)
"""The last moment of each phase, and what the phase is called."""
BLUE_CARD = "blue card"
"""The prize of every palace in the last round."""


def plain_state(state: Any, seat: int) -> Plain:
    """The position as a seat may know it; its memory of what it placed hidden is left out."""
    players = int(state.players)
    return {
        "round": int(state.round_number) + 1,
        "rounds": ROUNDS,
        "phase": next(name for last, name in PHASES if state.moment <= last),
        "question": Question(int(state.question)).name.lower() if state.pending else None,
        "asked": _members(state.pending),
        "turns_finished": int(state.turn),
        "scored_quarter": int(state.cursor) + 1 if _is_scoring(state) else None,
        "order": state.order[:players].tolist(),
        "new_order": _new_order(state),
        "players": [_player(state, owner) for owner in range(players)],
        "neutral": _neutral(state) if has_neutral(state) else None,
        "agents": [
            _agent(state, seat, agent)
            for agent in range(len(state.place))
            if state.place[agent] != NONE
        ],
        "quarters": [_quarter(state, quarter) for quarter in range(int(state.quarters))],
        "market_gems": {
            str(line + 1): _name(COLOUR_NAMES, state.line_gems[line])
            for line in range(int(first_line(state)), LINES)
        },
        "prices": dict(zip(COLOUR_NAMES, state.prices.tolist(), strict=False)),
        "price_changes": _price_changes(state),
        "closed_area": None if state.closed == NONE else place_text(int(state.closed)),
        "card_in_play": _name(CHARACTER_NAMES, state.card),
        "spy_looks": int(state.looks),
        "characters_seen": [_name(CHARACTER_NAMES, card) for card in state.characters if card >= 0],
    }


def _name(names: tuple[str, ...], number: int) -> str | None:
    """The name of a thing, or None where there is none."""
    return None if number == NONE else names[number]


def _members(bits: int) -> list[int]:
    """The members of a set."""
    return [one for one in range(int(bits).bit_length()) if int(bits) >> one & 1]


def _is_scoring(state: Any) -> bool:
    """Whether a quarter is being scored."""
    return bool(Moment.QUARTER_OPENS <= state.moment <= Moment.QUARTER_CLOSES)


def _new_order(state: Any) -> list[int | None] | None:
    """Who picked which order card, while they are being picked."""
    if state.moment != Moment.POSITIONS:
        return None
    picks = state.picks[: int(state.players)].tolist()
    return [None if seat == NONE else seat for seat in picks]


# --- Agents ------------------------------------------------------------------------------------


def _agent(state: Any, seat: int, agent: int) -> Plain:
    """An agent on the board or in the throne room, with its value if this seat's table shows it."""
    hidden = bool(state.hidden[agent])
    return {
        **plain_agent(state, agent),
        "face": FACE_NAMES[hidden],
        "value": _shown_value(state, seat, agent),
        "possible_values": _members(state.candidates[agent]),
        "counts_five": bool(state.marked[agent]),
        "seen_by": _members(state.looked[agent]) if hidden else [],
    }


def _shown_value(state: Any, seat: int, agent: int) -> int | None:
    """What an agent is worth; what a seat placed hidden may only be in its memory (YS-P18)."""
    value = int(state.value[agent])
    remembered = state.hidden[agent] and holder_of(state, int(state.team[agent])) == seat
    if value == NONE or (remembered and not peeks(state, seat, agent)):
        return None
    return value


def _behind(state: Any, team: int) -> list[int | None]:
    """The values behind a screen, the highest first; None for each that is unknown."""
    known, unknown = state.behind[team].tolist(), 0
    if known[0] == NONE:
        known = state.shown[team].tolist()
        unknown = _team_total(state, team) - sum(known) - len(_front(state, team))
        unknown -= state.team[:BOARD_AGENTS].tolist().count(team)
    values = [value for value in reversed(range(VALUES)) for _ in range(known[value])]
    return [*values, *[None] * unknown]


def _team_total(state: Any, team: int) -> int:
    """How many agents a team has on the board, in front and behind its screen."""
    if team >= state.players:
        kind = STRONG_TEAM if state.strong_neutral else NEUTRAL_TEAM
    elif state.mini:
        kind = MINI_TEAM
    else:
        kind = EXPRESS_TEAM if state.express else FULL_TEAM
    return int(TEAM_SIZES[kind].sum())


def _front(state: Any, team: int) -> list[int]:
    """The values in front of a screen."""
    return [value for value in state.front[team].tolist() if value != NONE]


# --- Players -----------------------------------------------------------------------------------


def _player(state: Any, seat: int) -> Plain:
    """Everything in front of a player."""
    return {
        **_owner(state, seat),
        "order_card": state.order.tolist().index(seat) + 1,
        "sealed": _sealed(state, seat),
        "front": _front(state, seat),
        "behind": _behind(state, seat),
        "neutral_behind": _behind(state, seat + 2) if has_neutral(state) else None,
        "hand": [CHARACTER_NAMES[card] for card in _members(state.hand[seat])],
        "next_round": [CHARACTER_NAMES[card] for card in _members(state.won[seat])],
        "in_force": [
            CHARACTER_NAMES[card] for card, by in enumerate(state.played_by.tolist()) if by == seat
        ],
        "throne_agents_differ": bool(state.paired[seat]),
    }


def _neutral(state: Any) -> Plain:
    """The neutral merchant."""
    return _owner(state, int(state.players))


def _owner(state: Any, owner: int) -> Plain:
    """Points and gems of an owner."""
    return {
        "owner": owner,
        "points": int(state.points[owner]),
        "rank": int(rank(state, owner)) if state.moment == Moment.OVER else None,
        "gems": dict(zip(COLOUR_NAMES[:OWNED_COLOURS], state.gems[owner].tolist(), strict=True)),
    }


def _sealed(state: Any, seat: int) -> list[int] | None:
    """A choice that is not revealed yet, where this view shows it: the values of its agents."""
    choice = int(state.sealed[seat])
    if choice == NONE:
        return None
    if state.question == Question.BID:
        return [int(pair_high(choice)), int(pair_low(choice))]
    return [choice]


# --- City and market ---------------------------------------------------------------------------


def _quarter(state: Any, quarter: int) -> Plain:
    """The ship and the prize of a quarter."""
    return {
        "quarter": quarter + 1,
        "ship": _ship(state, quarter),
        "prize": _prize(state, quarter),
    }


def _ship(state: Any, quarter: int) -> Plain | None:
    """The gems in a harbour, as long as there are any."""
    if state.ports[quarter] == NONE or state.moment > Moment.QUARTER_CLOSES:
        return None
    gems = [0] * SHIP_COLOURS
    if _is_scoring(state) and quarter <= state.cursor:
        gems = state.ship_gems.tolist() if quarter == state.cursor else gems
    else:
        large, *small = state.deck[int(state.ports[quarter])].tolist()
        gems[large] += 2 if state.players == 4 else 1
        for colour in small:
            gems[colour] += 1
    found = {COLOUR_NAMES[colour]: number for colour, number in enumerate(gems) if number}
    return found or None


def _prize(state: Any, quarter: int) -> str | None:
    """What the palace of a quarter still has to give this round."""
    last_given = int(state.cursor) - (state.moment < Moment.QUARTER_CLOSES)
    given = _is_scoring(state) and quarter <= last_given
    if given or state.moment > Moment.QUARTER_CLOSES:
        return None
    if state.round_number == ROUNDS - 1:
        return BLUE_CARD
    card = int(state.round_number) * int(state.quarters) + quarter
    return _name(CHARACTER_NAMES, state.characters[card])


def _price_changes(state: Any) -> Plain:
    """By how much each column will move its price, as far as that is settled."""
    changes: Plain = dict.fromkeys(COLOUR_NAMES[:COLUMNS])
    for place, column in enumerate(state.ranking.tolist()):
        if column != NONE:
            changes[COLOUR_NAMES[column]] = int(COLUMN_STEPS[place])
    return changes
