"""mcp_agent.py AGENTC WORK NODE [nodes]: MCP clients that ask a deployed agent itself; with `nodes`, one that does not
work itself."""
import json
import os
import pathlib
import socket
import subprocess
import sys
import threading
import time

from desk import bundle
from redis_server import Redis
from scripted_models import ScriptedModels, by_turns, events_of, say, use
from serving import Server, handler

agentc, work, node = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
os.environ['MODEL_KEY'] = 'key'
turns = []
models = ScriptedModels(by_turns(turns))
flags = ['--models', str(work / 'models.json')]
(work / 'models.json').write_text(models.settings())
if sys.argv[4:]:
    shared = ['--redis', Redis().url]
    worker = Server(agentc, work / 'worker', *flags, *shared)
    server = Server(agentc, work / 'front', *flags, *shared, '--role', 'serve', key=worker.key)
else:
    worker = server = Server(agentc, work / 'state', *flags)
client = server.client()
HEAD = {'accept': 'application/json, text/event-stream', 'content-type': 'application/json'}


def send(slug, method, params, client=client):
    body = json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params})
    connection = server.client(client.key).connection
    connection.request('POST', f'/mcp/{slug}', body, {**HEAD, 'authorization': f'Bearer {client.key}'})
    return connection.getresponse()


def ask(slug='desk', progress='p1', tool='ask', **given):
    """The messages of a call's progress, and its result."""
    answer = send(
        slug,
        'tools/call',
        {'name': tool, 'arguments': given, **({'_meta': {'progressToken': progress}} if progress else {})},
    )
    if answer.headers['content-type'] == 'application/json':
        told = [json.loads(answer.read())]
    else:
        told = [data for _, _, data in events_of(answer)]
    notes = [one['params'] for one in told[:-1]]
    assert all(one['progressToken'] == progress for one in notes)
    assert [one['progress'] for one in notes] == sorted({one['progress'] for one in notes})
    return [one['message'] for one in notes], told[-1].get('result', told[-1].get('error'))


def text(result):
    return result.get('isError', False), result['content'][0]['text']


def tools(slug, of=client):
    return {tool['name']: tool for tool in json.loads(send(slug, 'tools/list', {}, of).read())['result']['tools']}


client.deploy('desk', bundle(), approvals={'tools': ['order']})
offered = tools('desk')
print('offered:', *offered)
print('ask:', offered['ask']['inputSchema']['required'], offered['ask']['description'])
turns[:] = [use(('t1', 'add', {'a': 1, 'b': 2})), say('Three.')]
notes, result = ask(message='One and two?')
print('progress:', notes)
print('answer:', text(result))
run = result['_meta']['agentc/run']
print('its run:', client.get(f'/api/runs/{run}').json['status'], client.get(f'/api/runs/{run}').json['agent'])
turns[:] = [say('Hello.')]
print('without a token:', *ask(message='Hello', progress=None)[0], text(ask(message='Hello', progress=None)[1]))
turns[:] = [say('First.')]
ask(message='One', conversationId='c1')
turns[:] = [say('Second.')]
ask(message='Two', conversationId='c1')
print(
    'a conversation:',
    [
        one['content'] if isinstance(one['content'], str) else one['content'][0]['text']
        for one in models.requests[-1]['messages']
    ],
)
turns[:] = [{'status': 401, 'error': {'type': 'authentication_error', 'message': 'no'}}]
print('failed:', text(ask(message='Hello')[1]))
for given in ({}, {'message': 1}, {'message': 'x', 'other': 'y'}, {'message': 'x', 'agentName': 'none'}):
    print('refused:', text(ask(**given)[1]))
print('another tool:', text(ask(tool='add', a=1, b=2)[1]), ask(tool='ask_2')[1]['code'])

turns[:] = [use(('t1', 'order', {'item': 'pen'})), say('Ordered.')]
ended = []
asking = threading.Thread(target=lambda: ended.append(ask(message='A pen')))
asking.start()
while not (waiting := [one['id'] for one in server.client().get('/api/runs').json['runs'] if one['awaitsApproval']]):
    time.sleep(0.02)
question = client.get(f'/api/runs/{waiting[0]}').json['approvals'][0]
client.post(f'/api/runs/{waiting[0]}/approve', {'approval': question['approval'], 'decision': 'approve'})
asking.join()
print('approved:', ended[0][0], text(ended[0][1]))

gate = threading.Event()
turns[:] = [say('Late.', gate=gate)]
body = json.dumps(
    {
        'jsonrpc': '2.0',
        'id': 1,
        'method': 'tools/call',
        'params': {'name': 'ask', 'arguments': {'message': 'x'}, '_meta': {'progressToken': 1}},
    }
)
with socket.create_connection(('127.0.0.1', server.port)) as going:
    going.sendall(
        f'POST /mcp/desk HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer {client.key}\r\naccept:'
        f' {HEAD["accept"]}\r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n{body}'.encode()
    )
    while b'round 1' not in going.recv(65536):
        pass
    last = client.get('/api/runs').json['runs'][0]['id']
while (state := client.get(f'/api/runs/{last}').json['status']) == 'running':
    time.sleep(0.02)
gate.set()
print('its client goes:', state)

client.deploy('only', handler("module.exports = (input) => input;"))
print('a handler:', 'ask' in tools('only'))
twins = bundle()
twins['index.js'] = (
    twins['index.js']
    .replace('Agent({', "Agent({\n  id: 'desk',")
    .replace(
        'export { add',
        (
            "export const clerk = new ToolLoopAgent({ id: 'clerk', model: openai('gpt-5-mini'), instructions: 'You"
            " file.', tools: { ask } });\nexport { add, ask"
        ),
    )
    .replace(
        'const order =',
        (
            "const ask = tool({ description: 'Asks', inputSchema: z.object({}), execute: async () => 'asked' });\nconst"
            " order ="
        ),
    )
)
client.deploy('office', twins)
offered = tools('office')
print(
    'two agents and a tool of that name:',
    *offered,
    offered['ask_2']['inputSchema']['properties']['agentName'],
    offered['ask_2']['inputSchema']['required'],
)
turns[:] = [say('Filed.')]
print(
    'the second:',
    text(ask('office', tool='ask_2', message='x', agentName='clerk')[1]),
    models.requests[-1]['system'][0]['text'],
)
print('neither:', text(ask('office', tool='ask_2', message='x')[1]))
turns[:] = [use(('t1', 'add', {'a': 1, 'b': 2})), say('Three.')]
print(
    subprocess.run(
        [node, pathlib.Path(__file__).with_name('mcp-agent.mjs')],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, 'MCP_URL': f'http://127.0.0.1:{server.port}/mcp/desk', 'MCP_KEY': client.key},
    ).stdout,
    end='',
)
print('stopped:', max(each.stop() for each in {server, worker}))
server = Server(agentc, work / 'bare')
server.client().deploy('desk', bundle())
print('without models:', *tools('desk', server.client()))
