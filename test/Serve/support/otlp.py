"""otlp.py AGENTC FOLDER: has a server send its telemetry to a collector that notes it, that is away for a while, and
that refuses; prints what came."""
import http.server
import json
import os
import pathlib
import sys
import threading
import time

from serving import PATIENCE, Server, handler

agentc, work = sys.argv[1], pathlib.Path(sys.argv[2])
TRACE, SPAN = '4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'
    came, statuses = [], []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers['content-length'])))
        status = self.statuses.pop(0) if self.statuses else 200
        if status == 200:
            self.came.append((self.path, dict(self.headers), body))
        self.send_response(status)
        self.send_header('content-length', '2')
        self.end_headers()
        self.wfile.write(b'{}')

    def log_message(self, *arguments):
        pass


def attributes(one):
    """By name; each value stands as OTLP's JSON has it."""
    return {entry['key']: next(iter(entry['value'].values())) for entry in one['attributes']}


def spans():
    return [span for path, _, body in Collector.came if path == '/base/v1/traces'
            for scope in body['resourceSpans'][0]['scopeSpans'] for span in scope['spans']]


def until(holds):
    end = time.monotonic() + PATIENCE
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


collector = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Collector)
threading.Thread(target=collector.serve_forever, daemon=True).start()
os.environ['OTEL_EXPORTER_OTLP_HEADERS'] = 'x-token=a%2Cb,x-other=c'
with Server(agentc, work / 'state', '--otlp', f'http://127.0.0.1:{collector.server_port}/base/') as server:
    client = server.client()
    package = client.upload(handler('module.exports = async ({ a }) => a.b;', 'adder')).json['digest']
    client.ask('PUT', '/api/agents/adder', {'package': package})
    called = client.ask(
        'POST', '/api/tool', {'agent': 'adder', 'parameters': {'a': {'b': 2}}}, traceparent=f'00-{TRACE}-{SPAN}-01'
    )
    failed = client.ask(
        'POST', '/api/tool', {'agent': 'adder', 'parameters': {}}, traceparent='00-' + '0' * 32 + f'-{SPAN}-01'
    )
    print('calls:', called, failed)
    print('came:', until(lambda: len(spans()) == 4))
    for span in spans():
        told = attributes(span)
        order = int(span['startTimeUnixNano']) < int(span['endTimeUnixNano']) < time.time_ns()
        print(
            span['name'],
            told['http.response.status_code'],
            told.get('agentc.agent'),
            told.get('agentc.outcome'),
            span.get('status'),
            order,
        )
    traced = [span for span in spans() if span['traceId'] == TRACE]
    print('of the caller\'s trace:', len(traced), traced[0]['parentSpanId'] == SPAN, 'parentSpanId' in spans()[-1])
    print('in the log:', attributes(traced[0])['agentc.request'] == called.headers['x-request-id'])
    headers = Collector.came[0][1]
    print('headers:', headers['x-token'], headers['x-other'], headers['content-type'])

    Collector.statuses += [503]
    client.get('/api/agents')
    print('away:', until(lambda: not Collector.statuses), len(spans()))
    print('sent again:', until(lambda: len(spans()) == 5))
    Collector.statuses += [400]
    client.get('/api/agents')
    print('refused:', until(lambda: not Collector.statuses))
    client.get('/api/packages')
print('at the end:', spans()[-1]['name'], len(spans()))

metrics = next(body for path, _, body in reversed(Collector.came) if path == '/base/v1/metrics')
for metric in metrics['resourceMetrics'][0]['scopeMetrics'][0]['metrics']:
    form = next(name for name in metric if name not in ('name', 'unit'))
    point = metric[form]['dataPoints'][0]
    value = point.get('asInt', point.get('count'))
    if form == 'histogram':
        value += (
            f" in {len(point['bucketCounts'])} buckets of {len(point['explicitBounds'])} bounds,"
            f" {sum(map(int, point['bucketCounts']))} in all"
        )
    told = attributes(point)
    print(
        metric['name'],
        metric['unit'],
        form,
        'N' if form == 'gauge' else value,
        told['agentc.tenant'],
        told['agentc.agent'],
    )
print('resource:', attributes(metrics['resourceMetrics'][0]['resource'])['service.name'])
for line in server.log():
    if 'collector' in line['message']:
        print('said:', line['message'].replace('the collector of telemetry', 'it'))
