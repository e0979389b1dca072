// What each framework has to define agents and tools.
import { isCalling, lacking, noteDefinition } from 'agentc:powers';
import { connect, placeholder } from './frameworks/definitions.js';
import { exportedBy, packagesOfModels } from './frameworks/providers.js';

connect(noteDefinition, isCalling, lacking);
export { placeholder };

// A framework's functions are the same under each of its subpaths.
const frameworks = {
  '@anthropic-ai/claude-agent-sdk': () => require('./frameworks/claude-agent-sdk.js'),
  '@google/adk': () => require('./frameworks/google-adk.js'),
  '@langchain/core': () => require('./frameworks/langchain.js'),
  '@langchain/langgraph': () => require('./frameworks/langchain.js'),
  '@mastra/core': () => require('./frameworks/mastra.js'),
  '@modelcontextprotocol/sdk': () => require('./frameworks/mcp.js'),
  '@modelcontextprotocol/server': () => require('./frameworks/mcp.js').second,
  '@openai/agents': () => require('./frameworks/openai-agents.js'),
  '@vercel/mcp-adapter': () => require('./frameworks/mcp.js').adapter,
  ai: () => require('./frameworks/ai.js'),
  langchain: () => require('./frameworks/langchain.js'),
  'mcp-handler': () => require('./frameworks/mcp.js').adapter,
};
for (const name of packagesOfModels) frameworks[name] = () => ({ exported: exportedBy(name) });

// They need zod, which a bundle that has no schema of its own goes without.
export const jsonSchemaOf = (given, shape) => require('./frameworks/schemas.js').jsonSchemaOf(given, shape);
export const parseInput = (given, shape, input) => require('./frameworks/schemas.js').parseInput(given, shape, input);

export const rehearse = (given, shape) => require('./frameworks/schemas.js').rehearse(given, shape);

// The second argument of an MCP server's tool, for a bundle that carries the server's framework inside.
export const mcpExtra = (given) => require('./frameworks/mcp-extra.js').extra(given);

// A framework's module, in which any other name is a placeholder.
const made = new Map();
export function moduleNamed(name, packageName) {
  if (!Object.hasOwn(frameworks, packageName)) return undefined;
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
  for (const name of Object.keys(frameworks)) moduleNamed(name, name);
  const { z } = require('agentc:zod').moduleNamed('zod');
  const schema = z.object({ text: z.string() });
  jsonSchemaOf(schema, false);
  jsonSchemaOf({ text: z.string() }, true);
  await parseInput(schema, false, { text: 'a' });
  await parseInput(schema, false, { text: 1 });
  exerciseTools({ text: z.string() });
}

// How a tool is made with the frameworks that most are made with.
const makers = {
  '@modelcontextprotocol/sdk': ({ McpServer }, { inputSchema: { shape }, execute }) => require('./frameworks/mcp.js').apart(() =>
    new McpServer({ name: 's', version: '1' }).registerTool('t', { inputSchema: shape, outputSchema: shape }, execute)),
  ai: ({ tool }, definition) => tool(definition),
  '@mastra/core': ({ createTool }, definition) => createTool(definition),
  '@openai/agents': ({ tool }, definition) => tool(definition),
  '@langchain/core': ({ tool }, definition) => tool(definition.execute, { ...definition, schema: definition.inputSchema }),
};

// The parts of tools that are made with these frameworks, of which the sandbox takes no notes.
function exampleTools(names, schema) {
  const tools = [], execute = () => ({ content: [{ type: 'text', text: 'a' }] });
  connect((kind, value, parts) => { if (kind === 'tool') tools.push(parts); }, isCalling, lacking);
  try {
    for (const name of names)
      makers[name](moduleNamed(name, name), { name: 't', description: 't', inputSchema: schema, parameters: schema, execute });
  } finally {
    connect(noteDefinition, isCalling, lacking);
  }
  return tools;
}

// The parts of a tool of the bundle's framework; undefined if it has none of those, or no schema is given.
export const exampleTool = (schema) =>
  schema && exampleTools(Object.keys(makers).filter((name) => made.has(name)).slice(0, 1), schema)[0];

function exerciseTools(shape) {
  const { z } = require('agentc:zod').moduleNamed('zod');
  for (const parts of exampleTools(Object.keys(makers), z.object(shape))) parts().run?.({ text: 'a' }, {});
}
