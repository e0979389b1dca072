"""astray.py AGENTC FOLDER: in a network of its own, lets registries at a public and at a private address lead `agentc
pull` to others, and prints how each pull ended."""
import os
import subprocess
import sys

if os.environ.get('IN_OWN_NETWORK') != 'yes':
    command = ['unshare', '-rn', sys.executable, *sys.argv]
    sys.exit(subprocess.run(command, env={**os.environ, 'IN_OWN_NETWORK': 'yes'}).returncode)

from fake import Registry, World  # noqa: E402

PUBLIC, OTHER_PUBLIC, PRIVATE, LOOPBACK = '8.8.4.4', '1.1.1.1', '10.9.8.7', '127.0.0.1'
for words in ('link set lo up', *(f'addr add {address}/32 dev lo' for address in (PUBLIC, OTHER_PUBLIC, PRIVATE))):
    subprocess.run(['ip', *words.split()], check=True)
world = World(*sys.argv[1:3])
layer = world.manifest()['layers'][0]['digest']


def case(title, at, goal, *more, realm=False):
    registry = Registry(world, address=at).load(world)
    # Of a name of its own, since it may get the same port.
    other = Registry(world, host='elsewhere.test', address=goal).load(world)
    place = f'https://{goal}:{other.server.server_port}'
    if realm:
        world.log_in({'auths': {registry.address: {'auth': 'YW5uYTpwdw=='}}})
        registry.on('.', lambda h: h.answer(401, WWW_Authenticate=f'Bearer realm="{place}/token"'))
    else:
        registry.on(layer, lambda h: h.answer(307, Location=place + '/blob'))
    world.pull(title, registry, '1.0.0', *more, others=[other])


for goal in (PRIVATE, LOOPBACK):
    case(f'public to {goal}', PUBLIC, goal)
    case(f'public to {goal} for a token', PUBLIC, goal, realm=True)
    case(f'public to {goal}, allowed', PUBLIC, goal, '--allow-private')
# That the names of certificates don't fit shows that a connection was made.
case('public to public', PUBLIC, OTHER_PUBLIC)
case('private to private', PRIVATE, LOOPBACK)
case('loopback to private', LOOPBACK, PRIVATE)
