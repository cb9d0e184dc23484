"""Reviews of finished games: where they were won, by what everyone could know at the time."""

from kerys.study.review.depths import DEPTHS, Depth
from kerys.study.review.results import (
    Alternative,
    Judgement,
    LuckAndSkill,
    PlayerReview,
    PlyReview,
    Review,
    Step,
    Verdict,
)
from kerys.study.review.reviewer import Reviewer, answer_at, judge_answer, judge_at, review

__all__ = [
    "DEPTHS",
    "Alternative",
    "Depth",
    "Judgement",
    "LuckAndSkill",
    "PlayerReview",
    "PlyReview",
    "Review",
    "Reviewer",
    "Step",
    "Verdict",
    "answer_at",
    "judge_answer",
    "judge_at",
    "review",
]
