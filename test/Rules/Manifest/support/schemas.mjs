// schemas.mjs AGENTC OUT [SEED]: mutates JSON Schemas at random, and compares what agentc says of each as a
// config.schema.json with what ajv says by the draft's own metaschema; and of a value, by the schema.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';

const require = createRequire(new URL('../../../package.json', import.meta.url));
const [agentc, out, given] = process.argv.slice(2);
let state = Number(given ?? Date.now() % 1e9);
console.log(`seed ${state}`);
const random = (n) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * n);
};
const pick = (list) => list[random(list.length)];

const words = [
  'type', 'properties', 'items', 'required', 'minLength', 'maximum', 'exclusiveMinimum', 'enum', 'const', 'anyOf',
  'allOf', 'oneOf', 'not', 'additionalProperties', 'prefixItems', 'multipleOf', 'uniqueItems', 'minItems',
  'dependentRequired', 'contains', 'propertyNames', 'title', 'default', 'readOnly', 'format', 'if', 'then', '$defs',
  'definitions', 'examples', 'minProperties', 'dependencies', 'maxContains',
];
const values = () =>
  pick([
    true,
    false,
    null,
    0,
    1,
    -1,
    2.5,
    3,
    '',
    'a',
    'string',
    'object',
    'number',
    [],
    {},
    ['a'],
    ['a', 'a'],
    [{}],
    { a: {} },
    { a: ['b'] },
    { type: 'string' },
    ['string', 'null'],
    [1],
    [true],
    { a: true },
    { type: 'number', minimum: 1 },
    { required: ['a'] },
    [{ type: 'string' }, { const: 1 }],
  ]);

function mutate(schema) {
  const copy = structuredClone(schema);
  let at = copy;
  for (let depth = random(3); depth > 0; depth--) {
    const inner = Object.values(at).filter((one) => one && typeof one === 'object' && !Array.isArray(one));
    if (inner.length)
      at = pick(inner);
  }
  for (let n = random(4) ? 1 : 2; n > 0; n--)
    at[pick(words)] = values();
  return copy;
}

const seeds = [
  { type: 'object', properties: { a: { type: 'string' }, b: { type: 'array', items: { type: 'integer' } } } },
  { type: 'object', required: ['a'], additionalProperties: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
  {
    type: 'object',
    properties: { a: { allOf: [{ minLength: 2 }, { maxLength: 3 }] }, b: { oneOf: [{ const: 1 }, true] } },
  },
];
const data = [
  {},
  { a: 'ab', b: [1] },
  { a: 1, b: [1.5] },
  { a: null },
  { a: 'abcd', b: 1, c: [1, 1] },
  { b: { a: ['x'] } },
];
const drafts = {
  '2020-12': [require('ajv/dist/2020'), 'https://json-schema.org/draft/2020-12/schema'],
  'draft-07': [require('ajv'), 'http://json-schema.org/draft-07/schema#'],
};
const folders = [];
for (let i = 0; i < 150; i++) {
  const name = pick(Object.keys(drafts));
  const [Ajv, uri] = drafts[name];
  let schema = pick(seeds);
  for (let n = 1 + random(2); n > 0; n--)
    schema = mutate(schema);
  const root = { $schema: uri, ...schema, type: 'object' };
  // draft-07 only recommends that an enum has items, each once, and ajv's copy of it asks for them
  if (name === 'draft-07' && /"enum":\[(\]|"a","a"\])/.test(JSON.stringify(root))) {
    i--;
    continue;
  }
  const ajv = new (Ajv.default ?? Ajv)({ strict: false, logger: false, allErrors: false });
  const isValid = ajv.validateSchema(root);
  const value = pick(data);
  let isTaken = null;
  try {
    isTaken = isValid ? ajv.validate(root, value) : null;
  } catch { /* ajv refuses some that the metaschema takes */ }
  const folder = path.join(out, String(i));
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'config.schema.json'), JSON.stringify(root));
  fs.writeFileSync(path.join(folder, 'config.json'), JSON.stringify(value));
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name": "a", "version": "1.0.0"}');
  fs.writeFileSync(path.join(folder, 'index.js'), 'module.exports = async function handler() {};\n');
  folders.push({ folder, isValid, isTaken });
}
const result = spawnSync(agentc, ['validate', '--no-load-test', '--format=json', ...folders.map((one) => one.folder)],
                         { encoding: 'utf8', maxBuffer: 1 << 28 });
const bundles = JSON.parse(result.stdout).bundles;
let schemas = 0, taken = 0, mistakes = 0;
folders.forEach(({ folder, isValid, isTaken }, i) => {
  const found = bundles[i].diagnostics.map((one) => one.id);
  const tell = (what) => {
    mistakes++;
    console.log(`${what}: ${fs.readFileSync(path.join(folder, 'config.schema.json'), 'utf8')} ` +
                `${fs.readFileSync(path.join(folder, 'config.json'), 'utf8')}`);
  };
  schemas++;
  if (found.includes('AC2035') === isValid)
    tell(isValid ? 'refused, and ajv takes it' : 'taken, and ajv refuses it');
  if (isTaken === null || !isValid)
    return;
  taken++;
  if (found.includes('AC2036') === isTaken)
    tell(isTaken ? 'value refused, and ajv takes it' : 'value taken, and ajv refuses it');
});
console.log(`${schemas} schemas, ${taken} values, ${mistakes} mistakes`);
process.exit(mistakes ? 1 : 0);
