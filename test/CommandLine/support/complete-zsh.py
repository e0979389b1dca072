"""complete-zsh.py SCRIPT...: for each line of lines.txt, what an interactive zsh offers at its end once the scripts
were sourced.

zsh completes only in its line editor, so one runs on a terminal of its own; a wrapper of `compadd` notes the
matches."""
import os
import pathlib
import pty
import select
import sys
import tempfile
import time

folder = pathlib.Path(__file__).parent
scripts = '\n'.join('source ' + os.path.abspath(script) for script in sys.argv[1:])
with tempfile.TemporaryDirectory() as home:
    noted = pathlib.Path(home, 'noted')
    pathlib.Path(home, '.zshrc').write_text(f'''
autoload -U compinit; compinit -u -D
{scripts}
PROMPT='ready> '
unsetopt zle_bracketed_paste beep
compadd() {{
  local -a matches
  builtin compadd -A matches "$@"
  print -rl -- $matches >> {noted}
  builtin compadd "$@"
}}
note() {{ : > {noted}; zle complete-word; print -r -- END >> {noted}; zle kill-whole-line }}
zle -N note; bindkey '^I' note
''')
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(ZDOTDIR=home, TERM='vt100')
        os.execvp('zsh', ['zsh', '-i'])

    def wait_for(condition):
        """Reads what zsh prints, which would else stand still, until something holds."""
        end, seen = time.monotonic() + 30, b''
        while not condition(seen):
            if time.monotonic() > end:
                sys.exit('complete-zsh.py: zsh does not answer: ' + repr(seen[-500:]))
            if select.select([terminal], [], [], 0.1)[0]:
                seen += os.read(terminal, 65536)

    wait_for(lambda seen: b'ready> ' in seen)
    for line in (folder / 'lines.txt').read_text().splitlines():
        noted.write_text('')
        os.write(terminal, line.encode() + b'\t')
        wait_for(lambda _: noted.read_text().endswith('END\n'))
        words = sorted({word for word in noted.read_text().splitlines()[:-1] if word})
        print(f'{line}: {" ".join(words)}'.rstrip() + ('' if words else ' '))
    os.write(terminal, b'exit\n')
