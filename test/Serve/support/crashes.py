"""crashes.py AGENTC WORK ROUNDS: kills the server, its brokers and its children at random moments; what was answered is
there after the next start."""
import pathlib
import random
import signal
import subprocess
import sys
import threading
import time

import http.client
import psutil

from serving import Server, handler

agentc, work, rounds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
dice = random.Random(seed)
SAYS = 'module.exports = async () => {};\n'
packages, versions, audited = set(), {}, 0
lost = []

server = Server(agentc, work / 'state')


def work_on(stop, number):
    """Uploads and deploys until the server has gone; notes what was answered."""
    turn = 0
    while not stop.is_set():
        turn += 1
        name = f'agent-{number}'
        try:
            client = server.client()
            answer = client.upload(handler(SAYS.format(dice.random()), name, f'1.{number}.{turn}'))
            if answer.status == 201:
                packages.add(answer.json['digest'])
            if answer.status in (200, 201):
                deployed = client.put(f'/api/agents/{name}', {'package': answer.json['digest']})
                if deployed.status in (200, 201):
                    versions[name] = max(versions.get(name, 0), deployed.json['version'])
            client.tool(agent=name, parameters={})
        except (OSError, http.client.HTTPException):
            time.sleep(0.01)


for turn in range(rounds):
    stop = threading.Event()
    threads = [threading.Thread(target=work_on, args=(stop, number)) for number in range(2)]
    for thread in threads:
        thread.start()
    time.sleep(dice.uniform(0.05, 0.5))
    whom = dice.choice(['server', 'server', 'broker', 'child'])
    if whom == 'server':
        server.process.kill()
        server.process.wait()
        server.process.stderr.close()
    else:
        try:
            below = psutil.Process(server.process.pid).children(recursive=True)
            named = [one for one in below if (one.name() == 'agentc-tool-run') == (whom == 'broker')]
            for one in named[:1]:
                one.send_signal(signal.SIGKILL)
        except psutil.Error:
            pass
    time.sleep(0.05)
    stop.set()
    for thread in threads:
        thread.join()
    if whom == 'server':
        server.start()
    client = server.client()
    there = {one['digest'] for one in client.get('/api/packages').json['packages']}
    lost += [f'package {one}' for one in packages - there]
    for name, version in versions.items():
        current = client.get(f'/api/agents/{name}').json
        if current.get('version', 0) < version:
            lost.append(f'{name} {version} beside {current}')
        answer = client.tool(agent=name, parameters={})
        if answer.status != 200:
            lost.append(f'{name}: {answer}')
    for one in there:
        if client.get(f'/api/packages/{one}/archive').status != 200:
            lost.append(f'archive {one}')

print('lost:', lost[:5])
print('packages and versions:', len(packages) > 0, sum(versions.values()) > 0)
entries = []
while more := client.get(f'/api/audit?after={entries[-1]["id"] if entries else 0}').json['entries']:
    entries += more
print('audited:', {entry['subject'] for entry in entries if entry['action'] == 'package.add'} >= packages)
print('left over:', list((work / 'state/incoming').glob('*')) if (work / 'state/incoming').exists() else [])

# What else may have happened to the folder.
server.stop()
archive = next(file for file in (work / 'state/packages').rglob('*') if file.is_file() and file.stat().st_size > 1000)
archive.write_bytes(archive.read_bytes()[:500] + b'changed')
server.start()
statuses = {server.client().get(f'/api/packages/{one}/archive').status for one in there}
print('a changed archive:', 503 in statuses, statuses <= {200, 503})
server.stop()
database = work / 'state/state.db'
database.write_bytes(database.read_bytes()[:2000] + b'\xff' * 3000 + database.read_bytes()[5000:])
ended = subprocess.run(
    [agentc, 'serve', '--state', work / 'state', '--listen', '127.0.0.1:0'], capture_output=True, text=True, timeout=60
)
print('a damaged database:', ended.returncode, ended.stderr.split(';')[0].split('(')[0].strip()[:60])

sys.exit(bool(lost))
