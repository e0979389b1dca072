"""compile_new.py BUILD SOURCE TREE NEW NEIGHBOUR: compiles NEW of TREE, a copy of SOURCE, as BUILD does its neighbour
or its neighbour's library, and keeps nothing."""
import json
import pathlib
import shlex
import subprocess
import sys

build, source, tree, new, neighbour = sys.argv[1:]
entries = json.loads((pathlib.Path(build) / 'compile_commands.json').read_text())
library = pathlib.Path(neighbour).parts[:2]
joined = '/'.join([*library, 'Joined0.cpp'])
entry = next(each for each in entries if each['file'] == f'{source}/{neighbour}' or each['file'].endswith(joined))
words = shlex.split(entry['command'])
del words[words.index('-o'):]
words = [word.replace(f'{source}/lib', f'{tree}/lib').replace(f'{source}/include', f'{tree}/include') for word in words]
sys.exit(subprocess.run([*words, '-Werror', '-fsyntax-only', f'{tree}/{new}'], cwd=entry['directory']).returncode)
