// differential.mjs AGENTC SCRATCH LISTED: compares agentc's trees of test262-parser-tests and newer.mjs with acorn's. A
// difference fails, and so does a file that acorn reads and agentc refuses unless LISTED has it with the same message,
// or the other way round.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { firstDifference, linesOfTree, parseByAcorn, readDump } from './estree.mjs';

const [agentc, scratch, listed] = process.argv.slice(2);
const suite = path.join(path.dirname(createRequire(import.meta.url).resolve('test262-parser-tests/package.json')));

rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });
const texts = new Map();
const add = (file, from, goal) => {
  const text = readFileSync(from, 'utf8');
  texts.set(file, { text, goal });
  writeFileSync(path.join(scratch, file), text);
};
for (const folder of ['pass', 'pass-explicit', 'fail', 'early'])
  for (const name of readdirSync(path.join(suite, folder)).sort()) {
    const isModule = name.endsWith('.module.js');
    add(
      `${folder}-${name.replace(/(\.module)?\.js$/, isModule ? '.mjs' : '.cjs')}`,
      path.join(suite, folder, name),
      isModule ? 'module' : 'commonjs',
    );
  }
add('newer.mjs', new URL('newer.mjs', import.meta.url), 'module');

const run = spawnSync(agentc, ['validate', '--no-load-test', '--dump=syntax', '--color=never', scratch], {
  encoding: 'utf8',
  maxBuffer: 2 ** 30,
});
if (run.signal || run.status !== 0) {
  console.log(`agentc ended with ${run.signal ?? run.status}\n${run.stderr.slice(-2000)}`);
  process.exit(1);
}
const dump = readDump(run.stdout);
const findings = new Map();
for (const [, file, message] of run.stderr.matchAll(/^.*?([\w-]+\.[cm]js):\d+:\d+: error: (.*?) \[AC3/gm))
  if (!findings.has(file)) findings.set(file, message);

const problems = [], refused = [];
let same = 0, lenient = 0;
for (const [file, { text, goal }] of texts) {
  const ours = dump.get(file);
  if (!ours) {
    problems.push(`${file}: agentc didn't read it`);
    continue;
  }
  const tree = parseByAcorn(text, goal);
  if (ours.hasErrors || findings.has(file)) {
    if (tree) refused.push(`${file} ${findings.get(file)}`);
    continue;
  }
  if (!tree && file !== 'newer.mjs') {
    ++lenient;
    continue;
  }
  const difference = firstDifference(linesOfTree(tree, text), ours.lines());
  if (difference) problems.push(`${file}: ${JSON.stringify(text.slice(0, 100))}\n  ${difference}`);
  else ++same;
}

const expected = readFileSync(listed, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
for (const line of refused) if (!expected.includes(line)) problems.push(`not listed as refused: ${line}`);
for (const line of expected) if (!refused.includes(line)) problems.push(`listed as refused, but isn't: ${line}`);
for (const problem of problems) console.log(problem);
console.log(
  `${texts.size} files: ${same} read alike, ${refused.length} that acorn reads refused, ${lenient} read that acorn ` +
  `refuses`,
);
process.exit(problems.length ? 1 : 0);
