"""keys.py AGENTC WORK: who may ask what."""
import pathlib
import subprocess
import sys

from serving import Client, Server, handler

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])

with Server(agentc, work / 'state') as server:
    first, nobody = server.client(), server.client('')
    print(
        'the first key\'s file:',
        oct((work / 'state/first-key').stat().st_mode & 0o777),
        'the state:',
        oct((work / 'state').stat().st_mode & 0o777),
    )
    for path in ('/healthz', '/readyz', '/openapi.json'):
        print(f'{path} without a key:', nobody.get(path).status)
    answer = nobody.get('/api/agents')
    print('without a key:', answer, answer.headers['www-authenticate'])
    print('a wrong key:', server.client('agentc_' + '0' * 64).get('/api/agents'))
    for header in ('Basic ' + server.key, server.key, 'Bearer', 'Bearer  ', 'Bearer ' + server.key + 'a'):
        print('a wrong header:', nobody.get('/api/agents', authorization=header).status)
    print('another case:', nobody.get('/api/agents', authorization='bearer ' + server.key).status)
    digest = first.upload(handler('module.exports = async () => 1;')).json['digest']
    first.put('/api/agents/one', {'package': digest})
    asks = {
        'read': lambda client: client.get('/api/agents').status,
        'run': lambda client: client.tool(agent='one', parameters={}).status,
        'deploy': lambda client: client.put('/api/agents/one', {'package': digest}).status,
        'admin': lambda client: client.get('/api/keys').status,
    }
    for scope in ('read', 'run', 'deploy', 'approve', 'admin', 'operate'):
        client = server.new_client(f'{scope}-key', scope)
        print(f'{scope}:', {name: ask(client) for name, ask in asks.items()})
    admin = server.new_client('admin', 'admin')
    print('more than it has:', admin.post('/api/keys', {'name': 'a', 'scopes': ['deploy']}))
    print('of another tenant:', admin.post('/api/keys', {'name': 'a', 'scopes': ['admin'], 'tenant': 'acme'}))
    print('what it has:', admin.post('/api/keys', {'name': 'a', 'scopes': ['admin']}).status)
    for body in (
        {},
        {'name': 'a'},
        {'name': 'a', 'scopes': []},
        {'name': 'a', 'scopes': ['all']},
        {'name': 'a b', 'scopes': ['read']},
        {'name': 'a', 'scopes': 'read'},
        {'name': 'a', 'scopes': [1]},
        {'name': 'a', 'scopes': ['read'], 'tenant': '../x'},
    ):
        print('refused:', first.post('/api/keys', body).status)
    runner = server.new_client('runner', 'run')
    listed = {key['name']: key for key in first.get('/api/keys').json['keys']}
    print('listed:', listed['runner']['scopes'], 'secret' in listed['runner'])
    print('before:', runner.tool(agent='one', parameters={}).status)
    print(
        'revoked:',
        first.ask('DELETE', f'/api/keys/{listed["runner"]["id"]}').status,
        runner.tool(agent='one', parameters={}).status,
    )
    print('again:', first.ask('DELETE', f'/api/keys/{listed["runner"]["id"]}').status)
    print('nowhere:', first.get('/api/none'), first.get('/api/agents/'), first.get('//api/agents'))
    answer = first.ask('DELETE', '/api/agents')
    print('another method:', answer.status, answer.headers['allow'])
    print('another page:', first.get('/api/agents', origin='https://evil.example').status)
    print('another name:', first.get('/api/agents', host='evil.example').status)
    print('a large body of nobody:', nobody.post('/api/packages', b'PK' + b'a' * (1 << 20)).status)
    stored = b''.join(file.read_bytes() for file in (work / 'state').glob('state.db*'))
    print('stored:', server.key.encode() in stored, runner.key.encode() in stored)
    print('logged:', server.key in server.log_path.read_text())
    taken = subprocess.run(
        [agentc, 'serve', '--state', work / 'state', '--new-key', 'late'], capture_output=True, text=True
    )
    print('while a server runs:', taken.returncode, taken.stderr.strip().split(': ')[-1].split('/')[0])
    server.stop()
    made = subprocess.run(
        [agentc, 'serve', '--state', work / 'state', '--new-key', 'ci', '--tenant', 'acme', '--scopes', 'read,deploy'],
        capture_output=True,
        text=True,
    )
    server.start()
    client = server.client(made.stdout.strip())
    print('made while none does:', client.get('/api/agents').json, client.get('/api/keys').status)
