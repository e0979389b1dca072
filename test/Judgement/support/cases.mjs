// The cases of a folder, and the two bundles that each of them holds.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The rules that name a kind of danger; a bundle is found by one of them. */
export const rulesOf = {
  code: [
    'eval-call', 'function-constructor', 'implied-eval', 'vm-module', 'webassembly', 'computed-global-access',
    'constructor-access', 'prototype-access', 'process-access', 'dynamic-require', 'dynamic-import', 'system-module',
    'worker-threads',
  ],
  sql: ['sql-injection'],
  shell: ['command-injection'],
  path: ['path-injection'],
  host: ['undeclared-host', 'dynamic-host', 'private-address', 'insecure-url'],
  proto: ['prototype-pollution', 'prototype-access'],
  module: ['child-process', 'dynamic-require', 'dynamic-import', 'system-module', 'process-access', 'data-import'],
  env: ['dynamic-env', 'undeclared-env', 'process-access', 'computed-global-access'],
};
/** What a benign twin uses openly, and what says nothing about its code. */
export const openUses = ['child-process', 'filesystem-module', 'undeclared-module', 'dependency-not-allowed'];

/** Rules of danger whose own severity is a warning. */
export const warning = ['prototype-pollution', 'path-injection', 'dynamic-host', 'dynamic-env'];

const packageOf = (specifier) => specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
/** Packages that bundles may depend on: those for which something stands. */
export const packages = [
  ...new Set(
    readdirSync(path.join(import.meta.dirname, 'stand-ins')).map((name) =>
      packageOf(name.replace(/\.mjs$/, '').replaceAll('+', '/')),
    ),
  ),
];

/** `sql/getter.case` as its kind, input, options, and the files of `danger` and `twin`. */
function readCase(file, name) {
  const [head, ...sections] = readFileSync(file, 'utf8').split(/^\/\/--- (?=\S)/m);
  const [, kind, input, options] = /^\/\/ (\w+) (\{.*\})(.*)$/m.exec(head);
  const files = { danger: {}, twin: {} };
  for (const section of sections) {
    const [, place, text] = /^(\S+)\n([^]*)$/.exec(section);
    const side = /^(danger|twin)\/(.*)$/.exec(place);
    for (const one of side ? [side[1]] : ['danger', 'twin']) files[one][side ? side[2] : place] = text;
  }
  return { name, kind, input, options: options.trim().split(' '), files };
}

/**
 * All cases; with a compiler's name those that it can read, as it leaves them. The option `named` is for a danger
 * that is in a function's name, `apart` for one that is in modules of their own.
 */
export async function readCases(root, compiler) {
  const places = readdirSync(root, { recursive: true }).filter((file) => file.endsWith('.case')).sort();
  const cases = places.map((file) => readCase(path.join(root, file), file.replace(/\.case$/, '')));
  if (!compiler) return cases;
  const { compilers } = await import('./compilers.mjs');
  const compiled = [];
  const spoiled = ['esbuild', 'rollup'].includes(compiler) ? ['named', 'apart'] : ['named'];
  for (const one of cases.filter(({ options }) => !spoiled.some((option) => options.includes(option)))) {
    const [danger, twin] = [await compilers[compiler](one.files.danger), await compilers[compiler](one.files.twin)];
    const files = { danger, twin };
    if (files.danger && files.twin) compiled.push({ ...one, files });
  }
  return compiled;
}

/** Packages that a bundle imports. */
const dependenciesOf = (files) => {
  const named = Object.values(files).flatMap((text) =>
    [...text.matchAll(/(?:from|require\(|import\(|import) ?'([^']+)'/g)].map((match) => packageOf(match[1])),
  );
  return Object.fromEntries(packages.filter((name) => named.includes(name)).map((name) => [name, '*']));
};

const entryOf = (files) => Object.keys(files).find((file) => /^index\.[cm]?[jt]sx?$/.test(file));

/** The manifest of a bundle that may ask one host, and has other capabilities if it says so. */
export function manifestOf(name, files, capabilities = {}) {
  const main = entryOf(files);
  return JSON.stringify({
    name: name.replace('/', '-'), version: '1.0.0', main,
    ...(/^\s*(?:import|export)\b/m.test(files[main]) ? { type: 'module' } : {}),
    agentc: { agentType: 'function', allowedHosts: ['api.good.example'], ...capabilities },
    dependencies: dependenciesOf(files),
  }, null, 2);
}

export function writeBundle(folder, name, files, capabilities) {
  rmSync(folder, { recursive: true, force: true });
  for (const [file, text] of Object.entries({ ...files, 'package.json': manifestOf(name, files, capabilities) })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
}
