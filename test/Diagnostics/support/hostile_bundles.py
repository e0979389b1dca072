"""hostile_bundles.py FOLDER: writes bundles whose file names and texts mean something to the programs that read
reports."""
import json
import pathlib
import sys

NAMES = [
    'a b.js',
    '100%.js',
    '#x.js',
    '%41.js',
    'ünïcödé.js',
    '::error::x.js',
    '##[add-mask]x.js',
    ',x=y;z:.js',
    ']]>.js',
    '<&"\'>.js',
    'a](javascript:x)[.js',
    '\\n.js',
    'esc\x1b[31m.js',
    'line\n::add-mask::x.js',
    'back\u202esj.js',
    '\uffff.js',
    '?q=1.js',
    '[id].js',
]
TEXTS = [
    '](https://example.com)',
    '[x](1)',
    '\\n::add-mask::x',
    '%0A::stop-commands::x',
    '##[stop-commands]x',
    ']]><x/>',
    '&amp;',
    '{0}',
    '\\u0000\\u001b[31m',
    '\\u202e\\u2066',
    '\\ud83d\\ude00',
    '\\uffff',
    'x' * 5000,
]


def write(root, name, text):
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


root = pathlib.Path(sys.argv[1])
names = root / 'names %41#:,;'
write(names, 'package.json', '{"name": "names", "version": "1.0.0", "main": "index.js"}')
write(
    names,
    'index.js',
    'eval(1);\nmodule.exports = async () => 1;\n' + ''.join(f'require({json.dumps("./" + name)});\n' for name in NAMES),
)
for name in NAMES:
    write(names, name, 'const run = eval; run("2");\n')
texts = root / '::add-mask::texts'
write(
    texts,
    'package.json',
    (
        '{"name": "##[add-mask]::error::", "version": "]]>", "main": "index.js", "agentc": {"capabilities":'
        ' ["\\u001b[31m"]}}'
    ),
)
write(
    texts,
    'index.js',
    ''.join(f"require('{text}'); process.env['{text}'];\n" for text in TEXTS) + 'module.exports = async () => 1;\n',
)
write(root / 'no-bundle', 'notes.txt', 'nothing')
