"""edits.py AGENTC FOLDER [--edits N] [--every K] [--seed S] [--seconds T]: edits the sources of a folder at random in
`agentc lsp`, and after every K edits compares what it shows with what `agentc lint` finds in files with the same texts.
Fails at the first difference, or where the server ends. Prints how much was compared, and the processor time of a
round."""
import argparse
import json
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import client

SNIPPETS = [
    'eval(input)',
    'fetch(url)',
    "require('child_process').exec(x)",
    'process.env.KEY',
    '{',
    '}',
    '(',
    ')',
    '`${',
    '`',
    "'",
    '/*',
    '*/',
    '//',
    '\n',
    '\r\n',
    '\r',
    '\t',
    'é',
    '💥',
    '\u2028',
    'await ',
    'export default ',
    "import x from './a.js';\n",
    'const a = ',
    'globalThis["ev" + "al"]',
    '// agentc-disable-next-line eval-call -- tried\n',
    'tool({ description: "x" })',
    '<div>{a}</div>',
    '\ufeff',
    '=>',
    ';',
    '',
]
SOURCES = {'.js', '.ts', '.mjs', '.tsx', '.jsx'}
SEVERITIES = {'error': 1, 'warning': 2, 'note': 3}


def plain(message):
    """A message without the escapes that keep an editor from being fooled."""
    message = re.sub(r'\\u\{([0-9a-f]+)\}', lambda found: chr(int(found[1], 16)), message.split('\nhelp: ')[0])
    return re.sub(r'\\([nrt])', lambda found: {'n': '\n', 'r': '\r', 't': '\t'}[found[1]], message)


def lint(agentc, folder):
    done = subprocess.run(
        [agentc, 'lint', '--no-cache', '--format=json', '.'], cwd=folder, capture_output=True, text=True, check=False
    )
    if done.returncode not in (0, 1):
        sys.exit(f'lint: {done.stderr}')
    found = []
    for bundle in json.loads(done.stdout)['bundles']:
        for each in bundle['diagnostics']:
            if each.get('waived') or not each.get('file'):
                continue
            name = str((pathlib.Path(bundle['path']) / each['file']))
            place = each.get('range') or {'start': {'line': 1, 'column': 1}, 'end': {'line': 1, 'column': 1}}
            found.append((name, *(place[end][what] - 1 for end in ('start', 'end') for what in ('line', 'column')),
                          SEVERITIES[each['severity']], each['rule'], plain(each['message'])))
    return sorted(found)


def shown(server):
    found = []
    for name, (_, diagnostics) in server.published.items():
        for each in diagnostics:
            place = each['range']
            found.append((name, *(place[end][what] for end in ('start', 'end') for what in ('line', 'character')),
                          each['severity'], each['code'], plain(each['message'])))
    return sorted(found)


def edit(server, random_, name, original):
    """One edit, as somebody types, deletes, pastes, undoes."""
    text = server.texts[name]
    begin = random_.randrange(len(text) + 1)
    kind = random_.random()
    if kind < 0.05 or len(text) > 4 * len(original) + 2000:
        server.texts[name] = original
        return server.change(name, {'text': original})
    end = min(len(text), begin + random_.choice([0, 0, 0, 1, 1, 3, 10, 40]))
    if kind < 0.3 and (words := list(re.finditer(r'\w+', text))):
        word = random_.choice(words)
        begin, end = word.span()
        return server.replace(name, begin, end, random_.choice(words).group())
    return server.replace(name, begin, end, random_.choice(SNIPPETS))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('agentc')
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--edits', type=int, default=1000)
    parser.add_argument('--every', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--seconds', type=float, default=1e9)
    arguments = parser.parse_args()
    random_ = random.Random(arguments.seed)
    end = time.monotonic() + arguments.seconds
    with tempfile.TemporaryDirectory() as scratch:
        ours, theirs = pathlib.Path(scratch, 'ours'), pathlib.Path(scratch, 'theirs')
        for copy in (ours, theirs):
            shutil.copytree(arguments.folder, copy)
        server = client.Server(arguments.agentc, ours)
        names = [str(path.relative_to(ours)) for path in sorted(ours.rglob('*')) if path.suffix in SOURCES]
        originals = {}
        for name in names:
            server.open(name)
            originals[name] = server.texts[name]
        edits = compared = findings = 0
        while edits < arguments.edits and time.monotonic() < end:
            for _ in range(arguments.every):
                name = random_.choice(names)
                edit(server, random_, name, originals[name])
                edits += 1
            for name in names:
                (theirs / name).write_bytes(server.texts[name].encode())
                server.diagnostics(name)
            server.settle(names[0])
            mine, other = shown(server), lint(arguments.agentc, theirs)
            if mine != other:
                kept = tempfile.mkdtemp(prefix='agentc-edits-')
                shutil.copytree(theirs, kept, dirs_exist_ok=True)
                sys.exit(
                    f'after {edits} edits of seed {arguments.seed} (the texts are in {kept}):\nonly shown:'
                    f' {[each for each in mine if each not in other]}\nonly found:'
                    f' {[each for each in other if each not in mine]}'
                )
            compared += 1
            findings += len(mine)
        if server.end():
            sys.exit('the server did not end well')
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(
            f'{edits} edits, {compared} comparisons, {findings} findings, {used.ru_utime + used.ru_stime:.0f} s of'
            ' processor time'
        )


if __name__ == '__main__':
    main()
