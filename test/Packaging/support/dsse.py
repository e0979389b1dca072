"""dsse.py ENVELOPE KEY.pem: verifies a DSSE envelope by openssl's command line, and prints the statement.
dsse.py PACKAGE OUT PRIVATE.pem EDIT: signs a changed attestation, as somebody with the key could: the edit is a Python
expression that changes `statement` (before it is signed), or `envelope` (after); `payload` is the statement's text."""
import base64
import json
import subprocess
import sys
import tempfile
import zipfile

sys.path.insert(0, __file__.rsplit('/', 1)[0])
ATTESTATION = 'agentc/attestation.json'


def encoded(kind, payload):
    return b'DSSEv1 %d %s %d %s' % (len(kind), kind.encode(), len(payload), payload)


def openssl(arguments, message, signature=None):
    with tempfile.NamedTemporaryFile() as file, tempfile.NamedTemporaryFile() as other:
        file.write(message), file.flush()
        other.write(signature or b''), other.flush()
        end = ['-sigfile', other.name] if signature else []
        return subprocess.run(['openssl', 'pkeyutl', '-rawin', '-in', file.name, *arguments, *end], check=True,
                              stdout=subprocess.PIPE).stdout


def verify(envelope, key):
    payload = base64.b64decode(envelope['payload'], validate=True)
    [signature] = envelope['signatures']
    openssl(['-verify', '-pubin', '-inkey', key], encoded(envelope['payloadType'], payload),
            base64.b64decode(signature['sig'], validate=True))
    print(payload.decode())


def text(value, indent=None):
    return json.dumps(
        value, indent=indent, separators=(',', ':') if indent is None else (',', ': '), ensure_ascii=False
    )


def resign(package, out, key, edit):
    from canonical_zip import canonical
    with zipfile.ZipFile(package) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    envelope = json.loads(files[ATTESTATION])
    statement = json.loads(base64.b64decode(envelope['payload']))
    names = {'statement': statement, 'envelope': envelope, 'base64': base64, 'json': json}
    if 'envelope' not in edit:
        exec(edit, names)
        payload = names.get('payload') or text(names['statement']).encode()
        signature = openssl(['-sign', '-inkey', key], encoded(envelope['payloadType'], payload))
        envelope['payload'] = base64.b64encode(payload).decode()
        envelope['signatures'][0]['sig'] = base64.b64encode(signature).decode()
    else:
        exec(edit, names)
    files[ATTESTATION] = (names.get('raw') or text(names['envelope'], 2) + '\n').encode()
    with open(out, 'wb') as file:
        file.write(canonical(files))


if len(sys.argv) == 3:
    with open(sys.argv[1], encoding='utf-8') as file:
        verify(json.load(file), sys.argv[2])
else:
    resign(*sys.argv[1:])
