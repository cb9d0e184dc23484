"""A third game from a separate package: installed next to Kerys, it can be played everywhere.

Both packages are installed from their distributions, into a fresh virtual environment; the
libraries they need come from the environment of the tests.
"""

from __future__ import annotations

import json
import shlex
import shutil
import site
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from kerys.bots import level_names
from tests.browser import people
from tests.browser.conftest import ARGUMENTS
from tests.browser.finding import find_chromium
from tests.browser.people import PATIENCE_MS, Arrive, next_to_decide
from tests.browser.shots import shot
from tests.docs.pages import blocks
from tests.packaging.conftest import ROOT, Built, Environment, build
from tests.research.batches import SMALL_BLOCKS
from tests.serving import AT_ONCE, Process

EXAMPLE = ROOT / "examples" / "liars-dice"


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Both packages, freshly installed."""
    folder = tmp_path_factory.mktemp("liars-dice")
    (folder / "wheel").mkdir()
    shutil.copytree(EXAMPLE, folder / "sources")
    found = Environment(folder)
    example = build("wheel", folder / "sources", folder / "wheel")
    found.install("--no-deps", str(built.wheel), str(example))
    (found.packages / "libraries.pth").write_text("\n".join(site.getsitepackages()) + "\n")
    found.lend_compiled()
    return found


def test_it_is_installed_beside_kerys_and_found(installed: Environment) -> None:
    found = installed.run(
        "python", "-c", "import kerys, liars_dice; print(kerys.__file__, liars_dice.__file__)"
    )
    assert all(file.startswith(str(installed.folder)) for file in found.split())
    listed = installed.run("kerys", "games")
    assert "liars_dice: Liar's Dice" in listed
    assert "ys: Ys" in listed
    assert "--option dice_each=4" in installed.run("kerys", "games", "liars_dice")


def test_its_own_tests_pass_with_the_contract_suite(installed: Environment) -> None:
    shown = installed.run(
        "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests")
    )
    assert " passed" in shown.splitlines()[-1]


FROM_PYTHON = """
import random
import kerys

game, dice = kerys.new("liars_dice", players=5, seed=7, dice_each=3), random.Random(7)
while not game.over:
    seat = game.actors[0]
    view = game.view(seat)
    assert "under the cup" in view.text(width=60) and view.svg().startswith("<svg")
    assert view.png(width=600).startswith(b"\\x89PNG")
    assert view.resample(1).view(seat).state.tobytes() == view.state.tobytes()
    game.push(seat, dice.choice(view.legal))
told = [line for one in game.story(0) for line in one.sentences]
assert told[-1].endswith((" wins.", "You win.")), told[-1]
game.record().save("dice.kerys")
assert kerys.load("dice.kerys").verify().scores == game.scores
assert kerys.load("dice.kerys").json()["deal"]["rolls"]
"""


def test_it_is_played_from_python_with_pictures_stories_and_records(installed: Environment) -> None:
    installed.run("python", "-c", FROM_PYTHON)
    assert installed.run("kerys", "verify", "dice.kerys").startswith("Verified: ")
    assert "bid" in installed.run("kerys", "show", "dice.kerys")
    installed.run("kerys", "replay", "dice.kerys", "--ply", "4", "--png", "dice.png")
    assert (installed.folder / "dice.png").read_bytes().startswith(b"\x89PNG")


def test_it_is_played_at_the_prompt(installed: Environment) -> None:
    words = ("play", "liars_dice", "--players", "3", "--bots", "apprentice,journeyman")
    shown = installed.run(
        "kerys", *words, "--option", "dice_each=3", "--file", "typed.kerys", typed="1\n" * 400
    )
    assert "The record is typed.kerys" in shown
    assert installed.run("kerys", "verify", "typed.kerys").startswith("Verified: ")


def test_all_levels_play_it_in_the_arena(installed: Environment) -> None:
    levels = level_names()
    for seated in (levels[:4], levels[4:]):
        shown = installed.run(
            *("kerys", "arena", "liars_dice", "--bots", ",".join(seated), "--games", "4"),
            *("--worlds", "8", "--option", "dice_each=3", "--json"),
        )
        found = json.loads(shown)
        assert [row["name"] for row in found["bots"]] == list(seated)
        assert all(row["faults"] == 0 for row in found["bots"])


@pytest.mark.parametrize("bot", ["search", "greedy"])
def test_playouts_and_score_beat_chance(installed: Environment, bot: str) -> None:
    shown = installed.run(
        *("kerys", "arena", "liars_dice", "--bots", f"{bot},random", "--games", "40"),
        *("--worlds", "100", "--option", "dice_each=3", "--json"),
    )
    shares = {row["name"]: row["share"] for row in json.loads(shown)["bots"]}
    assert shares[bot] > 0.7, shares


BATCHES = """
import hashlib, sys
from kerys.research import Batch

batch = Batch("liars_dice", n=3, players=2, dice_each=3, seed=3, device=sys.argv[1])
digest, ended = hashlib.sha256(), 0
for _ in range(30):
    batch.step(batch.sample())
    for array in (batch.seats, batch.observations, batch.masks, batch.rewards, batch.done):
        on_host = array if hasattr(array, "tobytes") else array.copy_to_host()
        digest.update(on_host.tobytes())
    ended += int(on_host.sum())
assert ended > 1, "the next deals are compared too"
print(digest.hexdigest())
"""


def test_batches_on_the_cpu_and_on_a_simulated_gpu_are_equal(installed: Environment) -> None:
    on_cpu = installed.run("python", "-c", BATCHES, "cpu")
    on_gpu = installed.run(
        *("python", "-W", "ignore", "-c", f"{SMALL_BLOCKS}\n{BATCHES}", "gpu"),
        NUMBA_ENABLE_CUDASIM="1",
        NUMBA_DISABLE_JIT="1",
    )
    assert on_gpu == on_cpu


ENVIRONMENTS = """
import random
import numpy as np
from pettingzoo.test import api_test, parallel_api_test
import pyspiel
import gymnasium
import kerys.research.gymnasium, kerys.research.openspiel
from kerys.research.pettingzoo import env, parallel_env

api_test(env("liars_dice", players=3), num_cycles=50)
parallel_api_test(parallel_env("liars_dice", players=3), num_cycles=50)
game = pyspiel.load_game("python_kerys_liars_dice(players=6,seed=1)")
state = game.new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    else:
        assert state.observation_tensor()
        state.apply_action(random.Random(1).choice(state.legal_actions()))
assert abs(sum(state.returns())) < 1e-6
seat = gymnasium.make("kerys/liars_dice-v0", players=2, bots="random", seat=0)
observation, info = seat.reset(seed=1)
over = False
while not over:
    observation, reward, over, _, info = seat.step(int(np.argmax(info["action_mask"])))
"""


def test_it_is_an_environment_of_pettingzoo_gymnasium_and_openspiel(installed: Environment) -> None:
    installed.run("python", "-W", "ignore", "-c", ENVIRONMENTS)


# --- In the browser ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser."""
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=find_chromium(), args=list(ARGUMENTS))
        yield found
        found.close()


def test_two_people_and_bots_play_it_in_the_browser(
    installed: Environment, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "PATIENCE_MS", 20 * PATIENCE_MS)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    for name, value in installed.variables.items():
        monkeypatch.setenv(name, value)
    # Bots of a site compile at low priority, which is slow while other tests run: compile first.
    play = ("kerys", "arena", "liars_dice", "--bots", "beginner,random", "--games", "2")
    installed.run(*play, "--worlds", "8", "--json")
    with Process(tmp_path, program=AT_ONCE, python=str(installed.bin / "python")) as server:
        arrive = Arrive(browser, server)
        ada, ben = arrive("Ada"), arrive("Ben", phone=True)
        ada.go("/")
        expect(ada.page.get_by_role("heading", name="Liar's Dice")).to_be_visible()
        ada.go("/new/liars_dice?players=6")
        assert ada.page.locator("select[name=dice_each] option").count() == 3
        bots = ["beginner"] * 4
        ada.start("liars_dice", "me", "friend", *bots, choices={"dice_each": "2"})
        ben.accept(ada.invitation())
        decided: list[people.Visitor] = []
        while (deciding := next_to_decide((ada, ben))) is not None:
            deciding.decide(-1 if len(decided) % 2 else 0)
            decided.append(deciding)
            if len(decided) == 2:
                shot(ada.page, "liars-dice-Ada")
                shot(ben.page, "liars-dice-Ben")
        assert {*decided} == {ada, ben}, "nobody loses a die, or wins, without a decision"
        assert ada.result() == ben.result()
        assert len(ada.result()) == 6
        arrive.all_leave()
        assert "Traceback" not in server.said(), server.said()


# --- Its page ----------------------------------------------------------------------------------

PAGE = ROOT / "docs" / "add-a-game.md"


def test_the_page_shows_the_code_as_it_is() -> None:
    sources = [path.read_text("utf-8") for path in sorted(EXAMPLE.rglob("*.py"))]
    sources.append((EXAMPLE / "pyproject.toml").read_text("utf-8"))
    shown = [*blocks(PAGE, "py"), *blocks(PAGE, "toml")]
    assert len(shown) > 6
    for block in shown:
        if "check_game" not in block:  # the page has its own invariant check and scorer there
            assert any(block in source for source in sources), block


def test_the_commands_of_the_page_run(installed: Environment) -> None:
    found = [line for block in blocks(PAGE, "shell") for line in block.splitlines()]
    assert len(found) > 2
    for command in found:
        assert installed.run(*shlex.split(command), typed="1\n" * 400), command
