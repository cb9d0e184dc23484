"""Portraits of bots: head and shoulders, drawn from a name alone.

A name has the same face everywhere. Faces are designed for about 28 pixels: few shapes, all large.
"""

from __future__ import annotations

import random
from functools import lru_cache

from kerys.draw.svg import box, disc, element, path

SIZE = 24
EYES = (10.2, 13.8)
BACKGROUNDS = ("sealine", "sandline", "line", "street3")
HAIRS = {
    "skin1": ("black", "brown", "tangerine", "blond", "neutral", "auburn"),
    "skin2": ("black", "brown", "tangerine", "neutral", "auburn", "white"),
    "skin3": ("black", "neutral", "auburn", "white"),
    "skin4": ("black", "neutral", "white"),
}
"""The hair colours that go with each skin colour."""
CLOTHES = ("blue", "green", "red", "violet", "seat1", "seat3", "seat4", "blackmore")
TRIMS = ("white", "yellow", "sand")
BEARDED = frozenset(
    (
        *("Gwenael", "Riwal", "Tanguy", "Malo", "Corentin", "Yannig", "Erwan", "Padrig"),
        *("Goulven", "Konan", "Ambrose", "Horatio", "Cuthbert", "Archie", "Barnaby", "Ludovic"),
        *("Reginald", "Percival", "Eustace", "Lysander", "Casimir", "Florian", "Tobias"),
        *("Quentin", "Anselm", "Bruno", "Linus", "Otto"),
    )
)
"""Members of the cast who may wear a beard; all others have long hair."""

SHOULDERS = "M3.6 20.6Q5 16.4 9.6 15.8H14.4Q19 16.4 20.4 20.6A12 12 0 0 1 3.6 20.6Z"
HEAD = "M7.7 9.2Q7.7 4.9 12 4.9Q16.3 4.9 16.3 9.2Q16.3 14.9 12 14.9Q7.7 14.9 7.7 9.2Z"
SHORT_HAIR = (
    "M7.3 9.4Q6.6 3.7 12 3.7Q17.4 3.7 16.7 9.4Q15.9 7.2 14.6 6.9Q11.5 7.6 9.2 6.9Q7.9 7.5 7.3 9.4Z",
    "M7.3 9.2Q6.2 3.2 12.6 3.4Q18 4 16.7 9.4Q16.2 6.9 14.9 6.4Q11.6 8.4 8.2 7.2Q7.6 8 7.3 9.2Z",
    "M7.2 9.2Q6.4 7 7.5 5.9Q7.6 4 9.5 4.1Q10.8 2.7 12.6 3.6Q14.6 2.9 15.6 4.5Q17.3 5 16.9 6.8"
    "Q17.4 8 16.8 9.2Q16 7 14.4 6.8Q11.6 7.4 9.4 6.8Q7.9 7.2 7.2 9.2Z",
)
LONG_HAIR = (
    "M12 3.5Q17.6 3.5 17.6 9.5V15.6Q17.6 17 16 17H8Q6.4 17 6.4 15.6V9.5Q6.4 3.5 12 3.5Z",
    "M12 3.6Q17.3 3.6 17.3 9.4V13.4Q17.3 14.6 16 14.6H8Q6.7 14.6 6.7 13.4V9.4Q6.7 3.6 12 3.6Z",
    "M12 3.4Q16.2 3.2 17.4 6.4Q18.9 8 17.9 10.2Q18.8 12.4 17.2 14Q16.6 15.8 14.8 15.6H9.2"
    "Q7.4 15.8 6.8 14Q5.2 12.4 6.1 10.2Q5.1 8 6.6 6.4Q7.8 3.2 12 3.4Z",
)
BUN = "M12 .7A2.4 2.4 0 0 1 13.9 4.1Q17 5.2 16.9 10H7.1Q7 5.2 10.1 4.1A2.4 2.4 0 0 1 12 .7Z"
FRINGES = (
    "M7.6 9.4Q7.3 4.6 12 4.6Q16.7 4.6 16.4 9.4Q14.4 8.7 13 6.6Q11.2 9 7.6 9.4Z",
    "M7.6 9Q7.4 4.5 12 4.5Q16.6 4.5 16.4 9Q15.4 7.6 12 7.6Q8.6 7.6 7.6 9Z",
    "M7.6 9.6Q7.4 4.6 12 4.6Q16.6 4.6 16.4 9.6Q16 7.4 12 6.2Q8 7.4 7.6 9.6Z",
)
BEARDS = (
    "M7.7 10.6Q8.6 12.2 9.6 12Q12 10.9 14.4 12Q15.4 12.2 16.3 10.6Q16.4 16.6 12 16.6Q7.6 16.6 7.7"
    " 10.6ZM10.2 12.7Q12 15.4 13.8 12.7Q12 12 10.2 12.7Z",
    "M9.9 12.5Q12 11.4 14.1 12.5Q14.8 16.4 12 17.2Q9.2 16.4 9.9 12.5ZM10.4 12.8Q12 15.2 13.6"
    " 12.8Q12 12.1 10.4 12.8Z",
    "M12 12.1Q13.4 11.3 15.2 12.9Q13.6 13.7 12 12.8Q10.4 13.7 8.8 12.9Q10.6 11.3 12 12.1Z",
)
HATS = (
    # A flat cap with a peak, a wide brim, a soft beret, a sun helmet, a pointed hood.
    ("M6.7 7.4Q6.4 2.7 12 2.7Q17.6 2.7 17.3 7.4Z", "M6.3 7H17.6Q19.4 7.4 19.6 8.5H6.3Z"),
    ("M8 6.6Q8 2.4 10 2.4Q11.2 2.4 12 3Q12.8 2.4 14 2.4Q16 2.4 16 6.6Z", "M3.6 6.4H20.4V8H3.6Z"),
    ("M6.2 7.4Q4.4 3.4 10.4 2.6Q18.6 2 18.2 5.6Q18 7.2 16.4 7.4Z", "M7.1 6.6H16.9V7.9H7.1Z"),
    ("M6.9 7.2Q6.9 1.9 12 1.9Q17.1 1.9 17.1 7.2Z", "M4.6 8.5Q5.2 6.5 7 6.5H17Q18.8 6.5 19.4 8.5Z"),
    (
        "M6.6 8.4Q6.2 3.6 9.6 2.6Q13 1.2 17.6 3.4Q16 4 16.8 5.6Q17.4 7 17.4 8.4Z",
        "M6.5 6.9H17.5V8.6H6.5Z",
    ),
)
COLLARS = (
    "M9.3 15.9L12 19.2L14.7 15.9L15.9 16.2L12 21.4L8.1 16.2Z",  # open
    "M7.7 16.5Q12 19 16.3 16.5L15.9 18.4Q12 20.6 8.1 18.4Z",  # a scarf
    "M8.9 15.9L12 17.7L15.1 15.9L15.7 18.5L12 17.7L8.3 18.5Z",  # a bow
)


@lru_cache(maxsize=256)
def face(name: str) -> str:
    """The portrait for a name: an SVG element without a style sheet."""
    draw, bearded = random.Random(name), name in BEARDED
    skin = draw.choice(tuple(HAIRS))
    hair = f"f-{draw.choice(HAIRS[skin])}"
    clothes, hat = draw.sample(CLOTHES, 2)
    trim = draw.choice(TRIMS)
    hats = () if draw.random() < 0.5 else draw.choice(HATS)
    shapes = [disc(12, 12, 12, f"f-{draw.choice(BACKGROUNDS)}")]
    if not bearded:  # a bun and a hat don't go together
        shapes.append(path(draw.choice(LONG_HAIR if hats else (*LONG_HAIR, BUN)), hair))
    shapes += [
        path(SHOULDERS, f"f-{clothes}"),
        path(draw.choice(COLLARS), f"f-{trim}"),
        box(10.3, 13.2, 3.4, 3.8, f"f-{skin}", 1.6),
        disc(7.8, 10.2, 1, f"f-{skin}"),
        disc(16.2, 10.2, 1, f"f-{skin}"),
        path(HEAD, f"f-{skin}"),
        *_features(draw, hair, bearded),
        path(draw.choice(SHORT_HAIR if bearded else FRINGES), hair),
        *(path(part, f"f-{hat}") for part in hats),
    ]
    if hats:
        shapes.append(path("M7.4 6.2H16.6", f"none s-{trim}", 0.8))
    return element("svg", *shapes, viewBox=f"0 0 {SIZE} {SIZE}", class_="face", aria_hidden="true")


def _features(draw: random.Random, hair: str, bearded: bool) -> list[str]:
    """Eyes, mouth, beard and glasses."""
    shapes = [disc(x, 10, 0.7, "f-black") for x in EYES]
    if bearded:
        shapes.append(path(draw.choice((*BEARDS, "")), hair))
    shapes.append(path("M10.6 13.1Q12 14.2 13.4 13.1", "none s-black", 0.6))
    glasses = draw.randrange(5)
    if glasses == 0:
        shapes += [disc(x, 10, 1.6, "none s-black", 0.5) for x in EYES]
        shapes.append(path("M11.7 9.7H12.3", "none s-black", 0.5))
    elif glasses == 1:
        shapes.append(disc(EYES[1], 10, 1.7, "none s-yellow", 0.55))
        shapes.append(path("M15.4 10.9L15.7 14.6", "none s-yellow", 0.4))
    return shapes
