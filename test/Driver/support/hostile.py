"""hostile.py: writes one bundle a kind of hostile source into the current folder."""
import pathlib

DEEP = 100_000
SOURCES = {
    'arrays': f'module.exports = {"[" * DEEP}{"]" * DEEP}',
    'objects': f'module.exports = {"{a:" * DEEP}1{"}" * DEEP}',
    'parentheses': f'module.exports = {"(" * DEEP}1{")" * DEEP}',
    'templates': f'module.exports = {"`${" * DEEP}1{"}`" * DEEP}',
    'minuses': f'module.exports = {"- " * DEEP}1',
    'million': f'module.exports = async () => [{",".join(str(i % 97) for i in range(1_000_000))}]',
    'mutual': 'const a = b + 1, b = a + 1; module.exports = async () => a',
    'mutual-functions': 'const a = () => b() + 1, b = () => a() + 1; module.exports = async () => a()',
    'doubled': f'let s = "a"; {"s += s; " * 60} module.exports = async () => s',
    'doubled-constants': f'const s0 = "a"; {"".join(f"const s{i + 1} = s{i} + s{i}; " for i in range(60))} '
                         'module.exports = async () => s60',
    'aliases': f'const a0 = eval; {"".join(f"const a{i + 1} = a{i}; " for i in range(10_000))} a10000("1")',
    'aliases-assigned': f'let a0 = eval; {"".join(f"let a{i + 1}; a{i + 1} = a{i}; " for i in range(10_000))} '
                        'a10000("1")',
    'aliases-backwards': f'{"".join(f"var a{i + 1} = a{i}; " for i in reversed(range(20_000)))} '
                         'var a0 = eval; a20000("1")',
}
for name, text in SOURCES.items():
    folder = pathlib.Path(name)
    folder.mkdir()
    (folder / 'package.json').write_text('{"name": "hostile", "version": "1.0.0", "main": "index.js"}\n')
    (folder / 'index.js').write_text(text)
