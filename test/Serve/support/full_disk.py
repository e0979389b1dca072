"""full_disk.py AGENTC WORK LIBRARY: a server whose disk is full for a while."""
import os
import pathlib
import signal
import sys
import time

from desk import bundle
from scripted_models import ScriptedModels, say
from serving import Server, handler

agentc, work, library = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
SAVES = '''module.exports = async ({ text }, ctx) => {
  if (text) await ctx.assets.saveBuffer({ buffer: new TextEncoder().encode(text), mime: 'text/plain',
    filename: 'a.txt' });
  return 'done';
};
'''
full = work / 'full'
full.write_text('0')
asked = []


def fill(how):
    with open(full, 'r+') as file:  # never empty: servers have it mapped
        file.write(how)


def answer(_):
    if not asked:
        fill('1')  # the answer cannot be kept
    asked.append(time.time())
    return say('Hello')


models = ScriptedModels(answer)
(work / 'models.json').write_text(models.settings())
os.environ.update(MODEL_KEY='key', LD_PRELOAD=library, AGENTC_FULL_WHILE=str(full))
server = Server(agentc, work / 'state', '--models', str(work / 'models.json'))
client = server.client()
digest = client.deploy('saves', handler(SAVES, 'saves')).json['package']
client.deploy('desk', bundle())


def ask():
    yield 'an upload', client.upload(handler(SAVES + '// another\n', 'saves'))
    yield 'a deployment', client.put('/api/agents/saves', {'package': digest, 'config': {'a': 1}})
    yield 'a key', client.post('/api/keys', {'name': 'ci', 'scopes': ['run']})
    yield 'a tool', client.tool(agent='saves', parameters={})
    yield 'a tool that saves', client.tool(agent='saves', parameters={'text': 'abc'})
    yield 'packages', client.get('/api/packages')


def until_it_has(status):
    deadline = time.time() + 60
    while (found := client.get(f'/api/runs/{run}').json['status']) != status and time.time() < deadline:
        time.sleep(0.05)
    return found


run = client.post('/api/runs', {'agent': 'desk', 'input': 'Go'}).json['id']
while not asked:
    time.sleep(0.01)
print('while the disk is full')
for what, answered in ask():
    print(f'{what}:', answered)
print('a run:', client.post('/api/runs', {'agent': 'desk', 'input': 'Go'}))
print('the run before:', until_it_has('running'))
fill('0')

print('with room again')
print(
    'versions:',
    client.get('/api/agents/saves').json['version'],
    'packages:',
    len(client.get('/api/packages').json['packages']),
    'keys:',
    len(client.get('/api/keys').json['keys']),
    'incoming:',
    os.listdir(server.state / 'incoming'),
)
print('lost lines are counted:', any(line.get('linesLost') for line in server.log()))
for what, answered in ask():
    print(f'{what}:', answered)
print('the run before:', until_it_has('completed'))

fill('1')
server.stop(signal.SIGKILL)
fill('0')
server.start()
client = server.client()
print('killed while it is full, then started:', client.tool(agent='saves', parameters={}))
print(server.stop())
