"""Checks programs of one line each: `rule: program`. With `fails` each must give a finding of the rule that is an error
or a warning, with `passes` none."""
import json
import os
import subprocess
import sys

agentc, expected, path, folder = sys.argv[1:]


def main():
    os.makedirs(folder, exist_ok=True)
    cases = []
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            rule, program = line.rstrip('\n').split(': ', 1)
            source = os.path.join(folder, f'{number}.js')
            with open(source, 'w', encoding='utf-8') as out:
                out.write(program + '\n')
            cases.append((number, rule, program, source))
    result = subprocess.run([agentc, 'validate', '--no-load-test', '--format=json', *[case[3] for case in cases]],
                            capture_output=True, check=False)
    mistakes = 0
    for (number, rule, program, _), bundle in zip(cases, json.loads(result.stdout)['bundles'], strict=True):
        found = {d['rule'] for d in bundle.get('diagnostics', []) if d['severity'] != 'note'}
        if (rule in found) != (expected == 'fails'):
            mistakes += 1
            print(f'{os.path.basename(path)}:{number}: {rule}: {program}\n    found {sorted(found)}')
    print(f'{len(cases)} programs, {mistakes} mistakes')
    return bool(mistakes)


sys.exit(main())
