"""What a sandbox costs, cold and warm, beside Node, isolated-vm and workerd, and a waiting call's own memory."""
import json
import pathlib
import statistics
import subprocess
import time

import inputs
import slow_servers
import workerd
from measuring import milliseconds, spawn, table

HERE = pathlib.Path(__file__).parent
# At most so much of what a row's name holds.
ASKED = {'`node -e 0`': '0.5', 'fresh isolate, context and call': '0.45'}
PACKAGE = '''
module.exports = async (input) => {
  if (input.wait) await new Promise((resolve) => setTimeout(resolve, input.wait));
  return input.a + input.b;
};
'''
WHERE = '''A warm call: from the request's line to its process 55 µs, the call 260 µs (57 page faults), its usage and
the report 75 µs, and three times a process that wakes. The next call's process is copied (120 to 230 µs) and made ready
(100 µs, 24 page faults) at the same time; where no second processor is free that is waited for.'''


def request(value):
    image = {'entry': 'index.js', 'style': 'handler', 'tools': [],
             'modules': [{'path': 'index.js', 'format': 'cjs', 'text': PACKAGE}]}
    return (json.dumps({'schema': 'agentc.request/1', 'mode': 'call', 'inputText': json.dumps(value), 'image': image,
                        'grant': {'hosts': [], 'environment': {}}, 'limits': {}}) + '\n').encode()


class Sandbox:
    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, value):
        self.process.stdin.write(request(value))
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def time(self, value):
        line = request(value)
        begin = time.perf_counter()
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        elapsed = time.perf_counter() - begin
        assert json.loads(answer)['result'] == value['a'] + value['b'], answer
        return elapsed * 1e3

    def waiting_memory(self):
        """KB that a waiting call shares with nobody, or None where that may not be read."""
        self.send({'a': 1, 'b': 2, 'wait': 1000})
        time.sleep(0.5)
        pid = self.process.pid
        children = pathlib.Path(f'/proc/{pid}/task/{pid}/children').read_text().split()
        memory = []
        for child in children:
            # Calls are in their package's process group; one that has not begun holds less.
            fields = pathlib.Path(f'/proc/{child}/stat').read_text().rpartition(')')[2].split()
            if fields[0] == 'Z' or fields[2] == child:
                continue
            try:
                rollup = pathlib.Path(f'/proc/{child}/smaps_rollup').read_text().splitlines()[1:]
            except PermissionError:
                continue
            memory.append(sum(int(line.split()[1]) for line in rollup if line.startswith('Private_')))
        self.answer()
        return max(memory, default=None)


def cold(bench):
    """By what it is, milliseconds from starting a program to the answer of a trivial handler; in turn."""
    trivial = inputs.handler(bench.scratch / 'cold', 0)
    node = bench.engine_node
    calls = f'require({json.dumps(str(trivial))})({{a: 1, b: 2}}).then(console.log)'
    ways = {
        f'Node {bench.engine_version}: `node -e 0`': lambda: spawn([node, '-e', '0']),
        f'Node {bench.engine_version}, no sandbox': lambda: spawn([node, '-e', calls]),
        f'isolated-vm {bench.versions["isolated-vm"]}': lambda: spawn(
            [node, '--no-node-snapshot', HERE / 'isolated-vm.mjs', 'once']
        ),
        f'workerd {bench.versions["workerd"]}, to the answer of its first request': lambda: workerd.cold(
            bench.workerd, bench.scratch / 'workerd'
        ),
        '`agentc run`': lambda: spawn([bench.agentc, 'run', trivial, '--input', '{"a": 1, "b": 2}']),
    }
    times = {way: [] for way in ways}
    for turn in range(min(bench.effort.rounds, 15) + 2):
        for way, run in ways.items():
            elapsed = run()
            if turn > 1:
                times[way].append(elapsed)
    return {way: statistics.median(taken) for way, taken in times.items()}


def warm(bench, calls):
    """By what it is, milliseconds of a call in a program that runs, and the KB of a waiting call's own memory."""
    sandbox, server = Sandbox(bench.tool_run), workerd.Server(bench.workerd, bench.scratch / 'workerd')
    ways = {
        f'isolated-vm {bench.versions["isolated-vm"]}: fresh isolate, context and call, in its caller\'s process': (
            lambda: float(
                subprocess.run(
                    [bench.engine_node, '--no-node-snapshot', HERE / 'isolated-vm.mjs', str(calls)],
                    capture_output=True,
                    text=True,
                    check=True,
                ).stdout
            )
        ),
        f'workerd {bench.versions["workerd"]}: request to the isolate that all share': lambda: workerd.warm(
            server, 'shared', calls
        ),
        f'workerd {bench.versions["workerd"]}: fresh isolate by its worker loader': lambda: workerd.warm(
            server, 'fresh', calls
        ),
        '`agentc-tool-run`: call in a process of its own, from request line to report line': lambda: statistics.median(
            [sandbox.time({'a': 1, 'b': number}) for number in range(calls + 5)][5:]),
    }
    # In turn, so that a slow spell of the machine meets all.
    turns = [{way: run() for way, run in ways.items()} for _ in range(5)]
    memory = sandbox.waiting_memory()
    sandbox.process.stdin.close()
    sandbox.process.wait()
    server.stop()
    return {way: statistics.median(turn[way] for turn in turns) for way in ways}, memory


def rows(times):
    ours = times[next(way for way in times if 'agentc' in way)]
    asked = lambda way: next((at_most for words, at_most in ASKED.items() if words in way), '')
    return [
        [way, milliseconds(time) if time >= 10 else f'{time:.2f} ms', f'{ours / time:.2f}', asked(way)]
        for way, time in times.items()
    ]


def page(bench):
    starts = cold(bench)
    calls, memory = warm(bench, 80 if bench.effort.least > 1 else 20)
    return [
        '',
        '## Running tools',
        '',
        (
            f'From starting the program to the answer of a trivial handler; Node {bench.engine_version} is the one'
            ' that the'
        ),
        'sandbox\'s engine is out of, and runs isolated-vm:',
        '',
        *table(['what', 'median', 'agentc of it', 'asked'], rows(starts)),
        '',
        'In a program that runs, a call with its answer, median:',
        '',
        *table(['what', 'median', 'agentc of it', 'asked'], rows(calls)),
        '',
        (
            'Not the same goods: Node has no walls. An isolate keeps JavaScript apart inside a process, so that a hole'
            ' in V8 is a way to'
        ),
        (
            'everything there; workerd adds HTTP on both sides. agentc\'s call is a process behind the kernel\'s walls,'
            ' which no other call uses.'
        ),
        '',
        'Memory that a waiting call shares with no other process, before its first garbage collection; asked are at'
        ' most 300 KB: '
        + (f'{memory} KB.' if memory is not None else 'not readable by this user.'),
        '',
        slow_servers.measure(bench.tool_run),
        '',
        WHERE,
    ]
