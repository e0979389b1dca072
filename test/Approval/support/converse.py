"""converse.py ANSWERS COMMAND…: runs a command on a terminal of its own and types an answer at each prompt.

ANSWERS are joined by `/`; after the last one the terminal's input ends. Prints what the terminal showed, without
carriage returns, and exits as the command did."""
import os
import pty
import re
import select
import sys
import time

PROMPT = re.compile(rb'(?:: |\? )$')


def main():
    answers, command = sys.argv[1].split('/'), sys.argv[2:]
    child, terminal = pty.fork()
    if child == 0:
        os.execvp(command[0], command)
    shown, since, deadline = b'', b'', time.monotonic() + 50
    while time.monotonic() < deadline:
        ready = select.select([terminal], [], [], 0.2)[0]
        if ready:
            try:
                part = os.read(terminal, 65536)
            except OSError:  # the other end is closed
                part = b''
            if not part:
                break
            shown, since = shown + part, since + part
        elif PROMPT.search(since):
            os.write(terminal, (answers.pop(0) + '\n').encode() if answers else b'\x04')
            since = b''
    sys.stdout.buffer.write(shown.replace(b'\r', b''))
    sys.stdout.flush()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


sys.exit(main())
