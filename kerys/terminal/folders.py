"""Where games are kept; imports nothing heavy, so that a shell can complete their names."""

from __future__ import annotations

import os
from pathlib import Path

SUFFIX = ".kerys"


def data_folder() -> Path:
    """Where games are saved if no file is named."""
    home = os.environ.get("XDG_DATA_HOME")
    return (Path(home) if home else Path.home() / ".local" / "share") / "kerys"
