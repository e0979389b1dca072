"""A server of models that answers by a script, in a thread of the test: Anthropic's Messages at /v1/messages, and chat
completions at /chat/completions."""
import http.server
import json
import socket
import threading
import time


def say(text, **how):
    return {'content': [{'type': 'text', 'text': text}], 'stop': 'end_turn', **how}


def use(*calls, text='', **how):
    """Calls of tools: (id, name, input), where an input that is a text goes as it is."""
    content = [{'type': 'text', 'text': text}] if text else []
    content += [{'type': 'tool_use', 'id': id_, 'name': name, 'input': given} for id_, name, given in calls]
    return {'content': content, 'stop': 'tool_use', **how}


def by_turns(turns):
    """Answers by a list of turns, of which the last one stays; one that is a function is asked with the request."""
    def answer(request):
        turn = turns.pop(0) if len(turns) > 1 else turns[0]
        return turn(request) if callable(turn) else turn
    return answer


def anthropic_events(turn):
    yield {
        'type': 'message_start',
        'message': {
            'id': 'msg_1',
            'type': 'message',
            'role': 'assistant',
            'model': 'scripted',
            'content': [],
            'stop_reason': None,
            'stop_sequence': None,
            'usage': {'input_tokens': 10, 'output_tokens': 1},
        },
    }
    for index, block in enumerate(turn['content']):
        begun, deltas = dict(block), []
        if block['type'] == 'text':
            begun['text'] = ''
            deltas = [{'type': 'text_delta', 'text': part} for part in parts(block['text'], turn)]
        elif block['type'] == 'thinking':
            begun = {'type': 'thinking', 'thinking': '', 'signature': ''}
            deltas = [
                {'type': 'thinking_delta', 'thinking': block['thinking']},
                {'type': 'signature_delta', 'signature': block['signature']},
            ]
        elif block['type'] == 'tool_use':
            begun['input'] = {}
            text = block['input'] if isinstance(block['input'], str) else json.dumps(block['input'])
            deltas = [{'type': 'input_json_delta', 'partial_json': text[at:at + 7]} for at in range(0, len(text), 7)]
        yield {'type': 'content_block_start', 'index': index, 'content_block': begun}
        yield {'type': 'ping'}
        for delta in deltas:
            yield {'type': 'content_block_delta', 'index': index, 'delta': delta}
        yield {'type': 'content_block_stop', 'index': index}
    yield {
        'type': 'message_delta',
        'delta': {'stop_reason': turn['stop'], 'stop_sequence': None},
        'usage': {'output_tokens': 20},
    }
    yield {'type': 'message_stop'}


def openai_events(turn):
    head = {'id': 'c', 'object': 'chat.completion.chunk', 'created': 1, 'model': 'scripted'}

    def chunk(delta, reason=None):
        return {**head, 'choices': [{'index': 0, 'delta': delta, 'finish_reason': reason}]}

    yield chunk({'role': 'assistant', 'content': ''})
    calls = 0
    for block in turn['content']:
        if block['type'] == 'text':
            for part in parts(block['text'], turn):
                yield chunk({'content': part})
        elif block['type'] == 'tool_use':
            text = block['input'] if isinstance(block['input'], str) else json.dumps(block['input'])
            yield chunk(
                {
                    'tool_calls': [
                        {
                            'index': calls,
                            'id': block['id'],
                            'type': 'function',
                            'function': {'name': block['name'], 'arguments': ''},
                        }
                    ]
                }
            )
            yield chunk({'tool_calls': [{'index': calls, 'function': {'arguments': text}}]})
            calls += 1
    yield chunk({}, {'end_turn': 'stop', 'tool_use': 'tool_calls'}[turn['stop']])
    yield {
        **head,
        'choices': [],
        'usage': {
            'prompt_tokens': 12,
            'completion_tokens': 20,
            'total_tokens': 32,
            'prompt_tokens_details': {'cached_tokens': 2},
        },
    }


def parts(text, turn):
    size = turn.get('part', 5)
    return [text[at:at + size] for at in range(0, len(text), size)]


class ScriptedModels:
    """`answer(request)` gives the turn for a request's body; a turn may have
    `status`, `headers`, `error`: a refusal; `cut`: bytes of one write; `breaks`: the connection ends after so many
    bytes; `waits`: seconds before the first byte; `stalls`: nothing more comes after so many bytes; `raw`: a body as it
    is; `json`: an answer that is not a stream; `gate`: an event of `threading` that the last bytes wait for."""

    def __init__(self, answer):
        self.answer, self.requests, self.heads = answer, [], []
        models = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers['content-length'])))
                models.requests.append(body)
                models.heads.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
                try:
                    self.send(models.answer(body))
                except OSError:
                    pass

            def send(self, turn):
                time.sleep(turn.get('waits', 0))
                if 'json' in turn:
                    body = json.dumps(turn['json']).encode()
                    self.send_response(200)
                    self.send_header('content-type', 'application/json')
                    self.send_header('content-length', str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    return
                if 'status' in turn:
                    error = json.dumps(
                        {'type': 'error', 'error': turn.get('error', {'type': 'x', 'message': 'scripted'})}
                    ).encode()
                    self.send_response(turn['status'])
                    for name, value in turn.get('headers', {}).items():
                        self.send_header(name, value)
                    self.send_header('content-type', 'application/json')
                    self.send_header('content-length', str(len(error)))
                    self.end_headers()
                    self.wfile.write(error)
                    return
                self.send_response(200)
                self.send_header('content-type', 'text/event-stream')
                self.send_header('transfer-encoding', 'chunked')
                self.end_headers()
                is_anthropic = self.path == '/v1/messages'
                stream = (
                    turn['raw']
                    if 'raw' in turn
                    else b''.join(
                        (f'event: {event["type"]}\n'.encode() if is_anthropic else b'')
                        + b'data: '
                        + json.dumps(event).encode()
                        + b'\n\n'
                        for event in (anthropic_events if is_anthropic else openai_events)(turn)
                    )
                )
                if not is_anthropic and 'raw' not in turn:
                    stream += b'data: [DONE]\n\n'
                held = b''
                if 'gate' in turn:
                    stream, held = stream[:-200], stream[-200:]
                limit = turn.get('breaks', turn.get('stalls', len(stream)))
                for at in range(0, min(limit, len(stream)), turn.get('cut', 4096)):
                    self.chunk(stream[at:min(at + turn.get('cut', 4096), limit)])
                if 'stalls' in turn:
                    time.sleep(60)
                if 'breaks' in turn:
                    self.connection.shutdown(socket.SHUT_RDWR)
                    self.close_connection = True
                    return
                if held:
                    turn['gate'].wait(60)
                    self.chunk(held)
                self.wfile.write(b'0\r\n\r\n')

            def chunk(self, data):
                self.wfile.write(b'%x\r\n' % len(data) + data + b'\r\n')

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 1024

            def handle_error(self, *_):
                pass

        self.make = lambda **how: Server(('127.0.0.1', 0), Handler, **how)
        self.server = self.make()
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def listen(self, listener):
        """Serves at another socket, too."""
        server = self.make(bind_and_activate=False)
        server.socket.close()
        server.socket = listener
        threading.Thread(target=server.serve_forever, daemon=True).start()

    def settings(self, api='anthropic', **more):
        """The text of a file for `--models`, by which each model is this server's."""
        url = f'http://127.0.0.1:{self.port}'
        times = {'firstByteMs': 2000, 'stallMs': 1000, 'backoffMs': 1}
        return json.dumps(
            {
                'schema': 'agentc.models/1',
                'providers': {'openai': {'api': api, 'baseUrl': url, 'key': {'env': 'MODEL_KEY'}}},
                'timeouts': times,
                **more,
            }
        )


def events_of(response, until=lambda event: False):
    """The server-sent events of a response as they come: (id, name, data)."""
    event = {}
    for line in response:
        line = line.decode().rstrip('\n')
        if line.startswith(':'):
            continue
        if line:
            name, _, value = line.partition(': ')
            event[name] = value
            continue
        if 'data' not in event:
            continue
        told = (int(event['id']) if 'id' in event else None, event.get('event'), json.loads(event['data']))
        event = {}
        yield told
        if until(told):
            return
