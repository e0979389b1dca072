"""random_requests.py AGENTC WORK SEED (--count N | --seconds S): random requests of every route, of which some are
nearly right. None may end or stop the server, or be answered as if the server had failed."""
import argparse
import json
import os
import pathlib
import random
import socket
import sys
import time

from desk import bundle
from scripted_models import ScriptedModels, say, use
from serving import Server, handler, zipped

parser = argparse.ArgumentParser()
parser.add_argument('agentc')
parser.add_argument('work', type=pathlib.Path)
parser.add_argument('seed', type=int)
parser.add_argument('--count', type=int, default=0)
parser.add_argument('--seconds', type=int, default=0)
options = parser.parse_args()
dice = random.Random(options.seed)
SAVES = '''module.exports = async ({ text }, ctx) => {
  return text ? (await ctx.assets.saveBuffer({ buffer: new TextEncoder().encode(text), mime: 'text/plain',
    filename: 'a' })).url : 'done';
};
'''
HOSTILE = [
    '',
    '.',
    '..',
    '%2e%2e',
    '%00',
    '%',
    '%zz',
    'é',
    '%e9',
    'x' * 5000,
    '-1',
    '0',
    'sha256:',
    'sha256:' + '0' * 64,
    "' OR 1=1 --",
    '$(id)',
    '\u202e',
    '%0d%0aset-cookie:a',
    'null',
    '{id}',
    '*',
    '18446744073709551616',
    '9' * 40,
]
# What is no failure of the server's: a tool's own failure, and too much at once.
EXPECTED = {
    '/api/tool': (500, 503),
    '/api/execute': (500, 503),
    '/api/agent-tool-execute': (500, 503),
    '/api/packages/pull': (502, 503),
    '/api/agents/{slug}': (503,),
    '/api/packages': (503,),
}
models = ScriptedModels(
    lambda request: (
        dice.choice([say('Hello'), use(('t1', 'add', {'a': 1, 'b': 2})), use(('t1', 'none', '{')), say('')])
        if len(request['messages']) < 5
        else say('Enough.')
    )
)
options.work.mkdir(parents=True, exist_ok=True)
(options.work / 'models.json').write_text(models.settings())
os.environ['MODEL_KEY'] = 'key'
server = Server(options.agentc, options.work / 'state', '--models', str(options.work / 'models.json'))
client = server.client()
description = client.get('/openapi.json').json
digests = [client.deploy(slug, made, **settings).json['package'] for slug, made, settings in
           [('saves', handler(SAVES, 'saves'), {}), ('desk', bundle(), {'approvals': {'tools': ['order']}})]]
saved = client.tool(agent='saves', parameters={'text': 'abc'}).json['result']
run = client.post('/api/runs', {'agent': 'desk', 'input': 'Go'}).json['id']
session = client.post('/api/sessions', {'agent': 'desk', 'userId': 'ada'}).json
document = client.post('/api/knowledge', {'category': 'help', 'content': 'Ask.'}).json['id']
memory = client.post('/api/memory', {'kind': 'pattern', 'problem_type': 'a', 'code_template': 'b'}).json['id']
schedule = client.post('/api/runs', {'agent': 'desk', 'input': 'Go', 'cron': '0 0 1 1 *'}).json['id']
# Of each kind of thing those that are there.
ids = {
    '/api/runs': [run],
    '/v1/responses': [run.replace('run_', 'resp_')],
    '/assets/{id}': [saved.rsplit('/', 1)[1]],
    '/api/knowledge': [document],
    '/api/memory': [memory],
    '/api/schedules': [schedule],
}
known = {
    'digest': digests,
    'slug': ['saves', 'desk'],
    'session_id': [session['session_id']],
    'agent': ['saves', 'desk'],
    'agentId': ['desk'],
    'package': digests,
    'model': ['desk'],
    'toolName': ['add', 'order'],
    'decision': ['approve', 'deny'],
    'name': ['index.js'],
    'scopes': [['run']],
    'toolUse': [{'type': 'tool_use', 'id': 't1', 'name': 'add', 'input': {'a': 1, 'b': 2}}],
    'approval': range(1, 12),
    'bundleCode': [SAVES],
    'toolCode': ['function f() { return 1; }'],
    'version': [1],
    'after': [0, 1],
    'starting_after': [0, 2],
    'at': ['2099-01-01T00:00:00Z'],
    'cron': ['0 0 1 1 *'],
}


def resolve(schema):
    while '$ref' in (schema or {}):
        schema = description['components']['schemas'][schema['$ref'].rsplit('/', 1)[1]]
    return schema or {}


def anything(depth=0):
    return dice.choice(
        [
            None,
            True,
            0,
            -1,
            1e308,
            10**30,
            '',
            'text',
            '\0',
            '\ud800',
            'x' * 10000,
            [],
            {},
            ['a'] * 50,
            {'__proto__': 1},
            dice.choice(HOSTILE),
            {'a': anything(depth + 1)} if depth < 5 else 0,
        ]
    )


def value_of(schema, name=''):
    schema = resolve(schema)
    if dice.random() < 0.08:
        return anything()
    if name in known and dice.random() < 0.9:
        return dice.choice(known[name])
    for union in ('oneOf', 'anyOf'):
        if union in schema:
            return value_of(dice.choice(schema[union]), name)
    if 'enum' in schema:
        return dice.choice(schema['enum'])
    kind = schema.get('type')
    kind = dice.choice(kind) if isinstance(kind, list) else kind
    if kind == 'object' or 'properties' in schema:
        members = schema.get('properties', {})
        made = {
            each: value_of(one, each)
            for each, one in members.items()
            if each in schema.get('required', []) or dice.random() < 0.4
        }
        if dice.random() < 0.1:
            made[dice.choice(['color', '', '__proto__', 'constructor'])] = anything()
        return made
    if kind == 'array':
        return [value_of(schema.get('items')) for _ in range(dice.choice([0, 1, 1, 2, 5]))]
    return {
        'string': lambda: dice.choice(['Hello', 'text', *HOSTILE]),
        'integer': lambda: dice.choice([0, 1, 5, -1, 2**63]),
        'number': lambda: dice.choice([0.5, 1, -1]),
        'boolean': lambda: dice.random() < 0.5,
    }.get(kind, anything)()


def damaged(text):
    """Bytes of a body that are maybe cut, doubled or changed."""
    made = bytearray(text)
    for _ in range(dice.choice([0, 0, 0, 0, 1, 3])):
        at = dice.randrange(len(made) + 1)
        made[at:at + dice.choice([0, 1, 10])] = bytes(dice.choices(range(256), k=dice.choice([0, 1, 4])))
    return bytes(made[:dice.randrange(len(made) + 1)] if dice.random() < 0.05 else made)


def body_of(path, method, operation):
    content = operation.get('requestBody', {}).get('content', {})
    if (path, method) == ('/api/packages', 'post'):
        source = f'module.exports = () => {dice.randrange(10)};\n'
        return damaged(
            dice.choice([source.encode(), zipped(handler(source)), zipped(bundle()), b'\x1f\x8b' + source.encode()])
        )
    if path == '/mcp/{slug}':
        message = {
            'jsonrpc': '2.0',
            'id': dice.choice([1, 'a', None, 1.5, {}]),
            'params': anything(),
            'method': dice.choice(['initialize', 'tools/list', 'tools/call', 'ping', 'resources/list', 'none', 5]),
        }
        return damaged(json.dumps(dice.choice([message, [message]])).encode())
    if 'application/json' in content:
        return damaged(json.dumps(value_of(content['application/json'].get('schema'))).encode())
    return dice.choice([b'', b'', b'{}', b'x'])


def request_of(path, method, operation):
    names = [part[1:-1] for part in path.split('/') if part.startswith('{')]
    target = path
    for name in names:
        there = known.get(name) or ids.get('/'.join(path.split('/')[:3]), HOSTILE)
        chosen = dice.choice(there if dice.random() < 0.8 else HOSTILE)
        target = target.replace(f'{{{name}}}', str(chosen))
    queries = [
        f'{name}={dice.choice([1, 0, "true", *HOSTILE])}'
        for name in ['after', 'starting_after', 'stream', 'dryRun', 'report', 'view', 'name', 'limit']
        if dice.random() < 0.15
    ]
    target += '?' * bool(queries) + '&'.join(queries)
    target = ''.join(
        each if 32 < ord(each) < 127 else ''.join(f'%{byte:02x}' for byte in each.encode('utf-8', 'surrogatepass'))
        for each in target
    )
    headers = {'host': '127.0.0.1', 'authorization': f'Bearer {server.key}', 'connection': 'close'}
    if path == '/mcp/{slug}':
        headers.update({'accept': 'application/json, text/event-stream', 'content-type': 'application/json'})
    for name, choices in {
        'content-type': ['application/json', 'text/plain', 'application/zip', ''],
        'accept': ['text/event-stream', '*/*', 'a'],
        'last-event-id': ['0', '1', '-1', 'x', '9' * 30],
        'if-match': ['"1"', '*', '"', '"9"'],
        'mcp-protocol-version': ['2025-11-25', 'x'],
        'traceparent': ['00-' + 'a' * 32 + '-' + 'b' * 16 + '-01', 'x'],
        'authorization': ['Bearer x', f'Bearer {session["token"]}', 'Basic'],
    }.items():
        if dice.random() < 0.12:
            headers[name] = dice.choice(choices)
    body = body_of(path, method, operation)
    head = ''.join(f'{name}: {value}\r\n' for name, value in headers.items())
    return f'{method.upper()} {target} HTTP/1.1\r\n{head}content-length: {len(body)}\r\n\r\n'.encode() + body


def ask(request):
    """The status and the beginning of the answer; a stream is left after a while."""
    with socket.create_connection(('127.0.0.1', server.port), timeout=60) as connection:
        connection.sendall(request)
        answer = connection.recv(65536)
        head = answer.split(b'\r\n\r\n')[0].lower()
        if b'text/event-stream' in head or b'101' in head[:13]:
            connection.settimeout(dice.choice([0.01, 0.3]))
        try:
            while part := connection.recv(65536):
                answer += part
        except TimeoutError:
            pass
    return int(answer.split(b' ', 2)[1]) if answer.startswith(b'HTTP/1.1 ') else 0, answer


routes = [
    (path, method, operation) for path, methods in description['paths'].items() for method, operation in methods.items()
]
statuses, faults, made, end = {}, [], 0, time.time() + options.seconds
while made < options.count or time.time() < end:
    path, method, operation = dice.choice(routes)
    if method == 'delete' and dice.random() < 0.7:
        continue
    request = request_of(path, method, operation)
    made += 1
    try:
        status, answer = ask(request)
    except OSError as error:
        status, answer = 0, str(error).encode()
    statuses.setdefault(f'{method} {path}', set()).add(status)
    is_busy = status == 503 and b'"error":"too many' in answer
    if status == 0 or status >= 500 and not is_busy and status not in EXPECTED.get(path, ()):
        faults.append((request[:2000], answer[:1000]))
    if server.process.poll() is not None:
        faults.append((request, b'the server has ended'))
        break
    if path == '/api/runs' and status in (200, 201, 202) and method == 'post':
        begun = json.loads(answer.split(b'\r\n\r\n', 1)[1])['id']
        if begun.startswith('run_'):
            ids['/api/runs'] = [run] + ids['/api/runs'][-9:] + [begun]
            ids['/v1/responses'] = [one.replace('run_', 'resp_') for one in ids['/api/runs'][-5:]]
    if len(client.get('/api/agents').json['agents']) < 1 or made % 200 == 0:
        client.put('/api/agents/saves', {'package': digests[0]})
if options.seconds:
    print(made, "requests;", {route: sorted(each) for route, each in sorted(statuses.items())})
for fault in faults[:10]:
    print(*fault, sep='\n', end='\n\n')
print('faults:', len(faults))
print(
    'routes:',
    len(statuses) == len(routes),
    'answered well:',
    sum(any(200 <= one < 300 for one in each) for each in statuses.values()) >= len(routes) - 13,
)
client.put('/api/agents/saves', {'package': digests[0]})
print('a tool:', client.tool(agent='saves', parameters={}))
print(
    'errors in the log:',
    [line for line in server.log() if line['level'] == 'error' and line.get('status', 0) < 500][:5],
)
print('stopped:', server.stop())
sys.exit(bool(faults))
