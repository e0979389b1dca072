"""autonomous_coder.py AGENTC WORK NODE: the example bundle solves a task with a scripted model, whose first program is
wrong; its tools, approvals, resuming, and the end after 15 iterations."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys

from scripted_models import ScriptedModels, say, use
from serving import Server

agentc, work, node = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
os.environ['MODEL_KEY'] = 'key'
WRONG = (
    'export function sum(values) {\n  let total = 0;\n  for (const value of values) total = value;\n  return'
    ' total;\n}\n'
)
RIGHT = WRONG.replace('total = value', 'total += value')
TESTS = '''import { sum } from './main.js';
test('nothing', () => assert.equal(sum([]), 0));
test('three', () => assert.equal(sum([1, 2, 3]), 6));
property('one', (value) => assert.equal(sum([value]), value));
'''
UNSAFE = 'export const now = () => process.uptime();\n'
asked, dies = [], []


def messages_of(request):
    """The texts that a model was told, and the results of its tools."""
    for message in request['messages']:
        content = message['content']
        for block in [{'type': 'text', 'text': content}] if isinstance(content, str) else content:
            yield block.get('text') or block.get('content') or ''


def results_of(request):
    return [block['content'] for message in request['messages'] if isinstance(message['content'], list)
            for block in message['content'] if block.get('type') == 'tool_result']


def model(request):
    """Each agent by its instructions, and by what it has been told so far."""
    system = json.dumps(request['system'])
    told, results = '\n'.join(map(str, messages_of(request))), results_of(request)
    agent = next(
        name
        for name, words in (
            ('planner', 'decompose'),
            ('coder', 'clean, testable'),
            ('tester', 'You test'),
            ('reflector', 'analyze'),
        )
        if words in system
    )
    place = re.search(r'workspace_\w+', told)
    place = place and place[0]
    asked.append((agent, len(results)))
    if dies and dies[0] == (agent, len(results)):
        dies.pop()
        os.kill(server.process.pid, signal.SIGKILL)
        return {'status': 500}
    if agent == 'planner':
        return say('1. sum') if results else use(('p', 'search_success_patterns', {'problem_type': 'sum of numbers'}))
    if agent == 'coder':
        if 'unsafe' in told and len(results) < 2:
            return use(
                (
                    f'u{len(results)}',
                    ['create_file', 'create_unsafe_file'][len(results)],
                    {'path': f'{place}/unsafe.js', 'content': UNSAFE, **({'reason': 'time'} if results else {})},
                )
            )
        if len(results) > ('unsafe' in told) * 2:
            return say('main.js')
        return use(
            (
                'c',
                'create_file',
                {
                    'path': f'{place}/main.js',
                    'content': RIGHT if 'add up' in told and 'stubborn' not in told else WRONG,
                },
            )
        )
    if agent == 'tester':
        steps = [
            use(('a', 'list_files', {'directory': place}), ('b', 'read_file', {'path': f'{place}/main.js'})),
            use(('d', 'create_test_file', {'path': f'{place}/main.test.js', 'content': TESTS})),
            use(('e', 'run_tests', {'directory': place})),
            use(('f', 'get_coverage', {'directory': place})),
        ]
        return steps[max(0, len(results) - 1)] if len(results) < 5 else say('All pass, I say.')
    return (
        say('add up: += in the loop')
        if results
        else use(('g', 'search_similar_failures', {'error_message': 'AssertionError: 3 is not 6'}))
    )


models = ScriptedModels(model)
(work / 'models.json').write_text(models.settings())
server = Server(agentc, work / 'state', '--models', str(work / 'models.json'))
server.command[server.command.index('127.0.0.1:0')] = f'127.0.0.1:{server.port}'
client = server.client()
digest = client.upload((work / 'coder.zip').read_bytes()).json['digest']
print(
    'deployed:',
    client.put(
        '/api/agents/coder', {'package': digest, 'approvals': {'tools': ['create_unsafe_file', 'delete_file']}}
    ).status,
)
print(
    'agents:', sorted(agent['name']['value'] for agent in client.get(f'/api/packages/{digest}/config').json['agents'])
)


def solve(task, *flags):
    ran = subprocess.run(
        [node, str(work / 'coder/solve.mjs'), '--server', f'http://127.0.0.1:{server.port}', '--task', task, *flags],
        capture_output=True,
        text=True,
        timeout=300,
        stdin=subprocess.DEVNULL,
        env={**os.environ, 'AGENTC_KEY': server.key},
    )
    lines = [json.loads(line) for line in ran.stderr.splitlines() if line.startswith('{')]
    return ran, json.loads(ran.stdout) if ran.stdout else None, lines


def tool(name, **parameters):
    answer = client.tool(agent='coder', toolName=name, parameters=parameters)
    return answer.json.get('result', answer.json.get('error'))


ran, result, lines = solve('Write sum(values)')
place = result['workspace']
print(
    'solved:',
    ran.returncode,
    result['status'],
    result['iterations'],
    [name.split('/')[1] for name in result['files']],
    result['coverage'],
)
print(
    'turns:',
    list(dict.fromkeys((line['iteration'], line['agent']) for line in lines if line['agent'] != 'orchestrator')),
)
print('tests:', [line['message'] for line in lines if line['agent'] == 'orchestrator'], lines[3]['metadata']['errors'])
print(
    'program:',
    tool('read_file', path=f'{place}/main.js') == RIGHT,
    tool('list_files', directory=place)[0].endswith('.success'),
)
print(
    'learnt:',
    [one['solution'] for one in tool('search_similar_failures', error_message='AssertionError: 8 is not 9')],
    [one['problem_type'] for one in tool('search_success_patterns', problem_type='sum of values')],
)

print(
    'refused:',
    tool('create_file', path='w/x.js', content='eval("1"); import("fs")'),
    tool('create_test_file', path='w/x.test.js', content='process'),
)
print('out of the folder:', tool('read_file', path='../../../etc/passwd'), tool('list_files', directory='..'))
for program in (
    'test("t", () => { [][["constructor"][0]] })',
    'test("t", () => { while (true) {} })',
    'test("t", () => { class A extends B {} })',
    'test(',
):
    tool('create_test_file', path='w/t.test.js', content=program)
    print('a program that', program[:30], tool('run_tests', directory='w')['errors'][0]['error'])

_, _, lines = solve('Write sum(values), unsafe')
print('denied:', [line['message'] for line in lines if line['level'] == 'warning'][:1])
_, result, lines = solve('Write sum(values), unsafe', '--yes')
print(
    'approved:',
    [line['message'] for line in lines if line['level'] == 'warning'][:1],
    tool('read_file', path=f'{result["workspace"]}/unsafe.js') == UNSAFE,
)

dies[:] = [('tester', 2)]
ran, result, lines = solve('Write sum(values)')
task = re.search(r'--resume (\w+)', ran.stderr)
print('the server was killed:', ran.returncode, result, bool(task))
server.process.wait()
server.process.stderr.close()
server.start()
client = server.client()
before = len(asked)
ran, result, lines = solve('Write sum(values)', '--resume', task[1])
print(
    'resumed:',
    ran.returncode,
    result['status'],
    result['iterations'],
    result['workspace'] == f'workspace_{task[1]}',
    ('planner', 0) in asked[before:],
)
print(
    'from the journal:', [(line['iteration'], line['agent']) for line in lines if line['message'].startswith('resumed')]
)

ran, result, lines = solve('Write sum(values), stubborn')
print(
    'hopeless:',
    ran.returncode,
    result['status'],
    result['iterations'],
    [line['message'] for line in lines if line['level'] == 'warning'],
)
print('no task:', *(lambda ran: (ran.returncode, ran.stderr.strip()))(solve(' ')[0]))
acme = server.new_client('acme', 'run', 'deploy', 'read', tenant='acme')
acme.deploy('coder', (work / 'coder.zip').read_bytes())
print("another tenant's folder:", acme.tool(agent='coder', toolName='list_files', parameters={'directory': place}).json)
print('without an agent:', client.tool(package=digest, toolName='list_files', parameters={'directory': place}).json)
print('stopped:', server.stop())
