"""ci.py AGENTC SOURCE SCRATCH: runs the scripts of docs/ci by hand, as a runner would, in a fresh repository with a
remote."""
import os
import pathlib
import re
import subprocess
import sys

import yaml

agentc, source, scratch = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
env = {
    **os.environ,
    'PATH': f'{os.path.dirname(agentc)}:{os.environ["PATH"]}',
    'XDG_CACHE_HOME': str(scratch / 'home'),
    'GIT_AUTHOR_NAME': 't',
    'GIT_AUTHOR_EMAIL': 't@example.com',
    'GIT_COMMITTER_NAME': 't',
    'GIT_COMMITTER_EMAIL': 't@example.com',
}
EVAL = 'module.exports.%s = (input) => eval(input.%s);\n'


def git(*words, folder):
    return subprocess.run(
        ['git', *words], cwd=folder, env=env, check=True, capture_output=True, text=True
    ).stdout.strip()


def run(script, folder, **variables):
    """As both services do: bash that stops at the first failure."""
    return subprocess.run(['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], cwd=folder,
                          env={**env, **variables}, capture_output=True, text=True)


def action(folder, base_ref, **inputs):
    """The action's steps that are scripts; what is not a script is another's action."""
    described = yaml.safe_load((source / 'docs/ci/action.yml').read_text())
    known = {f'inputs.{name}': str(value.get('default', '')) for name, value in described['inputs'].items()}
    known |= {f'inputs.{name.replace("_", "-")}': value for name, value in inputs.items()}
    temp = scratch / 'temp'
    temp.mkdir(exist_ok=True)
    known |= {'github.base_ref': base_ref, 'runner.temp': str(temp)}
    text, code = '', 0
    for step in described['runs']['steps']:
        if 'run' not in step:
            continue
        assert '${{' not in step['run'], 'an expression in a script can be run'
        fill = lambda value: re.sub(r'\$\{\{ *([^ }]+) *\}\}', lambda match: known[match[1]], value)
        output = temp / 'output'
        output.write_text('')
        path = temp / 'path'
        path.write_text('')
        done = run(step['run'], folder, GITHUB_OUTPUT=str(output), GITHUB_PATH=str(path),
                   **{name: fill(value) for name, value in step.get('env', {}).items()})
        text += done.stdout + done.stderr
        env['PATH'] = ':'.join(path.read_text().split() + [env['PATH']])
        known |= {f'steps.{step["id"]}.outputs.{line.split("=")[0]}': line.split('=', 1)[1]
                  for line in output.read_text().splitlines()} if 'id' in step else {}
        code = done.returncode
        if code:
            break
    return code, text


def gitlab(folder, **variables):
    job = yaml.safe_load((source / 'docs/ci/gitlab.yml').read_text())['agentc-lint']
    return run('\n'.join(job['before_script'] + job['script']), folder, **{**job['variables'], **variables})


def hook(folder):
    described = yaml.safe_load((source / '.pre-commit-hooks.yaml').read_text())[0]
    return run(described['entry'], folder)


def show(name, code, text):
    print('\n'.join([f'{name}: {code}'] + ['  ' + line for line in text.splitlines() if 'error' in line]))


seed, remote, clone = scratch / 'seed', scratch / 'remote.git', scratch / 'clone'
(seed / 'bots/mail').mkdir(parents=True)
git('init', '-q', '-b', 'main', folder=seed)
(seed / 'bots/mail/package.json').write_text('{"name": "mail", "version": "1.0.0", "main": "index.js", "agentc": {}}')
(seed / 'bots/mail/index.js').write_text(EVAL % ('old', 'old'))
git('add', '.', folder=seed)
git('commit', '-q', '-m', 'base', folder=seed)
git('checkout', '-q', '-b', 'change', folder=seed)
with open(seed / 'bots/mail/index.js', 'a') as file:
    file.write(EVAL % ('fresh', 'fresh'))
git('commit', '-q', '-a', '-m', 'change', folder=seed)
git('clone', '-q', '--bare', str(seed), str(remote), folder=scratch)
git('clone', '-q', '--depth', '1', '--branch', 'change', f'file://{remote}', str(clone), folder=scratch)

show('action, shallow clone', *action(clone, 'main'))
sarif = (scratch / 'temp/agentc.sarif').read_text()
print('sarif:', len(re.findall(r'"startLine": 2\b', sarif)) > 0, '"uri": "bots/mail/index.js"' in sarif)
show('action, no pull request', *action(clone, ''))
show('action, warnings too', *action(clone, 'main', fail_on='note', paths='bots/mail\n\n', arguments='--quiet\n'))
show('action, unknown revision', *action(clone, 'main', since='; touch x'))
base = git('rev-parse', 'origin/main', folder=clone)
done = gitlab(clone, CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
show('gitlab', done.returncode, done.stdout + done.stderr)
print('report:', (clone / 'gl-code-quality-report.json').read_text().count('"fingerprint"'))
(clone / 'gl-code-quality-report.json').unlink()
done = hook(clone)
show('hook, nothing changed', done.returncode, done.stdout + done.stderr)
(clone / 'bots/mail/more.js').write_text(EVAL % ('more', 'more'))
done = hook(clone)
show('hook', done.returncode, done.stdout + done.stderr)
(clone / 'bots/mail/more.js').unlink()
git('checkout', '-q', '-B', 'main', 'origin/main', folder=clone)
show('action, nothing new', *action(clone, 'main'))
env['PATH'] = '/usr/bin:/bin'
stub = scratch / 'stub'
stub.mkdir()
(stub / 'npm').write_text(f'''#!/bin/sh
echo "error: asked for npm $*"
while [ "$1" != --prefix ]; do shift; done
mkdir -p "$2/node_modules/.bin" && ln -s {agentc} "$2/node_modules/.bin/agentc"
''')
(stub / 'npm').chmod(0o755)
env['PATH'] = bare = f'{stub}:/usr/bin:/bin'
show('action, by npm', *action(clone, 'main', version='1.2.3'))
env['PATH'] = bare
show('action, no version', *action(clone, 'main', version='file:../evil'))
show('action, not installed', *action(clone, 'main'))
(clone / 'node_modules/.bin').mkdir(parents=True)
(clone / 'node_modules/.bin/agentc').symlink_to(agentc)
show('action, of the project', *action(clone, 'main'))
env['PATH'] = bare
done = gitlab(clone, AGENTC_VERSION='1.2.3', CI_MERGE_REQUEST_DIFF_BASE_SHA=base)
show('gitlab, by npm', done.returncode, done.stdout + done.stderr)
env['PATH'] = '/usr/bin:/bin'
(scratch / 'false.deb').write_text('no package')
show('action, another package', *action(clone, 'main', package=str(scratch / 'false.deb'), package_sha256='0' * 64))
