"""The ladder of a game: all levels against each other at mixed tables."""

from __future__ import annotations

from pathlib import Path

from kerys.bots.arena.results import Standing
from kerys.bots.arena.tournament import Tournament, TournamentError
from kerys.bots.levels import Rating, keep_ratings
from kerys.bots.training.checkout import check_checkout
from kerys.locale import _


def check_publishable(tournament: Tournament) -> None:
    """Refuse to publish ratings into an installed package, or of games that do not compare."""
    _check_tree()
    check_standard(tournament)


def _check_tree() -> None:
    """Ratings are published in the source tree alone."""
    check_checkout(
        _("Ratings of an installed Kerys are not replaced: use --publish in a source checkout.")
    )


def check_standard(tournament: Tournament) -> None:
    """Refuse to publish ratings of games that were played otherwise than those at a table."""
    rules = tournament.rules
    usual = rules.wording.plain_options(rules.configure())
    differs = [name for name, value in usual.items() if tournament.options.get(name) != value]
    differs += [name for name in tournament.options if name not in usual]
    if tournament.budget is not None:
        differs.append("budget" if tournament.budget.worlds is None else "worlds")
    if differs:
        raise TournamentError(
            _(
                "Ratings are published for the usual game and the levels' own time alone, so that "
                "they compare; this ladder differs in {names}. Omit --publish."
            ).format(names=", ".join(differs))
        )


def publish(standing: Standing) -> Path:
    """Keep the ratings where everyone who lists the levels sees them; returns the file."""
    _check_tree()
    found = {row.name: Rating(row.rating, row.rating_low, row.rating_high) for row in standing.rows}
    return keep_ratings(standing.tournament.game, found)
