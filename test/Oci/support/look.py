"""look.py FOLDER: reads an image layout by the OCI image specification 1.1, and prints its manifests; an error is what
no other program could read."""
import hashlib
import json
import pathlib
import re
import sys

folder = pathlib.Path(sys.argv[1])


def blob(descriptor):
    assert set(descriptor) <= {'mediaType', 'digest', 'size', 'artifactType', 'annotations'}, descriptor
    assert re.fullmatch(r'sha256:[0-9a-f]{64}', descriptor['digest']), descriptor
    assert isinstance(descriptor['size'], int), descriptor
    data = (folder / 'blobs/sha256' / descriptor['digest'][7:]).read_bytes()
    assert len(data) == descriptor['size'] and hashlib.sha256(data).hexdigest() == descriptor['digest'][7:], descriptor
    return data


assert json.loads((folder / 'oci-layout').read_text()) == {'imageLayoutVersion': '1.0.0'}
index = json.loads((folder / 'index.json').read_text())
assert index['schemaVersion'] == 2 and index['mediaType'] == 'application/vnd.oci.image.index.v1+json'
used = set()
for entry in index['manifests']:
    manifest = json.loads(blob(entry))
    assert manifest['schemaVersion'] == 2
    assert manifest['mediaType'] == entry['mediaType'] == 'application/vnd.oci.image.manifest.v1+json'
    assert manifest['artifactType'] == entry['artifactType'] and blob(manifest['config']) == b'{}'
    layer, = manifest['layers']
    blob(layer)
    used |= {each['digest'][7:] for each in (entry, layer, manifest['config'])}
    subject = manifest.get('subject')
    if subject:
        blob(subject)
    tag = entry.get('annotations', {}).get('org.opencontainers.image.ref.name', '-')
    title = layer['annotations'].get('org.opencontainers.image.title')
    print(manifest['artifactType'], layer['mediaType'], title, tag, 'refers' if subject else '')
    for name, value in manifest.get('annotations', {}).items():
        print(f'  {name}: {value}')
print('unused:', sorted({file.name for file in (folder / 'blobs/sha256').iterdir()} - used))
