"""same-tools.py REAL EXTRACTED: compares tools as a framework lists them with what was extracted, and prints their names."""
import json
import sys

real, extracted = (json.load(open(name)) for name in sys.argv[1:])
# What a server adds on its own account, and the dialect that a schema is written in.
for tool in real:
    for key in ('execution', 'annotations'):
        tool.pop(key, None)
    for key in ('inputSchema', 'outputSchema'):
        tool.get(key, {}).pop('$schema', None)
    # The SDK shows the output's type of an output schema, which zod closes; agentc shows what was written.
    tool.get('outputSchema', {}).pop('additionalProperties', None)
for tool in extracted:
    tool.get('outputSchema', {}).pop('additionalProperties', None)
by_name = lambda tools: {tool['name']: tool for tool in tools}
for name in sorted({*by_name(real), *by_name(extracted)}):
    one, other = by_name(real).get(name), by_name(extracted).get(name)
    print(name, 'the same' if one == other else f'differs:\n  {json.dumps(one)}\n  {json.dumps(other)}')
