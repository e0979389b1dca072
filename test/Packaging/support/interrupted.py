"""interrupted.py AGENTC BUNDLE FOLDER COUNT: packages BUNDLE over an older package COUNT times, and as often where none
is, and kills the process at a random moment, then lets it run out of room (a limit on the size of files it may write),
and looks at what is left each time."""
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import time

agentc, bundle, folder, count = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), int(sys.argv[4])
out = folder / 'out' / 'p.zip'
out.parent.mkdir()
command = [agentc, 'package', '--no-load-test', '--force', bundle, '-o', str(out)]
whole = folder / 'whole.zip'
subprocess.run([*command[:-1], str(whole)], check=True, stdout=subprocess.DEVNULL)
new, old = whole.read_bytes(), b'an older package'

started = time.monotonic()
subprocess.run([*command[:-1], str(whole)], check=True, stdout=subprocess.DEVNULL)
took = time.monotonic() - started
early = 0
try:
    os.close(os.open(out.parent, os.O_WRONLY | os.O_TMPFILE))
    unnamed = True
except OSError:
    unnamed = False
for number in range(2 * count):
    fresh = number >= count
    if fresh:
        out.unlink(missing_ok=True)
    else:
        out.write_bytes(old)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    time.sleep(random.uniform(0, took))
    process.send_signal(signal.SIGKILL)
    process.wait()
    data = out.read_bytes() if out.exists() else None
    assert data in (
        (None, new) if fresh else (old, new)
    ), f'{len(data)} bytes are neither the old package nor the new one'
    early += data != new
    rests = list(out.parent.glob('.agentc-*.tmp'))
    # Over an older package there is a moment at which the new one has a name of its own.
    assert not (fresh and unnamed and rests), rests
    for rest in rests:
        rest.unlink()
print(f'{2 * count} killed, {early} of them before the package stood there; nothing but whole packages')


def no_room():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(new) // 2, len(new) // 2))


out.write_bytes(old)
done = subprocess.run(command, preexec_fn=no_room, capture_output=True, text=True)
left = sorted(os.listdir(out.parent))
assert out.read_bytes() == old and left == ['p.zip'], left
print(f'no room: exit code {done.returncode}, the old package is left, no other file')
print('no room: ' + done.stderr.strip().split('error: ')[-1])
out.unlink()
done = subprocess.run(command, preexec_fn=no_room, capture_output=True, text=True)
assert not os.listdir(out.parent), os.listdir(out.parent)
print(f'no room at first: exit code {done.returncode}, no file')
