"""examples.py AGENTC EXAMPLES SCRATCH: runs every example that the help pages show, in order, in a folder that has what
they name; prints those that are wrong usage, and how many there are."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

agentc, bundles, scratch = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
environment = {**os.environ, 'PATH': f'{pathlib.Path(agentc).parent}{os.pathsep}{os.environ["PATH"]}',
               'HOME': str(scratch / 'home'), 'XDG_CACHE_HOME': str(scratch / 'cache'),
               'GIT_CONFIG_GLOBAL': '/dev/null', 'GIT_CONFIG_SYSTEM': '/dev/null'}

AGENT = '''const search = {
  name: 'search', description: 'Finds products', parameters: { type: 'object', properties: { query: { type: 'string' } } },
  execute: async ({ query }) => ({ found: query }),
};
class Shop extends BaseAgent {
  tools = [search];
}
module.exports = Shop;
'''
TEST = '{"schema": "agentc.test/1", "tests": [{"name": "weather", "tool": "search", "input": {"query": "rain"}, "expect": {"result": {"found": "rain"}}}]}'
HANDLER = 'module.exports = async function handler(input) {\n  return input;\n};\n'


def shell(command, folder):
    return subprocess.run(['bash', '-o', 'pipefail', '-c', command], cwd=folder, env=environment, text=True, timeout=50,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def make_world(folder):
    """What examples name: bundles of every form, keys, a repository with a branch that others know."""
    write(folder / 'my-agent/package.json', '{"name": "my-agent", "version": "1.0.0", "main": "index.js"}\n')
    write(folder / 'my-agent/index.js', AGENT)
    write(folder / 'my-agent/tests/weather.json', TEST)
    for name in ('my-repository/package', 'agents/one'):
        shutil.copytree(folder / 'my-agent', folder / name)
    write(folder / '.gitignore', '*.pem\n')
    for name in ('handler.js', 'tools/search.ts', 'src/agent.ts', 'src/tools.ts'):
        write(folder / name, HANDLER)
    (folder / 'home/.config/fish/completions').mkdir(parents=True)
    made = shell('''set -e
      agentc keygen -o release.pem
      agentc package --quiet my-agent -o my-agent.zip --sign release.pem
      cp my-agent.zip old.zip; cp my-agent.zip new.zip; cp my-agent.zip other.zip
      mkdir packed; cp -r my-agent packed/package; tar -C packed -czf my-agent.tgz package; rm -r packed
      git init -q -b main; git -c user.name=a -c user.email=a@example.com -c commit.gpgsign=false commit -q --allow-empty -m first
      git update-ref refs/remotes/origin/main HEAD''', folder)
    if made.returncode:
        sys.exit(f'examples.py: the folder cannot be made:\n{made.stdout}')


def examples_of(page):
    part = page.split('EXAMPLES:\n')[1].split('\n\n')[0]
    return [line[2:] for line in part.splitlines() if not line.startswith('  #')]


def main():
    names = re.findall(r'^  ([a-z-]+) ', shell('agentc help', '.').stdout.split('OTHER FLAGS:')[0], re.M)
    shutil.rmtree(scratch, ignore_errors=True)
    wrong = count = 0
    for name in names:
        folder = scratch / name
        make_world(folder)
        if name == 'package':
            (folder / 'my-agent.zip').unlink()
        environment['HOME'] = str(folder / 'home')
        for example in examples_of(shell(f'agentc help {name}', '.').stdout):
            count += 1
            ran = shell(example, folder)
            if ran.returncode != 0:
                wrong += 1
                print(f'{name}: `{example}` exits {ran.returncode}:\n{ran.stdout}')
    page = subprocess.run([str(pathlib.Path(agentc).parent / 'agentc-tool-run'), '--help'], text=True, capture_output=True, check=True).stdout
    for example in examples_of(page):
        count += 1
        ran = shell(example, scratch / 'run')
        if ran.returncode != 0:
            wrong += 1
            print(f'agentc-tool-run: `{example}` exits {ran.returncode}:\n{ran.stdout}')
    print(f'{count} examples of {len(names)} subcommands, {wrong} wrong')
    return wrong > 0


sys.exit(main())
