// ci-schemas.mjs SOURCE SCRATCH: holds what docs/ci and its how-to page show to the schemas that GitHub and GitLab
// publish, as two npm packages carry them, and breaks each once to see that it is refused.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [source, scratch] = process.argv.slice(2);
const modules = createRequire(join(source, 'test/package.json'));
const { validateAction, validateWorkflow } = modules('@action-validator/core');
const read = (name) => readFileSync(join(source, name), 'utf8');
const action = read('docs/ci/action.yml'),
  template = read('docs/ci/gitlab.yml'),
  page = read('docs/how-to/lint-in-ci.md');
const blocks = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map((match) => match[1]);

function show(name, errors) {
  console.log(`${name}: ${errors.length ? 'refused' : 'fits'}`);
  for (const error of errors) console.log(`  ${error.path ?? ''} ${error.title}`);
}

const job = (steps) =>
  `on: push\njobs:\n  lint:\n    runs-on: ubuntu-24.04\n${steps.replace(/^/gm, '    ').trimEnd()}\n`;
const workflow = job(blocks.find((text) => text.startsWith('permissions:')));
show('action', validateAction(action).errors);
show('broken action', validateAction(action.replace('shell: bash', 'shel: bash')).errors);
show('workflow', validateWorkflow(workflow).errors);
show('broken workflow', validateWorkflow(workflow.replace('uses:', 'use:')).errors);
show('by hand', validateWorkflow(job('steps:\n' + blocks.find((text) => text.startsWith('  - run:')))).errors);
const used = [...`${action}${page}`.matchAll(/uses: (.*)/g)].map((match) => match[1]);
show(
  'by commit',
  used
    .filter((name) => !/^(\.\/\.github\/actions\/agentc|\S+@[0-9a-f]{40} # v[\d.]+)$/.test(name))
    .map((title) => ({ title })),
);

function gitlab(name, text) {
  const folder = join(scratch, name);
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '-q', '-b', 'main', folder]);
  execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', 'https://git.example/group/project.git']);
  writeFileSync(join(folder, '.gitlab-ci.yml'), text);
  const done = spawnSync(process.execPath, [join(source, 'test/node_modules/gitlab-ci-local/dist/index.js'), '--list'],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, HOME: scratch } });
  const listed = done.stdout.includes('agentc-lint') && done.status === 0;
  show(name, listed ? [] : [{ title: done.stderr.split('\n').find((line) => line.includes('•')) ?? done.stderr }]);
}
gitlab('template', template);
gitlab('broken template', template.replace('codequality:', 'codequalities:'));
