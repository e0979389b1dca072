"""npm-pack.py AGENTC FOLDER COUNT: makes COUNT bundles with arbitrary files, `files` fields and ignore files, always
the same ones, and compares what `agentc package` would seal with what `npm pack` would take of data: code is sealed
where code loads it, and dot files never; prints where they differ."""
import json
import os
import random
import shutil
import subprocess
import sys

NAMES = '''lib/a.js lib/b.txt lib/deep/c.js src/x.txt src/y.txt dist/out.js dist/out.js.map README.md readme README~
LICENSE docs/LICENSE.txt docs/readme.md .env .DS_Store lib/.DS_Store a.orig .x.swp .npmrc lib/.npmrc
package-lock.json yarn.lock kit/t.js kit/u.js test/a.test.js node_modules/x/index.js ._z CVS/x .svn/y npm-debug.log
data/big.json data/Small.JSON archived-packages/x build/config.gypi .github/w.yml copying Licence.txt'''.split()
PATTERNS = '''lib lib/ /lib ./lib lib/* lib/** *.js **/*.js src/*.txt dist dist/*.js !lib/a.js kit/t.js ./kit/u.js
data/*.json {lib,src} lib/**/*.js test /test/ !test **/deep !*.map .env docs/readme.md index.js * !dist/out.js a.orig
[a-l]ib src/?.txt package-lock.json .npmrc ** data'''.split()
IGNORE_FILES = {'.npmignore': 0.4, '.gitignore': 0.4, 'lib/.npmignore': 0.2, 'src/.gitignore': 0.2}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as file:
        file.write(text)


def make_bundle(folder, chance):
    write(folder + '/index.js', 'module.exports = async function handler(input) { return input; };\n')
    for name in NAMES:
        if chance.random() < 0.8:
            write(f'{folder}/{name}', '{}' if name.lower().endswith('.json') else '// ' + name)
    manifest = {'name': 'x', 'version': '1.0.0', 'main': 'index.js', 'agentc': {}}
    if chance.random() < 0.5:
        manifest['files'] = chance.sample(PATTERNS, chance.randint(1, 4))
    for name, likelihood in IGNORE_FILES.items():
        if chance.random() < likelihood:
            write(f'{folder}/{name}', '\n'.join(['# comment', *chance.sample(PATTERNS, chance.randint(1, 4)), '']))
    write(folder + '/package.json', json.dumps(manifest))


def is_data(path):
    return not path.endswith('.js') and not any(part.startswith('.') for part in path.split('/'))


def npm_files(folder):
    done = subprocess.run(['npm', 'pack', '--dry-run', '--json', '--ignore-scripts', '--offline'], cwd=folder,
                          capture_output=True, text=True, check=True)
    taken = {file['path'] for file in json.loads(done.stdout)[0]['files']} - {'package-lock.json', 'yarn.lock'}
    return {path for path in taken if is_data(path) or path == 'index.js'}


def agentc_files(agentc, folder):
    done = subprocess.run([agentc, 'package', '--dump=plan', folder], capture_output=True, text=True)
    lines = done.stdout.splitlines()[2:]
    if not lines:
        sys.exit(done.stdout + done.stderr)
    # agentc's own, and the lock file, from which its list of components is made
    own = {'agentc/package.json', 'agentc/sbom.cdx.json', 'package-lock.json', 'yarn.lock'}
    return {line.split(None, 2)[2] for line in lines} - own


def main():
    agentc, root, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    failed = False
    for number in range(count):
        folder = f'{root}/{number}'
        shutil.rmtree(folder, ignore_errors=True)
        make_bundle(folder, random.Random(number))
        theirs, ours = npm_files(folder), agentc_files(agentc, folder)
        if theirs != ours:
            failed = True
            print(f'{folder}: only npm {sorted(theirs - ours)}, only agentc {sorted(ours - theirs)}')
    sys.exit(failed)


main()
