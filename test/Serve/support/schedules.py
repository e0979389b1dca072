"""schedules.py AGENTC WORK: runs that are begun later, again and again, and runs that are paused."""
import datetime
import http.client
import pathlib
import signal
import sqlite3
import sys
import threading
import time

from desk import bundle
from scripted_models import events_of, say, use
import seller
from with_models import serve_with_models

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
models, turns, server = serve_with_models(agentc, work)
client = server.client()
digest = client.upload(bundle()).json['digest']
client.put('/api/agents/desk', {'package': digest})
turns[:] = [say('Done.')]


def later(seconds):
    return (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=seconds)).strftime(
        '%Y-%m-%dT%H:%M:%SZ'
    )


def schedule(**how):
    return client.post('/api/runs', {'agent': 'desk', 'input': 'Go', **how})


def runs(conversation):
    return client.get(f'/api/runs?conversationId={conversation}').json['runs']


def journal(run):
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request('GET', f'/api/runs/{run}/events', headers={'authorization': f'Bearer {server.key}'})
    return [(name, data) for _, name, data in events_of(connection.getresponse())]


def kinds(run):
    return [name for name, _ in journal(run) if name != 'model.delta']


def wait(condition):
    deadline = time.time() + 30
    while not condition():
        if time.time() > deadline:
            raise SystemExit('it does not come')
        time.sleep(0.05)


def shown(id_):
    return [each for each in client.get('/api/schedules').json['schedules'] if each['id'] == id_][0]


def ended(run):
    wait(lambda: client.get(f'/api/runs/{run}').json['status'] not in ('running', 'paused'))
    return client.get(f'/api/runs/{run}').json


made = schedule(at=later(2), conversationId='once')
print(
    'at:',
    made.status,
    made.headers['location'] == f"/api/schedules/{made.json['id']}",
    made.json['input'],
    runs('once'),
)
wait(lambda: runs('once') and runs('once')[0]['status'] == 'completed')
start = journal(runs('once')[0]['id'])[0][1]
print('begun:', kinds(runs('once')[0]['id']), start['schedule']['id'] == made.json['id'], start['schedule']['missed'])
print('once:', 'next' in shown(made.json['id']), shown(made.json['id'])['lastRun'] == runs('once')[0]['id'])
for cron in ('0 8 * * 1-5', '*/15 * * * *', '30 4 1,15 * fri', '0 0 29 feb *', '59 23 31 12 SUN'):
    made = schedule(cron=cron).json
    print('cron:', made['cron'], made['next'][10:], client.ask('DELETE', f"/api/schedules/{made['id']}").status)
for wrong in (
    '* * * *',
    '60 * * * *',
    '0 0 30 feb *',
    '*/0 * * * *',
    '5-1 * * * *',
    '* * * * mon-',
    'a * * * *',
    '1,, * * * *',
    '* * * * * *',
    '0 0 0 * *',
):
    assert (refused := schedule(cron=wrong)).status == 400, (wrong, refused.json)
print('refused:', refused)
print('refused:', schedule(at='tomorrow'), '|', schedule(at=later(-60)), '|', schedule(at=later(9), cron='* * * * *'))
print(
    'refused:',
    client.post('/api/runs', {'agent': 'no', 'input': 'Go', 'at': later(9)}),
    client.ask('DELETE', '/api/schedules/schedule_0'),
)
other = server.new_client('other', 'read', 'run', tenant='other')
kept = schedule(cron='0 0 1 1 *').json['id']
print('of another tenant:', other.get('/api/schedules').json, other.ask('DELETE', f'/api/schedules/{kept}').status)

# Due while the server is down: begun once after the next start, also if that is killed at once.
made = schedule(at=later(2), conversationId='down').json['id']
again = schedule(cron='*/15 * * * *', conversationId='again').json['id']
server.stop(signal.SIGKILL)
time.sleep(2)
with sqlite3.connect(work / 'state/schedules.db') as database:
    database.execute('UPDATE schedules SET next = next - 3600000 WHERE id = ?', (again,))
database.close()
for _ in range(3):
    server.start()
    time.sleep(0.1)
    server.stop(signal.SIGKILL)
server.start()
client = server.client()
wait(lambda: all(runs(name) and runs(name)[0]['status'] == 'completed' for name in ('down', 'again')))
time.sleep(0.5)
print(
    'while it was down:',
    len(runs('down')),
    len(runs('again')),
    shown(again)['missed'] >= 4,
    shown(again)['next'] > later(0),
)
client.put('/api/agents/desk', {'package': digest, 'status': 'inactive'})
with sqlite3.connect(work / 'state/schedules.db') as database:
    database.execute('UPDATE schedules SET next = 1 WHERE id = ?', (kept,))
database.close()
server.stop()
server.start()
client = server.client()
wait(lambda: 'lastError' in shown(kept))
print('inactive:', shown(kept)['lastError'], shown(kept)['next'][4:])
client.put('/api/agents/desk', {'package': digest})

# Pause and resume.
gate = threading.Event()
turns[:] = [use(('t1', 'add', {'a': 1, 'b': 2}), gate=gate), say('Three.')]
run = client.post('/api/runs', {'agent': 'desk', 'input': 'Sum'}).json['id']
wait(
    lambda: 'model.start' in str(client.get(f'/api/runs/{run}').json)
    or client.get(f'/api/runs/{run}').json['lastEvent'] >= 2
)
print(
    'paused:',
    client.post(f'/api/runs/{run}/pause', {}).json['status'],
    client.post(f'/api/runs/{run}/pause', {}).json['status'],
)
gate.set()
time.sleep(0.5)
print('listed:', [each['status'] for each in client.get('/api/runs').json['runs'] if each['id'] == run])
server.stop(signal.SIGKILL)
server.start()
client = server.client()
wait(lambda: client.get(f'/api/runs/{run}').json['status'] == 'paused')
time.sleep(0.3)
before = client.get(f'/api/runs/{run}').json['lastEvent']
print('after kill -9:', client.get(f'/api/runs/{run}').json['lastEvent'] == before)
print('resumed:', client.post(f'/api/runs/{run}/resume', {}).status, ended(run)['end']['content'])
print('its journal:', kinds(run))
print('again:', client.post(f'/api/runs/{run}/resume', {}), client.post(f'/api/runs/{run}/pause', {}))
client.deploy('seller', seller.bundle(), config=seller.CONFIG)
gate = threading.Event()
turns[:] = [use(('t1', 'check_stock', {'id': 'lamp'}), gate=gate), say('Four.')]
models.requests.clear()
run = client.post('/api/runs', {'agent': 'seller', 'input': 'Lamps?'}).json['id']
wait(lambda: models.requests)
client.post(f'/api/runs/{run}/pause', {})
gate.set()
time.sleep(0.7)
print('code:', client.get(f'/api/runs/{run}').json['status'], len(models.requests))
client.post(f'/api/runs/{run}/resume', {})
print('goes on:', ended(run)['end']['content'])
turns[:] = [say('never', waits=30)]
run = client.post('/api/runs', {'agent': 'desk', 'input': 'Sum'}).json['id']
client.post(f'/api/runs/{run}/pause', {})
print('cancelled:', client.post(f'/api/runs/{run}/cancel', {}).json['status'])
print('of another tenant:', server.client(other.key).post(f'/api/runs/{run}/pause', {}))
server.stop()
