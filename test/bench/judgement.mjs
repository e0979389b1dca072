// judgement.mjs WORK: in how many of the bundles that test/Judgement/support/judge.mjs wrote to WORK other tools find
// something, as JSON: dangerous ones, twins, and pairs of which only the dangerous one has a finding.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AstAnalyser } from '@nodesecure/js-x-ray';
import { Linter } from 'eslint';
import security from 'eslint-plugin-security';

const [work] = process.argv.slice(2);
const sources = globSync('*/*/*/**/*.{js,ts}', { cwd: work });
const bundleOf = (file) => file.split('/').slice(0, 3).join('/');
const programs = path.join(import.meta.dirname, 'node_modules/.bin');

function countByBundle(files) {
  const counts = new Map();
  for (const file of files) counts.set(bundleOf(file), (counts.get(bundleOf(file)) ?? 0) + 1);
  return counts;
}

function eslint() {
  const linter = new Linter({ configType: 'flat' });
  const { plugins, rules } = security.configs.recommended;
  const found = [];
  for (const file of sources.filter((name) => name.endsWith('.js')))
    for (const sourceType of ['module', 'commonjs']) {
      const config = [{ files: ['**/*.js'], plugins, rules, languageOptions: { sourceType, ecmaVersion: 'latest' } }];
      const messages = linter.verify(readFileSync(path.join(work, file), 'utf8'), config, { filename: 'source.js' });
      if (messages.some(({ fatal }) => fatal)) continue;
      if (messages.some(({ ruleId }) => ruleId?.startsWith('security/'))) found.push(file);
      break;
    }
  return countByBundle(found);
}

async function xRay() {
  const analyser = new AstAnalyser();
  const found = [];
  for (const file of sources) {
    const report = await analyser.analyseFile(path.join(work, file)).catch(() => ({ warnings: [] }));
    if (report.warnings?.length > 0) found.push(file);
  }
  return countByBundle(found);
}

/** The files that a program's JSON report names. */
function namedBy(program, flags, filesOf) {
  const { stdout } = spawnSync(path.join(programs, program), [...flags, '.'], {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return countByBundle(
    filesOf(JSON.parse(stdout.slice(stdout.indexOf('{')))).map((file) => path.relative(work, path.resolve(work, file))),
  );
}
const oxlint = () =>
  namedBy('oxlint', ['--format=json'], ({ diagnostics }) => diagnostics.map(({ filename }) => filename));
const biome = () =>
  namedBy('biome', ['lint', '--reporter=json', '--max-diagnostics=none'], ({ diagnostics }) =>
    diagnostics.map(({ location }) => location?.path?.file ?? location?.path).filter(Boolean),
  );

const bundles = new Set(sources.map(bundleOf));
const pairs = [...bundles].filter((bundle) => bundle.endsWith('/danger')).map((bundle) => path.dirname(bundle));
const rows = {};
for (const [name, run] of Object.entries({
  'eslint-plugin-security': eslint,
  '@nodesecure/js-x-ray': xRay,
  oxlint,
  biome,
})) {
  const counts = await run();
  const has = (pair, side) => counts.has(`${pair}/${side}`);
  rows[name] = {
    danger: pairs.filter((pair) => has(pair, 'danger')).length,
    twin: pairs.filter((pair) => has(pair, 'twin')).length,
    apart: pairs.filter((pair) => has(pair, 'danger') && !has(pair, 'twin')).length,
  };
}
console.log(JSON.stringify({ pairs: pairs.length, ...rows }, null, 1));
