"""apply_fixes.py AGENTC FOLDER: applies the first fix of a finding in the bundle FOLDER that adds something, asks
again, and so on until there is none."""
import json
import os
import subprocess
import sys

agentc, folder = sys.argv[1:]


def first_fix():
    found = subprocess.run(
        [agentc, 'validate', '--no-load-test', '--format=json', folder], capture_output=True, check=False
    ).stdout
    fixes = [
        finding['fix']
        for finding in json.loads(found)['bundles'][0]['diagnostics']
        if finding.get('fix', {}).get('title', '').startswith('add')
    ]
    return fixes[0] if fixes else None


for _ in range(20):
    fix = first_fix()
    if not fix:
        sys.exit(0)
    for change in fix['replacements']:
        path = os.path.join(folder, change['file'])
        with open(path, 'rb') as file:
            before = file.read()
        start, end = (change['range'][side]['offset'] for side in ('start', 'end'))
        with open(path, 'wb') as file:
            file.write(before[:start] + change['text'].encode() + before[end:])
sys.exit('fixes do not end')
