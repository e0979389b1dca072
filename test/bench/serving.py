"""serving.py BIN [SECONDS]: `agentc serve` under wrk: a warm tool's call at 1, 8 and 64 connections, a request that
calls nothing, and how often this machine stands still; then uploads to their first call, memory of many packages and of
idle streams."""
import json
import os
import pathlib
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'test/Serve/support'))
from desk import bundle
from scripted_models import ScriptedModels, use
from serving import Server, handler
from serving_memory import memory

PACKAGES, STREAMS = 1000, 500
BIN, SECONDS = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 5
ADD = 'module.exports = async ({ a, b }) => a + b;\n'


def wrk(url, connections, folder, key='', body=None):
    """p50 and p99 in milliseconds, requests a second, and what failed."""
    script = folder / 'request.lua'
    script.write_text(f'wrk.headers["Authorization"] = "Bearer {key}"\n'
                      + (f"wrk.method = 'POST'\nwrk.body = '{json.dumps(body)}'\n" if body else ''))
    done = subprocess.run(['wrk', '-t1', f'-c{connections}', f'-d{SECONDS}s', '--latency', '-s', script, url],
                          capture_output=True, text=True, check=True).stdout
    scale = {'us': 0.001, 'ms': 1, 's': 1000}

    def percentile(percent):
        number, unit = re.search(rf'{percent}%\s+([\d.]+)(us|ms|s)', done).groups()
        return float(number) * scale[unit]

    failed = re.search(r'Non-2xx or 3xx responses: (\d+)', done)
    return (
        percentile(50),
        percentile(99),
        float(re.search(r'Requests/sec:\s+([\d.]+)', done)[1]),
        int(failed[1]) if failed else 0,
    )


def interruptions(seconds=5):
    """How often in so many seconds a loop that waits for nothing, one on each processor, goes without it: for what else
    runs on this machine, and below it. What a call meets of that is not the server's."""
    children = []
    for processor in sorted(os.sched_getaffinity(0)):
        reading, writing = os.pipe()
        if not os.fork():
            os.sched_setaffinity(0, {processor})
            end = time.perf_counter_ns() + seconds * 1_000_000_000
            last, gaps = time.perf_counter_ns(), []
            while last < end:
                now = time.perf_counter_ns()
                if now - last > 500_000:
                    gaps.append((now - last) / 1_000_000)
                last = now
            os.write(writing, json.dumps(gaps).encode())
            os._exit(0)
        os.close(writing)
        children.append(reading)
    gaps = [gap for child in children for gap in json.loads(os.fdopen(child).read())]
    print(f'\ninterruptions of loops on all processors: {len(gaps) / seconds:.0f} a second of over 0.5 ms, '
          f'{sum(gap > 2 for gap in gaps) / seconds:.0f} of over 2 ms', flush=True)


def row(name, connections, numbers):
    median, worst, rate, failed = numbers
    print(f'| {name} | {connections} | {median:.2f} ms | {worst:.2f} ms | {rate:.0f} | {failed} |', flush=True)


def main():
    with (
        tempfile.TemporaryDirectory() as temporary,
        Server(BIN / 'agentc', pathlib.Path(temporary) / 'state', '--tenant-calls', '1000') as server,
    ):
        folder, client = pathlib.Path(temporary), server.client()
        base = f'http://127.0.0.1:{server.port}'
        print('| what | connections | p50 | p99 | a second | failed |\n|---|---:|---:|---:|---:|---:|')
        client.deploy('add', handler(ADD, 'add'))
        body = {'agent': 'add', 'parameters': {'a': 1, 'b': 2}}
        assert client.post('/api/tool', body).json == {'result': 3}
        for connections in (1, 8, 64):
            row('`POST /api/tool`, warm', connections, wrk(base + '/api/tool', connections, folder, server.key, body))
        row('`GET /api/agents/add`', 8, wrk(base + '/api/agents/add', 8, folder, server.key))
        row('`GET /healthz`', 8, wrk(base + '/healthz', 8, folder))

        interruptions()

        times = []
        for turn in range(10):
            source = f'const rows = {json.dumps([[turn, index, "x" * 100] for index in range(170)])};\n' + ADD
            begun = time.perf_counter()
            digest = client.upload(handler(source, f'sized-{turn}')).json['digest']
            assert client.tool(package=digest, parameters={'a': 1, 'b': 2}).json == {'result': 3}
            times.append((time.perf_counter() - begun) * 1000)
        print(
            f'\nupload of {len(source) // 1000} KB to its first call: median {statistics.median(times):.0f} ms, best'
            f' {min(times):.0f} ms'
        )

        before = memory(server.process.pid)
        for turn in range(PACKAGES):
            client.deploy(f'many-{turn}', handler(ADD + f'// {turn}\n', f'many-{turn}'))
        each = (memory(server.process.pid) - before) / PACKAGES * 1024
        called = [
            client.tool(agent=f'many-{turn}', parameters={'a': 1, 'b': 2}).json for turn in range(0, PACKAGES, 10)
        ]
        assert all(one == {'result': 3} for one in called)
        print(
            f'memory of the server for each of {PACKAGES} deployed packages: {each:.0f} KB; the server has'
            f' {memory(server.process.pid):.0f} MB'
        )
    idle_streams()


def idle_streams():
    """Clients that follow a run which waits for a person."""
    models = ScriptedModels(lambda _: use(('t1', 'order', {'item': 'one'})))
    with tempfile.TemporaryDirectory() as temporary:
        (pathlib.Path(temporary) / 'models.json').write_text(models.settings())
        os.environ['MODEL_KEY'] = 'key'
        with Server(
            BIN / 'agentc', pathlib.Path(temporary) / 'state', '--models', f'{temporary}/models.json'
        ) as server:
            client = server.client()
            client.deploy('desk', bundle(), approvals={'tools': ['order']})
            run = client.post('/api/runs', {'agent': 'desk', 'input': 'Go'}).json['id']
            while not client.get(f'/api/runs/{run}').json.get('awaitsApproval'):
                time.sleep(0.05)
            before, sockets = memory(server.process.pid), []
            for _ in range(STREAMS):
                sockets.append(socket.create_connection(('127.0.0.1', server.port)))
                sockets[-1].sendall(
                    f'GET /api/runs/{run}/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer'
                    f' {server.key}\r\n\r\n'.encode()
                )
            for one in sockets:
                text = b''
                while b'event: approval.request' not in text:
                    text += one.recv(65536)
            print(
                f'memory of the server for each of {STREAMS} idle streams:'
                f' {(memory(server.process.pid) - before) / STREAMS * 1024:.0f} KB'
            )


main()
