"""knowledge.py AGENTC WORK [nodes]: knowledge and memory of a tenant, found by words, and by embeddings of a scripted
server; with `nodes` one node is told all, and another one on the same Redis is asked."""
import json
import os
import pathlib
import signal
import subprocess
import sys

from redis_server import Redis
from scripted_models import ScriptedModels
from serving import Server

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
os.environ['MODEL_KEY'] = 'key'
# Words of like meaning have a dimension in common.
MEANINGS = [{'parcel', 'shipment', 'delivery'}, {'refund', 'money', 'reimbursed'}, {'zebra', 'animal'}]
broken = []


def embed(request):
    if broken:
        return broken[0]
    vectors = [
        [float(any(word in text.lower() for word in words)) for words in MEANINGS] + [0.01] for text in request['input']
    ]
    # Servers need not keep the order.
    return {'json': {'data': [{'index': at, 'embedding': vector} for at, vector in reversed(list(enumerate(vectors)))]}}


models = ScriptedModels(embed)
settings = work / 'models.json'
settings.write_text(models.settings('openai'))
flags = ['--models', str(settings)] + (['--redis', Redis().url] if sys.argv[3:] else [])
server = Server(agentc, work / 'state', *flags)
other = Server(agentc, work / 'other', *flags, key=server.key) if sys.argv[3:] else server
client, asked = server.client(), other.client()


def stop(how=signal.SIGTERM):
    return max(each.stop(how) for each in {server, other})


def start():
    for each in {server, other}:
        each.start()
    return server.client(), other.client()


def add(category, title, content, **more):
    return client.post('/api/knowledge', {'category': category, 'title': title, 'content': content, **more})


def search(query, of=None, **more):
    return [
        found['title']
        for found in (of or asked).post('/api/knowledge/search', {'query': query, **more}).json['results']
    ]


first = add('help', 'shipping', 'A shipment takes three days.', metadata={'page': 7})
print(
    'kept:',
    first.status,
    {name: first.json[name] for name in ('category', 'title', 'metadata', 'passages', 'embedded')},
)
add('help', 'returns', 'You are reimbursed within a week.')
add('zoo', 'animals', 'A zebra is no horse. Shipping horses is difficult.')
long = add(
    'help',
    'long',
    '\n\n'.join(f'Paragraph {n}: ' + 'words and more words ' * 20 for n in range(20))
    + '\n\nÜber Geräte: lighthouse.'
    + 'ü' * 5000,
)
print('cut:', long.json['passages'] > 5)
print('by words:', search('shipment'), search('shipping'), search('LIGHTHOUSE'), search('geräte'))
print('of a category:', search('shipment', categoryIds=['help']), search('shipment', categoryIds=['zoo']))
print('not by meaning:', search('delivery'))
print('as it is asked:', search('" OR * NEAR( -x ^'), search("zebra' OR 1=1 --"))
print('passage:', asked.post('/api/knowledge/search', {'query': 'zebra'}).json['results'][0]['content'])
print('limit:', len(search('is a horse shipment words', limit=2)))
print('listed:', [one['title'] for one in asked.get('/api/knowledge?category=help').json['documents']])
acme = server.new_client('acme', 'read', 'run', 'deploy', tenant='acme')
print(
    'another tenant:',
    search('shipment', acme),
    acme.get('/api/knowledge').json,
    acme.ask('DELETE', f'/api/knowledge/{first.json["id"]}').status,
)
for body in (
    {},
    {'category': 'x'},
    {'category': 'x', 'content': ' \n '},
    {'category': 'x', 'content': 'y', 'metadata': 1},
    {'category': 'x' * 200, 'content': 'y'},
):
    print('refused:', client.post('/api/knowledge', body).status)
print(
    'refused:',
    client.post('/api/knowledge/search', {}).status,
    client.post('/api/knowledge/search', {'query': 'x', 'limit': 0}).status,
    server.new_client('runner', 'run').post('/api/knowledge', {'category': 'x', 'content': 'y'}),
)

stop()
settings.write_text(models.settings('openai', embeddings='openai/text-embedding-3-small'))
client, asked = start()
print('kept over a restart:', search('shipment'))
second = add('help', 'parcels', 'Each parcel is insured.')
add('help', 'refunds', 'A refund takes a week.')
print(
    'embedded:',
    second.json['embedded'],
    models.requests[-1]['model'],
    models.heads[-1][0],
    models.heads[-1][1].get('authorization'),
)
print('by meaning:', search('delivery', limit=1), search('money back', limit=1))
results = asked.post('/api/knowledge/search', {'query': 'delivery', 'threshold': 0.9}).json['results']
print('alike enough:', [(one['title'], round(one['similarity'], 2)) for one in results])
print('fused:', search('zebra money', limit=2))
for name, answer in (
    ('status', {'status': 500}),
    ('not JSON', {'raw': b'x'}),
    ('too few', {'json': {'data': []}}),
    ('no numbers', {'json': {'data': [{'embedding': ['x']}]}}),
    ('other dimensions', {'json': {'data': [{'embedding': [1, 2]}]}}),
    ('late', {'waits': 3}),
):
    broken[:] = [answer]
    print(f'{name}:', search('parcel', limit=1))
    broken.clear()
print(
    'removed:',
    client.ask('DELETE', f'/api/knowledge/{second.json["id"]}').status,
    search('insured', categoryIds=['zoo']),
    'parcels' in search('insured'),
)


def remember(**body):
    return client.post('/api/memory', body)


def recall(query='', of=None, **more):
    return (
        (of or asked)
        .get(
            '/api/memory?'
            + '&'.join(f'{name}={value.replace(" ", "%20")}' for name, value in {'query': query, **more}.items())
        )
        .json['memories']
    )


failure = remember(
    kind='failure', error_message="ImportError: no module 'flask' at line 12", solution='', code_context='import flask'
)
print(
    'failure:',
    failure.status,
    {name: failure.json[name] for name in ('kind', 'error_signature', 'error_type', 'usage_count')},
)
remember(
    kind='failure', error_message='ZeroDivisionError: division by zero', solution='check for zero', code_context='1 / n'
)
pattern = remember(kind='pattern', problem_type='a REST API', code_template='app.get()', test_template='test()')
print('solved:', client.put(f'/api/memory/{failure.json["id"]}', {'solution': 'install flask'}).json['solution'])
print('similar:', [one['solution'] for one in recall("ImportError: no module 'django'", kind='failure', limit='1')])
print(
    'patterns:',
    [one['code_template'] for one in recall('API with endpoints', kind='pattern')],
    [one['usage_count'] for one in recall(kind='pattern')],
)
print(
    'all:',
    sorted(one['kind'] for one in recall()),
    'no knowledge:',
    all(one['id'].startswith('mem_') for one in recall('zebra API refund')),
)
print(
    'not in knowledge:',
    'doc_' in str(found := asked.post('/api/knowledge/search', {'query': 'REST API zebra', 'limit': 50}).json),
    'mem_' in str(found),
)
print(
    'another tenant:',
    recall(of=server.client(acme.key)),
    server.client(acme.key).put(f'/api/memory/{failure.json["id"]}', {'solution': 'x'}).status,
)
for body in (
    {},
    {'kind': 'x'},
    {'kind': 'pattern'},
    {'kind': 'pattern', 'problem_type': 1},
    {'kind': 'failure', 'error_message': 'x', 'problem_type': 'y'},
):
    print('refused:', client.post('/api/memory', body))
stop(signal.SIGKILL)
client, asked = start()
print('after kill -9:', [one['solution'] for one in recall('flask ImportError', kind='failure', limit='1')])
print(
    'forgotten:',
    client.ask('DELETE', f'/api/memory/{pattern.json["id"]}').status,
    recall(kind='pattern'),
    client.ask('DELETE', f'/api/memory/{pattern.json["id"]}').status,
)
print('stopped:', stop())
for wrong in ({'embeddings': 'x'}, {'embeddings': 'none/x'}):
    settings.write_text(models.settings('openai', **wrong))
    print('refused:', subprocess.run(server.command, capture_output=True, text=True).stderr.strip().split('`: ', 1)[-1])
settings.write_text(models.settings('anthropic', embeddings='openai/x'))
print('refused:', subprocess.run(server.command, capture_output=True, text=True).stderr.strip().split('`: ', 1)[-1])
