// Compares what `agentc extract-config` says of every schema that a module exports with what zod
// says of it in this Node: schemas.mjs AGENTC MODULE FOLDER [MODE]
// MODE is `bundle` for what esbuild makes of it, minified, `inline` for that with zod in it
import {execFileSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {difference, normalize, oracle} from './schema-oracle.mjs';

const [agentc, corpus, folder, mode] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const file = basename(corpus);
const esbuild = createRequire(join(here, '../../package.json'))('esbuild');

/** Runs the module as Node sees it: zod 3's schemas are written for zod 4. */
async function schemasOf(path) {
  const run = join(resolve(folder), 'run');
  mkdirSync(run, {recursive: true});
  if (!existsSync(join(run, 'node_modules')))
    symlinkSync(resolve(here, '../node_modules'), join(run, 'node_modules'));
  const source = readFileSync(path, 'utf8').replaceAll("'zod/v3'", "'zod'");
  writeFileSync(join(run, 'schemas.mjs'), esbuild.transformSync(source, {loader: 'ts'}).code);
  return import(pathToFileURL(join(run, 'schemas.mjs')));
}

/** A bundle of one tool for each schema. */
function writeBundle(names) {
  const bundle = join(folder, 'bundle');
  rmSync(bundle, {recursive: true, force: true});
  mkdirSync(bundle, {recursive: true});
  writeFileSync(join(bundle, 'package.json'),
    JSON.stringify({name: 'schemas', version: '1.0.0', type: 'module', main: 'index.js'}));
  copyFileSync(corpus, join(bundle, file));
  const tools = names.map((name) =>
    `createTool({name: '${name}', description: 'd', parameters: s.${name}, execute() {}})`);
  writeFileSync(join(bundle, 'index.js'),
    `import {createTool} from 'lightfast'\nimport * as s from './${file}'\nexport default [${tools.join(',\n')}]\n`);
  if (!mode)
    return bundle;
  const built = join(folder, 'built');
  rmSync(built, {recursive: true, force: true});
  mkdirSync(built, {recursive: true});
  esbuild.buildSync({entryPoints: [join(bundle, 'index.js')], outfile: join(built, 'index.js'), bundle: true,
    minify: true, format: 'esm', logLevel: 'error', ...(mode === 'bundle' ? {packages: 'external'} :
      {external: ['lightfast'], nodePaths: [resolve(here, '../node_modules')]})});
  copyFileSync(join(bundle, 'package.json'), join(built, 'package.json'));
  return built;
}

/** A schema without what notes say is left out: zod's own patterns that no format names, and defaults that only a
 * call makes. */
const loose = (schema, notes) => {
  const left = ['pattern', ...(notes.some((note) => note.message.startsWith('its default')) ? ['default'] : [])];
  return JSON.stringify(normalize(schema), (key, value) => left.includes(key) ? undefined : value);
};

/** A schema with its references written out some levels deep: two that say the same of a recursive value may name
 * other parts of it. */
function unfolded(schema, depth = 6) {
  const expand = (part, left) => {
    if (Array.isArray(part)) return part.map((one) => expand(one, left));
    if (typeof part !== 'object' || part === null) return part;
    if (part.$ref?.startsWith('#/$defs/')) return left ? expand(schema.$defs[part.$ref.slice(8)], left - 1) : {};
    return Object.fromEntries(
      Object.entries(part)
        .filter(([key]) => key !== '$defs')
        .map(([key, value]) => [key, expand(value, left)]),
    );
  };
  return expand(schema, depth);
}

/** Whether two recursive schemas say the same as far down as anybody looks. */
const isAlike = (ours, json) => {
  const cut = (value, left) =>
    left === 0 || typeof value !== 'object' || value === null
      ? typeof value === 'object'
        ? null
        : value
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cut(part, left - 1)]));
  return (
    ours.$defs &&
    json.$defs &&
    JSON.stringify(normalize(cut(unfolded(ours), 12))) === JSON.stringify(normalize(cut(unfolded(json), 12)))
  );
};

const schemas = await schemasOf(corpus);
const names = Object.keys(schemas).filter((name) => name !== 'default');
const bundle = writeBundle(names);
const config = JSON.parse(execFileSync(agentc, ['extract-config', bundle], {maxBuffer: 1 << 28}));
const tools = new Map(config.tools.map((tool) => [tool.name?.value, tool]));
let equal = 0, noted = 0, differing = 0;
for (const name of names) {
  const field = tools.get(name)?.parameters;
  const {json, unsayable} = oracle(schemas[name]);
  const looser = field?.value && field.notes && loose(field.value, field.notes) === loose(json, field.notes);
  const same = field?.value && JSON.stringify(normalize(field.value)) === JSON.stringify(json);
  if (same && !field.notes && !unsayable && field.kind !== 'unresolved') {
    ++equal;
  } else if (
    field?.value &&
    field.kind !== 'unresolved' &&
    (field.notes ? same || looser : isAlike(normalize(field.value), json))
  ) {
    ++noted;
  } else {
    ++differing;
    console.log(
      `${name} differs (${field?.kind}${unsayable ? ', zod cannot say it' : ''}):`,
      difference(json, field?.value && normalize(field.value)),
    );
    for (const part of config.unresolved.filter((one) =>
      one.path.startsWith(`tools[${config.tools.indexOf(tools.get(name))}].`),
    ))
      console.log(`    ${part.path}: ${part.reason}`);
    for (const note of field?.notes ?? [])
      console.log(`    note ${note.path}: ${note.message}`);
  }
}
console.log(`${file}: ${names.length} schemas, ${equal} equal, ${noted} equal with notes, ${differing} differ`);
process.exitCode = differing ? 1 : 0;
