"""many_findings.py FOLDER: writes two bundles with more findings than GitHub takes: `many` has 6,000 errors and, first
in the order of files, two warnings; `long` has findings with messages as long as they get, of characters that gzip
cannot shrink."""
import pathlib
import random
import sys

HANDLER = 'module.exports = async () => 1;\n'

root = pathlib.Path(sys.argv[1])
manifest = '{"name": "many", "version": "1.0.0", "main": "index.js", "agentc": {"capabilities": ["a", "a", "a"]}}'
for name in ('many', 'long'):
    (root / name).mkdir(parents=True)
    (root / name / 'package.json').write_text(manifest)
(root / 'many/index.js').write_text(''.join(f'eval({i});\n' for i in range(6000)) + HANDLER)
letters = random.Random(1)
name = lambda: ''.join(chr(letters.randrange(0x4E00, 0x9FA5)) for _ in range(290))
(root / 'long/index.js').write_text(''.join(f"process.env['{name()}'];\n" for _ in range(5000)) + HANDLER)
