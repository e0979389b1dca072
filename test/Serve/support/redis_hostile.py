"""redis_hostile.py AGENTC WORK SEED: a node refuses a Redis that it cannot rely on, takes passwords from its
environment and from the URL, and outlives answers of any kind."""
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

from desk import bundle
from redis_server import Redis
from scripted_models import ScriptedModels, say
from serving import Server

agentc, work, seed = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
dice = random.Random(seed)
os.environ['MODEL_KEY'] = 'key'


def refused(url, **env):
    ended = subprocess.run(
        [agentc, 'serve', '--state', str(work / 'refused'), '--listen', '127.0.0.1:0', '--redis', url],
        text=True,
        capture_output=True,
        timeout=60,
        env=os.environ | env,
    )
    return f'{ended.returncode}: {ended.stderr.strip().split("error: ")[-1]}'.replace(str(work), 'WORK')


JUNK = [
    b':7\r\n',
    b'$-1\r\n',
    b'*0\r\n',
    b'*-1\r\n',
    b'+OK\r\n',
    b'-ERR no\r\n',
    b'-NOSCRIPT no\r\n',
    b'*1\r\n' * 5 + b':1\r\n',
    b'*2\r\n$1\r\na\r\n:3\r\n',
    b'*6\r\n' + b'$1\r\nx\r\n' * 6,
    b'*2\r\n*2\r\n$3\r\n1-0\r\n*2\r\n$1\r\na\r\n$1\r\nb\r\n:1\r\n',
    b'*1\r\n' * 100 + b':1\r\n',
    b'$99999999999999999999\r\n',
    b'*99999999999\r\n',
    b'$5\r\nab',
    b'\x00\xff\xfe',
    b'%1\r\n',
    b'',
]


class Proxy:
    """Passes on what Redis says, or something else while `is_hostile`, and `lies` to commands once, by their names."""

    def __init__(self, path):
        self.path, self.is_hostile, self.told, self.lies, self.clients = path, False, 0, {}, []
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.url = f'redis://127.0.0.1:{self.listener.getsockname()[1]}'
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            client.setsockopt(
                socket.IPPROTO_TCP, socket.TCP_NODELAY, 1
            )  # what is pushed comes before what is asked next
            self.clients.append(client)
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self.path))
            asked = []  # the lie with which the connection's next answer is to be replaced
            threading.Thread(target=self.copy, args=(client, server, False, asked), daemon=True).start()
            threading.Thread(target=self.copy, args=(server, client, True, asked), daemon=True).start()

    def push(self, data):
        """Says what nobody has asked for."""
        for client in list(self.clients):
            try:
                client.sendall(data)
            except OSError:
                pass

    def copy(self, source, target, is_answer, asked):
        try:
            while data := source.recv(1 << 16):
                if not is_answer:
                    asked += [self.lies.pop(name) for name in list(self.lies) if name in data]
                elif asked:
                    data = asked.pop()
                if is_answer and self.is_hostile and dice.random() < 0.5:
                    data = b''.join(dice.choice(JUNK) for _ in range(dice.randint(1, 4)))
                    self.told += 1
                target.sendall(data)
        except OSError:
            pass
        for each in (source, target):
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


print('a port that nobody listens on:', refused('redis://127.0.0.1:1'))
with Redis('--appendonly', 'no') as redis:
    print('it keeps nothing:', refused(redis.url).replace(redis.url, 'URL'))
with Redis('--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru') as redis:
    print('it drops keys:', refused(redis.url).replace(redis.url, 'URL'))
with Redis() as redis:
    redis.ask('CONFIG', 'SET', 'requirepass', 'a:b@c/%')
    print('without the password:', refused(redis.url).replace(redis.url, 'URL'))
    print('another one:', refused(redis.url, AGENTC_REDIS_PASSWORD='guess').replace(redis.url, 'URL'))
    os.environ['AGENTC_REDIS_PASSWORD'] = 'a:b@c/%'
    with Server(agentc, work / 'by-environment', '--redis', redis.url) as server:
        print('by the environment:', server.client().get('/api/agents').status)
    del os.environ['AGENTC_REDIS_PASSWORD']
    with Server(
        agentc, work / 'by-url', '--redis', redis.url.replace('unix://', 'unix://:a%3Ab%40c%2F%25@'), key=server.key
    ) as server:
        print('by the URL:', server.client().get('/api/agents').status)

models = ScriptedModels(lambda request: say('Done.'))
(work / 'models.json').write_text(models.settings())
with Redis() as redis:
    proxy = Proxy(redis.socket)
    server = Server(
        agentc,
        work / 'state',
        '--models',
        str(work / 'models.json'),
        '--sandboxes',
        '1',
        '--redis',
        proxy.url,
        '--lease',
        '1s',
    )
    server.client().deploy('desk', bundle())

    def chat():
        return server.client().post('/api/agent-chat-stream', {'agentId': 'desk', 'message': 'hello'})

    print('before:', chat().status)
    statuses = set()
    proxy.is_hostile, until = True, time.time() + 60
    while proxy.told < 90 and time.time() < until:
        for path in (
            '/api/agents',
            '/api/packages',
            '/api/runs',
            '/api/audit',
            '/api/keys',
            '/api/schedules',
            '/api/knowledge',
            '/api/memory?query=x',
            '/metrics',
            '/readyz',
        ):
            statuses.add(server.client().get(path).status)
        statuses.add(
            server.client().post('/api/knowledge', {'category': 'x', 'title': 'y', 'content': 'Words.'}).status
        )
        statuses.add(server.client().post('/api/knowledge/search', {'query': 'words'}).status)
        statuses.add(chat().status)
        time.sleep(0.02)
    proxy.is_hostile = False
    print(proxy.told, statuses, file=sys.stderr)
    print(
        'meanwhile:', statuses <= {200, 201, 401, 403, 404, 409, 422, 500, 503}, proxy.told >= 90, server.process.poll()
    )
    until = time.time() + 30
    while (answer := chat()).status != 200 and time.time() < until:
        time.sleep(0.1)
    print('after:', answer.status, b'Done.' in answer.body)
    until = time.time() + 30
    while (
        answer := server.client().post('/api/knowledge/search', {'query': 'words'})
    ).status != 200 and time.time() < until:
        time.sleep(0.1)
    print('searched after:', answer.status)
    # A place to go on from that Redis would refuse does not stick.
    proxy.lies = {b'XAUTOCLAIM': b'*3\r\n$1\r\nx\r\n*0\r\n*0\r\n'}
    while proxy.lies:
        time.sleep(0.05)
    print('after a place that is none:', chat().status)
    # An answer that nobody has asked for is not taken for that of the next command.
    for junk in (b'*0\r\n', b'$-1\r\n', b':1\r\n'):
        proxy.push(junk * 40)
        statuses = [server.client().get('/api/agents') for _ in range(20)]
        until = time.time() + 10
        while (answer := server.client().get('/api/agents')).status != 200 and time.time() < until:
            time.sleep(0.05)
        print(
            'unasked for:',
            {len(one.json['agents']) for one in statuses + [answer] if one.status == 200},
            {one.status for one in statuses} <= {200, 503},
        )
    print('stopped:', server.stop())
