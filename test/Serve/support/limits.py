"""limits.py AGENTC WORK: what is too much is refused, with when to come again, and what runs goes on."""
import pathlib
import signal
import sys
import threading
import time

import psutil

from serving import Server, handler

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
WAITS = 'module.exports = async ({ ms }) => { await new Promise((done) => setTimeout(done, ms)); return "waited"; };\n'


def at_once(server, key, count, **body):
    """Answers of so many calls at once, and how long they took."""
    answers, begun = [], time.monotonic()
    threads = [threading.Thread(target=lambda: answers.append(server.client(key).tool(**body))) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(str(answer) for answer in answers), {
        answer.headers.get('retry-after') for answer in answers if answer.status > 299
    }


with Server(agentc, work / 'state', '--tenant-calls', '3', '--queue', '4', '--sandboxes', '1') as server:
    client = server.client()
    client.deploy('waits', handler(WAITS, 'waits'))
    client.tool(agent='waits', parameters={'ms': 1})
    print('of one tenant:', *at_once(server, server.key, 5, agent='waits', parameters={'ms': 1000}))
    print('then:', client.tool(agent='waits', parameters={'ms': 1}).json)
    other = server.new_client('other', 'run', 'deploy', tenant='acme')
    other.deploy('waits', handler(WAITS, 'waits'))
    results = []
    threads = [
        threading.Thread(
            target=lambda key=key: results.append(at_once(server, key, 3, agent='waits', parameters={'ms': 1000}))
        )
        for key in (server.key, other.key)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    statuses = sorted(answer.split()[0] for answers, _ in results for answer in answers)
    print('of all:', statuses)
    print(
        'the queue:',
        [
            line
            for line in client.get('/metrics').body.decode().splitlines()
            if line.startswith('agent_worker_queue_depth')
        ],
    )
    forever = client.tool(toolName='f', toolCode='function f() { for (;;); }', parameters={})
    print('a tool without end:', forever.status, forever.json['outcome'])
    print(
        'one that takes all memory:',
        client.tool(
            toolName='f',
            parameters={},
            toolCode='function f() { const all = []; for (;;) all.push(new Array(100000).fill(all.length)); }',
        ).json['outcome'],
    )
    print(
        'a limit of the agent:',
        client.put(
            '/api/agents/waits',
            {'package': client.get('/api/agents/waits').json['package'], 'limits': {'timeoutMs': 200}},
        ).status,
    )
    late = client.tool(agent='waits', parameters={'ms': 5000})
    print('is held:', late.status, late.json['outcome'])

    # What runs when the server is told to stop is answered.
    client.put('/api/agents/waits', {'package': client.get('/api/agents/waits').json['package']})
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(server.client().tool(agent='waits', parameters={'ms': 800}))
    )
    thread.start()
    time.sleep(0.3)
    begun = time.monotonic()
    print('stopped:', server.stop(), time.monotonic() - begun < 5)
    thread.join()
    print('it was answered:', answers[0].json)

with Server(agentc, work / 'rated', '--key-rate', '5') as server:
    client = server.client()
    time.sleep((58 - time.time()) % 60 if time.time() % 60 > 55 else 0)
    answers = [client.get('/api/agents') for _ in range(7)]
    print('of one key:', [answer.status for answer in answers], 0 < int(answers[-1].headers['retry-after']) <= 60)
    print('without one:', server.client('').get('/healthz').status)
    server.process.send_signal(signal.SIGTERM)


def sandboxes(server):
    """The server's own children: a sandbox starts further ones that live for a moment only."""
    return {one.pid for one in psutil.Process(server.process.pid).children() if one.name() == 'agentc-tool-run'}


def two_tenants(most):
    """A sandbox for each tenant that calls: both at once, then one after the other."""
    with Server(agentc, work / f'apart-{most}', '--tenant-sandboxes', str(most)) as server:
        clients = [server.client(), server.new_client('other', 'run', 'deploy', tenant='acme')]
        for client in clients:
            client.deploy('waits', handler(WAITS, 'waits'))
        print('sandboxes before a call:', len(sandboxes(server)))
        first = threading.Thread(target=lambda: clients[0].tool(agent='waits', parameters={'ms': 3000}))
        first.start()
        while not sandboxes(server):
            time.sleep(0.01)
        answer = clients[1].tool(agent='waits', parameters={'ms': 1})
        print('another tenant meanwhile:', answer, len(sandboxes(server)))
        before = sandboxes(server)
        first.join()
        answer = clients[1].tool(agent='waits', parameters={'ms': 1})
        print('after it:', answer, 'in another process:', most == 1 and not before & sandboxes(server))


for most in (1, 2):
    two_tenants(most)
