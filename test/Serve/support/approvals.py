"""approvals.py AGENTC WORK: calls that wait for a person, as those who approve see them."""
import pathlib
import signal
import sys
import time

from desk import bundle
from scripted_models import events_of, say, use
from with_models import serve_with_models

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
models, turns, server = serve_with_models(agentc, work)
client = server.client()
digest = client.upload(bundle()).json['digest']
ORDER = use(('t1', 'add', {'a': 1, 'b': 2}), ('t2', 'order', {'item': 'one'}))


def deploy(**approvals):
    return client.put('/api/agents/desk', {'package': digest, 'approvals': approvals})


def begin(*script):
    turns[:] = script
    return client.post('/api/runs', {'agent': 'desk', 'input': 'Hello'}).json['id']


def asked(run, count=1):
    """The open questions of a run, once there are so many."""
    while len(found := client.get(f'/api/runs/{run}').json.get('approvals', [])) < count:
        time.sleep(0.02)
    return found


def ended(run):
    while (shown := client.get(f'/api/runs/{run}').json)['status'] == 'running':
        time.sleep(0.02)
    return shown


def answer(run, question, decision, key=None, **more):
    while (
        told := server.client(key).post(
            f'/api/runs/{run}/approve', {'approval': question['approval'], 'decision': decision, **more}
        )
    ).status == 503:
        time.sleep(0.02)
    return told


def journal(run, view='journal'):
    connection = server.client().connection
    connection.request('GET', f'/api/runs/{run}/events?view={view}', headers={'authorization': f'Bearer {server.key}'})
    return [(kind, data) for _, kind, data in events_of(connection.getresponse())]


def told():
    return {
        block['tool_use_id']: (block.get('is_error', False), block['content'])
        for block in models.requests[-1]['messages'][-1]['content']
    }


for approvals in ({'tools': 'all'}, {'hosts': ['https://x']}, {'timeoutMs': 0}, {'other': []}, {'tools': ['ordr']}):
    print('refused:', deploy(**approvals))
print('deployed:', deploy(tools=['changes']).json['approvals'])

run = begin(ORDER, say('Done.'))
[question] = asked(run)
print(
    'asked:',
    question['tool'],
    question['input'],
    question['reaches'],
    '|',
    question['message'],
    question['expires'] > time.time() * 1000 + 86000000,
)
print('listed:', client.get('/api/runs').json['runs'][0]['awaitsApproval'])
person = server.new_client('person', 'approve')
print('a key that approves sees it:', person.get(f'/api/runs/{run}').json['awaitsApproval'])
print('without the right:', answer(run, question, 'approve', server.new_client('runner', 'run', 'read').key))
print('of another tenant:', answer(run, question, 'approve', server.new_client('other', 'approve', tenant='acme').key))
print('of no question:', answer(run, {'approval': 1}, 'approve'))
for body in ({}, {'approval': question['approval'], 'decision': 'yes'}, {'approval': '4', 'decision': 'deny'},
             {'approval': question['approval'], 'decision': 'deny', 'reason': 'x' * 5000}):
    print('malformed:', client.post(f'/api/runs/{run}/approve', body).status)
print('approved:', answer(run, question, 'approve', person.key).status)
shown = ended(run)
print('it ended:', shown['status'], shown['end']['content'], shown['awaitsApproval'])
print('once more:', answer(run, question, 'approve', person.key).json['status'])
print('the other way:', answer(run, question, 'deny', person.key))
print('told:', told()['t2'])
events = journal(run)
print(
    'journal:',
    [
        (kind, data['tool'])
        for kind, data in events
        if kind.startswith(('tool.start', 'approval')) and data['tool'] == 'order'
    ],
)
print('by:', [data['by'] for kind, data in events if kind == 'approval.answer'])
print('chat:', [(data['type'], data.get('status')) for _, data in journal(run, 'chat')
                if data['type'] == 'approval' or (data['type'].startswith('tool') and data['tool'] == 'order')])

run = begin(ORDER, say('Not done.'))
[question] = asked(run)
answer(run, question, 'deny', person.key, reason='too dear')
print('denied:', ended(run)['end']['content'], told()['t2'], told()['t1'][0])
print('status:', [data['status'] for kind, data in journal(run) if kind == 'tool.end' and data['tool'] == 'order'])

run = begin(use(('t1', 'order', {'item': 'one'}), ('t2', 'order', {'item': 'two'})), say('Done.'))
first, second = asked(run, 2)
answer(run, second, 'approve')
time.sleep(0.1)
print('two at once:', [first['id'], second['id']], client.get(f'/api/runs/{run}').json['status'])
answer(run, first, 'deny')
ended(run)
print('each its answer:', {id_: error for id_, (error, _) in told().items()})

run = begin(ORDER)
[question] = asked(run)
print('cancelled:', client.post(f'/api/runs/{run}/cancel', '').json['status'])
print('after its end:', answer(run, question, 'approve'))

run = begin(ORDER, say('Done.'))
[question] = asked(run)
server.stop(signal.SIGKILL)
server.start()
client, turns[:] = server.client(), [say('Done.')]
print('after kill -9:', asked(run) == [question])
print('approved then:', answer(run, question, 'approve').status, ended(run)['status'])

print('expiring:', deploy(tools=['order'], timeoutMs=300).status)
run = begin(ORDER, say('Too late.'))
ended(run)
print('expired:', told()['t2'], [data['decision'] for kind, data in journal(run) if kind == 'approval.answer'])
run = begin(ORDER, say('Too late.'))
asked(run)
server.stop(signal.SIGKILL)
time.sleep(0.4)
turns[:] = [say('Too late.')]
server.start()
client = server.client()
ended(run)
print('while it was down:', [data['decision'] for kind, data in journal(run) if kind == 'approval.answer'])

for approvals in ({'hosts': ['*.crm.example']}, {'hosts': ['api.other.example']}, {'tools': ['all']}):
    deploy(**approvals)
    run = begin(ORDER, say('Done.'))
    while client.get(f'/api/runs/{run}').json['status'] == 'running':
        for question in client.get(f'/api/runs/{run}').json.get('approvals', []):
            answer(run, question, 'approve')
    print('by', approvals, [data['tool'] for kind, data in journal(run) if kind == 'approval.request'])
print('stopped:', server.stop())
