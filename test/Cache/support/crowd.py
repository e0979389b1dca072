"""crowd.py AGENTC FOLDER COUNT: lets COUNT calls of `agentc cache` run four at a time on the same few files, kills
every third of them early, and reads each path that is handed out."""
import pathlib
import random
import subprocess
import sys
import threading

agentc, folder, count = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
cache = folder / 'cache'
chance = random.Random(1)
sources = []
for number in range(3):
    source = folder / f'{number}.zip'
    source.write_bytes(chance.randbytes(3_000_000))
    sources.append(source)
faults, killed, lock = [], 0, threading.Lock()


def call(number):
    global killed
    source = sources[number % len(sources)]
    verb = ['gc', '--max-size', '1'] if number % 10 == 9 else ['ensure', str(source)]
    process = subprocess.Popen([agentc, 'cache', '--cache-dir', str(cache), *verb], stdout=subprocess.PIPE, text=True)
    if number % 3 == 2:
        try:
            process.wait(random.random() * 0.02)
        except subprocess.TimeoutExpired:
            process.kill()
            with lock:
                killed += 1
    out, _ = process.communicate()
    if process.returncode == 0 and verb[0] == 'ensure':
        data = pathlib.Path(out.strip()).read_bytes()
        if data != source.read_bytes():
            faults.append(f'call {number}: {out.strip()} is not whole')
    elif process.returncode not in (0, -9):
        faults.append(f'call {number}: exit code {process.returncode}')


numbers = iter(range(count))


def work():
    while True:
        with lock:
            number = next(numbers, None)
        if number is None:
            return
        call(number)


threads = [threading.Thread(target=work) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print('\n'.join(faults) or f'{count} calls, {killed} killed, all paths whole')
sys.exit(bool(faults))
