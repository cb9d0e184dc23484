"""The secret of a deal, and the commitment that later proves it was fixed beforehand."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from kerys.kernel.chance import KEY_BYTES, fresh_key, key_of_seed

SALT_BYTES = 16


@dataclass(frozen=True)
class Secret:
    """The key that everything is dealt from, and a salt that makes it impossible to guess."""

    key: bytes
    salt: bytes

    def __post_init__(self) -> None:
        """Check the lengths: otherwise one commitment would match several pairs of key and salt."""
        for name, given, size in (("key", self.key, KEY_BYTES), ("salt", self.salt, SALT_BYTES)):
            if not isinstance(given, bytes):
                raise TypeError(f"a {name} is {size} bytes, not {type(given).__name__}")
            if len(given) != size:
                raise ValueError(f"a {name} has {size} bytes, not {len(given)}")

    @property
    def commitment(self) -> str:
        """SHA-256 of key and salt, in hexadecimal: reveals nothing, but fixes both."""
        return hashlib.sha256(self.key + self.salt).hexdigest()

    def __repr__(self) -> str:
        """Keep the key out of logs and tracebacks."""
        return f"Secret({self.commitment[:12]}...)"


def a_secret(seed: int | str | None) -> Secret:
    """The secret for a seed, or a fresh one without a seed."""
    if seed is not None and not isinstance(seed, str) and not hasattr(seed, "__index__"):
        raise TypeError(f"a seed is a whole number or a text, not {seed!r}")
    return fresh_secret() if seed is None else secret_of_seed(seed)


def fresh_secret() -> Secret:
    """A secret that nobody can guess."""
    return Secret(fresh_key(), secrets.token_bytes(SALT_BYTES))


def secret_of_seed(seed: int | str) -> Secret:
    """A repeatable secret, for study only: anyone who knows the seed knows the deal."""
    return Secret(key_of_seed(seed), key_of_seed(f"salt {seed}")[:SALT_BYTES])
