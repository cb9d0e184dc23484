"""What lies on the table for all to see, as numbers for learning: prizes and characters."""

from __future__ import annotations

from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import (
    CHARACTERS,
    COLOURS,
    COLUMNS,
    HERALD,
    LINES,
    MAGICIAN,
    SEATS,
    SHIP_COLOURS,
    SHIP_GEMS,
    WHITE,
)
from kerys.games.ys.knowledge import characters_seen, knows_value
from kerys.games.ys.observation_fields import (
    CARD_AT,
    CHOSEN_COLOUR_AT,
    CHOSEN_HIDDEN_AT,
    CHOSEN_PLACE_AT,
    CHOSEN_VALUE_AT,
    CLOSED_AT,
    DRAWN_AT,
    HALVES,
    LINES_AT,
    LOOKS_AT,
    OWED_AT,
    OWED_TO_AT,
    PALACES_AT,
    PLAYED_AT,
    PORTS_AT,
    RANKING_AT,
    SEEN_AT,
    SHIP_GEMS_AT,
    TAKEN_AT,
)
from kerys.games.ys.rounds import palace_prize
from kerys.kernel.bits import whole
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE, from_seat

BLUE_CARD = CHARACTERS


@rule
def observe_prizes(state, out):
    """Ships, palaces, lines, columns and the Queen's area."""
    for quarter in range(whole(state.quarters)):
        ship = whole(state.ports[quarter])
        for gem in range(SHIP_GEMS):
            share = 1.0 if gem == 0 and state.players == 4 else 0.5
            out[PORTS_AT + SHIP_COLOURS * quarter + whole(state.deck[ship, gem])] += share
        prize = palace_prize(state, quarter)
        out[PALACES_AT + (CHARACTERS + 1) * quarter + (BLUE_CARD if prize == NONE else prize)] = 1
    for draw in range(whole(state.drawn)):
        out[DRAWN_AT + whole(state.ships[draw])] += 0.5
    for card in range(characters_seen(state)):
        out[SEEN_AT + whole(state.characters[card])] = 1
    for line in range(LINES):
        gem = whole(state.line_gems[line])
        if gem != NONE:
            out[LINES_AT + (COLOURS + 1) * line + (COLOURS if gem == WHITE else gem)] = 1
    for place in range(COLUMNS):
        if state.ranking[place] != NONE:
            out[RANKING_AT + COLUMNS * whole(state.ranking[place]) + place] = 1
    if state.closed != NONE:
        out[CLOSED_AT + whole(state.closed)] = 1


@rule
def observe_card(state, seat, out):
    """Gems that are being taken, cards that were played, and the one that is carried out."""
    if state.moment == Moment.QUARTER_GEMS:
        for colour in range(SHIP_COLOURS):
            out[SHIP_GEMS_AT + colour] = HALVES[state.ship_gems[colour]]
        if state.taken > 0:
            out[TAKEN_AT + whole(state.taken) - 1] = 1
    if state.owed > 0:
        out[OWED_AT + whole(state.owed) - 1] = 1
    if state.owed_to != NONE:
        out[OWED_TO_AT + from_seat(state, seat, state.owed_to)] = 1
    for card in range(CHARACTERS):
        if state.played_by[card] != NONE:
            out[PLAYED_AT + SEATS * card + from_seat(state, seat, state.played_by[card])] = 1
    if state.looks > 0:
        out[LOOKS_AT + whole(state.looks) - 1] = 1
    if state.card != NONE:
        out[CARD_AT + whole(state.card)] = 1
        if state.chosen != NONE:
            observe_chosen(state, seat, out)


@rule
def observe_chosen(state, seat, out):
    """The first half of a character's choice: an agent, a colour or a price."""
    chosen = whole(state.chosen)
    if state.card != HERALD and state.card != MAGICIAN:
        colour = chosen // 2 if state.question == Question.BANKER_LOWERS else chosen
        out[CHOSEN_COLOUR_AT + colour] = 1
        return
    out[CHOSEN_PLACE_AT + whole(state.place[chosen])] = 1
    if knows_value(state, seat, chosen):
        out[CHOSEN_VALUE_AT + whole(state.value[chosen])] = 1
    out[CHOSEN_HIDDEN_AT] = state.hidden[chosen]
