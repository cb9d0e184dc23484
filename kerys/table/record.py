"""A game as a record: who played what, with which rules and from which deal.

There are three kinds. *Over*: everything, including the key of the deal, to read and verify.
*Running*: what one seat (or everyone) may know so far; hidden parts are question marks, and there
is no key. *Sealed*: everything about a running game, so that it can be continued.
"""

from __future__ import annotations

import os
import tempfile
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from kerys.games import GAMES
from kerys.kernel.contract import SPECTATOR, OptionsError, Rules, State
from kerys.kernel.wording import Plain
from kerys.locale import _
from kerys.table.checks import MOST_NAME
from kerys.table.commitment import Secret
from kerys.table.errors import GameError, RecordError, VerifyError
from kerys.table.game import Game, dealt
from kerys.table.parsing import shown
from kerys.table.variations import (
    Place,
    Variations,
    check_variations,
    decision_texts,
    line_to,
    push_exactly,
    with_line,
    without,
)

Status = Literal["over", "running", "sealed"]
STATUSES: tuple[Status, ...] = ("over", "running", "sealed")


@dataclass(frozen=True)
class GameRecord:
    """What is known about a game, in plain values."""

    status: Status
    game: str
    rules_revision: int
    options: Plain
    names: tuple[str, ...]
    bots: tuple[str, ...]
    """The bot that plays each seat, or an empty string."""
    commitment: str
    secret: Secret | None
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """Empty while the game is running."""
    decisions: tuple[tuple[int, str], ...]
    """The seat and text of each decision."""
    variations: Variations = ()
    """Lines that weren't played; only a finished game has them."""
    asks: int = 0
    """How often each player could ask the master; a game where anyone could is never rated."""
    asked: tuple[int, ...] = ()
    """How often each player did; empty if nobody could."""

    def text(self) -> str:
        """The record as a text file."""
        from kerys.table.record_text import write

        return write(self)

    def json(self) -> Plain:
        """The record in plain terms for other programs; the schema is `record.schema.json`."""
        from kerys.table.record_json import plain

        return plain(self)

    @property
    def digest(self) -> str:
        """SHA-256 of the rest of the text file, to detect changes by hand."""
        from kerys.table.record_text import digest

        return digest(self)

    def save(self, path: str | Path) -> None:
        """Write the text file atomically."""
        write_whole(Path(path), self.text(), private=self.status == "sealed")

    def replay(self) -> Game:
        """The game, with every decision checked, also those of variations.

        A RecordError names the decision at fault.
        """
        if self.secret is None:
            raise RecordError(_("this is the record of a running game: it doesn't reveal the deal"))
        if self.secret.commitment != self.commitment:
            raise VerifyError(
                _("The key and salt don't match the commitment: the deal wasn't fixed beforehand."),
                "key",
            )
        game = self._dealt(self.secret)
        for number, (seat, text) in enumerate(self.decisions, 1):
            try:
                push_exactly(game, seat, text)
            except GameError as error:
                raise DecisionError(number, str(error)) from error
        check_variations(game, self.variations)
        return game

    def verify(self) -> Game:
        """Prove the record: the deal as committed, every decision legal, the result as stated."""
        if self.status != "over" or self.secret is None:
            raise VerifyError(_("Only the record of a finished game can be verified."))
        game = self.replay()
        if not game.over:
            raise VerifyError(_("The decisions end before the game is over."), "decisions")
        if game.scores != self.scores or game.ranks != self.ranks:
            raise VerifyError(
                _("The decisions lead to a different result: scores {scores}.").format(
                    scores=" ".join(map(str, game.scores))
                ),
                "scores",
            )
        return game

    def with_line(self, line: Game, comment: str = "") -> GameRecord:
        """The record with a line kept as a variation: a fork of its game that went on otherwise.

        What the line shares with the game, or with a variation that is already there, isn't
        repeated.
        """
        kept = with_line(self.replay(), self.variations, line, comment)
        return replace(self, variations=kept)

    def without_variation(self, place: Place) -> GameRecord:
        """The record without a variation and those nested in it.

        `place` holds its number among the variations of the game, counted from 0; for a nested
        one, also those below: `(2, 0)`.
        """
        return replace(self, variations=without(self.variations, place))

    def line(self, place: Place) -> tuple[Game, int]:
        """A game that has played a variation to its end, and the ply where it left this one."""
        return line_to(self.replay(), self.variations, place)

    def _dealt(self, secret: Secret) -> Game:
        """The game before its first decision."""
        rules = GAMES[self.game]
        agreed = agreement(rules, self.options, self.rules_revision)
        return dealt(rules, agreed, secret, self.names)


class DecisionError(RecordError):
    """A decision in a record isn't possible; `number` counts from 1."""

    def __init__(self, number: int, problem: str) -> None:
        super().__init__(_("decision {number}: {problem}").format(number=number, problem=problem))
        self.number = number
        self.decision_problem = problem


def agreement(rules: Rules, options: Plain, revision: int | None = None) -> State:
    """The options of a record under a revision of the rules, the newest by default.

    Warnings about its deck were shown when the game began, so they aren't repeated.

    No option in a record can name a file: reading a record must not read another file.
    """
    for name, value in options.items():
        if isinstance(value, str):
            raise RecordError(
                _("a record must spell out the option {name}, not name a file").format(name=name)
            )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return rules.configure(**{**options, "revision": revision})
        except (OptionsError, TypeError) as error:
            raise RecordError(str(error)) from error


def check_game(game: str) -> Rules:
    """The game of a record, if there is one with this name."""
    if game not in GAMES:
        raise RecordError(
            _("there is no game '{game}'; choose from {known}").format(
                game=shown(game), known=", ".join(GAMES)
            )
        )
    return GAMES[game]


def check_rules(rules: Rules, revision: int) -> None:
    """Refuse a game played under the rules of a later version of Kerys."""
    if revision not in rules.revisions:
        raise RecordError(
            _(
                "played under rules {revision} of {game}; the newest rules known here are {newest}"
            ).format(revision=revision, game=rules.wording.title, newest=rules.revision)
        )


def check_options(rules: Rules, options: Plain, revision: int) -> int:
    """Refuse impossible or incomplete options; returns the number of players."""
    agreed = agreement(rules, options, revision)
    complete = rules.wording.plain_options(agreed)
    if list(complete.items()) != list(options.items()):
        raise RecordError(
            _("all options must be listed in this order: {names}").format(names=", ".join(complete))
        )
    return int(agreed.players)


def check_bot(name: str) -> str:
    """The name of a bot, which must fit on one line."""
    if not name.isprintable() or name != name.strip() or len(name) > MOST_NAME:
        raise RecordError(
            _("the name of a bot must fit on one line, with at most {number} characters").format(
                number=MOST_NAME
            )
        )
    return name


def check_asked(asks: int, asked: tuple[int, ...], players: int) -> tuple[int, ...]:
    """How often each player has asked the master, which must be possible."""
    if len(asked) != players or not all(0 <= one <= asks for one in asked):
        raise RecordError(
            _("{players} numbers from 0 to {asks} are expected here, one for each player").format(
                players=players, asks=asks
            )
        )
    return asked


def record_of(
    game: Game,
    seat: int = SPECTATOR,
    bots: tuple[str, ...] = (),
    variations: Variations = (),
    asks: int = 0,
    asked: tuple[int, ...] = (),
) -> GameRecord:
    """The record of a game: complete once it is over; until then, only what a seat may know."""
    whole = sealed_record(game, bots, asks, asked)
    if game.over:
        over = replace(whole, status="over", scores=game.scores, ranks=game.ranks)
        return replace(over, variations=variations)
    decisions = tuple(
        (mover, visible_decision(game, index, seat))
        for index, (mover, _text) in enumerate(whole.decisions)
    )
    return replace(whole, status="running", secret=None, decisions=decisions)


def sealed_record(
    game: Game, bots: tuple[str, ...] = (), asks: int = 0, asked: tuple[int, ...] = ()
) -> GameRecord:
    """Everything about a game, so that it can be continued; don't show it to anyone."""
    secret = game.secret
    if secret is None:
        raise GameError(_("A world imagined from a view has no record: it was never dealt."))
    wording = game.rules.wording
    return GameRecord(
        status="sealed",
        game=game.name,
        rules_revision=int(game.before(0).revision),
        options=wording.plain_options(game.before(0)),
        names=game.names,
        bots=tuple(map(check_bot, bots)) or ("",) * game.players,
        commitment=secret.commitment,
        secret=secret,
        scores=(),
        ranks=(),
        decisions=decision_texts(game),
        asks=asks,
        asked=check_asked(asks, asked, game.players) if asks else (),
    )


def visible_decision(game: Game, index: int, seat: int) -> str:
    """The text of a decision as a seat may read it; hidden parts are question marks."""
    state, move, wording = game.before(index), game.move_at(index), game.rules.wording
    if game.over or (move.seat == seat and not wording.withheld(state, move.code)):
        return wording.text(move.code)
    return wording.concealed(state, move.code, game.is_resolved(index))


def load(path: str | Path) -> GameRecord:
    """The record in a file, text or JSON, fully checked; a RecordError names the line at fault."""
    from kerys.table.record_json import read_json
    from kerys.table.record_text import read

    file = Path(path)
    try:
        data = file.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        name = shown(str(file))
        raise RecordError(_("can't be read: {reason}").format(reason=reason), file=name) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(_("this isn't UTF-8 text"), line, str(file)) from error
    if not text.strip():
        raise RecordError(_("the file is empty"), file=str(file))
    try:
        return read_json(text) if text.lstrip().startswith("{") else read(text)
    except RecordError as error:
        raise RecordError(error.problem, error.line, str(file)) from error


def write_whole(path: Path, text: str, private: bool) -> None:
    """Write a text file atomically, like `write_whole_bytes`."""
    write_whole_bytes(path, text.encode(), private)


def write_whole_bytes(path: Path, data: bytes, private: bool) -> None:
    """Write a file atomically: a crash leaves the old file or the new one, never a part.

    Only its owner can read a private file; other files get the usual permissions.
    """
    folder = path.parent
    handle, name = tempfile.mkstemp(dir=folder, prefix=f".{path.name}.")
    try:
        if not private:
            mask = os.umask(0)
            os.umask(mask)
            os.fchmod(handle, 0o666 & ~mask)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
        directory = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
