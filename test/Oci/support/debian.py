"""debian.py AGENTC FOLDER: pushes to Debian's docker-registry, pulls from it, has skopeo look at what is there,
changes files in its store, and prints what came of it. Logins are by password, and by tokens of a server that is
played here."""
import base64
import http.server
import json
import socket
import subprocess
import sys
import threading
import time
import urllib.parse

from fake import NAME, World, digest_of

world = World(*sys.argv[1:3])
ANNA = base64.b64encode(b'anna:pass word').decode()


class Debian:
    """docker-registry on a free port of this machine."""

    def __init__(self, name, **auth):
        with socket.socket() as free:
            free.bind(('127.0.0.1', 0))
            port = free.getsockname()[1]
        self.address, self.at, self.store = f'127.0.0.1:{port}', '127.0.0.1', world.folder / name
        settings = {'version': '0.1', 'log': {'level': 'error', 'accesslog': {'disabled': True}},
                    'storage': {'filesystem': {'rootdirectory': str(self.store)}},
                    'http': {'addr': self.address, 'secret': 'x'}, **auth}
        path = world.folder / f'{name}.yml'
        path.write_text(json.dumps(settings))
        self.process = subprocess.Popen(['docker-registry', 'serve', str(path)], stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                socket.create_connection(('127.0.0.1', port), 1).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit('docker-registry does not start')

    def blob(self, digest):
        return self.store / 'docker/registry/v2/blobs/sha256' / digest[7:9] / digest[7:] / 'data'


def with_skopeo(title, *words):
    done = subprocess.run(['skopeo', '--insecure-policy', *words], text=True, capture_output=True, cwd=world.folder)
    if done.returncode:
        print(f'{title}: {done.stderr}')
    return done.stdout


def changed(title, digest, reference='1.0.0'):
    """One byte in the registry's own store."""
    path = debian.blob(digest)
    whole = path.read_bytes()
    path.write_bytes(whole[:50] + bytes([whole[50] ^ 1]) + whole[51:])
    world.pull(title, debian, reference)
    path.write_bytes(whole)


registries = []
try:
    debian = Debian('open')
    registries.append(debian)
    world.push('pushed', debian)
    world.push('again', debian)
    world.pull('by tag', debian)
    world.pull('by digest', debian, '@' + world.digest)
    world.pull('another tag', debian, 'none')
    place = f'docker://{debian.address}/{NAME}'
    raw = with_skopeo('inspect', 'inspect', '--raw', '--tls-verify=false', f'{place}:1.0.0')
    print(f'skopeo: the manifest is {"ours" if digest_of(raw.encode()) == world.digest else raw}')
    with_skopeo('copy', 'copy', '--src-tls-verify=false', f'{place}:1.0.0', 'oci:copied:1.0.0')
    with_skopeo('copy', 'copy', '--dest-tls-verify=false', f'oci:{world.folder}/shop.zip.layout:1.0.0',
                f'{place}:copied')
    done = world.run('pull', '--quiet', 'oci:copied:1.0.0', '-o', 'copied.zip')
    is_whole = (world.folder / 'copied.zip').read_bytes() == world.package
    print(f'copied by skopeo into a layout: {done.returncode}, {is_whole}')
    world.pull('copied by skopeo into the registry', debian, 'copied')
    raw = with_skopeo('list', 'inspect', '--raw', '--tls-verify=false', f'{place}:{world.digest.replace(":", "-")}')
    print('the tag of the list:', [entry['artifactType'] for entry in json.loads(raw)['manifests']])

    print('== changed in the store')
    manifest = world.manifest()
    listed = [name for name, (_, text) in world.manifests.items() if b'agentc.attestation.v1' in text]
    changed('the package', manifest['layers'][0]['digest'])
    changed('the manifest', world.digest)
    changed('the manifest, by its digest', world.digest, '@' + world.digest)
    changed('the signature', json.loads(world.manifests[listed[0]][1])['layers'][0]['digest'])
    changed("the signature's manifest", listed[0])
    world.pull('as it was', debian)

    print('== in parts')
    world.package = world.seal_large('large.zip')
    world.push('pushed', debian, '--chunk-size', '64KB', package='large.zip')
    world.pull('pulled', debian)

    print('== by password')
    # anna's, `pass word`, as `htpasswd -B` writes it
    (world.folder / 'htpasswd').write_text('anna:$2y$05$abcdefghijklmnopqrstuuIt/9/tGzLcigNq/.RWIDjeEVR30RSf.\n')
    locked = Debian('locked', auth={'htpasswd': {'realm': 'shop', 'path': str(world.folder / 'htpasswd')}})
    registries.append(locked)
    world.push('without', locked, package='large.zip')
    world.log_in({'auths': {locked.address: {'auth': ANNA}}})
    world.push('with', locked, package='large.zip')
    world.pull('pulled', locked)

    print('== by token')

    class Tokens(http.server.BaseHTTPRequestHandler):
        """Gives anna what she asks for, and others nothing."""

        def do_GET(self):
            query = dict(urllib.parse.parse_qsl(self.path.partition('?')[2]))
            kind, name, actions = query['scope'].split(':')
            asked.append(actions)
            is_anna = self.headers.get('Authorization') == 'Basic ' + ANNA
            access = [{'type': kind, 'name': name, 'actions': actions.split(',') if is_anna else []}]
            now = int(time.time())
            claims = {'iss': 'shop', 'sub': 'anna', 'aud': query['service'], 'exp': now + 300, 'nbf': now - 10,
                      'iat': now, 'jti': '1', 'access': access}
            body = json.dumps({'token': sign(claims)}).encode()
            self.send_response(200)
            self.send_header('Content-Length', str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    def base64url(data):
        return base64.urlsafe_b64encode(data).rstrip(b'=').decode()

    def sign(claims):
        """A JSON Web Token with the certificate beside it, as docker-registry 2.8 reads them."""
        certificate = ''.join((world.folder / 'ca.pem').read_text().splitlines()[1:-1])
        head = {'typ': 'JWT', 'alg': 'RS256', 'x5c': [certificate]}
        text = '.'.join(base64url(json.dumps(part).encode()) for part in (head, claims))
        signature = subprocess.run(['openssl', 'dgst', '-sha256', '-sign', str(world.folder / 'server.key')],
                                   input=text.encode(), capture_output=True, check=True).stdout
        return f'{text}.{base64url(signature)}'

    asked = []
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Tokens)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    guarded = Debian('guarded', auth={'token': {
        'realm': f'http://127.0.0.1:{server.server_port}/token', 'service': 'the registry', 'issuer': 'shop',
        'rootcertbundle': str(world.folder / 'ca.pem')}})
    registries.append(guarded)
    world.push('without', guarded, package='large.zip')
    world.log_in({'auths': {guarded.address: {'auth': ANNA}}})
    world.push('with', guarded, package='large.zip')
    world.pull('pulled', guarded)
    print('asked for', asked)
finally:
    for each in registries:
        each.process.kill()
