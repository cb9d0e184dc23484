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
"""How many passwords are hashed at the same time: each takes 64 MiB and all cores."""
PATIENCE_S = 2.0
"""How long a password waits for its turn."""
MANY_KEYS = 10_000


class PeopleError(GameError):
    """A name or a password is not acceptable; the message says why."""


class SignInError(PeopleError):
    """The name or the password is wrong."""


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher()
        self._free = threading.BoundedSemaphore(AT_ONCE)
        self._nobody = self.hasher.hash(secrets.token_hex())

    def hash(self, password: str) -> str:
        """The hash of a password."""
        with self._turn():
            return self.hasher.hash(password)

    def is_right(self, hashed: str | None, password: str) -> bool:
        """Whether a password matches a hash; without a hash it doesn't, but takes as long."""
        with self._turn():
            try:
                return self.hasher.verify(hashed or self._nobody, password) and hashed is not None
            except VerificationError:
                return False

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait until few enough others are being hashed."""
        if not self._free.acquire(timeout=PATIENCE_S):
            raise SignInError(_("Too many people are signing in: try again in a moment."))
        try:
            yield
        finally:
            self._free.release()


class Tries:
    """Counts recent attempts."""

    def __init__(self, while_s: float) -> None:
        self.while_s = while_s
        self._tries: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def count(self, most: dict[str, int]) -> bool:
        """Count an attempt under each of these keys, unless one of them has had too many."""
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
        """Forget all attempts under this key."""
        with self._lock:
            self._tries.pop(word, None)

    def take_back(self, word: str) -> None:
        """Don't count the last attempt under this key."""
        with self._lock:
            if self._tries.get(word):
                self._tries[word].pop()

    def _forget(self, moment: float) -> None:
        """Drop old attempts, or all of them if there are too many to keep."""
        self._tries = {
            word: tries
            for word, tries in self._tries.items()
            if tries and moment - tries[-1] < self.while_s
        }
        if len(self._tries) > MANY_KEYS:
            self._tries.clear()
