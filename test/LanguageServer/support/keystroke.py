"""keystroke.py AGENTC FOLDER FILE [--strokes N]: types in a file of a folder and prints what `agentc lsp` takes for it:
processor time and wall time until the diagnostics of each text, and the time of the round that reads all again."""
import argparse
import os
import pathlib
import shutil
import statistics
import tempfile
import time

import client


def processor_ms(pid):
    """What a process has used, and its children that have ended."""
    fields = pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()
    return sum(map(int, fields[11:15])) * 1000 / os.sysconf('SC_CLK_TCK')


def rest(pid):
    """Waits until the server reads nothing and is about to read nothing."""
    children = pathlib.Path(f'/proc/{pid}/task/{pid}/children')
    quiet = time.monotonic()
    while time.monotonic() - quiet < 3:
        if children.read_text():
            quiet = time.monotonic()
        time.sleep(0.02)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('agentc')
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('file')
    parser.add_argument('--strokes', type=int, default=10)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch, 'tree')
        shutil.copytree(arguments.folder, folder)
        server, name = client.Server(arguments.agentc, folder), arguments.file
        server.open(name)
        rest(server.process.pid)
        first, whole = [], []
        for _ in range(arguments.strokes):
            used, begin = processor_ms(server.process.pid), time.monotonic()
            server.replace(name, len(server.texts[name]), len(server.texts[name]), ';')
            server.diagnostics(name)
            first.append((processor_ms(server.process.pid) - used, (time.monotonic() - begin) * 1000))
            rest(server.process.pid)
            whole.append((processor_ms(server.process.pid) - used - first[-1][0], (time.monotonic() - begin) * 1000))
        server.end()
        (used, wall), (later, _) = ([statistics.median(column) for column in zip(*taken)] for taken in (first, whole))
        most = max(first)[0]
        print(f'diagnostics after {used:.0f} ms of processor time (most {most:.0f}), {wall:.0f} ms by the clock')
        print(f'all read again after them: {later:.0f} ms of processor time')


if __name__ == '__main__':
    main()
