"""What each player won in a round of Ys: areas and lines, gems, characters and points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kerys.facts.summaries import Ledger, gained
from kerys.facts.ys.points import points_by_part
from kerys.facts.ys.words import area_word, character_word, colour_word
from kerys.games.ys.actions import Moment
from kerys.games.ys.components import (
    AREAS,
    CHARACTERS,
    COLOUR_NAMES,
    COLOURS,
    COLUMNS,
    KING,
    KING_POINTS,
    LINES,
    OWNED_COLOURS,
    PALACE,
    PRINCE,
    PRINCE_POINTS,
)
from kerys.games.ys.rounds import palace_prize
from kerys.games.ys.state import area_at, space_at
from kerys.games.ys.tallies import ranked, tally
from kerys.kernel.seats import NONE
from kerys.locale import N_, _
from kerys.table.summary import Item, Summary
from kerys.table.view import View

OVER = int(Moment.OVER)
"""Pages compare it with every state they show; NumPy compares plain numbers much faster."""
PLACES, GEMS, CARDS = N_("Won"), N_("Gems"), N_("Cards")
MARKET, SHOPS_SOURCE = N_("market"), N_("shops")
CROWNS = {KING: (N_("King"), KING_POINTS), PRINCE: (N_("Prince"), PRINCE_POINTS)}
FINAL = (N_("gems"), N_("black gems"), N_("throne room"))
SOURCES = (MARKET, SHOPS_SOURCE, *(word for word, _points in CROWNS.values()), *FINAL)


def rounds(view: View) -> int:
    """How many rounds are over; mini Ys has only one."""
    before = 0 if view.state.mini else int(view.state.round_number)
    return before + int(view.state.moment == OVER)


def title(number: int) -> str:
    """The title of a round's summary."""
    return _("Summary of round {number}").format(number=number)


def summary(number: int, steps: Sequence[View]) -> Summary:
    """A round, summed up from what one seat could see of it."""
    ledger = Ledger(steps, (PLACES, GEMS, CARDS), SOURCES)
    for before, after in ledger.pairs:
        goes_on = not before.pending and not before.owed  # a gem still owed comes first
        if goes_on and before.moment == Moment.QUARTER_AREAS:
            _score_areas(ledger, before, after)
        elif after.moment == Moment.OVER != before.moment:
            _score_end(ledger, after)
        else:
            for owner, points in gained(before, after, ledger.owners):
                ledger.score(owner, MARKET, points)
        if goes_on and before.moment == Moment.MARKET_LINES:
            _score_line(ledger, before)
    _count_gems(ledger)
    return Summary(
        title(number),
        ledger.heading(steps[-1].state.moment == Moment.OVER),
        ledger.headings(),
        ledger.rows(),
        _prices(ledger),
    )


def _score_areas(ledger: Ledger, before: Any, after: Any) -> None:
    """The three areas of a quarter: who won them, and what they awarded."""
    quarter = int(before.cursor)
    crowned, crown = NONE, int(palace_prize(before, quarter))
    for area in range(AREAS):
        place = int(area_at(quarter, area))
        winner = int(ranked(before, int(tally(before, place, place)), 0))
        if winner == NONE:
            continue
        word = _("{area} {quarter}").format(area=area_word(area), quarter=quarter + 1)
        ledger.win(winner, PLACES, Item(word))
        if area == PALACE and crown in CROWNS:
            crowned = winner
            ledger.score(winner, *CROWNS[crown])
    for owner, points in gained(before, after, ledger.owners):
        rest = points - CROWNS[crown][1] if owner == crowned else points
        ledger.score(owner, SHOPS_SOURCE, rest)
    for owner in ledger.owners:
        fresh = int(after.won[owner]) & ~int(before.won[owner])
        for card in range(CHARACTERS):
            if fresh >> card & 1:
                ledger.win(owner, CARDS, Item(character_word(card)))


def _score_line(ledger: Ledger, before: Any) -> None:
    """A line of the market."""
    line = int(before.cursor)
    if line == LINES:
        return
    spaces = int(space_at(line, 0)), int(space_at(line, COLUMNS - 1))
    winner = int(ranked(before, int(tally(before, *spaces)), 0))
    if winner != NONE:
        ledger.win(winner, PLACES, Item(_("Line {line}").format(line=line + 1)))


def _score_end(ledger: Ledger, after: Any) -> None:
    """What gems and the throne room score at the end of the game."""
    for owner in ledger.owners:
        _rest, *gems, black, throne = points_by_part(after, owner)
        for source, points in zip(FINAL, (sum(gems), black, throne), strict=True):
            ledger.score(owner, source, points)


def _count_gems(ledger: Ledger) -> None:
    """How many gems each owner gained or lost in the round."""
    before, after = ledger.start.state, ledger.end.state
    for owner in ledger.owners:
        for colour in range(OWNED_COLOURS):
            change = int(after.gems[owner, colour]) - int(before.gems[owner, colour])
            if change:
                said = _("{change} {colour}").format(
                    change=str(change).replace("-", "\N{MINUS SIGN}"),
                    colour=colour_word(colour).lower(),
                )
                ledger.win(owner, GEMS, Item(said, COLOUR_NAMES[colour]))


def _prices(ledger: Ledger) -> str:
    """How the prices have moved."""
    old, new = ledger.start.state.prices, ledger.end.state.prices
    moved = [
        _("{colour} {change:+d} to {price}").format(
            colour=colour_word(colour),
            change=int(new[colour]) - int(old[colour]),
            price=int(new[colour]),
        )
        for colour in range(COLOURS)
        if new[colour] != old[colour]
    ]
    if not moved:
        return _("The prices are the same as before.")
    return _("Prices: {prices}.").format(prices=", ".join(moved))
