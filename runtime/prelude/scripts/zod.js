// zod, by path, since the package has one form for `import` and another for `require`. Each evaluated when it is first
// asked for.
const paths = {
  zod: () => require('../../node_modules/zod/index.js'),
  'zod/mini': () => require('../../node_modules/zod/mini/index.js'),
  'zod/v3': () => require('../../node_modules/zod/v3/index.js'),
  'zod/v4': () => require('../../node_modules/zod/v4/index.js'),
  'zod/v4-mini': () => require('../../node_modules/zod/v4-mini/index.js'),
  'zod/v4/core': () => require('../../node_modules/zod/v4/core/index.js'),
  'zod/v4/mini': () => require('../../node_modules/zod/v4/mini/index.js'),
};

export const moduleNamed = (name) => (Object.hasOwn(paths, name) ? paths[name]() : undefined);

// The schema of the tool whose call is rehearsed: what most calls need of zod.
let made;
export const example = () => made ??= exampleOf(paths.zod());
const exampleOf = ({ z }) =>
  z.object({ text: z.string().min(1), more: z.email().optional(), count: z.number().int().min(1).max(9).default(1),
    kind: z.enum(['a', 'b']).default('a'), list: z.array(z.boolean()).optional() });

// Runs what most bundles will run, so that the build can keep it compiled.
export function exercise() {
  for (const name of Object.keys(paths)) paths[name]();
  const { z } = paths.zod();
  const schema = z.object({ text: z.string().min(1).describe('a text'), count: z.number().int().default(1),
    kind: z.enum(['a', 'b']).optional(), list: z.array(z.union([z.string(), z.boolean()])).nullable(),
    more: z.record(z.string(), z.unknown()).optional(), email: z.email().optional() }).strict();
  z.toJSONSchema(schema, { io: 'input' });
  schema.safeParse({ text: 'a', list: ['a', true], email: 'a@example.com' });
  schema.safeParse({ text: 1 });
}
