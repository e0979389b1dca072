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

// Makes a tool with each framework that most are made with, and calls it.
function exerciseTools(shape) {
  const tools = [], { z } = require('agentc:zod').moduleNamed('zod');
  connect((kind, value, parts) => tools.push(parts), isCalling, lacking);
  const give = (name) => moduleNamed(name, name), execute = () => ({ content: [] });
  const definition = { name: 't', description: 't', inputSchema: z.object(shape), parameters: z.object(shape), execute };
  new (give('@modelcontextprotocol/sdk').McpServer)({ name: 's', version: '1' })
    .registerTool('t', { inputSchema: shape, outputSchema: shape }, execute);
  give('ai').tool(definition);
  give('@mastra/core').createTool(definition);
  give('@openai/agents').tool(definition);
  give('@langchain/core').tool(execute, { ...definition, schema: definition.inputSchema });
  for (const parts of tools) parts().run?.({ text: 'a' }, {});
  connect(noteDefinition, isCalling, lacking);
}
