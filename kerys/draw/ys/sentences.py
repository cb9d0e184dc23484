"""The state of the game in sentences: the phase, who decides what, and who won."""

from __future__ import annotations

from kerys.facts.ys.scene import Scene
from kerys.facts.ys.words import character_word, colour_word, lettered, owner_name
from kerys.games.ys.actions import Moment, Question
from kerys.games.ys.components import BANKER, CARDINAL, EXPRESS_TURNS, HERALD, MAGICIAN, SPY, TURNS
from kerys.games.ys.wording import phases
from kerys.games.ys.wording.names import start
from kerys.games.ys.wording.notation import agent_text
from kerys.kernel.seats import NONE
from kerys.locale import N_, _, ngettext
from kerys.table.owners import NEUTRAL

ASKED = {
    Question.POSITION: N_("{player} picks an order card"),
    Question.PLAY_CARD: N_("{player} may play a character"),
    Question.REFILL: N_("{player} moves an agent up to the front"),
    Question.PLACE_NEUTRAL: N_("{player} places a neutral agent"),
    Question.TAKE_GEM: N_("{player} takes a gem from the ship"),
    Question.NEXT_COLUMN: N_("{player} decides which of the tied columns is next"),
    Question.MOVE_PRICE: N_("{player} moves a price by one step"),
    Question.CAPTAIN_PORTS: N_("Captain: {player} swaps two ships"),
    Question.QUEEN_AREA: N_("Queen: {player} closes an area"),
    Question.HERALD_AGENT: N_("Herald: {player} chooses an agent to move"),
    Question.HERALD_PLACE: N_("Herald: {player} moves {chosen}"),
    Question.MAGICIAN_FIRST: N_("Magician: {player} chooses the first agent to swap"),
    Question.MAGICIAN_SECOND: N_("Magician: {player} swaps {chosen} with another"),
    Question.MERCENARY_AGENT: N_("Mercenary: {player} marks an agent"),
    Question.ALCHEMIST_GIVES: N_("Alchemist: {player} may give a gem away"),
    Question.ALCHEMIST_TAKES: N_("Alchemist: {player} gives {chosen} and takes another colour"),
    Question.BANKER_RAISES: N_("Banker: {player} raises a price"),
    Question.BANKER_LOWERS: N_("Banker: {player} raised {chosen} and lowers another price"),
}
"""What one player has to decide; questions that need more words have a function below."""

WAITING = {
    Question.BID: N_("Waiting for sealed bids from {players}"),
    Question.THRONE_AGENT: N_("Waiting for throne agents from {players}"),
}
PLACING = (
    N_("{player} places two agents, one open and one hidden"),
    N_("{player} places a hidden agent"),
    N_("{player} places an open agent"),
)
"""By the faces already used in the turn."""


def round_words(table: Scene) -> str:
    """Which round it is."""
    return phases.round_words(table.round_number)


def phase(table: Scene) -> str:
    """Where the round stands."""
    words = start(phases.phase(table.moment, table.cursor))
    if Moment.TURN_BEGINS <= table.moment <= Moment.TURN_ENDS:
        turns = table.seats * (EXPRESS_TURNS if table.express else TURNS)
        return _("{phase}, turn {turn} of {turns}").format(
            phase=words, turn=table.turn + 1, turns=turns
        )
    return words


def asked_seat(table: Scene) -> int:
    """The only seat to decide, or NONE if there are none or several."""
    waiting = [player.owner for player in table.players if player.asked]
    return waiting[0] if len(waiting) == 1 and table.question not in WAITING else NONE


def asked(table: Scene, names: tuple[str, ...]) -> str:
    """Who decides what; once the game is over, who won."""
    if table.over:
        return result(table, names)
    question = Question(table.question)
    waiting = [names[player.owner] for player in table.players if player.asked]
    if question in WAITING:
        return _(WAITING[question]).format(players=", ".join(waiting))
    player = waiting[0] if waiting else ""
    if question == Question.PLACE:
        return _placing(table).format(player=player)
    if question == Question.LOOK:
        left = ngettext("one look left", "{number} looks left", table.looks)
        return _("Spy: {player} may look at a hidden agent ({left})").format(
            player=player, left=left
        )
    if question == Question.CHOOSE_GEM:
        gems = ngettext("one gem", "{number} gems", table.owed)
        return _("{player} takes {gems} of their choice").format(player=player, gems=gems)
    if question == Question.NOTHING:
        return ""
    chosen = _chosen(table) if table.chosen != NONE else ""
    return _(ASKED[question]).format(player=player, chosen=chosen)


def _placing(table: Scene) -> str:
    """What the player whose turn it is places; the Cardinal's owner is free to choose."""
    cardinal = table.played_by[CARDINAL]
    if cardinal >= 0 and table.pending >> cardinal & 1:
        return _("{player} places an agent, open or hidden")
    return _(PLACING[table.faces])


def _chosen(table: Scene) -> str:
    """What a character's player has already chosen: an agent, a gem to give, a price raised."""
    if table.card in (HERALD, MAGICIAN):
        return agent_text(table.chosen)
    return colour_word(table.chosen // 2 if table.card == BANKER else table.chosen)


def result(table: Scene, names: tuple[str, ...]) -> str:
    """Who won; the neutral merchant can rank first, but players compete only with each other."""
    first = [player.owner for player in table.players if player.rank == 1]
    winners = ", ".join(lettered(names, owner) for owner in first if owner != NEUTRAL)
    if winners:
        return _("Won by {players}").format(players=winners)
    best = min(player.rank for player in table.players if player.owner != NEUTRAL)
    next_best = [player.owner for player in table.players if player.rank == best]
    return _("The neutral merchant is first, ahead of {players}").format(
        players=", ".join(lettered(names, owner) for owner in next_best)
    )


def eyes(table: Scene, names: tuple[str, ...]) -> str:
    """Whose view this is."""
    if table.open:
        return _("all screens down")
    if table.seat < 0:
        return _("seen by a spectator")
    return _("seen by {player}").format(player=owner_name(names, table.seat))


def variant(table: Scene) -> str:
    """The variants in use."""
    chosen = (
        (table.kings_favour, _("King's Favour")),
        (table.express, _("Ys Express")),
        (table.strong_neutral, _("Strong neutral merchant")),
        (table.seats == 3 and table.quarters == 3, _("three quarters")),
    )
    return " · ".join(words for agreed, words in chosen if agreed)


def title(table: Scene, names: tuple[str, ...]) -> str:
    """One sentence that describes the drawing."""
    return _("Ys · {round} · {phase}: {asked} ({eyes})").format(
        round=round_words(table),
        phase=phase(table),
        asked=asked(table, names),
        eyes=eyes(table, names),
    )


def board_title(table: Scene) -> str:
    """The same for the city alone on a page, which says elsewhere who is asked what."""
    return _("Ys · {round} · {phase}").format(round=round_words(table), phase=phase(table))


def looks_left(table: Scene) -> str:
    """How many looks the Spy has left, if any."""
    if not table.looks:
        return ""
    left = ngettext("one look left", "{number} looks left", table.looks)
    return f"{character_word(SPY)}: {left}"


def notes(table: Scene) -> str:
    """The variant, and how many looks the Spy has left."""
    return " · ".join(filter(None, (variant(table), looks_left(table))))


def legend() -> str:
    """What the signs on agents and characters mean."""
    return _(
        "Filled: open. Dashed outline: hidden. Solid outline: hidden but known to all. Eye: "
        "seen by the Spy. Small 5: Mercenary. Filled card: in force. Dashed card: next round."
    )
