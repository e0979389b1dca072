// Mastra, versions 0.1 (`executor({ data })`), 0.x (`execute({ context })`) and 1.x (`execute(input, context)`).
import { defineAgent, defineObjects, defineTool, modelName, placeholder, refusedAll } from './definitions.js';

const partsOf = (tool, key) => ({
  name: tool.id ?? key, description: tool.description, parameters: tool.inputSchema ?? tool.schema, outputSchema: tool.outputSchema,
  // The former version's argument holds the input as `context`; the input itself serves both.
  run: typeof tool.execute === 'function'
    ? (input, given) => tool.execute(formerly(input), { __proto__: given, context: input })
    : typeof tool.executor === 'function' ? (input) => tool.executor({ data: input }) : undefined,
});

class Tool {
  constructor(options) {
    Object.assign(this, options);
    defineTool(this, () => partsOf(this));
  }
}

function formerly(input) {
  if (typeof input !== 'object' || input === null || 'context' in input) return input;
  return Object.defineProperty(Array.isArray(input) ? [...input] : { ...input }, 'context',
    { value: input, enumerable: false, configurable: true, writable: true });
}

class Agent {
  #config;
  constructor(config) {
    this.#config = config;
    this.id = config.id ?? config.name;
    this.name = config.name ?? config.id;
    this.model = config.model;
    defineAgent(this, () => ({ name: this.name, description: config.description, instructions: config.instructions,
      model: modelName(config.model) }));
    defineObjects(config.tools, partsOf);
  }
  get instructions() { return this.#config.instructions; }
  get tools() { return this.#config.tools ?? {}; }
  get agents() { return this.#config.agents ?? {}; }
  getInstructions() { return this.#config.instructions; }
  getDescription() { return this.#config.description ?? ''; }
  getTools() { return this.tools; }
  listTools() { return this.tools; }
}
Object.assign(Agent.prototype, refusedAll('generate', 'stream', 'network', 'generateLegacy', 'streamLegacy'));

class Mastra {
  #config;
  constructor(config = {}) { this.#config = config; }
  get agents() { return this.#config.agents ?? {}; }
  get tools() { return this.#config.tools ?? {}; }
  getAgent(name) { return this.agents[name]; }
  getAgentById(id) { return Object.values(this.agents).find((agent) => agent.id === id); }
  getAgents() { return this.agents; }
  listAgents() { return this.agents; }
  getTool(name) { return this.tools[name]; }
  listTools() { return this.tools; }
  getWorkflow(name) { return this.#config.workflows?.[name]; }
  getLogger() { return placeholder('logger'); }
}

export const exported = { Tool, createTool: (options) => new Tool(options), Agent, Mastra };
