// A schema of zod 3 as the same one of zod 4, for its JSON Schema alone.
import { z } from 'zod';

const stringChecks = {
  min: (s, { value }) => s.min(value), max: (s, { value }) => s.max(value), length: (s, { value }) => s.length(value),
  regex: (s, { regex }) => s.regex(regex), includes: (s, { value }) => s.includes(value),
  startsWith: (s, { value }) => s.startsWith(value), endsWith: (s, { value }) => s.endsWith(value),
  datetime: (s, { offset, local, precision }) => s.datetime({ offset, local, precision: precision ?? undefined }),
  ip: (s, { version }) => (version === 'v6' ? s.ipv6() : version === 'v4' ? s.ipv4() : s),
  cidr: (s, { version }) => (version === 'v6' ? s.cidrv6() : version === 'v4' ? s.cidrv4() : s),
};
for (const name of ['email', 'url', 'uuid', 'cuid', 'cuid2', 'ulid', 'nanoid', 'emoji', 'base64', 'base64url', 'jwt',
  'date', 'time', 'duration', 'trim', 'toLowerCase', 'toUpperCase'])
  stringChecks[name] ??= (s) => s[name]();
const numberChecks = {
  min: (n, { value, inclusive }) => (inclusive ? n.gte(value) : n.gt(value)),
  max: (n, { value, inclusive }) => (inclusive ? n.lte(value) : n.lt(value)),
  int: (n) => n.int(), multipleOf: (n, { value }) => n.multipleOf(value), finite: (n) => n,
};
const checked = (schema, checks, known) => checks.reduce((made, check) => known[check.kind](made, check), schema);

function sized(schema, { exactLength, minLength, maxLength }) {
  if (exactLength) schema = schema.length(exactLength.value);
  if (minLength) schema = schema.min(minLength.value);
  return maxLength ? schema.max(maxLength.value) : schema;
}

// A member that may be anything may be left out, other than in zod 4.
const mayLack = (value) => ['ZodAny', 'ZodUnknown'].includes(value._def.typeName);

function object({ shape, unknownKeys, catchall }, up) {
  const members = Object.fromEntries(Object.entries(shape()).map(([key, value]) =>
    [key, mayLack(value) ? up(value).optional() : up(value)]));
  if (unknownKeys === 'strict') return z.strictObject(members);
  if (unknownKeys === 'passthrough') return z.looseObject(members);
  return catchall._def.typeName === 'ZodNever' ? z.object(members) : z.object(members).catchall(up(catchall));
}

const kinds = {
  ZodString: (def) => checked(z.string(), def.checks, stringChecks),
  ZodNumber: (def) => checked(z.number(), def.checks, numberChecks),
  ZodBigInt: () => z.bigint(), ZodBoolean: () => z.boolean(), ZodDate: () => z.date(), ZodAny: () => z.any(),
  ZodUnknown: () => z.unknown(), ZodNever: () => z.never(), ZodNull: () => z.null(), ZodUndefined: () => z.undefined(),
  ZodVoid: () => z.void(), ZodNaN: () => z.nan(),
  ZodLiteral: (def) => z.literal(def.value),
  ZodEnum: (def) => z.enum(def.values), ZodNativeEnum: (def) => z.enum(def.values),
  ZodArray: (def, up) => sized(z.array(up(def.type)), def),
  ZodObject: object,
  ZodRecord: (def, up) => z.record(up(def.keyType), up(def.valueType)),
  ZodMap: (def, up) => z.map(up(def.keyType), up(def.valueType)), ZodSet: (def, up) => z.set(up(def.valueType)),
  ZodTuple: (def, up) => z.tuple(def.items.map(up), def.rest ? up(def.rest) : null),
  ZodUnion: (def, up) => z.union(def.options.map(up)),
  ZodDiscriminatedUnion: (def, up) => z.discriminatedUnion(def.discriminator, def.options.map(up)),
  ZodIntersection: (def, up) => z.intersection(up(def.left), up(def.right)),
  ZodOptional: (def, up) => up(def.innerType).optional(), ZodNullable: (def, up) => up(def.innerType).nullable(),
  ZodDefault: (def, up) => up(def.innerType).default(def.defaultValue()),
  ZodCatch: (def, up) => up(def.innerType).catch(def.catchValue({ error: undefined, input: undefined })),
  ZodReadonly: (def, up) => up(def.innerType).readonly(), ZodBranded: (def, up) => up(def.type),
  ZodPromise: (def, up) => up(def.type), ZodPipeline: (def, up) => up(def.in),
  ZodEffects: (def, up) => (def.effect.type === 'preprocess' ? z.preprocess((value) => value, up(def.schema)) : up(def.schema)),
  ZodLazy: (def, up) => z.lazy(() => up(def.getter())),
};

// Throws where zod 4 has nothing of the kind.
export function toZod4(schema) {
  const made = new Map();
  const up = (one) => {
    if (!made.has(one)) {
      const schema = kinds[one._def.typeName](one._def, up);
      made.set(one, one._def.description === undefined ? schema : schema.describe(one._def.description));
    }
    return made.get(one);
  };
  return up(schema);
}
