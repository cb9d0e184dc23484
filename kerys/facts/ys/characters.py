"""The characters that can be played or won: what each does, and when."""

from __future__ import annotations

from functools import cache, lru_cache

from kerys.facts.panels import Cell, Column, Emphasis, Panel, Row, remark
from kerys.facts.ys.scene import BLUE_CARD, Scene
from kerys.facts.ys.unseen import Sight
from kerys.facts.ys.words import character_word
from kerys.games.ys.actions import Question
from kerys.games.ys.components import (
    CARDS_PER_ROUND,
    CHARACTER_NAMES,
    CHARACTERS,
    PALACE,
    ROUNDS,
    WINDOW_OF,
    Window,
)
from kerys.games.ys.state import area_at
from kerys.games.ys.windows import playable
from kerys.games.ys.wording.explanations import THRONE_EFFECTS, effect
from kerys.games.ys.wording.notation import place_text
from kerys.games.ys.wording.refusals import WINDOWS
from kerys.kernel.seats import NONE
from kerys.locale import N_, _
from kerys.locale.word_cache import remembered

CHARACTERS_TITLE = N_("Characters")

PALACE_NOW, IN_HAND, WON, IN_FORCE, GONE, UNSEEN, TO_COME, ASIDE = range(8)
"""Where a character can be; none is unseen when all screens are down."""
AWAY = (GONE, UNSEEN, TO_COME, ASIDE)
"""Out of play, for now or for good."""


def whereabouts(table: Scene) -> tuple[tuple[int, int], ...]:
    """Where each character is, and which hand, quarter or round that refers to."""
    held = tuple([(one.owner, one.hand, one.won, one.in_force) for one in table.players])
    return _whereabouts(table.quarters, table.seen, table.to_come, table.prizes, held)


@lru_cache(maxsize=512)
def _whereabouts(
    quarters: int,
    seen: tuple[int, ...],
    to_come: tuple[int, ...],
    prizes: tuple[int, ...],
    held: tuple[tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]], ...],
) -> tuple[tuple[int, int], ...]:
    """The same from what every player holds: in hand, won and in force."""
    found = [(GONE if card in seen else UNSEEN, NONE) for card in range(CHARACTERS)]
    for place, card in enumerate(to_come, len(seen)):
        if card != NONE:
            comes = place // quarters
            found[card] = (TO_COME, comes) if comes < ROUNDS - 1 else (ASIDE, NONE)
    for quarter, prize in enumerate(prizes):
        if 0 <= prize < CHARACTERS:
            found[prize] = (PALACE_NOW, quarter)
    for owner, *sets in held:
        for where, cards in zip((IN_HAND, WON, IN_FORCE), sets, strict=True):
            for card in cards:
                found[card] = (where, owner)
    return tuple(found)


def characters(sight: Sight) -> Panel:
    """All characters in hand, in force or in a palace, the viewer's own first."""
    found = () if sight.table.over else whereabouts(sight.table)
    shown = [
        (_order(sight, where, who), card, where, who)
        for card, (where, who) in enumerate(found)
        if where not in AWAY
    ]
    rows = [_row(sight, card, where, who) for _rank, card, where, who in sorted(shown)]
    if BLUE_CARD in sight.table.prizes and not sight.table.over:
        rows.append(_blue_row(sight))
    return Panel(
        name="characters",
        title=_(CHARACTERS_TITLE),
        note=_(
            "Everyone sees who wins a character. You can play two a round, from the round "
            "after you win them."
        ),
        columns=_columns(),
        rows=tuple(rows),
    )


@remembered(1)
def _columns() -> tuple[Column, ...]:
    """The columns that describe each character."""
    return (
        Column("where", _("Where")),
        Column("effect", _("What it does")),
        Column("when", _("Played")),
        Column("now", _("Now")),
    )


def _order(sight: Sight, where: int, who: int) -> tuple[int, int]:
    """The viewer's own cards, those of others seat by seat, then the palaces."""
    if where == PALACE_NOW:
        return 2, who
    return int(who != sight.view.seat), who


def _row(sight: Sight, card: int, where: int, who: int) -> Row:
    """One character."""
    name, kings = CHARACTER_NAMES[card], sight.table.kings_favour
    if where == PALACE_NOW:
        palace = Cell(_("Palace {quarter}").format(quarter=who + 1))
        return _card_row(name, card, kings, palace, Cell(_("to be won")), (_palace(who),), None)
    holder = Cell(sight.names[who], who)
    places = (f"play {name}",) if where == IN_HAND else ()
    return _card_row(name, card, kings, holder, _now(sight, card, where, who), places, who)


@remembered(1024)
def _card_row(
    name: str,
    card: int,
    kings_favour: bool,
    where: Cell,
    now: Cell,
    places: tuple[str, ...],
    owner: int | None,
) -> Row:
    """The texts of a card, and where it is."""
    window = WINDOW_OF.get(card, Window.AT_ONCE)
    cells = (where, Cell(full_effect(card, kings_favour)), Cell(_(WINDOWS[window])), now)
    return Row(name, character_word(card), cells, owner, places)


def full_effect(card: int, kings_favour: bool) -> str:
    """What a character does under the rules in use."""
    more = kings_favour and card in THRONE_EFFECTS
    return remark(effect(card), _(THRONE_EFFECTS[card]) if more else "")


def _blue_row(sight: Sight) -> Row:
    """The blue cards, one in each palace not yet won in the last round."""
    table = sight.table
    quarters = [quarter for quarter, prize in enumerate(table.prizes) if prize == BLUE_CARD]
    numbers = ", ".join(str(quarter + 1) for quarter in quarters)
    where, now = Cell(_("Palace {quarter}").format(quarter=numbers)), Cell(_("to be won"))
    places = tuple(_palace(quarter) for quarter in quarters)
    return _card_row("blue card", BLUE_CARD, table.kings_favour, where, now, places, None)


@cache
def _palace(quarter: int) -> str:
    """The name of a palace on the board."""
    return place_text(int(area_at(quarter, PALACE)))


def _now(sight: Sight, card: int, where: int, who: int) -> Cell:
    """Whether a player's card can be played right now, and if not, why."""
    state, table = sight.state, sight.table
    if where == IN_FORCE:
        return Cell(_("in force"))
    if where == WON:
        return Cell(_("next round"))
    asked = table.question == Question.PLAY_CARD and table.pending >> who & 1
    if asked and int(playable(state, who)) >> card & 1:
        return Cell(_("yes"), emphasis=Emphasis.CERTAIN)
    if state.cards_played[who] >= CARDS_PER_ROUND:
        return Cell(_("no"), title=_("Two characters were played this round."))
    return Cell(_("no"))
