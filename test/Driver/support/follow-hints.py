"""follow-hints.py AGENTC COMMAND...: runs a command that finds something, follows each `next:` that it prints, in
order, and expects the command to succeed in the end: the last hint that asks the same again, or the command itself.
follow-hints.py --only AGENTC COMMAND...: follows the hints of a command that is not asked again."""
import re
import shlex
import subprocess
import sys

only = sys.argv[1] == '--only'
AGENTC, *asked = sys.argv[2 if only else 1:]


def run(words):
    made = subprocess.run([AGENTC, *words], capture_output=True, text=True)
    return made.returncode, made.stdout + made.stderr


code, text = run(asked)
if code == 0 and not only:
    sys.exit(f'nothing is found: {text}')
hints = [shlex.split(hint)[1:] for hint in re.findall(r'^next: `(agentc [^`]*)`', text, re.M)]
if not hints:
    sys.exit(f'no hint: {text}')
for hint in hints:
    if hint[0] == 'approve':
        hint = [*hint, '--yes', '--reason', 'read', '--who', 'ann']
    if hint[0] == asked[0] and not only:
        asked = hint
        continue
    code, text = run(hint)
    if code != 0:
        sys.exit(f'{hint} exits with {code}: {text}')
if only:
    sys.exit()
code, text = run(asked)
if code != 0:
    sys.exit(f'{asked} exits with {code} after its hints: {text}')
steps = re.findall(r'^next: `(agentc verify [^`]*)`', text, re.M)
for step in steps:
    code, text = run(shlex.split(step)[1:])
    if code != 0:
        sys.exit(f'{step} exits with {code}: {text}')
if asked[0] == 'package' and not steps:
    sys.exit('a package is made, and no hint says how to verify it')
