"""mcp.py BIN NODE: `agentc mcp` beside the same server on Node with MCP's SDK: from the start to the first result, a
call once it is warm, one 4 ms after the last answer, 64 calls at once, and memory. Medians; all take turns, so that a
machine under load is shared. Before a pause nothing of the other servers' calls is left over."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
STARTS, CALLS = int(os.environ.get('AGENTC_STARTS', 15)), 300


class Client:
    def __init__(self, command):
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.say(
            id=0,
            method='initialize',
            params={
                'protocolVersion': '2025-11-25',
                'capabilities': {},
                'clientInfo': {'name': 'bench', 'version': '1'},
            },
        )
        self.hear()
        self.say(method='notifications/initialized')
        self.call()
        self.first = time.perf_counter() - self.begin

    def say(self, **message):
        self.process.stdin.write(json.dumps({'jsonrpc': '2.0', **message}).encode() + b'\n')
        self.process.stdin.flush()

    def hear(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, id=1):
        self.say(
            id=id, method='tools/call', params={'name': 'scale_recipe', 'arguments': {'title': 'pancakes', 'people': 8}}
        )

    def call(self):
        self.ask()
        assert self.hear()['result']['structuredContent']['lines'][0] == '500 g flour'

    def timed(self):
        begin = time.perf_counter()
        self.call()
        return time.perf_counter() - begin

    def at_once(self, count=64):
        begin = time.perf_counter()
        for id in range(count):
            self.ask(id)
        for _ in range(count):
            self.hear()
        return (time.perf_counter() - begin) / count

    def memory(self):
        """MB that the processes have for themselves, in proportion what they share."""
        return sum(pss(pid) for pid in tree(self.process.pid)) / 1024

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def pss(pid):
    try:
        with open(f'/proc/{pid}/smaps_rollup') as file:
            return next(int(line.split()[1]) for line in file if line.startswith('Pss:'))
    except OSError:
        return 0


def tree(root):
    children = {}
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            with open(f'/proc/{pid}/stat') as file:
                children.setdefault(int(file.read().rsplit(')', 1)[1].split()[1]), []).append(int(pid))
        except OSError:
            continue
    found = [root]
    for pid in found:
        found += children.get(pid, [])
    return found


def main():
    bin, node = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        package = f'{folder}/recipes.zip'
        subprocess.run([f'{bin}/agentc', 'package', '-q', ROOT / 'docs/examples/mcp-server', '-o', package], check=True)
        # The SDK is found beside the server, and types are erased before.
        server = pathlib.Path(folder, 'server.mjs')
        subprocess.run(
            [
                ROOT / 'test/node_modules/.bin/esbuild',
                ROOT / 'docs/examples/mcp-server/src/server.ts',
                '--bundle',
                '--format=esm',
                '--packages=external',
                '--log-level=error',
                f'--outfile={server}',
            ],
            check=True,
        )
        pathlib.Path(folder, 'node_modules').symlink_to(ROOT / 'test/Frameworks/node_modules')
        kinds = {
            'agentc mcp': [f'{bin}/agentc', 'mcp', package],
            'agentc mcp --allow-jit': [f'{bin}/agentc', 'mcp', '--allow-jit', package],
            'Node with the SDK': [node, server],
        }
        first, warm, apart, many, memory = ({kind: [] for kind in kinds} for _ in range(5))
        for _ in range(STARTS):
            for kind, command in kinds.items():
                client = Client(command)
                first[kind].append(client.first)
                client.close()
        clients = {kind: Client(command) for kind, command in kinds.items()}
        for _ in range(CALLS):
            for kind, client in clients.items():
                warm[kind].append(client.timed())
        for _ in range(CALLS // 5):
            for kind, client in clients.items():
                time.sleep(.01)
                for _ in range(5):
                    apart[kind].append(client.timed())
                    time.sleep(.004)
        for kind, client in clients.items():
            memory[kind].append(client.memory())
        for _ in range(10):
            for kind, client in clients.items():
                many[kind].append(client.at_once())
        for client in clients.values():
            client.close()
        base = 'Node with the SDK'
        for name, unit, values, scale in (('start to first result', 'ms', first, 1000), ('warm call', 'ms', warm, 1000),
                                          ('call after a pause', 'ms', apart, 1000),
                                          ('call of 64 at once', 'ms', many, 1000), ('memory', 'MB', memory, 1)):
            for kind in kinds:
                middle, of = statistics.median(values[kind]), statistics.median(values[base])
                print(f'{name:22} {kind:24} {middle * scale:8.2f} {unit}  {middle / of:.2f}')


if __name__ == '__main__':
    main()
