"""provided-modules.py SOURCE: writes a bundle's request that asks for every module of Modules.def, by require and, of
Node's own, by import too, and compares the versions with those of runtime/package.json."""
import json
import pathlib
import re
import sys

source = pathlib.Path(sys.argv[1])


def read(path):
    return (source / path).read_text(encoding='utf-8')


table = read('include/agentc/Bundle/Modules.def')
packages = dict(re.findall(r'^PROVIDED_PACKAGE\("([^"]+)", "([^"]*)"', table, re.M))
modules = re.findall(r'^NODE_MODULE\("([^"]+)", (\w+), (\w+), "([^"]*)"\)', table, re.M)
for names in ([*packages], [name for name, *_ in modules]):
    if names != sorted(names):
        sys.exit('the lists of Modules.def are not sorted')
dependencies = json.loads(read('runtime/package.json'))['dependencies']
for package, version in packages.items():
    if version and package in dependencies and dependencies[package] != version:
        sys.exit(f'{package} is {dependencies[package]} in runtime/package.json')

absent = {name for name, script, *_ in modules if script == 'absent'}
row = re.search(r'^\| `absent modules` \| (.*?) \|', read('docs/compatibility.md'), re.M)[1]
if named := set(re.findall('`([^`]+)`', row)) ^ {name for name in absent if not name.startswith('_')}:
    sys.exit(
        f'row `absent modules` of docs/compatibility.md is not what Modules.def says of {", ".join(sorted(named))}'
    )

code = read('lib/Bundle/ModuleNames.cpp')
subpaths = re.findall(r'"([^"]+)"', code[code.index('package == "zod"'):].split('}')[0])[1:]
there = [name for name, script, *_ in modules if script != 'absent']
wanted = (
    sorted([*packages, *there])
    + [f'node:{name}' for name in there]
    + [f'zod/{each}' for each in subpaths]
    + ['ai/rsc', '@mastra/core/agent', 'lightfast/tool', 'lodash-es/map', 'lodash-es/get.js']
)
refused = ['zod/gone', 'node:zod', 'node:ai', 'node:axios', 'axios/x', 'lodash-es/gone', 'lodash-es/_root'] + [
    name for name, *_ in modules if name in absent
]
imports = '\n'.join(
    f"import default{i}, * as all{i} from '{name}';"
    for i, name in enumerate([*there, *(f'node:{name}' for name in there)])
)
# members that are told to be harmless must be there
harmless = [[name, member] for name, _, _, members in modules for member in members.split()]
bundle = f'''{imports}
import {{ createRequire }} from 'module';
import {{ join, default as path }} from 'node:path';
const require = createRequire(import.meta.url);
const kindOf = (name) => {{
  try {{
    return typeof require(name) === 'undefined' ? name : 'there';
  }} catch (error) {{
    return error.message;
  }}
}};
const alike = [{', '.join(f'default{i} === all{i}.default' for i in range(2 * len(there)))}];
export default ({{ names, harmless }}) => [names.map(kindOf), alike.every(Boolean),
  path.join === join, harmless.filter(([module, member]) => !(member in require(module)))];
'''
print(
    json.dumps(
        {
            'schema': 'agentc.request/1',
            'inputText': json.dumps({'names': wanted + refused, 'harmless': harmless}),
            'image': {
                'entry': 'index.mjs',
                'style': 'handler',
                'modules': [{'path': 'index.mjs', 'format': 'esm', 'text': bundle}],
            },
        }
    )
)
