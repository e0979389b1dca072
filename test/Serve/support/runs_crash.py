"""runs_crash.py AGENTC WORK LIBRARY STEP [TOOL…]: kills the server before each write to its journal, every STEP-th of
them, and starts it again: the run ends as if nothing had happened. A person approves the calls of the tools."""
import os
import pathlib
import sys
import time

from desk import bundle
from killed_runs import KilledRuns
from scripted_models import ScriptedModels, say, use
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
faults, repeated, interrupted = [], 0, 0


def approve_asked(server, run, event):
    if event[1] == 'approval.request':
        approve(server, run, event[0])


def approve(server, run, approval):
    decision = {'approval': approval, 'decision': 'approve'}
    while server.client().post(f'/api/runs/{run}/approve', decision).status == 503:  # it is not under way yet
        time.sleep(0.02)


def end(at, server, run, seen):
    for question in server.client().get(f'/api/runs/{run}').json.get('approvals', []):
        approve(server, run, question['approval'])
    killed.follow(server, run, seen)
    check(at, server, run, seen)


def check(at, server, run, seen):
    global repeated, interrupted

    def fault(what):
        faults.append(f'{at}: {what}')
    whole = []
    killed.follow(server, run, whole)
    if seen != whole:
        fault('the client has seen other events than the journal has')
    if [event[0] for event in seen] != list(range(1, len(seen) + 1)):
        fault('a gap, or an event twice')
    if seen[-1][1] != 'run.complete' or seen[-1][2]['content'] != 'All is done.':
        fault(f'it ended by {seen[-1]}')
    names = [event[1] for event in seen]
    if not names.count('approval.request') == names.count('approval.answer') == 2 * len(asked):
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


killed = KilledRuns(agentc, work, library, flags, approve_asked)
killed.every(step, {'agent': 'desk', 'input': 'Go'}, end)
print('faults:', faults[:5])
print('killed:', killed.kills > 3, 'repeated:', repeated > 0 or step > 1, 'interrupted:', interrupted > 0 or step > 1)
print(f'writes {killed.writes}, kills {killed.kills}, repeated {repeated}, interrupted {interrupted}', file=sys.stderr)
