"""nodes.py AGENTC WORK: three nodes on one Redis: each answers about every run, whichever has it, and goes on with what
another left."""
import os
import pathlib
import signal
import sys
import threading
import time

import seller
from desk import bundle
from nodes_client import begin, follow, kinds, until
from redis_server import Redis
from scripted_models import ScriptedModels, say, use
from serving import Server

SEARCHER = '''
import { BaseAgent } from '@buzzi/base-agent';

export default class Clerk extends BaseAgent {
  async processMessage() {
    return { content: JSON.stringify((await this.rag.search({ query: 'shipping' })).map(({ content }) => content)) };
  }
}
'''
agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
os.environ['MODEL_KEY'] = 'key'
LEASE = 2
gate = threading.Event()


def text_of(message):
    content = message['content']
    return content if isinstance(content, str) else ''.join(block.get('text', '') for block in content)


def answer(request):
    """By the messages alone, so that a question that is asked again is answered the same."""
    asked = text_of(request['messages'][0])
    results = sum(
        isinstance(message['content'], list) and any(block.get('type') == 'tool_result' for block in message['content'])
        for message in request['messages']
    )
    if asked.startswith('hold'):
        return say('Held.', gate=gate)
    if asked.startswith('order') and not results:
        return use(('t1', 'order', {'item': 'one'}))
    if asked.startswith('add') and not results:
        return use(('t1', 'add', {'a': 1, 'b': 2}))
    if asked.startswith('wait') and not results:
        return use(('t1', 'wait', {'ms': 1500}))
    if asked.startswith('remember'):
        return say(f'There were {len(request["messages"]) - 1} before.')
    return say('Done.')


def node_of(redis, run):
    return redis.ask('HGET', f'agentc:run:{run}', 'node')


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings(timeouts={'firstByteMs': 60000, 'stallMs': 60000, 'backoffMs': 1}))
with Redis() as redis:
    flags = ['--models', str(work / 'models.json'), '--sandboxes', '1', '--redis', redis.url, '--lease', f'{LEASE}s']
    front = Server(agentc, work / 'front', *flags, '--role', 'serve')
    one = Server(agentc, work / 'one', *flags, '--role', 'work', key=front.key)
    two = Server(agentc, work / 'two', *flags, key=front.key)
    client = front.client()
    print(
        'deployed:',
        client.deploy('desk', bundle(), approvals={'tools': ['order']}),
        two.client().get('/api/agents').json['agents'][0]['slug'],
    )
    print('a node that only works:', one.client().get('/api/runs'), one.client(key='').get('/healthz'))

    # Whoever asks is told of every run, live.
    run = begin(front, 'add')
    told = [follow(node, run) for node in (front, two)]
    print('followed:', told[0] == told[1], kinds(told[0]))
    print('each number once:', [number for number, _, _ in told[0]] == list(range(1, len(told[0]) + 1)))
    chat = two.client().post(
        '/api/agent-chat-stream', {'agentId': 'desk', 'message': 'remember', 'conversationId': 'c1'}
    )
    chat = front.client().post(
        '/api/agent-chat-stream', {'agentId': 'desk', 'message': 'remember', 'conversationId': 'c1'}
    )
    print('a conversation by two nodes:', b'There were 2 before.' in chat.body)
    session = two.client().post('/api/sessions', {'agent': 'desk'})
    print(
        'a session of another node:',
        session.status,
        front.client(key=session.json['token']).get(f'/api/chat/{session.json["session_id"]}/messages'),
    )

    # Orders go to the node that has the run.
    runs = [begin(front, f'hold {i}') for i in range(6)]
    print(
        'taken:',
        until(lambda: all(node_of(redis, run) for run in runs)),
        'by one and two:',
        len({node_of(redis, run) for run in runs}) in (1, 2),
    )
    print('paused:', *sorted({front.client().post(f'/api/runs/{run}/pause', {}).json['status'] for run in runs[:3]}))
    print('continued:', *sorted({two.client().post(f'/api/runs/{run}/resume', {}).json['status'] for run in runs[:3]}))
    print(
        'cancelled:', *sorted({front.client().post(f'/api/runs/{run}/cancel', {}).json['status'] for run in runs[:3]})
    )
    ordered = begin(two, 'order')
    print('a question:', until(lambda: front.client().get(f'/api/runs/{ordered}').json.get('approvals')),
          [run['awaitsApproval'] for run in front.client().get('/api/runs').json['runs'] if run['id'] == ordered])
    asked = front.client().get(f'/api/runs/{ordered}').json['approvals'][0]['approval']
    approved = front.client().post(f'/api/runs/{ordered}/approve', {'approval': asked, 'decision': 'approve'})
    print('approved by another node:', approved)
    print(kinds(follow(front, ordered)))

    # A key's revocation is known to all within a second or so.
    made = front.client().post('/api/keys', {'name': 'k', 'scopes': ['read']}).json
    print('a key of another node:', two.client(key=made['secret']).get('/api/agents').status)
    front.client().ask('DELETE', f'/api/keys/{made["id"]}')
    print('revoked:', until(lambda: two.client(key=made['secret']).get('/api/agents').status == 401, 3))
    two.client().post('/api/knowledge', {'category': 'help', 'title': 'days', 'content': 'Shipping takes three days.'})
    client.deploy('clerk', seller.bundle(SEARCHER), config={**seller.CONFIG, 'ragEnabled': True})
    run = client.post('/api/runs', {'agent': 'clerk', 'input': 'Go'}).json['id']
    print('searched by code:', follow(front, run)[-1][2]['content'])

    # Each schedule fires once, though two nodes wait for it.
    at = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(time.time() + 2))
    schedule = front.client().post('/api/runs', {'agent': 'desk', 'input': 'add', 'at': at, 'conversationId': 'later'})
    print(
        'scheduled:', schedule.status, until(lambda: front.client().get('/api/runs?conversationId=later').json['runs'])
    )
    time.sleep(1.2)
    print('fired:', len(front.client().get('/api/runs?conversationId=later').json['runs']))

    # The node that has a run dies: another goes on within the lease and a second.
    held = runs[3:] + [begin(two, f'hold {i}') for i in range(6, 12)]
    until(lambda: all(node_of(redis, run) for run in held))
    two.stop(signal.SIGKILL)
    died = time.time()
    gate.set()
    ends = [follow(front, run)[-1][1] for run in held]
    took = time.time() - died
    print('none lost:', sorted(set(ends)), 'went on within the lease and a little:', took < LEASE + 8)
    print(f'{took:.1f} s', file=sys.stderr)

    # A node that is told to stop gives its runs to others at once.
    gate.clear()
    two = Server(agentc, work / 'two', *flags, key=front.key)
    one.stop(signal.SIGKILL)
    run = begin(front, 'hold again')
    before = until(lambda: node_of(redis, run))
    one = Server(agentc, work / 'one', *flags, key=front.key)
    two.stop()
    stopped = time.time()
    taken = until(lambda: node_of(redis, run))
    print('given back:', before and taken, time.time() - stopped < LEASE * 0.8)

    # Redis goes away and comes back: runs wait, and requests are told.
    redis.kill()
    away = front.client().post('/api/agent-chat-stream', {'agentId': 'desk', 'message': 'hello'})
    print('away:', away, front.client(key='').get('/readyz').status, front.client(key='').get('/healthz').status)
    gate.set()
    time.sleep(1.5)
    redis.start()
    print('back:', until(lambda: front.client(key='').get('/readyz').status == 200), kinds(follow(front, run))[-1:])

    # A call that ends meanwhile is not lost, nor made again.
    run = begin(front, 'wait')
    print('it waits:', until(lambda: 'tool.start' in redis.ask('XRANGE', f'agentc:events:{run}', '-', '+')))
    redis.kill()
    time.sleep(2.5)
    redis.start()
    until(lambda: front.client(key='').get('/readyz').status == 200)
    print(
        'its end is kept:',
        kinds(events := follow(front, run)),
        [data['status'] for _, kind, data in events if kind == 'tool.end'],
    )

    # A node whose run another has taken, which has written nothing yet, writes no more: here the other one is the test.
    gate.clear()
    run = begin(front, 'hold and lose')
    until(lambda: 'model.start' in redis.ask('XRANGE', f'agentc:events:{run}', '-', '+'))
    redis.ask('XAUTOCLAIM', 'agentc:queue', 'nodes', 'ghost', '0', '0-0')
    redis.ask('HINCRBY', f'agentc:run:{run}', 'epoch', '1')
    written = redis.ask('XLEN', f'agentc:events:{run}')
    gate.set()
    time.sleep(LEASE / 2)
    print('fenced:', written == redis.ask('XLEN', f'agentc:events:{run}'), kinds(follow(front, run)))
    metrics = front.client().get('/metrics').body.decode()
    print(*[line for line in metrics.splitlines() if line.startswith('agent_queue')])
    for node in (front, one):
        print('stopped:', node.stop())
