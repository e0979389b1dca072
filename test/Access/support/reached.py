"""reached.py CONFIG: prints how much the tools of chain.py's bundle reach, as `agentc extract-config` wrote it; what
follows the JSON is left alone."""
import json
import sys

REASON = "the bundle's tools together reach more than 100,000 things"


def names(items):
    return [item if isinstance(item, str) else item.get('name', item.get('reason')) for item in items]


with open(sys.argv[1], encoding='utf-8') as file:
    tools = json.JSONDecoder().raw_decode(file.read())[0]['tools']
access = [tool['access'] for tool in tools]
print(f"{len(tools)} tools, the first reaches {len(access[0]['hosts'])} hosts")
rest = [one for one in access if REASON in names(one.get('unanalyzed', []))]
print(f'not told one by one: {len(rest)}')
if rest:
    told = [len(one.get('hosts', [])) for one in rest]
    print(f"the first of these reaches {told[0]} hosts, the others {'some' if any(told[1:]) else 'none'}")
else:
    last = max(access[0]['hosts'], key=lambda host: int(''.join(filter(str.isdigit, host['name']))))
    files = [place['file'] for place in last['via']]
    print(f'to the last host: {len(files)} places, {files[0]}, {files[1]} … {files[-1]}')
