"""code_crash.py AGENTC WORK LIBRARY STEP: kills the server before each write to its journal, every STEP-th of them,
while an agent's code runs that changes nothing, and starts it again: the run ends as if nothing had happened."""
import os
import pathlib
import sys

from killed_runs import KilledRuns
from scripted_models import ScriptedModels, say, use
from seller import CONFIG, bundle
from serving import Server

agentc, work, library, step = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
os.environ['MODEL_KEY'] = 'key'


def answer(request):
    """By the messages alone, so that a question that is asked again is answered the same."""
    round_ = sum(message['role'] == 'assistant' for message in request['messages'])
    return [
        use(('t1', 'check_stock', {'id': 'lamp'}), text='Let me see.'),
        use(('t2', 'check_stock', {'id': 'bulb'})),
        say('There are four.'),
    ][round_]


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings())
flags = ['--models', str(work / 'models.json'), '--sandboxes', '1']
server = Server(agentc, work / 'prepared', *flags)
server.client().deploy('seller', bundle(), config=CONFIG)
server.stop()
faults, repeated = [], 0


def end(at, server, run, seen):
    global repeated
    killed.follow(server, run, seen)
    check(at, seen)
    remembered = [message['content'] for message in (seen[-1][2].get('history') or [])]
    if remembered != ['Are there lamps?', 'There are four.']:
        faults.append(f'{at}: it remembers {remembered}')
    repeated += sum(event[2]['isRepeated'] for event in seen if event[1] == 'code.start')


def check(at, seen):
    names = [event[1] for event in seen]
    if [event[0] for event in seen] != list(range(1, len(seen) + 1)):
        faults.append(f'{at}: a gap, or an event twice')
    if names[-1] != 'run.complete' or seen[-1][2]['content'] != 'There are four.':
        faults.append(f'{at}: it ended by {seen[-1]}')
    for name, times in (
        ('model.answer', 3),
        ('tool.start', 2),
        ('tool.end', 2),
        ('history.append', 1),
        ('code.diverge', 0),
    ):
        if names.count(name) != times:
            faults.append(f'{at}: {name} {names.count(name)} times')
    # The last answer is shown whole after what was void.
    last = max((i for i, name in enumerate(names) if name in ('run.resume', 'tool.end', 'model.retry')), default=0)
    if ''.join(event[2]['text'] for event in seen[last:] if event[1] == 'model.delta') not in ('There are four.', ''):
        faults.append(f'{at}: it shows something else')


killed = KilledRuns(agentc, work, library, flags)
killed.every(step, {'agent': 'seller', 'conversationId': 'c', 'input': 'Are there lamps?'}, end)
print('faults:', faults[:5])
print('killed:', killed.kills > 2, 'repeated:', repeated > 0)
print(f'writes {killed.writes}, kills {killed.kills}, repeated {repeated}', file=sys.stderr)
