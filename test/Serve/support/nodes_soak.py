"""nodes_soak.py AGENTC WORK RUNS SEED [network]: three nodes on one Redis have so many runs while nodes are killed or
stand still for longer than their lease, and Redis is killed; with `network` each is in a network namespace of its own,
and cut off from clients or Redis, too. No run is lost or ends twice, no event comes twice or from a node that has lost
its run, and no call that changes the world is made twice. With `AGENTC_TEST_OTHER`, the path of another version's
`agentc`, nodes are of either, by chance at each start."""
import http.client
import json
import os
import pathlib
import random
import signal
import sys
import threading
import time

from desk import bundle
from network import Network
from redis_server import Redis
from scripted_models import ScriptedModels, events_of, say, use
from serving import Server

agentc, work, count, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
os.environ['MODEL_KEY'] = 'key'
LEASE, CLIENTS, NODES = 1, 12, 3
VERSIONS = [agentc, os.environ.get('AGENTC_TEST_OTHER') or agentc]
random.seed(seed)


def answer(request):
    asked = request['messages'][0]['content']
    asked = asked if isinstance(asked, str) else asked[0]['text']
    if len(request['messages']) == 1 and asked.startswith(('add', 'order')):
        tool = asked.split()[0]
        return use(('t1', tool, {'a': 1, 'b': 2} if tool == 'add' else {'item': asked}), text='A moment.')
    return say('Done, as you have asked.')


class Nodes:
    """Nodes of which each may be away for a while; a client takes another."""

    def __init__(self, url, flags):
        self.all = []
        key = None
        for number in range(NODES):
            place = (
                {'host': network.address(number), 'inside': network.inside(network.space(number))} if network else {}
            )
            hosts = ['--host', network.address(number)] if network else []
            self.all.append(
                Server(
                    VERSIONS[number % 2],
                    work / f'node-{number}',
                    *flags,
                    *hosts,
                    '--redis',
                    url,
                    '--lease',
                    f'{LEASE}s',
                    key=key,
                    **place,
                )
            )
            key = self.all[0].key

    def ask(self, dice, method, path, body=None, **headers):
        """The answer of some node: its response, unread; None if it could not be asked."""
        node = dice.choice(self.all)
        connection = http.client.HTTPConnection(node.host, node.port, timeout=5)
        try:
            connection.request(
                method, path, body and json.dumps(body), {'authorization': f'Bearer {node.key}', **headers}
            )
            return connection.getresponse()
        except (OSError, http.client.HTTPException):
            return None


network = Network(NODES) if sys.argv[5:] == ['network'] else None
models = ScriptedModels(answer)
for number in range(NODES if network else 0):
    models.listen(network.listen(number, models.port))
(work / 'models.json').write_text(models.settings())
faults, begun, seen, lock = [], [], {}, threading.Lock()
left, is_over = [count], threading.Event()
refused, done = [0], {'killed': 0, 'stopped': 0, 'redis': 0} | ({'cut': 0} if network else {})


def follow(nodes, dice, run):
    """The events of a run as one client has them, who comes back to any node whenever the stream ends."""
    events, last, until = [], 0, time.time() + 120
    while time.time() < until:
        response = nodes.ask(dice, 'GET', f'/api/runs/{run}/events', **{'last-event-id': str(last)})
        if response is None or response.status != 200:
            time.sleep(0.05)
            continue
        try:
            for event in events_of(response):
                if event[0] != last + 1:
                    faults.append(f'{run}: {event[0]} after {last}')
                last = event[0]
                events.append(event)
        except (OSError, http.client.HTTPException, ValueError):
            pass
        if events and events[-1][1] in ('run.complete', 'run.fail', 'run.cancel'):
            return events
    faults.append(f'{run}: lost, after {[kind for _, kind, _ in events][-3:]}')
    return events


def work_off(nodes, number):
    dice = random.Random(seed * 1000 + number)
    while True:
        with lock:
            # On a quick machine there are more runs, so that each kind of disturbance has met some.
            if left[0] <= 0 and all(done.values()):
                return
            left[0] -= 1
        run = None
        while run is None:
            response = nodes.ask(
                dice, 'POST', '/api/runs', {'agent': 'desk', 'input': dice.choice(['say', 'say', 'add', 'order'])}
            )
            try:
                run = json.loads(response.read())['id'] if response and response.status == 201 else None
            except (OSError, http.client.HTTPException, ValueError):
                pass
            if run is None:
                refused[0] += 1
                time.sleep(0.05)
        begun.append(run)
        seen[run] = follow(nodes, dice, run)


def disturb(nodes, redis):
    dice = random.Random(seed)
    while not is_over.wait(dice.uniform(0.2, 1.5)):
        what = dice.choice(
            [kind for kind in done if not done[kind]]
            or ['killed', 'killed', 'stopped', 'redis'] + ['cut', 'cut'] * bool(network)
        )
        node = dice.choice(nodes.all)
        if what == 'killed':
            node.stop(signal.SIGKILL)
            time.sleep(dice.uniform(0, 1.5))
            node.command = [dice.choice(VERSIONS) if word in VERSIONS else word for word in node.command]
            node.start()
            done['killed'] += 1
        elif what == 'stopped':
            node.process.send_signal(signal.SIGSTOP)
            time.sleep(LEASE + dice.uniform(0.2, 1.5))
            node.process.send_signal(signal.SIGCONT)
            done['stopped'] += 1
        elif what == 'cut':
            # A node from its clients, from Redis, or from both; now and then all from Redis.
            links = dice.choice([['front'], ['back'], ['back'], ['front', 'back']])
            cut = range(NODES) if dice.random() < 0.2 else [nodes.all.index(node)]
            for state in ('down', 'up'):
                for number in cut:
                    for link in links:
                        network.set_link(number, link, state)
                time.sleep(dice.uniform(0.2, LEASE + 2) if state == 'down' else 0)
            done['cut'] += 1
        else:
            redis.kill()
            time.sleep(dice.uniform(0, 1))
            redis.start()
            done['redis'] += 1


def check(run, events):
    """Faults of a whole journal."""
    kinds = [kind for _, kind, _ in events]
    if [number for number, _, _ in events] != list(range(1, len(events) + 1)):
        yield 'a gap, or an event twice'
    if sum(kind in ('run.complete', 'run.fail', 'run.cancel') for kind in kinds) != 1 or kinds[-1] != 'run.complete':
        yield f'it ended by {kinds[-1]}'
    # A node that lost the run began what a later event ends before the run was resumed.
    asks, calls = 0, set()
    for _, kind, data in events:
        if kind == 'run.resume':
            asks, calls = 0, set()
        elif kind == 'model.start':
            asks += 1
        elif kind in ('model.delta', 'model.answer') and not asks:
            yield f'{kind} of a node that has lost the run'
        elif kind == 'tool.start':
            calls.add(data['id'])
        elif kind == 'tool.end' and data['status'] == 'ok' and data['id'] not in calls:
            yield 'the end of a call of a node that has lost the run'
    if sum(kind == 'tool.start' and data['tool'] == 'order' for _, kind, data in events) > 1:
        yield 'a call that changes the world was made twice'


apart = ['--bind', network.server_address, '--port', '6379', '--protected-mode', 'no'] if network else []
with Redis('--appendfsync', 'everysec', *apart, inside=network.inside(network.server) if network else ()) as redis:
    nodes = Nodes(
        f'redis://{network.server_address}' if network else redis.url,
        ['--models', str(work / 'models.json'), '--sandboxes', '1', '--tenant-calls', '1000'],
    )
    nodes.all[0].client().deploy('desk', bundle())
    for node in nodes.all:  # each has it prepared
        node.client().tool(agent='desk', toolName='add', parameters={'a': 1, 'b': 2})
    clients = [threading.Thread(target=work_off, args=(nodes, number), daemon=True) for number in range(CLIENTS)]
    disturber = threading.Thread(target=disturb, args=(nodes, redis), daemon=True)
    started = time.time()
    for thread in clients + [disturber]:
        thread.start()
    for thread in clients:
        thread.join()
    took = time.time() - started
    is_over.set()
    disturber.join()
    dice = random.Random(seed)
    resumed = 0
    for run in begun:
        whole = follow(nodes, dice, run)
        if whole != seen[run]:
            faults.append(f'{run}: a client has seen other events than the journal has')
        faults += [f'{run}: {fault}' for fault in check(run, whole)]
        resumed += sum(kind == 'run.resume' for _, kind, _ in whole)
    metrics = nodes.all[0].client().get('/metrics').body.decode()
    print('faults:', faults[:5])
    print('enough runs:', len(begun) >= count, 'left in the queue:', [line.split()[1] for line in metrics.splitlines()
                                                   if line.startswith(('agent_queue_depth', 'agent_queue_taken'))])
    print('disturbed:', all(done.values()))
    lost = 0
    for node in nodes.all:
        node.stop()
        lost += sum(
            'another node has the run now' in line.get('message', '') or "another process'" in line.get('message', '')
            for line in node.log()
        )
    print(
        (
            f'seed {seed}: {len(begun)} runs in {took:.0f} s, {done}, {resumed} resumed, {lost} refused to a node that'
            f' had lost its run, {refused[0]} requests asked again'
        ),
        file=sys.stderr,
    )
