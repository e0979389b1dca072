"""endless_calls.py FOLDER: an agent's code with hundreds of functions that would call themselves for ever, as far as
what they are given tells, and three texts that other code makes."""
import pathlib
import sys

lines = [
    "import { tool } from 'ai'",
    'class B {',
    '  constructor(f) { this.bound = f.bound }',
    '  name(s) { return this.bound.name(s) }',
    '  with(c) { return new this.constructor({ bound: this.bound, c }) }',
    '}',
]
for i in range(600):
    lines += [
        f'class C{i} extends B {{',
        f"  go() {{ return this.with({i}).name('x') + new C{i}({{ bound: this }}).name('y') }}",
        '}',
        f'const w{i} = (watcher) => {{',
        '  const self = { watcher, close: () => self.watcher.close(), stop: () => self.stop() }; return self',
        '}',
        f'export const x{i} = w{i}(w{i}({{}}))',
        f'x{i}.watcher = x{i}',
        f'export const y{i} = x{i}.close(), z{i} = x{i}.stop()',
    ]
lines += [
    "class J { static joined(list) { return list.length ? list[0] + this.joined(list.slice(1)) : '!' } }",
    "const joined = (list) => list.length ? list[0] + joined(list.slice(1)) : '!'",
    'const letters = []',
    'for (let i = 0; i < 90; ++i) letters.push(String.fromCharCode(33 + i))',
    'export const deep = tool({ description: joined(letters), inputSchema: {}, execute() {} })',
    'export const ofClass = tool({ description: J.joined(letters), inputSchema: {}, execute() {} })',
    'const words = []',
    "for (let i = 0; i < 2000; ++i) words.push('w' + i)",
    "const pick = (n) => { let text = ''; for (const w of words) text = w.length > n ? w : text; return text }",
    'export const long = tool({ description: pick(2), inputSchema: {}, execute() {} })',
]
folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
(folder / 'index.js').write_text('\n'.join(lines) + '\n')
(folder / 'package.json').write_text('{"name": "x", "version": "1.0.0", "type": "module", "main": "index.js"}')
