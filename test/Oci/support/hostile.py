"""hostile.py AGENTC FOLDER: lets `agentc pull` meet registries that lie, flood, or lead astray, and prints how each
pull ended."""
import json
import sys

from fake import INDEX, MANIFEST, NAME, Registry, World, digest_of

world = World(*sys.argv[1:3])
registry = Registry(world)
elsewhere = Registry(world, 'elsewhere.test')
layer = world.manifest()['layers'][0]['digest']


def case(title, reference='1.0.0', *more, **named):
    world.pull(title, registry, reference, *more, others=[elsewhere], **named)
    registry.reset(world)
    elsewhere.reset(world)


def with_manifest(change, kind=MANIFEST):
    """Another manifest under the tag, by its right digest."""
    manifest = world.manifest()
    text = change(manifest)
    registry.put_manifest(text if isinstance(text, bytes) else json.dumps(manifest).encode(), kind, '1.0.0')


def set_in(name, value):
    def change(manifest):
        manifest[name] = value
    return change


def set_in_layer(name, value):
    def change(manifest):
        manifest['layers'][0][name] = value
    return change


def endless(h):
    h.send_response(200)
    h.send_header('Transfer-Encoding', 'chunked')
    h.end_headers()
    while True:
        h.wfile.write(b'10000\r\n' + bytes(0x10000) + b'\r\n')


def answer(status, body=b'', **headers):
    return lambda h: h.answer(status, body, **headers)


def break_off(h):
    h.send_response(200)
    h.send_header('Content-Length', '100000')
    h.end_headers()
    h.stop_here()


registry.reset(world)
print('== what is right')
case('by tag')
case('by digest', '@' + world.digest)
case('by both, and the tag is elsewhere', 'other@' + world.digest)
case('signed by a known key', '1.0.0', '--key', 'key.pub.pem')
registry.has_referrers = False
case('no list of referrers')
registry.has_referrers = True

print('== blobs')
registry.blobs[layer] = world.package[:-1] + b'!'
case('changed')
registry.blobs[layer] = world.package[:-1]
case('shorter')
registry.blobs[layer] = world.package + b'!'
case('longer')
registry.on('/blobs/' + layer, endless)
case('endless')
registry.on('/blobs/' + layer, answer(200, world.package, Content_Encoding='gzip'))
case('encoded, it says')
registry.on('/blobs/' + layer, break_off)
case('cut short')
registry.on('/blobs/' + layer, lambda h: h.stop_here(), times=2)
case('cut short twice')
registry.on('/blobs/' + layer, answer(503, Retry_After='0'), times=2)
case('busy twice')
registry.blobs.clear()
case('missing')

print('== manifests')
registry.manifests['sha256:' + 'a' * 64] = world.manifests['1.0.0']
case('of another digest', '@sha256:' + 'a' * 64)
registry.on('/manifests/1.0.0', answer(200, world.manifests['1.0.0'][1], Content_Type=MANIFEST,
                                       Docker_Content_Digest='sha256:' + 'b' * 64))
case('of another digest by its header')
DOCKERS = 'application/vnd.docker.distribution.manifest.v2+json'
for title, kind in (('text', 'text/html'), ('an image of docker', DOCKERS), ('an index', INDEX)):
    registry.put_manifest(world.manifests['1.0.0'][1], kind, '1.0.0')
    case(title)
with_manifest(set_in('mediaType', INDEX))
case('an index inside')
for title, text in (('not JSON', b'{'), ('a list', b'[]'), ('deep', b'{"a":' * 3000 + b'1' + b'}' * 3000),
                    ('two members of a name', b'{"schemaVersion": 2, "schemaVersion": 2}'),
                    ('large', b' ' * (5 << 20))):
    with_manifest(lambda manifest: text)
    case(title)
registry.on('/manifests/', endless)
case('endless')
with_manifest(lambda manifest: set_in('layers', manifest['layers'] * 9000)(manifest))
case('9000 layers')
with_manifest(lambda manifest: set_in('layers', manifest['layers'] * 2)(manifest))
case('two layers')
with_manifest(set_in('layers', []))
case('no layer')
with_manifest(set_in('artifactType', 'application/\x1b[31mx'))
case('another type')
with_manifest(set_in('config', {'mediaType': 'application/x', 'digest': layer, 'size': 2}))
case('with a configuration')
with_manifest(set_in_layer('size', 10**13))
case('ten terabytes')
with_manifest(set_in_layer('size', -1))
case('fewer bytes than none')
with_manifest(set_in_layer('digest', 'sha256:../../../../etc/passwd'))
case('a path as a digest')
with_manifest(set_in_layer('mediaType', 'application/zip'))
case('another layer')
registry.manifests.clear()
case('missing')

print('== the package itself')
other = bytearray(world.package)
other[other.index(b'return input')] ^= 1
registry.blobs[digest_of(bytes(other))] = bytes(other)
with_manifest(set_in_layer('digest', digest_of(bytes(other))))
case('changed, with the right digest')
registry.blobs[digest_of(b'no package')] = b'no package'
with_manifest(lambda manifest: manifest['layers'][0].update(digest=digest_of(b'no package'), size=10))
case('not an archive')
world.run('keygen', '-o', 'other.pem', check=True)
case('signed by somebody else', '1.0.0', '--key', 'other.pub.pem')

print('== where it leads')
registry.on('/blobs/' + layer, lambda h: h.answer(307, Location=f'{elsewhere.url}{h.path}?a=b'))
elsewhere.on('/blobs/', answer(200, world.package))
case('to another host')
registry.on('/blobs/' + layer, answer(307, Location='http://elsewhere.test/a'))
case('to plain http')
registry.on('/blobs/' + layer, answer(307, Location='http://127.0.0.1/a'))
case('to this machine by plain http')
registry.on('/blobs/' + layer, answer(307, Location='file:///etc/passwd'))
case('to a file')
registry.on('/blobs/' + layer, answer(307, Location='https://user:secret@elsewhere.test/a'))
case('with a user')
registry.on('/blobs/' + layer, answer(307, Location='https://elsewhere.test/a b\x1b[2J'))
case('with escape codes')
registry.on('/blobs/' + layer, answer(307, Location='//elsewhere.test/a'))
case('to nobody knows where')
registry.on('/blobs/' + layer, answer(307, Location=f'/v2/{NAME}/blobs/{layer}'))
case('in a circle')

print('== what it says')
words = {'errors': [{'code': 'TEA\x1b[31m\nPOT', 'message': '\u202e' + 'a' * 5000}]}
registry.on('/manifests/', answer(418, json.dumps(words).encode()))
case('escape codes')
registry.on('/manifests/', answer(500, b'<html>' + b'x' * 2000))
case('a page')
registry.on('/manifests/', answer(403, b'{"errors": [{"code": "DENIED", "message": "no"}]}'))
case('no')
