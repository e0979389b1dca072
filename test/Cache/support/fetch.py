"""fetch.py AGENTC FOLDER: serves files by https on this machine, lets `agentc cache ensure` fetch them, and prints how
each call ended, with the host as HOST."""
import hashlib
import http.server
import pathlib
import ssl
import subprocess
import sys
import threading

agentc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
BYTES = b'PK a package' * 1000
DIGEST = hashlib.sha256(BYTES).hexdigest()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        moved = {
            '/moved': '/a.zip',
            '/twice': f'https://{host}/moved',
            '/loop': '/loop',
            '/plain': f'http://{host}/a.zip',
        }
        if self.path in moved:
            self.send_response(302)
            self.send_header('Location', moved[self.path])
            self.send_header('Content-Length', '0')
            self.end_headers()
        elif self.path in ('/a.zip', '/other.zip', '/cut.zip'):
            data = BYTES if self.path != '/other.zip' else b'another'
            self.send_response(200)
            self.send_header('Content-Length', str(len(data)))
            self.end_headers()
            self.wfile.write(data if self.path != '/cut.zip' else data[:100])
            self.close_connection = True
        else:
            self.send_error(404)

    def log_message(self, *arguments):
        pass


subprocess.run(
    [
        'openssl',
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=packages.test',
        '-addext',
        'subjectAltName=DNS:packages.test',
        '-keyout',
        folder / 'server.key',
        '-out',
        folder / 'ca.pem',
    ],
    check=True,
    stderr=subprocess.DEVNULL,
)
server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / 'ca.pem', folder / 'server.key')
server.socket = context.wrap_socket(server.socket, server_side=True)
host, asked = f'packages.test:{server.server_port}', []
threading.Thread(target=server.serve_forever, daemon=True).start()


def ensure(title, path, *more, trusted=True):
    asked.clear()
    known = ['--ca', str(folder / 'ca.pem')] if trusted else []
    done = subprocess.run(
        [
            agentc,
            'cache',
            '--cache-dir',
            str(folder / 'cache'),
            '--digest',
            DIGEST,
            *known,
            '--resolve',
            f'{host}:127.0.0.1',
            'ensure',
            f'https://{host}{path}',
            *more,
        ],
        capture_output=True,
        text=True,
    )
    kept = done.stdout and pathlib.Path(done.stdout.strip()).read_bytes() == BYTES
    words = 'kept' if kept else done.stderr.strip().replace(host, 'HOST')
    print(f'{title}: exit code {done.returncode}, {words}; asked for {" ".join(asked) or "nothing"}')


ensure('another', '/other.zip')
ensure('cut short', '/cut.zip')
ensure('missing', '/none.zip')
ensure('endless', '/loop')
ensure('to http', '/plain')
ensure('too large', '/a.zip', '--max-unpacked', '1000')
ensure('not trusted', '/a.zip', trusted=False)
left = [str(path) for path in (folder / 'cache' / 'sha256').rglob('*') if path.is_file()]
print(f'left until now: {len(left)} files')
ensure('moved', '/twice')
ensure('again', '/a.zip')
