"""tenants.py AGENTC WORK: two tenants with the same names for everything; each way by which one could reach across, and
what it is answered. What is another's must look as what is not there."""
import json
import pathlib
import re
import sys
from urllib.parse import quote

from serving import Server, handler

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
SAVES = '''module.exports = async (input, ctx) => {
  const asset = await ctx.assets.saveBuffer({ buffer: 'secret of umbrella', mime: 'text/plain', filename: 'umbrella' });
  const deliverable = await ctx.deliverables.create({ title: 'umbrella', content: 'secret of umbrella', format: 'text',
    type: 'report' });
  return [asset.url, deliverable.url];
};
'''
SAYS = 'module.exports = async (input, ctx) => ({{ says: {!r}, organization: ctx.organizationSlug }});\n'
HISTORIAN = '''
const { BaseAgent } = require('@buzzi/base-agent');
module.exports = class Historian extends BaseAgent {
  async processMessage({ conversationId, message }) {
    const before = await this.history.get(conversationId);
    await this.history.append(conversationId, [{ role: 'user', content: message }]);
    return before.map(({ content }) => content);
  }
};
'''

with Server(agentc, work / 'state') as server:
    scopes = ('read', 'run', 'deploy', 'approve', 'admin')
    ours, theirs = (server.new_client('owner', *scopes, tenant=name) for name in ('acme', 'umbrella'))
    secret = theirs.deploy(
        'vault', handler(SAYS.format('secret of umbrella'), 'vault', allowedEnv=['TOKEN']), secrets={'TOKEN': 'hunter2'}
    ).json
    shared = SAYS.format('shared')
    for client in (ours, theirs):
        client.deploy('shared', handler(shared, 'shared'))
    key = theirs.get('/api/keys').json['keys'][0]['id']
    digest, shared_digest = secret['package'], theirs.get('/api/agents/shared').json['package']
    theirs.tool(agent='vault', parameters={})
    ways, leaks, others = 0, [], []

    def tries(name, answer, *missing):
        """`missing`: the same question about what nobody has."""
        global ways
        ways += 1
        text = answer.body.decode(errors='replace')
        for word in ('umbrella', 'hunter2', 'secret of'):
            if word in text:
                leaks.append(f'{name}: {text[:200]}')
        if missing:
            nobody = missing[0]
            if (answer.status, re.sub('[0-9a-f]{64}', '', text)) != (
                nobody.status,
                re.sub('[0-9a-f]{64}', '', nobody.body.decode()),
            ):
                others.append(f'{name}: {answer} beside {nobody}')
        elif answer.status < 400 and name.startswith('!'):
            others.append(f'{name}: {answer}')

    nowhere, nobody = 'sha256:' + '0' * 64, 'f' * 16
    for part in ('', '/config', '/access', '/sbom', '/archive'):
        for wanted in (
            digest,
            digest.upper(),
            digest.replace('sha256:', 'SHA256:'),
            digest.replace(':', '%3A'),
            digest.removeprefix('sha256:'),
        ):
            tries(
                f'GET package {wanted}{part}',
                ours.get(f'/api/packages/{wanted}{part}'),
                ours.get(f'/api/packages/{nowhere}{part}'),
            )
    tries(
        'DELETE package', ours.ask('DELETE', f'/api/packages/{digest}'), ours.ask('DELETE', f'/api/packages/{nowhere}')
    )
    for path in ('', '/versions'):
        tries(f'GET agent{path}', ours.get(f'/api/agents/vault{path}'), ours.get(f'/api/agents/nobody{path}'))
    tries('rollback', ours.post('/api/agents/vault/rollback', {}), ours.post('/api/agents/nobody/rollback', {}))
    tries(
        'rollback to',
        ours.post('/api/agents/vault/rollback', {'version': 1}),
        ours.post('/api/agents/nobody/rollback', {'version': 1}),
    )
    tries(
        'deploy their package',
        ours.put('/api/agents/mine', {'package': digest}),
        ours.put('/api/agents/mine', {'package': nowhere}),
    )
    tries(
        'deploy it approved',
        ours.put('/api/agents/mine', {'package': digest, 'approve': {'reason': 'mine'}}),
        ours.put('/api/agents/mine', {'package': nowhere, 'approve': {'reason': 'mine'}}),
    )
    tries(
        'by their version',
        ours.put('/api/agents/vault', {'package': digest}, if_match='"1"'),
        ours.put('/api/agents/nobody', {'package': nowhere}, if_match='"1"'),
    )
    for slug in ('vault', 'umbrella/vault', '../umbrella/vault', 'umbrella:vault', 'vault\u0000', 'VAULT'):
        tries(f'call {slug}', ours.tool(agent=slug, parameters={}), ours.tool(agent='nobody', parameters={}))
        tries(
            f'execute {slug}',
            ours.post('/api/execute', {'agent': slug}),
            ours.post('/api/execute', {'agent': 'nobody'}),
        )
        use = {'type': 'tool_use', 'id': 't', 'name': 'a', 'input': {}}
        tries(
            f'tool use {slug}',
            ours.post('/api/agent-tool-execute', {'agentId': slug, 'userId': 'umbrella', 'toolUse': use}),
            ours.post('/api/agent-tool-execute', {'agentId': 'nobody', 'toolUse': use}),
        )
        ping = {'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list'}
        accept = {'accept': 'application/json, text/event-stream', 'content_type': 'application/json'}
        if '\0' not in slug:
            tries(
                f'speak MCP with {slug}',
                ours.post(f'/mcp/{quote(slug, safe="")}', ping, **accept),
                ours.post('/mcp/nobody', ping, **accept),
            )
    theirs.deploy('saver', handler(SAVES, 'saver'))
    for url in theirs.tool(agent='saver', parameters={}).json['result']:
        if theirs.get(url).status != 200:
            others.append(f'{url} is not there')
        folder, _, saved = url[1:].partition('/')
        for wanted in (saved, saved.upper(), '../umbrella/' + saved, f'..%2F..%2F{folder}%2F{saved}', saved + '.txt'):
            tries(
                f'GET {folder} {wanted}',
                ours.get(f'/{folder}/{quote(wanted, safe="%")}'),
                ours.get(f'/{folder}/nothing'),
            )
    for wanted in (digest, digest.removeprefix('sha256:'), '../' + digest):
        tries(
            f'call package {wanted}',
            ours.tool(package=wanted, parameters={}),
            ours.tool(package=nowhere, parameters={}),
        )
    tries('revoke their key', ours.ask('DELETE', f'/api/keys/{key}'), ours.ask('DELETE', f'/api/keys/{nobody}'))
    for tenant in ('umbrella', 'default', 'Umbrella'):
        answer = ours.post('/api/keys', {'name': 'spy', 'scopes': ['read'], 'tenant': tenant})
        ways += 1
        if answer.status != 403:
            others.append(f'a key of {tenant}: {answer}')
    for header in ('x-tenant', 'x-company-id', 'x-organization', 'x-forwarded-user', 'cookie'):
        tries(
            f'header {header}',
            ours.get('/api/agents/vault', **{header.replace('-', '_'): 'umbrella'}),
            ours.get('/api/agents/nobody'),
        )
    for query in ('tenant=umbrella', 'companyId=umbrella', 'organization=umbrella'):
        tries(f'query {query}', ours.get(f'/api/agents/vault?{query}'), ours.get('/api/agents/nobody'))
    for member in ('tenant', 'companyId', 'organizationSlug'):
        tries(
            f'member {member}',
            ours.tool(agent='vault', parameters={}, **{member: 'umbrella'}),
            ours.tool(agent='nobody', parameters={}),
        )
    for path in (
        '/api/packages',
        '/api/agents',
        '/api/keys',
        '/api/calls',
        '/api/audit',
        '/api/audit?after=-1',
        '/api/audit?after=0',
        '/metrics',
    ):
        tries(f'list {path}', ours.get(path))
    tries('metrics of the server', ours.get('/metrics'))
    if 'agent_worker_pool_size' in ours.get('/metrics').body.decode():
        others.append('metrics of the server are shown')
    tries(
        'the diff of a swap',
        ours.put('/api/agents/shared', {'package': digest}),
        ours.put('/api/agents/shared', {'package': nowhere}),
    )
    same = ours.upload(handler(SAYS.format('secret of umbrella'), 'vault', allowedEnv=['TOKEN']))
    ways += 1
    if same.status != 201:
        others.append(f'the same upload tells that it is there: {same}')
    result = ours.tool(package=same.json['digest'], parameters={}).json['result']
    ways += 1
    if result['organization'] != 'acme':
        others.append(f'called as {result}')
    removed = ours.ask('DELETE', f'/api/packages/{same.json["digest"]}')
    ways += 1
    if removed.status != 204 or theirs.get(f'/api/packages/{digest}/archive').status != 200:
        others.append(f'their archive went with ours: {removed}')

    # A conversation that somebody else's input may name, company and all.
    historian = {
        'package.json': json.dumps(
            {
                'name': 'historian',
                'version': '1.0.0',
                'main': 'index.js',
                'buzzi': {'agentType': 'support', 'minBaseVersion': '2.0.0', 'capabilities': ['history']},
                'dependencies': {'@buzzi/base-agent': '^2.0.0'},
            }
        ),
        'index.js': HISTORIAN,
    }
    for client in (theirs, ours):
        client.deploy('historian', historian)
    spoken = {'message': 'secret of umbrella', 'companyId': 'umbrella', 'conversationId': 'c1'}
    theirs.tool(agent='historian', parameters=spoken)
    kept = theirs.tool(agent='historian', parameters=spoken).json['result']
    if kept != ['secret of umbrella']:
        others.append(f'the history is not kept: {kept}')
    answer = ours.tool(agent='historian', parameters={**spoken, 'message': 'hello'})
    tries('their conversation', answer)
    if answer.json != {'result': []}:
        others.append(f'a conversation: {answer.json}')

    print('ways:', 'enough' if ways >= 60 else ways)
    print('leaks:', leaks)
    print('told apart from nothing:', others)
    print('theirs still works:', theirs.tool(agent='vault', parameters={}).json['result']['says'])
    print('their audit log:', sorted({entry['action'] for entry in theirs.get('/api/audit').json['entries']}))
