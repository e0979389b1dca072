"""soak.py kills|successors|orphans|starts|calls --bin FOLDER [--count N] [--seed S] [--few-calls]: what the sandbox
leaves behind.

kills kills the call's process, the package's, the zygote or the broker at random moments (-9), N times. The caller
            must get an outcome (of a killed broker, the end of its output), the next call must be right, and nothing
            may be left.
successors  kills the zygote while it is asked for a package's process, and its successor before that answers: the call
            must be right all the same.
orphans     kills the zygote while a call runs, then the broker: the call must not outlive it.
starts kills `agentc run` N times within 16 ms of its start, when it has made none, some or all of the sandbox: nothing
may
            be left.
calls makes N calls of one package, and compares memory, processes and descriptors after 1 % of them and at the end.

What is called a package's process is the zygote itself once the first zygote was replaced while a package lived.
With --few-calls the first package's process is the zygote itself, and the guard is what is called zygote here.
"""
import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

PACKAGES = {
    'quick': 'module.exports = (x) => x;',
    'waiting': 'module.exports = async (x) => { await new Promise((r) => setTimeout(r, 15)); return x; };',
    'busy': 'module.exports = (x) => { for (const end = Date.now() + 15; Date.now() < end;); return x; };',
    'loading': 'for (const end = Date.now() + 15; Date.now() < end;); module.exports = (x) => x;',
    'endless': 'module.exports = () => { for (;;); };',
}
ROLES = ['call', 'package', 'zygote', 'broker']
FLAGS = []


def request(kind, value):
    image = {'entry': 'index.js', 'style': 'handler', 'tools': [],
             'modules': [{'path': 'index.js', 'format': 'cjs', 'text': PACKAGES[kind]}]}
    return json.dumps({'schema': 'agentc.request/1', 'mode': 'call', 'inputText': json.dumps(value), 'image': image,
                       'grant': {'hosts': [], 'environment': {}}, 'limits': {'wallMs': 2000}}) + '\n'


def read(path):
    try:
        return pathlib.Path(path).read_text(encoding='utf-8', errors='replace')
    except OSError:
        return ''


def children(pid):
    return {int(child) for child in read(f'/proc/{pid}/task/{pid}/children').split()}


class Broker:
    """A running agentc-tool-run, whose processes are found by the name it was started under."""

    def __init__(self, program):
        self.program = program
        self.process = subprocess.Popen([program, *FLAGS], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(self, kind, value):
        self.process.stdin.write(request(kind, value).encode())
        self.process.stdin.flush()

    def answer(self):
        line = self.process.stdout.readline()
        return json.loads(line) if line else None

    def ask(self, kind, value):
        self.send(kind, value)
        return self.answer()

    def processes(self):
        """Their ids by role. Each package's process leads a group that its calls are in."""
        pid = self.process.pid
        roles = {'broker': pid}
        first, second = ('package', 'zygote') if FLAGS else ('zygote', 'package')
        for child in read(f'/proc/{pid}/task/{pid}/children').split():
            fields = read(f'/proc/{child}/stat').rpartition(')')[2].split()
            if len(fields) < 3 or fields[0] == 'Z':
                continue
            role = 'call' if fields[2] != child else second if first in roles else first
            roles.setdefault(role, int(child))
        return roles

    def close(self):
        self.process.stdin.close()
        self.process.wait(20)


def left(program):
    """Processes, other than zombies, that were started as this program."""
    found = []
    for folder in pathlib.Path('/proc').iterdir():
        if folder.name.isdigit() and read(folder / 'cmdline').split('\0')[0] == program:
            state = read(folder / 'stat').rpartition(')')[2].split()
            if state and state[0] != 'Z':
                found.append(folder.name)
    return found


def wait_until_gone(program):
    for _ in range(100):
        found = left(program)
        if not found:
            return []
        time.sleep(0.05)
    return found


def kill_and_wait(pid):
    """Until it is dead: under load it may live on for a while, and the next kill would meet it."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    for _ in range(1000):
        state = read(f'/proc/{pid}/stat').rpartition(')')[2].split()
        if not state or state[0] in 'ZX':
            break
        time.sleep(0.001)


def soak_kills(program, count, seed):
    chance = random.Random(seed)
    killed = dict.fromkeys(ROLES, 0)
    outcomes, failures = {}, []
    broker = Broker(program)
    for number in range(count):
        role = chance.choice(ROLES)
        kind = chance.choice(['waiting', 'busy', 'endless'] if role == 'call' else list(PACKAGES))
        broker.send(kind, number)
        running = broker.processes()
        # A call's process is there for a part of the time only.
        end = time.time() + 0.1
        while role == 'call' and 'call' not in running and time.time() < end:
            running = broker.processes()
        time.sleep(chance.random() * (0.01 if role == 'call' else 0.03))
        running = broker.processes()
        # What is not running now cannot be killed; the zygote and the broker always are.
        while role not in running:
            role = ROLES[ROLES.index(role) + 1]
        kill_and_wait(running[role])
        killed[role] += 1
        report = broker.answer()
        if role == 'broker':
            broker.process.wait()
            remaining = wait_until_gone(program)
            if remaining:
                failures.append(f'{number}: left after the broker: {remaining}')
            broker = Broker(program)
        elif report is None:
            failures.append(f'{number}: no outcome after the {role} was killed: '
                            f'the broker ended with {broker.process.wait()}')
            broker = Broker(program)
        else:
            outcomes[report['outcome']] = outcomes.get(report['outcome'], 0) + 1
        following = broker.ask('quick', number)
        if (
            role == 'call'
            and report
            and report['outcome'] != 'crashed'
            and following
            and following['outcome'] == 'crashed'
        ):
            # That call had ended; what was killed was made for the next one.
            following = broker.ask('quick', number)
        if not following or following.get('result') != number:
            failures.append(f'{number}: after the {role} was killed, the next call: {following}')
    broker.close()
    remaining = wait_until_gone(program)
    if remaining:
        failures.append(f'left at the end: {remaining}')
    print(f'{sum(killed.values())} kills, seed {seed}:', ', '.join(f'{role} {n}' for role, n in killed.items()))
    print('outcomes:', ', '.join(f'{name} {n}' for name, n in sorted(outcomes.items())))
    return failures


def soak_successors(program, count):
    failures = []
    for number in range(count):
        broker = Broker(program)
        broker.ask('quick', number)
        zygote = broker.processes()['zygote']
        before = children(broker.process.pid)
        os.kill(zygote, signal.SIGSTOP)
        broker.send('waiting', number)
        time.sleep(0.02)
        os.kill(zygote, signal.SIGKILL)
        while not (successor := children(broker.process.pid) - before):
            pass
        os.kill(min(successor), signal.SIGKILL)
        report = broker.answer()
        if not report or report.get('result') != number:
            failures.append(f'{number}: {report}')
            broker.process.wait()
        else:
            broker.close()
    print(f'killed {count} zygotes and their successors')
    return failures


def soak_orphans(program):
    broker = Broker(program)
    broker.send('endless', 0)
    while not set(ROLES) <= (running := broker.processes()).keys():
        time.sleep(0.005)
    os.kill(running['zygote'], signal.SIGKILL)
    # Its successor is the second of what leads a group then.
    second = 'zygote' if FLAGS else 'package'
    for _ in range(100):
        if broker.processes().get(second) not in (running[second], None):
            break
        time.sleep(0.01)
    broker.process.kill()
    broker.process.wait()
    remaining = wait_until_gone(program)
    print('killed the zygote, then the broker')
    return [f'left: {remaining}'] if remaining else []


def left_of(sessions):
    """Processes of these sessions, which what a program starts stays in."""
    fields = {
        path.parent.name: read(path).rpartition(')')[2].split() for path in pathlib.Path('/proc').glob('[0-9]*/stat')
    }
    return [pid for pid, field in fields.items() if len(field) > 3 and int(field[3]) in sessions]


def soak_starts(folder, agentc, count, seed):
    chance = random.Random(seed)
    tool = pathlib.Path(folder) / 'tool.js'
    tool.write_text('module.exports = () => new Promise((resolve) => setTimeout(resolve, 20000));')
    sessions = set()
    for _ in range(count):
        started = subprocess.Popen(
            [agentc, 'run', tool],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        sessions.add(started.pid)
        time.sleep(chance.random() * 0.016)
        started.kill()
        started.wait()
    print(f'{count} starts')
    for _ in range(500):
        if not (left := left_of(sessions)):
            return []
        time.sleep(0.01)
    return [f'left: {left}']


def measure(broker):
    result = {}
    for role, pid in broker.processes().items():
        resident, private = (int(read(f'/proc/{pid}/statm').split()[i]) * 4 for i in (1, 5))
        try:
            descriptors = len(os.listdir(f'/proc/{pid}/fd'))
        except PermissionError:
            descriptors = None
        result[role] = {'resident': resident, 'data': private, 'descriptors': descriptors}
    return result


def measure_at_rest(broker):
    """After the last answer the broker still ends that call's process, and gets the next one ready."""
    before = None
    for _ in range(50):
        time.sleep(0.1)
        now = measure(broker)
        if now == before:
            break
        before = now
    return now


def soak_calls(program, count):
    broker = Broker(program)
    failures, first = [], None
    begin = time.time()
    for number in range(count):
        report = broker.ask('quick', number)
        if not report or report.get('result') != number:
            failures.append(f'{number}: {report}')
            break
        if number == max(count // 100, 10):
            paused = time.time()
            first = measure_at_rest(broker)
            begin += time.time() - paused
    seconds = time.time() - begin
    last = measure_at_rest(broker)
    broker.close()
    print(f'{count} calls in {seconds:.1f} s, {seconds / count * 1e3:.2f} ms each with the caller')
    # A call's process that waits for its request is young; how far it got says nothing.
    for role in ('broker', 'zygote', 'package'):
        now = last[role]
        then = first[role]
        print(f'{role}: resident {then["resident"]} KB, then {now["resident"]} KB; '
              f'descriptors {then["descriptors"]}, then {now["descriptors"]}')
        if now['resident'] > then['resident'] + 1024:
            failures.append(f'the {role} grew')
        if (now['descriptors'] or 0) > (then['descriptors'] or 0):
            failures.append(f'the {role} keeps descriptors')
    if wait_until_gone(program):
        failures.append('processes are left')
    return failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('what', choices=['kills', 'successors', 'orphans', 'starts', 'calls'])
    parser.add_argument('--bin', required=True)
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--few-calls', action='store_true')
    options = parser.parse_args()
    FLAGS[:] = ['--few-calls'] * options.few_calls
    with tempfile.TemporaryDirectory() as folder:
        # A name of its own, so that its processes can be told from others'; the folders beside it stay in reach.
        program, real = os.path.join(folder, 'agentc-tool-run'), os.path.realpath(options.bin)
        os.symlink(os.path.join(real, 'agentc-tool-run'), program)
        failures = (
            soak_kills(program, options.count, options.seed)
            if options.what == 'kills'
            else (
                soak_successors(program, options.count)
                if options.what == 'successors'
                else (
                    soak_orphans(program)
                    if options.what == 'orphans'
                    else (
                        soak_starts(folder, os.path.join(real, 'agentc'), options.count, options.seed)
                        if options.what == 'starts'
                        else soak_calls(program, options.count)
                    )
                )
            )
        )
    for failure in failures[:20]:
        print('FAILED', failure)
    print(f'{len(failures)} failures')
    sys.exit(bool(failures))


main()
