"""code_crash.py AGENTC WORK LIBRARY STEP: kills the server before each write to its journal, every STEP-th of them, while an
agent's code runs that changes nothing, and starts it again: the run ends as if nothing had happened."""
import http.client
import os
import pathlib
import shutil
import sys
import time

from scripted_models import ScriptedModels, events_of, say, use
from seller import CONFIG, bundle
from serving import Server

agentc, work, library, step = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
os.environ['MODEL_KEY'] = 'key'


def answer(request):
    """By the messages alone, so that a question that is asked again is answered the same."""
    round_ = sum(message['role'] == 'assistant' for message in request['messages'])
    return [use(('t1', 'check_stock', {'id': 'lamp'}), text='Let me see.'), use(('t2', 'check_stock', {'id': 'bulb'})), say('There are four.')][round_]


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings())
flags = ['--models', str(work / 'models.json'), '--sandboxes', '1']
server = Server(agentc, work / 'prepared', *flags)
server.client().deploy('seller', bundle(), config=CONFIG)
server.stop()
faults, kills, repeated = [], 0, 0


def follow(server, run, seen):
    """Adds the events that come until the stream ends."""
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request('GET', f'/api/runs/{run}/events', headers={'authorization': f'Bearer {server.key}', 'last-event-id': str(len(seen))})
    for event in events_of(connection.getresponse()):
        seen.append(event)


def attempt(at):
    """One run under a server that dies at a write; False once it outlives all of them."""
    global kills, repeated
    state = work / f'state-{at}'
    shutil.copytree(work / 'prepared', state)
    os.environ.update(LD_PRELOAD=library, AGENTC_DIES_AT=str(at))
    server = Server(agentc, state, *flags)
    del os.environ['LD_PRELOAD'], os.environ['AGENTC_DIES_AT']
    seen, run = [], None
    try:
        run = server.client().post('/api/runs', {'agent': 'seller', 'conversationId': 'c', 'input': 'Are there lamps?'}).json['id']
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
    if run is not None:
        follow(server, run, seen)
        check(at, seen)
        remembered = [message['content'] for message in (seen[-1][2].get('history') or [])]
        if remembered != ['Are there lamps?', 'There are four.']:
            faults.append(f'{at}: it remembers {remembered}')
        repeated += sum(event[2]['isRepeated'] for event in seen if event[1] == 'code.start')
    server.stop()
    shutil.rmtree(state)
    return has_died


def check(at, seen):
    names = [event[1] for event in seen]
    if [event[0] for event in seen] != list(range(1, len(seen) + 1)):
        faults.append(f'{at}: a gap, or an event twice')
    if names[-1] != 'run.complete' or seen[-1][2]['content'] != 'There are four.':
        faults.append(f'{at}: it ended by {seen[-1]}')
    for name, times in (('model.answer', 3), ('tool.start', 2), ('tool.end', 2), ('history.append', 1), ('code.diverge', 0)):
        if names.count(name) != times:
            faults.append(f'{at}: {name} {names.count(name)} times')
    # The last answer is shown whole after what was void.
    last = max((i for i, name in enumerate(names) if name in ('run.resume', 'tool.end', 'model.retry')), default=0)
    if ''.join(event[2]['text'] for event in seen[last:] if event[1] == 'model.delta') not in ('There are four.', ''):
        faults.append(f'{at}: it shows something else')


at = 1
while attempt(at):
    at += step
print('faults:', faults[:5])
print('killed:', kills > 2, 'repeated:', repeated > 0)
print(f'writes {at}, kills {kills}, repeated {repeated}', file=sys.stderr)
