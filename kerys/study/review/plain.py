"""Reviews in plain values, for files, databases and other programs."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from kerys.study.review.results import Alternative, Judgement, PlyReview, Review, Verdict

Plain = dict[str, Any]


def ply_to_plain(found: PlyReview) -> Plain:
    """What was found about one decision."""
    return asdict(found)


def ply_from_plain(plain: Plain) -> PlyReview:
    """The same, read back."""
    judged, chances = plain["judgement"], plain["chances"]
    return PlyReview(
        **{
            **_known(PlyReview, plain),
            "skill": tuple(plain["skill"]),
            "skill_error": tuple(plain["skill_error"]),
            "chances": None if chances is None else tuple(chances),
            "judgement": None if judged is None else _judgement(judged),
        }
    )


def _judgement(plain: Plain) -> Judgement:
    """A judgement, read back."""
    others = tuple(Alternative(**_known(Alternative, one)) for one in plain["alternatives"])
    return Judgement(
        **{
            **_known(Judgement, plain),
            "verdict": Verdict(plain["verdict"]),
            "alternatives": others,
        }
    )


def _known(kind: Any, plain: Plain) -> Plain:
    """The fields of a type, without those that a later version may add."""
    return {one.name: plain[one.name] for one in fields(kind)}


def review_to_plain(review: Review) -> Plain:
    """A whole review."""
    plain = asdict(review)
    for player, found in zip(plain["players"], review.players, strict=True):
        player["verdicts"] = {str(one): number for one, number in found.verdicts.items()}
        parts = found.luck_and_skill
        player["luck_and_skill"] |= {"luck": parts.luck, "revealed_error": parts.revealed_error}
    plain["chances"] = [{"ply": ply, "chances": chances} for ply, chances in review.chances]
    return plain
