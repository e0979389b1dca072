"""long-lines.py COMMAND...: says a line of 100 MB and a short one, two in pieces, and a long name; prints what is
answered."""
import json
import sys
import time

from dialogue import PATIENCE, Server

server = Server(sys.argv[1:])
server.say(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"')
for _ in range(100):
    server.say(b'x' * (1 << 20))
server.say(b'"}}\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n')
print('long:', json.loads(server.next_line(PATIENCE))['error']['message'])
print(
    'then:',
    'answered' if json.loads(server.next_line(PATIENCE)) == {'jsonrpc': '2.0', 'id': 2, 'result': {}} else 'wrong',
)
halves = b'{"jsonrpc":"2.0","id":3,"method":"ping"}\n{"jsonrpc":"2.0","id":4,"method":"ping"}\n'
for at in range(0, len(halves), 7):
    server.say(halves[at:at + 7])
    time.sleep(0.01)
print(
    'in pieces:',
    ', '.join(
        'answered' if json.loads(server.next_line(PATIENCE)) == {'jsonrpc': '2.0', 'id': id, 'result': {}} else 'wrong'
        for id in (3, 4)
    ),
)
meta = {'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {}}
server.say(json.dumps({'jsonrpc': '2.0', 'id': 5, 'method': 'y' * 1000000, 'params': {'_meta': meta}}).encode() + b'\n')
echoed = len(server.next_line(PATIENCE))
print('at most:' if echoed < 500 else 'too many:', echoed, 'bytes of input are echoed')
server.process.stdin.close()
sys.exit(server.process.wait(PATIENCE))
