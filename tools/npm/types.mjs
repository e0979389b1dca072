// types.mjs SCHEMAS: TypeScript's types of all schemas in a folder, as one module.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';

/** `diagnostics-1.schema.json` as `Diagnostics`. */
const nameOf = (file) =>
  file.replace(/-\d+\.schema\.json$/, '').replace(/(^|-)([a-z])/g, (_, __, letter) => letter.toUpperCase());

/** One schema of all: what they call each other by becomes a place in it. */
function joinSchemas(folder) {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.schema.json'))
    .sort();
  const schemas = new Map(files.map((file) => [file, JSON.parse(readFileSync(join(folder, file), 'utf8'))]));
  const names = new Map([...schemas].map(([file, schema]) => [schema.$id, nameOf(file)]));
  const placed = (value, name) => {
    if (Array.isArray(value)) return value.map((each) => placed(each, name));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => {
        if (key !== '$ref' || typeof each !== 'string') return [key, placed(each, name)];
        const [id, place = ''] = each.split('#');
        return [key, `#/$defs/${id ? names.get(id) : name}${place}`];
      }),
    );
  };
  const $defs = Object.fromEntries(
    [...schemas].map(([file, { $id, $schema, ...schema }]) => {
      const name = nameOf(file);
      return [name, { ...placed(schema, name), title: name }];
    }),
  );
  return {
    title: 'Schemas',
    type: 'object',
    additionalProperties: false,
    $defs,
    properties: Object.fromEntries(Object.keys($defs).map((name) => [name, { $ref: `#/$defs/${name}` }])),
  };
}

export const makeTypes = (folder) =>
  compile(joinSchemas(folder), 'Schemas', {
    bannerComment: '// Made of the JSON Schemas beside it.',
    additionalProperties: false,
    unknownAny: true,
    format: false,
    style: { singleQuote: true },
  });
