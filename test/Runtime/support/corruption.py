"""corruption.py AGENTC-TOOL-RUN [--jitless]: calls that break V8's heap, each followed by a call of the same package
and of another one.

The program's engine has `corruption` (Corruption.cpp). Prints how each ended, and how many answers were wrong
afterwards.
"""
import collections
import json
import subprocess
import sys

GUEST = '''
const { write, read, aim, place, code, scribble } = globalThis.corruption;
const view = () => new Uint8Array(4096);
const hot = (x) => { let sum = 0; for (let i = 0; i < x; ++i) sum += i % 7; return sum; };
const kinds = {
  // an object that is of no kind
  map() { const object = { a: 1 }; write(object, 0, 0x4141414141414141n); return object.a; },
  // a list that is as long as memory, read to its end
  length() { const list = [1, 2, 3]; write(list, 3, 0x7fffffff00000000n); let seen = 0; for (let i = 0; i < 1e7;
    ++i) seen += typeof list[i] === 'object'; return 'read'; },
  // one object's map with another's fields
  confused() { const object = { a: 1.5, b: {} }; write(object, 0, read(() => 1, 0)); object.x = 1;
    return String(object(1)) + object.length; },
  // bytes anywhere: the program's own code, which cannot be written, and what is not there
  text() { const bytes = view(); aim(bytes, 0x1000000n); const first = bytes[0]; bytes[0] = first ^ 1; return 'written';
    },
  nowhere() { const bytes = view(); aim(bytes, 16n); return bytes[0]; },
  // machine code that asks the kernel for a socket, wherever V8 keeps what it compiled
  code() {
    for (let i = 0; i < 2000; ++i) hot(1000);
    const bytes = view(), ask = [0xb8, 41, 0, 0, 0, 0x0f, 0x05];
    for (let at = 0; at < 1 << 20; at += 4096) { aim(bytes, code() + BigInt(at)); for (let i = 0; i < 4089;
      i += 7) for (let j = 0; j < 7; ++j) bytes[i + j] = ask[j]; }
    return hot(1000);
  },
  scribble({ seed }) {
    const made = [];
    for (let i = 0; i < 2000; ++i) made.push({ i, text: `t${i}`, list: [i, 1.5, {}] });
    scribble(made[seed % made.length], seed, 1 + seed * 5);
    let sum = 0;
    for (const one of made) sum += one.list.length + one.text.length;
    for (let i = 0; i < 200; ++i) made.push(JSON.parse(JSON.stringify(made[i])));
    return sum;
  },
};
module.exports = (input) => (input.kind ? kinds[input.kind](input) : input.value * 2);
'''
OTHER = 'module.exports = (input) => input.value * 3;'
LIMITS = {'wallMs': 10000, 'cpuMs': 3000, 'memoryBytes': 64 << 20}


def request(text, value):
    return json.dumps(
        {
            'schema': 'agentc.request/1',
            'input': value,
            'limits': LIMITS,
            'grant': {'environment': {'NAME': 'v'}},
            'image': {
                'entry': 'index.js',
                'style': 'handler',
                'tools': [],
                'modules': [{'path': 'index.js', 'format': 'cjs', 'text': text}],
            },
        }
    )


class Sandbox:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, text, value):
        self.process.stdin.write(request(text, value) + '\n')
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            sys.exit('the broker is gone')
        return json.loads(line)


def main():
    sandbox = Sandbox(sys.argv[1:])
    wrong, ends = 0, collections.Counter()
    plain = [(kind, {'kind': kind}) for kind in ('map', 'length', 'confused', 'text', 'nowhere', 'code')]
    for name, value in plain + [('scribble', {'kind': 'scribble', 'seed': seed}) for seed in range(60)]:
        outcome = sandbox.ask(GUEST, value)['outcome']
        if name == 'scribble':
            ends[outcome] += 1
        else:
            print(f'{name}: {outcome}')
        for text, factor in ((GUEST, 2), (OTHER, 3)):
            report = sandbox.ask(text, {'value': 21})
            if report.get('result') != 21 * factor:
                wrong += 1
                print(f'after {name} {value}: {json.dumps(report)[:300]}')
    print(f"scribbles: {ends['crashed']} of {ends.total()} crashed, the others: {dict(ends)}")
    sandbox.process.stdin.close()
    code = sandbox.process.wait(20)
    if code not in (0, 1):  # 1: not every call ended well
        wrong += 1
        print(f'the broker ended with {code}')
    print(f'{wrong} wrong afterwards')


main()
