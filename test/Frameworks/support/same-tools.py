"""same-tools.py REAL EXTRACTED: compares tools as a framework lists them with what was extracted, and prints their
names."""
import json
import sys

real, extracted = (json.load(open(name)) for name in sys.argv[1:])
# What a server adds on its own account.
for tool in real:
    tool.pop('execution', None)
by_name = lambda tools: {tool['name']: tool for tool in tools}
for name in sorted({*by_name(real), *by_name(extracted)}):
    one, other = by_name(real).get(name), by_name(extracted).get(name)
    print(name, 'the same' if one == other else f'differs:\n  {json.dumps(one)}\n  {json.dumps(other)}')
