"""The package is described by the README without its pictures, which have no address there."""

import re
from pathlib import Path

from setuptools import setup

README = Path(__file__).with_name("README.md").read_text("utf-8")
setup(
    long_description=re.sub(r"^!\[.*\n+", "", README, flags=re.MULTILINE),
    long_description_content_type="text/markdown",
)
