"""floods.py COMMAND...: floods a server of 250 tools, leaves its answers unread, and kills its sandbox."""
import json
import os
import select
import signal
import sys
import time

from dialogue import PATIENCE, Server
from lives import descendants

META = {'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {}}


def message(id, method, **params):
    return (
        json.dumps({'jsonrpc': '2.0', 'id': id, 'method': method, 'params': {**params, '_meta': META}}).encode() + b'\n'
    )


def call(id, size=1, wait=0):
    return message(id, 'tools/call', name='one', arguments={'size': size, 'wait': wait})


def answer():
    return json.loads(server.next_line(PATIENCE))


def memory_of(pid):
    with open(f'/proc/{pid}/status') as file:
        return sum(int(line.split()[1]) for line in file if line.startswith(('RssAnon', 'VmSwap'))) >> 10


server = Server(sys.argv[1:])
server.say(call('first'))
answer()
server.say(b''.join(call(number, wait=20) for number in range(3000)))
answers = [answer() for _ in range(3000)]
codes = {each['error']['code'] for each in answers if 'error' in each}
print(f'3000 calls: {len({each["id"] for each in answers})} answered, refused with {", ".join(map(str, codes))}')

names, pages, cursor = [], 0, {}
while cursor is not None:
    server.say(message('list', 'tools/list', **cursor))
    result = answer()['result']
    names += [tool['name'] for tool in result['tools']]
    cursor = {'cursor': result['nextCursor']} if 'nextCursor' in result else None
    pages += 1
print(f'pages: {len(names)} tools in {pages}, {"sorted" if names == sorted(names) else names}')

# Half a gigabyte of answers; the client goes on asking until it is not listened to.
asked = 0
while asked < 500 and select.select([], [server.process.stdin], [], 1)[1]:
    os.write(server.process.stdin.fileno(), call(asked, size=1 << 20)[:4096])
    asked += 1
    time.sleep(0.002)
time.sleep(2)
used = memory_of(server.process.pid)
print('not reading:', 'bounded' if used < 300 else f'{used} MB')
answers = [answer() for _ in range(asked)]
print('reads again:', 'answered' if all('result' in each or 'error' in each for each in answers) else answers)

server.say(call('lost', wait=20000))
time.sleep(0.5)
sandboxes = [pid for pid in descendants(server.process.pid) if open(f'/proc/{pid}/comm').read() == 'agentc-tool-run\n']
os.kill(sandboxes[0], signal.SIGKILL)
lost = answer()
server.say(call('next'))
print('sandbox killed:', 'isError,' if lost['result'].get('isError') else lost,
      'the next call is answered' if answer()['result']['content'][0]['text'] == 'x' else 'the next call is not')

server.process.stdout.close()
server.say(call('unread'))
print('output closed: exit code', server.process.wait(PATIENCE))
