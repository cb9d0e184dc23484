"""The translation template contains every sentence of the sources, and nothing else."""

from __future__ import annotations

import io
import string

from babel.messages.pofile import read_po, write_po

from kerys.locale.template import TEMPLATE, sentences, template


def test_template_is_up_to_date() -> None:
    written = io.BytesIO()
    write_po(written, template(), no_location=True, omit_header=True, sort_output=True)
    assert TEMPLATE.read_bytes() == written.getvalue(), "run `make words`"


def test_placeholders_have_names() -> None:
    for sentence in sentences(template()):
        for _text, name, _form, _conversion in string.Formatter().parse(sentence):
            assert name is None or name.isidentifier(), sentence


def test_template_reads_as_a_catalogue() -> None:
    with TEMPLATE.open("rb") as file:
        assert sentences(read_po(file)) == sentences(template())
