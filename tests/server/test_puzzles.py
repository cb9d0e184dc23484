"""Puzzles on the site: one try, the verdict, ratings, and nothing told too early."""

from __future__ import annotations

import re
from html import unescape

import pytest

from kerys.server.site import Site
from kerys.study.puzzles.puzzle import Puzzle
from kerys.study.puzzles.puzzle_file import puzzle_called, puzzles_of
from kerys.study.puzzles.schedule import puzzle_of_day, today
from tests.server.tools import PASSWORD, guests
from tests.server.visitor import Visitor, Visitors

GAMES = ("mykerinos", "ys")
RATING = re.compile(r'id="own-rating">(\d+)')


def shown(visitor: Visitor) -> str:
    assert visitor.answer is not None
    return unescape(visitor.answer.text)


def rating_of(visitor: Visitor) -> int:
    found = RATING.search(shown(visitor))
    assert found
    return int(found[1])


def reply_of(visitor: Visitor) -> str:
    found = re.search(r'id="reply".*?<h2>(.*?)</h2>', shown(visitor), re.DOTALL)
    return found[1] if found else ""


def some(game: str, number: int = 0) -> Puzzle:
    """A puzzle that isn't today's."""
    daily = puzzle_of_day(puzzles_of(game), today())
    return [one for one in puzzles_of(game) if one is not daily][number]


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.id}"


def percent(chance: float) -> str:
    return f"<td>{100 * chance:.0f}%</td>"


@pytest.mark.parametrize("game", GAMES)
def test_the_puzzle_of_the_day_is_solved_without_scripts(visitors: Visitors, game: str) -> None:
    ann = visitors()
    assert f"/puzzles/{game}" in ann.get("/").text
    assert f"/puzzles/{game}/practise" in ann.get(f"/learn/{game}").text
    ann.get(f"/puzzles/{game}")
    assert "Puzzle of the day" in shown(ann)
    assert today().isoformat() in shown(ann)
    puzzle = puzzle_of_day(puzzles_of(game), today())
    assert set(ann.form("/move").choices["move"]) == set(puzzle.view.legal_texts())
    before = rating_of(ann)
    ann.send("/move", move=puzzle.best.move)
    assert reply_of(ann) == "Solved"
    assert rating_of(ann) > before
    assert "<dt>In a row</dt><dd>1" in shown(ann)
    again = ann.get(f"/puzzles/{game}")
    assert reply_of(ann) == "Solved", "it is kept"
    assert again.status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_answer_gets_its_chance_and_the_best_ones(visitors: Visitors, game: str) -> None:
    puzzle, ann = some(game), visitors()
    worst = puzzle.answers[-1]
    ann.get(address(puzzle))
    before = rating_of(ann)
    ann.send("/move", move=worst.move)
    assert reply_of(ann) == "Not the best"
    for one in (*puzzle.answers[:3], worst):
        assert percent(one.chance) in shown(ann)
    assert shown(ann).count("your answer") == 1
    assert rating_of(ann) < before
    assert address(puzzle) + "?again=yes" in ann.page.links
    assert f"/puzzles/{game}/practise" in ann.page.links


def test_only_the_first_try_is_rated(visitors: Visitors) -> None:
    puzzle, ann = some("ys"), visitors()
    ann.get(address(puzzle))
    ann.send("/move", move=puzzle.answers[-1].move)
    after = rating_of(ann)
    ann.get(address(puzzle) + "?again=yes")
    assert reply_of(ann) == ""
    ann.send("/move", move=puzzle.best.move)
    assert reply_of(ann) == "Solved"
    assert rating_of(ann) == after
    ann.get(address(puzzle))
    assert reply_of(ann) == "Not the best", "what counted stays"


def test_the_solution_can_be_shown_and_counts_as_a_try(visitors: Visitors) -> None:
    puzzle, ann = some("ys"), visitors()
    ann.get(address(puzzle))
    before = rating_of(ann)
    ann.send("/solution")
    assert reply_of(ann) == "The solution"
    assert percent(puzzle.best.chance) in shown(ann)
    assert rating_of(ann) < before


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_the_solution_is_sent_before_a_try(visitors: Visitors, game: str) -> None:
    puzzle = some(game)
    page = visitors().get(address(puzzle)).text
    assert percent(puzzle.best.chance) not in page
    assert "answers-told" not in page
    assert puzzle.secret.key.hex() not in page
    legal = puzzle.view.legal_texts()
    listed = re.findall(r'<option value="(.*?)">', page)
    assert listed == legal, "in the order of the rules, the best one unmarked"
    part = visitors().client.get(address(puzzle), headers={"HX-Request": "true"}).text
    assert "answers-told" not in part


def test_practice_brings_each_puzzle_once(visitors: Visitors) -> None:
    ann, seen = visitors(), set[str]()
    for _number in range(2):
        ann.get("/puzzles/ys/practise")
        name = ann.path.rsplit("/", 1)[1]
        assert puzzle_called("ys", name)
        assert name not in seen
        seen.add(name)
        ann.send("/solution")


def test_practice_goes_on_after_the_last_puzzle(site: Site, visitors: Visitors) -> None:
    ann = visitors()
    for puzzle in puzzles_of("ys"):
        ann.post(address(puzzle) + "/solution")
    ann.get("/puzzles/ys/practise")
    assert ann.status == 200
    assert reply_of(ann) == ""


def test_an_impossible_answer_is_refused_and_not_counted(visitors: Visitors) -> None:
    puzzle, ann = some("ys"), visitors()
    for odd in ("", "fly", "bid 4+3"):
        ann.post(address(puzzle) + "/move", {"move": odd})
        assert ann.problem
        assert reply_of(ann) == ""
    ann.get(address(puzzle))
    assert reply_of(ann) == ""


@pytest.mark.parametrize(
    "path", ["/puzzles/chess", "/puzzles/ys/nothing", "/puzzles/chess/practise", "/puzzles"]
)
def test_what_is_not_there_is_not_found(visitors: Visitors, path: str) -> None:
    ann = visitors()
    assert ann.get(path).status_code == 404
    assert ann.post(f"{path}/move", {"move": "x"}).status_code in (404, 405)


# --- What is kept ------------------------------------------------------------------------------


def test_ratings_of_both_change_with_a_first_try(site: Site) -> None:
    (ann,) = guests(site, "Ann")
    kept, puzzle = site.puzzles_tried, some("ys")
    assert kept.rating(puzzle).rating == puzzle.rating
    tried = kept.add(ann, puzzle, puzzle.best.move, True)
    assert tried.change > 0
    assert kept.rating(puzzle).rating < puzzle.rating
    assert kept.ratings("ys") == {puzzle.id: kept.rating(puzzle).rating}
    standing = kept.standing(ann, "ys")
    assert (standing.streak, standing.longest, standing.tries, standing.solved) == (1, 1, 1, 1)
    assert kept.add(ann, puzzle, "", False) == tried, "a second try changes nothing"
    assert kept.standing(ann, "ys") == standing
    kept.add(ann, some("ys", 1), "", False)
    after = kept.standing(ann, "ys")
    assert (after.streak, after.longest, after.tries, after.solved) == (0, 1, 2, 1)
    assert kept.standing(ann, "mykerinos").tries == 0
    assert kept.standing(None, "ys").tries == 0
    assert kept.of(None, "ys") == {}


def test_what_a_guest_has_solved_becomes_the_accounts(site: Site) -> None:
    ann, guest = guests(site, "Ann", "A guest")
    site.people.make_account(ann, "ann-solves", PASSWORD)
    kept, first, second = site.puzzles_tried, some("ys"), some("ys", 1)
    kept.add(ann, first, first.best.move, True)
    mine = kept.standing(ann, "ys")
    kept.add(guest, first, "", False)
    for one in (second, some("ys", 2)):
        kept.add(guest, one, one.best.move, True)
    kept.add(guest, some("mykerinos"), "", False)
    theirs = kept.standing(guest, "mykerinos")
    site.people.sign_in("ann-solves", PASSWORD, guest)
    assert {one: tried.solved for one, tried in kept.of(ann, "ys").items()} == {
        first.id: True,
        second.id: True,
        some("ys", 2).id: True,
    }
    assert kept.standing(ann, "ys").rating == mine.rating, "the account's own rating stays"
    assert kept.standing(ann, "ys").longest == 2, "the longer series counts"
    assert kept.standing(ann, "mykerinos") == theirs
    assert kept.of(guest, "ys") == {}
