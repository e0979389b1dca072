"""Writes a request of agentc-tool-run for the files of a folder, one JSON line.

usage: request.py FOLDER [--entry index.js] [--style handler|baseAgent|tools] [--tool NAME] [--at NAME=STEP.STEP…]
  [--input JSON] [--config JSON] [--env NAME=VALUE] [--host PATTERN]
  [--private] [--resolve HOST:PORT:ADDRESS] [--limit NAME=NUMBER] [--load] [--repeat N]
A step is a member's name, a number, `@name` (by name) or `new` (an instance).
"""
import argparse
import json
import os

parser = argparse.ArgumentParser()
parser.add_argument('folder')
parser.add_argument('--entry')
parser.add_argument('--style', default='handler')
parser.add_argument('--tool')
parser.add_argument('--at', action='append', default=[])
parser.add_argument('--input', default='{}')
parser.add_argument('--config')
parser.add_argument('--env', action='append', default=[])
parser.add_argument('--host', action='append', default=[])
parser.add_argument('--private', action='store_true')
parser.add_argument('--resolve', action='append', default=[])
parser.add_argument('--limit', action='append', default=[])
parser.add_argument('--load', action='store_true')
parser.add_argument('--repeat', type=int, default=1)
options = parser.parse_args()


def step(text):
    if text == 'new':
        return {'instance': True}
    if text.isdigit():
        return {'index': int(text)}
    return {'named': text[1:]} if text.startswith('@') else {'member': text}


def location(text):
    name, _, path = text.partition('=')
    return {'name': name, 'path': [step(part) for part in path.split('.') if part]}


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


formats = {'.js': 'cjs', '.cjs': 'cjs', '.mjs': 'esm', '.json': 'json'}
modules = []
for folder, _, names in os.walk(options.folder):
    for name in names:
        path = os.path.join(folder, name)
        kind = formats.get(os.path.splitext(name)[1])
        if kind:
            modules.append({'path': os.path.relpath(path, options.folder), 'format': kind, 'text': read(path)})
modules.sort(key=lambda module: module['path'])
paths = [module['path'] for module in modules]
entry = options.entry or ('index.mjs' if 'index.mjs' in paths else 'index.js')
request = {
    'schema': 'agentc.request/1', 'mode': 'load' if options.load else 'call', 'inputText': options.input,
    'grant': {'hosts': options.host, 'environment': dict(each.split('=', 1) for each in options.env),
              'privateAddresses': options.private, 'resolve': options.resolve},
    'limits': {name: int(value) for name, value in (each.split('=') for each in options.limit)},
    'image': {'entry': entry, 'style': options.style, 'modules': modules,
              'tools': [location(text) for text in options.at]},
}
if options.tool is not None:
    request['tool'] = options.tool
if options.config is not None:
    request['context'] = {'configText': options.config}
for _ in range(options.repeat):
    print(json.dumps(request))
