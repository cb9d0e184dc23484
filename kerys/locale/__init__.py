"""Sentences for people, in the current language.

Every sentence that a person reads passes through `_` or `ngettext`. The language is a context
variable, so that threads and requests don't affect each other:

    with speaking("en"):
        print(action.describe())
"""

from __future__ import annotations

import gettext as catalogues
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from functools import cache
from pathlib import Path

DOMAIN = "kerys"
SOURCE = "en"
"""The language the sentences are written in; it needs no catalogue."""
FOLDER = Path(__file__).parent

_language: ContextVar[str] = ContextVar("language", default=SOURCE)


class LanguageError(ValueError):
    """There is no translation for a language; the message lists the languages there are."""


@cache
def languages() -> tuple[str, ...]:
    """The available languages: English and every one with a compiled catalogue."""
    found = sorted(path.parts[-3] for path in FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE, *found)


@cache
def catalogue(language: str) -> catalogues.NullTranslations:
    """The sentences of a language."""
    if language == SOURCE:
        return catalogues.NullTranslations()
    if language not in languages():
        known = ", ".join(languages())
        raise LanguageError(f"Kerys has no translation for {language!r}; choose from {known}")
    return catalogues.translation(DOMAIN, FOLDER, [language])


language = _language.get
"""language(): the current language. Without a function around it, as a page asks very often."""


def speaking(lang: str | None) -> AbstractContextManager[None]:
    """Use a language inside a `with` block; None keeps the current one."""
    return SAME if lang is None else _speaking(lang)


SAME = nullcontext()


@contextmanager
def _speaking(lang: str) -> Iterator[None]:
    """Use another language."""
    catalogue(lang)
    token = _language.set(lang)
    try:
        yield
    finally:
        _language.reset(token)


def _(message: str) -> str:
    """A sentence in the current language."""
    return catalogue(_language.get()).gettext(message)


def ngettext(one: str, many: str, number: int) -> str:
    """A sentence about a number of things; `{number}` in it is filled in."""
    return catalogue(_language.get()).ngettext(one, many, number).format(number=number)


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """Mark text in a table for translation; call `_` where it is shown."""
    return message
