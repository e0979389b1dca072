"""nodes_shared.py AGENTC WORK: what nodes on one Redis have in common beside runs: limits of tenants and keys,
schedules that fire once, and what is written of a newer agentc by hand."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import threading
import time

from desk import bundle
from nodes_client import follow, kinds, until
from redis_server import Redis
from scripted_models import ScriptedModels, say, use
from serving import Server, handler

SAVES = """module.exports = async ({ of = 3 }, ctx) => {
  const asset = await ctx.assets.saveBuffer({ buffer: new Uint8Array(of).fill(65), mime: 'text/plain',
    filename: 'a.txt' });
  const deliverable = await ctx.deliverables.create({ title: 'Report', content: 'text', format: 'text/plain',
    type: 'report' });
  return { asset: asset.url, deliverable: deliverable.url };
};
"""
agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
os.environ['MODEL_KEY'] = 'key'
gate = threading.Event()


def answer(request):
    asked = request['messages'][0]['content']
    asked = asked if isinstance(asked, str) else asked[0]['text']
    if asked.startswith('hold'):
        return say('Held.', gate=gate)
    if asked.startswith('order') and len(request['messages']) == 1:
        return use(('t1', 'order', {'item': 'one'}))
    return say('Done.')


def begin(node, input, **more):
    return node.client().post('/api/runs', {'agent': 'desk', 'input': input, **more})


def widen(key, *field):
    """Adds a member to a record, as a newer agentc may."""
    text = json.loads(redis.ask(*(['HGET', key, *field] if field else ['GET', key])))
    redis.ask(*(['HSET', key, *field] if field else ['SET', key]), json.dumps(text | {'newer': {'a': [1]}}))


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings(timeouts={'firstByteMs': 60000, 'stallMs': 60000, 'backoffMs': 1}))
flags = ['--models', str(work / 'models.json'), '--sandboxes', '1', '--lease', '1s']
with Redis() as redis:
    shared = [*flags, '--redis', redis.url]
    one = Server(agentc, work / 'one', *shared, '--tenant-calls', '3', '--key-rate', '40')
    two = Server(agentc, work / 'two', *shared, '--tenant-calls', '3', '--key-rate', '40', key=one.key)
    print('deployed:', one.client().deploy('desk', bundle(), approvals={'tools': ['order']}))

    # Limits are those of all nodes together.
    held = [begin(node, 'hold') for node in (one, two, one)]
    print('of a tenant:', *[run.status for run in held], begin(two, 'hold'), begin(one, 'hold'))
    gate.set()
    for run in held:
        follow(one, run.json['id'])
    print('after it:', begin(two, 'say').status)
    if time.time() % 60 > 50:  # a rate is that of a minute of the clock
        time.sleep(11)
    rated = one.new_client('rated', 'read')
    statuses = [node.client(rated.key).get('/api/agents').status for _ in range(25) for node in (one, two)]
    print('of a key:', statuses.count(200), statuses.count(429), set(statuses[40:]))

    # What calls have saved is known to all, and read where their folders are one.
    one.client().deploy('saver', handler(SAVES, 'saver'))
    made = one.client().tool(agent='saver', parameters={}).json['result']
    print(
        'saved:',
        one.client().get(made['asset']).body,
        two.client().get(made['asset']),
        two.client().get('/assets/asset_0'),
    )
    for node in (one, two):
        node.stop()
    shutil.rmtree(work / 'two/saved', ignore_errors=True)
    (work / 'two/saved').symlink_to(work / 'one/saved')
    two.start()
    print('one folder:', two.client().get(made['asset']).body, two.client().get(made['deliverable']).json['title'],
          two.new_client('other', 'read', tenant='other').get(made['asset']))
    id = made['asset'].rsplit('/', 1)[1]
    record = json.loads(redis.ask('HGET', 'agentc:saved:default', id))
    redis.ask('HSET', 'agentc:saved:default', id, json.dumps(record | {'file': '../../../models.json'}))
    print('out of it:', two.client().get(made['asset']).status)
    again = two.client().tool(agent='saver', parameters={'of': 4}).json['result']
    print(
        'bytes:',
        redis.ask('GET', 'agentc:saved-bytes:default')
        == str(sum(int(size) for size in redis.ask('HVALS', 'agentc:saved-sizes:default').splitlines())),
        two.client().get(again['asset']).body,
    )
    two.stop()

    # A node that is late finds a schedule due that another has begun meanwhile.
    one = Server(agentc, work / 'one', *shared, key=one.key)
    at = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + 2))
    schedule = begin(one, 'say', at=at, conversationId='later').json['id']
    record = redis.ask('GET', f'agentc:schedule:{schedule}')
    runs = lambda: one.client().get('/api/runs?conversationId=later').json['runs']
    until(lambda: runs() and redis.ask('ZSCORE', 'agentc:due', schedule) == '')
    redis.ask('SET', f'agentc:schedule:{schedule}', record)
    redis.ask('ZADD', 'agentc:due', str(json.loads(record)['next']), schedule)
    print('fired again:', until(lambda: redis.ask('ZSCORE', 'agentc:due', schedule) == ''), 'runs:', len(runs()))

    # What a newer agentc writes without another format is passed over, and kept.
    made = one.client().post('/api/keys', {'name': 'k', 'scopes': ['read']}).json
    cron = begin(one, 'say', cron='* * * * *', conversationId='often').json['id']
    waiting = begin(one, 'order').json['id']
    until(lambda: one.client().get(f'/api/runs/{waiting}').json.get('approvals'))
    one.stop()
    key = next(name for name in redis.ask('KEYS', 'agentc:key:*').splitlines() if made['id'] in redis.ask('GET', name))
    schedule = f'agentc:schedule:{cron}'
    for name in redis.ask('KEYS', 'agentc:key:*').splitlines():
        widen(name)
    for digest in redis.ask('HKEYS', 'agentc:packages:default').splitlines():
        widen('agentc:packages:default', digest)
    version = json.loads(redis.ask('LINDEX', 'agentc:versions:default:desk', '0'))
    redis.ask('LSET', 'agentc:versions:default:desk', '0', json.dumps(version | {'newer': 1}))
    widen(schedule)
    redis.ask('HSET', f'agentc:run:{waiting}', 'priority', 'high')
    last = int(redis.ask('HGET', f'agentc:run:{waiting}', 'last')) + 1
    redis.ask(
        'XADD',
        f'agentc:events:{waiting}',
        f'{last}-0',
        'kind',
        'run.newer',
        'data',
        '{"a": 1}',
        'time',
        '1',
        'trace',
        'x',
    )
    redis.ask('HSET', f'agentc:run:{waiting}', 'last', str(last))
    redis.ask(
        'XADD',
        'agentc:audit:default',
        redis.ask('INCR', 'agentc:audit-count:default') + '-0',
        'entry',
        json.dumps({'time': 1, 'key': 'k', 'action': 'newer', 'subject': 's', 'detail': 'd', 'newer': 1}),
        'more',
        'x',
    )
    two = Server(agentc, work / 'two', *shared, key=one.key)
    client = two.client()
    until(lambda: redis.ask('HGET', f'agentc:run:{waiting}', 'node'))
    node = redis.ask('HGET', f'agentc:run:{waiting}', 'node')
    redis.ask('XADD', f'agentc:orders:{node}', '*', 'order', json.dumps({'run': waiting, 'what': 'dance'}), 'more', 'x')
    print(
        'read:',
        sorted(agent['slug'] for agent in client.get('/api/agents').json['agents']),
        len(client.get('/api/packages').json['packages']),
        client.get('/api/audit').json['entries'][-1]['action'],
        client.tool(agent='desk', toolName='add', parameters={'a': 1, 'b': 2}).json['result'],
    )
    asked = client.get(f'/api/runs/{waiting}').json['approvals'][0]['approval']
    print('approved:', client.post(f'/api/runs/{waiting}/approve', {'approval': asked, 'decision': 'approve'}))
    print(kinds(follow(two, waiting)))
    client.ask('DELETE', f'/api/keys/{made["id"]}')
    print(
        'revoked:', json.loads(redis.ask('GET', key))['isRevoked'], 'kept:', json.loads(redis.ask('GET', key))['newer']
    )
    record = json.loads(redis.ask('GET', schedule))
    redis.ask('SET', schedule, json.dumps(record | {'next': 1000}))
    redis.ask('ZADD', 'agentc:due', '1000', cron)
    print(
        'fired:',
        until(lambda: json.loads(redis.ask('GET', schedule))['lastRun'] != ''),
        'kept:',
        json.loads(redis.ask('GET', schedule))['newer'],
    )
    print('stopped:', two.stop())

    # Another format is refused.
    for format in ('2', '0', 'x'):
        redis.ask('SET', 'agentc:version', format)
        ended = subprocess.run(two.command, capture_output=True, text=True, timeout=60)
        print(f'{ended.returncode}:', ended.stderr.strip().splitlines()[-1].split(redis.url)[-1].split('error: ')[-1])
