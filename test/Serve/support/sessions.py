"""sessions.py AGENTC WORK: sessions with an agent, the history that a model is told, what tokens cost, and old runs."""
import http.client
import json
import pathlib
import signal
import sqlite3
import subprocess
import sys
import threading
import time

from desk import bundle
from scripted_models import events_of, say, use
from with_models import serve_with_models

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
PRICES = {'openai/gpt-5-mini': {'input': 1, 'output': 10}}
settings = work / 'models.json'
models, turns, server = serve_with_models(agentc, work, prices=PRICES, keepRuns=1)
client = server.client()
digest = client.upload(bundle()).json['digest']


def deploy(**history):
    return client.put(
        '/api/agents/desk',
        {'package': digest, **({'history': history} if history else {}), 'approvals': {'tools': ['order']}},
    )


def stream(method, path, body=None, token=None, **headers):
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    headers = {name.replace('_', '-'): value for name, value in headers.items()}
    connection.request(
        method, path, json.dumps(body) if body else None, {'authorization': f'Bearer {token or server.key}', **headers}
    )
    return connection.getresponse()


def ids_and_events(response):
    """The events of a session: (id, name, data)."""
    return [
        (lines['id'], lines['event'], json.loads(lines['data']))
        for block in response.read().decode().split('\n\n')
        if block
        for lines in [dict(line.split(': ', 1) for line in block.split('\n'))]
        if 'id' in lines
    ]


def speak(session, content, *script, token=None, **body):
    turns[:] = script or [say('Yes.')]
    response = stream(
        'POST', f'/api/chat/{session["session_id"]}/message', {'content': content, **body}, token or session['token']
    )
    return (
        ids_and_events(response) if response.status == 200 else (response.status, json.loads(response.read())['error'])
    )


def told():
    return [
        message['content'] if isinstance(message['content'], str) else message['content'][0].get('text')
        for message in models.requests[-1]['messages']
    ]


def run(conversation, message, agent='desk', **more):
    turns[:] = [say(f'Answer to {message}')]
    id_ = client.post(
        '/api/runs', {'agent': agent, 'conversationId': conversation, 'input': {'message': message, **more}}
    ).json['id']
    while (shown := client.get(f'/api/runs/{id_}').json)['status'] == 'running':
        time.sleep(0.02)
    return shown


deploy()
session = client.post('/api/sessions', {'agent': 'desk', 'userId': 'ada'}).json
first = speak(session, 'One and two?', use(('t1', 'add', {'a': 1, 'b': 2})), say('Three.'))
print('events:', [name for _, name, _ in first])
print('thinking:', first[0][2], first[3][2])
print('a tool:', first[1][2], first[2][2])
print('complete:', first[-1][2])
print(
    'ids of its run:',
    len({id_.split(':')[0] for id_, _, _ in first}) == 1,
    [int(id_.split(':')[1]) for id_, _, _ in first] == sorted(int(id_.split(':')[1]) for id_, _, _ in first),
)
vip = client.post('/api/sessions', {'agent': 'desk', 'customerName': 'Ada', 'customerMetadata': {'isVip': True}}).json
speak(vip, 'Who am I?')
print('told of the customer:', models.requests[-1]['system'][0]['text'].split('\n\n')[-1])
client.put('/api/agents/desk', {'package': digest, 'signals': {'ESCALATE': {}}})
told_ = speak(vip, 'A person!', say('ESCALATE: asked for'))[-1][2]['metadata']
print('escalates:', told_['shouldEscalate'], told_['escalationReason'])
print('does not:', 'shouldEscalate' in speak(vip, 'Thanks', say('I do not ESCALATE: no'))[-1][2]['metadata'])
deploy()
second = speak(session, 'And now?', say('Still three.'))
print('remembered:', told())
path = f'/api/chat/{session["session_id"]}'
print(
    'messages:',
    server.client(session['token']).get(f'{path}/messages').json['messages']
    == [
        {'role': 'user', 'content': 'One and two?'},
        {'role': 'assistant', 'content': 'Three.'},
        {'role': 'user', 'content': 'And now?'},
        {'role': 'assistant', 'content': 'Still three.'},
    ],
)
again = [
    ids_and_events(stream('GET', f'{path}/stream', token=session['token'], last_event_id=id_))
    for id_, _, _ in first[:-1]
]
print('replayed:', all(rest == first[at + 1 :] for at, rest in enumerate(again)))
print('the next answer:', ids_and_events(stream('GET', f'{path}/stream', last_event_id=first[-1][0])) == second)
print(
    'the last one:',
    ids_and_events(stream('GET', f'{path}/stream')) == second,
    stream('GET', f'{path}/stream', last_event_id=second[-1][0]).status,
)
asked = []
gate = threading.Event()
turns[:] = [use(('t1', 'order', {'item': 'one'})), say('Denied.')]
response = stream('POST', f'{path}/message', {'content': 'Order one'}, session['token'])
for line in response:
    if line.startswith(b'event: approval'):
        asked.append(json.loads(next(response)[6:]))
        if len(asked) == 1:
            print('meanwhile:', speak(session, 'Hello?', *turns))
            client.post(
                f'/api/runs/{response.getheader("x-run-id")}/approve',
                {'approval': asked[0]['approval'], 'decision': 'deny'},
            )
print('approval:', [(one['status'], one['tool']) for one in asked])

failed = speak(session, 'Fail', {'status': 401, 'error': {'type': 'authentication_error', 'message': 'no'}})
print('failed:', failed[-1][1:])

owner, other = server.client(session['token']), client.post('/api/sessions', {'agent': 'desk'}).json
print(
    'its token elsewhere:',
    owner.get('/api/agents'),
    '|',
    owner.post('/api/runs', {'agent': 'desk', 'input': 'x'}).status,
)
print(
    'of another session:',
    speak(other, 'Hello', token=session['token']),
    owner.get(f'/api/chat/{other["session_id"]}/messages').status,
)
acme = server.new_client('acme', 'run', 'read', tenant='acme')
print('of another tenant:', acme.get(f'{path}/messages'), acme.post('/api/sessions', {'agent': 'desk'}))
print('without a token:', server.client('x').get(f'{path}/messages').status)
print(
    'refused:',
    speak(session, ''),
    speak(session, 'a', attachments=[{'type': 'image'}]),
    stream('GET', f'{path}/stream', last_event_id=f'{first[0][0]}x').status,
)
print('no agent:', client.post('/api/sessions', {'agent': 'none'}))
server.stop(signal.SIGKILL)
server.start()
client = server.client()
speak(session, 'After a restart?')
print('after kill -9:', told()[-3:])

for history in ({'maxMessages': 'x'}, {'ttl': 0}, {'other': 1}):
    print('refused:', deploy(**history))
run('c1', 'one')
run('c1', 'two')
run('c1', 'three')
print('by default:', told())
run('c1', 'four', chatHistory=[])
print("a client's own:", told())
deploy(maxMessages=2)
run('c1', 'five')
print('two messages:', told())
deploy(maxMessages=0)
run('c1', 'six')
print('none:', told())
deploy(ttl=1)
time.sleep(1.2)
run('c1', 'seven')
run('c1', 'eight')
print('of the last second:', told())
client.put('/api/agents/desk2', {'package': digest})
run('c1', 'nine', agent='desk2')
print('of another agent:', told())

shown = run('c2', 'costs')
print('cost:', shown['end']['cost'])
print('logged:', [line['cost'] for line in server.log() if line.get('runId') == shown['id'] and 'cost' in line])
old, kept = shown['id'], run('c2', 'kept')['id']
server.stop()
with sqlite3.connect(work / 'state/journal.db') as database:
    for table, key in (('runs', 'id'), ('events', 'run')):
        column = 'created' if table == 'runs' else 'time'
        database.execute(f'UPDATE {table} SET {column} = {column} - 90000000 WHERE {key} = ?', (old,))
server.start()
client = server.client()
while client.get(f'/api/runs/{old}').status == 200:
    time.sleep(0.05)
print('old runs:', client.get(f'/api/runs/{old}'), client.get(f'/api/runs/{kept}').status)
server.stop()
settings.write_text(models.settings(prices=PRICES, fallback=['openai/second'], retries=1))
server.start()
client = server.client()
turns[:] = [lambda request: say('By the second.') if request['model'] == 'second' else {'status': 529}]
response = stream('POST', '/api/agent-chat-stream', {'agentId': 'desk', 'message': 'x'})
print(
    'a fallback:',
    [data for _, _, data in events_of(response)][-1]['fullResponse'],
    [one['model'] for one in models.requests[-3:]],
)
print('whose price is unknown:', 'cost' in client.get(f'/api/runs/{response.getheader("x-run-id")}').json['end'])
server.stop()
for wrong in (
    {'prices': {'x': {'input': 1, 'output': 1}}},
    {'prices': {'openai/x': {'input': -1, 'output': 1}}},
    {'prices': []},
    {'keepRuns': 0},
):
    settings.write_text(models.settings(**wrong))
    print('refused:', subprocess.run(server.command, capture_output=True, text=True).stderr.strip().split('`: ', 1)[-1])
