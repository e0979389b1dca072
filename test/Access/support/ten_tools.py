"""Compares what agentc infers for the ten example bundles with the lists that were written by reading them."""
import json
import os
import subprocess
import sys

agentc, folder = sys.argv[1:]
kinds = ('hosts', 'env', 'modules')


def output(*arguments):
    return json.loads(subprocess.run([agentc, *arguments], capture_output=True, check=False).stdout)


def main():
    with open(os.path.join(folder, 'expected.json'), encoding='utf-8') as file:
        bundles = json.load(file)
    compared = equal = 0
    lacking = []
    for name, expected in bundles.items():
        bundle = os.path.join(folder, name)
        config = output('extract-config', '--plain', bundle)
        # what loading the bundle reaches is granted to each tool
        loaded = output('validate', '--dump=access', bundle)['topLevel']
        loaded = {kind: {item['name'] for item in loaded[kind]} for kind in kinds}
        found = {tool['name']: tool['access'] for tool in config['tools']}
        found |= {'handler': agent['access'] for agent in config['agents'] if 'handler' in agent}
        for tool, access in expected['tools'].items():
            compared += 1
            reached = {kind: set(found[tool].get(kind, [])) for kind in kinds}
            lost = found[tool].get('unanalyzed', [])
            differences = []
            for kind in kinds:
                missing, extra = set(access[kind]) - reached[kind], reached[kind] - set(access[kind])
                differences += [f'{kind} without {sorted(missing)}'] * bool(missing) + [
                    f'{kind} with {sorted(extra)}'
                ] * bool(extra)
                if missing - loaded[kind] and not lost:
                    lacking.append(f'{name}/{tool}: {sorted(missing - loaded[kind])}')
            if bool(lost) != access.get('unknown', False):
                differences.append(f'unanalyzed: {lost}')
            equal += not differences
            if differences:
                print(f"{name}/{tool}: {'; '.join(differences)}")
    for one in lacking:
        print(f'LACKING {one}')
    print(f'{equal} of {compared} equal, {len(lacking)} lack something')
    return bool(lacking)


sys.exit(main())
