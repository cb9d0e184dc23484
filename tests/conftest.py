"""The tiers of the tests: `make quick` leaves out what is marked here, `make test` runs all."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
