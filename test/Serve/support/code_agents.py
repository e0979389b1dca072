"""code_agents.py AGENTC WORK: an agent that is code of its own, whose questions to models the server answers."""
import http.client
import json
import pathlib
import signal
import sys
import threading
import time

from scripted_models import events_of, say, use
from seller import CONFIG, INDEX, ORDERS, bundle
from with_models import serve_with_models

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
models, turns, server = serve_with_models(
    agentc, work, prices={'openai/gpt-5-mini': {'input': 1, 'output': 10}}, fallback=['openai/second']
)
client = server.client()
print('deployed:', client.deploy('seller', bundle(), config=CONFIG, limits={'timeoutMs': 1500}).status)


def stream(method, path, body=None, **headers):
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request(
        method, path, json.dumps(body) if body else None, {'authorization': f'Bearer {server.key}', **headers}
    )
    return connection.getresponse()


def chat(message, *script, **more):
    turns[:] = script
    models.requests.clear()
    response = stream('POST', '/api/agent-chat-stream', {'agentId': 'seller', 'message': message, **more})
    run = response.headers['x-run-id']
    return run, [data for _, _, data in events_of(response)]


def journal(run):
    return [(name, data) for _, name, data in events_of(stream('GET', f'/api/runs/{run}/events'))]


def text(events):
    return ''.join(event['text'] for event in events if event['type'] == 'token')


def wait_for(run):
    while (shown := client.get(f'/api/runs/{run}').json)['status'] == 'running' and not shown['awaitsApproval']:
        time.sleep(0.02)
    return shown


THOUGHT = {'type': 'thinking', 'thinking': 'hm', 'signature': 'c2ln'}
ASKS = use(('t1', 'check_stock', {'id': 'lamp'}), text='Let me see.')
ASKS['content'].insert(0, THOUGHT)

run, events = chat('Are there lamps?', ASKS, say('There are four.'))
print('chat:', [event['type'] for event in events if event['type'] != 'token'], events[-1])
print('text:', text(events))
first, second = models.requests
print(
    'asked:',
    first['model'],
    [block['text'] for block in first['system']],
    first['temperature'],
    first['max_tokens'],
    first['messages'],
)
print('a tool:', first['tools'][0]['name'], first['tools'][0]['input_schema']['required'])
print(
    'told:',
    [message['role'] for message in second['messages']],
    second['messages'][1]['content'][0] == THOUGHT,
    second['messages'][2]['content'][0]['content'],
)
print('journal:', [name for name, _ in journal(run) if name not in ('model.delta', 'code.step')])
end = journal(run)[-1][1]
print('usage:', end['usage']['inputTokens'], end['cost'], end['toolsUsed'])

session = client.post('/api/sessions', {'agent': 'seller', 'userId': 'ada'}).json
speak = f'/api/chat/{session["session_id"]}/message'


def said(message, *script):
    turns[:] = script
    response = stream('POST', speak, {'content': message})
    return [(lines['event'], json.loads(lines['data'])) for block in response.read().decode().split('\n\n') if block
            for lines in [dict(line.split(': ', 1) for line in block.split('\n'))]]


told = said('Hello', say('Good day.'))
print('session:', [name if name != 'thinking' else data['step'] for name, data in told if name != 'delta'])
said('And now?', say('Still.'))
print('remembers:', [message['content'] for message in models.requests[-1]['messages']])
print(
    'messages:',
    [message['content'] for message in client.get(f'/api/chat/{session["session_id"]}/messages').json['messages']],
)
told = said('Two at once', lambda request: say(request['messages'][0]['content'].upper(), waits=0.2))
print('metadata:', told[-1][1]['content'], {name: told[-1][1]['metadata'][name] for name in ('confidence', 'sources')})
run, events = chat(
    'Mine',
    say('Yours.'),
    chatHistory=[{'role': 'user', 'content': 'Before'}, {'role': 'assistant', 'content': 'Then'}],
    systemPrompt='Be brief.',
    tools=[],
)
print(
    "a client's own:",
    [message['content'] for message in models.requests[-1]['messages']],
    models.requests[-1]['system'][0]['text'].split('\n\n'),
    'tools' in models.requests[-1],
)
run, events = chat('Classify this', say('pricing'), say('It costs 5.'))
print('not shown:', text(events), '|', models.requests[-1]['system'][0]['text'].split('\n\n')[-1])
print('context:', chat('Context', say(''), conversationId='c7', userId='ada')[1][-1]['fullResponse'])

customer = {
    'customerId': 'c1',
    'customerName': 'Ada',
    'customerMetadata': {'isVip': True},
    'channel': 'whatsapp',
    'channelMetadata': {'number': 1},
}
session = client.post('/api/sessions', {'agent': 'seller', **customer}).json
speak = f'/api/chat/{session["session_id"]}/message'
context = json.loads(said('Context', say(''))[-1][1]['content'])
print('a customer:', {name: context[name] for name in customer} == customer)
context = json.loads(
    [
        data
        for _, data in [
            (1, json.loads(line[6:]))
            for line in stream('POST', speak, {'content': 'Context', 'channel': 'slack'}).read().decode().split('\n')
            if line.startswith('data: ')
        ]
    ][-1]['content']
)
print('by a message:', context['channel'], context['customerName'])
page = server.client(session['token'])
print('by a page:', page.post(speak, {'content': 'Context', 'customerMetadata': {'isVip': True}}))
print(
    'malformed:',
    client.post('/api/sessions', {'agent': 'seller', 'customerId': 1}),
    '|',
    client.post(speak, {'content': 'x', 'customerMetadata': 'vip'}),
)
print('escalates:', said('Human', say(''))[-1][1]['metadata'])
turns[:] = [ASKS, say('There are four.')]
told = [
    (name, data)
    for _, name, data in events_of(
        stream('POST', '/api/execute', {'agent': 'seller', 'input': {'message': 'Are there lamps?'}})
    )
]
print('execute:', [name for name, _ in told if name not in ('delta', 'thinking')], told[-1][1])
turns[:] = [ASKS, say('There are four.')]
response = client.post('/v1/responses', {'model': 'seller', 'input': 'Are there lamps?'}).json
print(
    'response:',
    response['status'],
    [
        (item['type'], item.get('name') or item['content'][0]['text'])
        for item in response['output']
        if item['type'] != 'reasoning'
    ],
)
turns[:] = [say('pricing'), say('It costs 5.')]
response = client.post('/v1/responses', {'model': 'seller', 'input': 'Classify'}).json
print('response:', [item['content'][0]['text'] for item in response['output']])
turns[:] = [lambda request: say(request['messages'][0]['content'])]
print(
    'composed:',
    client.post('/v1/responses', {'model': 'seller', 'input': 'Two at once'}).json['output'][-1]['content'][0]['text'],
)

print('a slow model:', chat('Hello', say('At last.', waits=1.9))[1][-1]['fullResponse'])
print('busy:', chat('Busy', say(''))[1][-1]['code'])
print('idle:', chat('Idle', say(''))[1][-1])
run, events = chat('Hello', say('Hello there.', breaks=700), say('Good day.'))
print(
    'retried:',
    [event['type'] for event in events if event['type'] != 'token'],
    text(events[[event['type'] for event in events].index('retry') :]),
)
no = {'status': 401, 'error': {'type': 'authentication_error', 'message': 'no'}}
print('refused:', chat('Hello', no)[1][-1])
print('caught:', chat('Caught', no)[1][-1]['fullResponse'])
run, events = chat('Endless', say('on'))
print('endless:', events[-1], len(models.requests))
print('malformed:', chat('Wrong', say(''))[1][-1])
print('of another:', chat('Other', say(''), conversationId='mine')[1][-1])
print(
    'wrong arguments:',
    chat(
        'Bad',
        use(('t1', 'check_stock', '{"id": ')),
        lambda request: say(request['messages'][-1]['content'][0]['content']),
    )[1][-1]['fullResponse'],
)

turns[:] = [say('never', waits=30)]
run = client.post('/api/runs', {'agent': 'seller', 'input': 'Hello'}).json['id']
time.sleep(0.3)
print('cancelled:', client.post(f'/api/runs/{run}/cancel', {}).json['status'])

# The first answer is in the journal when the server dies; the second is under way.
gate = threading.Event()
turns[:] = [ASKS, say('There are four of them.', gate=gate)]
models.requests.clear()
run = client.post('/api/runs', {'agent': 'seller', 'input': 'Are there lamps?'}).json['id']
while len(models.requests) < 2:
    time.sleep(0.02)
time.sleep(0.3)
server.stop(signal.SIGKILL)
gate.set()
turns[:] = [say('There are four.')]
server.start()
client = server.client()
shown = wait_for(run)
print('after kill -9:', shown['status'], shown['end']['content'], 'asked', len(models.requests))
kinds = [
    name
    for name, _ in journal(run)
    if name in ('code.start', 'run.resume', 'tool.start', 'tool.end', 'model.answer', 'run.complete')
]
print('its journal:', kinds)

client.deploy('orders', bundle(ORDERS, allowedHosts=['api.crm.example']), config=CONFIG)
turns[:] = [say('never', waits=30)]
run = client.post('/api/runs', {'agent': 'orders', 'input': 'One'}).json['id']
while len(models.requests) < 4:
    time.sleep(0.02)
server.stop(signal.SIGKILL)
server.start()
client = server.client()
print(
    'that changes the world:',
    wait_for(run)['end']['code'],
    [data for name, data in journal(run) if name == 'code.start'],
)

digest = client.get('/api/agents/orders').json['package']
for approvals in ({'tools': ['check.stock']}, {'hosts': ['*.crm.example']}):
    client.put('/api/agents/orders', {'package': digest, 'config': CONFIG, 'approvals': approvals})
    turns[:] = [say('Approved.')]
    begun = client.post('/api/runs', {'agent': 'orders', 'input': 'One'})
    if begun.status != 201:
        print('approvals:', begun)
        continue
    for decision in ('approve', 'deny'):
        run = client.post('/api/runs', {'agent': 'orders', 'input': 'One'}).json['id']
        question = wait_for(run)['approvals'][0]
        client.post(f'/api/runs/{run}/approve', {'approval': question['approval'], 'decision': decision})
        end = wait_for(run)['end']
        print('approvals:', question['message'], '|', end.get('content') or end['code'])
client.deploy(
    'two',
    bundle(
        INDEX + "\nexport class Clerk extends BaseAgent { async processMessage() { return { content: 'Filed.' }; } }\n"
    ),
    config=CONFIG,
)
for name in ({}, {'agentName': 'Clerk'}):
    print('of two:', client.post('/api/runs', {'agent': 'two', 'input': {'message': 'Hello', **name}}))
server.stop()
