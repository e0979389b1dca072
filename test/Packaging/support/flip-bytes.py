"""flip-bytes.py PACKAGE COUNT COMMAND...: flips one bit at COUNT positions spread over the package, always those of its
first and last entry and end record among them, and runs the command on each; then as often a bit of an entry's contents
or name, in an archive that is canonical again, so that nothing but what is sealed and signed can tell. Prints where it
does not exit 1."""
import os
import random
import subprocess
import sys
import tempfile
import zipfile

from canonical_zip import canonical

package, count, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
with open(package, 'rb') as file:
    original = file.read()
with zipfile.ZipFile(package) as archive:
    files = {name: archive.read(name) for name in archive.namelist()}
assert canonical(files) == original
random.seed(len(original))


def flipped(data, position):
    data = bytearray(data)
    data[position] ^= 1 << random.randrange(8)
    return bytes(data)


def raw():
    positions = set(range(0, 40)) | set(range(len(original) - 70, len(original)))
    positions |= set(random.sample(range(len(original)), min(len(original), count)))
    for position in sorted(positions):
        yield f'byte {position}', flipped(original, position)


def repaired():
    places = [(name, position) for name, data in files.items() for position in range(len(data))]
    for name, position in random.sample(places, min(len(places), count)):
        yield f'{name}, byte {position}', canonical({**files, name: flipped(files[name], position)})
    for name in files:
        changed = dict(files)
        data = changed.pop(name)
        position = random.randrange(len(name))
        renamed = name[:position] + chr(ord(name[position]) ^ 1) + name[position + 1:]
        yield f'name of {name}', canonical({**changed, renamed: data})


missed, caught = [], 0
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, 'changed.zip')
    for place, data in [*raw(), *repaired()]:
        with open(path, 'wb') as file:
            file.write(data)
        code = subprocess.run([*command, path], capture_output=True).returncode
        if code != 1:
            missed.append(f'{place}: exit code {code}')
        caught += code == 1
print('\n'.join(missed) or f'{caught} changes, all caught')
sys.exit(bool(missed))
