"""Tools that each wait on a slow server, all at once in one broker: their time beside that of the slowest alone."""
import asyncio
import json
import subprocess
import threading
import time

TOOL = '''
module.exports = async ({ url }) => {
  const response = await fetch(url);
  return (await response.text()).length;
};
'''
TOOLS, SLOWEST = 50, 1.0


class Server:
    """Answers `/SECONDS` after so long."""

    def __init__(self):
        ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.serve(ready)), daemon=True)
        self.thread.start()
        ready.wait()

    async def serve(self, ready):
        server = await asyncio.start_server(self.answer, '127.0.0.1', 0, backlog=2 * TOOLS)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await server.serve_forever()

    async def answer(self, reader, writer):
        head = await reader.readuntil(b'\r\n\r\n')
        await asyncio.sleep(float(head.split()[1][1:]))
        writer.write(b'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nslow')
        await writer.drain()
        writer.close()


def run(program, port, waits):
    """Seconds from the first request to the last answer, in one broker that is ready."""
    image = {'entry': 'index.js', 'style': 'handler', 'tools': [], 'globals': ['fetch'],
             'modules': [{'path': 'index.js', 'format': 'cjs', 'text': TOOL}]}
    # Only what has an id runs at once with others.
    lines = [
        json.dumps(
            {
                'schema': 'agentc.request/1',
                'mode': 'call',
                'id': str(i),
                'image': image,
                'limits': {},
                'inputText': json.dumps({'url': f'http://127.0.0.1:{port}/{wait}'}),
                'grant': {'hosts': [f'127.0.0.1:{port}'], 'privateAddresses': True},
            }
        )
        for i, wait in enumerate(waits)
    ]
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def exchange(some):
        process.stdin.write(('\n'.join(some) + '\n').encode())
        process.stdin.flush()
        for _ in some:
            report = json.loads(process.stdout.readline())
            assert report['outcome'] == 'ok' and report['result'] == 4, report

    exchange([lines[0].replace(f'/{waits[0]}', '/0')])
    begin = time.perf_counter()
    exchange(lines)
    seconds = time.perf_counter() - begin
    process.stdin.close()
    process.wait()
    return seconds


def measure(program):
    """A sentence of the page."""
    server = Server()
    waits = [round(SLOWEST * (1 + i) / TOOLS, 3) for i in range(TOOLS)]
    alone, together = run(program, server.port, [SLOWEST]), run(program, server.port, waits)
    return (f'{TOOLS} tools in one broker, each of which waits for a server that takes up to {SLOWEST:.0f} s, take '
            f'{together / alone:.2f} of the time of the slowest alone.')


if __name__ == '__main__':
    import sys
    print(measure(sys.argv[1]))
