"""A server of `agentc serve` for a test, and its clients."""
import atexit
import http.client
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import zipfile

PATIENCE = 60
# A test that is told to end ends its servers, too, as one that fails.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


class Server:
    """`agentc serve` on a port of `host` that is free; `key` is its first key, or one that it is given. Its log is
    `log`, a list of its lines once it ended; `said` what it wrote before it listened. `inside`: words before its
    command."""

    def __init__(self, agentc, state, *flags, key=None, host='127.0.0.1', inside=()):
        self.key, self.host = key, host
        self.command = [*inside, agentc, 'serve', '--state', str(state), '--listen', f'{host}:0', *flags]
        self.state = pathlib.Path(state)
        self.log_path = self.state.with_suffix('.log')
        self.process = None
        # A test that fails midway leaves no server behind.
        atexit.register(self.kill)
        self.start()

    def start(self):
        self.log_file = open(self.log_path, 'ab')
        self.process = subprocess.Popen(self.command, stdout=self.log_file, stderr=subprocess.PIPE, text=True)
        self.said = []
        for line in self.process.stderr:
            self.said.append(line.strip())
            if found := re.search(r'listening on http://(.*):(\d+)$', line):
                self.port = int(found[2])
                break
        else:
            raise SystemExit(f'the server ended with {self.process.wait()}')
        if self.key is None:
            self.key = (self.state / 'first-key').read_text().strip()

    def client(self, key=None):
        return Client(self.port, self.key if key is None else key, self.host)

    def new_client(self, name, *scopes, tenant='default'):
        answer = self.client().post('/api/keys', {'name': name, 'scopes': scopes, 'tenant': tenant})
        return self.client(answer.json['secret'])

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.stderr.close()
        return self.process.wait(PATIENCE)

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def log(self):
        return [json.loads(line) for line in self.log_path.read_text().splitlines()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()


class Answer:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()
        is_json = response.headers.get('content-type') == 'application/json'
        self.json = json.loads(self.body) if is_json and self.body else None

    @property
    def error(self):
        return (self.json or {}).get('error')

    def __str__(self):
        return f'{self.status} {self.error}' if self.error else str(self.status)


class Client:
    """One connection, which is kept open."""

    def __init__(self, port, key, host='127.0.0.1'):
        self.port, self.key = port, key
        self.connection = http.client.HTTPConnection(host, port, timeout=PATIENCE)

    def ask(self, method, path, body=None, **headers):
        headers = {name.replace('_', '-'): value for name, value in headers.items()}
        if self.key:
            headers.setdefault('authorization', f'Bearer {self.key}')
        if isinstance(body, (dict, list)):
            body = json.dumps(body)
        self.connection.request(method, path, body, headers)
        return Answer(self.connection.getresponse())

    def get(self, path, **headers):
        return self.ask('GET', path, **headers)

    def post(self, path, body, **headers):
        return self.ask('POST', path, body, **headers)

    def put(self, path, body, **headers):
        return self.ask('PUT', path, body, **headers)

    def tool(self, **body):
        return self.post('/api/tool', body)

    def upload(self, bundle, **headers):
        """A folder as a zip, or bytes as they are."""
        return self.post('/api/packages', bundle if isinstance(bundle, bytes) else zipped(bundle), **headers)

    def deploy(self, slug, bundle, **settings):
        """Uploads and deploys; the deployment's answer."""
        return self.put(f'/api/agents/{slug}', {'package': self.upload(bundle).json['digest'], **settings})


def zipped(folder):
    """A folder's files as a zip, or those of a dictionary."""
    if not isinstance(folder, dict):
        root = pathlib.Path(folder)
        folder = {str(file.relative_to(root)): file.read_bytes() for file in root.rglob('*') if file.is_file()}
    bytes_ = io.BytesIO()
    with zipfile.ZipFile(bytes_, 'w') as archive:
        for name in sorted(folder):
            archive.writestr(name, folder[name])
    return bytes_.getvalue()


def handler(source, name='handler', version='1.0.0', **agentc):
    """A bundle of one handler."""
    manifest = {'name': name, 'version': version, 'main': 'index.js', 'agentc': agentc}
    return {'package.json': json.dumps(manifest), 'index.js': source}
