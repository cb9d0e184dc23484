"""The panels beside the Ys board: majorities, prices, points, hidden agents and characters."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable

from kerys.facts.panels import (
    PROJECTION,
    Cell,
    Column,
    Emphasis,
    Panel,
    Row,
    between,
    folded,
    seat_name,
)
from kerys.facts.ys.characters import CHARACTERS_TITLE, characters
from kerys.facts.ys.majorities import MAJORITIES, majorities
from kerys.facts.ys.prices import PRICES, columns
from kerys.facts.ys.projection import projection
from kerys.facts.ys.unseen import Inquiry, Sight, Unseen
from kerys.games.ys.components import BOARD_AGENTS, VALUES
from kerys.games.ys.state import holder_of
from kerys.locale import N_, _
from kerys.locale.word_cache import remembered
from kerys.table.owners import NEUTRAL
from kerys.table.view import View

SCREENS = N_("Behind the screens")


def panels(view: View, only: Collection[str] | None = None) -> tuple[Panel, ...]:
    """All panels of a view; those not in `only` are folded."""
    if only is not None and not PANELS.keys() & only:
        return _titles()
    sight = Sight(view)
    return tuple(
        [
            panel(sight) if only is None or name in only else folded(name, title)
            for name, (title, panel) in PANELS.items()
        ]
    )


@remembered(2)
def _titles() -> tuple[Panel, ...]:
    """All panels, folded."""
    return tuple(folded(name, title) for name, (title, _panel) in PANELS.items())


def screens(sight: Sight) -> Panel:
    """What other players have behind their screens, value by value, deduced from what was seen."""
    return Panel(
        name="screens",
        title=_(SCREENS),
        note=_(
            "The number of agents of each value, worked out from everything seen so far. "
            "Hidden agents on the board and in the throne room are excluded as far as "
            "possible."
        ),
        columns=_screen_columns(sight.table.kings_favour),
        rows=tuple(
            [
                _screen_row(Inquiry(sight, team, *_depends(sight, team, holder)))
                for team in sight.teams
                if (holder := int(holder_of(sight.state, team))) != sight.view.seat
            ]
        ),
    )


@remembered(2)
def _screen_columns(kings_favour: bool) -> tuple[Column, ...]:
    """The columns that describe each screen."""
    throne = [Column("throne", _("Hidden in the throne room"))] if kings_favour else []
    return (
        Column("behind", _("Behind")),
        Column("board", _("Hidden on the board")),
        *throne,
        *[
            Column(f"value {value}", _("Worth {value}").format(value=value))
            for value in range(VALUES)
        ],
    )


def _depends(sight: Sight, team: int, holder: int) -> tuple[Hashable, ...]:
    """Everything that the row of a screen depends on."""
    return sight.unseen[team].key, holder, sight.names[holder], sight.table.kings_favour


@remembered(512)
def _screen_row(inquiry: Inquiry[int]) -> Row:
    """One screen; with two players each also has neutral agents behind it."""
    sight, team = inquiry.take_sight(), inquiry.about
    holder, unseen = int(holder_of(sight.state, team)), sight.unseen[team]
    on_board = sum([agent < BOARD_AGENTS for agent in unseen.agents])
    counts = [_behind(unseen), on_board]
    if sight.table.kings_favour:
        counts.append(len(unseen.agents) - on_board)
    spans = [unseen.span_behind(value) for value in range(VALUES)]
    return _counted_row(holder, sight.names[holder], team != holder, tuple(counts), tuple(spans))


@remembered(1024)
def _counted_row(
    holder: int,
    name: str,
    neutral: bool,
    counts: tuple[int, ...],
    spans: tuple[tuple[int, int], ...],
) -> Row:
    """One screen, with the counts deduced for it."""
    heading = _("{name}: neutral agents").format(name=name) if neutral else name
    cells = [Cell(str(count)) for count in counts]
    cells += [_value_cell(value, *span) for value, span in enumerate(spans)]
    machine = f"{seat_name(holder)} neutral" if neutral else seat_name(holder)
    return Row(machine, heading, tuple(cells), NEUTRAL if neutral else holder)


def _behind(unseen: Unseen) -> int:
    """How many agents stand behind a screen, which is public."""
    known = sum(unseen.behind)
    if unseen.screen_is_open:
        return known
    values, rest = unseen.fillings[0]
    return known + len(rest) - (len(unseen.agents) - len(values))


def _value_cell(value: int, low: int, high: int) -> Cell:
    """How many agents of a value there are, certainly or possibly."""
    if low == high:
        return Cell(str(low), emphasis=Emphasis.CERTAIN)
    said = _("Worth {value}: at least {low} and at most {high}.").format(
        value=value, low=low, high=high
    )
    return Cell(between(low, high), emphasis=Emphasis.OPEN, title=said)


PANELS: dict[str, tuple[str, Callable[[Sight], Panel]]] = {
    "majorities": (MAJORITIES, majorities),
    "columns": (PRICES, columns),
    "projection": (PROJECTION, projection),
    "screens": (SCREENS, screens),
    "characters": (CHARACTERS_TITLE, characters),
}
"""The panels in order: name, title, and the function that makes each."""
