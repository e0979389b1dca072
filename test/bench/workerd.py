"""workerd as a sandbox for one tool: how long from its start to the first answer, and how long calls take then."""
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import time

# A call in the isolate that is there for all, or in one of its own, which workerd's loader makes for it.
WORKER = '''
const tool = "export default { async fetch(request) { " +
  "const { a, b } = await request.json(); return Response.json(a + b); } }";
let count = 0;
export default {
  async fetch(request, env) {
    if (new URL(request.url).pathname === '/shared') {
      const { a, b } = await request.json();
      return Response.json(a + b);
    }
    const worker = env.LOADER.get(`call${++count}`, () => (
      { compatibilityDate: '2026-01-01', mainModule: 'tool.js', modules: { 'tool.js': tool }, globalOutbound: null }));
    return worker.getEntrypoint().fetch(request);
  },
};
'''
CONFIG = '''using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "worker.js")],
    compatibilityDate = "2026-01-01",
    bindings = [(name = "LOADER", workerLoader = (id = "calls"))]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);
'''


class Server:
    def __init__(self, program, folder: pathlib.Path):
        folder.mkdir(exist_ok=True)
        (folder / 'worker.js').write_text(WORKER)
        (folder / 'config.capnp').write_text(CONFIG)
        reading, writing = os.pipe()
        self.process = subprocess.Popen(
            [program, 'serve', '--experimental', f'--control-fd={writing}', folder / 'config.capnp'],
            pass_fds=[writing],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as events:
            port = next(event['port'] for event in map(json.loads, events) if event.get('event') == 'listen')
        self.connection = http.client.HTTPConnection('127.0.0.1', port)

    def call(self, kind, a, b):
        """Milliseconds of a call."""
        begin = time.perf_counter()
        self.connection.request('POST', '/' + kind, json.dumps({'a': a, 'b': b}))
        answer = self.connection.getresponse().read()
        elapsed = (time.perf_counter() - begin) * 1e3
        assert json.loads(answer) == a + b, answer
        return elapsed

    def stop(self):
        self.connection.close()
        self.process.kill()
        self.process.wait()


def cold(program, folder):
    """Milliseconds from starting it to the first answer."""
    begin = time.perf_counter()
    server = Server(program, folder)
    server.call('shared', 1, 2)
    elapsed = (time.perf_counter() - begin) * 1e3
    server.stop()
    return elapsed


def warm(server, kind, count):
    return statistics.median([server.call(kind, 1, number) for number in range(count + 5)][5:])
