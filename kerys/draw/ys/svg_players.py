"""The area of a player: points, agents, gems and characters."""

from __future__ import annotations

from functools import cache

from kerys.draw.measure import fitted, width_of
from kerys.draw.svg import element, home_of, label, panel, path, rounded, token
from kerys.draw.ys.svg_pieces import chip, crown, gem, hollow, moved, spot
from kerys.draw.ys.svg_quarters import WIDE as NARROW_PAGE
from kerys.facts.ys.scene import UNKNOWN, Groups, PlayerScene, Scene
from kerys.facts.ys.words import TIMES, character_word, owner_name
from kerys.games.ys.actions import Question
from kerys.games.ys.components import CHARACTER_NAMES, COLOUR_NAMES
from kerys.locale import _
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL

HEAD = 50.0
ROW = 27.0
WIDE_CHIP, NARROW_CHIP = 21.0, 26.0
"""The height of a row of characters; phones need room for a finger."""
LABELS = 58.0
"""Where the rows begin, to the right of their labels."""
CHIP_WIDE = 64.0


def player_height(
    table: Scene, width: float, least: int, players: tuple[PlayerScene, ...]
) -> float:
    """The height that fits the characters of some players, with at least this many rows."""
    most = max(len(one.in_force) + len(one.hand) + len(one.won) for one in players)
    chips = max(least, -(-most // _chips_across(width)))
    rows = 4 if table.seats == 2 else 3
    return HEAD + ROW * rows + _chip_row(width) * chips + 9


def _chips_across(width: float) -> int:
    """How many characters fit in a row."""
    return int((width - 16) // CHIP_WIDE)


def _chip_row(width: float) -> float:
    """The height of a row of characters."""
    return NARROW_CHIP if width == NARROW_PAGE else WIDE_CHIP


def player_panel(
    table: Scene, player: PlayerScene, names: tuple[str, ...], width: float, height: float
) -> str:
    """One player."""
    gives = table.question == Question.ALCHEMIST_GIVES and player.asked
    name = owner_name(names, player.owner)
    return player_area(player, name, width, height, gives)


@remembered(512)
def player_area(player: PlayerScene, name: str, width: float, height: float, gives: bool) -> str:
    """The whole area; `gives`: this player must give a gem."""
    drawn = [panel(width, height)]
    if player.asked:
        drawn.append(path(rounded(1.5, 1.5, width - 3, height - 3, 7), "none s-lit", 3))
    drawn.append(_head(player, name, width))
    y = HEAD
    if player.owner != NEUTRAL:
        drawn.append(moved(0, y, _front(player.owner, player.front, player.own)))
        y += ROW
        behind = _groups(_("Behind"), player.owner, player.behind, player.own)
        drawn.append(moved(0, y, behind))
        y += ROW
        if player.neutral_behind is not None:
            drawn.append(moved(0, y, _groups(_("Neutral"), NEUTRAL, player.neutral_behind, False)))
            y += ROW
    drawn.append(moved(0, y, _gems(player.gems, gives)))
    drawn.append(moved(8, y + ROW + 3, _chips(player, width)))
    return home_of(player.owner, *drawn)


def _head(player: PlayerScene, name: str, width: float) -> str:
    """The name, the points, and the status."""
    points = str(player.points)
    room = width - 56 - width_of(points, 22) - (22 if player.rank == 1 else 0)
    drawn = moved(21, 21, token(player.owner, 11.5)) + label(
        40, 26, fitted(name, 14, room), 14, "f-ink b"
    )
    drawn += label(width - 12, 28, points, 22, "f-ink b end")
    if player.rank == 1:
        drawn += moved(width - 24 - width_of(points, 22), 21, crown("f-lit"))
    look = "f-lit b" if player.asked or player.rank == 1 else "f-muted"
    return drawn + label(40, 42, fitted(standing_words(player), 11, width - 52), 11, look)


def standing_words(player: PlayerScene) -> str:
    """The order card or the final rank, and the status."""
    if player.rank > 0:
        said = _("Place {place}").format(place=player.rank)
    elif player.order_card:
        said = _("Order card {number}").format(number=player.order_card)
    else:
        return doing_words(player)
    return " · ".join(filter(None, (said, doing_words(player))))


def doing_words(player: PlayerScene) -> str:
    """The status of a player."""
    said = []
    if player.own:
        said.append(_("you"))
    if player.asked:
        said.append(_("to decide"))
    if player.sealed:
        said.append(_("sealed: {choice}").format(choice=player.sealed))
    elif player.answered:
        said.append(_("has chosen"))
    return " · ".join(said)


@remembered(1024)
def _front(owner: int, front: tuple[int, ...], named: bool) -> str:
    """The agents in front of the screen, which break ties."""
    drawn = [_row_label(_("Front"))]
    for index, value in enumerate(front):
        piece = token(owner, 9.5, str(value))
        if named and value not in front[:index]:
            piece = spot(f"front {value}", rounded(-12, -12.5, 24, 25), piece)
        drawn.append(moved(LABELS + 14 + 30 * index, ROW / 2, piece))
    if front:
        total = _("sum {sum}").format(sum=sum(front))
        drawn.append(label(LABELS + 30 * len(front) + 10, ROW / 2 + 4, total, 11, "f-muted"))
    else:
        drawn.append(label(LABELS + 4, ROW / 2 + 4, "-", 11, "f-muted"))
    return "".join(drawn)


@remembered(2048)
def _groups(title: str, owner: int, groups: Groups, named: bool) -> str:
    """Agents by value, with the number of each."""
    drawn = [_row_label(title)]
    x = LABELS
    for value, many in groups:
        if value == UNKNOWN:
            piece = moved(14, 0, hollow(owner, 9.5, "?", "f-muted", False))
        else:
            piece = moved(14, 0, token(owner, 9.5, str(value)))
        piece += label(26, 4, f"{TIMES}{many}", 10, "f-muted")
        if named:
            piece = spot(str(value), rounded(1, -12.5, 40.5, 25), piece)
        drawn.append(moved(x, ROW / 2, piece))
        x += 42
    if not groups:
        drawn.append(label(LABELS + 4, ROW / 2 + 4, "-", 11, "f-muted"))
    return "".join(drawn)


@remembered(2048)
def _gems(gems: tuple[int, ...], gives: bool) -> str:
    """A player's gems, of the four colours and black."""
    drawn = [_row_label(_("Gems"))]
    for colour, many in enumerate(gems):
        drawn.append(moved(LABELS + 42 * colour, ROW / 2, _gem_count(colour, many, gives)))
    return "".join(drawn)


@cache
def _gem_count(colour: int, many: int, gives: bool) -> str:
    """How many gems of a colour; colours without gems are pale."""
    if not many:
        pale = element("g", gem(colour, 9.5), opacity=0.5)
        return moved(14, 0, pale) + label(27, 4.2, "0", 12, "f-muted")
    piece = moved(14, 0, gem(colour, 9.5)) + label(27, 4.2, str(many), 12, "f-ink b")
    if gives:
        return spot(COLOUR_NAMES[colour], rounded(1, -12.5, 40.5, 25), piece)
    return piece


def _chips(player: PlayerScene, width: float) -> str:
    """Characters: filled if in force, plain in hand, dashed if won for the next round."""
    across = _chips_across(width)
    step = (width - 16) / across
    high = _chip_row(width)
    cards = [(card, True, False, "") for card in player.in_force]
    cards += [(card, False, False, f"play {CHARACTER_NAMES[card]}") for card in player.hand]
    cards += [(card, False, True, "") for card in player.won]
    drawn = []
    for index, (card, full, dashed, name) in enumerate(cards):
        row, column = divmod(index, across)
        piece = chip(character_word(card), step - 3, high - 2.5, full, dashed)
        if name:
            piece = spot(name, rounded(-1, -1, step - 1, high - 0.5, 6), piece)
        drawn.append(moved(column * step, row * high, piece))
    return "".join(drawn)


def _row_label(words: str) -> str:
    """The label of a row."""
    return label(12, ROW / 2 + 4, fitted(words, 11, LABELS - 14), 11, "f-muted")
