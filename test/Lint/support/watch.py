"""watch.py AGENTC FOLDER: edits a folder that `agentc lint --watch` watches, and expects to be told of each edit."""
import atexit
import pathlib
import queue
import signal
import subprocess
import sys
import threading

agentc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
source = folder / 'index.js'
source.write_text('module.exports = (input) => eval(input.text);\n')
process = subprocess.Popen([agentc, 'lint', '--no-cache', '--watch', str(folder)], stdout=subprocess.PIPE, text=True)
lines = queue.Queue()
threading.Thread(target=lambda: [lines.put(line) for line in process.stdout], daemon=True).start()


def expect(*words):
    """The lines up to the one that says that changes are waited for have all words, or none of those after `!`."""
    text = ''
    while 'watching for changes' not in text:
        text += lines.get(timeout=60)
    for word in words:
        assert (word[1:] not in text) if word[0] == '!' else (word in text), f'{word}: {text}'
    print('told:', ' '.join(words))


atexit.register(process.kill)
expect('eval-call')
source.write_text('module.exports = (input) => input.text;\n')
expect('!eval-call')
(folder / 'deep').mkdir()
(folder / '.index.js.swp').write_text('what an editor writes beside a file that is open')
(folder / 'index.js').touch()  # no new text, nothing to tell
(folder / 'deep/other.js').write_text('eval(process.argv[2]);\n')
expect('deep/other.js', 'eval-call')
replacing = folder / 'deep/.new'  # as editors save: another file in the old one's place
replacing.write_text('exports.a = 1;\n')
replacing.rename(folder / 'deep/other.js')
expect('!eval-call')
process.terminate()  # a test may run where SIGINT is ignored
print('ended by', signal.Signals(-process.wait(timeout=20)).name)
