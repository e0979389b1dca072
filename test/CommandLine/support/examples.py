"""examples.py MODE AGENTC SCRATCH: runs every example that the help pages show, in order, in a folder that has what
they name; prints those that go wrong, and how many there are.

MODE is `whole`: each exits with 0; `unread`: nobody reads the output, which is not a failure; or `interrupted`: each
gets Ctrl-C at some moment, and leaves no temporary file."""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

mode, agentc, scratch = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
environment = {**os.environ, 'PATH': f'{pathlib.Path(agentc).parent}{os.pathsep}{os.environ["PATH"]}',
               'HOME': str(scratch / 'home'), 'XDG_CACHE_HOME': str(scratch / 'cache'),
               'GIT_CONFIG_GLOBAL': '/dev/null', 'GIT_CONFIG_SYSTEM': '/dev/null'}

AGENT = '''const search = {
  name: 'search', description: 'Finds products',
  parameters: { type: 'object', properties: { query: { type: 'string' } } },
  execute: async ({ query }) => ({ found: query }),
};
class Shop extends BaseAgent {
  tools = [search];
}
module.exports = Shop;
'''
TEST = (
    '{"schema": "agentc.test/1", "tests": [{"name": "weather", "tool": "search", "input": {"query": "rain"}, "expect":'
    ' {"result": {"found": "rain"}}}]}'
)
MODELS = '{"schema": "agentc.models/1", "providers": {"openai": {"api": "openai", "baseUrl": "http://127.0.0.1:9"}}}'
HANDLER = 'module.exports = async function handler(input) {\n  return input;\n};\n'


def shell(command, folder):
    return subprocess.run(['bash', '-o', 'pipefail', '-c', command], cwd=folder, env=environment, text=True, timeout=50,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


# What a page's examples make.
MADE = {'init': 'my-agent', 'package': 'my-agent.zip'}


def make_world(folder, page):
    """What examples name: bundles of every form, keys, a repository with a branch that others know."""
    shutil.rmtree(folder, ignore_errors=True)
    write(folder / 'my-agent/package.json', '{"name": "my-agent", "version": "1.0.0", "main": "index.js"}\n')
    write(folder / 'my-agent/index.js', AGENT)
    write(folder / 'my-agent/tests/weather.json', TEST)
    for name in ('my-repository/package', 'agents/one'):
        shutil.copytree(folder / 'my-agent', folder / name)
    write(folder / '.gitignore', '*.pem\n')
    write(folder / 'models.json', MODELS)
    write(folder / 'state/first-key', 'agentc_key\n')
    for name in ('handler.js', 'tools/search.ts', 'src/agent.ts', 'src/tools.ts'):
        write(folder / name, HANDLER)
    (folder / 'home/.config/fish/completions').mkdir(parents=True)
    made = shell('''set -e
      agentc keygen -o release.pem
      agentc package --quiet my-agent -o my-agent.zip --sign release.pem
      agentc push --quiet my-agent.zip oci:releases:1.0.0
      cp my-agent.zip old.zip; cp my-agent.zip new.zip; cp my-agent.zip other.zip
      mkdir packed; cp -r my-agent packed/package; tar -C packed -czf my-agent.tgz package; rm -r packed
      git init -q -b main
      git -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false commit -q --allow-empty -m first
      git update-ref refs/remotes/origin/main HEAD''', folder)
    if made.returncode:
        sys.exit(f'examples.py: the folder cannot be made:\n{made.stdout}')
    if page in MADE:
        subprocess.run(['rm', '-r', folder / MADE[page]], check=True)


def examples_of(page):
    part = page.split('EXAMPLES:\n')[1].split('\n\n')[0]
    return [ending(line[2:]) for line in part.splitlines() if not line.startswith('  #')]


def ending(example):
    """A server listens on a port that is free, and gets Ctrl-C after a while."""
    if not example.startswith('agentc serve') or '--new-key' in example:
        return example
    listening = re.sub(r' --listen \S+', '', example) + ' --listen 127.0.0.1:0'
    return f'timeout --preserve-status --signal=INT 3 {listening}'


def run_whole(example, folder):
    ran = shell(example, folder)
    return f'exits {ran.returncode}:\n{ran.stdout}' if ran.returncode else ''


def run_unread(example, folder):
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(['bash', '-o', 'pipefail', '-c', example], cwd=folder, env=environment, text=True, timeout=50,
                         stdin=subprocess.DEVNULL, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    return f'exits {ran.returncode}:\n{ran.stderr}' if ran.returncode else ''


def run_interrupted(example, folder):
    run = subprocess.Popen(
        ['bash', '-o', 'pipefail', '-c', example],
        cwd=folder,
        env=environment,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # lit ignores it
    time.sleep(len(example) % 17 * 0.004)  # wherever it then is
    try:
        os.killpg(run.pid, signal.SIGINT)
    except ProcessLookupError:
        pass
    code = run.wait(timeout=50)
    left = [str(path) for place in (folder, scratch / 'cache') for path in place.rglob('*.tmp')]
    if left or code not in (0, -signal.SIGINT, 128 + signal.SIGINT):
        return f'exits {code} and leaves {left}'
    return ''


def main():
    run = {'whole': run_whole, 'unread': run_unread, 'interrupted': run_interrupted}[mode]
    names = re.findall(r'^  ([a-z-]+)  ', shell('agentc help', '.').stdout.split('OTHER FLAGS:')[0], re.M)
    shutil.rmtree(scratch, ignore_errors=True)
    pages = {name: f'agentc help {name}' for name in names}
    pages['tool-run'] = 'agentc-tool-run --help'
    wrong = count = 0
    for name, page in pages.items():
        folder = scratch / name
        environment['HOME'] = str(folder / 'home')
        examples = examples_of(shell(page, '.').stdout)
        for number, example in enumerate(examples):
            # An example may need what those before it made, whole.
            if number == 0 or mode == 'interrupted':
                make_world(folder, name)
                for before in examples[:number]:
                    shell(before, folder)
            count += 1
            if fault := run(example, folder):
                wrong += 1
                print(f'{name}: `{example}` {fault}')
    print(f'{count} examples of {len(pages)} pages, {wrong} wrong')
    return wrong > 0


sys.exit(main())
