"""http-dialogue.py < SCRIPT: says to the server at MCP_URL what the script's lines say, JSON each, and prints its
answers.

`is` is a method, `with` its parameters; `as` says how: `session`, in the last session that was begun, or `modern`, as
clients of 2026-07-28 do. `token` is what a server may want. A `body` (a message, or a text as it is) stands instead, or
`raw`, all of the request with a line end where HTTP has CRLF. `method`, `path` and `headers` (null leaves one out) are
HTTP's. `gone` goes after so many seconds, without waiting for an answer. The body is printed as it came, a line for
each event."""
import json
import os
import socket
import sys
import time
import urllib.parse

PLACE = urllib.parse.urlsplit(os.environ['MCP_URL'])
PREFIX = 'io.modelcontextprotocol/'
session, number = '', 0


def read_answer(stream):
    status = stream.readline().decode().split(' ', 2)[1]
    headers = {}
    while (line := stream.readline().decode().rstrip('\r\n')):
        name, _, value = line.partition(':')
        headers[name.lower()] = value.strip()
    body = b''
    if headers.get('transfer-encoding') == 'chunked':
        while (size := int(stream.readline().split(b';')[0], 16)):
            body += stream.read(size)
            stream.readline()
        stream.readline()
    else:
        body = stream.read(int(headers.get('content-length', 0)))
    return status, headers, body.decode()


def message_of(step):
    """The message that a step is, and the headers that go with it."""
    global number
    params = dict(step.get('with', {}))
    headers = {'mcp-session-id': session} if step.get('as') == 'session' else {}
    if step.get('as') == 'modern':
        version = step.get('version', '2026-07-28')
        params['_meta'] = {PREFIX + 'protocolVersion': version, PREFIX + 'clientCapabilities': {}}
        if 'level' in step:
            params['_meta'][PREFIX + 'logLevel'] = step['level']
        headers = {'mcp-protocol-version': version, 'mcp-method': step['is']}
        if name := params.get('name', params.get('uri')):
            headers['mcp-name'] = name
    message = {'jsonrpc': '2.0', 'method': step['is'], 'params': params}
    if not step['is'].startswith('notifications/'):
        number += 1
        message['id'] = number
    return message, headers


def text_of(step):
    if 'raw' in step:
        return step['raw'].replace('\n', '\r\n').replace('$HOST', PLACE.netloc).encode()
    headers = {'authorization': f"Bearer {step['token']}"} if 'token' in step else {}
    body, own = message_of(step) if 'is' in step else (step.get('body', ''), {})
    body = (body if isinstance(body, str) else json.dumps(body)).encode()
    headers |= {
        'host': PLACE.netloc,
        'content-type': 'application/json',
        'accept': 'application/json, text/event-stream',
        'content-length': len(body),
        **own,
        **step.get('headers', {}),
    }
    lines = [f"{step.get('method', 'POST')} {step.get('path', PLACE.path)} HTTP/1.1"]
    lines += [f'{name}: {value}'.replace('$SESSION', session) for name, value in headers.items() if value is not None]
    return '\r\n'.join(lines).encode() + b'\r\n\r\n' + body


for line in sys.stdin:
    if not line.strip():
        continue
    step = json.loads(line)
    with socket.create_connection((PLACE.hostname, PLACE.port), timeout=60) as connection:
        connection.sendall(text_of(step))
        if 'gone' in step:
            time.sleep(step['gone'])
            continue
        try:
            status, headers, body = read_answer(connection.makefile('rb'))
        except (IndexError, ConnectionError):
            print('closed', flush=True)
            continue
    session = headers.get('mcp-session-id', session)
    shown = [status, headers.get('content-type', '-')] + [
        name for name in ('mcp-session-id', 'allow', 'www-authenticate') if name in headers
    ]
    print(*shown, flush=True)
    for part in body.split('\n'):
        if part.strip():
            print(' ', part, flush=True)
