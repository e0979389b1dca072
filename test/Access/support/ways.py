"""ways.py AGENTC FOLDER CASES: ways to call a function, a section `//--- name` each, of one file or of several (`//
file.js`): what it reaches must be inferred as the handler's, but of sections called `none: …`, which don't call it."""
import json
import pathlib
import re
import shutil
import subprocess
import sys


def reaches(agentc, folder, text):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    parts = re.split(r'^// (\w+\.m?js)\n', text, flags=re.M)
    files = dict(zip(parts[1::2], parts[2::2])) if len(parts) > 1 else {'index.js': text}
    for name, content in files.items():
        (folder / name).write_text(content)
    manifest = {'name': 'ways', 'version': '1.0.0', 'main': next(name for name in files if name.startswith('index.')),
                'agentc': {'agentType': 'function'}}
    (folder / 'package.json').write_text(json.dumps(manifest))
    run = subprocess.run([agentc, 'extract-config', '--plain', folder], capture_output=True, check=False)
    access = json.loads(run.stdout)['agents'][0].get('access', {})
    return 'h.example.com' in access.get('hosts', []), bool(access.get('unanalyzed'))


def main(agentc, folder, cases):
    folder = pathlib.Path(folder)
    sections = re.split(r'^//--- (.*)\n', pathlib.Path(cases).read_text(), flags=re.M)[1:]
    missed, extra = 0, 0
    for name, text in zip(sections[::2], sections[1::2]):
        is_reached, is_lost = reaches(agentc, folder, text)
        if name.startswith('none: '):
            extra += is_reached or is_lost
        else:
            missed += not is_reached
        if is_reached == name.startswith('none: '):
            print(f'{name}: {text}')
    print(f'{len(sections) // 2} ways, {missed} missed, {extra} too many')


main(*sys.argv[1:])
