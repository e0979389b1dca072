"""hints.py COMMAND...: prints what a server hints of its tools."""
import json
import sys

from dialogue import PATIENCE, Server

server = Server(sys.argv[1:])
meta = {'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {}}
server.say(json.dumps({'jsonrpc': '2.0', 'id': 1, 'method': 'tools/list', 'params': {'_meta': meta}}).encode() + b'\n')
for tool in json.loads(server.next_line(PATIENCE))['result']['tools']:
    hints = tool['annotations']
    words = [
        word
        for word, name in (
            ('read-only', 'readOnlyHint'),
            ('destructive', 'destructiveHint'),
            ('open world', 'openWorldHint'),
        )
        if hints[name]
    ]
    print(f'{tool["name"]}: {", ".join(words)}')
