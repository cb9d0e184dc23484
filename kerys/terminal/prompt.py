"""Prompts for a person at the keyboard: with completion in a terminal, plain elsewhere."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.shortcuts import CompleteStyle

DUMB = ("", "dumb")
"""The values of TERM for terminals that can only print lines."""
AWAY = "\n" * 100
"""Pushes everything off a terminal that can't be cleared."""


class Asker(Protocol):
    """A source of input lines."""

    def ask(self, prompt: str, texts: Sequence[str]) -> str:
        """One line; raises EOFError or KeyboardInterrupt when the person leaves."""
        ...

    def forget(self) -> None:
        """Drop the history before another player takes over."""
        ...


class NextWord(Completer):
    """Completes a move word by word, so that long lists of moves become short menus."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The words that can follow the typed text."""
        typed = document.text_before_cursor.lower()
        done, _, begun = typed.rpartition(" ")
        head = f"{done} " if done else ""
        seen = set()
        for text in self.texts:
            if text.startswith(head + begun):
                word = text[len(head) :].split(" ", 1)[0]
                if word not in seen:
                    seen.add(word)
                    yield Completion(word, start_position=-len(begun))


class Terminal:
    """A person at an interactive terminal."""

    def __init__(self, plain: bool = False) -> None:
        self.plain = plain
        """Whether nothing is drawn but lines: no menu opens below the prompt."""
        self.session: PromptSession[str] = PromptSession()

    def ask(self, prompt: str, texts: Sequence[str]) -> str:
        """One line, with completion and history."""
        return self.session.prompt(
            prompt,
            completer=NextWord(texts),
            complete_while_typing=not self.plain,
            complete_style=CompleteStyle.READLINE_LIKE if self.plain else CompleteStyle.COLUMN,
        )

    def forget(self) -> None:
        """Start a new history, and clear the terminal with its scrollback."""
        self.session = PromptSession()
        print("\033[H\033[2J\033[3J", end="", flush=True)


class Lines:
    """Lines from a pipe or a file, or typed at a terminal that can do no more."""

    def __init__(self, typed: bool = False) -> None:
        self.typed = typed
        """Whether a terminal shows them while they are typed."""

    def ask(self, prompt: str, texts: Sequence[str]) -> str:
        """One line; it is echoed after its prompt unless it was typed there."""
        print(prompt, end="", flush=True)
        try:
            line = sys.stdin.readline() if sys.stdin else ""
        except (OSError, ValueError) as error:
            raise EOFError from error
        if not line:
            raise EOFError
        if not self.typed:
            print(line.rstrip("\n"))
        return line

    def forget(self) -> None:
        """Push everything off the terminal; there is no history."""
        if self.typed:
            print(AWAY, end="", flush=True)


def is_dumb() -> bool:
    """Whether the terminal can only print lines."""
    return os.environ.get("TERM", "") in DUMB


def at_terminal() -> bool:
    """Whether a person types and reads at a terminal."""
    return bool(sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty())


def is_plain(asked: bool) -> bool:
    """Whether to print lines only: on request, in a pipe, and where TERM can't do more."""
    return asked or not at_terminal() or is_dumb()


def asker(plain: bool = False) -> Asker:
    """The asker for the current environment."""
    if at_terminal() and not is_dumb():
        return Terminal(plain)
    return Lines(typed=at_terminal())
