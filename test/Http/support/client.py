"""client.py PROGRAM [NAME=VALUE...] < SCRIPT: starts a server, says what the script's cases say, byte by byte, and
prints what each connection gets back.

A case begins with `== NAME` and says bytes, line by line, each ended by CRLF; in them `\\r`, `\\n`, `\\t`, `\\0` and
`\\xNN` are those bytes, and a line that ends in `\\` has no CRLF. `@repeat N TEXT` says a text N times, `@wait S`
waits, `@end` closes the client's side, `@close` the connection without reading it, `@read` prints what one answer is
before going on."""
import pathlib
import re
import socket
import subprocess
import sys
import time

PATIENCE = 30
ESCAPES = {'r': b'\r', 'n': b'\n', 't': b'\t', '0': b'\0'}


def plain(line):
    """The bytes that a script's line stands for."""
    end = b'\r\n'
    if line.endswith('\\'):
        line, end = line[:-1], b''
    parts = re.split(r'\\(x[0-9a-f]{2}|[rnt0])', line)
    text = b''
    for index, part in enumerate(parts):
        if index % 2 == 0:
            text += part.encode()
        else:
            text += ESCAPES.get(part) or bytes([int(part[1:], 16)])
    return text + end


class Answers:
    """Reads answers, one after the other; `head` says that the requests were HEAD."""

    def __init__(self, connection):
        self.connection, self.text, self.ended = connection, b'', False

    def more(self):
        try:
            part = self.connection.recv(1 << 16)
        except ConnectionError:
            part = b''
        self.ended |= not part
        self.text += part
        return bool(part)

    def take(self, size):
        while len(self.text) < size and self.more():
            pass
        part, self.text = self.text[:size], self.text[size:]
        return part

    def line(self):
        while b'\r\n' not in self.text and self.more():
            pass
        line, _, self.text = self.text.partition(b'\r\n')
        return line.decode('latin-1')

    def one(self, head=False):
        """Status line, headers, body; None at the end."""
        status = self.line()
        if not status:
            return None
        headers = {}
        while line := self.line():
            name, _, value = line.partition(': ')
            headers[name] = value
        if headers.get('transfer-encoding') == 'chunked':
            body = b''
            while size := int(self.line() or '0', 16):
                body += self.take(size)
                self.line()
            self.line()
        else:
            body = b'' if head else self.take(int(headers.get('content-length', 0)))
        return status, headers, body.decode()


def show(answer):
    status, headers, body = answer
    closes = ' (closes)' if headers.get('connection') == 'close' else ''
    print(f'{status.removeprefix("HTTP/1.1 ")}{closes}: {" ".join(body.split())}', flush=True)


class Program:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        line = self.process.stdout.readline()
        if not line:
            sys.exit(f'no port; exit code {self.process.wait()}')
        self.port = int(line)

    def connect(self):
        return socket.create_connection(('127.0.0.1', self.port), timeout=PATIENCE)

    def ask(self, path, method='GET', body=b'', headers=''):
        """One request on a connection of its own."""
        with self.connect() as connection:
            connection.sendall(f'{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}'
                               f'content-length: {len(body)}\r\n\r\n'.encode() + body)
            return Answers(connection).one()

    def stop(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)


def play(program, lines):
    with program.connect() as connection:
        answers = Answers(connection)
        head = any(line.startswith('HEAD ') for line in lines)
        for line in lines:
            word, _, rest = line.partition(' ')
            try:
                if word == '@repeat':
                    count, _, text = rest.partition(' ')
                    connection.sendall(plain(text + '\\') * int(count))
                elif word == '@wait':
                    time.sleep(float(rest))
                elif word == '@end':
                    connection.shutdown(socket.SHUT_WR)
                elif word == '@close':
                    return
                elif word == '@read':
                    show(answers.one(head) or ('nothing', {}, ''))
                else:
                    connection.sendall(plain(line))
            except ConnectionError:
                break
        begun = time.monotonic()
        while answer := answers.one(head):
            show(answer)
            if answer[1].get('connection') != 'close' and not answers.text:
                connection.settimeout(0.3)
                try:
                    if not answers.more():
                        break
                except TimeoutError:
                    print('(stays open)', flush=True)
                    return
                connection.settimeout(PATIENCE)
        print(f'(ended)' if time.monotonic() - begun < PATIENCE else '(hung)', flush=True)


def main():
    program = Program(sys.argv[1:])
    cases = re.split(r'^== ', sys.stdin.read(), flags=re.M)[1:]
    for case in cases:
        name, *lines = case.removesuffix('\n').split('\n')
        print(f'== {name}', flush=True)
        play(program, lines)
    print('== still there:', program.ask('/echo')[0])
    print('exit code', program.stop())


if __name__ == '__main__':
    main()
