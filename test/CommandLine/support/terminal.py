"""terminal.py [--columns N] [--type TEXT] [--after SECONDS] [--until TEXT] [--signal NAME] COMMAND...: runs a command
on a terminal of its own and prints all that it wrote there, without carriage returns before line feeds; exits as the
command did, with 128 + N where signal N ended it.

With --until, types TEXT or sends the signal (to the foreground group, as Ctrl-C does) once the text has been
written."""
import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

parser = argparse.ArgumentParser()
parser.add_argument('--columns', type=int, default=80)
parser.add_argument('--type', default='')
parser.add_argument('--until', default='')
parser.add_argument('--signal', default='')
parser.add_argument('command', nargs=argparse.REMAINDER)
options = parser.parse_args()

child, terminal = pty.fork()
if child == 0:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # lit ignores it
    # Wait for the size: the program asks for it when it starts.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, options.columns, 0, 0))
    os.execvp(options.command[0], options.command)

written, acted, deadline = b'', False, time.monotonic() + 50
while True:
    if not acted and options.until.encode() in written:
        acted = True
        if options.type:
            os.write(terminal, options.type.encode().decode('unicode_escape').encode())
        if options.signal:
            os.killpg(child, getattr(signal, options.signal))
    if not select.select([terminal], [], [], 1)[0]:
        if time.monotonic() > deadline:
            os.killpg(child, signal.SIGKILL)
            sys.exit('terminal.py: the command does not end')
        continue
    try:
        part = os.read(terminal, 65536)
    except OSError:  # all that had the terminal open have ended
        break
    if not part:
        break
    written += part
_, status = os.waitpid(child, 0)
sys.stdout.buffer.write(written.replace(b'\r\n', b'\n'))
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
