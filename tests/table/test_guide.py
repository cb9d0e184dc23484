"""The guides: complete, consistent with the code's tables, and citing only rules that exist."""

from __future__ import annotations

import re

import pytest

from kerys.draw.palette import THEMES
from kerys.draw.parts import part_picture, portrait_picture
from kerys.games import GAMES
from kerys.games.mykerinos import components as mykerinos
from kerys.games.mykerinos.wording import questions as mykerinos_questions
from kerys.games.mykerinos.wording.names import PATRONS
from kerys.games.ys import components as ys
from kerys.games.ys.wording import questions as ys_questions
from kerys.games.ys.wording.names import AREA_WORDS, CHARACTERS
from kerys.games.ys.wording.refusals import WINDOWS
from kerys.kernel.contract import SPECTATOR
from kerys.table.errors import GameError
from kerys.table.guide import Grid, Guide, GuideError, Picture, Portrait, guide_of, plain
from kerys.table.guide_source import sections
from kerys.table.record import load
from kerys.table.rulebook import RULE_ID, statements

GUIDES = [name for name in GAMES if GAMES[name].wording.guide]


def text_of(guide: Guide, anchor: str) -> str:
    """All words of a section and its subsections."""
    return " ".join(
        plain(one.words) for part in guide.find(anchor) for one in part.paragraphs()
    ).replace("\n", " ")


def table_of(guide: Guide, anchor: str) -> list[list[str]]:
    """The rows of the first table of a section, including the header."""
    (grid,) = [one for one in guide.find(anchor)[0].blocks if isinstance(one, Grid)]
    return [[plain(cell) for cell in row] for row in (grid.head, *grid.rows)]


def numbers(cells: list[str]) -> list[int]:
    return [int(cell.replace("\u2212", "-")) for cell in cells]


@pytest.mark.parametrize("game", GUIDES)
def test_every_rule_of_a_guide_exists_and_no_id_is_in_its_words(game: str) -> None:
    found = [one for part in guide_of(game).sections for one in part.paragraphs()]
    assert len({rule for one in found for rule in one.rules}) > 60
    for one in found:
        assert set(one.rules) <= statements().keys(), plain(one.words)
        assert not RULE_ID.search(plain(one.words))
        assert "{" not in plain(one.words)


@pytest.mark.parametrize("game", GUIDES)
def test_anchors_are_unique_and_links_lead_to_them(game: str) -> None:
    guide = guide_of(game)
    anchors = [one.anchor for one in guide.sections]
    assert len(set(anchors)) == len(anchors)
    lines = [one.words for part in guide.sections for one in part.paragraphs()]
    grids = [block for part in guide.sections for block in part.blocks if isinstance(block, Grid)]
    lines += [cell for grid in grids for row in grid.rows for cell in row]
    links = [one.link for line in lines for one in line if one.link]
    assert links
    assert {link.removeprefix("#") for link in links} <= set(anchors)


@pytest.mark.parametrize("game", GUIDES)
def test_every_picture_and_portrait_draws(game: str) -> None:
    guide = guide_of(game)
    assert len(guide.pictures) >= 6
    for one in guide.pictures.values():
        assert one.about
        assert one.caption
        for theme in THEMES:
            drawn = part_picture(guide.view(one), one.part, theme)
            assert drawn.count("<path") + drawn.count("<circle") > 5
    for section in guide.sections:
        if section.portrait:
            assert section.portrait.name == section.anchor
            assert portrait_picture(game, section.portrait.name, "light").count("<path") > 5


@pytest.mark.parametrize("game", GUIDES)
def test_every_variant_is_explained(game: str) -> None:
    guide = guide_of(game)
    titles = " ".join(one.title for one in guide.sections)
    for switch in GAMES[game].wording.switches:
        for choice in switch.others:
            where = f"{titles} {text_of(guide, 'two-players')}".lower()
            assert choice.title.lower() in where, choice.title
    assert text_of(guide, "two-players")


def test_every_character_has_its_picture_moment_and_effect() -> None:
    guide = guide_of("ys")
    moments = {row[0]: row[1].split(", ") for row in table_of(guide, "characters")[1:]}
    for number, name in enumerate(CHARACTERS):
        (section,) = guide.find(name)
        assert section.title == name
        assert isinstance(section.blocks[0], Portrait)
        window = ys.WINDOW_OF[number]
        said = WINDOWS[window]
        if window == ys.Window.AT_ONCE:
            said = "at once, when you win it"
        moment = f"{said[0].upper()}{said[1:]}"
        assert text_of(guide, section.anchor).startswith(f"{moment}. ")
        assert name in moments[moment], "the table of moments agrees"
    assert sum(map(len, moments.values())) == ys.CHARACTERS
    for anchor, word in (
        ("king", f"{ys.KING_POINTS} points"),
        ("prince", f"{ys.PRINCE_POINTS} points"),
        ("merchant", f"{ys.MERCHANT_POINTS} points instead of {ys.SHOPS_POINTS}"),
        ("mercenary", f"counts as {ys.MARKED_VALUE}"),
    ):
        assert word in text_of(guide, anchor)
    words = ("no", "one", "two", "three")
    assert f"{words[ys.JEWELER_GEMS]} gems" in text_of(guide, "jeweler")
    assert f"up to {words[ys.LOOKS]} hidden agents" in text_of(guide, "spy")
    assert f"at most {words[ys.CARDS_PER_ROUND]} characters" in text_of(guide, "characters")


def test_the_tables_of_ys_are_those_of_the_code() -> None:
    guide = guide_of("ys")
    gems = [numbers(row[1:]) for row in table_of(guide, "gems")[1:]]
    assert gems == ys.GEM_POINTS.tolist()
    head, points = table_of(guide, "black-gems")
    assert head[1:-1] == [str(number) for number in range(len(ys.BLACK_POINTS) - 1)]
    assert head[-1] == f"{len(ys.BLACK_POINTS) - 1} or more"
    assert numbers(points[1:]) == ys.BLACK_POINTS.tolist()
    assert numbers(table_of(guide, "kings-favour")[1][1:]) == ys.THRONE_POINTS.tolist()
    assert numbers(table_of(guide, "columns")[1][1:]) == ys.COLUMN_STEPS.tolist()
    values, counts = table_of(guide, "table")
    assert numbers(values[1:]) == list(range(ys.VALUES))
    assert numbers(counts[1:]) == ys.TEAM_SIZES[ys.FULL_TEAM].tolist()


def test_the_numbers_in_the_words_of_ys_are_those_of_the_code() -> None:
    guide = guide_of("ys")
    for area in AREA_WORDS:
        assert guide.find(area)[0].title == f"The {area}"
    prices = f"from {ys.LOWEST_PRICE} to {ys.HIGHEST_PRICE}. All of them start at {ys.START_PRICE}."
    assert prices in text_of(guide, "table")
    limits = f"No price goes below {ys.LOWEST_PRICE} or above {ys.HIGHEST_PRICE}."
    assert limits in text_of(guide, "columns")
    assert f"you score {ys.MARKET_POINTS} point at once" in text_of(guide, "place")
    assert f"scores {ys.SHOPS_POINTS} points at once" in text_of(guide, "shops")
    for team, said in (
        (ys.NEUTRAL_TEAM, "your own eleven: {}"),
        (ys.STRONG_TEAM, "they are {}"),
    ):
        have = [f"a {n}" for n in reversed(range(ys.VALUES)) if ys.TEAM_SIZES[team][n]]
        listed = f"{', '.join(have[:-1])} and {have[-1]}"
        assert said.format(listed) in text_of(guide, "two-players")
    assert ys.TEAM_SIZES[ys.FULL_TEAM].sum() == 11
    assert ys.TEAM_SIZES[ys.EXPRESS_TEAM].sum() == 9
    assert "nine agents" in text_of(guide, "express")
    assert (ys.TURNS, ys.EXPRESS_TURNS) == (4, 3)
    assert "three turns in a round instead of four" in text_of(guide, "express")


def test_the_tables_of_mykerinos_are_those_of_the_code() -> None:
    guide = guide_of("mykerinos")
    players, cubes = table_of(guide, "start")
    few, four = mykerinos.CUBES_A_SEASON, mykerinos.CUBES_A_SEASON_OF_FOUR
    assert (numbers(players[1:]), numbers(cubes[1:])) == ([2, 3, 4], [few, few, four])
    worth = [mykerinos.BEST_FIVE, mykerinos.BEST_THREE, mykerinos.BEST_TWO, mykerinos.NO_ROOM]
    assert numbers(table_of(guide, "cards")[1][1:]) == worth
    ranks = [row[0] for row in table_of(guide, "inspection")[1:]]
    assert ranks == ["1st", "2nd", "3rd and 4th"]


def test_the_numbers_in_the_words_of_mykerinos_are_those_of_the_code() -> None:
    guide = guide_of("mykerinos")
    table = text_of(guide, "table")
    assert f"there are {mykerinos.CUBES} in your colour" in table
    assert f"One of the {mykerinos.LOTS} lots shows {mykerinos.PATRONLESS_VALUE} points" in table
    assert "{} or {} points".format(*mykerinos.LOT_VALUES[1:]) in table
    assert mykerinos.LOTS_OF_PATRON == 7
    assert "Each is on seven lots." in table
    lots = mykerinos.SEASON_LOTS.tolist()
    start = text_of(guide, "start")
    assert f"{lots[0]} lots in four areas, or {lots[-1]} lots in six areas" in start
    assert f"you score {mykerinos.SET_POINTS} more points" in text_of(guide, "sets")
    two = text_of(guide, "two-players")
    own, neutral = mykerinos.CUBES_A_SEASON, mykerinos.NEUTRAL_CUBES_A_SEASON
    assert f"you take {own} cubes of your own and {neutral} neutral ones" in two
    assert f"on space {mykerinos.NEUTRAL_PASS_SPACE + 1} of the pass track" in two


def test_every_question_is_explained() -> None:
    asked = {"ys": [*ys_questions.RULES.values()], "mykerinos": []}
    asked["mykerinos"] += mykerinos_questions.RULES.values()
    asked["mykerinos"] += mykerinos_questions.KIND_RULES.values()
    for game, questions in asked.items():
        guide = guide_of(game)
        for rules in questions:
            told = guide.about_rules(rules)
            assert told, rules
            opening = set(guide.sections[0].paragraphs())
            assert not opening & set(told), "what the game is about explains no question"


def test_every_patron_has_its_picture_moment_and_effect() -> None:
    guide = guide_of("mykerinos")
    for name in PATRONS:
        (section,) = guide.find(name)
        assert isinstance(section.blocks[0], Portrait)
        assert text_of(guide, section.anchor).startswith("On your turn, from the second season on.")


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ("captain", "Captain"),
        ("CAPTAIN", "Captain"),
        ("The harbour", "The harbour"),
        ("two players", "Two players"),
        ("king's favour", "King's Favour"),
        ("favour", "King's Favour"),
        ("char", "Characters"),
    ],
)
def test_sections_are_found_by_name_by_words_and_by_their_beginning(
    wanted: str, title: str
) -> None:
    assert guide_of("ys").find(wanted)[0].title == title


def test_a_section_comes_with_those_below_it_and_no_more() -> None:
    found = guide_of("ys").find("city")
    assert [one.anchor for one in found] == ["city", "quarter", "harbour", "shops", "palace"]


@pytest.mark.parametrize("wanted", ["nonsense", "", "  ", "!"])
def test_an_unknown_word_is_refused_with_the_names_of_the_chapters(wanted: str) -> None:
    for look_up in (guide_of("ys").find, guide_of("ys").explain):
        with pytest.raises(GuideError, match="Its chapters are: table, round, ties, characters"):
            look_up(wanted)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            "ys",
            "city quarter harbour shops palace market line column price agent gem white ship order "
            "front screen throne neutral character captain bid bidding place placement scoring "
            "play pass tie round turn swap mark look end winner express hidden open variants",
        ),
        (
            "mykerinos",
            "region area lot cube space pyramid patron card museum room wing hall reserve personal "
            "common exhibition set season digging place extend pass inspection violet 2-room "
            "neutral tie track disc end winner start turn score",
        ),
    ],
)
def test_every_word_that_a_player_would_try_is_explained(game: str, words: str) -> None:
    for word in words.split():
        found = guide_of(game).explain(word)
        assert any(one.paragraphs() for one in found), word
        written = " ".join(
            [one.title for one in found]
            + [plain(one.words) for part in found for one in part.paragraphs()]
        )
        assert word[:3] in written.lower(), word


@pytest.mark.parametrize(
    ("game", "wanted", "titles"),
    [
        ("ys", "harbour", ["The harbour"]),
        ("ys", "gem", ["What is on the table", "Coloured gems"]),
        ("ys", "prices", ["What is on the table", "Columns move prices"]),
        ("mykerinos", "passing", ["2. Digging", "What is passing early good for?"]),
        ("mykerinos", "personal reserve", ["What is on the table"]),
        ("mykerinos", "mus", ["The museum"]),
    ],
)
def test_a_word_is_explained_by_its_definition_and_its_section(
    game: str, wanted: str, titles: list[str]
) -> None:
    assert [one.title for one in guide_of(game).explain(wanted)] == titles


def test_a_game_without_a_guide_says_so() -> None:
    with pytest.raises(GuideError, match="no guide for 'chess'"):
        guide_of("chess")


def test_the_source_is_read_into_its_parts() -> None:
    source = (
        "# One\n\nSome *soft* and **strong** words\non two lines. {YS-5.3 YS-R9}\n\n"
        "## Two {#second}\n\n1. first\n2. [link](#one) {YS-1.1}\n\n"
        '![What is seen.](game.kerys?ply=3&seat=1&part=market "Said of it.")\n'
    )
    one, two = sections(source)
    (words,) = one.paragraphs()
    assert plain(words.words) == "Some soft and strong words on two lines."
    assert words.rules == ("YS-5.3", "YS-R9")
    assert [run.text for run in words.words if run.strong] == ["strong"]
    assert (two.level, two.title, two.anchor) == (2, "Two", "second")
    assert [item.rules for item in two.paragraphs()] == [(), ("YS-1.1",)]
    picture = two.blocks[1]
    assert picture == Picture("game.kerys", 3, 1, "market", "What is seen.", "Said of it.")


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("no title", "begins with a title"),
        ("# Title\n\n> a quotation", r"line 3: .* blockquote_open"),
        ("# Title\n\n<b>tags</b>", "html_inline"),
        ("# Title\n\n- one\n  - two\n", "bullet_list_open"),
        ("# Title\n\n![picture](game.kerys?part=city)", "names a ply and a part"),
    ],
)
def test_what_guides_do_not_have_is_refused(source: str, problem: str) -> None:
    with pytest.raises(GuideError, match=problem):
        sections(source)


def test_an_unknown_part_of_a_drawing_is_refused_with_the_names_of_all() -> None:
    guide = guide_of("ys")
    (first, *_others) = guide.pictures.values()
    with pytest.raises(GameError, match=re.escape("'museum' of this drawing; there are: city")):
        part_picture(guide.view(first), "museum", "light")


TOLD = {
    "ys": (
        "Gwenael bids 3 and 3: 6.",
        "Nolwenn bids 4 and 3: 7.",
        "Riwal bids 3 and 2: 5.",
        "Katell bids 3 and 2: 5.",
        "The order of this round: Nolwenn, Gwenael, Katell, Riwal.",
        "Gwenael: 3, 3, 2, adding up to 8.",
        "Nolwenn: 4, 3, 3, adding up to 10.",
        "Riwal: 3, 2, 4, adding up to 9.",
        "Katell: 3, 2, 1, adding up to 6.",
        "Quarter 1 is revealed: Katell 8, Gwenael 7, Riwal 6, Nolwenn 4.",
        "Katell takes a white gem from the ship.",
        "Katell chooses a blue gem.",
        "Nolwenn wins the harbour of quarter 1: a black gem.",
        "Riwal wins the shops of quarter 1: 3 points.",
        "Gwenael wins the palace of quarter 1: the Jeweler.",
        "Quarter 4 is revealed: Riwal 4, Gwenael 1, Katell 0.",
        "Nolwenn wins line 1: a green gem.",
        "Nolwenn wins line 2: a yellow gem.",
        "Katell wins line 3: a red gem.",
        "Prices: blue -2 to 6, green +1 to 9, yellow +2 to 10, red -1 to 7.",
        "Nolwenn lowers yellow to 9.",
        "Riwal: gems 51, black gems 8, throne room 5; 88 points in total.",
        "Katell: gems 42, black gems 8, throne room 12; 88 points in total.",
    ),
    "mykerinos": (
        "Beatrix lays a cube on d5.",
        "Clementine lays a cube on d1.",
        "Area 1 is inspected: Ambrose 4, Beatrix 2, Horatio 1.",
        "Ambrose takes the left lot (Violet, 2 points).",
        "Beatrix puts a cube in the 5-room of Blackmore.",
        "Horatio takes the right lot (Tangerine, 2 points).",
        "Horatio: exhibition 33, sets 5; 47 points in total.",
    ),
}
"""What the examples in the guides say, as expected from the games in the pictures."""


@pytest.mark.parametrize("game", GUIDES)
def test_the_examples_are_what_happened(game: str) -> None:
    guide = guide_of(game)
    (record,) = {one.record for one in guide.pictures.values()}
    played = load(guide.folder / record).replay()
    told = [line for one in played.story(SPECTATOR) for line in one.sentences]
    start = 0
    for line in TOLD[game]:
        assert line in told[start:], line
        start = told.index(line, start)


def test_the_end_of_the_example_is_what_its_caption_says() -> None:
    guide = guide_of("ys")
    last = guide.pictures["guide-249-result"]
    position = guide.view(last).plain()
    prices = position["prices"]
    assert sorted(prices, key=lambda colour: -prices[colour]) == ["green", "red", "blue", "yellow"]
    gems = [player["gems"] for player in position["players"]]
    assert [one["green"] for one in gems[:2]] == [9, 8]
    assert [one["yellow"] for one in gems] == [6, 5, 6, 2]
    assert [sum(one.values()) for one in gems[2:]] == [26, 21]
