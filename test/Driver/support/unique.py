"""unique.py FILE: the rules that `agentc rules --format=json` printed have ids in order and no id or name twice."""
import json
import sys

rules = json.load(open(sys.argv[1]))['rules']
ids, names = [rule['id'] for rule in rules], [rule['name'] for rule in rules]
wrong = [word for words in (ids, names) for word in set(words) if words.count(word) > 1]
if ids != sorted(ids):
    wrong.append('ids are not in order')
print('\n'.join(wrong))
sys.exit(bool(wrong))
