"""run_page.py PAGE BIN FOLDER: does in the empty FOLDER what a page of the documentation says, with the programs in
BIN.

A fenced block whose info string names a file (```js index.js) becomes that file. In a ```console block, each line that
begins with `$ ` is a command (lines that begin with `> ` go on with it), and what follows up to the next is what it
prints on both outputs: `...` stands for any text, alone on a line for any lines. A command must end with 0, unless the
next one is `echo $?`. Commands of a page share one shell. Blocks that hold commands in any other form are an error, so
that nothing is left out; what no test can do is in LEFT_OUT."""
import os
import pathlib
import re
import subprocess
import sys

FENCE = re.compile(
    r'^(?P<indent> *)(?P<fence>`{3,})(?P<info>[^`\n]*)\n(?P<body>.*?)^(?P=indent)(?P=fence) *$', re.M | re.S
)
# They build, install or need another machine; ./dev and the packages are tried by other tests and by hand.
LEFT_OUT = re.compile(r'^(\./dev|cmake|npm install|npx|sudo|apt-get|git clone|source)\b')
SHELLS = {'', 'sh', 'bash', 'shell', 'text'}
MARK = '\x01'
# With a sanitizer a wall of the sandbox is missing, which is told first.
MISSING_WALL = 'agentc-tool-run: warning: system calls are not filtered' if os.environ.get('AGENTC_SANITIZED') else ''


class Wrong(Exception):
    pass


def commands_of(body):
    """Pairs of a command and what the page says it prints."""
    found = []
    for line in body.splitlines():
        if line.startswith('$ '):
            found.append([line[2:], []])
        elif line.startswith('> ') and found and not found[-1][1]:
            found[-1][0] += '\n' + line[2:]
        elif found:
            found[-1][1].append(line)
        elif line:
            raise Wrong(f'a console block begins with {line!r}, not with a command')
    return found


def fits(shown, printed):
    """Whether the lines printed are those shown, by the usual search with one place to go back to."""
    def line_fits(pattern, line):
        return re.fullmatch('.*'.join(map(re.escape, pattern.split('...'))), line) is not None

    shown = [line.rstrip() for line in shown]
    i = j = 0
    star = None
    while j < len(printed):
        if i < len(shown) and shown[i].strip() == '...':
            star = (i, j)
            i += 1
        elif i < len(shown) and line_fits(shown[i], printed[j].rstrip()):
            i, j = i + 1, j + 1
        elif star:
            i, j = star[0] + 1, star[1] + 1
            star = (star[0], j)
        else:
            return False
    return all(line.strip() == '...' for line in shown[i:])


class Shell:
    def __init__(self, programs, folder):
        # A repository of its own, as a reader's is, not a part of agentc's; caches lie outside.
        subprocess.run(['git', 'init', '-q', '-b', 'main', str(folder)], check=True)
        environment = {name: os.environ[name] for name in ('TMPDIR',) if name in os.environ}
        environment.update(
            PATH=f'{programs}:/usr/local/bin:/usr/bin:/bin',
            HOME=str(folder),
            LANG='C.UTF-8',
            TERM='dumb',
            XDG_CACHE_HOME=f'{folder}.cache',
            GIT_CONFIG_NOSYSTEM='1',
            COLUMNS='100',
        )
        self.process = subprocess.Popen(
            ['bash', '--norc'],
            cwd=folder,
            env=environment,
            text=True,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.status = 0

    def run(self, command):
        self.process.stdin.write(f'(exit {self.status})\n{command}\nprintf "{MARK}%d\\n" $?\n')
        self.process.stdin.flush()
        printed = ''
        while MARK not in printed:
            line = self.process.stdout.readline()
            if not line:
                raise Wrong(f'`{command}` ended the shell')
            printed += line
        printed, status = printed.split(MARK)
        self.status = int(status)
        return [line for line in printed.splitlines() if not MISSING_WALL or not re.match(MISSING_WALL, line)]


def main():
    page, programs, folder = map(pathlib.Path, sys.argv[1:4])
    # One fenced block inside of another's text is that text.
    blocks = list(FENCE.finditer(page.read_text()))
    shell, count, left_out, problems = Shell(programs.resolve(), folder.resolve()), 0, 0, []
    pending = None
    for block in blocks:
        line = page.read_text()[:block.start()].count('\n') + 1
        words, body = block['info'].split(), re.sub('^' + block['indent'], '', block['body'], flags=re.M)
        kind = words[0] if words else ''
        if len(words) > 1:
            file = folder / words[1]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(body)
        elif kind in SHELLS and re.search(r'^(\$|agentc|\./dev) ', body, re.M):
            problems.append(f'{page.name}:{line}: commands in a block that is not `console`')
        elif kind == 'console':
            for command, shown in commands_of(body):
                if LEFT_OUT.match(command):
                    left_out += 1
                    continue
                if pending and command != 'echo $?':
                    problems.append(pending)
                pending = None
                printed = shell.run(command)
                count += 1
                if shell.status:
                    pending = f'{page.name}:{line}: `{command}` ended with {shell.status}:\n' + '\n'.join(printed)
                # A block with commands only shows how to call them, not what they print.
                if any(shown) and not fits(shown, printed):
                    problems.append(
                        f'{page.name}:{line}: `{command}` printed\n' + '\n'.join(f'  | {text}' for text in printed)
                    )
    if pending:
        problems.append(pending)
    shell.process.stdin.close()
    print('\n'.join(problems) or f'{page.name}: {count} commands, {left_out} left out')
    return bool(problems) or not (count or left_out)


if __name__ == '__main__':
    sys.exit(main())
