"""A review in words, as the terminal, pages and reports say it."""

from __future__ import annotations

from kerys.locale import N_, _, ngettext
from kerys.study.review.results import Judgement, LuckAndSkill, Verdict
from kerys.table.game import Game

WORDS = {
    Verdict.BEST: N_("best"),
    Verdict.GOOD: N_("good"),
    Verdict.INACCURACY: N_("inaccuracy"),
    Verdict.MISTAKE: N_("mistake"),
    Verdict.BLUNDER: N_("blunder"),
}
SIGNS = {
    Verdict.BEST: "*",
    Verdict.GOOD: "+",
    Verdict.INACCURACY: "?!",
    Verdict.MISTAKE: "?",
    Verdict.BLUNDER: "??",
}
"""Short signs, where a word has no room."""


def verdict_word(verdict: Verdict) -> str:
    """A verdict in a word."""
    return _(WORDS[verdict])


def describe_move(game: Game, ply: int, seat: int, move: str) -> str:
    """What a move at a ply does, in a sentence; the move itself if it was never legal there."""
    legal = game.view(seat, ply).legal
    return next((one.describe() for one in legal if one.text == move), move)


def percent(part: float, digits: int = 0) -> str:
    """A share in percent."""
    return _("{number}%").format(number=f"{100 * part:.{digits}f}")


def change(part: float, digits: int = 0) -> str:
    """A change of a chance in percent, with its sign."""
    number = round(100 * part, digits)
    sign = "+" if number > 0 else "\N{MINUS SIGN}" if number < 0 else ""
    return _("{number}%").format(number=f"{sign}{abs(number):.{digits}f}")


def counted(verdict: Verdict, number: int) -> str:
    """What some decisions with the same verdict are called."""
    if verdict is Verdict.BEST:
        return ngettext("best decision", "best decisions", number)
    if verdict is Verdict.GOOD:
        return ngettext("good decision", "good decisions", number)
    if verdict is Verdict.INACCURACY:
        return ngettext("inaccuracy", "inaccuracies", number)
    if verdict is Verdict.MISTAKE:
        return ngettext("mistake", "mistakes", number)
    return ngettext("blunder", "blunders", number)


def luck_titles() -> tuple[str, ...]:
    """What the parts of a result are called."""
    return (
        *(_("Fair share"), _("Deal"), _("Own decisions")),
        *(_("Others' decisions"), _("What was hidden"), _("Result")),
    )


def luck_parts(parts: LuckAndSkill) -> tuple[str, ...]:
    """The parts of a result, in the same order."""
    return (
        percent(parts.fair),
        change(parts.deal),
        f"{change(parts.own)} ± {percent(parts.own_error)}",
        f"{change(parts.others)} ± {percent(parts.others_error)}",
        f"{change(parts.revealed)} ± {percent(parts.revealed_error)}",
        percent(parts.result),
    )


def before_and_after(one: Judgement, points: bool = True) -> str:
    """The chance with the best answer or the mixture, and with the one given; and the points."""
    chances = _("chance {before} → {after}").format(
        before=percent(one.chance_before), after=percent(one.chance_after)
    )
    if not points:
        return chances
    return _("{chances}, points {before} → {after}").format(
        chances=chances, before=f"{one.points_before:.1f}", after=f"{one.points_after:.1f}"
    )


def alternatives_told(game: Game, one: Judgement) -> list[str]:
    """The best other answers, each with the chance and the points that it promised."""
    return [
        _("{move} ({chance}, {points} points)").format(
            move=describe_move(game, one.ply, one.seat, other.move),
            chance=percent(other.chance),
            points=f"{other.points:.1f}",
        )
        for other in one.alternatives
    ]


def judged(game: Game, one: Judgement) -> str:
    """What a decision lost, and what would have been better."""
    better = one.alternatives[0]
    return _("{loss} ± {error} lost; better: {better}").format(
        loss=percent(one.loss, 1),
        error=percent(one.error, 1),
        better=describe_move(game, one.ply, one.seat, better.move),
    )


def decision_told(game: Game, one: Judgement) -> str:
    """Who decided, and what."""
    move = describe_move(game, one.ply, one.seat, one.move)
    return _("{name}: {move}").format(name=game.names[one.seat], move=move)


def judged_in_a_line(game: Game, one: Judgement) -> str:
    """A verdict with its loss, and what would have been better if something would."""
    if one.verdict in (Verdict.BEST, Verdict.GOOD):
        return verdict_word(one.verdict)
    return _("{verdict}: {judged}").format(
        verdict=verdict_word(one.verdict), judged=judged(game, one)
    )
