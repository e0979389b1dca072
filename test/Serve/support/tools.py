"""tools.py AGENTC EXAMPLES WORK: the four forms of /api/tool, and what calls them beside."""
import json
import pathlib
import subprocess
import sys

from serving import Server, handler

agentc, examples, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
BUNDLE = '''
const double = ({ n }) => ({ doubled: n * 2 });
const triple = ({ n }) => ({ tripled: n * 3 });
const math = createAgent({ name: 'math', system: 'Count.', model: gateway('gpt-4'), tools: { double, triple } });
module.exports = createLightfast({ agents: { math } });
'''

with Server(agentc, work / 'state') as server:
    client = server.client()
    runner = server.new_client('runner', 'run')
    digest = client.upload(examples / 'sales-agent').json['digest']
    stock = {'productId': 'SKU-1'}
    print('a package:', runner.tool(toolName='check_inventory', package=digest, parameters=stock).json)
    client.put('/api/agents/sales', {'package': digest})
    print('an agent:', runner.tool(toolName='check_inventory', agent='sales', parameters=stock).json)
    print(
        'code:',
        runner.tool(
            toolName='add', toolCode='function add({ a, b }) { return a + b; }', parameters={'a': 1, 'b': 2}
        ).json,
    )
    print('a bundle\'s code:', runner.tool(toolName='triple', bundleCode=BUNDLE, parameters={'n': 2}).json)
    print('its neighbour:', runner.tool(toolName='double', bundleCode=BUNDLE, parameters={'n': 2}).json)

    report = runner.post(
        '/api/tool?report=1', {'toolName': 'check_inventory', 'agent': 'sales', 'parameters': stock}
    ).json['report']
    print('its report:', report['schema'], report['outcome'])
    print('no such tool:', runner.tool(toolName='steal', agent='sales', parameters={}))
    print('no such agent:', runner.tool(toolName='steal', agent='nobody', parameters={}))
    print('no such package:', runner.tool(toolName='steal', package='sha256:0', parameters={}))
    print(
        'input that does not fit:', runner.tool(toolName='check_inventory', agent='sales', parameters={'productId': 5})
    )
    print('nothing to call:', runner.tool(toolName='add', parameters={}))
    print('not a name:', runner.tool(toolName='add(1), evil', toolCode='1', parameters={}))
    print('not JSON:', runner.post('/api/tool', '{"toolName": '))
    print('an array:', runner.post('/api/tool', []))
    print('dangerous code:', runner.tool(toolName='run', toolCode='const run = ({ c }) => eval(c);', parameters={}))
    print('no code:', runner.tool(toolName='run', toolCode='const run = (', parameters={}))

    use = {'type': 'tool_use', 'id': 'toolu_1', 'name': 'check_inventory', 'input': stock}
    result = runner.post('/api/agent-tool-execute', {'userId': 'u1', 'agentId': 'sales', 'toolUse': use}).json
    print('tool_use:', result['type'], result['tool_use_id'], 'is_error' in result)
    use['input'] = {'productId': 5}
    result = runner.post('/api/agent-tool-execute', {'userId': 'u1', 'agentId': 'sales', 'toolUse': use}).json
    print('that fails:', result['tool_use_id'], result['is_error'])
    print('that is none:', runner.post('/api/agent-tool-execute', {'agentId': 'sales', 'toolUse': {'name': 'a'}}))

    client.deploy(
        'echo',
        handler(
            'module.exports = async (input, ctx) => { console.log("hi"); return { input, user: ctx.userId,'
            ' conversation: ctx.conversationId }; };'
        ),
    )
    answer = runner.post('/api/execute', {'agent': 'echo', 'input': {'a': 1}, 'userId': 'u1', 'conversationId': 'c1'})
    print('executed:', answer.headers['content-type'], answer.body.decode().strip().split('\n'))
    client.deploy('broken', handler('module.exports = async () => { throw new Error("out of stock"); };', 'broken'))
    answer = runner.post('/api/execute', {'agent': 'broken', 'input': {}})
    print('that throws:', answer.body.decode().strip().split('\n'))

    node = subprocess.run(
        [sys.argv[4], pathlib.Path(__file__).with_name('tool-client.mjs'), str(server.port), runner.key],
        capture_output=True,
        text=True,
    )
    print(node.stdout + node.stderr, end='')
    print('stopped:', server.stop())
    calls = [line for line in server.log() if line.get('message') == 'POST /api/tool']
    print('logged:', sorted(calls[0]))
    print(
        'with:',
        calls[1]['agentId'],
        calls[1]['companyId'],
        calls[1]['toolsUsed'],
        calls[1]['outcome'],
        calls[1]['channel'],
    )
