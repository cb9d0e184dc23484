"""What people read before they choose Ys and its variants."""

from __future__ import annotations

from kerys.kernel.wording import Switch
from kerys.locale import N_

ABOUT = N_(
    "Merchant princes of a sunken city bid in secret, place agents half of whom are hidden, and "
    "push the prices of the gems they collect. Four rounds; bluff and timing decide."
)
SWITCHES = (
    Switch(
        "kings_favour",
        True,
        N_("King's Favour"),
        N_(
            "After rounds 1 to 3 each player locks an agent into the throne room, "
            "to score at the end."
        ),
        (3, 4),
    ),
    Switch(
        "express",
        True,
        N_("Ys Express"),
        N_("Nine agents each and three turns a round instead of four: a shorter game."),
        (3, 4),
    ),
    Switch(
        "quarters",
        3,
        N_("Three quarters"),
        N_("A tighter city of three quarters instead of four."),
        (3,),
    ),
    Switch(
        "strong_neutral",
        True,
        N_("Strong neutral player"),
        N_("The neutral merchant between the two of you has stronger agents."),
        (2,),
    ),
    Switch(
        "peek_own",
        False,
        N_("No second looks"),
        N_("Your own hidden agents stay face down for you too: remember them."),
        (2, 3, 4),
    ),
)
