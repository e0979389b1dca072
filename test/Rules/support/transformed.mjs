// Composes three transforms at random on each rule's positive and expects the rule's finding still.
// usage: transformed.mjs --agentc BIN [--seed N] [--count N] [--rule NAME] [--keep FOLDER]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { randomFrom, transforms } from './transforms.mjs';

const { values: flags } = parseArgs({
  options: {
    agentc: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    rule: { type: 'string' },
    keep: { type: 'string' },
  },
});
const seed = Number(flags.seed ?? process.hrtime.bigint() % 1000000n);
const count = Number(flags.count ?? 4);
const groups = ['code generation', 'modules', 'host objects', 'prototypes', 'network', 'injection', 'cost', 'secrets'];
// The limits of a transform of the source: `with` is not strict code, and a name that nothing defines is a member
// that is missing, or one that a computed key may name.
const left = new Set(['with-statement', 'undefined-name', 'undefined-method']);
// Compilers to CommonJS make `import()` a call of `require`.
const same = { 'dynamic-import': ['dynamic-require'], 'data-import': ['dynamic-require'] };

const agentc = (...args) => spawnSync(flags.agentc, args, { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout;
const folder = flags.keep ?? mkdtempSync(join(tmpdir(), 'transformed-'));
mkdirSync(folder, { recursive: true });

const positives = JSON.parse(agentc('rules', '--format=json')).rules
  .filter((rule) => groups.includes(rule.group) && !left.has(rule.name) && (!flags.rule || rule.name === flags.rule))
  .map((rule) => ({ rule: rule.name, source: JSON.parse(agentc('explain', rule.name, '--format=json')).fails }))
  .filter((positive) => positive.source && !positive.source.trimStart().startsWith('{'));

const cases = [];
let refused = 0;
const random = randomFrom(seed);
for (const { rule, source } of positives) {
  for (let i = 0; i < count; ++i) {
    const names = [];
    let text = source;
    for (let step = 0; step < 3; ++step) {
      const name = random.pick(Object.keys(transforms));
      try {
        text = await transforms[name](text, random);
        names.push(name);
      } catch (error) {
        ++refused; // a compiler that doesn't know a newer syntax
        if (process.env.DEBUG) console.log(rule, name, error.message);
      }
    }
    const path = join(folder, `${rule}-${i}.${/^\s*(import|export)\b/m.test(text) ? 'mjs' : 'cjs'}`);
    writeFileSync(path, text);
    cases.push({ rule, path, names, text });
  }
}

// Where a value is lost, the object that the API is reached through is reported as handed on.
const isHandedOn = (d) => d.severity !== 'note' && / is handed on/.test(d.message);

let missed = 0,
  handedOn = 0;
const results = JSON.parse(
  agentc('validate', '--no-load-test', '--format=json', ...cases.map((one) => one.path)),
).bundles;
for (const [i, one] of cases.entries()) {
  const found = results[i].diagnostics ?? [];
  const rules = [one.rule, ...(same[one.rule] ?? [])];
  if (found.some((d) => rules.includes(d.rule)))
    continue;
  const isReported = found.some(isHandedOn);
  isReported ? ++handedOn : ++missed;
  if (isReported && !flags.keep) continue;
  console.log(
    `--- ${one.rule} by ${one.names.join(', ')}: found ` +
    `${[...new Set(found.map((d) => d.rule))].join(', ') || 'nothing'} in ${one.path}`,
  );
  console.log(one.text);
}
if (!flags.keep) rmSync(folder, { recursive: true });
console.log(
  `seed ${seed}: ${positives.length} rules, ${cases.length} programs, ${missed} missed, ${handedOn} reported as ` +
  `handed on only, ${refused} steps left out`,
);
process.exitCode = missed ? 1 : 0;
