// Runs test262 in the sandbox and beside it in the same Node, each script as a module of CommonJS, which is what tools
// are written in, and compares the two. docs/test262.md is its page.
// usage: test262.mjs AGENTC_TOOL_RUN NODE --root FOLDER [--every N] [--part TEXT] [--jitless] [--list FILE] [--write
// PAGE]
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { harnessModule, isRight, testsIn } from './tests.mjs';

const {
  values: options,
  positionals: [program, node],
} = parseArgs({
  allowPositionals: true,
  options: {
    root: { type: 'string' },
    every: { type: 'string', default: '1' },
    part: { type: 'string' },
    jitless: { type: 'boolean' },
    list: { type: 'string' },
    write: { type: 'string' },
    settings: { type: 'string' },
  },
});
const home = dirname(fileURLToPath(import.meta.url));
const settings = JSON.parse(readFileSync(options.settings ?? join(home, '../test262.json')));
const started = Date.now();
const limits = { wallMs: 20000, cpuMs: 10000 };

const skipped = {};
const tests = [...testsIn(options.root, settings, { every: Number(options.every), part: options.part },
  (id, reason) => { skipped[reason] = (skipped[reason] ?? 0) + 1; })];
const harness = {};
for (const { harness: names } of tests)
  for (const name of names) harness[name] ??= harnessModule(options.root, settings, name);

// Lines to a program and back. A test that the program ends at, or does not answer in time, is told so, and the program
// started anew.
class Program {
  constructor(command, args, first, most) { Object.assign(this, { command, args, first, most, waiting: new Map() }); }
  #start() {
    const child = this.child = spawn(this.command, this.args, { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
    if (this.first) child.stdin.write(`${this.first}\n`);
    child.stdin.on('error', () => {});
    createInterface({ input: child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line);
      this.#tell(answer.id, answer);
    });
    child.on('close', () => {
      if (this.child === child) this.#fail({ ended: true });
    });
  }
  #tell(id, answer) {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiting?.timer);
    waiting?.resolve(answer);
  }
  #fail(answer) {
    this.child?.kill('SIGKILL');
    this.child = undefined;
    for (const id of [...this.waiting.keys()]) this.#tell(id, { id, ...answer });
  }
  ask(question) {
    if (!this.child) this.#start();
    return new Promise((resolve) => {
      this.waiting.set(question.id, { resolve, timer: setTimeout(() => this.#fail({ late: true }), 60000) });
      this.child.stdin.write(`${JSON.stringify(question)}\n`);
    });
  }
  end() { this.child?.stdin.end(); }
}

const entry = readFileSync(join(home, 'sandbox-entry.js'), 'utf8'),
  start = readFileSync(join(home, 'start.js'), 'utf8');
const formatOf = (path) => (path.endsWith('.json') ? 'json' : 'esm');
function requestOf({ id, name, isModule, files, harness: names, waits, text }) {
  const modules = [{ path: 'index.js', format: 'cjs', text: entry }, { path: 'start.js', format: 'cjs', text: start },
    ...names.map((each) => ({ path: `harness/${each}`, format: 'cjs', text: harness[each] })),
    ...Object.entries(files)
      .filter(([path]) => path !== name)
      .map(([path, content]) => ({ path: `test/${path}`, format: formatOf(path), text: content })),
    { path: `test/${name}`, format: isModule ? 'esm' : 'cjs', text },
  ];
  return {
    schema: 'agentc.request/1',
    id,
    input: { waits, isModule, harness: names, path: `./test/${name}` },
    limits,
    image: { entry: 'index.js', style: 'handler', tools: [], modules, links: [] },
  };
}

const sandbox = new Program(program, options.jitless ? ['--jitless'] : [], undefined);
const other = new Program(
  node,
  ['--experimental-vm-modules', '--no-warnings', join(home, 'node-side.mjs')],
  JSON.stringify({ harnessFiles: harness }),
);
const inSandbox = async (test) => {
  const { outcome, result, error, ended, late } = await sandbox.ask(requestOf(test));
  if (ended || late) return { thrown: 'nothing', why: ended ? 'the sandbox ended' : 'no answer' };
  return outcome === 'ok' ? result : { thrown: outcome, why: error?.message ?? outcome };
};
const inNode = async (test) => {
  const { id, ended, late, ...answer } = await other.ask(test);
  return ended || late ? { thrown: 'nothing', why: ended ? 'Node ended' : 'no answer' } : answer;
};

const rows = {}, failed = [];
let done = 0;
async function judge(test) {
  const row = rows[test.folder] ??= { run: 0, sandbox: 0, node: 0, both: 0 };
  const [here, there] = [await inSandbox(test), await inNode(test)];
  const [right, rightThere] = [isRight(test, here), isRight(test, there)];
  row.run += 1;
  row.sandbox += right;
  row.node += rightThere;
  row.both += right && rightThere;
  if (!right && rightThere) failed.push(`${test.id}: ${here.thrown ?? 'nothing thrown'}: ${here.why ?? ''}`);
  if (right && !rightThere)
    failed.push(`${test.id}: right here, in Node: ${there.thrown ?? 'nothing thrown'}: ${there.why ?? ''}`);
  if (++done % 2000 === 0) console.error(`${done} of ${tests.length}`);
}
const queue = tests[Symbol.iterator]();
await Promise.all(Array.from({ length: 4 }, async () => { for (const test of queue) await judge(test); }));
sandbox.end();
other.end();

const sum = (name) => Object.values(rows).reduce((all, row) => all + row[name], 0);
const share = (part, whole) => (whole === 0 ? '–' : `${(Math.floor(10000 * part / whole) / 100).toFixed(2)} %`);
const total = { run: sum('run'), sandbox: sum('sandbox'), node: sum('node'), both: sum('both') };
const minutes = ((Date.now() - started) / 60000).toFixed(1);
const line =
  `${total.run} tests, ${total.sandbox} pass in the sandbox, ${total.node} in Node, ` +
  `${total.node - total.both} of Node's do not in the sandbox: ${share(total.both, total.node)} of what passes in Node`;
console.log(line);
if (options.list) writeFileSync(options.list, failed.sort().map((each) => `${each}\n`).join(''));
if (options.write && !options.part) writeFileSync(options.write, page());

function page() {
  const versions = execFileSync(node, ['-p', '`Node ${process.versions.node} with V8 ${process.versions.v8}`'], {
    env: {},
    encoding: 'utf8',
  }).trim();
  const cells = ({ run, sandbox: here, node: there, both }) => `${run} | ${there} | ${here} | ${share(both, there)}`;
  const head = readFileSync(join(home, 'page.md'), 'utf8');
  const values = {
    every: Number(options.every) === 1 ? 'every file' : `each ${options.every}th file`,
    commit: settings.commit.slice(0, 10),
    versions,
    minutes,
    mode: options.jitless ? ' with `--jitless`' : '',
    rows: [...Object.entries(rows).sort(), ['all', total]]
      .map(([name, row]) => `| ${name === 'all' ? name : `\`${name}\``} | ${cells(row)} |`)
      .join('\n'),
    skipped: Object.entries(skipped)
      .sort((a, b) => b[1] - a[1])
      .map(([reason, count]) => `| ${reason} | ${count} |`)
      .join('\n'),
    failed:
      failed.length === 0
        ? 'None.'
        : failed
            .slice(0, 60)
            .map((each) => `- ${each.replaceAll(/[<>|]/g, ' ').slice(0, 180)}`)
            .join('\n'),
  };
  return head.replaceAll(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}
