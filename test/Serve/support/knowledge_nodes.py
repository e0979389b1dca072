"""knowledge_nodes.py AGENTC WORK SEED: knowledge and memory of nodes on one Redis: each finds what the others were told
a moment ago, also where the stream of changes was cut, a record is damaged, or a node is killed while it puts some."""
import json
import os
import pathlib
import random
import signal
import sys
import threading
import time

from redis_server import Redis
from serving import Server

agentc, work, dice = sys.argv[1], pathlib.Path(sys.argv[2]), random.Random(int(sys.argv[3]))
redis = Redis()
one = Server(agentc, work / 'one', '--redis', redis.url, '--lease', '1s')
two = Server(agentc, work / 'two', '--redis', redis.url, '--lease', '1s', key=one.key)


def add(title, content, node=one, **more):
    return node.client().post('/api/knowledge', {'category': 'help', 'title': title, 'content': content, **more})


def search(query, node=two):
    answer = node.client().post('/api/knowledge/search', {'query': query, 'limit': 50})
    return sorted(found['title'] for found in answer.json['results']) if answer.status == 200 else str(answer)


def names(pattern):
    return redis.ask('KEYS', f'agentc:{pattern}').splitlines()


def number(text):
    return int(text or 0)


print('empty:', search('lamp'), search('lamp', one))
first = add('first', 'A red lamp.').json['id']
print('at once:', search('lamp'), search('lamp', one))
again = add('second', 'A green lamp.', two).json['id']
print('by the other:', search('lamp'), search('lamp', one))
one.client().ask('DELETE', f'/api/knowledge/{again}')
print('removed:', search('lamp'), search('lamp', one), two.client().ask('DELETE', f'/api/knowledge/{again}').status)

# The stream of changes is bounded, and Redis may have lost its end.
redis.ask('XTRIM', 'agentc:knowledge-changes:default', 'MAXLEN', '0')
print('cut:', search('lamp'))
add('third', 'A blue lamp.')
one.client().ask('DELETE', f'/api/knowledge/{first}')
redis.ask('XTRIM', 'agentc:knowledge-changes:default', 'MAXLEN', '1')
print('cut, with changes:', search('lamp'))

# A newer agentc may know more of a document; one that is damaged hides no others.
newer = add('newer', 'A lamp of tomorrow.').json['id']
broken = add('broken', 'A lamp that is broken.').json['id']
redis.ask('HSET', f'agentc:knowledge:default:{newer}', 'language', 'en')
redis.ask('HSET', f'agentc:knowledge:default:{broken}', 'created', 'yesterday')
told = [search('lamp') for _ in range(3)]
print('damaged:', sum(answer[0] == '5' for answer in told), told[-1])
one.client().ask('DELETE', f'/api/knowledge/{broken}')

# How often memories were found is counted by all.
memory = (
    one.client()
    .post('/api/memory', {'kind': 'pattern', 'problem_type': 'REST', 'code_template': 'x', 'test_template': 'y'})
    .json
)
print(
    'uses:',
    *[node.client().get('/api/memory?query=REST').json['memories'][0]['usage_count'] for node in (one, two, one)],
    two.client().put(f'/api/memory/{memory["id"]}', {'code_template': 'z'}).json['usage_count'],
    one.client().get('/api/memory?kind=pattern').json['memories'][0]['code_template'],
)

# Redis away: searches are told, and find again what they did.
redis.kill()
print('away:', search('lamp'), add('never', 'A lamp.'))
redis.start()
until = time.time() + 20
while (found := search('lamp')) != ['newer', 'third'] and time.time() < until:
    time.sleep(0.1)
print('back:', found)

# Killed while it puts and removes: each document is there as a whole, or not at all.
kept = []


def put_some():
    client = one.client()
    try:
        while True:
            answer = client.post('/api/knowledge', {'category': 'many', 'title': 'x', 'content': '\n\n'.join(
                f'passage {number} ' + 'filler ' * 200 for number in range(5)) + ' lastword'})
            if answer.status == 201:
                kept.append(answer.json['id'])
            if dice.random() < 0.3:
                client.ask('DELETE', f'/api/knowledge/{kept.pop()}')
    except Exception:
        pass


for _ in range(6):
    writers = [threading.Thread(target=put_some) for _ in range(4)]
    for writer in writers:
        writer.start()
    time.sleep(dice.uniform(0.05, 0.4))
    one.stop(signal.SIGKILL)
    for writer in writers:
        writer.join()
    one.start()
ids = redis.ask('ZRANGE', 'agentc:knowledge-ids:default', '0', '-1').splitlines()
counts = {id: number(redis.ask('HGET', f'agentc:knowledge:default:{id}', 'passages')) for id in ids}
listed = [id for name in names('collection:default:*') for id in redis.ask('ZRANGE', name, '0', '-1').splitlines()]
print(
    'whole:',
    len(ids) > 10,
    set(kept) <= set(ids),
    sorted(listed) == sorted(ids),
    sorted(names('knowledge:default:*')) == sorted(f'agentc:knowledge:default:{id}' for id in ids),
    all(redis.ask('HKEYS', f'agentc:knowledge:default:{id}').count('text:') == count for id, count in counts.items()),
    sum(counts.values()) == number(redis.ask('HGET', 'agentc:knowledge-counts:default', 'passages')),
)
print(
    'none left out:',
    search('lamp', one) == search('lamp') == ['newer', 'third'],
    len(two.client().post('/api/knowledge/search', {'query': 'lastword', 'limit': 50}).json['results'])
    == min(50, sum(count == 5 for count in counts.values())),
)
redis.ask('HSET', 'agentc:knowledge-counts:default', 'passages', '20000')
print('as much as it may:', add('more', 'A lamp.'))
print('stopped:', one.stop(), two.stop())
