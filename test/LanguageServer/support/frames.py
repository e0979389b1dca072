"""frames.py AGENTC FOLDER: sends `agentc lsp` what no client should, and prints what it answers."""
import json
import subprocess
import sys

import client

agentc, folder = sys.argv[1:3]
INITIALIZE = {'jsonrpc': '2.0', 'id': 1, 'method': 'initialize', 'params': {'capabilities': {}}}


class Raw(client.Server):
    def __init__(self):
        self.process = subprocess.Popen([agentc, 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.published, self.notices = {}, []
        import pathlib
        self.folder = pathlib.Path(folder).resolve()

    def say(self, raw):
        self.process.stdin.write(raw)
        self.process.stdin.flush()

    def heard(self):
        """The next message that is not about findings."""
        while message := self.read():
            if message.get('method') != 'textDocument/publishDiagnostics':
                return message
        return None


server = Raw()


def outcome(message):
    if 'method' in message:
        return message['method']
    return message['error']['code'] if 'error' in message else json.dumps(message['result'])


def tell(what, body, with_id=True):
    server.write(body if isinstance(body, bytes) else json.dumps(body).encode())
    message = server.heard()
    print(f'{what}:', *([json.dumps(message.get('id'))] if with_id else []), outcome(message), flush=True)


def ask(number, method, **params):
    return {'jsonrpc': '2.0', 'id': number, 'method': method, 'params': params}


def hover(uri, line=0, character=0):
    return ask(12, 'textDocument/hover', textDocument={'uri': uri}, position={'line': line, 'character': character})


own = server.uri('a.js')
tell('not initialized', ask(1, 'textDocument/hover'), False)
server.write(
    {**INITIALIZE, 'params': {'capabilities': {}, 'workspaceFolders': [{'uri': server.uri('.'), 'name': 't'}]}}
)
print('initialized:', server.heard()['result']['capabilities']['positionEncoding'])
tell('initialized again', INITIALIZE, False)
tell('no such method', ask(2, 'textDocument/nothing'), False)
tell('not JSON', b'{"jsonrpc":')
tell('invalid UTF-8', b'{"jsonrpc":"2.0","id":1,"method":"\xff"}')
tell('too deep', b'[' * 5000)
tell('a batch', [ask(1, 'shutdown')])
tell('not an object', b'17')
for what, number in {'null': None, 'a fraction': 1.5, 'a list': [1], 'a text': 'a\u202eb', 'negative': -7}.items():
    tell('id is ' + what, ask(number, 'nothing'))
tell('no method', {'jsonrpc': '2.0', 'id': 9})
tell('params are a list', {'jsonrpc': '2.0', 'id': 10, 'method': 'textDocument/hover', 'params': [1]})
tell('no document', ask(11, 'textDocument/hover'))
tell('no position', ask(12, 'textDocument/hover', textDocument={'uri': own}))
tell('negative position', hover(own, -1))
tell('beyond the end', hover(own, 2**40, 2**50))
tell("another machine's file", hover('file://elsewhere/etc/passwd'))
tell('no file', hover('untitled:Untitled-1'))
tell('a NUL in the URI', hover('file:///etc/passwd%00.js'))
tell('outside of the folders', hover('file:///etc/../etc/passwd'))

body = json.dumps(ask(13, 'nothing')).encode()
for what, header in {
    'no length': b'X: 1\r\n\r\n',
    'length is a word': b'Content-Length: many\r\n\r\n',
    'length is negative': b'Content-Length: -1\r\n\r\n',
    'length is huge': b'Content-Length: 99999999999\r\n\r\n',
    'length has 30 digits': b'Content-Length: ' + b'9' * 30 + b'\r\n\r\n',
    'two lengths': b'Content-Length: 1\r\nContent-Length: 2\r\n\r\n',
    'another charset': b'Content-Type: a/b; charset=utf-16\r\nContent-Length: 2\r\n\r\n',
    'endless header': b'X' * 100000,
}.items():
    server.say(header)
    message = server.heard()
    print(f'{what}:', json.dumps(message['id']), outcome(message), flush=True)
    # What is skipped ends where the next header begins.
    server.write(body)
    assert server.heard()['id'] == 13


def change(uri, *changes, version=2):
    return {'jsonrpc': '2.0', 'method': 'textDocument/didChange',
            'params': {'textDocument': {'uri': uri, 'version': version}, 'contentChanges': list(changes)}}


def everywhere(character):
    return {'start': {'line': 0, 'character': character}, 'end': {'line': 0, 'character': character}}


tell('a change without a document', change(own, {'text': 'a'}), False)
server.write({'jsonrpc': '2.0', 'method': 'textDocument/didOpen',
              'params': {'textDocument': {'uri': own, 'languageId': 'javascript', 'version': 1, 'text': '// \n'}}})
tell('a change without a range', change(own, {'range': {'start': {'line': 1}}, 'text': 'a'}), False)
# Half of a surrogate pair, as an editor sends it, and the other half behind it.
server.write(change(own, {'range': everywhere(3), 'text': '\ud83d'}, {'range': everywhere(4), 'text': 'x'}, version=3))
while server.published.get('a.js', (0,))[0] != 3:
    server.read()
print('half a character: published')


def settled():
    server.write(change(own, {'text': 'eval(a);\n'}, version=4))


settled()
server.write(ask(50, 'textDocument/codeLens', textDocument={'uri': own}))
tell('the same id twice', ask(50, 'textDocument/codeLens', textDocument={'uri': own}))
tell('cancelled', {'jsonrpc': '2.0', 'method': '$/cancelRequest', 'params': {'id': 50}})
server.write(ask(51, 'textDocument/codeLens', textDocument={'uri': own}))
tell('overtaken', change(own, {'text': '\n'}, version=5))
server.write({'jsonrpc': '2.0', 'method': '$/cancelRequest', 'params': {'id': {'a': 1}}})
tell('still there', {**hover(own), 'id': 13})
server.write(ask(60, 'shutdown'))
server.heard()
tell('after shutdown', ask(61, 'textDocument/hover'), False)
server.write({'jsonrpc': '2.0', 'method': 'exit'})
print('exit code', server.process.wait())
for what, last in {'without shutdown': {'jsonrpc': '2.0', 'method': 'exit'}, 'input ends': None}.items():
    server = Raw()
    server.write(INITIALIZE)
    server.heard()
    if last:
        server.write(last)
    else:
        server.process.stdin.close()
    print(f'{what}:', server.process.wait())
