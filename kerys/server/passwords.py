"""Passwords: hashed a few at a time to save memory; attempts are rate-limited per address."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from kerys.locale import _
from kerys.table.errors import GameError

AT_ONCE = 2
"""How many passwords are worked on at the same time: each takes 64 MiB and all cores."""
PATIENCE_S = 2.0
"""How long a password waits for others."""
MANY_KEYS = 10_000


class PeopleError(GameError):
    """Something about a name or a password is not right; the message says what."""


class SignInError(PeopleError):
    """The name or the password is wrong."""


class Passwords:
    """Hashed and checked."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher()
        self._free = threading.BoundedSemaphore(AT_ONCE)
        self._nobody = self.hasher.hash(secrets.token_hex())

    def hash(self, password: str) -> str:
        """What is kept of a password."""
        with self._turn():
            return self.hasher.hash(password)

    def is_right(self, hashed: str | None, password: str) -> bool:
        """Whether a password is the one that is kept; nobody's takes as long and is wrong."""
        with self._turn():
            try:
                return self.hasher.verify(hashed or self._nobody, password) and hashed is not None
            except VerificationError:
                return False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until few others are at it."""
        if not self._free.acquire(timeout=PATIENCE_S):
            raise SignInError(_("Too many people are signing in: try again in a moment."))
        try:
            yield
        finally:
            self._free.release()


class Tries:
    """Counts how often something was tried in the last while."""

    def __init__(self, while_s: float) -> None:
        self.while_s = while_s
        self._tries: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def count(self, most: dict[str, int]) -> bool:
        """Count a try under each of these words, unless one of them has had its most."""
        moment = monotonic()
        with self._lock:
            recent = {
                word: [one for one in self._tries.get(word, ()) if moment - one < self.while_s]
                for word in most
            }
            if any(len(recent[word]) >= most[word] for word in most):
                return False
            self._tries |= {word: [*tries, moment] for word, tries in recent.items()}
            if len(self._tries) > MANY_KEYS:
                self._forget(moment)
            return True

    def forget(self, word: str) -> None:
        """Count nothing against this word any more."""
        with self._lock:
            self._tries.pop(word, None)

    def take_back(self, word: str) -> None:
        """The last try under this word was none."""
        with self._lock:
            if self._tries.get(word):
                self._tries[word].pop()

    def _forget(self, moment: float) -> None:
        """Drop what was tried long ago; and everything if that is too much to keep."""
        self._tries = {
            word: tries
            for word, tries in self._tries.items()
            if tries and moment - tries[-1] < self.while_s
        }
        if len(self._tries) > MANY_KEYS:
            self._tries.clear()
