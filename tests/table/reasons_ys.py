"""What the refusals of Ys claim."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kerys.games.ys import components as box
from kerys.games.ys.actions import Moment, Question
from kerys.kernel.seats import NONE
from tests.table.reasons import Claims, Refused, is_off_the_question

AREAS = ("harbour", "shops", "palace")
MOMENTS = {
    "before the placement": Moment.BEFORE_PLACEMENT,
    "before one of your own turns": Moment.BEFORE_TURN,
    "right after one of your own turns": Moment.AFTER_TURN,
    "before the scoring": Moment.BEFORE_SCORING,
    "at the end of the scoring": Moment.END_OF_SCORING,
    "automatically when it is won": None,
}
AGENT = r"(agent|Agent|throne agent|Throne agent) (\d+)"
PLACE = r"(.+)"


def place_of(text: str) -> int:
    """The number of a place from its text: `2-harbour`, `blue-1`."""
    first, second = text.split("-")
    if second in AREAS:
        return (int(first) - 1) * 3 + AREAS.index(second)
    return 12 + (int(second) - 1) * 4 + box.COLOUR_NAMES.index(first)


def place_named(refused: Refused) -> int:
    """The place that the action names."""
    word = refused.words[3] if refused.words[0] == "place" else refused.text
    return place_of(word)


def words_of(place: int) -> str:
    """The name of a place in a sentence."""
    if place < 12:
        return f"the {AREAS[place % 3]} of quarter {place // 3 + 1}"
    return f"the market at {box.COLOUR_NAMES[(place - 12) % 4]}, line {(place - 12) // 4 + 1}"


def named(refused: Refused, group: int = 1) -> bool:
    """The sentence names the place of the action."""
    said = refused.found[group]
    return said[0].lower() + said[1:] == words_of(place_named(refused))


def agent_of(refused: Refused) -> int:
    """The number of the agent that the action names; checks that the sentence names the same."""
    sort, number = refused.words
    said = refused.found
    if sort == "agent":
        assert not said.groups() or said[2] == number
        return int(number) - 1
    seat, slot = number.split(".")
    assert not said.groups() or said[2] == slot
    return 32 + 3 * int(seat) + int(slot) - 1


def stands(refused: Refused) -> int:
    """The place of the action's agent."""
    return int(refused.state.place[agent_of(refused)])


def owner(refused: Refused) -> int:
    """The owner of the action's agent; 2 and more for the neutral with two players."""
    return int(refused.state.team[agent_of(refused)])


def holds(state: Any, seat: int, field: str, name: str) -> bool:
    """Whether a character is in a hand."""
    return bool(int(state[field][seat]) >> box.CHARACTER_NAMES.index(name.lower()) & 1)


def in_front(refused: Refused) -> list[int]:
    return [int(value) for value in refused.state.front[refused.seat] if value != NONE]


def has_pair(refused: Refused) -> bool:
    behind = Counter(dict(enumerate(refused.state.behind[refused.seat].tolist())))
    return not Counter([refused.number(1), refused.number(2)]) - behind


def faces_used(refused: Refused) -> list[int]:
    """The faces of the agents placed this turn, unless the Cardinal makes them free."""
    if refused.state.played_by[box.CARDINAL] == refused.seat:
        return []
    placed = [int(agent) for agent in refused.state.just_placed if agent != NONE]
    return [int(refused.state.hidden[agent]) for agent in placed]


def price(refused: Refused) -> int:
    return int(refused.state.prices[box.COLOUR_NAMES.index(refused.words[0])])


def is_way(refused: Refused, way: str, question: Question) -> bool:
    return refused.words[1] == way and bool(refused.state.question == question)


def is_tied(refused: Refused) -> bool:
    """The columns named in the sentence are exactly the legal answers."""
    return refused.found[1].split(", ") == refused.asked.answers


def is_window(refused: Refused) -> bool:
    """The character is held, and now isn't the moment that the sentence names."""
    held = holds(refused.state, refused.seat, "hand", refused.found[1])
    return held and MOMENTS[refused.found[2]] != refused.state.moment


def banker_is_stuck(refused: Refused) -> bool:
    """The colour was just raised, or no other could be lowered."""
    state, colour = refused.state, box.COLOUR_NAMES.index(refused.words[0])
    if state.question == Question.BANKER_LOWERS:
        return bool(state.chosen // 2 == colour)
    others = [int(price) for one, price in enumerate(state.prices) if one != colour]
    return bool(state.question == Question.BANKER_RAISES) and set(others) == {1}


CLAIMS: Claims = {
    r"That doesn't answer the question: (.+)": is_off_the_question,
    r"You don't have both (\d) and (\d) behind your screen\.": lambda r: not has_pair(r),
    r"There are only (\d) places in the order\.": lambda r: (
        int(r.words[1]) > r.number() == r.state.players
    ),
    r"Place (\d) in the order is taken\.": lambda r: bool(r.state.picks[r.number() - 1] != NONE),
    r"You won the (\w+) this round and can play it from the next round on\.": lambda r: holds(
        r.state, r.seat, "won", r.found[1]
    ),
    r"You don't have the (\w+)\.": lambda r: not holds(r.state, r.seat, "hand", r.found[1]),
    r"The (\w+) is played ([\w ]+), not now\.": is_window,
    r"You have already played two characters this round, and that is the limit\.": lambda r: (
        r.state.cards_played[r.seat] == 2
    ),
    r"There is no agent that the (\w+) could affect now\.": lambda r: (
        holds(r.state, r.seat, "hand", r.found[1]) and r.state.cards_played[r.seat] < 2
    ),
    rf"There is no {AGENT} on the board\.": lambda r: stands(r) == NONE,
    r"There is no such agent in the throne room\.": lambda r: stands(r) == NONE,
    rf"{AGENT} is your own\.": lambda r: owner(r) == r.seat,
    rf"{AGENT} isn't yours\.": lambda r: owner(r) != r.seat,
    rf"{AGENT} is already open\.": lambda r: not r.state.hidden[agent_of(r)],
    rf"You have already looked at {AGENT}\.": lambda r: bool(
        int(r.state.looked[agent_of(r)]) >> r.seat & 1
    ),
    r"Neutral agents come from behind the screen\.": lambda r: "front" in r.words,
    r"Only the Illusionist lets you place agents from the front\.": lambda r: bool(
        r.state.played_by[box.ILLUSIONIST] != r.seat
    ),
    r"There is no (\d) in front of your screen\.": lambda r: r.number() not in in_front(r),
    r"There is no (\d) behind your screen\.": lambda r: r.state.behind[r.seat, r.number()] == 0,
    r"You have no neutral (\d)\.": lambda r: r.state.behind[r.seat + 2, r.number()] == 0,
    r"A neutral agent must be placed hidden\.": lambda r: "open" in r.words,
    r"You have already placed this turn's open agent: .+": lambda r: (
        "open" in r.words and 0 in faces_used(r)
    ),
    r"You have already placed this turn's hidden agent: .+": lambda r: (
        "hidden" in r.words and 1 in faces_used(r)
    ),
    rf"The Queen has closed {PLACE}\.": lambda r: named(r) and place_named(r) == r.state.closed,
    r"Quarter (\d) isn't in use\.": lambda r: r.number() > r.state.quarters,
    r"Line 1 of the market is closed with fewer than four players\.": lambda r: bool(
        r.state.players < 4 and 12 <= place_named(r) < 16
    ),
    rf"{PLACE} is occupied\.": lambda r: (
        named(r) and place_named(r) >= 12 and place_named(r) in r.state.place
    ),
    r"No (\w+) gem is left on this ship\.": lambda r: (
        r.state.ship_gems[box.COLOUR_NAMES.index(r.found[1])] == 0
    ),
    r"You have no (\w+) gem to give\.": lambda r: (
        r.found[1] == "white" or r.state.gems[r.seat, box.COLOUR_NAMES.index(r.found[1])] == 0
    ),
    r"Only these columns are tied: (.+)\.": is_tied,
    r"Choose blue, green, yellow or red, not (black|white)\.": lambda r: r.text == r.found[1],
    r"The gem you take must differ from the one you give\.": lambda r: (
        box.COLOUR_NAMES[int(r.state.chosen)] == r.text
    ),
    r"The Banker must raise a price first\.": lambda r: is_way(r, "down", Question.BANKER_RAISES),
    r"The Banker must lower a price now\.": lambda r: is_way(r, "up", Question.BANKER_LOWERS),
    r"(\w+) is at the top of the scale\.": lambda r: r.words[1] == "up" and price(r) == 15,
    r"(\w+) is at the bottom of the scale\.": lambda r: r.words[1] == "down" and price(r) == 1,
    r"The Banker needs two different colours\.": banker_is_stuck,
    r"There are ships only in ports 1 to (\d)\.": lambda r: r.number() == r.state.quarters,
    r"The Queen can only close areas of the city, not market spaces\.": lambda r: (
        place_named(r) >= 12
    ),
    r"The agent is already there\.": lambda r: r.state.place[r.state.chosen] == place_named(r),
    r"The Mercenary can only mark one of the two agents you have just placed\.": lambda r: (
        owner(r) == r.seat and agent_of(r) not in r.state.just_placed
    ),
    rf"{AGENT} is in the area that the Queen closed\.": lambda r: stands(r) == r.state.closed,
    r"The Herald can't move agents out of the throne room\.": lambda r: stands(r) == box.THRONE,
    r"The two agents must be in different places\.": lambda r: (
        stands(r) == r.state.place[r.state.chosen]
    ),
}
