"""MY-1: the setup. All randomness of the game is here."""

from __future__ import annotations

from kerys.games.mykerinos.actions import Moment, Question
from kerys.games.mykerinos.components import (
    COLOURS,
    LOTS,
    NEUTRAL,
    NEUTRAL_PASS_SPACE,
    PATRONS,
    SEASONS,
    SEATS,
    WINGS,
)
from kerys.games.mykerinos.region import BOARD_WORDS
from kerys.games.mykerinos.state import has_neutral
from kerys.kernel.bits import whole
from kerys.kernel.chance import below, deal_rest, shuffle
from kerys.kernel.compiling import rule
from kerys.kernel.seats import NONE


@rule
def deal_table(state, options, chance):
    """Everything before season 1, from a secret generator (MY-1.1 to MY-1.4)."""
    clear(state)
    agree(state, options)
    state.first = below(chance, whole(state.players))
    deal_wings(state, chance)
    deal_lots(state, 0, chance)
    if has_neutral(state):
        state.pass_space[NEUTRAL] = NEUTRAL_PASS_SPACE


@rule
def clear(state):
    """An empty table."""
    for seat in range(SEATS):
        state.points[seat] = 0
        state.personal[seat] = 0
        state.neutral_held[seat] = 0
        for patron in range(PATRONS):
            state.cards[seat, patron] = 0
            state.tilted[seat, patron] = 0
    for colour in range(COLOURS):
        state.rooms[colour] = 0
        state.pass_space[colour] = NONE
        for word in range(BOARD_WORDS):
            state.cubes[colour, word] = 0
    for word in range(BOARD_WORDS):
        state.pyramids[word] = 0
    for lot in range(LOTS):
        state.pile[lot] = NONE
        state.turned[lot] = 0
    for wing in range(WINGS):
        state.wings[wing] = NONE
    state.season = 0
    state.moment = Moment.TURN
    state.question = Question.NOTHING
    state.pending = 0
    state.first = 0
    state.seat = 0
    state.last_action = 0
    state.kind = NONE
    state.laid = 0
    state.last_space = NONE
    state.area = 0
    state.cursor = 0
    state.lots_left = 0
    state.shown = 0


@rule
def agree(state, options):
    """Copy the agreed options into the state."""
    state.players = options.players
    state.revision = options.revision
    state.mini = options.mini
    if options.mini:
        state.season = SEASONS - 1
    for lot in range(LOTS):
        state.lot_patrons[lot] = options.lot_patrons[lot]
        state.lot_values[lot] = options.lot_values[lot]
        state.lot_pyramids[lot] = options.lot_pyramids[lot]


@rule
def deal_wings(state, chance):
    """The five patron markers at random on the wings (MY-1.4)."""
    for wing in range(WINGS):
        state.wings[wing] = wing
    shuffle(state.wings, WINGS, chance)


@rule
def deal_lots(state, known, chance):
    """The lots in laying order, each with a random half turn (MY-2.4, MY-1.6, MY-R12, MY-R14).

    The first `known` lots have been laid: they stay as they are.
    """
    deal_rest(state.pile, LOTS, known, chance)
    for index in range(known, LOTS):
        state.turned[index] = below(chance, 2)
