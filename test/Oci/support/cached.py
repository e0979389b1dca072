"""cached.py AGENTC FOLDER: names packages in a registry where other subcommands take a file, and prints how that ended
and what was asked of the registry."""
import json
import pathlib
import sys

from fake import NAME, Registry, World

world = World(*sys.argv[1:3])
registry = Registry(world).load(world)
TAG, PINNED = f'oci://{registry.address}/{NAME}:1.0.0', f'oci://{registry.address}/{NAME}@{world.digest}'
cache = world.folder / 'cache'


def case(title, *words):
    """The last line that a command printed, without what differs from run to run."""
    registry.log.clear()
    done = world.run(*words, XDG_CACHE_HOME=str(cache))
    said = (done.stdout.strip() or done.stderr.strip()).splitlines()[-1:]
    asked = [path.split('/')[-2] for _, path, _ in registry.log]
    said = ''.join(said).replace(str(world.folder), 'FOLDER').replace(registry.address, 'registry.test')
    print(f'{title}: {done.returncode}, {said}; asked for {" ".join(asked) or "nothing"}')
    return done


flags = world.resolved(registry)
case('by its tag', 'cache', *flags, 'ensure', TAG)
case('by its tag again', 'cache', *flags, 'ensure', TAG)
done = case('by its digest', 'cache', *flags, 'ensure', PINNED)
print('the package:', pathlib.Path(done.stdout.strip()).read_bytes() == world.package)
case('in a layout', 'cache', 'ensure', 'oci:shop.zip.layout:1.0.0')
case('with a digest of its own', 'cache', *flags, '--digest', world.digest, 'ensure', PINNED)
case('called', 'run', *flags, PINNED, '--input', '7')
case('its tools', 'mcp', *flags, '--explain', PINNED)
settings = case('for a client', 'mcp', *flags, '--print-config', 'claude', PINNED, '--key', 'key.pub.pem')
arguments = json.loads(settings.stdout)['mcpServers']['shop']['args']
print('  named by', arguments[-1] == PINNED, [word.split('=')[0] for word in arguments if word.startswith('--digest')])
settings = case('for a client, from a layout', 'mcp', '--print-config', 'claude', 'oci:shop.zip.layout:1.0.0')
print('  named by', json.loads(settings.stdout)['mcpServers']['shop']['args'][-1].replace(str(world.folder), 'FOLDER'))

print('== not to be believed')
for file in cache.rglob('*'):
    if file.is_file():
        file.unlink()
layer = world.manifest()['layers'][0]['digest']
registry.blobs[layer] = world.package[:-1] + b'!'
case('kept', 'cache', *flags, 'ensure', PINNED)
case('called', 'run', *flags, PINNED, '--input', '7')
case('served', 'mcp', *flags, TAG)
print('left:', [file.name for file in cache.rglob('*') if file.is_file() and file.name != 'lock'])
case('without a tag', 'run', f'oci://{registry.address}/{NAME}')
