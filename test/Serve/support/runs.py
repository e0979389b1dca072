"""runs.py AGENTC WORK: runs of an agent against a scripted model, as their clients see them."""
import http.client
import itertools
import json
import pathlib
import sys
import threading
import time

from desk import bundle
from scripted_models import events_of, say, use
from with_models import serve_with_models

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
models, turns, server = serve_with_models(agentc, work, key='sk-scripted-key')
client = server.client()
client.deploy('desk', bundle())


def post(path, body, key=server.key, **headers):
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request('POST', path, json.dumps(body), {'authorization': f'Bearer {key}', **headers})
    return connection.getresponse()


def chat(*script, **body):
    """A chat's events, and its run."""
    turns[:] = script
    response = post('/api/agent-chat-stream', {'agentId': 'desk', 'message': 'Hello', **body})
    if response.status != 200:
        return response.status, json.loads(response.read()).get('error')
    return [data for _, _, data in events_of(response)], response.getheader('x-run-id')


def journal(run, after=0):
    return client.ask('GET', f'/api/runs/{run}/events?after={after}').body.decode()


def kinds(run):
    """The kinds of a run's events; how many deltas come of a text is the network's business."""
    return [
        kind
        for kind, _ in itertools.groupby(line[7:] for line in journal(run).split('\n') if line.startswith('event: '))
    ]


def results(request):
    """The results that a model was told last."""
    return [(block.get('is_error', False), block['content']) if block['type'] == 'tool_result' else block['text']
            for block in request['messages'][-1]['content']]


events, run = chat(say('Good day, Ada!'))
print('chat:', ''.join(event['text'] for event in events[:-1] if event['type'] == 'token'), events[-1])
print('journal:', kinds(run))
request = models.requests[-1]
print(
    'asked:',
    models.heads[-1][0],
    models.heads[-1][1]['anthropic-version'],
    models.heads[-1][1]['x-api-key'] == 'sk-scripted-key',
)
print(
    'with:',
    request['model'],
    request['system'][0]['text'],
    request['messages'],
    [tool['name'] for tool in request['tools']],
)
print('a schema:', request['tools'][0]['input_schema']['required'], request['tools'][-1]['cache_control'])
shown = client.get(f'/api/runs/{run}').json
print('shown:', shown['status'], shown['end']['content'], shown['end']['usage'])

events, run = chat(
    use(
        ('t1', 'add', {'a': 1, 'b': 2}),
        ('t2', 'fail', {}),
        ('t3', 'add', {'a': 'x', 'b': 2}),
        ('t4', 'steal', {}),
        ('t5', 'add', '{"a": 1'),
        text='Let me see.',
    ),
    say('Three.'),
)
print(
    'tools:',
    [event['tool'] for event in events if event['type'] == 'tool_start'],
    sorted((event['tool'], event['status']) for event in events if event['type'] == 'tool_complete'),
)
print('answer:', events[-1])
for result in results(models.requests[-1]):
    print('told:', result)
print(
    'after:',
    [message['role'] for message in models.requests[-1]['messages']],
    models.requests[-1]['messages'][1]['content'][0],
)

events, run = chat(use(('t1', 'large', {'bytes': 300000})), say('Long.'))
[(_, content)] = results(models.requests[-1])
print('cut:', len(content.encode()), content[-40:])
events, run = chat(use(('t1', 'hostile', {})), say('I do not.'))
print('hostile:', [event['type'] for event in events if event['type'] != 'token'], '\x1b' in journal(run))
print(
    'thoughts:',
    chat(
        {
            'content': [
                {'type': 'thinking', 'thinking': 'hm', 'signature': 'c2ln'},
                *use(('t1', 'add', {'a': 1, 'b': 1}))['content'],
            ],
            'stop': 'tool_use',
        },
        say('2'),
    )[0][-1]['fullResponse'],
    models.requests[-1]['messages'][1]['content'][0],
)
events, run = chat(use(('t1', 'add', {'a': 1, 'b': 1})))
print('endless:', events[-1], len([event for event in events if event['type'] == 'tool_start']))
print(
    'warned:',
    [
        block['text']
        for message in models.requests[-1]['messages']
        if message['role'] == 'user' and isinstance(message['content'], list)
        for block in message['content']
        if block['type'] == 'text'
    ],
)
events, run = chat(say('Still', cut=1))
print('by single bytes:', events[-1]['fullResponse'])

events, run = chat(
    say('He'),
    systemPrompt='Be brief.',
    tools=[{'name': 'add'}],
    chatHistory=[{'role': 'user', 'content': 'Hi'}, {'role': 'assistant', 'content': [{'type': 'text', 'text': 'Hi'}]}],
)
request = models.requests[-1]
print(
    'told by the caller:',
    request['system'][0]['text'].split('\n'),
    [tool['name'] for tool in request['tools']],
    len(request['messages']),
)

print(
    'a broken stream:',
    [event['type'] for event in chat(say('Hello you', breaks=400), say('Hello.'))[0] if event['type'] != 'token'],
)
print(
    'a stalled one:',
    [event['type'] for event in chat(say('Hello you', stalls=500), say('Hello.'))[0] if event['type'] != 'token'],
)
print('a late one:', chat(say('x', waits=3), say('Hello.'))[0][-1]['fullResponse'])
events, run = chat(
    {'status': 429, 'headers': {'retry-after': '1'}, 'error': {'type': 'rate_limit_error', 'message': 'slow down'}},
    say('Hello.'),
)
print('429:', [line for line in journal(run).split('\n') if 'rate_limited' in line])
print('529 all the time:', chat({'status': 529, 'error': {'type': 'overloaded_error', 'message': 'busy'}})[0])
print(
    'a wrong key:',
    chat({'status': 401, 'error': {'type': 'authentication_error', 'message': 'no: sk-scripted-key'}})[0],
)
print('not a stream:', chat({'raw': b'data: nonsense\n\n'})[0][-1])
print(
    'an error in the middle:',
    chat({'raw': b'data: {"type":"error","error":{"type":"invalid_request_error","message":"no"}}\n\n'})[0],
)

# A client that goes leaves the run going; one that comes back gets each event once.
gate = threading.Event()
turns[:] = [
    use(('t1', 'add', {'a': 1, 'b': 2}), text='Let me see.'),
    say('The sum of one and two is three.', gate=gate),
]
response = post('/api/agent-chat-stream', {'agentId': 'desk', 'message': 'Hello', 'conversationId': 'c1'})
run = response.getheader('x-run-id')
for _ in events_of(response, lambda event: event[2]['type'] == 'tool_complete'):
    pass
response.close()
print('gone:', client.get(f'/api/runs/{run}').json['status'])
connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
connection.request(
    'GET', f'/api/runs/{run}/events?view=chat', headers={'authorization': f'Bearer {server.key}', 'last-event-id': '4'}
)
back = connection.getresponse()
threading.Timer(0.2, gate.set).start()
rest = list(events_of(back))
print('back:', rest[-1][2]['fullResponse'], rest[-1][1])
whole = journal(run)
print(
    'ids:',
    [int(line[4:]) for line in whole.split('\n') if line.startswith('id: ')] == list(range(1, whole.count('id: ') + 1)),
)
print(
    'replayed:',
    all(
        journal(run, after).encode() == whole[whole.find(f'id: {after + 1}\n') :].encode()
        for after in range(whole.count('id: '))
    ),
    journal(run, 10000) == '',
)
print('of a conversation:', [one['id'] == run for one in client.get('/api/runs?conversationId=c1').json['runs']])

gate = threading.Event()
turns[:] = [say('Never told to its end, which is far away from its beginning.', gate=gate)]
run = client.post('/api/runs', {'agent': 'desk', 'input': 'Hello'}).json['id']
print(
    'cancelled:', client.post(f'/api/runs/{run}/cancel', '').json['status'], client.post(f'/api/runs/{run}/cancel', '')
)
print('its journal:', kinds(run)[-1], client.get(f'/api/runs/{run}').json['end']['by'])
gate.set()
turns[:] = [use(('t1', 'wait', {'ms': 20000}))]
run = client.post('/api/runs', {'agent': 'desk', 'input': {'message': 'Hello'}}).json['id']
while client.get(f'/api/runs/{run}').json['lastEvent'] < 4:
    time.sleep(0.05)
print('in a call:', client.post(f'/api/runs/{run}/cancel', '').json['status'])

other = server.new_client('other', 'run', 'read', tenant='acme')
print(
    'of another tenant:',
    other.get(f'/api/runs/{run}'),
    other.get('/api/runs').json,
    other.post(f'/api/runs/{run}/cancel', '').status,
)
for body in (
    {},
    {'agentId': 'desk'},
    {'agentId': 'desk', 'message': 1},
    {'agentId': 'desk', 'message': 'a', 'chatHistory': [{'role': 'system', 'content': 'x'}]},
    {'agentId': 'desk', 'message': 'a', 'tools': [1]},
    {'agentId': 'none', 'message': 'a'},
    {'agentId': 'desk', 'message': 'a', 'agentName': 'no'},
):
    response = post('/api/agent-chat-stream', body)
    print('refused:', response.status, json.loads(response.read())['error'])
print('stopped:', server.stop())
log = server.log_path.read_text()
print(
    'the key is told:',
    'sk-scripted-key' in log,
    any(b'sk-scripted-key' in file.read_bytes() for file in (work / 'state').glob('journal.db*')),
)
ended = [line for line in server.log() if line.get('message') == 'run ended']
print('logged:', ended[0]['agentId'], ended[0]['outcome'], ended[0]['tokensUsed'], sorted(ended[1]['toolsUsed']))

# The same by chat completions.
(work / 'models.json').write_text(models.settings(api='openai'))
server.start()
client = server.client()
events, run = chat(use(('c1', 'add', {'a': 1, 'b': 2}), ('c2', 'fail', {}), text='See.'), say('Three.'))
print('chat completions:', events[-1]['fullResponse'], models.heads[-1][0], models.heads[-1][1]['authorization'])
print('messages:', models.requests[-1]['messages'])
server.stop()
