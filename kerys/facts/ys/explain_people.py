"""The agents, cards and players of Ys: who owns them, and what they are or can be worth."""

from __future__ import annotations

from kerys.facts.panels import between
from kerys.facts.ys.characters import (
    GONE,
    IN_FORCE,
    IN_HAND,
    PALACE_NOW,
    TO_COME,
    WON,
    full_effect,
    whereabouts,
)
from kerys.facts.ys.explain_base import about, explanation, name_of, player_of
from kerys.facts.ys.projection import projection
from kerys.facts.ys.read import AGENT_NAMES
from kerys.facts.ys.scene import BLUE_CARD, UNKNOWN, Agent
from kerys.facts.ys.unseen import Sight
from kerys.facts.ys.words import character_word
from kerys.games.ys.components import CHARACTER_NAMES, CITY, MARKED_VALUE, VALUES, WINDOW_OF, Window
from kerys.games.ys.wording import names, phases
from kerys.games.ys.wording.questions import points
from kerys.games.ys.wording.refusals import WINDOWS
from kerys.kernel.seats import NONE
from kerys.locale import _, ngettext
from kerys.table.explanations import Explanation
from kerys.table.owners import NEUTRAL

# --- Agents ------------------------------------------------------------------------------------


def agent(sight: Sight, thing: str) -> Explanation | None:
    """An agent on the board or in the throne room."""
    table = sight.table
    standing = [
        *((one, place) for place, agents in enumerate(table.city) for one in agents),
        *((one, CITY + at) for at, one in enumerate(table.market) if one),
        *((one, NONE) for agents in table.throne for one in agents),
    ]
    for one, place in standing:
        if one.name == thing:
            return _explained_agent(sight, one, place)
    return None


def _explained_agent(sight: Sight, one: Agent, place: int) -> Explanation:
    """What is known of an agent."""
    owner = name_of(sight, one.owner)
    title = _("Agent {number} of {name}").format(number=one.number, name=owner)
    if place == NONE:
        title = _("Throne agent {number} of {name}").format(number=one.number, name=owner)
    return explanation(
        title,
        about("throne agent" if place == NONE else "agent"),
        _worth(sight, one),
        about("hidden agent") if one.hidden and place != NONE else "",
        _("The Mercenary marked it: it counts as {value} this round.").format(value=MARKED_VALUE)
        if one.marked
        else "",
        _("Looked at by: {seats}.").format(seats=", ".join(one.seen_by)) if one.seen_by else "",
        _("It stands in {place}.").format(place=names.place(place)) if place != NONE else "",
    )


def _worth(sight: Sight, one: Agent) -> str:
    """What an agent is worth, or what it can be worth."""
    if one.value != UNKNOWN:
        if not one.hidden or one.public:
            return _("Worth {value}; everyone knows.").format(value=one.value)
        return _("Worth {value}; not everyone knows.").format(value=one.value)
    return _("You don't know its value. It can be: {values}.").format(
        values=", ".join(map(str, possible_values(sight, one.name)))
    )


def possible_values(sight: Sight, name: str) -> list[int]:
    """The values that an agent can have, as far as the view knows."""
    agent = AGENT_NAMES.index(name)
    unseen = sight.unseen[int(sight.state.team[agent])]
    found: set[int] = set()
    for values, rest in unseen.fillings:
        found |= {values[agent]} if agent in values else set(rest)
    return sorted(found)


def own(sight: Sight, value: str) -> Explanation | None:
    """The viewer's own agent behind the screen."""
    if sight.view.seat < 0:
        return None
    many = int(sight.state.behind[sight.view.seat, int(value)])
    kept = ngettext(
        "You have {number} of this value behind your screen.",
        "You have {number} of this value behind your screen.",
        many,
    )
    title = _("An agent worth {value}").format(value=value)
    return explanation(title, about("agent"), kept)


def own_front(sight: Sight, value: str) -> Explanation:
    """The viewer's own agent in front of the screen."""
    return explanation(_("{value}, from the front").format(value=value), about("front"))


def front(sight: Sight, owner: str) -> Explanation | None:
    """The agents in front of a player's screen."""
    player = player_of(sight, owner)
    if player is None:
        return None
    total = _("It adds up to {sum} now.").format(sum=sum(player.front)) if player.front else ""
    title = _("The front of {name}").format(name=name_of(sight, player.owner))
    return explanation(title, about("front"), total)


def behind(sight: Sight, owner: str) -> Explanation | None:
    """The agents that stand, or can stand, behind a player's screen."""
    player = player_of(sight, owner)
    if player is None or player.owner == NEUTRAL:
        return None
    unseen = sight.unseen[player.owner]
    spans = [(value, *unseen.span_behind(value)) for value in reversed(range(VALUES))]
    values = [
        _("{number} of value {value}").format(number=between(low, high), value=value)
        for value, low, high in spans
        if high
    ]
    can = _("Behind it: {agents}.").format(agents=", ".join(values)) if values else ""
    title = _("Behind the screen of {name}").format(name=name_of(sight, player.owner))
    return explanation(title, about("behind"), can)


def neutral_agents(sight: Sight, owner: str) -> Explanation | None:
    """The neutral agents that a player holds."""
    player = player_of(sight, owner)
    if player is None or player.neutral_behind is None:
        return None
    many = sum(count for _value, count in player.neutral_behind)
    left = ngettext("{number} is left to place.", "{number} are left to place.", many)
    title = _("Neutral agents of {name}").format(name=name_of(sight, player.owner))
    return explanation(title, about("neutral agents"), left)


# --- Cards and people --------------------------------------------------------------------------


def order(sight: Sight, position: str) -> Explanation | None:
    """An order card."""
    if int(position) > sight.table.seats:
        return None
    holder = sight.names[sight.table.order[int(position) - 1]]
    title = _("Order card {number}").format(number=position)
    return explanation(title, about("order"), _("{name} holds it.").format(name=holder))


def character(sight: Sight, name: str) -> Explanation | None:
    """A character: what it does, when, and where it is."""
    if name == "blue-card":
        return explanation(character_word(BLUE_CARD), full_effect(BLUE_CARD, False))
    if name not in CHARACTER_NAMES:
        return None
    card = CHARACTER_NAMES.index(name)
    window = WINDOW_OF.get(card, Window.AT_ONCE)
    return explanation(
        character_word(card),
        full_effect(card, sight.table.kings_favour),
        _("Played {moment}.").format(moment=_(WINDOWS[window])),
        _where(sight, card),
        about("character") if window != Window.AT_ONCE else "",
    )


def _where(sight: Sight, card: int) -> str:
    """Where a character is, as far as the view knows."""
    where, who = whereabouts(sight.table)[card]
    if where == PALACE_NOW:
        return _("It waits in the palace of quarter {quarter}.").format(quarter=who + 1)
    if where in (IN_HAND, WON, IN_FORCE):
        said = {
            IN_HAND: _("{name} has it in hand."),
            WON: _("{name} won it and can play it from the next round on."),
            IN_FORCE: _("{name} has played it this round."),
        }[where]
        return said.format(name=sight.names[who])
    if where == GONE:
        return _("It is out of the game.")
    if where == TO_COME:
        return _("It comes in round {round}.").format(round=who + 1)
    return _("It hasn't come up so far.")


def player(sight: Sight, owner: str) -> Explanation | None:
    """A player, or the neutral merchant, with their points."""
    player = player_of(sight, owner)
    if player is None:
        return None
    at = sight.tokens.index(player.owner)
    row = projection(sight).rows[at]
    total = row.cells[-2].text
    kind = about("neutral merchant" if player.owner == NEUTRAL else "player")
    now = _("{points} now.").format(points=points(player.points))
    then = _("{points} if the game ended now, place {place}.").format(
        points=points(int(total)), place=row.cells[-1].text
    )
    if sight.table.over:
        now, then = _("{points} in the end.").format(points=points(player.points)), ""
    card = ""
    if player.order_card:
        card = _("Order card {number}.").format(number=player.order_card)
    return explanation(sight.names[at], now, then, card, kind)


def heading(sight: Sight) -> Explanation:
    """Where the game stands."""
    return explanation(phases.heading(sight.state), about("heading"))
