// obfuscation.mjs AGENTC FOLDER recall|quick|noise [CORPUS]: how well `obfuscated-code` tells obfuscators from
// minifiers. recall: javascript-obfuscator's presets and options on each rule's `fails` example give the rule's own
// finding or an `obfuscated-code` error; `quick` takes five of the variants. noise: of 300 files of CORPUS as they are,
// by terser and by esbuild, how many give an `obfuscated-code` finding.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const [agentc, folder, mode, corpus] = process.argv.slice(2);
const DANGEROUS = new Set(['code generation', 'modules', 'host objects', 'prototypes', 'network', 'injection']);

function variants() {
  const made = {};
  for (const preset of ['default', 'low-obfuscation', 'medium-obfuscation', 'high-obfuscation'])
    for (const target of ['node', 'browser']) made[`${preset} ${target}`] = { optionsPreset: preset, target };
  return {
    ...made,
    'string array, base64': { stringArrayEncoding: ['base64'], stringArrayThreshold: 1 },
    'string array, rc4': { stringArrayEncoding: ['rc4'], stringArrayThreshold: 1 },
    'control flow': { controlFlowFlattening: true, controlFlowFlatteningThreshold: 1 },
    'dead code': { deadCodeInjection: true, deadCodeInjectionThreshold: 1 },
    escapes: { unicodeEscapeSequence: true },
    'escapes alone': { unicodeEscapeSequence: true, stringArray: false },
    'split texts': { splitStrings: true, splitStringsChunkLength: 3 },
    numbers: { numbersToExpressions: true },
    'object keys': { transformObjectKeys: true },
    'self defence': { selfDefending: true },
    'mangled names': { identifierNamesGenerator: 'mangled' },
    'high, mangled names': { optionsPreset: 'high-obfuscation', identifierNamesGenerator: 'mangled-shuffled' },
  };
}
const QUICK = new Set([
  'default node',
  'low-obfuscation node',
  'high-obfuscation node',
  'string array, rc4',
  'mangled names',
]);

const ask = (...args) => JSON.parse(execFileSync(agentc, [...args, '--format=json'], { encoding: 'utf8' }));

/** The findings in each of some files, by path. */
function findings(files) {
  const found = new Map(files.map((file) => [file, []]));
  for (let at = 0; at < files.length; at += 50) {
    const some = files.slice(at, at + 50);
    const run = spawnSync(agentc, ['validate', '--no-load-test', '--format=json', ...some], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
    });
    for (const bundle of JSON.parse(run.stdout).bundles) found.set(bundle.path, bundle.diagnostics);
  }
  return found;
}

function dangerousSources() {
  return ask('rules').rules.filter((rule) => DANGEROUS.has(rule.group)).flatMap((rule) => {
    const source = ask('explain', rule.name).fails ?? '';
    return source && !source.trimStart().startsWith('{') ? [{ rule: rule.name, source }] : [];
  });
}

function recall(isQuick) {
  const { obfuscate } = require('javascript-obfuscator');
  const samples = [];
  for (const [name, options] of Object.entries(variants()).filter(([name]) => !isQuick || QUICK.has(name)))
    for (const { rule, source } of dangerousSources()) {
      const file = path.join(folder, `${rule}.${name.replace(/\W+/g, '-')}.js`);
      try {
        fs.writeFileSync(file, obfuscate(source, { seed: 7, ...options }).getObfuscatedCode());
      } catch {
        continue; // syntax that the obfuscator does not know
      }
      samples.push({ name, rule, file });
    }
  const found = findings(samples.map(({ file }) => file));
  const counts = new Map();
  for (const { name, rule, file } of samples) {
    const list = found.get(file);
    const own = list.some((d) => d.rule === rule);
    const seen = list.some((d) => d.rule === 'obfuscated-code' && d.severity === 'error');
    const count = counts.get(name) ?? { all: 0, own: 0, obfuscated: 0, either: 0 };
    counts.set(name, {
      all: count.all + 1,
      own: count.own + own,
      obfuscated: count.obfuscated + seen,
      either: count.either + (own || seen),
    });
    if (!own && !seen)
      console.log(`missed: ${rule} by ${name}: ${[...new Set(list.map((d) => d.rule))].join(' ') || 'clean'}`);
  }
  const sum = { all: 0, own: 0, obfuscated: 0, either: 0 };
  for (const [name, count] of counts) {
    console.log(
      `${name}: ${count.either} of ${count.all} (own finding ${count.own}, obfuscated-code ${count.obfuscated})`,
    );
    for (const key in sum) sum[key] += count[key];
  }
  console.log(`all: ${sum.either} of ${sum.all} (own finding ${sum.own}, obfuscated-code ${sum.obfuscated})`);
}

/** Every n-th source of a folder. */
function sample(root, count) {
  const all = fs
    .readdirSync(root, { recursive: true })
    .filter((name) => /\.[cm]?js$/.test(name) && !/\.min\./.test(name));
  const files = all
    .sort()
    .map((name) => path.join(root, name))
    .filter((name) => fs.statSync(name).isFile());
  const step = Math.max(1, Math.floor(files.length / count));
  return files.filter((_, i) => i % step === 0).slice(0, count);
}

async function noise() {
  const { minify } = require('terser');
  const esbuild = require('esbuild');
  const forms = {
    'as published': async (text) => text,
    terser: async (text, name) =>
      (await minify(text, { module: /\.mjs$/.test(name) || /^\s*(import|export)\b/m.test(text) })).code,
    esbuild: async (text) => (await esbuild.transform(text, { minify: true })).code,
  };
  const files = sample(corpus, 300);
  for (const [form, transform] of Object.entries(forms)) {
    const written = [];
    for (const [i, file] of files.entries()) {
      const code = await transform(fs.readFileSync(file, 'utf8'), file).catch(() => undefined);
      if (code === undefined) continue;
      const name = path.join(folder, `${i}-${form.replace(' ', '-')}${path.extname(file)}`);
      fs.writeFileSync(name, code);
      written.push(name);
    }
    const list = [...findings(written)].filter(([, found]) => found.some((d) => d.rule === 'obfuscated-code'));
    console.log(`${form}: ${list.length} of ${written.length} files${list.map(([name]) => '\n  ' + name).join('')}`);
  }
}

fs.mkdirSync(folder, { recursive: true });
if (mode === 'noise') await noise();
else recall(mode === 'quick');
