// Writes a module of random schemas: random-schemas.mjs SEED COUNT FILE
import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';

const [seedText, countText, file] = process.argv.slice(2);
let state = Number(seedText) >>> 0;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];
const maybe = (text) => (random(2) ? text : '');
const some = (make, most) => Array.from({length: 1 + random(most)}, make);
let ids = 0;
const named = []; // schemas by name, which others use again: {name, kind}

const texts = [
  '.min(2)', '.max(9)', '.email()', '.regex(/^a+$/)', '.startsWith("x/")', '.endsWith(".")', '.includes("q")',
  '.length(4)', '.trim()', '.nonempty()', '.uuid()', '.lowercase()', '.base64()', '.datetime()',
];
const numbers = [
  '.int()', '.min(1)', '.max(10)', '.positive()', '.gt(-3)', '.lt(8.5)', '.multipleOf(2)', '.nonnegative()',
  '.multipleOf(3)', '.lte(7)', '.safe()',
];
const formats = [
  'email', 'url', 'uuid', 'guid', 'cuid2', 'ulid', 'nanoid', 'ipv4', 'ipv6', 'cidrv4', 'base64', 'jwt', 'e164',
  'iso.date', 'iso.datetime', 'iso.duration', 'emoji',
];
const words = ['a', 'b', 'c', 'd e', 'f', 'id', 'x-y', '7'];
const literal = () => pick(['"a"', '5', 'true', 'null', '["p", "q"]', '[1, 2]', '["m", 3, false]', '-0.5']);

function leaf() {
  switch (random(9)) {
    case 0:
    case 1:
      return { kind: 'string', code: `z.string()${maybe(pick(texts))}${maybe(pick(texts))}` };
    case 2:
      return { kind: 'number', code: `z.number()${maybe(pick(numbers))}${maybe(pick(numbers))}` };
    case 3:
      return {
        kind: 'string',
        code: `z.${pick(formats)}()${maybe(pick(['.min(2)', '.max(9)', '.regex(/^a+$/)', '.startsWith("x/")']))}`,
      };
    case 4:
      return { kind: 'enum', code: `z.enum(["a", "b", "c"])${maybe('.exclude(["b"])')}` };
    case 5:
      return { kind: 'literal', code: `z.literal(${literal()})` };
    case 6:
      return { kind: 'number', code: pick(['z.int()', 'z.int32()', 'z.coerce.number()', 'z.float64()']) };
    case 7:
      return {
        kind: 'any',
        code: pick(['z.boolean()', 'z.null()', 'z.any()', 'z.unknown()', 'z.never()', 'z.stringbool()']),
      };
    default:
      return named.length ? { ...pick(named) } : { kind: 'string', code: 'z.string()' };
  }
}

function object(depth) {
  const keys = [...new Set(some(() => pick(words), 4))];
  const members = keys.map((key) => `${JSON.stringify(key)}: ${schema(depth - 1).code}`);
  const made = {
    kind: 'object',
    keys,
    code: `z.${pick(['object', 'object', 'strictObject', 'looseObject'])}({${members.join(', ')}})`,
  };
  const mask = () => `{${JSON.stringify(pick(keys))}: true}`;
  switch (random(9)) {
  case 0: made.code += `.partial(${maybe(mask())})`; break;
  case 1: made.code += `.extend({extra: ${schema(depth - 1).code}})`; break;
  case 2: made.code += `.required(${maybe(mask())})`; break;
  case 3: made.code += pick(['.strict()', '.loose()', '.strip()', `.catchall(${leaf().code})`]); break;
  case 4: made.code += `.pick(${mask()})`; break;
  case 5: if (keys.length > 1) made.code += `.omit(${mask()})`; break;
  case 6: made.code = `z.object({...${made.code}.shape, extra: ${leaf().code}})`; break;
  }
  return made;
}

function container(depth) {
  const inner = () => schema(depth - 1).code;
  switch (random(8)) {
    case 0:
      return {
        kind: 'array',
        code: `z.array(${inner()})${maybe(pick(['.min(1)', '.max(4)', '.length(2)', '.nonempty()']))}`,
      };
    case 1:
      return { kind: 'any', code: `z.union([${some(inner, 3).join(', ')}])` };
    case 2:
      return { kind: 'any', code: `z.tuple([${some(inner, 3).join(', ')}]${maybe(', ' + inner())})` };
    case 3:
      return {
        kind: 'any',
        code: `z.record(${pick(['z.string()', 'z.string().min(2)', 'z.enum(["a", "b"])', 'z.number()'])}, ${inner()})`,
      };
    case 4:
      return {
        kind: 'any',
        code: `z.intersection(${object(depth - 1).code}, ${pick([object, schema])(depth - 1).code})`,
      };
    case 5:
      return {
        kind: 'any',
        code: `z.discriminatedUnion("kind", [z.object({kind: z.literal("p"), v: ${inner()}}), z.object({kind: ` +
          `z.literal("q")})])`,
      };
    case 6:
      return { kind: 'any', code: `z.partialRecord(z.enum(["a", "b"]), ${inner()})` };
    default:
      return { kind: 'any', code: `${inner()}.or(${inner()})` };
  }
}

function schema(depth) {
  const made = depth <= 0 ? leaf() : pick([leaf, object, object, container, container])(depth);
  for (let times = random(3); times > 0; --times)
    made.code += wrapper(made);
  return made;
}

function wrapper() {
  switch (random(14)) {
  case 0: case 1: return '.optional()';
  case 2: return '.nullable()';
  case 3: return '.nullish()';
  case 4: case 5: case 6: return `.describe(${JSON.stringify('about ' + random(9))})`;
  case 7: return `.default(${pick(['"x"', '5', 'null', '[]', '{a: 1}'])})`;
  case 8: return '.readonly()';
  case 9: return `.meta({title: "t${random(9)}"})`;
  case 10: return `.meta({id: "I${++ids}"})`;
  case 11: return '.array()';
  case 12: return `.catch(${pick(['"x"', '5'])})`;
  default: return `.prefault(${pick(['"x"', '5'])})`;
  }
}

const lines = [`import {z} from 'zod';`];
for (let i = 0; i < Number(countText); ++i) {
  const made = schema(3);
  lines.push(`export const s${i} = ${made.code};`);
  named.push({kind: made.kind, code: `s${i}`});
  if (named.length > 12)
    named.shift();
}
mkdirSync(dirname(file), {recursive: true});
writeFileSync(file, lines.join('\n') + '\n');
console.log(`seed ${seedText}`);
