"""many-at-once.py PROGRAM: calls of three packages that wait, all handed over at once."""
import json
import subprocess
import sys
import time

WAIT = 400


def request(number, package, named):
    text = (
        f'module.exports = async (x) => {{ await new Promise((r) => setTimeout(r, {WAIT})); return [x,'
        f' "{package}"]; }};'
    )
    image = {'entry': 'index.js', 'style': 'handler', 'modules': [{'path': 'index.js', 'format': 'cjs', 'text': text}]}
    out = {'schema': 'agentc.request/1', 'inputText': str(number), 'image': image}
    if named:
        out['id'] = f'call {number}'
    return json.dumps(out) + '\n'


def ask(lines):
    begin = time.time()
    done = subprocess.run([sys.argv[1]], input=''.join(lines), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()], (time.time() - begin) * 1000


reports, elapsed = ask(request(number, 'abc'[number % 3], True) for number in range(24))
right = {report['id']: report['result'] for report in reports} == \
    {f'call {number}': [number, 'abc'[number % 3]] for number in range(24)}
print(f'{len(reports)} reports,', 'all right' if right else f'wrong: {reports}')
waited = sum(report['usage']['wallMs'] for report in reports)
print('waited at once' if elapsed < waited / 2 else f'{elapsed:.0f} ms for calls of {waited:.0f} ms')
reports, _ = ask(request(number, 'abc'[number % 3], False) for number in range(4))
print('without ids:', 'in order' if [report['result'][0] for report in reports] == [0, 1, 2, 3] else reports)
