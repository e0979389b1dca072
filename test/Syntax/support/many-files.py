"""many-files.py FOLDER: writes a bundle of 200 files of very different sizes, each seventh of them broken, and an entry
that loads them all."""
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
(folder / 'package.json').write_text('{"name": "many", "version": "1.0.0", "main": "index.js"}\n')
entry = 'module.exports = async function handler(input) { return input; };\n'
for number in range(200):
    line = f'exports.f{number} = (a, b = [{number}]) => `${{a}}` + b.map((x) => x * {number});\n'
    broken = 'let a = ;' if number % 7 == 0 else ''
    extension = 'ts' if number % 49 == 7 else 'js'
    entry += f"require('./file{number:03}');\n"
    (folder / f'file{number:03}.{extension}').write_text(broken + '\n' + line * (number % 31 * 2))
(folder / 'index.js').write_text(entry)
