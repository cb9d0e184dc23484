"""`kerys play` and `kerys new`: games at the prompt."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kerys.cli.common import (
    GAME_NAMES,
    Command,
    agreed,
    command,
    friendly,
    option,
    plain_option,
    readable,
    rule_options,
    speed_option,
    width,
    wrong_use,
)
from kerys.cli.completion import complete_bots, complete_games, complete_records
from kerys.locale import N_, _

if TYPE_CHECKING:
    from kerys.terminal.saves import Saved

PLAY_HELP = N_(
    """Play a game in the terminal, or continue one from its FILE.

Without GAME or FILE, a start screen offers saved games, new ones, lessons, replays and tables on
servers. People and bots share a table; all people play at this keyboard. The game is saved after
every decision, so you can leave at any time (Ctrl-C) and lose nothing.

--from goes on from a moment of a finished game, in a new file. That is for study: its deal is
known.

If you name fewer bots than there are other seats, Kerys asks who takes the rest; in a pipe they are
for people.

Examples:

  kerys play ys --players 4 --bots random,random,random

  kerys play friday.kerys

  kerys play --from friday.kerys --ply 40 --bots journeyman
"""
)
NEW_HELP = N_(
    """Deal a new game into FILE, to be played later.

It prints the commitment of the deal. If you note it down, you can prove at the end, with
'kerys verify', that the deal was fixed before the first move.

Example:

  kerys new mykerinos saturday.kerys --players 3 --bots random
"""
)


def seating(decorated: Command) -> Command:
    """The options for the seats."""
    for choice in (
        option(
            "--seed",
            callback=readable,
            help=N_("Deal from this seed, for study: anyone who knows it knows every card."),
        ),
        option("--names", help=N_("The people's names, separated by commas, in seat order.")),
        option(
            "--seat",
            type=int,
            default=0,
            show_default=True,
            help=N_("The seat of the first person, counted from 0."),
        ),
        option(
            "--bots",
            shell_complete=complete_bots,
            help=N_(
                "The bots in the other seats, separated by commas; if omitted, all others are "
                "bots. Any seats left over are for people at the same keyboard."
            ),
        ),
    ):
        decorated = choice(decorated)
    return decorated


ask_option = option(
    "--ask",
    type=click.IntRange(0, 10),
    help=N_(
        "How often each person may ask the master what to do, up to 10. Default: 3 against bots "
        "alone, otherwise 0."
    ),
)


@command(help=PLAY_HELP)
@click.argument(
    "game_or_file", metavar="[GAME|FILE]", required=False, shell_complete=complete_games
)
@rule_options
@seating
@ask_option
@option(
    "--file",
    type=click.Path(path_type=Path, dir_okay=False),
    help=N_("Where to save. Default: your data folder."),
)
@option(
    "--from",
    "source",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    shell_complete=complete_records,
    help=N_("Go on from a moment of the finished game in this file."),
)
@option("--ply", type=int, help=N_("Start after this many decisions of the --from game."))
@option("--variation", help=N_("Go on from this variation of the --from game: 2, or 2.1."))
@speed_option
@plain_option
@click.pass_context
@friendly
def play(
    context: click.Context,
    game_or_file: str | None,
    players: int | None,
    switches: tuple[str, ...],
    bots: str | None,
    seat: int,
    names: str | None,
    seed: str | None,
    ask: int | None,
    file: Path | None,
    source: Path | None,
    ply: int | None,
    variation: str | None,
    speed: str,
    plain: bool,
) -> None:
    """A game in the terminal."""
    from kerys.terminal.library import begin
    from kerys.terminal.prompt import asker, at_terminal, is_plain
    from kerys.terminal.saves import open_game
    from kerys.terminal.seats import usual_asks
    from kerys.terminal.session import TableSession

    lines_only = is_plain(plain)
    if source is None and (ply is not None or variation is not None):
        raise click.UsageError(_("--ply and --variation need --from FILE."))
    if source is not None:
        _refuse_with_source(context)
        if file is not None:
            _check_free(file)
        saved = _continued(source, ply, variation, bots, seat, names, file)
        saved.agree(usual_asks(saved.bots) if ask is None else ask)
        _tell_seats(saved)
        click.echo(_("For study: the deal of this game is known."))
    elif game_or_file is None:
        _start_screen(context, lines_only, speed)
        return
    elif game_or_file in GAME_NAMES:
        options = agreed(game_or_file, players, switches)
        if file is not None:
            _check_free(file)
        if at_terminal() and names is None:
            bots = _filled(game_or_file, int(options.players), seat, bots)
        saved = begin(
            game_or_file,
            options,
            bots=_split(bots),
            names=_split(names),
            seat=seat,
            seed=seed,
            path=file,
            asks=ask,
        )
        _tell_seats(saved)
    else:
        path = Path(game_or_file)
        if not path.exists():
            raise click.UsageError(
                _("'{word}' is neither a game ({games}) nor a file.").format(
                    word=game_or_file, games=", ".join(GAME_NAMES)
                )
            )
        _refuse_options(context)
        saved = open_game(path)
        _check_bots(saved)
    rng = random.Random(seed) if seed is not None else random.Random()
    if not lines_only:
        _full_screen(saved, rng, speed)
    elif not TableSession(saved, asker(lines_only), rng).run():
        raise SystemExit(1)


def _continued(
    source: Path,
    ply: int | None,
    variation: str | None,
    bots: str | None,
    seat: int,
    names: str | None,
    file: Path | None,
) -> Saved:
    """A game that goes on from a moment of the one in a file."""
    from kerys.table.variations import line_to
    from kerys.terminal.library import go_on_from
    from kerys.terminal.prompt import at_terminal
    from kerys.terminal.replay import read_place
    from kerys.terminal.saves import open_game

    found = open_game(source)
    moment = found.game
    if variation is not None:
        with wrong_use():
            moment, _left = line_to(moment, found.variations, read_place(variation))
    elif ply is None:
        raise click.UsageError(_("Say how many decisions are made, with --ply."))
    if at_terminal() and names is None:
        bots = _filled(moment.name, moment.players, seat, bots)
    with wrong_use():
        return go_on_from(moment.fork(ply), seat, _split(bots), _split(names), file)


def _refuse_with_source(context: click.Context) -> None:
    """Refuse what a game that goes on already has: its game, its options and its deal."""
    for name, shown in (
        ("game_or_file", _("GAME or FILE")),
        ("players", "--players"),
        ("switches", "--option"),
        ("seed", "--seed"),
    ):
        if context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                _("The game --from already has this: omit {option}.").format(option=shown)
            )


def _start_screen(context: click.Context, lines_only: bool, speed: str) -> None:
    """Let a person choose what to do; without a screen there is nothing to choose on."""
    if lines_only:
        games = ", ".join(GAME_NAMES)
        raise click.UsageError(_("Name a game ({games}) or a file.").format(games=games))
    _refuse_options(context, _("Name a game first, or omit --{option}."))
    from kerys.terminal.screen.app import start

    farewell = start(speed)
    if farewell:
        click.echo(farewell)


def _full_screen(saved: Saved, rng: random.Random, speed: str) -> None:
    """Play in the full-screen application."""
    from kerys.terminal.local import LocalSitting
    from kerys.terminal.screen.app import play_at

    sitting = LocalSitting(saved, rng)
    farewell = play_at(sitting, speed)
    if sitting.trouble:
        raise click.ClickException(farewell)
    click.echo(farewell)


@command(help=NEW_HELP)
@click.argument("game", type=click.Choice(GAME_NAMES))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@rule_options
@seating
@ask_option
@friendly
def new(
    game: str,
    file: Path,
    players: int | None,
    switches: tuple[str, ...],
    bots: str | None,
    seat: int,
    names: str | None,
    seed: str | None,
    ask: int | None,
) -> None:
    """A game in a file."""
    from kerys.terminal.library import begin

    options = agreed(game, players, switches)
    _check_free(file)
    saved = begin(
        game,
        options,
        bots=_split(bots),
        names=_split(names),
        seat=seat,
        seed=seed,
        path=file,
        asks=ask,
    )
    saved.save()
    _tell_seats(saved)
    click.echo(_("Dealt into {file}. Play it with: kerys play {file}").format(file=file))
    click.echo(_("Commitment of the deal: {digest}").format(digest=saved.game.commitment))


def _check_free(path: Path) -> None:
    """Refuse a file that can't be new."""
    from kerys.table.errors import GameError
    from kerys.terminal.saves import check_free

    try:
        check_free(path)
    except GameError as error:
        raise click.UsageError(str(error)) from error


def _check_bots(saved: Saved) -> None:
    """Refuse a saved game with bots that can't play here; the file is at fault, not its user."""
    from kerys.bots import BotError
    from kerys.terminal.seats import honest_bot

    try:
        for name in filter(None, saved.bots):
            honest_bot(name, saved.game.name)
    except BotError as error:
        raise click.ClickException(str(error)) from error


def _filled(game: str, players: int, seat: int, bots: str | None) -> str | None:
    """The bots, with more of them in the seats left over if the person wants that."""
    from kerys.table.owners import SEAT_LETTERS
    from kerys.terminal.seats import DEFAULT_BOT, check_seat_number, honest_bot

    named = _split(bots)
    check_seat_number(seat, players)
    if not named or len(named) >= players - 1:
        return bots
    for name in named:
        honest_bot(name, game)
    free = sorted((seat + place) % players for place in range(len(named) + 1, players))
    question = _("Seats left over: {letters}. Are they for people at this keyboard or for bots?")
    letters = ", ".join(SEAT_LETTERS[one] for one in free)
    choice = click.prompt(
        click.wrap_text(question.format(letters=letters), width()),
        type=click.Choice(["people", "bots"]),
        default="people",
    )
    return ",".join(named + [DEFAULT_BOT] * len(free)) if choice == "bots" else bots


def _tell_seats(saved: Saved) -> None:
    """Say who sits where if several people share the keyboard with bots."""
    from kerys.table.owners import SEAT_LETTERS

    if len(saved.people) < 2 or len(saved.people) == len(saved.bots):
        return
    said = [
        _("Seat {letter}: {bot}").format(letter=SEAT_LETTERS[seat], bot=bot.capitalize())
        for seat, bot in enumerate(saved.bots)
        if bot
    ]
    letters = ", ".join(SEAT_LETTERS[seat] for seat in saved.people)
    said.append(_("seats {letters}: people at this keyboard").format(letters=letters))
    click.echo(click.wrap_text("; ".join(said), width()))


def _split(words: str | None) -> list[str] | None:
    """Words between commas."""
    if words is None:
        return None
    return [word.strip() for word in words.split(",")] if words.strip() else []


def _refuse_options(context: click.Context, message: str = "") -> None:
    """Refuse options of the game, as for a saved one, which already has its own."""
    given = [
        name
        for name in context.params
        if name not in ("game_or_file", "plain", "speed")
        and context.get_parameter_source(name) == click.core.ParameterSource.COMMANDLINE
    ]
    if given:
        raise click.UsageError(
            (message or _("A saved game already has its options: omit --{option}.")).format(
                option="option" if given[0] == "switches" else given[0]
            )
        )
