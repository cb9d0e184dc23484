"""The template of all sentences that translators start from: `make words`.

Needs Babel, which comes with the test tools.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import write_po

from kerys.locale import DOMAIN, FOLDER

PACKAGE = FOLDER.parent
TEMPLATE = FOLDER / f"{DOMAIN}.pot"
HEADER = "# The sentences of Kerys.\n"
SOURCES = [("**.py", "python"), ("**.html", "jinja2.ext:babel_extract")]
PAGES = {"newstyle_gettext": "true", "silent": "false"}
"""How sentences stand in pages."""


def template(package: Path = PACKAGE) -> Catalog:
    """Every sentence that the sources mark."""
    catalogue = Catalog(project="Kerys", header_comment=HEADER)
    marked = {**DEFAULT_KEYWORDS, "N_": None}
    for _file, _line, message, _comments, _context in extract_from_dir(
        package, SOURCES, {"**.html": PAGES}, keywords=marked
    ):
        catalogue.add(message)
    return catalogue


def sentences(catalogue: Catalog) -> set[str]:
    """The sentences themselves; plurals in both forms."""
    found: set[str] = set()
    for message in catalogue:
        found |= {message.id} if isinstance(message.id, str) else set(message.id)
    return found - {""}


def main() -> None:
    """Write the template."""
    with TEMPLATE.open("wb") as file:
        write_po(file, template(), no_location=True, omit_header=True, sort_output=True)


if __name__ == "__main__":
    main()
