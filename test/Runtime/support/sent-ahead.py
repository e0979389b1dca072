"""sent-ahead.py TOOL-RUN REQUEST: asks by digests, cancels, and prints what comes of it."""
import copy
import hashlib
import json
import subprocess
import sys
import time

program = sys.argv[1]
with open(sys.argv[2]) as file:
    request = json.load(file)


def compact(value):
    return json.dumps(value, separators=(',', ':'), ensure_ascii=False)


def ahead(image):
    return {
        'schema': 'agentc.image/1',
        'digest': 'sha256:' + hashlib.sha256(compact(image).encode()).hexdigest(),
        'image': image,
    }


sent = ahead(request['image'])


def named(id, tool='add', **more):
    return {**request, 'id': id, 'tool': tool, 'image': sent['digest'], **more}


def ask(*lines):
    """Objects are lines, numbers are seconds to wait."""
    process = subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for line in lines:
        if isinstance(line, float):
            time.sleep(line)
            continue
        process.stdin.write(compact(line) + '\n')
        process.stdin.flush()
    out, err = process.communicate(timeout=60)
    err = '\n'.join(line for line in err.splitlines() if 'warning' not in line)
    return [json.loads(line) for line in out.splitlines()], f'{process.returncode} {err}'


reports, _ = ask(sent, named('1'), named('2'))
print('by digest:', ', '.join(f'{report["outcome"]} {report["result"]}' for report in reports))
lines, _ = ask(sent, named('1', streamLogs=True))
log = {'schema': 'agentc.event/1', 'id': '1', 'event': 'log', 'data': {'level': 'log', 'text': 'adding'}}
print('logs while it runs:', 'before the report' if lines[0] == log and lines[1]['outcome'] == 'ok' else lines)
reports, _ = ask(sent, named('1', 'stay'), 1.0, {'cancel': '1'}, named('2'))
print('cancelled:', f'{len(reports)} of 2 answered')
loading = copy.deepcopy(request['image'])
loading['modules'][0]['text'] = 'for (;;);'
stuck = ahead(loading)
reports, _ = ask(stuck, sent, {**named('1'), 'image': stuck['digest']}, 1.0, {'cancel': '1'}, named('2'))
print('cancelled while it loads:', f'{len(reports)} of 2 answered')
ofCall = ('id', 'mode', 'tool', 'inputText', 'context', 'schema')


def common(name, **more):
    return {**{key: value for key, value in request.items() if key not in ofCall}, 'image': sent['digest'],
            'schema': 'agentc.common/1', 'name': name, **more}


def beside(id, name, **more):
    return {**{key: request[key] for key in ofCall if key in request}, 'id': id, 'tool': 'add', 'common': name, **more}


def shown(report):
    return compact({key: report[key] for key in ('result', 'resultText') if key in report})


reports, _ = ask(sent, common('a'), beside('1', 'a', brief=True), beside('2', 'a', inputText='{"a":3}'))
reports.sort(key=lambda report: report['id'])
print('in common:', ', '.join(f'{report["outcome"]} {shown(report)}' for report in reports))
reports, _ = ask(sent, common('a', grant={'hosts': ['a.example']}), beside('1', 'a'),
                 common('a', grant={'hosts': []}), beside('2', 'a', tool='ask', inputText='{}'))
reports.sort(key=lambda report: report['id'])
print('in common, named anew:', ', '.join(report['outcome'] for report in reports))
print('nothing in common:', ask(sent, beside('1', 'a'))[1])
print('twice:', ask(sent, common('a'), beside('1', 'a', limits={}))[1])
print('unknown:', ask(named('1'))[1])
print("another's:", ask({**sent, 'digest': 'sha256:' + '0' * 64})[1])
print('no id:', ask({'cancel': 1})[1])
