"""schedules_refused.py AGENTC WORK [nodes]: a time at which a run is refused by a limit is tried again, also after kill
-9; with `nodes`, by two servers that share a Redis."""
import os
import pathlib
import signal
import sys
import threading
import time

from desk import bundle
from redis_server import Redis
from scripted_models import ScriptedModels, events_of, say
from serving import Server

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
os.environ['MODEL_KEY'] = 'key'
gate = threading.Event()
models = ScriptedModels(
    lambda request: say('Late.', gate=gate) if request['messages'][-1]['content'] == 'Wait' else say('Done.')
)
(work / 'models.json').write_text(models.settings())
flags = ['--models', str(work / 'models.json'), '--tenant-calls', '1'] + (
    ['--redis', Redis().url] if sys.argv[3:] else []
)
one = Server(agentc, work / 'one', *flags)
all_ = [one] + ([Server(agentc, work / 'two', *flags, key=one.key)] if sys.argv[3:] else [])
one.client().deploy('desk', bundle())


def until(condition):
    deadline = time.time() + 60
    while not condition():
        if time.time() > deadline:
            raise SystemExit('it does not come')
        time.sleep(0.05)


def shown():
    return one.client().get('/api/schedules').json['schedules'][0]


def runs():
    return one.client().get('/api/runs?conversationId=later').json['runs']


waiting = one.client().post('/api/runs', {'agent': 'desk', 'input': 'Wait'}).json['id']
due = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + 2))
one.client().post('/api/runs', {'agent': 'desk', 'input': 'Go', 'at': due, 'conversationId': 'later'})
until(lambda: 'lastError' in shown())
print('refused:', shown()['lastError'], runs())
print('tried later:', due < shown()['next'])
first = shown()['next']
until(lambda: shown()['next'] > first)
print('and again:', 'lastRun' in shown(), runs())
for each in all_:
    each.stop(signal.SIGKILL)
    each.start()
print('after kill -9:', shown()['lastError'], runs())
gate.set()
until(lambda: runs() and runs()[0]['status'] == 'completed')
connection = one.client().connection
connection.request('GET', f'/api/runs/{runs()[0]["id"]}/events', headers={'authorization': f'Bearer {one.key}'})
start = next(data for _, kind, data in events_of(connection.getresponse()) if kind == 'run.start')
print('begun:', start['schedule']['due'] == due, start['message'])
until(lambda: 'next' not in shown())
time.sleep(2)
print('once:', len(runs()), 'lastError' in shown(), shown()['lastRun'] == runs()[0]['id'])
print('stopped:', max(each.stop() for each in all_))
