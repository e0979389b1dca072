"""nodes.py BIN [CHATS]: chats a second of one server with its folder, and of one, two and three nodes on one Redis, and
what one chat takes. The model is a process of its own, which answers at once; clients, model, Redis and nodes share the
machine."""
import asyncio
import json
import multiprocessing
import os
import pathlib
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'test/Serve/support'))
from desk import bundle
from redis_server import Redis
from serving import Server

BIN, CHATS = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 2000
CLIENTS, ALONE = 32, 200
DELTA = {'choices': [{'index': 0, 'delta': {'content': 'Done.'}, 'finish_reason': None}]}
END = {'choices': [{'index': 0, 'delta': {}, 'finish_reason': 'stop'}]}


async def answer(reader, writer):
    head = await reader.readuntil(b'\r\n\r\n')
    size = next(int(line.split(b':')[1]) for line in head.split(b'\r\n') if line.lower().startswith(b'content-length'))
    await reader.readexactly(size)
    body = ''.join(f'data: {json.dumps(part)}\n\n' for part in (DELTA, END)) + 'data: [DONE]\n\n'
    writer.write(f'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n{body}'.encode())
    await writer.drain()
    writer.close()


def serve_model(told):
    async def run():
        server = await asyncio.start_server(answer, '127.0.0.1', 0, backlog=2048)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()
    asyncio.run(run())


async def chat(server):
    begun = time.monotonic()
    reader, writer = await asyncio.open_connection('127.0.0.1', server.port)
    text = json.dumps({'agentId': 'desk', 'message': 'hello'})
    writer.write(
        f'POST /api/agent-chat-stream HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\nauthorization: Bearer'
        f' {server.key}\r\ncontent-type: application/json\r\nconnection: close\r\ncontent-length:'
        f' {len(text)}\r\n\r\n{text}'.encode()
    )
    told = await reader.read(-1)
    writer.close()
    if b'Done.' not in told:
        raise SystemExit(f'a chat failed: {told[-300:]}')
    return (time.monotonic() - begun) * 1000


async def measure(name, servers):
    servers[0].client().deploy('desk', bundle())
    for server in servers:
        await chat(server)
    alone = [await chat(servers[0]) for _ in range(ALONE)]
    left, begun = [CHATS], time.monotonic()

    async def client(number):
        while left[0] > 0:
            left[0] -= 1
            await chat(servers[number % len(servers)])

    await asyncio.gather(*[client(number) for number in range(CLIENTS)])
    rate = CHATS / (time.monotonic() - begun)
    print(
        (
            f'| {name} | {rate:.0f} | {statistics.median(alone):.2f} ms |'
            f' {statistics.quantiles(alone, n=100)[98]:.2f} ms |'
        ),
        flush=True,
    )


def main():
    ours, theirs = multiprocessing.Pipe()
    multiprocessing.Process(target=serve_model, args=(theirs,), daemon=True).start()
    port = ours.recv()
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        (work / 'models.json').write_text(
            json.dumps(
                {
                    'schema': 'agentc.models/1',
                    'providers': {'openai': {'api': 'openai', 'baseUrl': f'http://127.0.0.1:{port}'}},
                }
            )
        )
        flags = ['--models', str(work / 'models.json'), '--tenant-calls', '2000', '--sandboxes', '1']
        print(f'| state | chats a second, {CLIENTS} clients | one chat, p50 | p99 |\n|---|---:|---:|---:|')
        with Server(BIN / 'agentc', work / 'folder', *flags) as server:
            asyncio.run(measure('a folder (SQLite)', [server]))
        for sync in ('everysec', 'always'):
            for count in (1, 2, 3) if sync == 'everysec' else (1,):
                with Redis('--appendfsync', sync) as redis:
                    servers = []
                    for number in range(count):
                        servers.append(
                            Server(
                                BIN / 'agentc',
                                work / f'{sync}-{count}-{number}',
                                *flags,
                                '--redis',
                                redis.url,
                                key=servers[0].key if servers else None,
                            )
                        )
                    asyncio.run(
                        measure(f'Redis (`appendfsync {sync}`), {count} node{"s" if count > 1 else ""}', servers)
                    )
                    for server in servers:
                        server.stop()
    print(f'\nthe load was {os.getloadavg()[0]:.1f}')


main()
