"""dialogue.py COMMAND... < SCRIPT: a client of the Model Context Protocol that says what the script's lines say, as
they are, and prints each line that it gets. `# N` waits until N more lines have come; at the end it closes its side,
prints what still comes, and the exit code. `# quiet` waits half a second, in which nothing may come."""
import select
import subprocess
import sys

PATIENCE = 60


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.text = b''

    def say(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def next_line(self, patience):
        """Nothing at the end, or when patience is."""
        while b'\n' not in self.text:
            if not select.select([self.process.stdout], [], [], patience)[0]:
                return None
            part = self.process.stdout.read1(1 << 20)
            if not part:
                return None
            self.text += part
        line, self.text = self.text.split(b'\n', 1)
        return line.decode()


def main():
    server = Server(sys.argv[1:])
    for line in sys.stdin.buffer:
        if line == b'# quiet\n':
            if (heard := server.next_line(0.5)) is not None:
                sys.exit(f'not quiet: {heard}')
        elif line.startswith(b'# '):
            for _ in range(int(line[2:])):
                heard = server.next_line(PATIENCE)
                if heard is None:
                    sys.exit('no answer')
                print(heard, flush=True)
        elif line.strip():
            server.say(line)
    server.process.stdin.close()
    while (heard := server.next_line(PATIENCE)) is not None:
        print(heard)
    print('exit code', server.process.wait(PATIENCE))


if __name__ == '__main__':
    main()
