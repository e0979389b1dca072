"""code_knowledge.py AGENTC WORK [nodes]: an agent that is code of its own searches what its tenant knows; with `nodes`
its server is one on a Redis."""
import json
import os
import pathlib
import signal
import sys
import threading
import time

from redis_server import Redis
from scripted_models import ScriptedModels, by_turns, events_of, say
from seller import CONFIG, bundle
from serving import Server

INDEX = '''
import { BaseAgent } from '@buzzi/base-agent';

export default class Clerk extends BaseAgent {
  async processMessage(context) {
    const [word, ...rest] = context.message.split(' ');
    if (word !== 'Search') return super.processMessage(context);
    const { times = 1, ...question } = JSON.parse(rest.join(' '));
    try {
      let found;
      for (let i = 0; i < times; ++i) found = await this.rag.search(question);
      return { content: JSON.stringify(found.map(({ source, content }) => `${source}: ${content}`)) };
    } catch ({ code, message }) {
      return { content: `${code}: ${message}` };
    }
  }
}
'''
agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
os.environ['MODEL_KEY'] = 'key'
turns = []
models = ScriptedModels(by_turns(turns))
(work / 'models.json').write_text(models.settings())
server = Server(
    agentc,
    work / 'state',
    '--models',
    str(work / 'models.json'),
    *(['--redis', Redis().url, '--lease', '1s'] if sys.argv[3:] else []),
)
client = server.client()
acme = server.new_client('acme', 'read', 'run', 'deploy', tenant='acme')
for of in (client, acme):
    of.deploy('clerk', bundle(INDEX), config={**CONFIG, 'ragEnabled': True})


def add(of, category, title, content):
    of.post('/api/knowledge', {'category': category, 'title': title, 'content': content})


def run(message, of=None):
    of = of or client
    begun = of.post('/api/runs', {'agent': 'clerk', 'input': message}).json['id']
    while (shown := of.get(f'/api/runs/{begun}').json)['status'] == 'running':
        time.sleep(0.02)
    return begun, shown


def search(of=None, **question):
    return run('Search ' + json.dumps(question), of)[1]['end']['content']


def journal(of):
    import http.client
    connection = http.client.HTTPConnection('127.0.0.1', server.port, timeout=60)
    connection.request('GET', f'/api/runs/{of}/events', headers={'authorization': f'Bearer {server.key}'})
    return [(name, data) for _, name, data in events_of(connection.getresponse())]


add(client, 'help', 'shipping', 'A shipment takes three days.')
add(client, 'zoo', 'animals', 'A zebra needs a shipment of hay.')
add(acme, 'help', 'secret', 'The shipment is gold.')
print('found:', search(query='shipments'))
print('of a category:', search(query='shipments', categoryIds=['zoo']))
print('limit:', search(query='shipments', limit=1), '|', search(query='shipments', limit=0))
print('threshold:', search(query='zebra', threshold=0.7))
print('nothing:', search(query='lamp'))
print('malformed:', search(query=''))
print('another tenant:', search(acme, query='shipment'))
print('another company:', search(query='shipment', companyId='other'))
print('too often:', search(query='zebra', times=100), '|', search(query='zebra', times=101))

# The model is asked when the server dies, after the search; what is known changes meanwhile.
gate = threading.Event()
turns[:] = [say('never', gate=gate)]
models.requests.clear()
begun = client.post('/api/runs', {'agent': 'clerk', 'input': 'When does a shipment come?'}).json['id']
while not models.requests:
    time.sleep(0.02)
print('retrieved:', models.requests[0]['system'][0]['text'].split('\n\n')[-1].split('\n'))
add(client, 'help', 'news', 'Each shipment takes a week, every shipment.')
server.stop(signal.SIGKILL)
gate.set()
turns[:] = [say('In three days.')]
models.requests.clear()
server.start()
client = server.client()
while (shown := client.get(f'/api/runs/{begun}').json)['status'] == 'running':
    time.sleep(0.02)
print('after kill -9:', shown['end']['content'], '|', 'week' in json.dumps(models.requests[0]))
events = journal(begun)
print('journal:', [name for name, _ in events if name not in ('model.delta', 'code.step')])
print(
    'told:',
    [
        (data['request']['query'], [one['source'] for one in data['results']])
        for name, data in events
        if name == 'knowledge.search'
    ],
)
server.stop()
