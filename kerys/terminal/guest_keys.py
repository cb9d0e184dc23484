"""The keys of guests: kept on this machine, so that joining a table again finds the same seat."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from kerys.locale import _
from kerys.table.errors import GameError

Keys = dict[str, dict[str, str]]
"""For each site the keys by the names of the guests, the latest one last."""


def keys_file() -> Path:
    """Where the keys are kept; only this user can read it."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "kerys" / "guests.json"


def kept_key(site: str, name: str = "") -> str:
    """The key of a guest at a site; without a name, of the latest one. Empty if there is none."""
    guests = _read().get(site, {})
    if name:
        return guests.get(name, "")
    return list(guests.values())[-1] if guests else ""


def keep_key(site: str, name: str, key: str) -> None:
    """Keep the key of a new guest."""
    keys = _read()
    others = {one: kept for one, kept in keys.get(site, {}).items() if one != name}
    _write({**keys, site: {**others, name: key}})


def _read() -> Keys:
    """All keys."""
    file = keys_file()
    try:
        keys = json.loads(file.read_text("utf-8"))
        return {
            str(site): {str(name): str(key) for name, key in guests.items()}
            for site, guests in keys.items()
        }
    except FileNotFoundError:
        return {}
    except (AttributeError, ValueError) as error:
        raise GameError(
            _("{file} isn't a file with the keys of guests: move it away.").format(file=file)
        ) from error


def _write(keys: Keys) -> None:
    """Replace the file in one step."""
    file = keys_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, new = tempfile.mkstemp(dir=file.parent, prefix=file.name)  # for this user only
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(keys, out, indent=1)
        os.replace(new, file)
    except BaseException:
        os.unlink(new)
        raise
