// schema-oracle.mjs ANSWERS [COUNT [SEED]]: what schema-answers says of made-up schemas and values, beside ajv. Fails
// if one of them is refused that ajv accepts; the other way round a value isn't judged, which patterns and fractions
// alone may cause here.
import { spawnSync } from 'node:child_process';
import Ajv7 from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { drawsFrom } from '../../support/random.mjs';

const [answers, count = '4000', seed = String(process.hrtime.bigint() % 1000000n)] = process.argv.slice(2);
const { below, one } = drawsFrom(seed);
const some = (make) => Array.from({ length: 1 + below(2) }, make);
const key = () => one(['a', 'b', 'ab', 'c-1', 'é']);
const object = (make) => Object.fromEntries(some(() => [key(), make()]));
const pattern = () =>
  one(['^a', 'b$', '^[a-c]+$', '\\d', '^.$', '[^a]', '(a|b)-?1', '^\\w{2,}$', 'é', '^(?!a)', '\\S', '[\\w-]+']);
const leaf = () => one([null, true, false, 0, 1, 2, -1, 1.5, 3, '', 'a', 'ab', 'b1', 'é', 'a-1', '7']);
const value = (depth) =>
  depth === 0 || below(3) === 0 ? leaf() : below(2) ? some(() => value(depth - 1)) : object(() => value(depth - 1));
const type = () => one(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const keywords = {
  type: () => (below(3) ? type() : [...new Set([type(), type()])]),
  enum: () => [leaf(), value(1)],
  const: () => value(1),
  minimum: () => one([0, 1, 1.5]),
  maximum: () => one([1, 2]),
  exclusiveMinimum: () => one([0, 1]),
  exclusiveMaximum: () => one([2, 3]),
  multipleOf: () => one([1, 2, 3]),
  minLength: () => below(3), maxLength: () => below(3), pattern,
  minItems: () => below(3), maxItems: () => below(3), uniqueItems: () => true,
  minProperties: () => below(3), maxProperties: () => below(3), required: () => [key()],
};
const inner = {
  items: (s) => s(),
  contains: (s) => s(),
  properties: (s) => object(s),
  additionalProperties: (s) => s(),
  propertyNames: (s) => s(),
  patternProperties: (s) => Object.fromEntries(some(() => [pattern(), s()])),
  allOf: (s) => some(s),
  anyOf: (s) => some(s),
  oneOf: (s) => some(s),
  not: (s) => s(),
  if: (s) => s(),
  then: (s) => s(),
  else: (s) => s(),
};
const of7 = {
  dependencies: (s) => object(() => (below(2) ? s() : [key()])),
  items: (s) => some(s),
  additionalItems: (s) => s(),
};
const of2020 = {
  prefixItems: (s) => some(s),
  dependentSchemas: (s) => object(s),
  dependentRequired: () => object(() => [key()]),
  minContains: () => below(3),
  maxContains: () => 1 + below(2),
};
const schema = (draft, depth) => {
  if (below(12) === 0)
    return below(3) > 0;
  if (below(8) === 0)
    return { $ref: one(['#/definitions/x', '#named', 'other#/definitions/y', 'other']) };
  const made = {}, complex = { ...inner, ...(draft === 'draft-07' ? of7 : of2020) };
  for (let i = 1 + below(3); i > 0; --i)
    if (depth > 0 && below(2)) {
      const name = one(Object.keys(complex));
      made[name] = complex[name](() => schema(draft, depth - 1));
    } else {
      const name = one(Object.keys(keywords));
      made[name] = keywords[name]();
    }
  return made;
};
const whole = (draft) => ({
  ...schema(draft, 2),
  $id: 'https://schemas.example/root',
  definitions: {
    x: schema(draft, 1),
    n: draft === 'draft-07' ? { $id: '#named', type: type() } : { $anchor: 'named', type: type() },
    o: { $id: 'other', minLength: 1, definitions: { y: { type: type() } } },
  },
});

const cases = [];
let invalid = 0;
while (cases.length < Number(count)) {
  const draft = one(['draft-07', '2020-12']);
  const made = whole(draft);
  if ('$ref' in made)
    continue;
  let validate;
  try {
    validate = new (draft === 'draft-07' ? Ajv7 : Ajv2020)({ strict: false, logger: false }).compile(made);
  } catch {
    ++invalid;
    continue;
  }
  for (let i = 0; i < 8; ++i) {
    const data = value(2);
    let expected;
    try {
      expected = validate(data);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      continue; // a schema that refers to itself
    }
    cases.push({ line: JSON.stringify([draft, made, data]), expected: expected ? 'yes' : 'no' });
  }
}
const { stdout } = spawnSync(answers, {
  input: cases.map(({ line }) => `${line}\n`).join(''),
  encoding: 'utf8',
  maxBuffer: 1 << 28,
});
const said = stdout.split('\n');
let wrong = 0, notJudged = 0, refused = 0;
cases.forEach(({ line, expected }, i) => {
  refused += expected === 'no';
  if (said[i] === expected)
    return;
  if (said[i] === 'yes') {
    ++notJudged;
    if (process.argv.includes('--all')) console.log(`not judged: ${line}`);
    return;
  }
  ++wrong;
  console.log(`${line}: ${said[i]}, and ajv says ${expected}`);
});
console.log(
  `seed ${seed}: ${cases.length} values, ${wrong} wrong, ${notJudged} of ${refused} refused ones are not judged; ` +
  `${invalid} schemas skipped`,
);
