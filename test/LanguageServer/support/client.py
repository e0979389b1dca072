"""A client of the Language Server Protocol, for tests: one server in one folder."""
import json
import pathlib
import subprocess
import urllib.parse


class Server:
    """`agentc lsp` in a folder. Documents are named by their paths below it."""

    def __init__(self, agentc, folder, capabilities=None, options=None, folders=None):
        self.folder = pathlib.Path(folder).resolve()
        self.process = subprocess.Popen([agentc, 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd='/')
        self.texts, self.versions, self.published, self.asked = {}, {}, {}, 0
        self.notices = []
        utf8 = 'utf-8' in ((capabilities or {}).get('general') or {}).get('positionEncodings', [])
        self.width = (lambda text: len(text.encode())) if utf8 else (lambda text: len(text.encode('utf-16-le')) // 2)
        self.capabilities = self.request('initialize', {
            'processId': None, 'capabilities': capabilities or {}, 'initializationOptions': options,
            'workspaceFolders': [{'uri': self.uri(each), 'name': each} for each in (folders or ['.'])]})['result']
        self.notify('initialized', {})

    def uri(self, name):
        return 'file://' + urllib.parse.quote(str((self.folder / name).resolve()))

    def name(self, uri):
        path = urllib.parse.unquote(uri.removeprefix('file://'))
        return str(pathlib.Path(path).relative_to(self.folder)) if path.startswith(str(self.folder)) else path

    def write(self, body):
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)
        self.process.stdin.flush()

    def read(self):
        """The next message; None at the end. What is published is kept."""
        length = 0
        while line := self.process.stdout.readline().strip():
            length = int(line.split(b':')[1])
        if not length:
            return None
        message = json.loads(self.process.stdout.read(length))
        if message.get('method') == 'textDocument/publishDiagnostics':
            params = message['params']
            self.published[self.name(params['uri'])] = (params.get('version'), params['diagnostics'])
        elif 'method' in message:
            self.notices.append(message)
        if 'method' in message and 'id' in message:
            self.write({'jsonrpc': '2.0', 'id': message['id'], 'result': None})
        return message

    def notify(self, method, params):
        self.write({'jsonrpc': '2.0', 'method': method, 'params': params})

    def send(self, method, params):
        self.asked += 1
        self.write({'jsonrpc': '2.0', 'id': self.asked, 'method': method, 'params': params})
        return self.asked

    def answer(self, number):
        while message := self.read():
            if message.get('id') == number and 'method' not in message:
                return message
        raise EOFError('the server has ended')

    def request(self, method, params):
        return self.answer(self.send(method, params))

    def open(self, name, text=None):
        self.texts[name] = (self.folder / name).read_bytes().decode() if text is None else text
        self.versions[name] = 1
        self.notify('textDocument/didOpen', {'textDocument': {
            'uri': self.uri(name), 'languageId': 'javascript', 'version': 1, 'text': self.texts[name]}})

    def position(self, name, offset):
        before = self.texts[name][:offset].replace('\r\n', '\n').replace('\r', '\n')
        lines = before.split('\n')
        return {'line': len(lines) - 1, 'character': self.width(lines[-1])}

    def place(self, name, needle):
        """Where a text stands; `#2 text` is where it stands for the second time."""
        count, needle = (int(needle[1]), needle[3:]) if needle[:1] == '#' and needle[1:2].isdigit() else (1, needle)
        at = -1
        for _ in range(count):
            at = self.texts[name].index(needle, at + 1)
        return at

    def replace(self, name, begin, end, text):
        """Changes a part of a document, as an editor does while somebody types. No position is inside a line's end."""
        begin, end = (at - (self.texts[name][at - 1:at + 1] == '\r\n' and at > 0) for at in (begin, end))
        change = {'range': {'start': self.position(name, begin), 'end': self.position(name, end)}, 'text': text}
        self.texts[name] = self.texts[name][:begin] + text + self.texts[name][end:]
        self.change(name, change)

    def change(self, name, *changes):
        self.versions[name] += 1
        self.notify('textDocument/didChange', {
            'textDocument': {'uri': self.uri(name), 'version': self.versions[name]}, 'contentChanges': list(changes)})

    def close(self, name):
        del self.texts[name], self.versions[name]
        self.notify('textDocument/didClose', {'textDocument': {'uri': self.uri(name)}})

    def diagnostics(self, name):
        """What is published for a document as it is."""
        while self.published.get(name, (None, None))[0] != self.versions[name]:
            if not self.read():
                raise EOFError('the server has ended')
        return self.published[name][1]

    def settle(self, name):
        """Waits until everything that was sent is answered for."""
        self.request('textDocument/codeLens', {'textDocument': {'uri': self.uri(name)}})

    def end(self):
        self.request('shutdown', None)
        self.notify('exit', None)
        while self.read():
            pass
        return self.process.wait()
