"""change.py AGENTC LAYOUT: changes what stands in an image layout, one thing at a time, and prints how `agentc pull`
ends."""
import json
import os
import pathlib
import re
import subprocess
import sys

agentc, store = sys.argv[1], pathlib.Path(sys.argv[2])
blobs = store / 'blobs/sha256'
out = pathlib.Path('changed.zip')


def pull(title):
    out.unlink(missing_ok=True)
    done = subprocess.run([agentc, 'pull', '--quiet', f'oci:{store}:1.0.0', '-o', str(out)], text=True, timeout=60,
                          capture_output=True)
    words = done.stderr.strip().removeprefix('agentc: error: ').removesuffix('; nothing is kept')
    words = re.sub('sha256:[0-9a-f]{64}', 'DIGEST', re.sub(r'store/blobs/sha256/\w+', 'BLOB', words))
    print(f'{title}: {done.returncode}, {words}', '' if out.exists() == (done.returncode == 0) else 'and a file')


def changed(title, path, data):
    whole = path.read_bytes()
    path.write_bytes(data(whole))
    pull(title)
    path.write_bytes(whole)


def replaced(title, path, make):
    aside = path.rename(store / 'aside')
    make(path)
    pull(title)
    path.rmdir() if path.is_dir() else path.unlink()
    aside.rename(path)


def flipped(data):
    return data[:40] + bytes([data[40] ^ 1]) + data[41:]


for entry in json.loads((store / 'index.json').read_text())['manifests']:
    name = entry['artifactType']
    layer = json.loads((blobs / entry['digest'][7:]).read_text())['layers'][0]['digest'][7:]
    changed(f'{name}: its layer', blobs / layer, flipped)
    changed(f'{name}: its manifest', blobs / entry['digest'][7:], flipped)
changed('an index that is not JSON', store / 'index.json', lambda data: data[:-1])
replaced('a layer that is a folder', blobs / layer, pathlib.Path.mkdir)
replaced('a layer that is a pipe', blobs / layer, os.mkfifo)
replaced('a layer that is a link to another file', blobs / layer, lambda path: path.symlink_to('/etc/hostname'))
changed('a layer that is too large', blobs / layer, lambda data: data * 2)
pull('as it was')
