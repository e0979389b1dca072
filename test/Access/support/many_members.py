"""many_members.py FOLDER: bundles in which thousands of calls may call each of thousands of functions, a folder
each."""
import json
import pathlib
import sys

MANY = range(8000)


def each(line):
    return ''.join(line.replace('N', str(i)) + '\n' for i in MANY)


def handler(line):
    return 'module.exports = (i) => {\n' + each(line) + '};\n'


BUNDLES = {
    'pushed': 'const kept = [];\n' + each('kept.push(() => N);') + handler('kept[i.aN]();'),
    'named': 'exports.all = [\n' + each('{ go: () => N },') + '];\n' + handler('i.aN.go();'),
    'hosts': 'exports.all = [\n' + each('{ go: fetch },') + '];\n' + handler('i.aN.go();'),
    'getters': (
        'const o = {};\n' + each('Object.defineProperty(o, "go", { get() { return N; } });') + handler('i.aN.go;')
    ),
    'computed': 'const o = {};\n' + each('o[process.argv[N]] = () => N;') + handler('i.aN[i.b]();'),
    'copied': 'function A() {}\n' + each('Object.assign(A.prototype, { kN: () => N });') + handler('new A().kN();'),
    'replaced': 'function A() {}\n' + each('A.prototype = { kN: () => N };') + handler('new A().kN();'),
    'proxy': 'const p = new Proxy({\n' + each('kN: () => N,') + '}, {});\n' + handler('p.kN();'),
    'handlers': (
        'const s = new WebSocket("wss://a.example/");\n' + each('s.onmessage = () => N;') + handler('s.send(N);')
    ),
    'wrapped': (
        'const _ = require("lodash");\nconst f0 = () => 1;\n'
        + ''.join(f'const f{i + 1} = _.memoize(f{i});\n' for i in MANY)
        + handler('fN();')
    ),
}

for name, text in BUNDLES.items():
    folder = pathlib.Path(sys.argv[1], name)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / 'index.js').write_text(text)
    manifest = {'name': name, 'version': '1.0.0', 'main': 'index.js', 'agentc': {'agentType': 'function'}}
    (folder / 'package.json').write_text(json.dumps(manifest))
