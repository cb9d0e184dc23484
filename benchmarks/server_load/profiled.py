"""`kerys` with a profiler: `python profiled.py FILE serve ...`.

Every few milliseconds, stacks are sampled, and the CPU time that a thread has used since its last
sample is attributed to the functions on its stack. The main thread samples itself when a timer
interrupts it: another thread would mostly see it where it gives up Python's lock. A thread samples
all others. SIGUSR1 resets the profile, SIGUSR2 writes it to FILE.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
import time
from collections import defaultdict
from pathlib import Path
from types import FrameType

PERIOD_S = 0.01
TASKS = Path("/proc/self/task")


class Profiler:
    """CPU seconds by function: on top of the stack, and anywhere in it."""

    def __init__(self) -> None:
        self._used: dict[int, int] = {}
        self._main_s = time.thread_time()
        self.clear()

    def clear(self) -> None:
        """Reset the profile."""
        self.total = 0.0
        self.own: dict[str, float] = defaultdict(float)
        self.within: dict[str, float] = defaultdict(float)

    def interrupt(self, _number: int, frame: FrameType | None) -> None:
        """Sample the main thread, which has been interrupted."""
        used = time.thread_time()
        if frame is not None:
            self._book(frame, used - self._main_s)
        self._main_s = used

    def watch(self) -> None:
        """Sample all other threads as long as the process runs."""
        ours = {threading.get_ident(), threading.main_thread().ident}
        while True:
            time.sleep(PERIOD_S)
            stacks = sys._current_frames()
            for thread in threading.enumerate():
                if thread.ident in stacks and thread.ident not in ours and thread.native_id:
                    self._book(stacks[thread.ident], self._since(thread.native_id))
            del stacks

    def _since(self, task: int) -> float:
        """CPU seconds that a thread has used since the last sample; 0 the first time."""
        try:
            used = int((TASKS / str(task) / "schedstat").read_text().split()[0])
        except OSError:
            return 0.0
        before = self._used.get(task, used)
        self._used[task] = used
        return (used - before) / 1e9

    def _book(self, top: FrameType, seconds: float) -> None:
        if not seconds:
            return
        self.total += seconds
        self.own[_name(top)] += seconds
        names = set()
        frame: FrameType | None = top
        while frame is not None:
            names.add(_name(frame))
            frame = frame.f_back
        for name in names:
            self.within[name] += seconds

    def write(self, file: Path) -> None:
        """Write the profile atomically, for another process to read."""
        found = {"seconds": self.total, "own": self.own, "within": self.within}
        part = file.with_suffix(".part")
        part.write_text(json.dumps(found))
        part.rename(file)


def _name(frame: FrameType) -> str:
    return f"{frame.f_globals.get('__name__', '?')}.{frame.f_code.co_qualname}"


def main() -> None:
    """Run the command under the profiler."""
    file = Path(sys.argv.pop(1))
    profiler = Profiler()
    signal.signal(signal.SIGUSR1, lambda _number, _frame: profiler.clear())
    signal.signal(signal.SIGUSR2, lambda _number, _frame: profiler.write(file))
    signal.signal(signal.SIGPROF, profiler.interrupt)
    signal.setitimer(signal.ITIMER_PROF, PERIOD_S, PERIOD_S)
    threading.Thread(target=profiler.watch, daemon=True).start()
    from kerys.cli import main as kerys

    kerys()


if __name__ == "__main__":
    main()
