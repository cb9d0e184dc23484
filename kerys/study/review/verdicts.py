"""How the loss of a decision becomes a verdict, and many of them an accuracy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

from kerys.study.review.results import Judgement, Verdict

INACCURATE, MISTAKEN, BLUNDERED = 0.02, 0.05, 0.10
"""The least losses of winning chance for each of the lower verdicts."""
SURE = 1.0
"""By how many standard errors a loss must exceed such a limit."""
ACCURACY_LOSS = 0.12
"""The loss of a decision that has an accuracy of 37% (one e-th)."""


def verdict_of(loss: float, error: float) -> Verdict:
    """The verdict on a decision; a doubtful loss is judged mildly."""
    certain = loss - SURE * error
    if certain <= 0.0:
        return Verdict.BEST
    if certain < INACCURATE:
        return Verdict.GOOD
    if certain < MISTAKEN:
        return Verdict.INACCURACY
    return Verdict.MISTAKE if certain < BLUNDERED else Verdict.BLUNDER


def accuracy(judgements: Sequence[Judgement]) -> float | None:
    """The accuracy of some decisions, from 0 to 100."""
    if not judgements:
        return None
    return 100.0 * fmean(math.exp(-one.loss / ACCURACY_LOSS) for one in judgements)
