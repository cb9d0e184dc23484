"""YS-4: phase 3, in which agents are placed, two a turn."""

from __future__ import annotations

from kerys.games.ys.actions import (
    BEHIND_SCREEN,
    FROM_FRONT,
    HIDDEN,
    OPEN,
    PUT,
    Moment,
    Question,
    put_action,
)
from kerys.games.ys.components import (
    ANY_VALUE,
    CARDINAL,
    ILLUSIONIST,
    MARKET_POINTS,
    PLACES,
    VALUES,
)
from kerys.games.ys.state import (
    free_places,
    has_neutral,
    in_market,
    neutral_set,
    owner_of,
    turn_seat,
    turns,
)
from kerys.kernel.bits import bit, count, has, mask_put, whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, ask


@rule
def begin_turn(state):
    """Nothing is placed yet this turn (YS-4.1)."""
    state.faces = 0
    state.just_placed[0] = NONE
    state.just_placed[1] = NONE
    state.moment = Moment.TURN_LOOKS


@rule
def ask_agents(state):
    """Two of your own agents, one after the other (YS-4.1, YS-P22, YS-R38)."""
    seat = turn_seat(state)
    if state.front[seat, 1] == NONE:
        ask(state, Question.REFILL, seat)
    elif state.just_placed[1] == NONE:
        ask(state, Question.PLACE, seat)
    else:
        state.moment = Moment.TURN_NEUTRAL


@rule
def faces_allowed(state, seat):
    """Faces the next agent may show: one open, one hidden; any for the Cardinal.

    YS-4.1, YS-9.4, YS-R31.
    """
    if state.played_by[CARDINAL] == seat:
        return bit(OPEN) | bit(HIDDEN)
    return (bit(OPEN) | bit(HIDDEN)) & ~whole(state.faces)


@rule
def values_behind(state, team):
    """The values a team has behind the screen; these can move up in front (YS-9.7, YS-R30)."""
    values = 0
    for value in range(VALUES):
        if state.behind[team, value] > 0:
            values |= bit(value)
    return values


@rule
def place_choices(state, seat, mask):
    """Every agent, face and place of the next placement (YS-4.2, YS-4.3, YS-9.7)."""
    places = free_places(state)
    spaces = count(places)
    faces = faces_allowed(state, seat)
    behind = values_behind(state, seat)
    front = 0
    if state.played_by[ILLUSIONIST] == seat:
        front = bit(state.front[seat, 0]) | bit(state.front[seat, 1])
    options = 0
    for face in range(2):
        for value in range(VALUES):
            if has(faces, face) and has(behind, value):
                mask_put(mask, put_action(BEHIND_SCREEN, face, value, 0), places)
                options += spaces
            if has(faces, face) and has(front, value):
                mask_put(mask, put_action(FROM_FRONT, face, value, 0), places)
                options += spaces
    return options


@rule
def place_agent(state, seat, action):
    """Put down one of your own agents (YS-4.1, YS-4.2, YS-9.7, YS-R30)."""
    place = (action - PUT) % PLACES
    value = (action - PUT) // PLACES % VALUES
    face = (action - PUT) // (PLACES * VALUES) % 2
    source = (action - PUT) // (PLACES * VALUES * 2)
    candidates = ANY_VALUE
    if source == FROM_FRONT:
        leave_front(state, seat, value)
        candidates = bit(value)
    else:
        state.behind[seat, value] -= 1
    agent = put_down(state, seat, value, place, face, candidates)
    state.faces |= bit(face)
    state.just_placed[0 if state.just_placed[0] == NONE else 1] = agent


@rule
def put_down(state, team, value, place, face, candidates):
    """An agent enters the board under the next placement number (YS-P19)."""
    agent = whole(state.placed)
    state.placed += 1
    state.team[agent] = team
    state.place[agent] = place
    state.value[agent] = value
    state.hidden[agent] = face
    state.candidates[agent] = candidates if face == HIDDEN else bit(value)
    if in_market(place):
        enter_market(state, team)
    return agent


@rule
def enter_market(state, team):
    """A point at once for the owner of an agent in the market, for good (YS-4.4, YS-R39)."""
    state.points[owner_of(state, team)] += MARKET_POINTS


@rule
def leave_front(state, seat, value):
    """The Illusionist takes an agent from in front of the screen (YS-9.7)."""
    if state.front[seat, 0] == value:
        state.front[seat, 0] = state.front[seat, 1]
    state.front[seat, 1] = NONE


@rule
def refill_front(state, seat, value):
    """An agent moves up from behind the screen, open (YS-9.7, YS-R30)."""
    state.behind[seat, value] -= 1
    if state.front[seat, 0] >= value:
        state.front[seat, 1] = value
    else:
        state.front[seat, 1] = state.front[seat, 0]
        state.front[seat, 0] = value


@rule
def ask_neutral_agent(state):
    """With two players a neutral agent follows, hidden (YS-11.4, YS-R40, YS-P5)."""
    if has_neutral(state):
        ask(state, Question.PLACE_NEUTRAL, turn_seat(state))
    else:
        state.moment = Moment.TURN_LAST_LOOKS


@rule
def neutral_place_choices(state, seat, mask):
    """Any neutral agent the seat holds, on any free place (YS-11.4, YS-R28, YS-P15)."""
    places = free_places(state)
    held = values_behind(state, neutral_set(state, seat))
    options = 0
    for value in range(VALUES):
        if has(held, value):
            mask_put(mask, put_action(BEHIND_SCREEN, HIDDEN, value, 0), places)
            options += count(places)
    return options


@rule
def place_neutral_agent(state, seat, action):
    """Put a neutral agent down; its value is not shown again (YS-11.4, YS-R40)."""
    place = (action - PUT) % PLACES
    value = (action - PUT) // PLACES % VALUES
    team = neutral_set(state, seat)
    state.behind[team, value] -= 1
    put_down(state, team, value, place, HIDDEN, ANY_VALUE)
    state.moment = Moment.TURN_LAST_LOOKS


@rule
def end_turn(state):
    """The next turn, or the end of phase 3 after four turns each (YS-4.1, YS-4.5, YS-12.3)."""
    state.turn += 1
    if state.turn < turns(state) * whole(state.players):
        state.moment = Moment.TURN_BEGINS
    else:
        set_out_last_agents(state)


@rule
def set_out_last_agents(state):
    """The agent that is left joins the two in front, open (YS-4.6, YS-R7)."""
    for seat in range(whole(state.players)):
        for value in range(VALUES):
            if state.behind[seat, value] > 0:
                state.behind[seat, value] -= 1
                state.front[seat, 2] = value
    state.moment = Moment.LAST_LOOKS
