"""Faces of bots: the same for the same name, different for others, in colours of the palette."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from kerys.bots.cast import CASTS, TRAVELLERS
from kerys.draw.faces import BEARDED, face
from kerys.draw.palette import COLOURS
from kerys.table.png import png

NAMES = [*CASTS["ys"], *CASTS["mykerinos"], *TRAVELLERS]
CLASSES = {f"{kind}-{name}" for kind in "fs" for name in COLOURS} | {"none", "face"}


@pytest.mark.parametrize("name", [*NAMES, "", "Journeyman 2", "<b>&\U0001f409"])
def test_a_face_is_a_drawing_in_colours_of_the_palette(name: str) -> None:
    drawn = face(name)
    ElementTree.fromstring(drawn)
    used = {one for classes in re.findall(r'class="([^"]*)"', drawn) for one in classes.split()}
    assert used <= CLASSES
    assert "fill=" not in drawn
    assert "id=" not in drawn
    assert len(drawn) < 4000


def test_everyone_looks_different_and_always_the_same() -> None:
    drawn = [face(name) for name in NAMES]
    assert len(set(drawn)) == len(NAMES)
    face.cache_clear()
    assert [face(name) for name in NAMES] == drawn


def test_beards_belong_to_the_cast() -> None:
    assert set(NAMES) > BEARDED


def test_a_face_can_be_a_picture() -> None:
    drawn = face("Nolwenn").replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    assert png(drawn, 28).startswith(b"\x89PNG")
