"""A server of Redis or Valkey for a test, whichever is installed, on a Unix socket, which may be killed and started
again."""
import atexit
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

# By `AGENTC_TEST_REDIS` the tests run on another one.
BINARY = (
    os.environ.get('AGENTC_TEST_REDIS')
    or shutil.which('redis-server')
    or shutil.which('valkey-server')
    or 'redis-server'
)
CLIENT = shutil.which('redis-cli') or shutil.which('valkey-cli') or 'redis-cli'


class Redis:
    def __init__(self, *flags, inside=()):
        """`inside`: words before its command."""
        # A socket's path has to be short.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='redis-', dir='/tmp'))
        self.socket = self.folder / 'socket'
        self.url = f'unix://{self.socket}'
        self.command = [
            *inside,
            BINARY,
            '--port',
            '0',
            '--unixsocket',
            str(self.socket),
            '--dir',
            str(self.folder),
            '--save',
            '',
            '--appendonly',
            'yes',
            *flags,
        ]
        self.process = None
        atexit.register(self.end)
        self.start()

    def start(self):
        with open(self.folder / 'log', 'ab') as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log)
        until = time.time() + 30
        while self.ask('PING') != 'PONG':
            if time.time() > until or self.process.poll() is not None:
                raise SystemExit('redis-server does not start: ' + (self.folder / 'log').read_text()[-500:])
            time.sleep(0.02)

    def ask(self, *words):
        return subprocess.run([CLIENT, '-s', str(self.socket), *words], capture_output=True, text=True).stdout.strip()

    def kill(self, how=signal.SIGKILL):
        self.process.send_signal(how)
        self.process.wait()

    def end(self):
        if self.process and self.process.poll() is None:
            self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()
