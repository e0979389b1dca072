"""knowledge.py BIN [DOCUMENTS]: what a node takes to copy a tenant's knowledge from Redis at its first search, and what
a search takes after that, beside one server with its folder. Ten passages a document, each with an embedding of 1,536
dimensions in Redis; searches are by words."""
import json
import os
import pathlib
import random
import socket
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'test/Serve/support'))
from redis_server import Redis
from serving import Server

BIN, DOCUMENTS = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 2000
PASSAGES, SEARCHES = 10, 300
dice = random.Random(28)
WORDS = [''.join(dice.choices('abcdefghijklmnopqrstuvwxyz', k=7)) for _ in range(20000)]


def command(*words):
    words = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b'*%d\r\n' % len(words) + b''.join(b'$%d\r\n%s\r\n' % (len(word), word) for word in words)


def passage():
    return ' '.join(dice.choices(WORDS, k=180))


def fill(redis):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(redis.socket))
        for number in range(DOCUMENTS):
            fields = [
                'collection',
                'knowledge:help',
                'title',
                number,
                'data',
                '{}',
                'created',
                number,
                'uses',
                0,
                'passages',
                PASSAGES,
            ]
            for at in range(PASSAGES):
                fields += [f'text:{at}', passage(), f'vector:{at}', dice.randbytes(4 * 1536)]
            connection.sendall(command('HSET', f'agentc:knowledge:default:{number}', *fields) +
                               command('ZADD', 'agentc:knowledge-ids:default', number, number))
            connection.recv(1 << 16)
    redis.ask('XADD', 'agentc:knowledge-changes:default', '*', 'id', '0')


def search(client):
    begun = time.monotonic()
    answer = client.post('/api/knowledge/search', {'query': dice.choice(WORDS)})
    assert answer.status == 200, answer
    return (time.monotonic() - begun) * 1000


def told(name, client):
    first = search(client)
    times = [search(client) for _ in range(SEARCHES)]
    print(
        (
            f'| {name} | {first:.0f} ms | {statistics.median(times):.2f} ms |'
            f' {statistics.quantiles(times, n=100)[98]:.2f} ms |'
        ),
        flush=True,
    )


with tempfile.TemporaryDirectory() as temporary, Redis() as redis:
    work = pathlib.Path(temporary)
    print(f'| {DOCUMENTS * PASSAGES} passages | first search | search, p50 | p99 |\n|---|---:|---:|---:|')
    with Server(BIN / 'agentc', work / 'folder') as server:
        client = server.client()
        for number in range(DOCUMENTS):
            client.post(
                '/api/knowledge',
                {'category': 'help', 'title': str(number), 'content': '\n\n'.join(passage() for _ in range(PASSAGES))},
            )
        told('a folder (SQLite)', client)
    fill(redis)
    with Server(BIN / 'agentc', work / 'one', '--redis', redis.url) as server:
        told('Redis', server.client())
    print(f'\nthe load was {os.getloadavg()[0]:.1f}')
