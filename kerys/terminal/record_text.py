"""A record for people: its header, its result and its story."""

from __future__ import annotations

import click

from kerys.kernel.contract import SPECTATOR
from kerys.locale import _
from kerys.table.record import GameRecord
from kerys.table.variations import walk

LABELS = 12


def show_record(record: GameRecord) -> None:
    """Print a record."""
    options = ", ".join(
        f"{name}={value}" for name, value in record.options.items() if not isinstance(value, list)
    )
    _line(_("game"), f"{record.game}, {options}")
    for seat, name in enumerate(record.names):
        result = ""
        if record.scores:
            result = _("{points} points, rank {rank}").format(
                points=record.scores[seat], rank=record.ranks[seat]
            )
        _line(_("seat {number}").format(number=seat), f"{name:<24} {result}".rstrip())
    for owner in range(len(record.names), len(record.scores)):
        _line(
            _("neutral"),
            _("{points} points, rank {rank}").format(
                points=record.scores[owner], rank=record.ranks[owner]
            ),
        )
    _line(_("commitment"), record.commitment)
    click.echo()
    if record.secret is None:
        for number, (seat, text) in enumerate(record.decisions, 1):
            click.echo(f"{number:>4}. {record.names[seat]}: {text}")
        click.echo(_("The game is still running: hidden values are shown as question marks."))
        return
    show_story(record)
    show_variations(record)


def _line(label: str, value: str) -> None:
    """One line of the header."""
    click.echo(f"{label:<{LABELS}} {value}")


def show_variations(record: GameRecord) -> None:
    """The lines that are kept with a finished game."""
    for place, one in walk(record.variations):
        name = ".".join(str(number + 1) for number in place)
        heading = _("Variation {name}").format(name=name)
        click.secho(f"{heading}: {one.comment}" if one.comment else heading, bold=True)
        for number, (seat, text) in enumerate(one.decisions, one.at + 1):
            click.echo(f"{number:>6}. {record.names[seat]}: {text}")


def show_story(record: GameRecord) -> None:
    """The story of a finished game, as a spectator sees it."""
    heading = ""
    for told in record.replay().story(SPECTATOR):
        if told.heading != heading:
            heading = told.heading
            click.secho(heading, bold=True)
        for sentence in told.sentences:
            click.echo(f"  {sentence}")
