"""hostile_repository.py AGENTC SCRATCH: a repository whose settings, attributes and files try to run a program when
lint asks git."""
import os
import pathlib
import subprocess
import sys

agentc, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
tree, marker, program = scratch / 'tree', scratch / 'ran', scratch / 'program'
EVAL = 'module.exports = (input) => eval(input.a);\n'


def git(*words, folder=tree):
    return subprocess.run(
        ['git', '-c', 'user.name=t', '-c', 'user.email=t@example.com', *words],
        cwd=folder,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()


def lint(**variables):
    done = subprocess.run([agentc, 'lint', '--no-cache', '--since', 'main', str(tree)], capture_output=True,
                          env={**os.environ, **variables})
    return done.returncode, done.stdout, done.stderr.decode(errors='replace').strip()


(tree / 'a').mkdir(parents=True)
program.write_text(f'#!/bin/sh\necho "$0 $@" >> {marker}\ncat\n')
program.chmod(0o755)
git('init', '-q', '-b', 'main')
(tree / 'a/package.json').write_text('{"name": "a", "version": "1.0.0", "main": "index.js", "agentc": {}}')
names = ['index.js', 'line\u2028end.js', 'quote".js', '-rf.js', '$(touch x).js', 'ütf.js']
for name in names:
    (tree / 'a' / name).write_text(EVAL)
with open(os.fsencode(tree / 'a') + b'/new\nline\t\xff.js', 'w') as file:
    file.write(EVAL)
git('add', '-A')
git('commit', '-q', '-m', 'base')
blob = git('rev-parse', 'HEAD:a/quote".js')
git('checkout', '-q', '-b', 'change')
(tree / '.gitattributes').write_text('* filter=run diff=run merge=run ident text\n')
(tree / 'a/index.js').write_text(EVAL + EVAL.replace('input.a', 'input.new'))
hooks = tree / 'hooks'
hooks.mkdir()
for name in ['post-index-change', 'pre-commit', 'reference-transaction', 'post-checkout', 'fsmonitor-watchman']:
    (hooks / name).symlink_to(program)
settings = [
    'core.fsmonitor',
    'core.sshCommand',
    'core.pager',
    'core.editor',
    'core.askPass',
    'core.gitProxy',
    'diff.external',
    'diff.run.textconv',
    'diff.run.command',
    'filter.run.clean',
    'filter.run.smudge',
    'filter.run.process',
    'merge.run.driver',
    'gpg.program',
    'credential.helper',
    'uploadpack.packObjectsHook',
    'remote.origin.uploadpack',
    'pager.rev-parse',
    'pager.ls-tree',
    'pager.cat-file',
    'core.alternateRefsCommand',
    'trace2.eventTarget',
]
for name in settings:
    git('config', name, str(program))
git('config', 'core.hooksPath', str(hooks))
git('config', 'filter.run.required', 'true')
for name in ['rev-parse', 'merge-base', 'ls-tree', 'cat-file']:
    git('config', f'alias.{name}', f'!{program}')
marker.unlink(missing_ok=True)
code, out, err = lint()
print(
    'settings:', code, *[line for line in out.decode(errors='replace').splitlines() if line.startswith('a 1.0.0')], err
)

# A git that comes with the repository, as scripts of npm find it.
binaries = tree / 'node_modules/.bin'
binaries.mkdir(parents=True)
(binaries / 'git').symlink_to(program)
print('own git:', lint(PATH=f'{binaries}:.:{os.environ["PATH"]}')[1] == out)
print(
    'variables:',
    lint(GIT_DIR='/nowhere', GIT_WORK_TREE='/', GIT_INDEX_FILE='/nowhere', GIT_EXTERNAL_DIFF=str(program))[1] == out,
)

# A partial clone, which would ask its remote for what is missing.
for name, value in [
    ('core.repositoryFormatVersion', '1'),
    ('extensions.partialClone', 'origin'),
    ('remote.origin.promisor', 'true'),
    ('remote.origin.url', f'ext::{program} %S'),
    ('protocol.ext.allow', 'always'),
    ('protocol.allow', 'always'),
    ('remote.origin.partialclonefilter', 'blob:none'),
]:
    git('config', name, value)
object_file = tree / '.git/objects' / blob[:2] / blob[2:]
object_file.chmod(0o644)
object_file.unlink()
(tree / 'a/quote".js').unlink()
code, out, err = lint()
print('partial:', code, err.splitlines()[0])
print('ran:', marker.read_text() if marker.exists() else 'nothing')
