"""signals.py AGENTC WORK: signals in answers, and the runs that they begin."""
import http.client
import json
import os
import pathlib
import sys
import time

from desk import bundle
from scripted_models import events_of, say
import seller
from with_models import serve_with_models

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
models, turns, server = serve_with_models(agentc, work)
client = server.client()
digest = client.upload(bundle()).json['digest']


def deploy(slug, **more):
    return client.put(f'/api/agents/{slug}', {'package': digest, **more})


def chat(text, agent='desk'):
    turns[:] = [say(text), say('Done.')]
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request(
        'POST',
        '/api/agent-chat-stream',
        json.dumps({'agentId': agent, 'message': 'Go', 'userId': 'ada'}),
        {'authorization': f'Bearer {server.key}'},
    )
    response = connection.getresponse()
    run = response.headers['x-run-id']
    return run, [data for _, _, data in events_of(response)][-1]['signals']


def wait_for(run):
    while (shown := client.get(f'/api/runs/{run}').json)['status'] == 'running':
        time.sleep(0.02)
    return shown


def journal(run):
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request('GET', f'/api/runs/{run}/events', headers={'authorization': f'Bearer {server.key}'})
    return [(name, data) for _, name, data in events_of(connection.getresponse())]


deploy('desk')
for text in (
    'No signal.',
    'Here.\n\nGENERATE_ACTIONS: {"actions": [{"title": "Call {Bob}", "days": [1]}]}\n\nGood luck.',
    '**STORE_MEASUREMENT**\n```json\n{"weight": 80}\n```',
    '<GENERATE_ASSET>[1, "]"]</GENERATE_ASSET>',
    '[GENERATE_ACTIONS]',
    'GENERATE_ASSET: a plan',
    'I shall GENERATE_ACTIONS: {}',
    'GENERATE_ACTIONS: {"cut',
    'GENERATE_ACTIONS are what I give.',
    'GENERATE_ACTIONS_TOO: {}',
    'OTHER: {}',
    'GENERATE_ACTIONS: ' + '[' * 100000,
):
    print('signal:', chat(text)[1])
run, first = chat('STORE_MEASUREMENT: {"a": 1}\nGENERATE_ASSET: {"b": 2}')
print('several:', first, [each['type'] for each in wait_for(run)['end']['signals']])

print(
    'refused:',
    deploy('desk', signals={'lower': {'agent': 'desk'}}),
    '|',
    deploy('desk', signals={'UPPER': 'desk'}).status,
    deploy('desk', signals={'UPPER': {'agent': '../x'}}).status,
)
deploy('planner')
client.deploy('seller', seller.bundle(), config=seller.CONFIG)
deploy(
    'desk',
    signals={
        'GENERATE_ACTIONS': {'agent': 'planner'},
        'SELL': {'agent': 'seller'},
        'NOTE': {},
        'LOST': {'agent': 'nobody'},
    },
)
run, first = chat('GENERATE_ACTIONS: {"title": "One"}\nNOTE: seen\nSELL: lamps\nLOST: x')
told = [data for name, data in journal(run) if name == 'run.delegate']
print('begun:', first, [(each['signal'], each.get('agent'), each.get('error')) for each in told])
for each in told:
    if 'run' in each:
        shown = wait_for(each['run'])
        start = journal(each['run'])[0][1]
        print(
            'a run of:',
            shown['agent'],
            shown['end']['content'],
            start['parent'] == run,
            start['userId'],
            repr(start['message']),
            start['signal'],
        )

# Each run of an agent whose answer begins another of its own ends somewhere.
deploy('loop', signals={'SELF': {'agent': 'loop'}})
turns[:] = [say('SELF: again')]
run = client.post('/api/runs', {'agent': 'loop', 'input': 'Go'}).json['id']
runs = []
while run:
    wait_for(run)
    runs.append(run)
    last = [data for name, data in journal(run) if name == 'run.delegate'][0]
    run = last.get('run')
print('endless:', len(runs), last['error'])

# The server dies at each of its journal's last writes: the run of the signal is begun once.
counts = set()
library = sys.argv[3]
for at in range(2, 30, 3):
    server.stop()
    os.environ.update(LD_PRELOAD=library, AGENTC_DIES_AT=str(at))
    server.start()
    del os.environ['LD_PRELOAD'], os.environ['AGENTC_DIES_AT']
    turns[:] = [
        lambda request: say('GENERATE_ACTIONS: {}' if request['messages'][-1]['content'] == 'Go' else 'Planned.')
    ]
    conversation = f'c{at}'
    try:
        server.client().post('/api/runs', {'agent': 'desk', 'conversationId': conversation, 'input': 'Go'})
        time.sleep(1)
    except (OSError, http.client.HTTPException):
        pass
    if server.process.poll() is None:
        server.stop()
    else:
        server.process.stderr.close()
    server.start()
    client = server.client()
    mine = client.get(f'/api/runs?conversationId={conversation}').json['runs']
    for each in mine:
        wait_for(each['id'])
    begun = [
        each
        for each in client.get('/api/runs').json['runs']
        if each['agent'] == 'planner' and mine and journal(each['id'])[0][1].get('parent') == mine[0]['id']
    ]
    for each in begun:
        wait_for(each['id'])
    counts.add((len(mine), len(begun)))
print('after kills:', counts <= {(0, 0), (1, 1)}, (1, 1) in counts)
server.stop()
