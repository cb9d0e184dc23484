"""A hand-written TOML file: every error names the file, the line and the lesson."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kerys.kernel.contract import OptionsError
from kerys.kernel.datafile import line_at, line_of, read_text
from kerys.locale import _
from kerys.study.lesson import LessonError


@dataclass(frozen=True)
class Source:
    """A table of a file: the whole file, `[goal]`, or the third `[[wrong]]`."""

    path: Path
    name: str
    """The name of the file in messages: the lesson."""
    text: str
    values: dict[str, Any]
    start: int = 0
    end: int = field(default=-1)

    def error(self, problem: str, key: str = "", item: str = "") -> LessonError:
        """An error at this table, at one of its keys, or at one item of a list."""
        start = self.start
        end = len(self.text) if self.end < 0 else self.end
        line = line_at(self.text, start)
        if key:
            line = line_of(self.text, key, start, end)
        if item:
            behind = _offset(self.text, line)
            found = self.text.find(item, behind, end)
            line = line_at(self.text, found) if found >= 0 else line
        where = _("{file}, line {line} (lesson '{name}')").format(
            file=self.path.name, line=line, name=self.name
        )
        return LessonError(f"{where}: {problem}")

    def check_keys(self, known: Collection[str], needed: Collection[str]) -> None:
        """Refuse unknown and missing keys."""
        for key in self.values:
            if key not in known:
                problem = _("unknown key '{key}'; the keys are {known}")
                raise self.error(problem.format(key=key, known=", ".join(known)), key)
        for key in needed:
            if key not in self.values:
                raise self.error(_("'{key}' is missing").format(key=key))

    def words(self, key: str, default: str | None = None) -> str:
        """A text, which must not be empty."""
        value = self.values.get(key, default)
        if default is not None and value == default:
            return default
        if not isinstance(value, str) or not value.strip():
            raise self.error(_("'{key}' must be a text that says something").format(key=key), key)
        return " ".join(value.split())

    def paragraphs(self, key: str) -> tuple[str, ...]:
        """A text of one or more paragraphs, separated by blank lines."""
        self.words(key)
        found = re.split(r"\n\s*\n", self.values[key].strip())
        return tuple(" ".join(one.split()) for one in found)

    def number(self, key: str, least: int = 0) -> int:
        """A whole number."""
        value = self.values[key]
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            problem = _("'{key}' must be a whole number from {least} on, not {value}")
            raise self.error(problem.format(key=key, least=least, value=repr(value)), key)
        return value

    def flag(self, key: str) -> bool:
        """A boolean; False if it is missing."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.error(_("'{key}' must be true or false").format(key=key), key)
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty if it is missing."""
        found = self.values.get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self.error(_("'{key}' must be a list of texts").format(key=key), key)
        for one in found:
            if not one.strip():
                raise self.error(_("'{key}' has an empty text").format(key=key), key)
        return tuple(" ".join(one.split()) for one in found)

    def table(self, key: str) -> Source:
        """The table `[key]`."""
        value = self.values[key]
        if not isinstance(value, dict):
            raise self.error(_("'{key}' must be a table: [{key}]").format(key=key), key)
        return self._inner(value, *self._spans(key, r"\[", r"\]")[0])

    def tables(self, key: str) -> list[Source]:
        """The tables `[[key]]`; empty if there are none."""
        values = self.values.get(key, [])
        if not isinstance(values, list) or not all(isinstance(one, dict) for one in values):
            raise self.error(_("write every {key} under its own [[{key}]]").format(key=key), key)
        spans = self._spans(key, r"\[\[", r"\]\]")
        if len(spans) != len(values):
            raise self.error(_("write every {key} under its own [[{key}]]").format(key=key), key)
        return [self._inner(one, *span) for one, span in zip(values, spans, strict=True)]

    def _inner(self, values: dict[str, Any], start: int, end: int) -> Source:
        """A table within this one."""
        return Source(self.path, self.name, self.text, values, start, end)

    def _spans(self, key: str, opening: str, closing: str) -> Sequence[tuple[int, int]]:
        """Where the tables of a name start and end in the text."""
        heads = [one.start() for one in re.finditer(r"^[ \t]*\[", self.text, re.MULTILINE)]
        wanted = re.compile(rf"[ \t]*{opening}[ \t]*{re.escape(key)}[ \t]*{closing}")
        found = []
        for start, end in zip(heads, [*heads[1:], len(self.text)], strict=True):
            if wanted.match(self.text, start):
                found.append((start, end))
        return found or [(self.start, len(self.text) if self.end < 0 else self.end)]


def _offset(text: str, line: int) -> int:
    """The offset where a line starts."""
    return sum(len(one) + 1 for one in text.split("\n")[: line - 1])


def read_source(path: Path, name: str) -> Source:
    """Read a TOML file."""
    try:
        text = read_text(path, _("lesson"))
    except OptionsError as error:
        raise LessonError(str(error)) from error
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else line_at(text, len(text.rstrip()))
        problem = _("{file}, line {line} (lesson '{name}'): this isn't TOML: {error}")
        said = re.sub(r"\s*\(at .*\)$", "", str(error))
        raise LessonError(
            problem.format(file=path.name, line=line, name=name, error=said)
        ) from error
    return Source(path, name, text, values)
