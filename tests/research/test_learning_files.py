"""The files of a training: settings, run folder, checkpoint and network; typed errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from kerys.bots import BotError
from kerys.bots.network.network_file import (
    MATRICES,
    DamagedNetworkError,
    Network,
    NetworkFileError,
    NetworkFormatError,
    NetworkSizeError,
    OtherGameError,
    OtherObservationError,
    read,
)
from kerys.cli.train import train
from kerys.games import GAMES
from kerys.kernel.contract import OptionsError
from kerys.research.learning.configuration import (
    Configuration,
    TrainingError,
    configuration,
    of_plain,
)
from kerys.research.learning.run_folder import MOST_BYTES, RunFolder
from tests.research.learning import small, trainer

SETTINGS = """
[network]
wide = 16
narrow = 8
[[variants]]
rows = 64
options = { players = 2, mini = true }
[cloning]
decisions = 1000
[play]
steps = 8
minibatch = 256
[evaluation]
deals = 2
"""


def network(**changes: int) -> Network:
    rules = GAMES["mykerinos"]
    sizes: dict[str, Any] = {
        "observation_version": rules.environment,
        "inputs": rules.observation_size,
        "wide": 8,
        "narrow": 4,
        "actions": rules.actions,
        "owners": rules.most_owners,
        **changes,
    }
    luck = np.random.default_rng(0)
    nothing: dict[str, Any] = dict.fromkeys(ARRAYS, np.zeros(0, np.float32))
    blank = Network("mykerinos", **sizes, **nothing)
    arrays: dict[str, Any] = {
        name: luck.standard_normal(shape).astype(np.float32)
        for name, shape in blank.shapes().items()
    }
    return Network("mykerinos", **sizes, **arrays, about={"decisions": 7})


ARRAYS = [name for name in Network.__dataclass_fields__ if name.endswith(("_weights", "_bias"))]


def command(*arguments: object) -> Result:
    return CliRunner().invoke(train, [str(one) for one in arguments])


def test_a_network_comes_back_from_its_file(tmp_path: Path) -> None:
    written = network()
    written.write(tmp_path / "net.npz")
    found = read(tmp_path / "net.npz", GAMES["mykerinos"])
    assert (found.game, found.wide, found.narrow) == ("mykerinos", 8, 4)
    assert found.about == {"decisions": 7}
    for name in ARRAYS:
        kept, array = getattr(written, name), getattr(found, name)
        assert array.dtype == np.float32
        assert np.array_equal(array, kept.astype(np.float16) if name in MATRICES else kept)


def test_the_same_network_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        network().write(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize("part", [0.0, 0.4, 0.99])
def test_a_damaged_file_is_refused(part: float, tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    network().write(path)
    data = path.read_bytes()
    path.write_bytes(data[: int(part * len(data))])
    with pytest.raises(DamagedNetworkError, match=r"net\.npz"):
        read(path)
    path.write_text("not a network", "utf-8")
    with pytest.raises(DamagedNetworkError):
        read(path)


def test_a_file_with_numbers_that_are_none_is_refused(tmp_path: Path) -> None:
    found = network()
    found.policy_bias[3] = np.nan
    with pytest.raises(NetworkSizeError, match="policy_bias"):
        found.write(tmp_path / "net.npz")
    found.policy_bias[3] = 0.0
    found.first_weights[0, 0] = 1e6
    with pytest.raises(NetworkSizeError, match="first_weights"):
        found.write(tmp_path / "net.npz")
    assert list(tmp_path.iterdir()) == []


def test_a_network_too_large_for_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NetworkSizeError, match="narrower"):
        network(wide=4096, narrow=512).write(tmp_path / "net.npz")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_does_not_fit_is_refused_with_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    network().write(path)
    with pytest.raises(OtherGameError, match="mykerinos, not for ys"):
        read(path, GAMES["ys"])
    network(observation_version=77).write(path)
    with pytest.raises(OtherObservationError, match=r"version of the observation .* was 77"):
        read(path)
    network(inputs=5).write(path)
    with pytest.raises(OtherObservationError, match=r"length of the observation .* was 5"):
        read(path)
    with pytest.raises(NetworkFileError, match="no network file"):
        read(tmp_path / "nowhere.npz")


def test_a_file_of_another_format_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "net.npz"
    with monkeypatch.context() as patched:
        patched.setattr("kerys.bots.network.network_file.FORMAT", 99)
        network().write(path)
    with pytest.raises(NetworkFormatError, match="format 99"):
        read(path)


def settings(text: str, tmp_path: Path) -> Configuration:
    file = tmp_path / "own.toml"
    file.write_text(text, "utf-8")
    return configuration(GAMES["mykerinos"], file, "5")


def test_settings_come_from_a_file_and_omitted_ones_from_defaults(tmp_path: Path) -> None:
    found = settings(SETTINGS, tmp_path)
    assert (found.network.wide, found.play.steps, found.seed) == (16, 8, "5")
    assert found.play.clip == 0.2
    assert [variant.rows for variant in found.variants] == [64]
    assert of_plain(GAMES["mykerinos"], json.loads(json.dumps(found.plain()))) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[play]\nclipp = 1", "play.clipp"),
        ("[plays]", "plays"),
        ("[play]\nsteps = 0", "play.steps must be a whole number from 1"),
        ("[play]\nclip = 'wide'", "play.clip must be a number"),
        ("[network]\nwide = 1.5", "network.wide must be a whole number"),
        ("[[variants]]\nrows = 5", "options is missing"),
        ("variants = 5", "under \\[\\[variants\\]\\]"),
        ("play = 5", "isn't a section"),
        ("[play", "not a TOML file"),
    ],
)
def test_wrong_settings_are_named(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=words):
        settings(text, tmp_path)


def test_a_variant_that_the_game_does_not_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionsError):
        settings("[[variants]]\nrows = 5\noptions = { players = 9 }", tmp_path)


def test_a_game_without_settings_of_its_own_trains_every_number_of_players() -> None:
    from tests.contract.tiny import TINY

    found = configuration(TINY, None, "0")
    assert [one.options for one in found.variants] == [
        {"players": number} for number in TINY.wording.players
    ]


def test_the_command_trains_resumes_exports_and_plots(tmp_path: Path) -> None:
    config, run = tmp_path / "own.toml", tmp_path / "run"
    config.write_text(SETTINGS, "utf-8")
    made = tmp_path / "net.npz", tmp_path / "progress.png"
    given = ("mykerinos", "--folder", run, "--cores", 1)
    first = command(*given, "--minutes", 0.001, "--config", config, "--seed", "s", "--json")
    assert first.exit_code == 0, first.output
    again = command(*given, "--minutes", 0.001, "--json")
    assert again.exit_code == 0, again.output
    before, after = (json.loads(one.stdout)["decisions"] for one in (first, again))
    assert after > before > 0
    done = command(*given, "--export", made[0], "--plot", made[1])
    assert done.exit_code == 0, done.output
    network = read(made[0], GAMES["mykerinos"])
    assert (network.wide, network.narrow) == (16, 8)
    assert network.about["decisions"] == after
    assert made[1].read_bytes().startswith(b"\x89PNG")


def test_another_training_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    config, run = tmp_path / "own.toml", tmp_path / "run"
    config.write_text(SETTINGS, "utf-8")
    given = ("--folder", run, "--minutes", 0.001, "--cores", 1)
    assert command("mykerinos", *given, "--config", config).exit_code == 0
    for arguments, words in (
        (("ys", *given), "mykerinos, not for ys"),
        (("mykerinos", *given, "--config", config, "--seed", "2"), "(seed)"),
        (("mykerinos", *given, "--config", config, "--widths", "16x4"), "(network.narrow)"),
    ):
        done = command(*arguments)
        assert done.exit_code == 2
        assert words in done.stderr


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    other = RunFolder(folder.path)
    with folder.held(), pytest.raises(TrainingError, match="already running"), other.held():
        pass
    with other.held():
        assert other.stored() is None


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    run = trainer(small(), tmp_path)
    run.run(iterations=1)
    data = run.folder.checkpoint.read_bytes()
    run.folder.checkpoint.write_bytes(data[: len(data) // 2])
    with pytest.raises(TrainingError, match="damaged"):
        trainer(small(), tmp_path)


def test_a_checkpoint_for_other_observations_is_refused(tmp_path: Path) -> None:
    run = trainer(small(), tmp_path)
    run.run(iterations=1)
    found = run.folder.load()
    assert found is not None
    run.folder.save({**found, "rules": [99, 1, 2, 3]})
    with pytest.raises(TrainingError, match="another version of mykerinos"):
        trainer(small(), tmp_path)


def test_a_network_too_large_for_checkpoints_is_refused_at_once(tmp_path: Path) -> None:
    done = command("mykerinos", "--folder", tmp_path / "run", "--widths", "4096x1024")
    assert done.exit_code == 2
    assert f"exceed {MOST_BYTES:,} bytes" in done.stderr
    assert not (tmp_path / "run" / "checkpoint.pt").exists()


@pytest.mark.parametrize(("game", "wide"), [("mykerinos", 512), ("ys", 384)])
def test_as_many_snapshots_are_kept_as_fit_into_a_checkpoint(
    game: str, wide: int, tmp_path: Path
) -> None:
    found = configuration(GAMES[game], None, "0", (wide, 256))
    run = trainer(found, tmp_path)
    run.snapshots = []
    for _number in range(8):
        run._keep_snapshot()
    for parameter in run.net.parameters():
        parameter.grad = parameter.detach().clone()
    run.learner.optimizer.step()
    run.save()
    assert 1 <= len(run.snapshots) <= found.play.snapshots
    assert run.folder.checkpoint.stat().st_size <= MOST_BYTES


def test_nothing_can_be_exported_before_training(tmp_path: Path) -> None:
    done = command("ys", "--folder", tmp_path / "run", "--export", tmp_path / "ys.npz")
    assert done.exit_code == 2
    assert "holds no training" in done.stderr


def test_without_pytorch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    for name in [one for one in sys.modules if one.startswith("kerys.research.learning")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    done = command("ys")
    assert done.exit_code == 1
    assert "pip install 'kerys[learn]'" in done.stderr


def test_all_errors_are_for_people() -> None:
    for kind in (TrainingError, NetworkFileError, NetworkSizeError, OtherGameError):
        assert issubclass(kind, BotError)
