"""hostile-name.py FOLDER: a bundle there, one of whose files has a terminal's link for a name."""
import json
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
name = '\x1b]8;;https:\x1b\\evil.js'
(folder / 'package.json').write_text('{"name": "hostile", "version": "1.0.0", "main": "index.js"}\n')
(folder / 'index.js').write_text(
    'module.exports = async function handler(input) {\n  return'
    f' eval(input);\n}};\nrequire({json.dumps("./" + name)});\n'
)
(folder / name).write_text('module.exports = (input) => eval(input);\n')
