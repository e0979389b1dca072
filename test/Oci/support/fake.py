"""A registry that does what a test wants: by the distribution specification where no hook does something else.

World makes a folder with a signed package, its parts as a layout has them, and a certificate; Registry serves."""
import hashlib
import http.server
import json
import os
import pathlib
import re
import ssl
import subprocess
import threading

MANIFEST = 'application/vnd.oci.image.manifest.v1+json'
INDEX = 'application/vnd.oci.image.index.v1+json'
NAME = 'team/shop'


def digest_of(data):
    return 'sha256:' + hashlib.sha256(data).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, status, body=b'', **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace('_', '-'), value)
        if 'Content_Length' not in headers:
            self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        if self.command != 'HEAD':
            self.wfile.write(body)

    def stop_here(self):
        """Ends the connection in the middle of whatever it was."""
        self.close_connection = True
        self.connection.close()

    def log_message(self, *arguments):
        pass

    def handle(self):
        try:
            super().handle()
        except (OSError, ValueError):  # the client left, or the test closed the connection
            pass

    def dispatch(self):
        registry = self.server.registry
        self.body = self.rfile.read(int(self.headers.get('Content-Length') or 0))
        registry.log.append((self.command, self.path, self.headers.get('Authorization')))
        for hook in registry.hooks:
            if hook(self):
                return
        registry.serve(self)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = dispatch


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


class Registry:
    def __init__(self, world, host='registry.test', tls=True, has_referrers=True, address='127.0.0.1'):
        self.blobs, self.manifests, self.uploads, self.log, self.hooks = {}, {}, {}, [], []
        self.has_referrers = has_referrers
        self.server, self.at = Server((address, 0), Handler), address
        self.server.registry = self
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(world.folder / 'ca.pem', world.folder / 'server.key')
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True,
                                                     do_handshake_on_connect=False)
        self.address = f'{host}:{self.server.server_port}'
        self.url = ('https://' if tls else 'http://') + self.address
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def load(self, world):
        """As if the world's package had been pushed."""
        self.blobs, self.manifests = dict(world.blobs), dict(world.manifests)
        return self

    def reset(self, world):
        self.log.clear()
        self.hooks.clear()
        return self.load(world)

    def on(self, pattern, action, method='GET', times=10**9):
        """Answers requests whose path matches by an action, so many times."""
        left = [times]

        def hook(handler):
            if handler.command != method or not re.search(pattern, handler.path) or left[0] == 0:
                return False
            left[0] -= 1
            return action(handler) is not False
        self.hooks.append(hook)

    def demand_login(self):
        def refuse(handler):
            if handler.headers.get('Authorization'):
                return False
            return handler.answer(401, WWW_Authenticate='Basic realm="x"')
        for method in ('GET', 'HEAD', 'POST', 'PUT'):
            self.on('.', refuse, method)

    def put_manifest(self, data, kind=MANIFEST, tag=None):
        self.manifests[digest_of(data)] = (kind, data)
        if tag:
            self.manifests[tag] = (kind, data)
        return digest_of(data)

    def referrers_of(self, subject):
        found = []
        for name, (kind, data) in self.manifests.items():
            manifest = json.loads(data)
            if name.startswith('sha256:') and manifest.get('subject', {}).get('digest') == subject:
                found.append({'mediaType': kind, 'digest': name, 'size': len(data),
                              'artifactType': manifest['artifactType']})
        return {'schemaVersion': 2, 'mediaType': INDEX, 'manifests': found}

    def serve(self, h):
        if h.path.startswith(f'/v2/{NAME}/blobs/uploads/'):
            return self.take_upload(h)
        if match := re.fullmatch(rf'/v2/{NAME}/(blobs|manifests|referrers)/([^/?]+)', h.path):
            return getattr(self, match[1] + '_' + h.command.lower().replace('head', 'get'))(h, match[2])
        return h.answer(404)

    def blobs_get(self, h, digest):
        data = self.blobs.get(digest)
        return h.answer(404) if data is None else h.answer(200, data, Docker_Content_Digest=digest)

    def manifests_get(self, h, name):
        kind, data = self.manifests.get(name, ('', None))
        if data is None:
            return h.answer(404)
        return h.answer(200, data, Content_Type=kind, Docker_Content_Digest=digest_of(data))

    def manifests_put(self, h, name):
        self.put_manifest(h.body, h.headers['Content-Type'], None if name.startswith('sha256:') else name)
        subject = json.loads(h.body).get('subject')
        return h.answer(201, **({'OCI_Subject': subject['digest']} if subject and self.has_referrers else {}))

    def referrers_get(self, h, subject):
        if not self.has_referrers:
            return h.answer(404)
        return h.answer(200, json.dumps(self.referrers_of(subject)).encode(), Content_Type=INDEX)

    def take_upload(self, h):
        path, _, query = h.path.partition('?')
        name = path.rsplit('/', 1)[1]
        if h.command == 'POST':
            name = str(len(self.uploads) + 1)
            self.uploads[name] = b''
            return h.answer(202, Location=f'/v2/{NAME}/blobs/uploads/{name}')
        if name not in self.uploads:
            return h.answer(404)
        if h.command == 'PATCH' and h.headers['Content-Range'].split('-')[0] != str(len(self.uploads[name])):
            return h.answer(416)
        self.uploads[name] += h.body
        if h.command == 'PUT':
            data, digest = self.uploads[name], query.split('digest=')[1]
            if digest_of(data) != digest:
                return h.answer(400, b'{"errors": [{"code": "DIGEST_INVALID", "message": "other bytes"}]}')
            self.blobs[digest] = data
            return h.answer(201, Location=f'/v2/{NAME}/blobs/{digest}')
        size = len(self.uploads[name])
        far = {'Range': f'0-{size - 1}'} if size else {}
        return h.answer(202 if h.command == 'PATCH' else 204, Location=path, **far)


class World:
    def __init__(self, agentc, folder):
        self.agentc, self.folder, self.registries = agentc, pathlib.Path(folder), []
        bundle = self.folder / 'shop'
        bundle.mkdir(parents=True)
        (bundle / 'package.json').write_text('{"name": "shop", "version": "1.0.0", "main": "index.js"}')
        (bundle / 'index.js').write_text('module.exports = async function handler(input) {\n  return input;\n};\n')
        self.environment = {**os.environ, 'HOME': str(self.folder), 'DOCKER_CONFIG': str(self.folder / 'docker')}
        for name in ('https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'no_proxy', 'NO_PROXY'):
            self.environment.pop(name, None)
        self.run('keygen', '-o', 'key.pem', check=True)
        self.package = self.seal('shop.zip', 'key.pem')
        names = 'subjectAltName=DNS:registry.test,DNS:elsewhere.test,DNS:tokens.test'
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj',
                        '/CN=registry.test', '-addext', names, '-keyout', self.folder / 'server.key',
                        '-out', self.folder / 'ca.pem'],
                       check=True, stderr=subprocess.DEVNULL)
        self.blobs, self.manifests, self.digest = self.parts_of('shop.zip')

    def run(self, *words, check=False, **environment):
        return subprocess.run([self.agentc, *words], cwd=self.folder, env={**self.environment, **environment},
                              text=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=100, check=check)

    def seal(self, name, key):
        self.run('package', '--no-load-test', 'shop', '--sign', key, '-o', name, '--force', check=True)
        return (self.folder / name).read_bytes()

    def seal_large(self, name):
        """A package of the same bundle with 360 KB of data."""
        (self.folder / 'shop/large.txt').write_text(''.join(f'{number:08}\n' for number in range(40000)))
        manifest = {'name': 'shop', 'version': '1.0.0', 'main': 'index.js', 'files': ['large.txt']}
        (self.folder / 'shop/package.json').write_text(json.dumps(manifest))
        return self.seal(name, 'key.pem')

    def parts_of(self, package):
        """Blobs and manifests of a pushed package by their names in a registry, and its manifest's digest."""
        layout = self.folder / f'{package}.layout'
        self.run('push', package, f'oci:{layout}:1.0.0', check=True)
        index = json.loads((layout / 'index.json').read_text())['manifests']
        blobs = {'sha256:' + file.name: file.read_bytes() for file in (layout / 'blobs/sha256').iterdir()}
        manifests = {entry['digest']: (MANIFEST, blobs.pop(entry['digest'])) for entry in index}
        tagged = next(entry['digest'] for entry in index if 'annotations' in entry)
        manifests['1.0.0'] = manifests[tagged]
        return blobs, manifests, tagged

    def manifest(self):
        return json.loads(self.manifests['1.0.0'][1])

    def log_in(self, settings):
        (self.folder / 'docker').mkdir(exist_ok=True)
        (self.folder / 'docker/config.json').write_text(settings if isinstance(settings, str) else json.dumps(settings))

    def resolved(self, *registries):
        flags = ['--ca', 'ca.pem']
        for registry in registries:
            flags += ['--resolve', f'{registry.address}:{registry.at}']
        return flags

    def tell(self, title, done, registries):
        """One line: how a command ended, without ports, with digests as DIGEST."""
        words = (done.stderr.strip() or done.stdout.strip().splitlines()[-1]).replace(str(self.folder), 'FOLDER')
        for registry in registries:
            words = words.replace(registry.address, registry.address.split(':')[0])
        words = re.sub('sha256[:-][0-9a-f]{64}', 'DIGEST', words)
        print(f'{title}: {done.returncode}, {words.removeprefix("agentc: error: ")}')

    def pull(self, title, registry, reference='1.0.0', *more, others=(), **environment):
        out = self.folder / 'pulled.zip'
        out.unlink(missing_ok=True)
        mark = reference if reference.startswith('@') else ':' + reference
        done = self.run('pull', '--quiet', *self.resolved(registry, *others), *more, '-o', str(out),
                        registry.address + '/' + NAME + mark, **environment)
        left = sorted(file.name for file in self.folder.glob('.agentc-*'))
        if out.exists() != (done.returncode == 0) or left:
            print(f'{title}: exit code {done.returncode}, file {out.exists()}, left {left}')
        elif done.returncode == 0:
            print(f'{title}: 0, {"the package" if out.read_bytes() == self.package else "something else"}')
        else:
            self.tell(title, done, [registry, *others])

    def push(self, title, registry, *more, package='shop.zip', others=(), **environment):
        done = self.run('push', *self.resolved(registry, *others), *more, package,
                        f'{registry.address}/{NAME}:1.0.0', **environment)
        if done.returncode == 0:
            done.stdout = done.stdout.splitlines()[0]
        self.tell(title, done, [registry, *others])
