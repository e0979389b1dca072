"""runs_crash.py AGENTC WORK LIBRARY STEP [TOOL…]: kills the server before each write to its journal, every STEP-th of them, and
starts it again: the run ends as if nothing had happened. A person approves the calls of the tools."""
import http.client
import json
import os
import pathlib
import shutil
import sys
import time

from desk import bundle
from scripted_models import ScriptedModels, events_of, say, use
from serving import Server

agentc, work, library, step, asked = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]), sys.argv[5:]
os.environ['MODEL_KEY'] = 'key'


def answer(request):
    """By the messages alone, so that a question that is asked again is answered the same."""
    round_ = sum(message['role'] == 'assistant' for message in request['messages'])
    return [use(('t1', 'add', {'a': 1, 'b': 2}), ('t2', 'order', {'item': 'one'}), text='Both.', part=100),
            use(('t3', 'order', {'item': 'two'})), say('All is done.', part=100)][round_]


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings())
flags = ['--models', str(work / 'models.json'), '--sandboxes', '1']
server = Server(agentc, work / 'prepared', *flags)
server.client().deploy('desk', bundle(), approvals={'tools': asked})
server.client().tool(agent='desk', toolName='add', parameters={'a': 1, 'b': 2})
server.stop()
faults, kills, repeated, interrupted = [], 0, 0, 0


def follow(server, run, seen):
    """Adds the events that come until the stream ends."""
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request('GET', f'/api/runs/{run}/events', headers={'authorization': f'Bearer {server.key}', 'last-event-id': str(len(seen))})
    response = connection.getresponse()
    for event in events_of(response):
        seen.append(event)
        if event[1] == 'approval.request':
            approve(server, run, event[0])


def approve(server, run, approval):
    answer = server.client().post(f'/api/runs/{run}/approve', {'approval': approval, 'decision': 'approve'})
    while answer.status == 503:  # it is not under way yet
        time.sleep(0.02)
        answer = server.client().post(f'/api/runs/{run}/approve', {'approval': approval, 'decision': 'approve'})


def attempt(at):
    """One run under a server that dies at a write; False once it outlives all of them."""
    global kills, repeated, interrupted
    state = work / f'state-{at}'
    shutil.copytree(work / 'prepared', state)
    os.environ.update(LD_PRELOAD=library, AGENTC_DIES_AT=str(at))
    server = Server(agentc, state, *flags)
    del os.environ['LD_PRELOAD'], os.environ['AGENTC_DIES_AT']
    seen, run = [], None
    try:
        run = server.client().post('/api/runs', {'agent': 'desk', 'input': 'Go'}).json['id']
        follow(server, run, seen)
    except (OSError, http.client.HTTPException, ValueError):
        pass
    deadline = time.time() + 10
    while server.process.poll() is None and time.time() < deadline and not (seen and seen[-1][1] == 'run.complete'):
        time.sleep(0.05)
    has_died = server.process.poll() is not None
    if has_died:
        kills += 1
        server.process.stderr.close()
        server.start()
    runs = server.client().get('/api/runs').json['runs']
    if run is None and runs:  # it was in the journal, and its client was not told
        run = runs[0]['id']
    if run is None:
        server.stop()
        shutil.rmtree(state)
        return True
    for question in server.client().get(f'/api/runs/{run}').json.get('approvals', []):
        approve(server, run, question['approval'])
    follow(server, run, seen)
    check(at, server, run, seen)
    server.stop()
    shutil.rmtree(state)
    return has_died


def check(at, server, run, seen):
    global repeated, interrupted

    def fault(what):
        faults.append(f'{at}: {what}')
    whole = []
    follow(server, run, whole)
    if seen != whole:
        fault('the client has seen other events than the journal has')
    if [event[0] for event in seen] != list(range(1, len(seen) + 1)):
        fault('a gap, or an event twice')
    if seen[-1][1] != 'run.complete' or seen[-1][2]['content'] != 'All is done.':
        fault(f'it ended by {seen[-1]}')
    if sum(event[1] == 'approval.request' for event in seen) != 2 * len(asked) or sum(event[1] == 'approval.answer' for event in seen) != 2 * len(asked):
        fault('a person was not asked once for each call')
    starts = [event[2] for event in seen if event[1] == 'tool.start']
    ends = [event[2] for event in seen if event[1] == 'tool.end']
    for id_ in ('t2', 't3'):
        if sum(start['id'] == id_ for start in starts) != 1:
            fault(f'{id_} ran more than once')
    for id_ in ('t1', 't2', 't3'):
        if sum(end['id'] == id_ for end in ends) != 1:
            fault(f'{id_} did not end once')
    if any(end['id'] == 't1' and end['status'] != 'ok' for end in ends):
        fault('a call that changes nothing was not repeated')
    repeated += sum(start['isRepeated'] for start in starts)
    interrupted += sum(end['status'] == 'interrupted' for end in ends)


at = 1
while attempt(at):
    at += step
print('faults:', faults[:5])
print('killed:', kills > 3, 'repeated:', repeated > 0 or step > 1, 'interrupted:', interrupted > 0 or step > 1)
print(f'writes {at}, kills {kills}, repeated {repeated}, interrupted {interrupted}', file=sys.stderr)
