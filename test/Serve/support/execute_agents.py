"""execute_agents.py AGENTC WORK: `/api/execute` of configured agents, whose answers are streamed, and the log of their
runs."""
import json
import pathlib
import sys

from desk import bundle
from scripted_models import events_of, say, use
from with_models import serve_with_models

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
models, turns, server = serve_with_models(agentc, work)
client = server.client()
source = bundle()
source['index.js'] = source['index.js'].replace("instructions:", "id: 'desk',\n  instructions:")
client.deploy('desk', source)


def execute(*script, **body):
    turns[:] = script
    connection = server.client().connection
    connection.request(
        'POST', '/api/execute', json.dumps({'agent': 'desk', **body}), {'authorization': f'Bearer {server.key}'}
    )
    answer = connection.getresponse()
    if answer.status != 200:
        return answer.status, answer.read().decode()
    return [
        (kind, {name: value for name, value in data.items() if name in ('content', 'tool', 'status', 'result', 'code')})
        for _, kind, data in events_of(answer)
    ]


def joined(events):
    return ''.join(data['content'] for kind, data in events if kind == 'delta'), [
        event for event in events if event[0] != 'delta'
    ]


print(
    'streamed:',
    *joined(
        execute(
            use(('t1', 'add', {'a': 1, 'b': 2})), say('Three.'), input={'message': 'One and two?', 'channel': 'web'}
        )
    ),
)
print(
    'told:',
    models.requests[-2]['messages'][0]['content'],
    '|',
    models.requests[-2]['system'][0]['text'].split('\n')[-1],
)
print(
    'a text:',
    joined(execute(say('Hello.'), input='Hi'))[0],
    models.requests[-1]['messages'][0]['content'],
    len(models.requests[-1]['system'][0]['text'].split('\n')),
)
print('by name:', joined(execute(say('Hello.'), input='Hi', agentName='desk'))[0])
print('a tool by name:', [kind for kind, _ in execute(say('x'), input={'a': 1, 'b': 2}, agentName='add')][-1])
print('no such name:', execute(say('x'), input='Hi', agentName='none')[0])
print('no message:', execute(say('x'), input={'a': 1}))
print('failed:', execute({'status': 401, 'error': {'type': 'authentication_error', 'message': 'no'}}, input='Hi'))
run = client.get('/api/runs').json['runs'][-1]['id']
print('stopped:', server.stop())
lines = [line for line in server.log() if line.get('runId') == run]
print(
    'logged:',
    *[
        (line['message'], line['requestId'] == run, line['agentId'], line.get('channel'), line.get('toolsUsed'))
        for line in lines
    ],
)
