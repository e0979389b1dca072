"""provided-modules.py SOURCE: writes a bundle's request that asks for every module which lib/Bundle/ModuleNames.cpp calls
provided and for all that the prelude has, and compares the lists and the versions."""
import json
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])


def read(path):
    return (source / path).read_text(encoding='utf-8')


def names_in(text, head):
    body = text[text.index(head) + len(head):]
    return re.findall(r"(?:'([^']+)'|\b([\w-]+))\s*:\s*['\w]|\b(lightfast)\b", body[:body.index('})')])


def table(text, head):
    return {next(name for name in names if name) for names in names_in(text, head)}


code = read('lib/Bundle/ModuleNames.cpp')
body = code[code.index('provided[] = {'):]
declared = dict(re.findall(r'\{"([^"]+)", "([^"]*)"\}', body[:body.index('};')]))
prelude = read('runtime/prelude/provided.js')
given = table(prelude, 'const provided = record({') | table(prelude, 'const scriptOfPackage = record({') | \
    table(prelude, 'const scriptOfModule = record({')
differing = set(declared) ^ given
if differing:
    sys.exit(f'only one of the lists has {sorted(differing)}')
dependencies = json.loads(read('runtime/package.json'))['dependencies']
for package, version in declared.items():
    if version and package in dependencies and dependencies[package] != version:
        sys.exit(f'{package} is {dependencies[package]} in runtime/package.json')

subpaths = re.findall(r'"([^"]+)"', code[code.index('package == "zod"'):].split('}')[0])[1:]
wanted = sorted(given) + [f'zod/{each}' for each in subpaths] + \
    ['ai/rsc', '@mastra/core/agent', 'lightfast/tool', 'lodash-es/map', 'lodash-es/get.js', 'node:buffer']
refused = ['zod/gone', 'node:zod', 'node:ai', 'node:axios', 'axios/x', 'lodash-es/gone', 'lodash-es/_root']
bundle = '''
const kindOf = (name) => { try { return typeof require(name) === 'undefined' ? name : 'there'; } catch (error) { return error.message; } };
module.exports = (names) => names.map(kindOf);
'''
print(json.dumps({
    'schema': 'agentc.request/1', 'inputText': json.dumps(wanted + refused),
    'image': {'entry': 'index.js', 'style': 'handler', 'modules': [{'path': 'index.js', 'format': 'cjs', 'text': bundle}]},
}))
