"""Runs the attacks of a test file, each as a call of its own, and says how each ended.

usage: attack.py AGENTC-TOOL-RUN TEST ATTACK[!]… [--limit NAME=NUMBER] [--jitless]

The guest is the test file's text behind the line `//---`: JavaScript whose `attacks` maps names to functions. A line
`//--- NAME.js` begins another file, which is what the attack of its name requires. One line is printed for an attack:
`name: outcome`, then the result or the error's name and message, then the logs. An attack that is to run into the time
limit is written with `!`: it has half a second, where others have ten for a busy machine's sake.

What holds for every attack is checked here and reported as a line that begins with `BROKEN`: after it the same package
and another one answer rightly, its time is within twice the limit and its memory within three times, nothing of the
host's environment comes out, no process stays, and the broker ends cleanly.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time

SECRET = 'HOST-SECRET-7b1d'
# A sanitizer's own memory counts as the program's.
SANITIZED = 'AGENTC_SANITIZED' in os.environ
NEXT = '{"sum":3,"keys":0,"own":[]}'
# The guest's own file is evaluated first; what it patches at load is its own affair, but nothing of a call is kept.
ENTRY = '''
const { attacks } = require('./guest.js');
const before = Reflect.ownKeys(Object.prototype).length + Reflect.ownKeys(Array.prototype).length;
const names = Reflect.ownKeys(globalThis);
const { stringify } = JSON, ownKeys = Reflect.ownKeys;
module.exports = async (input, ctx) => input !== 'next'
  ? attacks[input] ? attacks[input](input, ctx) : require(`./${input}.js`) : {
  sum: [1, 2].reduce((a, b) => a + b),
  keys: ownKeys(Object.prototype).length + ownKeys(Array.prototype).length - before,
  own: ownKeys(globalThis).filter((name) => !names.includes(name)),
};
'''
OTHER = 'module.exports = async (input) => ({ sum: 1 + input.length, keys: 0, own: [] });'
CODE = 45 << 20  # of V8's program, which its processes share
LIMITS = {'wallMs': 10000, 'cpuMs': 10000, 'memoryBytes': 32 << 20}
SHORT = {'wallMs': 500, 'cpuMs': 500}


def request(source, others, value, limits):
    modules = [{'path': path, 'format': 'esm' if path.endswith('.mjs') else 'cjs', 'text': text}
               for path, text in {'index.js': source, **others}.items()]
    return {'schema': 'agentc.request/1', 'inputText': json.dumps(value),
            'grant': {'hosts': [], 'environment': {'GRANTED': 'g'}}, 'limits': limits,
            'image': {'entry': 'index.js', 'style': 'handler', 'modules': modules, 'tools': [],
                      # As agentc lists what the sandbox gets ready.
                      'globals': ['fetch'] if any('fetch(' in module['text'] for module in modules) else []}}


class Broker:
    def __init__(self, program, flags):
        environment = dict(os.environ, SECRET=SECRET, LD_PRELOAD='')
        self.process = subprocess.Popen([program, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=environment)
        self.slowest = 0.0

    def ask(self, message):
        begin = time.monotonic()
        self.process.stdin.write(json.dumps(message) + '\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        self.slowest = time.monotonic() - begin
        return line

    def children(self):
        """How many live; the last call's process may be dead and not yet waited for."""
        with open(f'/proc/{self.process.pid}/task/{self.process.pid}/children', encoding='ascii') as file:
            return sum(self.lives(child) for child in file.read().split())

    @staticmethod
    def lives(process):
        try:
            with open(f'/proc/{process}/stat', encoding='ascii') as file:
                return file.read().rpartition(')')[2].split()[0] not in 'ZX'
        except OSError:
            return False

    def resident(self):
        with open(f'/proc/{self.process.pid}/status', encoding='ascii') as file:
            return next(int(line.split()[1]) << 10 for line in file if line.startswith('VmHWM'))


def describe(report):
    error = report.get('error')
    text = json.dumps(report['result'], separators=(',', ':')) if 'result' in report else ''
    if error:
        text = json.dumps(f"{error['name']}: {error['message']}")[1:-1]
    logs = [log['text'] for log in report['logs']]
    shown = ' logs ' + json.dumps(logs[:3])[:300] if logs else ''
    return f"{report['outcome']} {text[:1000]}{shown}"


def check(report, line, broker, limits):
    usage = report['usage']
    if SECRET in line:
        yield 'the host\'s environment came out'
    if usage['wallMs'] > 2 * limits['wallMs']:
        yield f"took {usage['wallMs']:.0f} ms"
    if broker.slowest > 2 * limits['wallMs'] / 1000 + 2:
        yield f'the caller waited {broker.slowest:.1f} s'
    if not SANITIZED and usage['peakMemoryBytes'] > CODE + 3 * limits['memoryBytes']:
        yield f"took {usage['peakMemoryBytes'] >> 20} MB"
    # the zygote, and of four packages the process, the next call's, and the last one's, which is dead
    if broker.children() > 13:
        yield f'{broker.children()} processes stay'
    if not SANITIZED and broker.resident() > 96 << 20:
        yield f'the broker took {broker.resident() >> 20} MB'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('test')
    parser.add_argument('attacks', nargs='+')
    parser.add_argument('--limit', action='append', default=[])
    parser.add_argument('--jitless', action='store_true')
    options = parser.parse_args()
    given = {name: int(value) for name, value in (each.split('=') for each in options.limit)}
    with open(options.test, encoding='utf-8') as file:
        _, *parts = re.split(r'^//--- *(.*)\n', file.read(), flags=re.MULTILINE)
    guest = {name or 'guest.js': text for name, text in zip(parts[::2], parts[1::2])}
    broker = Broker(options.program, ['--jitless'] if options.jitless else [])
    broken = 0
    for name in options.attacks:
        limits = {**LIMITS, **(SHORT if name.endswith('!') else {}), **given}
        name = name.rstrip('!')
        line = broker.ask(request(ENTRY, guest, name, limits))
        if not line:
            print(f'{name}: BROKEN the broker is gone: {broker.process.stderr.read()[-300:]}')
            sys.exit(1)
        report = json.loads(line)
        print(f'{name}: {describe(report)}', flush=True)
        complaints = list(check(report, line, broker, limits))
        for what, message in [('the same package', request(ENTRY, guest, 'next', limits)),
                              ('another package', request(OTHER, {}, 'xx', limits))]:
            answer = broker.ask(message)
            result = json.dumps(json.loads(answer or '{}').get('result'), separators=(',', ':'))
            if result != NEXT:
                complaints.append(f'{what} then answered {(answer or "nothing")[:600]}')
        for complaint in complaints:
            print(f'{name}: BROKEN {complaint}')
        broken += len(complaints)
    broker.process.stdin.close()
    broker.process.wait(timeout=10)
    # a sanitizer's build has no filter, and says so
    trouble = [line for line in broker.process.stderr if not line.startswith('agentc-tool-run: warning: ')]
    if broker.process.returncode not in (0, 1) or trouble:
        print(f'BROKEN the broker ended with {broker.process.returncode}: {trouble[:3]}')
        broken += 1
    sys.exit(1 if broken else 0)


if __name__ == '__main__':
    main()
