// check-json SCHEMA FILE: succeeds if the JSON in FILE (or, for `-`, on standard input) satisfies the JSON Schema,
// which may refer to others in its folder by their `$id`.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const [schemaFile, file] = process.argv.slice(2);
const read = (name) => JSON.parse(readFileSync(name === '-' ? 0 : name, 'utf8'));
const schema = read(schemaFile);
const dialect = String(schema.$schema ?? '').includes('2020-12') ? 'ajv/dist/2020.js' : 'ajv';
const Ajv = require(dialect).default;
const ajv = new Ajv({ allErrors: true, strict: false });
require('ajv-formats').default(ajv);
for (const name of readdirSync(dirname(schemaFile))) {
  if (!name.endsWith('.schema.json')) continue;
  const other = read(join(dirname(schemaFile), name));
  if (other.$id && other.$id !== schema.$id && other.$schema === schema.$schema) ajv.addSchema(other);
}
if (!ajv.validate(schema, read(file))) {
  for (const error of ajv.errors) console.error(`${error.instancePath || '/'} ${error.message}`);
  process.exit(1);
}
