"""saved.py AGENTC WORK: calls that save, and clients that fetch what was saved."""
import pathlib
import sqlite3
import sys

from serving import Server, handler

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])

SAVES = """module.exports = async ({ of = 3, mime = 'image/png', filename = '../a\\r\\n".png' }, ctx) => {
  const asset = await ctx.assets.saveBuffer({ buffer: new Uint8Array(of).map((_, i) => i + 1), mime, filename });
  const deliverable = await ctx.deliverables.create({ title: 'Report', content: 'text', format: 'text/plain',
    type: 'report' });
  return { asset: asset.url, deliverable: deliverable.url };
};
"""
TALKS = """module.exports = class extends BaseAgent {
  async processMessage({ conversationId, message }) {
    const before = await this.history.get(conversationId);
    await this.history.append(conversationId, [{ role: 'user', content: message }]);
    return before.map(({ content }) => content);
  }
};
"""


def talk(client, message):
    answer = client.post(
        '/api/execute', {'agent': 'talker', 'conversationId': 'c', 'input': {'message': message, 'conversationId': 'c'}}
    )
    return eval(answer.body.decode().split('"result":')[1].split('}')[0])


def tenants(server):
    return len(list((server.state / 'saved/tenants').iterdir()))


with Server(agentc, work / 'state') as server:
    client = server.client()
    other = server.new_client('other', 'read', 'run', 'deploy', tenant='other')
    for each in (client, other):
        each.deploy('saver', handler(SAVES, 'saver'))
        each.deploy('talker', handler(TALKS, 'talker'))
    made = client.tool(agent='saver', parameters={}).json['result']
    asset = client.get(made['asset'])
    print('an asset:', asset.status, asset.headers['content-type'], asset.body)
    print('is kept, not shown:', asset.headers['content-disposition'], asset.headers['content-security-policy'],
          asset.headers['x-content-type-options'])
    odd = client.tool(agent='saver', parameters={'of': 4, 'mime': 'a\r\nset-cookie: b=c'}).json['result']
    print('another type:', client.get(odd['asset']).headers['content-type'])
    page = client.get(
        client.tool(agent='saver', parameters={'of': 5, 'mime': 'text/html; charset=utf-8'}).json['result']['asset']
    )
    print('a page:', page.headers['content-type'], page.headers['content-disposition'].split(';')[0])
    deliverable = client.get(made['deliverable'])
    print('a deliverable:', deliverable.status, deliverable.json['title'], 'agent', deliverable.json['agentName'])
    print('without a key:', server.client('').get(made['asset']).status)
    print('of another tenant:', other.get(made['asset']))
    print('of nobody:', client.get('/assets/asset_0'))
    print('of a path:', client.get('/assets/..%2F..%2Fstate.db'))
    same = other.tool(agent='saver', parameters={}).json['result']
    print('the same of another tenant:', other.get(same['asset']).status, client.get(same['asset']).status)
    print('remembers:', talk(client, 'one'), talk(client, 'two'), talk(client, 'three'))
    print('another tenant:', talk(other, 'one'))
    print("tenants' folders:", tenants(server))
    server.stop()
    server.start()
    client = server.client()
    print(
        'after a restart:',
        client.get(made['asset']).status,
        client.get(made['deliverable']).status,
        talk(client, 'four'),
    )

# The state of an agentc that knew of nothing saved.
with sqlite3.connect(work / 'state/state.db') as database:
    database.executescript('DROP TABLE saved; PRAGMA user_version = 1')
database.close()
with Server(agentc, work / 'state', '--max-saved', '500') as server:
    client = server.client()
    other = server.new_client('other2', 'read', 'run', tenant='other')
    print('a state of before:', client.get('/api/agents/saver').status, client.get(made['asset']).error.split()[2])
    print('within the bound:', client.tool(agent='saver', parameters={'of': 50}).status)
    print('beyond:', client.tool(agent='saver', parameters={'of': 400}))
    print('of another:', other.tool(agent='saver', parameters={'of': 50}).status)
