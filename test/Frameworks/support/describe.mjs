// Runs a module with the frameworks' real packages and prints what its agents and tools show to a model.
//   describe.mjs FRAMEWORK MODULE
import { pathToFileURL } from 'node:url';

const [framework, path] = process.argv.slice(2);
process.env.OPENAI_API_KEY ??= 'none';
process.env.ANTHROPIC_API_KEY ??= 'none';
process.env.GOOGLE_API_KEY ??= 'none';
const exported = Object.entries(await import(pathToFileURL(path).href));
const agents = [];
const tools = new Map();
/// A schema without properties says no more than none.
const addTool = (tool) => {
  const hasParameters = Object.keys(tool.parameters?.properties ?? {}).length > 0;
  tools.set(tool.name, { ...tool, parameters: hasParameters ? tool.parameters : undefined });
  return tool.name;
};

/// What a server lists, by the protocol.
async function listTools(server) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { InMemoryTransport } = await import('@modelcontextprotocol/sdk/inMemory.js');
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  const { tools: listed } = await client.listTools();
  for (const { name, description, inputSchema, outputSchema } of listed)
    addTool({ name, description, parameters: inputSchema, outputSchema });
}

const isObject = (value) => value !== null && typeof value === 'object';

const describers = {
  async ai() {
    const { asSchema } = await import('ai');
    const add = ([name, tool]) =>
      addTool({
        name,
        description: tool.description,
        parameters: asSchema(tool.inputSchema).jsonSchema,
        outputSchema: tool.outputSchema && asSchema(tool.outputSchema).jsonSchema,
      });
    for (const [, value] of exported) {
      if (!isObject(value)) continue;
      if (value.tools && value.generate)
        agents.push({
          name: value.id,
          instructions: value.settings?.instructions,
          tools: Object.entries(value.tools).map(add),
        });
      else if (!value.inputSchema) Object.entries(value).forEach(add);
    }
  },
  async mastra() {
    const schemaOf = (schema, side) => schema?.['~standard']?.jsonSchema?.[side]({ target: 'draft-2020-12' });
    const add = (tool) =>
      addTool({
        name: tool.id,
        description: tool.description,
        parameters: schemaOf(tool.inputSchema, 'input'),
        outputSchema: schemaOf(tool.outputSchema, 'input'),
      });
    for (const [, value] of exported) {
      if (value?.listTools && value.getInstructions) {
        const instructions = await value.getInstructions();
        agents.push({
          name: value.name,
          instructions: typeof instructions === 'string' ? instructions : instructions.content,
          tools: Object.values(await value.listTools()).map(add),
        });
      } else if (value?.id && value.execute) add(value);
    }
  },
  async 'openai-agents'() {
    const add = (tool) => addTool({ name: tool.name, description: tool.description, parameters: tool.parameters });
    for (const [, value] of exported) {
      if (value?.type === 'function') add(value);
      if (value?.handoffs)
        agents.push({
          name: value.name,
          instructions: typeof value.instructions === 'string' ? value.instructions : undefined,
          tools: value.tools.map(add),
          handoffs: value.handoffs.map((to) => to.agentName ?? to.name),
        });
    }
  },
  async langchain() {
    const { toJsonSchema } = await import('@langchain/core/utils/json_schema');
    const add = (tool) =>
      addTool({ name: tool.name, description: tool.description, parameters: toJsonSchema(tool.schema) });
    for (const [, value] of exported) {
      if (value?.schema && value.invoke) add(value);
      if (value?.options?.tools)
        agents.push({
          name: value.options.name,
          instructions: value.options.systemPrompt,
          tools: value.options.tools.map(add),
        });
    }
  },
  async 'claude-agent-sdk'() {
    for (const [, value] of exported) if (value?.type === 'sdk' && value.instance) await listTools(value.instance);
  },
  async mcp() {
    for (const [, value] of exported) if (value?.connect) await listTools(value);
  },
  async 'google-adk'() {
    const add = (tool) =>
      addTool({ name: tool.name, description: tool.description, parameters: tool._getDeclaration?.()?.parameters });
    const describe = (value) => {
      if (value?._getDeclaration) add(value);
      if (!value?.subAgents) return;
      agents.push({
        name: value.name,
        instructions: typeof value.instruction === 'string' && value.instruction ? value.instruction : undefined,
        tools: value.tools?.map(add),
        handoffs: value.subAgents.map((agent) => agent.name),
      });
      value.subAgents.forEach(describe);
    };
    for (const [, value] of exported) describe(value);
  },
};

await describers[framework]();
// on a line of its own: some frameworks write to the same stream
process.stdout.write(`\n${JSON.stringify({ agents, tools: [...tools.values()] })}`, () => process.exit(0));
