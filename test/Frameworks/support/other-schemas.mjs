// Compares what `agentc extract-config` says of the schemas that a module of another library exports with
// what the library takes: other-schemas.mjs AGENTC MODULE FOLDER. An array is not an object here, as it is to valibot.
// `samples` are values to ask about.
import {execFileSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

import {type} from 'arktype';
import * as v from 'valibot';

const [agentc, corpus, folder] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const Ajv = require('ajv/dist/2020').default, addFormats = require('ajv-formats').default;
const Draft7 = require('ajv').default, draft7 = new Draft7({strict: false});
const takes = {
  typebox: (schema, value) => draft7.validate(schema, value), // its types are JSON Schema of draft 7
  valibot: (schema, value) => v.safeParse(schema, value).success,
  arktype: (schema, value) => !(schema(value) instanceof type.errors),
};

rmSync(folder, {recursive: true, force: true});
mkdirSync(join(folder, 'run'), {recursive: true});
mkdirSync(join(folder, 'bundle'));
symlinkSync(resolve(here, '../node_modules'), join(folder, 'run/node_modules'));
const source = readFileSync(corpus, 'utf8');
writeFileSync(join(folder, 'run/schemas.mjs'), source);
writeFileSync(join(folder, 'bundle/schemas.js'), source);
const {samples, library, ...schemas} = await import(pathToFileURL(resolve(folder, 'run/schemas.mjs')));
const names = Object.keys(schemas);
writeFileSync(
  join(folder, 'bundle/package.json'),
  '{"name": "o", "version": "1.0.0", "type": "module", "main": "index.js"}',
);
writeFileSync(
  join(folder, 'bundle/index.js'),
  `import {createTool} from 'lightfast'\nimport * as s from './schemas.js'\n` +
    names
      .map((name) => `createTool({name: '${name}', description: 'd', parameters: s.${name}, execute() {}})\n`)
      .join(''),
);
const config = JSON.parse(execFileSync(agentc, ['extract-config', join(folder, 'bundle')]));

const pool = [
  undefined,
  null,
  true,
  0,
  1,
  2.5,
  -1,
  7,
  '',
  'a',
  'abc',
  'x@y.zz',
  'https://a.b/c',
  [],
  ['a'],
  [1, 2, 3],
  {},
  { a: 'x' },
  { a: 1 },
  { b: null },
  ...samples,
].slice(1);
let differing = 0,
  noted = 0;
for (const name of names) {
  const field = config.tools.find((tool) => tool.name.value === name).parameters;
  const ajv = new Ajv({strict: false, logger: false});
  addFormats(ajv);
  noted += field.notes ? 1 : 0;
  const check = ajv.compile(field.value ?? false);
  const wrong = pool.filter(
    (value) =>
      !(Array.isArray(value) && field.value?.type === 'object') &&
      check(value) !== takes[library](schemas[name], value),
  );
  // what a note is about may be refused though the schema takes it
  const isWrong = field.kind === 'unresolved' || wrong.some((value) => !field.notes || !check(value));
  if (!isWrong)
    continue;
  ++differing;
  console.log(
    `${name}: ${JSON.stringify(field.value)} ${field.kind} ${field.reason ?? ''} differs for ${JSON.stringify(wrong)}`,
  );
}
console.log(`${library}: ${names.length} schemas, ${noted} with notes, ${differing} differ`);
process.exitCode = differing ? 1 : 0;
