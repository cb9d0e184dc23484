"""Component data in TOML files that a user may replace, with errors that name the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kerys.kernel.contract import OptionsError
from kerys.locale import _


@dataclass(frozen=True)
class Entry:
    """One `[[table]]` of a file."""

    values: dict[str, Any]
    number: int
    """From 1."""
    total: int
    file: str
    table: str
    text: str
    start: int
    end: int
    """Where it begins and ends in the text."""

    def error(self, problem: str, key: str = "") -> OptionsError:
        """An error at this entry, or at the line of one of its keys."""
        named = {"table": self.table, "number": self.number, "total": self.total}
        if not self.text:
            where = _("{table} {number} of {total}").format(**named)
            return OptionsError(f"{where}: {problem}")
        line = line_at(self.text, self.start)
        if key:
            line = line_of(self.text, key, self.start, self.end)
        where = _("{file}, line {line} ({table} {number} of {total})").format(
            file=self.file, line=line, **named
        )
        return OptionsError(f"{where}: {problem}")

    def check_keys(self, keys: tuple[str, ...], needed: tuple[str, ...], what: str) -> None:
        """Refuse unknown and missing keys; `what` says what an entry has."""
        for key in self.values:
            if key not in keys:
                raise self.error(
                    _("unknown key {key}; {what}").format(key=repr(key), what=what), key
                )
        for key in needed:
            if key not in self.values:
                raise self.error(_("{key} is missing; {what}").format(key=repr(key), what=what))


def read_text(path: Path, what: str) -> str:
    """The text of a user's file, or an OptionsError."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        problem = _("cannot read the {what} file {path}: {reason}")
        raise OptionsError(
            problem.format(what=what, path=repr(str(path)), reason=reason)
        ) from error
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _at(str(path), line, _("the file is not UTF-8 text")) from error
    return text.replace("\r\n", "\n")


def entries(text: str, file: str, table: str, total: int) -> list[Entry]:
    """All `[[table]]` entries of a TOML text, which must have exactly `total` and nothing else."""
    found = _tables(text, file, table)
    header = rf"""^[ \t]*\[\[[ \t]*["']?{table}["']?[ \t]*\]\]"""
    starts = [match.start() for match in re.finditer(header, text, re.MULTILINE)]
    if len(starts) != len(found):
        line = line_of(text, table)
        problem = _("write every {table} under its own [[{table}]]").format(table=table)
        raise _at(file, line, problem)
    if len(found) != total:
        line = line_at(text, starts[total] if len(found) > total else len(text.rstrip()))
        problem = _("the file has {found} entries [[{table}]], not {total}")
        raise _at(file, line, problem.format(found=len(found), table=table, total=total))
    return [
        Entry(values, number, total, file, table, text, start, end)
        for number, (values, start, end) in enumerate(
            zip(found, starts, [*starts[1:], len(text)], strict=True), 1
        )
    ]


def listed(rows: Sequence[Any], table: str, total: int) -> list[Entry]:
    """The same entries from a list of plain values, as a program or a record gives them."""
    if isinstance(rows, str) or not all(isinstance(row, dict) for row in rows):
        problem = _(
            "give the path of a TOML file, or a list of {total} entries like those in one, "
            "not {value}"
        )
        raise OptionsError(problem.format(total=total, value=repr(rows)))
    if len(rows) != total:
        problem = _("the list has {found} entries of {table}, not {total}")
        raise OptionsError(problem.format(found=len(rows), table=table, total=total))
    return [Entry(row, number, total, "", table, "", 0, 0) for number, row in enumerate(rows, 1)]


def _tables(text: str, file: str, table: str) -> list[dict[str, Any]]:
    """The tables of that name, whatever is in them."""
    try:
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        problem = _("{file}: not a TOML file: {error}").format(file=file, error=error)
        if "line" not in str(error):
            problem += _(" (at line {line})").format(line=line_at(text, len(text.rstrip())))
        raise OptionsError(problem) from error
    for key in document:
        if key != table:
            line = line_of(text, key)
            problem = _("unknown entry {key}; expected [[{table}]]")
            raise _at(file, line, problem.format(key=repr(key), table=table))
    found = document.get(table, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        line = line_of(text, table)
        raise _at(file, line, _("every {table} starts with a line [[{table}]]").format(table=table))
    return found


def _at(file: str, line: int, problem: str) -> OptionsError:
    """An error at a line of a file."""
    where = _("{file}, line {line}").format(file=file, line=line)
    return OptionsError(f"{where}: {problem}")


def line_at(text: str, position: int) -> int:
    """The number of the line at a position of the text."""
    return text.count("\n", 0, position) + 1


def line_of(text: str, key: str, start: int = 0, end: int | None = None) -> int:
    """The first line between two positions that begins with a key, as `key = ...` or as its own
    table; else the line of `start`.
    """
    pattern = rf"""^[ \t]*(?:\[+[ \t]*(?:\w+\.)?)?["']?{re.escape(key)}(?!\w)"""
    found = re.compile(pattern, re.MULTILINE).search(text, start, len(text) if end is None else end)
    return line_at(text, found.start() if found else start)
