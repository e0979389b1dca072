"""nodes_falls.py AGENTC WORK: a run that node after node is lost with is given up, others are not; what was approved
outlives a crash of Redis and of the node; an outage is told once."""
import os
import pathlib
import signal
import sys
import threading
import time

from desk import bundle
from nodes_client import begin, follow, kinds, until
from redis_server import Redis
from scripted_models import ScriptedModels, say, use
from serving import Server

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
os.environ['MODEL_KEY'] = 'key'
gates = {'hold': threading.Event(), 'add': threading.Event()}


def answer(request):
    asked = request['messages'][0]['content']
    asked = asked if isinstance(asked, str) else asked[0]['text']
    results = len(request['messages']) > 1
    if asked.startswith('hold'):
        return say('Held.', gate=gates['hold'])
    if asked.startswith('order') and not results:
        return use(('t1', 'order', {'item': 'one'}))
    if asked.startswith('add') and not results:
        return use(('t1', 'add', {'a': 1, 'b': 2}))
    return say('Done.', gate=gates['add']) if asked.startswith('add') else say('Done.')


def falls(run):
    return redis.ask('HGET', f'agentc:run:{run}', 'falls')


def events(run):
    return redis.ask('XRANGE', f'agentc:events:{run}', '-', '+')


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings(timeouts={'firstByteMs': 60000, 'stallMs': 60000, 'backoffMs': 1}))
flags = ['--models', str(work / 'models.json'), '--sandboxes', '1', '--lease', '1s']
with Redis('--appendfsync', 'everysec') as redis:
    with Server(agentc, work / 'warned', *flags, '--redis', redis.url) as node:
        print(
            'every second:',
            [line.split(': ', 2)[2].replace(redis.url, 'URL') for line in node.said if 'warning' in line],
        )
with Redis('--appendfsync', 'always') as redis:
    node = Server(agentc, work / 'node', *flags, '--redis', redis.url)
    print('always:', [line for line in node.said if 'warning' in line])
    node.client().deploy('desk', bundle(), approvals={'tools': ['order']})

    # Of three runs one awaits a person, and one has got on.
    killer, waits, adds = begin(node, 'hold'), begin(node, 'order'), begin(node, 'add')
    until(
        lambda: 'model.start' in events(killer) and 'approval.request' in events(waits) and 'tool.end' in events(adds)
    )
    for run in (killer, waits, adds):
        redis.ask('HSET', f'agentc:run:{run}', 'falls', '7')
    node.stop(signal.SIGTERM)
    node.start()
    until(lambda: all(redis.ask('HGET', f'agentc:run:{run}', 'epoch') == '3' for run in (killer, waits, adds)))
    print('given back:', falls(killer), falls(waits), falls(adds))
    for count in ('8', '9', '10'):
        node.stop(signal.SIGKILL)
        node.start()
        print('lost:', *[until(lambda: falls(run) == count) for run in (killer, waits)])
        if count == '8':
            gates['add'].set()
            print('got on:', kinds(follow(node, adds))[-1], falls(adds) == '')
    end = follow(node, killer)[-1]
    print('given up:', end[1], end[2])
    print('not the one that waits:', node.client().get(f'/api/runs/{waits}').json['status'])

    # A decision waits until the run is taken again, which a lease delays. It has been answered: it is there, whatever
    # crashes then.
    node.stop(signal.SIGKILL)
    node.start()
    asked = node.client().get(f'/api/runs/{waits}').json['approvals'][0]['approval']
    decided = node.client().post(f'/api/runs/{waits}/approve', {'approval': asked, 'decision': 'deny', 'reason': 'no'})
    redis.kill()
    node.stop(signal.SIGKILL)
    redis.start()
    node.start()
    print(
        'decided:',
        decided,
        [kind for kind in kinds(follow(node, waits)) if kind in ('approval.answer', 'tool.start', 'run.complete')],
    )

    # A node that was only slow was not lost: it says so when it goes on.
    slow = begin(node, 'hold again')
    until(lambda: 'model.start' in events(slow))
    two = Server(agentc, work / 'two', *flags, '--redis', redis.url, key=node.key)
    node.process.send_signal(signal.SIGSTOP)
    print('slow:', until(lambda: falls(slow) == '1'), end=' ')
    node.process.send_signal(signal.SIGCONT)
    print(until(lambda: falls(slow) == '0'))
    gates['hold'].set()
    print(kinds(follow(two, slow))[-1])
    two.stop()

    # An outage is told once by each part of the node.
    node.stop()
    node.log_path.unlink()
    node.start()
    redis.kill()
    time.sleep(3.5)
    redis.start()
    until(lambda: node.client(key='').get('/readyz').status == 200)
    time.sleep(1)
    node.stop()
    told = [line['message'].split(': Redis')[0] for line in node.log() if 'Redis is away' in line.get('message', '')]
    print('told:', {what: told.count(what) for what in sorted(set(told))})
