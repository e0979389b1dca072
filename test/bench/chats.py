"""chats.py BIN [CHATS]: by how much a model's words come later by way of `agentc serve` than from the model itself: the
first of one chat after the other, and all of 500 chats at once, with the server's memory for each.

The model is a process of its own, whose words are the time at which it wrote them. What clients and model take on their
own is in both: the same client asks the model without a server between them, too."""
import asyncio
import json
import multiprocessing
import os
import pathlib
import re
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'test/Serve/support'))
from desk import bundle
from serving import Server
from serving_memory import memory

BIN, CHATS = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 500
WORDS, EVERY, ALONE = 20, 0.5, 200


async def answer(reader, writer):
    """The scripted model: after a while, words at a steady pace."""
    head = await reader.readuntil(b'\r\n\r\n')
    asked = json.loads(await reader.readexactly(int(re.search(rb'content-length: (\d+)', head, re.I)[1])))
    words, every = (1, 0) if 'alone' in json.dumps(asked['messages'][-1]) else (WORDS, EVERY)
    writer.write(b'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n')
    await writer.drain()
    # All streams are open before the first word.
    await asyncio.sleep(0.01 if words == 1 else 3)
    for word in range(words):
        delta = {'choices': [{'index': 0, 'delta': {'content': f'{time.monotonic_ns()} '}, 'finish_reason': None}]}
        writer.write(b'data: ' + json.dumps(delta).encode() + b'\n\n')
        await writer.drain()
        await asyncio.sleep(every)
    writer.write(b'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n')
    await writer.drain()
    writer.close()


def serve_model(told):
    async def run():
        server = await asyncio.start_server(answer, '127.0.0.1', 0, backlog=2048)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()
    asyncio.run(run())


async def chat(port, path, body, key=''):
    """Milliseconds from each word's writing to its reading."""
    reader, writer = await asyncio.open_connection('127.0.0.1', port)
    text = json.dumps(body)
    writer.write(
        f'POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nauthorization: Bearer {key}\r\ncontent-type:'
        f' application/json\r\ncontent-length: {len(text)}\r\n\r\n{text}'.encode()
    )
    delays, is_done = [], False
    while line := await reader.readline():
        now = time.monotonic_ns()
        if b'"type":"token"' in line or b'"content"' in line:
            delays += [(now - int(stamp)) / 1e6 for stamp in re.findall(rb'(\d{6,}) ', line)]
        is_done |= b'"type":"done"' in line or b'[DONE]' in line
        if is_done or b'"type":"error"' in line:
            break
    writer.close()
    return delays if is_done else []


def percentiles(delays):
    cuts = statistics.quantiles(delays, n=100)
    return f'{cuts[49]:.2f} ms | {cuts[98]:.2f} ms | {max(delays):.1f} ms'


async def measure(model, server):
    direct = ('/chat/completions', lambda text: {'messages': [{'role': 'user', 'content': text}]}, model, '')
    through = ('/api/agent-chat-stream', lambda text: {'agentId': 'desk', 'message': text}, server.port, server.key)
    print('| what | words | p50 | p99 | longest |\n|---|---:|---:|---:|---:|')
    first = {}
    for name, (path, body, port, key) in (('the model itself', direct), ('by `agentc serve`', through)):
        first[name] = [delay for _ in range(ALONE) for delay in await chat(port, path, body('alone'), key)]
        print(f'| one chat after the other: {name} | {len(first[name])} | {percentiles(first[name])} |', flush=True)
    before = memory(server.process.pid)
    for name, (path, body, port, key) in (('the model itself', direct), ('by `agentc serve`', through)):
        chats = [asyncio.create_task(chat(port, path, body('at once'), key)) for _ in range(CHATS)]
        await asyncio.sleep(2.5 + WORDS * EVERY / 2)
        during = memory(server.process.pid)
        told = [await each for each in chats]
        answered = sum(len(each) == WORDS for each in told)
        print(
            (
                f'| {CHATS} chats at once: {name} | {sum(map(len, told))} |'
                f' {percentiles([delay for each in told for delay in each])} |'
            ),
            flush=True,
        )
    added = statistics.median(first['by `agentc serve`']) - statistics.median(first['the model itself'])
    print(
        f'\nfirst words come {added:.2f} ms later by the server (median); {answered} of {CHATS} chats at once were'
        f' answered whole, and took {(during - before) * 1024 / CHATS:.0f} KB of the server each; the load was'
        f' {os.getloadavg()[0]:.1f}'
    )


def main():
    ours, theirs = multiprocessing.Pipe()
    model = multiprocessing.Process(target=serve_model, args=(theirs,), daemon=True)
    model.start()
    port = ours.recv()
    with tempfile.TemporaryDirectory() as temporary:
        settings = pathlib.Path(temporary) / 'models.json'
        settings.write_text(
            json.dumps(
                {
                    'schema': 'agentc.models/1',
                    'providers': {'openai': {'api': 'openai', 'baseUrl': f'http://127.0.0.1:{port}'}},
                }
            )
        )
        with Server(
            BIN / 'agentc', pathlib.Path(temporary) / 'state', '--tenant-calls', '2000', '--models', str(settings)
        ) as server:
            server.client().deploy('desk', bundle())
            asyncio.run(measure(port, server))


main()
