"""memory_rates.py AGENTC WORK [nodes]: how many searches of memory were of use; with `nodes`, of two servers that share
a Redis."""
import pathlib
import signal
import sys

from redis_server import Redis
from serving import Server

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
shared = ['--redis', Redis().url] if sys.argv[3:] else []
server = Server(agentc, work / 'one', *shared)
other = Server(agentc, work / 'two', *shared, key=server.key) if shared else server
client, asked = server.client(), other.client()


def recall(query, kind='', of=None):
    return (of or asked).get(f'/api/memory?query={query}' + (kind and f'&kind={kind}')).json


def rates(of=None):
    return {kind: list(rate.values()) for kind, rate in sorted((of or client).get('/api/memory').json['rates'].items())}


def use(memory, search, of=None, **more):
    return (of or client).post(f'/api/memory/{memory}/use', {'search': search, **more})


print('at first:', rates())
pattern = client.post('/api/memory', {'kind': 'pattern', 'problem_type': 'REST'}).json['id']
failure = client.post('/api/memory', {'kind': 'failure', 'error_message': 'ImportError: flask'}).json['id']
found, missed = recall('REST', 'pattern'), recall('zebra', 'pattern')
print('found:', [one['id'] == pattern for one in found['memories']], missed['memories'], rates())
print('used:', use(pattern, found['search']).json['rates']['pattern'])
for succeeded in (True, True, False):
    print(
        'counted once:',
        list(use(pattern, found['search'], asked, succeeded=succeeded).json['rates']['pattern'].values()),
    )
both = recall('ImportError')
print('of both kinds:', rates())
use(failure, both['search'], succeeded=True)
print('failures:', rates()['failure'])
print(
    'not found by it:',
    use(failure, found['search']),
    '|',
    use(pattern, missed['search']),
    '|',
    use(pattern, both['search']),
)
acme = server.new_client('acme', 'read', 'run', tenant='acme')
theirs = acme.post('/api/memory', {'kind': 'pattern', 'problem_type': 'REST'}).json['id']
print('another tenant:', use(pattern, found['search'], acme), '|', use(theirs, found['search'], acme), '|', rates(acme))
print('metrics of another tenant:', 'kind=' in acme.get('/metrics').body.decode())
for body in ({}, {'search': 1}, {'search': found['search'], 'succeeded': 'yes'}):
    print('refused:', client.post(f'/api/memory/{pattern}/use', body).status)
print('without the right:', use(pattern, found['search'], server.new_client('reader', 'read')).status)
print('a list is no search:', 'search' in client.get('/api/memory').json, rates()['pattern'])
print(
    *[
        line
        for line in asked.get('/metrics').body.decode().splitlines()
        if line.startswith('agent_memory_') and 'kind=' in line
    ],
    sep='\n',
)
for each in {server, other}:
    each.stop(signal.SIGKILL)
    each.start()
client = server.client()
print('after kill -9:', rates()['failure'], use(pattern, found['search'], client).status)
print('stopped:', max(each.stop() for each in {server, other}))
