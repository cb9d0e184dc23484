"""What people read before they choose Ys and its variants."""

from __future__ import annotations

from kerys.kernel.wording import Choice, DataFile, Switch
from kerys.locale import N_

ABOUT = N_(
    "Merchant princes of a sunken city bid in secret, place agents, half of them hidden, and "
    "push the prices of the gems they collect. Four rounds, decided by bluff and timing."
)
CREDIT = N_("Ys is a game by Cyril Demaegd.")
SWITCHES = (
    Switch(
        "kings_favour",
        N_("King's Favour"),
        (
            Choice(False, N_("Without King's Favour")),
            Choice(
                True,
                N_("King's Favour"),
                N_(
                    "After rounds 1 to 3 each player locks an agent into the throne room, "
                    "to score at the end."
                ),
            ),
        ),
        (3, 4),
    ),
    Switch(
        "express",
        N_("Ys Express"),
        (
            Choice(False, N_("Full length")),
            Choice(
                True,
                N_("Ys Express"),
                N_("Nine agents each and three turns a round instead of four: a shorter game."),
            ),
        ),
        (3, 4),
    ),
    Switch(
        "quarters",
        N_("Quarters of the city"),
        (
            Choice(4, N_("Four quarters")),
            Choice(
                3,
                N_("Three quarters"),
                N_("A tighter city of three quarters instead of four."),
            ),
        ),
        (3,),
    ),
    Switch(
        "strong_neutral",
        N_("Neutral merchant"),
        (
            Choice(False, N_("Normal neutral player")),
            Choice(
                True,
                N_("Strong neutral player"),
                N_("The neutral merchant between the two of you has stronger agents."),
            ),
        ),
        (2,),
    ),
    Switch(
        "peek_own",
        N_("Your own hidden agents"),
        (
            Choice(True, N_("Second looks")),
            Choice(
                False,
                N_("No second looks"),
                N_("Your own hidden agents stay face down for you too, so remember them."),
            ),
        ),
        (2, 3, 4),
    ),
)
FILES = (DataFile("ships", N_("your own ship cards")),)
NEUTRALS = (N_("Neutral merchant"),)
GROUPS = {
    "value": N_("Which agent"),
    "values": N_("Which two agents"),
    "face": N_("Open or hidden"),
    "place": N_("Where"),
    "colour": N_("Which colour"),
    "agent": N_("Which agent"),
}
