"""portable.py ROOT: prints each line below ROOT (of a git checkout: of its files) that works on one machine only."""
import pathlib
import re
import subprocess
import sys

PATTERN = re.compile(
    r'"resolved": *"https?:'
    r'|https?://[a-z0-9.-]*(npmjs|nodesource|debian)\.'
    r'|(^|[^A-Za-z0-9_.])/(work|farm)/[a-z]', re.IGNORECASE)

root = pathlib.Path(sys.argv[1])
if (root / '.git').exists():
    names = subprocess.run(['git', '-C', root, 'ls-files', '-co', '--exclude-standard', '-z'],
                           check=True, capture_output=True, text=True).stdout.split('\0')
    files = [root / name for name in names if name]
else:
    files = [file for file in root.rglob('*') if file.is_file()]

found = 0
for file in sorted(files):
    if not file.is_file():
        continue
    for number, line in enumerate(file.read_text(errors='replace').splitlines(), 1):
        if PATTERN.search(line):
            found += 1
            print(f'{file.relative_to(root)}:{number}: {line.strip()[:120]}')
sys.exit(bool(found))
