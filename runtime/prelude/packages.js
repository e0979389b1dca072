// The packages that the sandbox gives to bundles beside its own modules, each evaluated when it is first asked for.
// esbuild makes one script of this file and what it requires.
import { connect, placeholder } from './frameworks/definitions.js';
import { exportedBy, packagesOfModels } from './frameworks/providers.js';
import { jsonSchemaOf, parseInput } from './frameworks/schemas.js';

// By path, since the package has one form for `import` and another for `require`.
const zod = {
  zod: () => require('../node_modules/zod/index.js'),
  'zod/mini': () => require('../node_modules/zod/mini/index.js'),
  'zod/v3': () => require('../node_modules/zod/v3/index.js'),
  'zod/v4': () => require('../node_modules/zod/v4/index.js'),
  'zod/v4-mini': () => require('../node_modules/zod/v4-mini/index.js'),
  'zod/v4/core': () => require('../node_modules/zod/v4/core/index.js'),
  'zod/v4/mini': () => require('../node_modules/zod/v4/mini/index.js'),
};

// A framework's functions are the same under each of its subpaths.
const frameworks = {
  '@anthropic-ai/claude-agent-sdk': () => require('./frameworks/claude-agent-sdk.js'),
  '@google/adk': () => require('./frameworks/google-adk.js'),
  '@langchain/core': () => require('./frameworks/langchain.js'),
  '@langchain/langgraph': () => require('./frameworks/langchain.js'),
  '@mastra/core': () => require('./frameworks/mastra.js'),
  '@modelcontextprotocol/sdk': () => require('./frameworks/mcp.js'),
  '@openai/agents': () => require('./frameworks/openai-agents.js'),
  ai: () => require('./frameworks/ai.js'),
  langchain: () => require('./frameworks/langchain.js'),
};
for (const name of packagesOfModels) frameworks[name] = () => ({ exported: exportedBy(name) });

export { connect, jsonSchemaOf, parseInput, placeholder };

export function moduleNamed(name, packageName) {
  if (Object.hasOwn(zod, name)) return zod[name]();
  return Object.hasOwn(frameworks, packageName) ? opened(packageName) : undefined;
}

// A framework's module, in which any other name is a placeholder.
const made = new Map();
function opened(packageName) {
  if (!made.has(packageName)) {
    const { exported } = frameworks[packageName]();
    const others = new Map();
    made.set(packageName, new Proxy({ ...exported }, {
      get(target, key) {
        if (typeof key !== 'string' || key === 'then' || key === 'default' || key === '__esModule' || key in target)
          return target[key];
        if (!others.has(key)) others.set(key, placeholder(`${packageName}'s ${key}`));
        return others.get(key);
      },
    }));
  }
  return made.get(packageName);
}

// Runs what most bundles will run, so that the build can keep it compiled.
export async function exercise() {
  for (const name of Object.keys(zod)) zod[name]();
  for (const name of Object.keys(frameworks)) opened(name);
  const { z } = zod.zod();
  const schema = z.object({ text: z.string().min(1).describe('a text'), count: z.number().int().default(1),
    kind: z.enum(['a', 'b']).optional(), list: z.array(z.union([z.string(), z.boolean()])).nullable(),
    more: z.record(z.string(), z.unknown()).optional(), email: z.email().optional() }).strict();
  jsonSchemaOf(schema, false);
  jsonSchemaOf({ text: z.string() }, true);
  await parseInput(schema, false, { text: 'a', list: ['a', true], email: 'a@example.com' });
  await parseInput(schema, false, { text: 1 });
}
