"""hostile.py AGENTC FOLDER SECONDS MB: packages an archive of every hostile kind, and prints how it ended; fails if one
is not refused by a rule of its own (AC10xx), leaves a file, or takes more time of the processors or memory at its
peak."""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from tar_kinds import KINDS as TARS
from zip64_kinds import KINDS as ZIP64S
from zip_kinds import KINDS as ZIPS

agentc, folder, seconds, megabytes = sys.argv[1], pathlib.Path(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
out = folder / 'out'
out.mkdir(parents=True)
faults, rules, slowest, largest, count = [], set(), 0, 0, 0
for name, make in {**ZIPS, **ZIP64S, **TARS}.items():
    if name.startswith('plain-'):
        continue
    count += 1
    archive = folder / (name + ('.tgz' if name in TARS else '.zip'))
    archive.write_bytes(make())
    with open(folder / 'report', 'wb') as report:
        child = subprocess.Popen([agentc, 'package', '--no-load-test', archive, '-o', out / 'p.zip'], stdout=report,
                                 stderr=subprocess.DEVNULL, env={**os.environ, 'TMPDIR': str(out)})
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    found = set(re.findall(rb'error: .*\[(AC10\d\d) ', (folder / 'report').read_bytes()))
    took, peak = usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
    slowest, largest = max(slowest, took), max(largest, peak)
    rules |= found
    if child.returncode != 1 or not found or os.listdir(out) or took > seconds or peak > megabytes:
        faults.append(
            f'{name}: exit code {child.returncode}, {found}, left {os.listdir(out)}, {took:.2f} s, {peak:.0f} MB'
        )
    archive.unlink()
print('\n'.join(faults) or f'{count} kinds refused by {len(rules)} rules, nothing written')
print(f'at most {slowest:.2f} s and {largest:.0f} MB', file=sys.stderr)
sys.exit(bool(faults))
