"""entries.py CACHE count | replace WORD with-hash|without-hash | cut: looks at, or damages, what lint's cache keeps."""
import hashlib
import pathlib
import sys

SIGNATURE = b'agentc result 1\n'
folder, verb, *rest = sys.argv[1:]
entries = sorted(pathlib.Path(folder).glob('results/*/*.lint'))
if verb == 'count':
    print(len(entries))
for entry in entries:
    data = entry.read_bytes()
    key, body = data[len(SIGNATURE):len(SIGNATURE) + 64], data[len(SIGNATURE) + 96:]
    if verb == 'cut':
        entry.write_bytes(data[:-1])
    if verb != 'replace':
        continue
    word = rest[0].encode()
    digest = data[len(SIGNATURE) + 64:len(SIGNATURE) + 96]
    body = body.replace(word, word[::-1])
    if rest[1] == 'with-hash':
        digest = hashlib.sha256(key + body).digest()
    entry.write_bytes(SIGNATURE + key + digest + body)
