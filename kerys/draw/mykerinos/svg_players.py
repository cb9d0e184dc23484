"""The players: points, cubes, cards, and what the cards are worth."""

from __future__ import annotations

from functools import cache

from kerys.draw.measure import fitted, width_of
from kerys.draw.mykerinos.svg_patrons import mark
from kerys.draw.svg import at, box, element, home_of, label, panel, path, pieces_at, token, words
from kerys.facts.mykerinos.scene import PlayerScene
from kerys.facts.mykerinos.words import RANK_WORDS
from kerys.games.mykerinos.components import PATRON_NAMES, PATRONS
from kerys.kernel.seats import NONE
from kerys.locale import _
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL

TOP = 26
BLOCK = {True: 108.0, False: 88.0}
"""The height of a player's block in the narrow and the wide layout."""
NEUTRAL_ROW = 30.0
EDGE = 10.0


def players_height(players: int, narrow: bool) -> float:
    """The height of the panel."""
    neutral = NEUTRAL_ROW if players == 2 else 4
    return TOP + players * BLOCK[narrow] + neutral


def players_panel(
    players: tuple[PlayerScene, ...], neutral_common: int, width: float, narrow: bool
) -> list[str]:
    """All players, and the neutral if there is one, in pieces."""
    height = players_height(len(players), narrow)
    drawn = [frame(width, height)]
    y = float(TOP)
    for player in players:
        drawn += pieces_at(0, y, [block(player, width, narrow)])
        y += BLOCK[narrow]
    if neutral_common != NONE:
        drawn += pieces_at(0, y, [neutral_row(neutral_common, width)])
    return drawn


@remembered(32)
def frame(width: float, height: float) -> str:
    """The panel, its title, and how to read the cards."""
    hint = fitted(_("cards \u00d7 what each is worth in the exhibition"), 10, width - 90)
    return panel(width, height, _("Players")) + label(width - EDGE, 18, hint, 10, "f-muted end")


@remembered(1024)
def block(player: PlayerScene, width: float, narrow: bool) -> str:
    """One player."""
    drawn = [rule(width)]
    if player.asked:
        drawn.append(box(1, 5, 4, BLOCK[narrow] - 10, "f-lit", 2))
    drawn.append(at(EDGE + 15, 22, token(player.seat, 12)))
    drawn.append(first_line(player, width))
    drawn.append(reserves(player, width, narrow))
    top = 76 if narrow else 62
    step = (width - 2 * EDGE) / PATRONS
    for patron in range(PATRONS):
        cards = player.cards[patron], player.tilted[patron], player.worth[patron]
        drawn.append(at(EDGE + patron * step, top, patron_cards(patron, *cards, step)))
    return home_of(player.seat, *drawn)


@cache
def rule(width: float) -> str:
    """A faint line above a player."""
    return path(f"M{EDGE:g} 0H{width - EDGE:g}", "none s-faint", 1)


def first_line(player: PlayerScene, width: float) -> str:
    """Name, remarks and points."""
    points = label(width - EDGE - 2, 28, str(player.points), 22, "f-ink b end")
    left = EDGE + 34
    said = tags(player)
    tag_width = width_of(said, 11) + 8 if said else 0
    room = width - EDGE - 48 - left - tag_width
    return two_words(left, 27, fitted(player.name, 14, room), 14, said, 8) + points


def two_words(x: float, y: float, strong: str, size: float, quiet: str, gap: float) -> str:
    """Bold words followed by small muted ones."""
    behind = element(
        "tspan", words(quiet), dx=gap, font_size=11, font_weight="400", class_="f-muted"
    )
    return element(
        "text", words(strong), behind if quiet else "", x=x, y=y, font_size=size, class_="f-ink b"
    )


def tags(player: PlayerScene) -> str:
    """Rank, viewpoint, start player, passed."""
    said = []
    if player.rank != NONE:
        said.append(_(RANK_WORDS[player.rank - 1]))
    if player.mine:
        said.append(_("you"))
    if player.starts and player.rank == NONE:
        said.append(_("starts"))
    if player.passed != NONE:
        said.append(_("passed"))
    return " \u00b7 ".join(said)


def reserves(player: PlayerScene, width: float, narrow: bool) -> str:
    """Cubes in the reserves, and what the exhibition would score."""
    left = EDGE + 34
    held = [
        _("personal {cubes}").format(cubes=player.personal),
        _("common {cubes}").format(cubes=player.common),
    ]
    if player.neutral != NONE:
        held.append(_("neutral {cubes}").format(cubes=player.neutral))
    drawn = label(left, 44, " \u00b7 ".join(held), 11, "f-ink")
    if player.rank == NONE:
        shown = _("projected exhibition +{points}").format(points=player.exhibition)
    else:
        shown = _("with exhibition {points}").format(points=player.exhibition)
    if narrow:
        return drawn + label(left, 59, shown, 10, "f-muted")
    return drawn + label(width - EDGE - 2, 44, shown, 11, "f-muted end")


@cache
def patron_cards(patron: int, cards: int, tilted: int, worth: int, width: float) -> str:
    """A patron's cards: how many, what each is worth, and which are tilted."""
    drawn = [at(12, 0, mark(patron, 9))]
    drawn.append(two_words(27, 4.5, str(cards), 13, f"\u00d7{worth}", 2))
    step = min(6.5, (width - 12) / max(cards, 1))
    for card in range(cards):
        drawn.append(at(6 + card * step, 17, small_card(patron, card >= cards - tilted)))
    return "".join(drawn) if cards else f'<g opacity=".6">{"".join(drawn)}</g>'


@cache
def small_card(patron: int, tilted: bool) -> str:
    """A card: upright, or tilted and empty once used."""
    colour = PATRON_NAMES[patron]
    if tilted:
        return path("M-1-3L4-4.6L5 3L0 4.6Z", f"f-panel s-{colour}", 1)
    return box(-2.25, -4, 4.5, 8, f"f-{colour}", 1)


@remembered(32)
def neutral_row(common: int, width: float) -> str:
    """The neutral's common reserve."""
    said = _("Neutral \u00b7 common {cubes}").format(cubes=common)
    return rule(width) + at(EDGE + 15, 15, token(NEUTRAL, 9)) + label(EDGE + 34, 19, said, 11)
