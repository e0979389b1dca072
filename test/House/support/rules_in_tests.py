"""rules_in_tests.py RULES TESTS: the rules that `agentc rules --format=json` printed into the file RULES and no test
below the folder TESTS names, by its id or its name. Only what a test expects or gives counts, so fuzzing, benchmarks
and packages don't."""
import json
import os
import re
import sys

rules, folder = json.load(open(sys.argv[1]))['rules'], sys.argv[2]
seen = set()
for root, folders, files in os.walk(folder):
    folders[:] = [name for name in folders if name not in ('node_modules', 'fuzz', 'bench', 'Corpus')]
    for name in files:
        if name.endswith(('.test', '.js', '.mjs', '.ts', '.tsx', '.py')):
            text = open(os.path.join(root, name), encoding='utf-8', errors='replace').read()
            seen.update(re.findall(r'AC[0-9]{4}|[a-z0-9]+(?:-[a-z0-9]+)*', text))
unseen = [rule for rule in rules if rule['id'] not in seen and rule['name'] not in seen]
for rule in unseen:
    print(f"{rule['id']} {rule['name']} is in no test")
print(f'{len(rules)} rules, {len(unseen)} of them in no test')
sys.exit(bool(unseen))
