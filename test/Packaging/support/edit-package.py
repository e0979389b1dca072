"""edit-package.py IN OUT EDIT...: changes a package and writes it as a canonical zip again. Edits, in order:
  remove:PATH            add:PATH=TEXT          replace:PATH=OLD=>NEW      append:PATH=TEXT
  redigest gives the record the sizes and digests of the files as they are now, and the list of components its digest
  generator:VERSION says that another version of agentc sealed it deflate writes the entries compressed, as ordinary zip
  programs do
"""
import hashlib
import io
import json
import sys
import zipfile

from canonical_zip import canonical

RECORD = 'agentc/package.json'
SBOM = 'agentc/sbom.cdx.json'


def deflated(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            archive.writestr(name, data)
    return out.getvalue()


def redigest(files):
    text = files[RECORD].decode()
    record = json.loads(text)
    lines = []
    for file in record['files']:
        data = files[file['path']]
        digest = hashlib.sha256(data).hexdigest()
        before = f'"size": {file["size"]},\n      "sha256": "{file["sha256"]}"'
        assert before in text
        text = text.replace(before, f'"size": {len(data)},\n      "sha256": "{digest}"')
        lines.append(f'{digest}  {file["path"]}\n')
    digest = hashlib.sha256(''.join(sorted(lines)).encode()).hexdigest()
    files[RECORD] = text.replace(record['digest'], 'sha256:' + digest).encode()
    sbom = files[SBOM].decode().replace(record['digest'], 'sha256:' + digest)
    files[SBOM] = sbom.replace(serial(record['digest'][7:]), serial(digest)).encode()


def serial(digest):
    return (
        f'{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-{"89ab"[int(digest[16], 16) & 3]}{digest[17:20]}-{digest[20:32]}'
    )


def main():
    source, target, *edits = sys.argv[1:]
    with zipfile.ZipFile(source) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    write = canonical
    for edit in edits:
        verb, _, rest = edit.partition(':')
        path, _, text = rest.partition('=')
        if verb == 'remove':
            del files[path]
        elif verb == 'add':
            files[path] = text.encode()
        elif verb == 'append':
            files[path] += text.encode()
        elif verb == 'replace':
            old, new = text.split('=>')
            assert old.encode() in files[path], f'{path} has no {old}'
            files[path] = files[path].replace(old.encode(), new.encode(), 1)
        elif verb == 'redigest':
            redigest(files)
        elif verb == 'generator':
            version = json.loads(files[RECORD])['generator']['version']
            files[RECORD] = files[RECORD].replace(
                f'"version": "{version}"'.encode(), f'"version": "{rest}"'.encode(), 1
            )
        elif verb == 'deflate':
            write = deflated
        else:
            sys.exit(f'no edit is called {verb}')
    with open(target, 'wb') as out:
        out.write(write(files))


main()
