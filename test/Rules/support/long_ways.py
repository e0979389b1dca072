"""long_ways.py FOLDER: handlers whose input takes a long way to an SQL statement and to a file's path, written into the
folder: `long.js` by more calls within one another than are followed, `wide.js` by 1,001 callers, `short.js` by three
calls, `many.js` by 60 callers, and `no-tool.js` as `long.js`, but without a handler."""
import pathlib
import sys

START = "const fs = require('fs');\nconst { Pool } = require('pg');\nconst pool = new Pool();\n"
HANDLER = 'module.exports = async function handler(input) {\n'


def nested(count):
    """Functions each of which adds to what the one before it gives, and a call of the last."""
    functions = ['const f0 = (text) => text;\n']
    functions += [f"const f{i} = (text) => f{i - 1}(text) + 'x';\n" for i in range(1, count)]
    return ''.join(functions), f'f{count - 1}(input.name)'


def uses(text):
    return f'  pool.query({text});\n  pool.query({text});\n  return fs.readFileSync({text});\n'


def called(count):
    """One function that runs a statement, called that often; only the last call hands the input over."""
    calls = ''.join(f"  run('SELECT {i}');\n" for i in range(1, count))
    return START + f'const run = (sql) => pool.query(sql);\n{HANDLER}{calls}  return run(input.name);\n}};\n'


folder = pathlib.Path(sys.argv[1])
functions, call = nested(40)
(folder / 'long.js').write_text(f'{START}{functions}{HANDLER}{uses(call)}}};\n')
(folder / 'no-tool.js').write_text(f'{START}{functions}function handler(input) {{\n{uses(call)}}}\nhandler({{}});\n')
functions, call = nested(3)
(folder / 'short.js').write_text(f'{START}{functions}{HANDLER}{uses(call)}}};\n')
(folder / 'wide.js').write_text(called(1001))
(folder / 'many.js').write_text(called(60))
