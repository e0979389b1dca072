// judge.mjs AGENTC WORK CASES [COMPILER]: what agentc says of each case's dangerous bundle and of its benign twin,
// counted; with a compiler's name of what that makes of them.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openUses, packages, readCases, rulesOf, warning, writeBundle } from './cases.mjs';

const [agentc, work, root, compiler] = process.argv.slice(2);
rmSync(work, { recursive: true, force: true });
const cases = await readCases(root, compiler);
for (const { name, files } of cases)
  for (const side of ['danger', 'twin']) writeBundle(path.join(work, name, side), name, files[side]);
mkdirSync(work, { recursive: true });
const settings = path.join(work, 'settings.json');
writeFileSync(settings, JSON.stringify({ allowedDependencies: packages }));

/** The findings of all bundles, by their folders. */
function findings() {
  const flags = [
    'lint', '--no-cache', '--no-ignore', '--include-tests', '--max-entries=100000', '--format=json',
    `--settings=${settings}`,
  ];
  const { stdout, stderr } = spawnSync(agentc, [...flags, work], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!stdout) throw new Error(stderr);
  return new Map(JSON.parse(stdout).bundles.map((bundle) => [path.relative(work, bundle.path), bundle.diagnostics]));
}

const found = findings();
const counts = { error: 0, warning: 0, silent: 0, wrong: 0 };
for (const { name, kind } of cases) {
  const [danger, twin] = ['danger', 'twin'].map((side) => found.get(path.join(name, side)));
  if (!danger || !twin) throw new Error(`${name} was not read`);
  const told = danger.filter(({ rule }) => rulesOf[kind].includes(rule));
  // a rule that only warns is as severe as it can be
  const isFound = told.some(({ rule, severity }) => severity === 'error' || warning.includes(rule));
  const grade = isFound ? 'error' : told.length > 0 ? 'warning' : 'silent';
  counts[grade] += 1;
  const wrong = twin.filter(({ rule, severity }) => severity === 'error' && !openUses.includes(rule));
  counts.wrong += Number(wrong.length > 0);
  if (grade !== 'error')
    console.log(`${grade}: ${name}${danger.map(({ rule, severity }) => ` ${rule}/${severity}`).join('')}`);
  for (const { rule, message } of wrong) console.log(`twin: ${name} ${rule}: ${message}`);
  const noise = twin.filter(({ rule }) => warning.includes(rule) && rulesOf[kind].includes(rule));
  for (const { rule } of wrong.length === 0 ? noise : []) console.log(`twin warned: ${name} ${rule}`);
}
const share = (count) => ((100 * count) / cases.length).toFixed(1);
console.log(
  `bundles: ${cases.length}, errors: ${counts.error} (${share(counts.error)} %), warned: ${counts.warning}, silent: ` +
  `${counts.silent}, ` +
    `twins with an error: ${counts.wrong}`,
);
const isFew = counts.silent <= 0.01 * cases.length && counts.wrong === 0;
const isEnough = isFew && counts.error >= 0.95 * cases.length;
process.exitCode = Number(!isEnough);
