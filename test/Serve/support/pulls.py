"""pulls.py AGENTC FAKES FOLDER: has a server take packages of registries, and prints what it comes to."""
import pathlib
import sys

from serving import Server

agentc, fakes, work = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
sys.path.insert(0, fakes)
from fake import NAME, Registry, World  # noqa: E402

world = World(agentc, work / 'world')
registry, other = (Registry(world, host='127.0.0.1', tls=False).load(world) for _ in range(2))

with Server(agentc, work / 'state', '--registry', registry.address, '--registry', '127.0.0.1:1') as server:
    client = server.client()

    def pull(title, reference, client=client):
        answer = client.post('/api/packages/pull', {'reference': reference})
        print(f'{title}:', str(answer).replace(registry.address, 'REGISTRY')[:60])
        return answer

    answer = pull('by tag', f'{registry.address}/{NAME}:1.0.0')
    print('kept:', answer.json['name'], answer.json['version'], answer.json['signature']['state'])
    digest = answer.json['digest']
    print('its bytes:', client.get(f'/api/packages/{digest}/archive').body == world.package)
    pull('by digest, again', f'{registry.address}/{NAME}@{world.digest}')
    print('deployed:', client.ask('PUT', '/api/agents/shop', {'package': digest}))
    print('called:', client.post('/api/tool', {'agent': 'shop', 'parameters': {'a': 1}}).json)

    pull('another tag', f'{registry.address}/{NAME}:none')
    pull('nobody there', f'127.0.0.1:1/{NAME}:1.0.0')
    pull('a registry that is not named', f'{other.address}/{NAME}:1.0.0')
    for reference in (
        f'oci:{work}/world/shop.zip.layout:1.0.0',
        f'oci://{registry.address}/{NAME}:1.0.0',
        '/etc/passwd',
        '--help',
        '',
    ):
        pull(f'`{reference.replace(str(work), "").replace(registry.address, "REGISTRY")}`', reference)
    pull('not a name', f'{registry.address}/../../state')
    pull('no right', f'{registry.address}/{NAME}:1.0.0', server.new_client('reader', 'read', 'run'))
    print('no reference:', client.post('/api/packages/pull', {'tag': '1'}))

    for name, data in registry.blobs.items():
        registry.blobs[name] = data[:-1] + bytes([data[-1] ^ 1])
    pull('changed', f'{registry.address}/{NAME}:1.0.0')
    print('the other was asked:', other.log)
print('left:', [path.name for path in (work / 'state/incoming').iterdir()])
