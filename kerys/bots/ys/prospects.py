"""What the players of Ys can expect in the end when a round has just ended, for the search.

The estimate says which action is better, but exaggerates the final lead. This does the opposite: it
looks only at what an owner has once all agents are back, with weights that were fitted to how games
end (`kerys fit`).
"""

from __future__ import annotations

import numpy as np

from kerys.bots.ys.estimate import WEIGHTS as ESTIMATE_WEIGHTS
from kerys.bots.ys.estimate import throne_worth
from kerys.games.ys.components import BLACK, COLOURS, GEM_POINTS, PRINCE, ROUNDS, VALUES
from kerys.games.ys.prices import price_rank
from kerys.games.ys.state import owner_of, owners, teams
from kerys.kernel.bits import has, whole
from kerys.kernel.compiling import rule

WEIGHTS = (
    "held_points",
    "held_strength",  # agents: all alike, but for those in the throne room
    "held_throne",
    "held_black_gem",
    *(f"held_standing_{rounds}" for rounds in range(1, ROUNDS)),  # who leads whom in a colour
    *(f"held_{name}" for name in ESTIMATE_WEIGHTS if name.startswith("card_")),
)
POINTS = len(ESTIMATE_WEIGHTS)
"""These weights come after those of the estimate."""
STRENGTH, THRONE, BLACK_GEM, STANDING = range(POINTS + 1, POINTS + 5)
CARD = STANDING + ROUNDS - 1
STEPS = (GEM_POINTS[0] - GEM_POINTS[1]).astype(np.float64)
"""What one place better in a colour brings, by the colour's rank."""
MEAN_STEP = float(STEPS.mean())
FIRM = 0.5
"""How much of a colour's rank is likely to last until the end."""
MOST_LEAD = 24
AHEAD = 1.0 / (1.0 + np.exp(-0.5 * np.arange(-MOST_LEAD, MOST_LEAD + 1)))
"""How likely an owner is to end ahead of another in a colour, by the lead in gems."""


@rule
def prospects(state, weights, scratch, values):
    """Write the points that every owner can expect in the end, up to what all have in common."""
    number = owners(state)
    for owner in range(number):
        values[owner] = weights[POINTS] * state.points[owner]
        values[owner] += weights[BLACK_GEM] * state.gems[owner, BLACK]
        if state.kings_favour:
            values[owner] += weights[THRONE] * throne_worth(state, owner)
        if owner < state.players:
            for card in range(PRINCE):
                if has(state.hand[owner] | state.won[owner], card):
                    values[owner] += weights[CARD + card]
    for team in range(teams(state)):
        for value in range(VALUES):
            strength = value * max(whole(state.behind[team, value]), 0)
            values[owner_of(state, team)] += weights[STRENGTH] * strength
    rounds = max(whole(state.round_number), 1)
    for colour in range(COLOURS):
        step = FIRM * STEPS[price_rank(state, colour)] + (1.0 - FIRM) * MEAN_STEP
        step *= weights[STANDING + rounds - 1]
        for owner in range(number):
            for other in range(owner):
                lead = whole(state.gems[owner, colour]) - whole(state.gems[other, colour])
                ahead = AHEAD[min(max(lead, -MOST_LEAD), MOST_LEAD) + MOST_LEAD]
                values[owner] += step * ahead
                values[other] += step * (1.0 - ahead)


assert len(WEIGHTS) == CARD + PRINCE - POINTS
