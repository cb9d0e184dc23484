"""From a training's checkpoint to the file of a network."""

from __future__ import annotations

from pathlib import Path

from kerys.kernel.contract import Rules
from kerys.locale import _
from kerys.research.learning.checkpoint import check_facts, restore_average
from kerys.research.learning.configuration import TrainingError
from kerys.research.learning.network import exported, new_net
from kerys.research.learning.run_folder import RunFolder


def export(rules: Rules, folder: RunFolder, file: Path) -> None:
    """Write the average of the last weights to a file."""
    found, settings = folder.load(), folder.stored()
    if found is None or settings is None:
        raise TrainingError(_("{folder} holds no training yet.").format(folder=folder.path))
    check_facts(found, rules, folder)
    sizes = settings["network"]["wide"], settings["network"]["narrow"]
    net, average = new_net(rules, *sizes), new_net(rules, *sizes)
    net.load_state_dict(found["net"])
    restore_average(average, net, found["behind"])
    about = {
        "decisions": found["cloned"] + found["played"],
        "configuration": found["digest"],
    }
    exported(average, rules, about).write(file)
