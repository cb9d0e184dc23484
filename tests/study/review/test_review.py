"""Reviews: judged by what a seat could know, and luck and skill that add up."""

from __future__ import annotations

import json
import math
import random
import statistics
from typing import Any
from xml.etree import ElementTree

import pytest

import kerys
from kerys.bots import Budget, bot_named
from kerys.bots.evaluators import Effort
from kerys.bots.search.analyst import Analysis, Analyst
from kerys.study.review import LuckAndSkill, Review, Reviewer, Verdict, judge_answer, review
from kerys.study.review.depths import DEPTHS
from kerys.study.review.pictures import chances_svg, waterfall_svg
from kerys.study.review.plain import ply_from_plain, ply_to_plain, review_to_plain
from kerys.study.review.plots import plot_chances, plot_luck_and_skill
from kerys.study.review.report import report_html
from kerys.study.review.verdicts import BLUNDERED, INACCURATE, MISTAKEN, verdict_of
from kerys.study.review.words import luck_titles
from kerys.table.action import Action
from kerys.table.errors import GameError
from kerys.table.game import Game
from kerys.table.record import load
from kerys.terminal.review_text import review_lines
from tests.records.wanted import FOLDER

LITTLE = Effort(tree=12, compared=8, others_tree=8, others_compared=8, foreseen=4)
RECORDS = ("mykerinos-2p", "ys-2p", "ys-3p-quarters3-express")


def little(game: Game, *seats: int, seed: int = 0) -> Reviewer:
    """A reviewer who hardly looks."""
    reviewer = Reviewer(game, seats or None, seed=seed)
    reviewer.effort = LITTLE
    return reviewer


@pytest.fixture(scope="module", params=RECORDS)
def game(request: pytest.FixtureRequest) -> Game:
    """A finished game."""
    return load(FOLDER / f"{request.param}.kerys").verify()


@pytest.fixture(scope="module")
def found(game: Game) -> Review:
    """Its review, for the first seat."""
    reviewer = little(game, 0)
    return reviewer.sum_up([reviewer.at(ply) for ply in reviewer.plies])


def test_the_parts_of_a_result_add_up(game: Game, found: Review) -> None:
    winners = game.ranks.count(1)
    for player in found.players:
        parts = player.luck_and_skill
        total = math.fsum((parts.fair, parts.deal, parts.own, parts.others, parts.revealed))
        assert total == pytest.approx(parts.result, abs=1e-9)
        assert parts.result == (1 / winners if game.ranks[player.seat] == 1 else 0)
    for step in found.steps:
        for seat in range(game.players):
            change = step.decided[seat] + step.revealed[seat]
            assert change == pytest.approx(step.after[seat] - step.before[seat], abs=1e-9)
    assert [step.first for step in found.steps[1:]] == [step.last for step in found.steps[:-1]]


def test_only_the_wanted_seat_is_judged(game: Game, found: Review) -> None:
    mine = [ply for ply in range(game.ply) if game.move_at(ply).seat == 0]
    assert [one.ply for one in found.judgements] == mine
    accuracy = found.of(0).accuracy
    assert accuracy is not None
    assert 0 <= accuracy <= 100
    assert sum(found.of(0).verdicts.values()) == len(mine)
    assert found.of(1).accuracy is None
    for one in found.judgements:
        assert one.loss >= 0
        assert one.loss == pytest.approx(max(0.0, one.chance_before - one.chance_after))
        assert one.sealed or one.chance_before >= one.chance_after
        assert one.move not in [other.move for other in one.alternatives]
        assert 1 <= len(one.alternatives) <= 3
        legal = [action.text for action in game.view(0, one.ply).legal]
        assert {one.move, *(other.move for other in one.alternatives)} <= {*legal}


def test_a_decision_is_judged_from_the_view_alone(game: Game) -> None:
    """The same judgement comes from the redacted view, without the game."""
    reviewer = Reviewer(game, depth="quick", seed=3)
    for ply in random.Random(1).sample(range(game.ply), 3):
        seat = game.move_at(ply).seat
        answer = reviewer.action_at(ply)
        alone = judge_answer(game.view(seat, ply), answer, depth="quick", seed=3)
        assert reviewer.at(ply).judgement == alone


def test_the_order_of_the_work_does_not_matter(game: Game) -> None:
    plies = random.Random(2).sample(range(game.ply), 4)
    first, second = little(game), little(game)
    forward = {ply: first.at(ply) for ply in plies}
    backward = {ply: second.at(ply) for ply in reversed(plies)}
    assert forward == backward
    assert little(game, seed=1).at(plies[0]) != forward[plies[0]]


def test_reviews_survive_plain_values(game: Game, found: Review) -> None:
    reviewer = little(game, 0)
    for ply in (0, game.ply // 2, game.ply - 1):
        one = reviewer.at(ply)
        assert ply_from_plain(json.loads(json.dumps(ply_to_plain(one)))) == one
    plain = json.loads(json.dumps(review_to_plain(found)))
    assert plain["players"][0]["verdicts"]["best"] == found.of(0).verdicts[Verdict.BEST]
    assert plain["chances"][-1]["ply"] == game.ply


def test_pictures_and_reports_are_complete(game: Game, found: Review) -> None:
    drawn = ElementTree.fromstring(chances_svg(found, game, "light", lambda ply: f"#{ply}"))
    links = [one.get("href") for one in drawn.iter("{http://www.w3.org/2000/svg}a")]
    assert links == [f"#{step.last}" for step in found.steps]
    ElementTree.fromstring(waterfall_svg(found, 0, "dark"))
    report = report_html(found, game)
    assert report.count("<svg") == 2
    for name in game.names:
        assert name in report
    text = "\n".join(review_lines(found, game, every=True))
    assert all(f"{one.ply + 1}." in text for one in found.judgements)


def test_plots_show_everyone(found: Review) -> None:
    chances = plot_chances(found)
    assert [line.get_label() for line in chances.get_lines()] == list(found.names)
    fall = plot_luck_and_skill(found, 0)
    assert [one.get_text() for one in fall.get_xticklabels()] == list(luck_titles())
    parts = found.of(0).luck_and_skill
    height = fall.patches[-1].get_extents().height
    assert (height > 0) == (parts.result > 0)


def test_passing_at_once_is_a_blunder() -> None:
    table = kerys.new("mykerinos", players=4, seed=4)
    view = table.view(table.actors[0])
    give_up = next(action for action in view.legal if action.text == "pass")
    judged = judge_answer(view, give_up, depth="quick")
    assert judged.verdict is Verdict.BLUNDER
    assert judged.alternatives[0].move == "place"
    place = next(action for action in view.legal if action.text == "place")
    assert judge_answer(view, place, depth="quick").verdict is Verdict.BEST


@pytest.mark.parametrize(("move", "looks"), [("pass", 2), ("place", 1)])
def test_what_seems_to_lose_much_is_looked_at_again(move: str, looks: int) -> None:
    """A verdict on it rests on other luck and more worlds than the suspicion."""
    asked: list[tuple[int, int, float]] = []
    found: list[Action] = []

    class Watched(Analyst):
        def analyse(self, *given: Any, **more: Any) -> Analysis:
            _view, tree, compared, rng, *_rest = given
            asked.append((tree, compared, random.Random(str(rng.getstate())).random()))
            found.extend(more.get("also", ()))
            return super().analyse(*given, **more)

    table = kerys.new("mykerinos", players=4, seed=4)
    view = table.view(table.actors[0])
    answer = next(action for action in view.legal if action.text == move)
    judge_answer(view, answer, depth="quick", analyst=Watched())
    assert len(asked) == looks
    if looks == 2:
        (tree, compared, luck), (more, further, other) = asked
        again = DEPTHS["quick"].again
        assert (more, further) == (again * tree, again * compared)
        assert luck != other
        assert "place" in [one.text for one in found], "what the first look found isn't lost"


def test_verdicts_go_by_what_is_lost_for_certain() -> None:
    assert verdict_of(0.0, 0.0) is Verdict.BEST
    assert verdict_of(0.03, 0.04) is Verdict.BEST
    assert verdict_of(INACCURATE - 0.001, 0.0) is Verdict.GOOD
    assert verdict_of(INACCURATE, 0.0) is Verdict.INACCURACY
    assert verdict_of(MISTAKEN + 0.01, 0.02) is Verdict.INACCURACY
    assert verdict_of(MISTAKEN + 0.01, 0.005) is Verdict.MISTAKE
    assert verdict_of(BLUNDERED, 0.0) is Verdict.BLUNDER


def test_wrong_use_is_refused() -> None:
    table = kerys.new("ys", players=2, seed=1)
    with pytest.raises(GameError, match="Only a finished game"):
        review(table)
    over = load(FOLDER / "ys-2p.kerys")
    with pytest.raises(GameError, match="quick, standard, deep"):
        review(over, depth="endless")
    with pytest.raises(kerys.SeatError):
        review(over, seats=2)
    with pytest.raises(kerys.SeatError, match="at least one"):
        review(over, seats=())
    with pytest.raises(TypeError, match=r"kerys\.load\('friday\.kerys'\)"):
        review("friday.kerys")  # type: ignore[arg-type]
    assert list(DEPTHS) == ["quick", "standard", "deep"]


# --- Luck and skill over many games ------------------------------------------------------------


def played(key: bytes, *bots: str) -> Game:
    """A game of bots with two players from a key."""
    table, rng = kerys.new("mykerinos", players=2, key=key), random.Random(5)
    seated = [bot_named(name) for name in bots]
    while not table.over:
        seat = table.actors[0]
        table.push(seat, seated[seat].choose(table.view(seat), Budget(worlds=4), rng))
    return table


def parts_of(table: Game, seat: int, seed: int = 0) -> LuckAndSkill:
    """Where the result of a seat came from."""
    reviewer = little(table, seat, seed=seed)
    return reviewer.sum_up([reviewer.at(ply) for ply in reviewer.plies]).of(seat).luck_and_skill


Pairs = list[tuple[LuckAndSkill, LuckAndSkill, LuckAndSkill]]


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    """Deals played by greedy: against itself, and against random in one seat and in the other."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        # No second looks: they take most of the time, and only verdicts rest on them.
        patch.setattr("kerys.study.review.reviewer.SUSPECTED", 1.0)
        for number in range(5):
            key = bytes([number]) * 32
            found.append(
                (
                    parts_of(played(key, "greedy", "greedy"), 0),
                    parts_of(played(key, "random", "greedy"), 0),
                    parts_of(played(key, "greedy", "random"), 1, seed=1),
                )
            )
    return found


def error(numbers: list[float]) -> float:
    """The standard error of a mean."""
    return statistics.stdev(numbers) / math.sqrt(len(numbers))


def test_the_luck_of_mirrored_deals_cancels(pairs: Pairs) -> None:
    """One player has both seats of a deal in turn: what the deal gave, it takes back."""
    deals = [first.deal + second.deal for _better, first, second in pairs]
    luck = [first.luck + second.luck for _better, first, second in pairs]
    assert all(deals), "the reviews had different luck"
    assert abs(statistics.fmean(deals)) < 3 * error(deals)
    assert abs(statistics.fmean(luck)) < 3 * error(luck)


def test_a_better_player_gains_on_skill_and_not_on_luck(pairs: Pairs) -> None:
    skill = [better.own - worse.own for better, worse, _other in pairs]
    luck = [better.luck - worse.luck for better, worse, _other in pairs]
    assert statistics.fmean(skill) > 3 * error(skill)
    assert abs(statistics.fmean(luck)) < 3 * error(luck)
