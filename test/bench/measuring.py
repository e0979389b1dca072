"""How times are taken: processes in turn, so that a slow spell of the machine meets all, and medians."""
import dataclasses
import os
import pathlib
import platform
import signal
import statistics
import subprocess
import sys
import threading
import time


@dataclasses.dataclass
class Case:
    """A cell of a table: what is run for a row in a column."""
    row: str
    column: str
    command: list
    cwd: str = '/'
    exits: tuple = (0,)
    before: object = None  # called before each run, outside its time
    fills: bool = False  # its first run fills a cache, and is none of the others
    environment: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass
class Effort:
    """How often each case runs: at most so often, or so many seconds, but at least so often."""
    rounds: int
    seconds: float
    least: int


def spawn(command, cwd='/', exits=(0,), environment=None):
    """Wall time of one run in ms, from spawn to exit."""
    silent = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    here = os.getcwd()
    os.chdir(cwd)
    start = time.perf_counter()
    child = os.posix_spawn(
        command[0], [str(word) for word in command], os.environ | (environment or {}), file_actions=silent
    )
    _, status = os.waitpid(child, 0)
    elapsed = (time.perf_counter() - start) * 1000
    os.chdir(here)
    if os.waitstatus_to_exitcode(status) not in exits:
        sys.exit(f'bench: this ended with {os.waitstatus_to_exitcode(status)}: {" ".join(map(str, command))}')
    return elapsed


def spawn_for(command, cwd, seconds):
    """Wall and processor time of one run in ms, with all its threads and children; None if it did not end in time."""
    start = time.perf_counter()
    child = subprocess.Popen(
        [str(word) for word in command],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    timer = threading.Timer(seconds, lambda: os.killpg(child.pid, signal.SIGKILL))
    timer.start()
    _, status, used = os.wait4(child.pid, 0)
    timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    return (
        None if child.returncode < 0 else ((time.perf_counter() - start) * 1000, (used.ru_utime + used.ru_stime) * 1000)
    )


def measure(cases, effort):
    """The times of each case's runs by its row and column. A first run that is short is thrown away."""
    times = {(case.row, case.column): [] for case in cases}
    waiting = list(cases)
    for turn in range(effort.rounds + 1):
        for case in list(waiting):
            if case.before:
                case.before()
            elapsed = spawn(case.command, case.cwd, case.exits, case.environment)
            taken = times[case.row, case.column]
            if turn > 0 or (elapsed > 1000 and not case.fills):
                taken.append(elapsed)
            if len(taken) >= effort.least and sum(taken) > effort.seconds * 1000:
                waiting.remove(case)
    return times


def median(times):
    return statistics.median(times)


def milliseconds(time):
    return f'{time:.1f} ms' if time < 100 else f'{time:.0f} ms' if time < 10000 else f'{time / 1000:.1f} s'


def table(heads, rows):
    """Lines of a table whose first column is text and whose others are numbers."""
    return ['| ' + ' | '.join(heads) + ' |', '|---' + '|---:' * (len(heads) - 1) + '|',
            *('| ' + ' | '.join(row) + ' |' for row in rows)]


def machine():
    model = platform.machine()
    for line in pathlib.Path('/proc/cpuinfo').read_text().splitlines():
        if line.startswith('model name'):
            model = line.split(':', 1)[1].strip()
    return f'{model}, {os.cpu_count()} cores, {platform.freedesktop_os_release()["PRETTY_NAME"]}'
