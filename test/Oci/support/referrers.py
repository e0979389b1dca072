"""referrers.py AGENTC FOLDER: pulls packages for which a registry lists signatures, its own and others, and prints how
each pull ended; pushes to registries with and without the list."""
import base64
import json
import sys

from fake import INDEX, MANIFEST, NAME, Registry, World, digest_of

world = World(*sys.argv[1:3])
registry = Registry(world)
TYPE = 'application/vnd.agentc.attestation.v1'
registry.reset(world)
listed = next(entry for entry in registry.referrers_of(world.digest)['manifests'] if entry['artifactType'] == TYPE)


def case(title, reference='1.0.0'):
    world.pull(title, registry, reference)
    registry.reset(world)
    registry.has_referrers = True


def answer_list(index, kind=INDEX, **headers):
    text = index if isinstance(index, bytes) else json.dumps(index).encode()
    registry.on('/referrers/', lambda h: h.answer(200, text, Content_Type=kind, **headers))


def index_of(entries):
    return {'schemaVersion': 2, 'mediaType': INDEX, 'manifests': entries}


def with_referrer(change, layer=None):
    """Another referrer, or the same with another layer, by its right digest."""
    manifest = json.loads(world.manifests[listed['digest']][1])
    change(manifest)
    if layer is not None:
        registry.blobs[digest_of(layer)] = layer
        manifest['layers'][0].update(digest=digest_of(layer), size=len(layer))
    registry.put_manifest(json.dumps(manifest).encode())


envelope_digest = json.loads(world.manifests[listed['digest']][1])['layers'][0]['digest']
envelope = world.blobs[envelope_digest]
case('its own')
registry.has_referrers = False
registry.put_manifest(json.dumps(index_of([listed])).encode(), INDEX, world.digest.replace(':', '-'))
case('its own, by the tag')

print('== others')
world.run('keygen', '-o', 'other.pem', check=True)
world.seal('other.zip', 'other.pem')
blobs, manifests, _ = world.parts_of('other.zip')
theirs = next(data for data in blobs.values() if data.startswith(b'{') and b'payloadType' in data)
with_referrer(lambda manifest: None, theirs)
case('of another key')
changed = json.loads(envelope)
changed['signatures'][0]['sig'] = base64.b64encode(bytes(64)).decode()
with_referrer(lambda manifest: None, json.dumps(changed).encode())
case('changed')
with_referrer(lambda manifest: None, b'{}')
registry.has_referrers = False
registry.put_manifest(json.dumps(registry.referrers_of(world.digest)).encode(), INDEX, world.digest.replace(':', '-'))
case('changed, by the tag')
registry.blobs[envelope_digest] = envelope[:-2] + b'!}'
case('with another digest')
del registry.blobs[envelope_digest]
case('without its layer')
kind, text = world.manifests[listed['digest']]
registry.manifests[listed['digest']] = (kind, text + b' ')
answer_list(index_of([listed]))
case('in a changed manifest')
registry.on('/manifests/sha256:' + listed['digest'][7:], lambda h: h.answer(404))
case('without its manifest')
with_referrer(lambda manifest: manifest['subject'].update(digest='sha256:' + 'a' * 64))
stranger = next(name for name in registry.manifests if name not in world.manifests)
answer_list(index_of([{**listed, 'digest': stranger, 'size': len(registry.manifests[stranger][1])}]))
case('of another package')
with_referrer(lambda manifest: manifest['layers'][0].update(size=1 << 40))
case('a terabyte')
with_referrer(lambda manifest: manifest['layers'][0].update(mediaType='text/plain'))
case('of another type')

print('== lists')
answer_list(index_of([listed] * 17))
case('of seventeen')
answer_list(index_of([{**listed, 'artifactType': 'application/x'}] * 900))
case('of many that are none of ours')
answer_list(index_of([listed] * 5000))
case('of thousands')
answer_list(b'[')
case('that are not JSON')
answer_list(index_of([{'mediaType': 'a', 'digest': '../..', 'size': -1}]))
case('of anything')
answer_list(index_of([]), Link=f'</v2/{NAME}/referrers/{world.digest}?page=2>; rel="next"')
case('without an end')
answer_list(index_of([]), Link='<http://elsewhere.test/>; rel="next"')
case('that go on elsewhere')
registry.on('/referrers/', lambda h: h.answer(500))
case('that fail')
registry.has_referrers = False
registry.put_manifest(world.manifests['1.0.0'][1], MANIFEST, world.digest.replace(':', '-'))
case('that are a package')

print('== pushed')
for title, has_referrers in (('where it is listed', True), ('where it is not', False)):
    other = Registry(world, has_referrers=has_referrers)
    world.push(title, other)
    tag = other.manifests.get(world.digest.replace(':', '-'))
    names = [entry['artifactType'] for entry in json.loads(tag[1])['manifests']] if tag else []
    print(f'  tag: {names}; order: {[path.split("/")[-2] for method, path, _ in other.log if method == "PUT"]}')
    world.push('  again', other)
    print(f'  the same: {not tag or other.manifests[world.digest.replace(":", "-")] == tag}')
    world.pull('  pulled', other)
keeper = Registry(world, has_referrers=False)
foreign = {'mediaType': MANIFEST, 'digest': 'sha256:' + 'c' * 64, 'size': 7, 'artifactType': 'application/x',
           'data': 'AAAA'}
keeper.put_manifest(json.dumps({**index_of([foreign]), 'more': 1}).encode(), INDEX, world.digest.replace(':', '-'))
world.push('beside others', keeper)
kept = json.loads(keeper.manifests[world.digest.replace(':', '-')][1])
print(f'  kept: {kept["manifests"][0] == foreign and kept["more"] == 1}, {len(kept["manifests"])} in all')
