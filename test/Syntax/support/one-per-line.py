"""one-per-line.py AGENTC SCRATCH FILE: reads each line of FILE as a source of its own, named with FILE's extension, and
prints it behind agentc's first message about it, or `read`. Backslash-n in a line is a line end."""
import pathlib
import re
import shutil
import subprocess
import sys

agentc, scratch, listed = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
shutil.rmtree(scratch, ignore_errors=True)
scratch.mkdir(parents=True)
lines = [line for line in listed.read_text().splitlines() if line]
for number, line in enumerate(lines):
    (scratch / f'{number}{listed.suffix}').write_bytes(line.replace('\\n', '\n').encode())
run = subprocess.run([agentc, 'validate', '--no-load-test', '--dump=syntax', '--color=never', scratch],
                     capture_output=True, text=True, check=True)
first = {}
for number, message in re.findall(r'^.*?(\d+)\.\w+:\d+:\d+: error: (.*?) \[AC3', run.stderr, re.M):
    first.setdefault(int(number), message)
for number, line in enumerate(lines):
    print(f'{first.get(number, "read")}: {line}')
