"""The secret of a deal, and the commitment that proves later that it was fixed beforehand."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from kerys.kernel.chance import KEY_BYTES, fresh_key, key_of_seed

SALT_BYTES = 16


@dataclass(frozen=True)
class Secret:
    """The key that everything is dealt from, and a salt that keeps it from being guessed."""

    key: bytes
    salt: bytes

    def __post_init__(self) -> None:
        """Fixed lengths: otherwise one commitment would fit several ways to cut key from salt."""
        if len(self.key) != KEY_BYTES or len(self.salt) != SALT_BYTES:
            raise ValueError(
                f"a key has {KEY_BYTES} bytes and a salt {SALT_BYTES}, "
                f"not {len(self.key)} and {len(self.salt)}"
            )

    @property
    def commitment(self) -> str:
        """SHA-256 of key and salt, in hexadecimal: tells nothing, but binds."""
        return hashlib.sha256(self.key + self.salt).hexdigest()

    def __repr__(self) -> str:
        """No log or traceback tells the key."""
        return f"Secret({self.commitment[:12]}...)"


def a_secret(seed: int | str | None) -> Secret:
    """The secret of a seed, or without one a fresh one."""
    return fresh_secret() if seed is None else secret_of_seed(seed)


def fresh_secret() -> Secret:
    """A secret that nobody can guess."""
    return Secret(fresh_key(), secrets.token_bytes(SALT_BYTES))


def secret_of_seed(seed: int | str) -> Secret:
    """A repeatable secret: for study, not for play, since whoever knows the seed knows the deal."""
    return Secret(key_of_seed(seed), key_of_seed(f"salt {seed}")[:SALT_BYTES])
