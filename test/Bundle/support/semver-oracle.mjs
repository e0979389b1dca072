// semver-oracle.mjs ANSWERS [COUNT [SEED]]: what semver-answers says of made-up ranges and versions, beside npm's
// semver. A range that is said to lie within another and does not would let an unknown version in; the other way round
// is only a question too many.
import { spawnSync } from 'node:child_process';
import semver from 'semver';
import { drawsFrom } from '../../support/random.mjs';

const [answers, count = '4000', seed = String(process.hrtime.bigint() % 1000000n)] = process.argv.slice(2);
const { below, one } = drawsFrom(seed);
const number = () => one(['0', '0', '1', '1', '2', '3', '10']);
const prerelease = () => one(['', '', '', '', '-0', '-alpha', '-alpha.1', '-beta.2', '-rc.1']);
const version = () => `${number()}.${number()}.${number()}${prerelease()}`;
const partial = () =>
  one([
    version,
    version,
    () => `${number()}.${number()}`,
    number,
    () => `${number()}.x`,
    () => `${number()}.${number()}.x`,
    () => '*',
  ])();
const comparator = () => one(['^', '^', '~', '>=', '>', '<', '<=', '=', '', '']) + partial();
const set = () =>
  one([
    comparator,
    comparator,
    () => `${comparator()} ${comparator()}`,
    () => `${partial()} - ${partial()}`,
    () => `>=${version()} <${version()}`,
    () => '',
  ])();
const range = () => (below(4) ? set() : `${set()} || ${set()}`);

const cases = [];
for (let i = 0; i < Number(count); ++i) {
  const a = range(), b = range(), v = version();
  cases.push(['range', a, '', semver.validRange(a) === null ? 'no' : 'yes']);
  if (semver.validRange(a) === null || semver.validRange(b) === null) continue;
  cases.push(
    ['contains', a, v, semver.satisfies(v, a) ? 'yes' : 'no'],
    ['within', a, b, semver.subset(a, b) ? 'yes' : 'no'],
  );
}
// npm's `subset` says no of more than it has to: a version of the one and not of the other decides.
const parts = [0, 1, 2, 3, 4, 10, 11];
const suffixes = ['', '-0', '-alpha', '-alpha.1', '-alpha.1.0', '-beta.2', '-beta.3', '-rc.1', '-zz'];
const universe = parts.flatMap((x) =>
  parts.flatMap((y) => parts.flatMap((z) => suffixes.map((s) => new semver.SemVer(`${x}.${y}.${z}${s}`)))),
);
const outside = (a, b) => {
  const [inner, outer] = [new semver.Range(a), new semver.Range(b)];
  return universe.find((v) => inner.test(v) && !outer.test(v));
};
const { stdout } = spawnSync(answers, {
  input: cases.map(([kind, a, b]) => `${kind}\t${a}\t${b}\n`).join(''),
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
const said = stdout.split('\n');
let wrong = 0, notSeen = 0, within = 0;
cases.forEach(([kind, a, b, expected], i) => {
  within += kind === 'within' && expected === 'yes';
  if (said[i] === expected)
    return;
  if (kind === 'within' && said[i] === 'no')
    return ++notSeen;
  const witness = kind === 'within' ? outside(a, b) : b;
  if (kind === 'within' && !witness)
    return;
  ++wrong;
  console.log(`${kind} \`${a}\` \`${b}\`: ${said[i]}, and npm says ${expected}: ${witness}`);
});
console.log(`seed ${seed}: ${cases.length} answers, ${wrong} wrong, ${notSeen} of ${within} within are not seen`);
