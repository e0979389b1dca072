"""Compares what agentc infers for the ten example bundles with the lists that were written by reading them."""
import json
import os
import subprocess
import sys

agentc, folder = sys.argv[1:]
kinds = ('hosts', 'env', 'modules')


def reach(access):
    return {kind: sorted(access.get(kind, [])) for kind in kinds}


def compare(where, expected, found, mistakes):
    for kind in kinds:
        missing, extra = set(expected[kind]) - set(found[kind]), set(found[kind]) - set(expected[kind])
        if missing or extra:
            mistakes.append(f'{where}: {kind}: not inferred {sorted(missing)}, beyond the list {sorted(extra)}')


def main():
    with open(os.path.join(folder, 'expected.json'), encoding='utf-8') as file:
        bundles = json.load(file)
    mistakes, compared = [], 0
    for name, expected in bundles.items():
        result = subprocess.run([agentc, 'extract-config', '--plain', os.path.join(folder, name)], capture_output=True, check=False)
        config = json.loads(result.stdout)
        found = {tool['name']: tool['access'] for tool in config['tools']}
        found |= {'handler': agent['access'] for agent in config['agents'] if 'handler' in agent}
        for tool, access in expected['tools'].items():
            compared += 1
            if tool not in found:
                mistakes.append(f'{name}/{tool}: not found among {sorted(found)}')
                continue
            compare(f'{name}/{tool}', access, reach(found[tool]), mistakes)
            if bool(found[tool].get('unanalyzed')) != access.get('unknown', False):
                mistakes.append(f"{name}/{tool}: unanalyzed {found[tool].get('unanalyzed', [])}")
    for mistake in mistakes:
        print(mistake)
    print(f'{compared} tools, {len(mistakes)} differences')
    return bool(mistakes)


sys.exit(main())
