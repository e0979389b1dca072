"""uploads.py AGENTC FOLDER: pushes to registries that interrupt, forget and lie, and prints how each push ended and
what was sent."""
import sys

from fake import NAME, Registry, World

world = World(*sys.argv[1:3])
world.package = world.seal_large('shop.zip')
world.blobs, world.manifests, world.digest = world.parts_of('shop.zip')
elsewhere = Registry(world, 'elsewhere.test')
UPLOADS = '/blobs/uploads/'


def case(title, prepare, *more, pulls=True):
    registry = Registry(world)
    prepare(registry)
    world.push(title, registry, *more, others=[elsewhere])
    methods = [method for method, _, _ in registry.log]
    print('  ', {method: methods.count(method) for method in ('HEAD', 'POST', 'PATCH', 'GET', 'PUT')})
    if pulls:
        world.pull('   pulled', registry)
    elsewhere.reset(world)
    return registry


def answers(title, path, method, action):
    case(title, lambda registry: registry.on(path, action, method), '--chunk-size', '64KB', pulls=False)


def nothing(registry):
    pass


def take_half(h):
    """Keeps half of a chunk, and is gone; to be sent the same again, as libcurl does, helps nobody."""
    uploads, name = h.server.registry.uploads, h.path.rsplit('/', 1)[1]
    if h.headers['Content-Range'].split('-')[0] != str(len(uploads[name])):
        return False
    uploads[name] += h.body[:len(h.body) // 2]
    h.stop_here()
    return True


def forget(h):
    h.server.registry.uploads.clear()
    return False


def want_more(h):
    uploads = h.server.registry.uploads
    name = str(len(uploads) + 1)
    uploads[name] = b''
    h.answer(202, Location=f'/v2/{NAME}/blobs/uploads/{name}', OCI_Chunk_Min_Length=str(200 << 10))


registry = case('at once', nothing)
world.push('again', registry)
print('  ', [method for method, _, _ in registry.log if method in ('POST', 'PATCH')].count('POST'), 'uploads in all')
case('in parts', nothing, '--chunk-size', '64KB')
case('in parts, interrupted', lambda r: r.on(UPLOADS, take_half, 'PATCH', times=2), '--chunk-size', '64KB')
case('in parts, forgotten', lambda r: r.on(UPLOADS, forget, 'PATCH', times=1), '--chunk-size', '64KB')
case('at once, interrupted', lambda r: r.on(UPLOADS, lambda h: h.stop_here(), 'PUT', times=2))
case('busy', lambda r: r.on(UPLOADS, lambda h: h.answer(503, Retry_After='0'), 'POST', times=2))
case('a registry that wants more in a part', lambda r: r.on(UPLOADS, want_more, 'POST'), '--chunk-size', '64KB')

print('== refused')
case('interrupted for ever', lambda r: r.on(UPLOADS, lambda h: h.stop_here(), 'PUT'), pulls=False)
answers('more than was sent', UPLOADS, 'PATCH', lambda h: h.answer(202, Location=h.path, Range='0-99999999'))
answers('nothing of what was sent', UPLOADS, 'PATCH', lambda h: h.answer(202, Location=h.path, Range='0-0'))
answers('no place', UPLOADS, 'POST', lambda h: h.answer(202))
answers('to plain http', UPLOADS, 'POST', lambda h: h.answer(202, Location='http://elsewhere.test/up'))
answers('not allowed', UPLOADS, 'POST',
        lambda h: h.answer(403, b'{"errors": [{"code": "DENIED", "message": "read only"}]}'))
answers('a manifest that is not taken', '/manifests/', 'PUT',
        lambda h: h.answer(400, b'{"errors": [{"code": "MANIFEST_INVALID"}]}'))

print('== elsewhere')


def lead_away(registry):
    def keep(h):
        registry.blobs[h.path.split('digest=')[1]] = h.body
        sent.append(h.headers['Authorization'])
        h.answer(201)
    registry.demand_login()
    registry.on(UPLOADS, lambda h: h.answer(202, Location=elsewhere.url + '/up?session=1'), 'POST')
    world.log_in({'auths': {registry.address: {'auth': 'YW5uYTpwdw=='}}})
    elsewhere.on('/up', keep, 'PUT')


sent = []
case('the upload is on another host', lead_away)
print('   which saw', sorted(set(map(str, sent))))
world.log_in({})
(world.folder / 'broken.zip').write_bytes(world.package.replace(b'return input', b'return INPUT'))
untouched = Registry(world)
world.push('a package that does not verify', untouched, package='broken.zip')
world.run('keygen', '-o', 'other.pem', check=True)
world.push('a package of somebody else', untouched, '--key', 'other.pub.pem')
world.push('a dry run', untouched, '--dry-run')
print('   requests:', len(untouched.log))
