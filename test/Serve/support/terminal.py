"""A program on a terminal of its own, as a person sees it and types to it."""
import os
import pty
import select
import signal
import subprocess
import time


class Terminal:
    def __init__(self, command, **variables):
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
                                        env={**os.environ, 'TERM': 'xterm', **variables}, preexec_fn=self.take)
        os.close(theirs)
        self.seen = ''
        self.at = 0

    @staticmethod
    def take():
        """Ctrl-C goes to who has the terminal; lit ignores it."""
        import fcntl
        import termios
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    def read(self, patience):
        if not select.select([self.ours], [], [], patience)[0]:
            return False
        try:
            self.seen += os.read(self.ours, 65536).decode()
        except OSError:
            return False
        return True

    def until(self, text, patience=60):
        """What was shown until a text came, which is looked for behind the last one that was waited for."""
        deadline = time.monotonic() + patience
        while text not in self.seen[self.at:]:
            if not self.read(deadline - time.monotonic() if time.monotonic() < deadline else 0):
                raise SystemExit(f'terminal: {text!r} did not come after {self.seen[self.at:]!r}')
        end = self.seen.index(text, self.at) + len(text)
        told, self.at = self.seen[self.at:end], end
        return told.replace('\r\n', '\n')

    def type(self, text):
        os.write(self.ours, text.encode())

    def interrupt(self):
        self.type('\x03')

    def end(self, patience=60):
        """Its exit code, and the rest that it showed."""
        deadline = time.monotonic() + patience
        while self.process.poll() is None and time.monotonic() < deadline:
            self.read(0.05)
        while self.read(0.05):
            pass
        return self.process.wait(patience), self.seen[self.at:].replace('\r\n', '\n')
