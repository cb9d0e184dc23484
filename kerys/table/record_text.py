"""The text form of a record: a header, an empty line, one line for each decision.

    kerys record 1
    status: over
    game: ys
    rules: 1
    option players = 4
    seat 0: Player A
    bot 1: random
    asks: 3
    asked: 1 0 0 0
    commitment: 5f0c...
    salt: 90ab...
    key: 11d2...
    scores: 88 76 90 54
    ranks: 2 3 1 4
    decisions: 231
    digest: 7e21...

    1. 0 bid 4+2
    2. 3 bid 1+1

A record with variations begins with `kerys record 2` and says how many there are after the number
of decisions. They follow the decisions after another empty line:

    variation from 2: bid less
      2. 3 bid 1+0
      3. 1 bid 2+2
      variation from 3
        3. 1 bid 4+0

There is only one way to write a record, so reading and writing one gives the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable
from typing import Any, NoReturn, TypeVar

from kerys.kernel.chance import KEY_BYTES
from kerys.kernel.contract import Rules
from kerys.kernel.wording import Plain
from kerys.locale import _
from kerys.table.checks import check_names
from kerys.table.commitment import SALT_BYTES, Secret
from kerys.table.errors import GameError, RecordError, VerifyError
from kerys.table.parsing import shown
from kerys.table.record import (
    STATUSES,
    DecisionError,
    GameRecord,
    check_asked,
    check_bot,
    check_game,
    check_options,
    check_rules,
)
from kerys.table.variations import (
    MOST_NESTED,
    MOST_VARIATIONS,
    MOST_VARIED,
    Decision,
    Place,
    Variation,
    VariationError,
    Variations,
    check_comment,
    too_deep,
    too_long,
    too_many,
    walk,
)

FIRST_LINE = "kerys record 1"
WITH_VARIATIONS = "kerys record 2"
"""The first line of a record with variations, which earlier versions of Kerys can't read."""
FORM = re.compile(r"kerys record ([1-9][0-9]{0,5})")
VARIATION = re.compile(r"variation from ([1-9][0-9]{0,5})(?:: (\S.*))?")
INDENT = "  "
UNSEEN = "?"
DECISION = re.compile(r"([1-9][0-9]{0,5})\. ([0-9]) (\S.*)")
DIGEST_BYTES = 32
T = TypeVar("T")


def write(record: GameRecord) -> str:
    """The text of a record."""
    head, decisions = _parts(record)
    return "\n".join([*head, f"digest: {digest(record)}", "", *decisions]) + "\n"


def digest(record: GameRecord) -> str:
    """SHA-256 of all lines except the digest line."""
    head, decisions = _parts(record)
    return hashlib.sha256(
        "\n".join([*head, "", *decisions]).encode("utf-8", "surrogatepass")
    ).hexdigest()


def _parts(record: GameRecord) -> tuple[list[str], list[str]]:
    """The lines of the header and those of the decisions."""
    head = [
        WITH_VARIATIONS if record.variations else FIRST_LINE,
        f"status: {record.status}",
        f"game: {record.game}",
        f"rules: {record.rules_revision}",
        *(f"option {name} = {_toml(value)}" for name, value in record.options.items()),
        *(f"seat {seat}: {name}" for seat, name in enumerate(record.names)),
        *(f"bot {seat}: {bot}" for seat, bot in enumerate(record.bots) if bot),
        *((f"asks: {record.asks}", f"asked: {_numbers(record.asked)}") if record.asks else ()),
        f"commitment: {record.commitment}",
    ]
    if record.secret is not None:
        head += [f"salt: {record.secret.salt.hex()}", f"key: {record.secret.key.hex()}"]
    if record.status == "over":
        head += [f"scores: {_numbers(record.scores)}", f"ranks: {_numbers(record.ranks)}"]
    head += [f"decisions: {len(record.decisions)}"]
    lines = _decision_lines(record.decisions, 1)
    if record.variations:
        head += [f"variations: {sum(1 for _one in walk(record.variations))}"]
        lines += ["", *_variation_lines(record.variations)]
    return head, lines


def _decision_lines(decisions: tuple[Decision, ...], first: int) -> list[str]:
    """Decisions with their numbers, the first one given."""
    return [f"{number}. {seat} {text}" for number, (seat, text) in enumerate(decisions, first)]


def _variation_lines(variations: Variations) -> list[str]:
    """Variations, each with its decisions and nested variations indented."""
    lines = []
    for one in variations:
        said = f": {one.comment}" if one.comment else ""
        inside = _decision_lines(one.decisions, one.at + 1) + _variation_lines(one.variations)
        lines += [f"variation from {one.at + 1}{said}", *(f"{INDENT}{line}" for line in inside)]
    return lines


def _numbers(numbers: tuple[int, ...]) -> str:
    """Numbers separated by spaces."""
    return " ".join(map(str, numbers))


def _toml(value: Any) -> str:
    """A plain value as TOML, on one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name} = {_toml(one)}' for name, one in value.items())}}}"
    return json.dumps(value)


def read(text: str) -> GameRecord:
    """The record in a text, fully checked; a RecordError names the line at fault."""
    text = text.replace("\r\n", "\n")
    reader = _Reader(text)
    record = reader.record()
    if record.secret is not None:
        _check_truth(record, reader)
    _check_same(text, record)
    return record


def _check_same(text: str, record: GameRecord) -> None:
    """Refuse a text that isn't in canonical form."""
    for number, (found, right) in enumerate(
        zip(text.split("\n"), record.text().split("\n"), strict=False), 1
    ):
        if found != right and right.startswith("digest: "):
            raise RecordError(_("the record was changed after it was written"), number)
        if found != right:
            raise RecordError(
                _("'{found}' should be written '{right}'").format(
                    found=shown(found), right=shown(right)
                ),
                number,
            )


def _check_truth(record: GameRecord, reader: _Reader) -> None:
    """Replay a complete record, and check that its claims are true."""
    try:
        if record.status == "over":
            record.verify()
        else:
            record.replay()
    except DecisionError as error:
        line = reader.first_decision + error.number - 1
        raise RecordError(error.decision_problem, line) from error
    except VariationError as error:
        line = reader.line_of_variation[error.place, error.number]
        raise RecordError(error.variation_problem, line) from error
    except VerifyError as error:
        raise RecordError(str(error), reader.line_of[error.where]) from error


class _Reader:
    """Reads the lines of a record one by one."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.whole = text.endswith("\n")
        self.number = 0
        self.line_of: dict[str, int] = {}
        self.first_decision = 0
        self.line_of_variation: dict[tuple[Place, int | None], int] = {}
        self.varied = 0

    def record(self) -> GameRecord:
        """Read the whole record."""
        varied = self._varied()
        status = self._value("status", self._status)
        if varied and status != "over":
            raise self._error(_("only the record of a finished game can have variations"))
        rules = self._value("game", lambda value: self._checked(lambda: check_game(value)))
        revision = self._value("rules", self._number)
        self._checked(lambda: check_rules(rules, revision))
        options = self._options()
        players = self._players(rules, options, revision)
        names = tuple(self._value(f"seat {seat}", self._name) for seat in range(players))
        bots = self._bots(players)
        asks, asked = self._asks(players)
        commitment = self._value("commitment", lambda value: self._hex(value, DIGEST_BYTES).hex())
        secret = None
        if status != "running":
            salt = self._value("salt", lambda value: self._hex(value, SALT_BYTES))
            secret = Secret(self._value("key", lambda value: self._hex(value, KEY_BYTES)), salt)
        scores: tuple[int, ...] = ()
        ranks: tuple[int, ...] = ()
        if status == "over":
            scores = self._value("scores", self._row)
            ranks = self._value("ranks", self._row)
        number = self._value("decisions", self._number)
        variations = self._value("variations", self._number_varied) if varied else 0
        self._value("digest", lambda value: self._hex(value, DIGEST_BYTES))
        decisions = self._decisions(number, rules, players, status == "running")
        lines = self._variations(variations, rules, players) if variations else ()
        self._end(number)
        return GameRecord(
            status,
            rules.name,
            revision,
            options,
            names,
            bots,
            commitment,
            secret,
            scores,
            ranks,
            decisions,
            lines,
            asks,
            asked,
        )

    def _varied(self) -> bool:
        """Whether the first line announces variations."""
        first = self.lines[0]
        if not any(one.startswith(first) for one in (FIRST_LINE, WITH_VARIATIONS)):
            self._not_ours()
        return self._next() == WITH_VARIATIONS

    def _not_ours(self) -> NoReturn:
        """Refuse a file whose first line isn't that of a Kerys record."""
        if FORM.fullmatch(self.lines[0]):
            problem = _("this record is in a form of a later version of Kerys: update Kerys")
            raise RecordError(problem, 1)
        problem = _("this isn't a Kerys record: the first line should be '{line}'")
        raise RecordError(problem.format(line=FIRST_LINE), 1)

    # --- Lines -----------------------------------------------------------------------------

    def _next(self) -> str:
        """The next line."""
        if self.number >= len(self.lines) - 1:
            self.number = len(self.lines) if not self.whole else len(self.lines) - 1
            raise self._error(_("the record ends here: it has been cut off"))
        self.number += 1
        return self.lines[self.number - 1]

    def _peek(self) -> str:
        """The next line, without reading it."""
        return self.lines[self.number] if self.number < len(self.lines) else ""

    def _error(self, problem: str) -> RecordError:
        """An error at the current line."""
        return RecordError(problem, self.number)

    def _checked(self, check: Callable[[], T]) -> T:
        """The result of a check, with the current line in its error."""
        try:
            return check()
        except RecordError as error:
            raise self._error(error.problem) from error

    def _value(self, key: str, reading: Callable[[str], T]) -> T:
        """The value of a line `key: value`."""
        line = self._next()
        name, colon, value = line.partition(": ")
        if name != key or not colon or not value:
            raise self._error(_("'{key}: ...' is expected here").format(key=key))
        self.line_of[key] = self.number
        return reading(value)

    # --- Values ----------------------------------------------------------------------------

    def _status(self, value: str) -> Any:
        if value not in STATUSES:
            raise self._error(
                _("the status of a record must be {statuses}, not '{value}'").format(
                    statuses=", ".join(STATUSES), value=shown(value)
                )
            )
        return value

    def _number(self, value: str) -> int:
        if not re.fullmatch(r"\d{1,6}", value, re.ASCII):
            raise self._error(_("'{value}' isn't a number").format(value=shown(value)))
        return int(value)

    def _number_varied(self, value: str) -> int:
        number = self._number(value)
        if number > MOST_VARIATIONS:
            raise self._error(too_many())
        if not number:
            raise self._error(
                _("a record without variations begins with '{line}'").format(line=FIRST_LINE)
            )
        return number

    def _row(self, value: str) -> tuple[int, ...]:
        return tuple(self._number(one) for one in value.split(" "))

    def _hex(self, value: str, size: int) -> bytes:
        if not re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", value):
            raise self._error(
                _("{number} hexadecimal digits are expected here").format(number=2 * size)
            )
        return bytes.fromhex(value)

    def _name(self, value: str) -> str:
        try:
            return check_names([value], 1)[0]
        except GameError as error:
            raise self._error(str(error)) from error

    def _players(self, rules: Rules, options: Plain, revision: int) -> int:
        """The number of players; an error points at the line of the option it names."""
        try:
            return check_options(rules, options, revision)
        except RecordError as error:
            quoted = [name for name in options if repr(name) in error.problem]
            named = quoted or [name for name in options if name in error.problem]
            line = self.line_of.get(f"option {named[-1]}" if named else "rules")
            raise RecordError(error.problem, line) from error

    def _options(self) -> Plain:
        """The lines `option name = value`."""
        options: Plain = {}
        while self._peek().startswith("option "):
            line = self._next()
            try:
                found = tomllib.loads(line.removeprefix("option "))
            except (ValueError, RecursionError) as error:
                raise self._error(
                    _("an option is written 'option name = value': {error}").format(error=error)
                ) from error
            if len(found) != 1 or not found.keys().isdisjoint(options):
                raise self._error(_("an option can appear only once, with one value"))
            options |= found
            self.line_of[f"option {next(iter(found))}"] = self.number
        return options

    def _bots(self, players: int) -> tuple[str, ...]:
        """The bot of each seat, or an empty string."""
        bots = [""] * players
        while self._peek().startswith("bot "):
            line = self._next()
            found = re.fullmatch(r"bot ([0-9]): (\S.*)", line)
            if found is None or int(found[1]) >= players or bots[int(found[1])]:
                raise self._error(_("a bot is written 'bot SEAT: NAME', once per seat"))
            bots[int(found[1])] = self._bot(found[2])
        return tuple(bots)

    def _bot(self, name: str) -> str:
        return self._checked(lambda: check_bot(name))

    def _asks(self, players: int) -> tuple[int, tuple[int, ...]]:
        """How often each player could ask the master, and did; a game without has no such lines."""
        if not self._peek().startswith("asks: "):
            return 0, ()
        asks = self._value("asks", self._number)
        asked = self._value("asked", self._row)
        return asks, self._checked(lambda: check_asked(asks, asked, players))

    def _decisions(
        self, number: int, rules: Rules, players: int, concealed: bool
    ) -> tuple[tuple[int, str], ...]:
        """The lines of the decisions."""
        if self._next() != "":
            raise self._error(_("an empty line is expected between header and decisions"))
        self.first_decision = self.number + 1
        return tuple(self._decision(one, rules, players, concealed) for one in range(1, number + 1))

    def _end(self, number: int) -> None:
        """Refuse anything that follows."""
        if self.number != len(self.lines) - 1 or not self.whole:
            self.number += 1
            raise self._error(
                _("the header says {number} decisions: nothing can follow them").format(
                    number=number
                )
            )

    def _decision(
        self, number: int, rules: Rules, players: int, concealed: bool, indent: str = ""
    ) -> tuple[int, str]:
        """One decision."""
        line = self._next()
        found = DECISION.fullmatch(line.removeprefix(indent)) if line.startswith(indent) else None
        if found is None or int(found[1]) != number or int(found[2]) >= players:
            raise self._error(
                _("'{number}. SEAT MOVE' is expected here, with a seat below {players}").format(
                    number=number, players=players
                )
            )
        text = found[3]
        texts = rules.wording.texts()
        if text not in texts and not (concealed and _is_concealed(text, texts)):
            raise self._error(_("'{text}' isn't a move").format(text=shown(text)))
        return int(found[2]), text

    # --- Variations ------------------------------------------------------------------------

    def _variations(self, number: int, rules: Rules, players: int) -> Variations:
        """The lines of the variations."""
        if self._next() != "":
            raise self._error(_("an empty line is expected between decisions and variations"))
        found = self._nested(rules, players, ())
        counted = sum(1 for _one in walk(found))
        if counted < number:
            self._next()
            raise self._error(_("'variation from NUMBER' is expected here"))
        if counted > number:
            raise RecordError(
                _("there are {counted} variations, not {number}").format(
                    counted=counted, number=number
                ),
                self.line_of["variations"],
            )
        return found

    def _nested(self, rules: Rules, players: int, place: Place) -> Variations:
        """The variations at the next lines with the indentation of a place."""
        indent = INDENT * len(place)
        found: list[Variation] = []
        while self._peek().startswith(f"{indent}variation"):
            here = (*place, len(found))
            found.append(self._variation(rules, players, indent, here))
        return tuple(found)

    def _variation(self, rules: Rules, players: int, indent: str, place: Place) -> Variation:
        """A variation with everything inside."""
        head = VARIATION.fullmatch(self._next().removeprefix(indent))
        if head is None:
            raise self._error(_("a variation is written 'variation from NUMBER: COMMENT'"))
        if len(place) > MOST_NESTED:
            raise self._error(too_deep())
        first, comment = int(head[1]), self._checked(lambda: check_comment(head[2] or ""))
        self.line_of_variation[place, None] = self.number
        inner = indent + INDENT
        decisions: list[Decision] = []
        while not decisions or self._goes_on(inner):
            number = first + len(decisions)
            decisions.append(self._decision(number, rules, players, False, inner))
            self.line_of_variation[place, number] = self.number
            self.varied += 1
            if self.varied > MOST_VARIED:
                raise self._error(too_long())
        nested = self._nested(rules, players, place)
        return Variation(first - 1, tuple(decisions), comment, nested)

    def _goes_on(self, indent: str) -> bool:
        """Whether the next line is a decision with this indentation."""
        line = self._peek()
        return line.startswith(indent) and line[len(indent) :][:1].isdecimal()


def _is_concealed(text: str, texts: dict[str, int]) -> bool:
    """Whether a text is an action with a part concealed."""
    if text.split(" ").count(UNSEEN) != 1:
        return False
    pattern = re.compile(re.escape(text).replace(re.escape(UNSEEN), r"\S+"))
    return any(pattern.fullmatch(one) for one in texts)
