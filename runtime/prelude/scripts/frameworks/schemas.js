// Schemas of all libraries as JSON Schema, and inputs by them.
import { z } from 'zod';
import { toZod4 } from './zod3.js';

const isObject = (value) => typeof value === 'object' && value !== null;
const isZod4 = (value) => isObject(value) && isObject(value._zod);
const isZod3 = (value) => isObject(value) && isObject(value._def) && !isZod4(value);
const isSchema = (value) => isZod4(value) || isZod3(value) || typeof value?.['~standard']?.validate === 'function';

// An object of schemas, as `{ city: z.string() }`; an empty one is one too.
function isShape(value) {
  return isObject(value) && !Array.isArray(value) && !isSchema(value) && Object.values(value).every(isSchema);
}

function withoutDialect(schema) {
  const { $schema, '~standard': standard, ...rest } = schema;
  return rest;
}

// JSON Schema of the input that a schema takes; undefined if there is no telling.
export function jsonSchemaOf(schema, shape) {
  if (typeof schema === 'function' && schema['~standard'] === undefined) return jsonSchemaOf(schema(), shape);
  if (shape && isShape(schema)) {
    const members = Object.entries(schema);
    if (!members.every(([, part]) => isZod4(part) || isZod3(part))) return undefined;
    return jsonSchemaOf(z.object(Object.fromEntries(members.map(([key, part]) => [key, isZod3(part) ? toZod4(part) : part]))), false);
  }
  if (isZod4(schema)) return withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  if (isZod3(schema)) return jsonSchemaOf(toZod4(schema), false);
  if (typeof schema?.['~standard']?.jsonSchema?.input === 'function')
    return withoutDialect(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }));
  if (typeof schema?.toJsonSchema === 'function') return withoutDialect(schema.toJsonSchema());
  if (isSchema(schema) || !isObject(schema)) return undefined;
  // what the AI SDK's `jsonSchema` gives
  if ('jsonSchema' in schema && 'validate' in schema) return schema.jsonSchema;
  return schema;
}

function problemOf(issues) {
  const [first] = issues;
  const path = (first.path ?? []).map((step) => (isObject(step) ? step.key : step)).join('.');
  return 'the input does not fit the tool\'s schema: ' + (path === '' ? '' : `\`${path}\`: `) + first.message;
}

const objects = new WeakMap();   // shape → the schema made of it
function objectOf(shape) {
  if (!objects.has(shape)) objects.set(shape, z.object(shape));
  return objects.get(shape);
}

// Has a schema make what it makes when it first sees an input. Objects alone, which refuse any other input before
// anything of the bundle's own runs.
export function rehearse(schema, shape) {
  if (shape && isShape(schema)) schema = Object.values(schema).every(isZod4) ? objectOf(schema) : undefined;
  if (isZod4(schema) && schema._zod.def.type === 'object') schema['~standard'].validate(undefined);
}

// The input as the schema gives it, with its defaults and transforms. JSON Schema changes and refuses nothing.
export async function parseInput(schema, shape, input) {
  if (typeof schema === 'function' && schema['~standard'] === undefined) schema = schema();
  if (shape && isShape(schema)) {
    if (!Object.values(schema).every(isZod4)) {
      const parsed = {};
      for (const [key, part] of Object.entries(schema)) {
        const result = await parseInput(part, false, input?.[key]);
        if ('problem' in result) return result;
        if (result.value !== undefined) parsed[key] = result.value;
      }
      return { value: parsed };
    }
    schema = objectOf(schema);
  }
  if (isSchema(schema)) {
    if (typeof schema['~standard']?.validate !== 'function') {
      const result = await schema.safeParseAsync(input);
      return result.success ? { value: result.data } : { problem: problemOf(result.error.issues) };
    }
    const result = await schema['~standard'].validate(input);
    return result.issues ? { problem: problemOf(result.issues) } : { value: result.value };
  }
  if (isObject(schema) && typeof schema.validate === 'function' && 'jsonSchema' in schema) {
    const result = await schema.validate(input);
    return result.success ? { value: result.value }
      : { problem: 'the input does not fit the tool\'s schema: ' + result.error?.message };
  }
  return { value: input };
}
