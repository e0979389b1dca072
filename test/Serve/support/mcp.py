"""mcp.py AGENTC WORK NODE EXAMPLE: clients of MCP at the agents of a server."""
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

from serving import PATIENCE, Server, handler

agentc, work, node, example = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
CLIENTS = pathlib.Path(__file__).parents[2] / 'Mcp/support/http-clients.mjs'
PREFIX = 'io.modelcontextprotocol/'
ACCEPT = {'accept': 'application/json, text/event-stream', 'content_type': 'application/json'}

TOOLS = """const { tool } = require('ai'), { z } = require('zod');
const empty = z.object({});
module.exports = {NAMES};
"""


def tools(*names):
    made = ', '.join(
        f"{name}: tool({{ description: '{name}', inputSchema: empty, execute: async () => '{name}' }})"
        for name in names
    )
    return {
        'package.json': json.dumps(
            {
                'name': 'tools',
                'version': f'{len(names)}.0.0',
                'main': 'index.js',
                'dependencies': {'ai': '^5.0.0', 'zod': '^4.0.0'},
            }
        ),
        'index.js': TOOLS.replace('{NAMES}', f'{{ {made} }}'),
    }


def message(method, number=1, **params):
    return {'jsonrpc': '2.0', 'id': number, 'method': method, 'params': params}


def modern(method, **params):
    return message(
        method, _meta={PREFIX + 'protocolVersion': '2026-07-28', PREFIX + 'clientCapabilities': {}}, **params
    )


def code(answer):
    return f"{answer.status} {answer.json['error']['code']}"


with Server(agentc, work / 'state') as server:
    client = server.client()

    def say(slug, body, client=client, **headers):
        return client.post(f'/mcp/{slug}', body, **{**ACCEPT, **headers})

    deployed = client.deploy('recipes', example)
    for kind in ('sdk', 'client'):
        print('with', kind, flush=True)
        subprocess.run(
            [node, CLIENTS, kind],
            check=True,
            env={**os.environ, 'MCP_URL': f'http://127.0.0.1:{server.port}/mcp/recipes', 'MCP_KEY': server.key},
        )
    lines = [line for line in server.log() if line['message'] == 'POST /mcp/{slug}']
    print(
        'logged:',
        all(line['agentId'] == 'recipes' for line in lines),
        any(line['toolsUsed'] == ['scale_recipe'] for line in lines),
    )
    metrics = client.get('/metrics').body.decode()
    counted = next(
        line.split()[1] for line in metrics.splitlines() if line.startswith('agent_execution_success{agent="recipes"}')
    )
    print('counted:', int(counted) >= 202)

    print('without a key:', say('recipes', message('ping'), server.client('')).status)
    print('by a key that may not:', say('recipes', message('ping'), server.new_client('reader', 'read')))
    print('of another tenant:', say('recipes', message('ping'), server.new_client('stranger', 'run', tenant='other')))
    print('no agent:', say('none', message('ping')))
    client.put('/api/agents/asleep', {'package': deployed.json['package'], 'status': 'inactive'})
    print('asleep:', say('asleep', message('ping')))
    print('by GET:', client.get('/mcp/recipes').status)
    print('accepts HTML:', code(say('recipes', message('ping'), accept='text/html')))
    print('is not JSON:', code(say('recipes', '{')))
    print('is a batch:', code(say('recipes', [message('ping')])))
    print('a notification:', say('recipes', {'jsonrpc': '2.0', 'method': 'notifications/initialized'}).status)
    print('no such method:', code(say('recipes', message('tools/none'))))
    head = {'mcp_protocol_version': '2026-07-28', 'mcp_method': 'tools/none'}
    print('no such method, modern:', code(say('recipes', modern('tools/none'), **head)))
    print('headers and body differ:', say('recipes', modern('tools/list'), **head).status)

    slow = """const { tool } = require('ai'), { z } = require('zod');
exports.slow = tool({ description: 'waits', inputSchema: z.object({}),
  execute: () => new Promise((done) => setTimeout(done, 20000)) });
"""
    client.deploy('slow', handler(slow, 'slow'))
    body = json.dumps(message('tools/call', name='slow', arguments={})).encode()
    with socket.create_connection(('127.0.0.1', server.port)) as going:
        going.sendall(
            f'POST /mcp/slow HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nauthorization: Bearer {server.key}\r\n'
            f'content-type: application/json\r\naccept: {ACCEPT["accept"]}\r\ncontent-length: {len(body)}\r\n\r\n'
            .encode()
            + body
        )
        end = time.monotonic() + PATIENCE
        while (
            not any(one['agent'] == 'slow' for one in client.get('/api/calls').json['calls']) and time.monotonic() < end
        ):
            time.sleep(0.05)
    while (calls := client.get('/api/calls').json['calls'])[0]['state'] == 'running' and time.monotonic() < end:
        time.sleep(0.05)
    print(f"its client goes: {next(one['outcome'] for one in calls if one['agent'] == 'slow')}, then running:",
          sum(one['state'] == 'running' for one in calls))

    def names():
        return sorted(one['name'] for one in say('swapped', message('tools/list')).json['result']['tools'])

    client.deploy('swapped', tools('first'))
    before = names()
    client.deploy('swapped', tools('first', 'second'))
    print('swapped:', before, names())
