"""What every kind of thing in Mykerinos is: the one place for these sentences.

What a thing is worth now is worked out from a view, in `kerys.facts.mykerinos.explanations`.
"""

from __future__ import annotations

from kerys.games.mykerinos.actions import Question
from kerys.locale import N_

EFFECTS = (
    N_("Take a cube from the common reserve, then place one or extend by two."),
    N_("Lay one of the cubes of your action on a pyramid."),
    N_("Put a cube from your reserve in the museum."),
    N_("Lay two adjacent cubes on any free spaces."),
    N_("Lay three cubes in a chain next to one of yours."),
)
"""What a card of each patron does, in a sentence."""

EXPLANATIONS = {
    # The region.
    "area": N_(
        "Two lots side by side. When it is inspected, players are ranked by their cubes here; "
        "whoever passed earlier is ahead in ties."
    ),
    "space": N_("A space of the region. One cube can lie here, and counts in this area."),
    "pyramid": N_("Cubes can be laid on a pyramid only with Lemon."),
    "lot": N_(
        "Whoever takes it scores its points at once. It is then a card of its patron, which can be "
        "used once in each later season and counts at the end."
    ),
    "lots to come": N_("The lots that were not laid out yet. Nobody knows their order."),
    # The museum.
    "3-room": N_("With this room, each of your cards of its patron is worth 3 at the end."),
    "5-room": N_(
        "With this room, each of your cards of its patron is worth 5 at the end. You need a room "
        "next to it first."
    ),
    "2-room": N_(
        "It belongs to both wings: with it, each of your cards of both patrons is worth 2 at the "
        "end, and it opens the 5-rooms of both."
    ),
    "wing": N_(
        "A wing of the museum. Your best room in it says what your cards of its patron are worth: "
        "5, 3 or 2 points each, or 1 without a room."
    ),
    # Patrons.
    "patron": N_(
        "A card of a patron is an action of its own, once a season, from the season after you win "
        "it. Using it doesn't cost the card."
    ),
    "cards": N_(
        "The cards of this patron: how many, what each is worth in the exhibition now, and which "
        "were used this season."
    ),
    # Cubes.
    "personal": N_("The cubes that can be laid this season. What is left stays for the next one."),
    "common": N_(
        "The cubes in the common reserve. New ones come from here each season, and those for the "
        "museum."
    ),
    "neutral": N_("Neutral cubes that this player can lay after an action of their own."),
    "exhibition": N_("What the cards and sets bring at the end, by the rooms held now."),
    "pass track": N_(
        "Whoever passes puts a disc on the lowest free space. Earlier discs win ties in all areas; "
        "the last player starts the next season."
    ),
    # People.
    "player": N_("The points scored so far for lots. The exhibition is added at the end."),
    "neutral archaeologist": N_(
        "With two players it digs along and takes lots out of the game. It scores no points."
    ),
    "heading": N_(
        "A season goes from taking cubes over digging to the inspection of the areas. After the "
        "fourth, the exhibition is scored."
    ),
    "result": N_("The final points of everyone, and where they come from."),
    # Answers.
    "place": N_("Lay one cube on any free space without a pyramid."),
    "extend": N_(
        "Lay two cubes in a chain: the first next to one of yours, the second next to the first."
    ),
    "pass": N_(
        "You are out for the rest of the digging. You keep the cubes you have left, and the "
        "earlier you pass, the more ties you win."
    ),
    "done": N_("Goes on without neutral cubes."),
    # Panels and their columns.
    "majorities": N_("Every area: its lots, who has cubes there, and who would act."),
    "majorities lots": N_("The lots that lie in the area."),
    "majorities seat": N_("The cubes that this player has there."),
    "majorities first": N_("Who takes a lot or goes to the museum first."),
    "majorities second": N_("Who takes a lot or goes to the museum second."),
    "patrons": N_("What each patron does, and how many uses everyone has left."),
    "patrons power": N_("What a card of this patron does."),
    "patrons seat": N_("How many cards this player can still use this season, out of all."),
    "projection": N_("The points of everyone if the game ended now."),
    "projection points": N_("What the lots have brought so far."),
    "projection patron": N_("What the cards of this patron would bring now."),
    "projection sets": N_("5 points for each set of five different patrons."),
    "projection total": N_("All of it together."),
    "projection place": N_("The place with that total; ties are broken by cubes left."),
    "cubes": N_("Where the cubes of everyone are."),
    "cubes personal": N_("Cubes that can be laid this season."),
    "cubes region": N_("Cubes that lie on the region now."),
    "cubes museum": N_("Cubes in rooms of the museum; they stay there."),
    "cubes common": N_("Cubes in the common reserve."),
    "cubes neutral": N_("Neutral cubes that this player can lay."),
    "cubes passed": N_("The space of the pass track; lower spaces win ties."),
    "lots": N_("How many lots of each patron are still to come."),
    "lots value": N_("The points that such a lot brings at once."),
}
"""By kind of thing; a column of a panel is `panel column`."""

SECTIONS: dict[int, str] = {
    Question.ACTION: "digging",
    Question.SPACE: "digging",
    Question.ROOM: "brown",
    Question.NEUTRAL_ACTION: "two-players",
    Question.NEUTRAL_SPACE: "two-players",
    Question.INSPECTION: "inspection",
    Question.LEFTOVER_LOT: "inspection",
    Question.NEUTRAL_LOT: "two-players",
}
"""Where the guide explains each question."""
