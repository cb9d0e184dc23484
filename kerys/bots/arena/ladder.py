"""The ladder of a game: all levels against each other at mixed tables."""

from __future__ import annotations

from pathlib import Path

from kerys.bots.arena.results import Standing
from kerys.bots.arena.tournament import EntryError, Tournament
from kerys.bots.levels import Rating, keep_ratings
from kerys.bots.training.checkout import check_checkout
from kerys.locale import _


def check_publishable(tournament: Tournament) -> None:
    """Refuse to publish ratings to an installed package, or of games that aren't comparable."""
    _check_tree()
    check_standard(tournament)


def _check_tree() -> None:
    """Ratings are published only in the source tree."""
    check_checkout(
        _("Ratings of an installed Kerys can't be replaced: use --publish in a source checkout.")
    )


def check_standard(tournament: Tournament) -> None:
    """Refuse to publish ratings of games with other options or budgets than usual."""
    rules = tournament.rules
    usual = rules.wording.plain_options(rules.configure())
    differs = [name for name, value in usual.items() if tournament.options.get(name) != value]
    differs += [name for name in tournament.options if name not in usual]
    if tournament.budget is not None:
        differs.append("budget" if tournament.budget.worlds is None else "worlds")
    if differs:
        raise EntryError(
            _(
                "Ratings are published only for the default options and each level's own time, so "
                "that they are comparable; this ladder differs in {names}. Omit --publish."
            ).format(names=", ".join(differs))
        )


def publish(standing: Standing) -> Path:
    """Save the ratings that lists of levels show; returns the file."""
    _check_tree()
    found = {row.name: Rating(row.rating, row.rating_low, row.rating_high) for row in standing.rows}
    return keep_ratings(standing.tournament.game, found)
