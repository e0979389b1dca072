"""What a warm sandbox costs: a call's time beside a fresh isolate of isolated-vm, and a waiting call's own memory."""
import json
import pathlib
import statistics
import subprocess
import time

HERE = pathlib.Path(__file__).parent
PACKAGE = '''
module.exports = async (input) => {
  if (input.wait) await new Promise((resolve) => setTimeout(resolve, input.wait));
  return input.a + input.b;
};
'''


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


def measure(program, node, rounds=400):
    """Lines of the page."""
    sandbox = Sandbox(program)
    ours, theirs = [], []
    # In turn, so that a slow spell of the machine meets both.
    for _ in range(5):
        ours += [sandbox.time({'a': 1, 'b': number}) for number in range(rounds // 5 + 5)][5:]
        theirs.append(float(subprocess.run([node, '--no-node-snapshot', str(HERE / 'isolated-vm.mjs'), str(rounds // 5)],
                                           capture_output=True, text=True, check=True).stdout))
    memory = sandbox.waiting_memory()
    sandbox.process.stdin.close()
    sandbox.process.wait()
    call, isolate = statistics.median(ours), statistics.median(theirs)
    version = json.loads((HERE / 'package.json').read_text())['devDependencies']['isolated-vm']
    return ['', 'In a process that is warm, median of calls:', '',
            f'| what | time | of isolated-vm {version} |', '|---|---:|---:|',
            f'| isolated-vm: fresh isolate, context and call, in its caller\'s process | {isolate:.2f} ms | 1.00 |',
            '| `agentc-tool-run`: call in a process of its own, from request line to report line | '
            f'{call:.2f} ms | {call / isolate:.2f} |', '',
            'Memory that a waiting call shares with no other process, before its first garbage collection: '
            + (f'{memory} KB.' if memory is not None else 'not readable by this user.')]
