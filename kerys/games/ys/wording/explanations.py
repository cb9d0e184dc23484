"""What every kind of thing in Ys is: the one place for these sentences.

What a thing is worth now is worked out from a view, in `kerys.facts.ys.explanations`.
"""

from __future__ import annotations

from kerys.games.ys.actions import Question
from kerys.games.ys.components import (
    ALCHEMIST,
    BANKER,
    CAPTAIN,
    CARDINAL,
    CHARACTERS,
    HERALD,
    ILLUSIONIST,
    INTRIGUER,
    JEWELER,
    KING,
    KING_POINTS,
    MAGICIAN,
    MERCENARY,
    MERCHANT,
    MERCHANT_POINTS,
    PRINCE,
    PRINCE_POINTS,
    QUEEN,
    SPY,
)
from kerys.locale import N_, _

EFFECTS = {
    ALCHEMIST: N_("Give one of your gems back and take one of another colour, not black."),
    BANKER: N_("Raise one price by a step and lower another by a step."),
    CAPTAIN: N_("Swap the ships of two harbours."),
    CARDINAL: N_("Place your agents open or hidden, as you like, for the whole placement."),
    SPY: N_("Look at up to three hidden agents of others during the placement."),
    HERALD: N_("Move one of your agents to another area or to a free space of the market."),
    ILLUSIONIST: N_("On your turns, place agents from in front of your screen and refill it."),
    INTRIGUER: N_("Win all your ties in this scoring, and decide between tied columns."),
    JEWELER: N_("Take two gems of your choice, not black."),
    MAGICIAN: N_("Swap two of your agents."),
    MERCHANT: N_("All shops pay {points} points this round, to whoever wins them."),
    MERCENARY: N_("One of the two agents you have just placed counts as 5 in this scoring."),
    QUEEN: N_("Close an area of the city: nobody goes in or out until the round ends."),
    PRINCE: N_("Brings {points} points."),
    KING: N_("Brings {points} points."),
    CHARACTERS: N_("Brings a gem of your choice, not black."),
}
"""What each character does, for whoever plays it (YS-9); the last is the blue card."""
THRONE_EFFECTS = {
    SPY: N_("Agents in the throne room too."),
    MAGICIAN: N_("One of them may come from the throne room."),
}
"""What King's Favour adds (YS-13.5, YS-13.6)."""
POINTS_OF = {MERCHANT: MERCHANT_POINTS, PRINCE: PRINCE_POINTS, KING: KING_POINTS}


def effect(card: int) -> str:
    """What a character does, in the current language."""
    return _(EFFECTS[card]).format(points=POINTS_OF.get(card))


EXPLANATIONS = {
    # The city.
    "quarter": N_(
        "One of the quarters of the city, with a harbour, shops and a palace. Whoever has the most "
        "in all three together takes gems from its ship first."
    ),
    "harbour": N_("Whoever has the most here when the quarter is scored wins 1 black gem."),
    "shops": N_("Whoever has the most here when the quarter is scored scores points at once."),
    "palace": N_(
        "Whoever has the most here when the quarter is scored wins the character that waits here; "
        "in round 4 a blue card."
    ),
    "ship": N_(
        "Its gems go to those who are strongest in the whole quarter. The first takes two; what is "
        "left goes to the next ones, one each."
    ),
    "closed": N_("The Queen has closed it: nobody goes in or out until the round ends."),
    # The market.
    "market": N_(
        "A column for each colour and up to three lines, with room for one agent on each space. "
        "Every agent placed here scores 1 point at once."
    ),
    "stall": N_(
        "A space of the market, with room for one agent. It counts in its line, which wins a gem, "
        "and in its column, which moves a price."
    ),
    "line": N_("Whoever has the most in this line wins its gem."),
    "column": N_(
        "All agents in a column are added up, whoever they belong to. The strongest column raises "
        "its price by 2, the next by 1; the third lowers it by 1, the weakest by 2."
    ),
    "prices": N_(
        "The four colours on a scale from 1 to 15. At the end, colours are ranked by price: a gem "
        "lead in a dear colour is worth more."
    ),
    "price": N_("The dearer a colour, the more its gems bring at the end."),
    # Gems.
    "gems": N_("Whoever has the most gems of a colour scores most for it at the end."),
    "black": N_("Black gems have no price: they score by their number alone, up to 24 points."),
    "white": N_("A white gem is a free choice: it is swapped at once for one of the four colours."),
    # Agents.
    "agent": N_("An agent counts where it stands, by its value."),
    "hidden agent": N_("It lies hidden until the place is scored."),
    "throne agent": N_("It stays in the throne room until the end of the game."),
    "behind": N_("The agents that stand behind the screen and can still be placed or bid."),
    "front": N_(
        "The agents in front of the screen: the two of the bid and, at the end, the one that "
        "wasn't placed. They aren't placed; their sum decides ties."
    ),
    "neutral agents": N_(
        "Neutral agents that this player holds. In each turn one of them is placed, hidden; they "
        "count for the neutral merchant."
    ),
    "open": N_("The agent lies face up: everyone sees its value."),
    "hidden": N_("The agent lies face down: the others see where it is, but not its value."),
    # Cards.
    "order": N_(
        "Who goes first, second and so on. The highest bid chooses its place first. The lower card "
        "also wins ties between equal fronts."
    ),
    "palaces": N_("The characters that can be won this round, one in each palace."),
    "character": N_(
        "You can play a character from the round after you win it, at its own moment, and at most "
        "two in a round. Then it is gone."
    ),
    "all characters": N_(
        "All fifteen characters and where they are. Some never come into the game; nobody knows "
        "which."
    ),
    "throne room": N_(
        "Three agents of each player end up here, one after each of rounds 1 to 3. The highest sum "
        "scores 12 points at the end, then 7, 3 and 0."
    ),
    # People.
    "player": N_(
        "The points scored so far. Gems are scored at the end; hidden agents and agents behind a "
        "screen are that player's secret."
    ),
    "neutral merchant": N_(
        "With two players it wins gems and points like a player, and every tie. It can win the "
        "game."
    ),
    "heading": N_(
        "A round goes from ships and bids over placing agents to the scoring of the city and the "
        "market. After the fourth, gems are scored."
    ),
    "result": N_("The final points of everyone, and where they come from."),
    # Answers.
    "done": N_("Goes on without doing anything more here."),
    "up": N_("Moves the price of this colour one step up."),
    "down": N_("Moves the price of this colour one step down."),
    # Panels and their columns.
    "majorities": N_("Who leads where, by what you can see."),
    "majorities prize": N_("What whoever is ahead wins there."),
    "majorities seat": N_("What this player has there: the sum you can see, and hidden agents."),
    "majorities leader": N_("Who would win it if it were scored now."),
    "columns": N_("What the columns of the market would do to the prices."),
    "columns price": N_("What the colour stands at now."),
    "columns agents": N_("How many agents stand in the column, whoever they belong to."),
    "columns sum": N_("What they add up to, as far as you can see."),
    "columns place": N_("Which place the column has among the four."),
    "columns step": N_("By how much that place moves the price."),
    "columns next": N_("What the price would be then."),
    "projection": N_("The points of everyone if the game ended now."),
    "projection points": N_("What was scored during the game so far."),
    "projection colour": N_("What the gems of this colour would bring now."),
    "projection throne": N_("What the throne room would bring, as far as you can know."),
    "projection total": N_("All of it together."),
    "projection place": N_("The place with that total; ties are broken by gems."),
    "screens": N_("What the others may still have behind their screens."),
    "screens behind": N_("How many agents stand behind the screen."),
    "screens board": N_("How many agents lie hidden on the board."),
    "screens throne": N_("How many agents lie hidden in the throne room."),
    "screens value": N_("How many agents of this value can stand behind the screen."),
    "characters": N_("The characters that somebody has or can win now."),
    "characters where": N_("Who has it, or in which palace it waits."),
    "characters effect": N_("What it does for whoever plays it."),
    "characters when": N_("The moment at which it can be played."),
    "characters now": N_("Whether it can be played right now."),
}
"""By kind of thing; a column of a panel is `panel column`."""

SECTIONS: dict[int, str] = {
    Question.BID: "bid",
    Question.POSITION: "bid",
    Question.PLAY_CARD: "characters",
    Question.LOOK: "spy",
    Question.PLACE: "place",
    Question.REFILL: "illusionist",
    Question.PLACE_NEUTRAL: "two-players",
    Question.TAKE_GEM: "quarter",
    Question.CHOOSE_GEM: "table",
    Question.NEXT_COLUMN: "columns",
    Question.MOVE_PRICE: "best-bidder",
    Question.THRONE_AGENT: "kings-favour",
    Question.CAPTAIN_PORTS: "captain",
    Question.QUEEN_AREA: "queen",
    Question.HERALD_AGENT: "herald",
    Question.HERALD_PLACE: "herald",
    Question.MAGICIAN_FIRST: "magician",
    Question.MAGICIAN_SECOND: "magician",
    Question.MERCENARY_AGENT: "mercenary",
    Question.ALCHEMIST_GIVES: "alchemist",
    Question.ALCHEMIST_TAKES: "alchemist",
    Question.BANKER_RAISES: "banker",
    Question.BANKER_LOWERS: "banker",
}
"""Where the guide explains each question."""
