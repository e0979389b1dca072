const later = (what) => lacking(what, new GuestError(`${what} is provided only by a later version of the sandbox`));
const same = (definition) => definition;
const isText = (value) => typeof value === 'string';
function createTool(definition) {
  noteDefinition('tool', definition, () => record({ name: definition.name, description: definition.description,
    parameters: definition.parameters ?? definition.inputSchema, outputSchema: definition.outputSchema,
    run: typeof definition.execute === 'function' ? (input, context) => definition.execute(input, context) : undefined }),
  false);
  return definition;
}
function createAgent(definition) {
  noteDefinition('agent', definition, () => record({ name: definition.name, description: definition.description,
    instructions: definition.system ?? definition.instructions,
    model: isText(definition.model) ? definition.model : isObject(definition.model) ? definition.model.modelId : undefined }),
  false);
  return definition;
}
const gateway = (id) => ({ provider: 'gateway', modelId: id });

class BaseAgent {
  constructor(config) {
    this.config = config ?? {};
    // A field would hide the getter of a class that has one.
    if (!('tools' in this)) this.tools = isArray(this.config.tools) ? this.config.tools : [];
  }
  static create(config) { return new this(config); }
  async processMessage() { throw later('processMessage'); }
  async fetch(resource, options) { return fetch(resource, options); }
  getAvailableTools() { return this.tools; }
}
class Tool { constructor(definition) { assign(this, definition); } }
const service = (name) => ({ [name]: class { constructor() { throw later(name); } } })[name];
const RAGService = service('RAGService'), HistoryService = service('HistoryService');
const LLMClient = service('LLMClient');
const baseAgentModule = { BaseAgent, Tool, RAGService, HistoryService, LLMClient };
const lightfast = { createLightfast: same, createAgent, createTool, gateway };

// Module names that the sandbox knows, with their value, and those of packages that only a later
// version has: lib/Bundle/ModuleNames.cpp names the same.
const provided = record({ '@buzzi/base-agent': baseAgentModule, '@lightfast/core': lightfast, lightfast });
const laterModules = record({ buffer: 1, crypto: 1, events: 1, querystring: 1, url: 1, util: 1 });   // Node's own
const laterPackages = record({ axios: 1, 'lodash-es': 1 });
// Packages of packages.js.
const packaged = record({
  '@ai-sdk/amazon-bedrock': 1, '@ai-sdk/anthropic': 1, '@ai-sdk/azure': 1, '@ai-sdk/cohere': 1,
  '@ai-sdk/deepseek': 1, '@ai-sdk/gateway': 1, '@ai-sdk/google': 1, '@ai-sdk/google-vertex': 1, '@ai-sdk/groq': 1,
  '@ai-sdk/mistral': 1, '@ai-sdk/openai': 1, '@ai-sdk/openai-compatible': 1, '@ai-sdk/xai': 1,
  '@anthropic-ai/claude-agent-sdk': 1, '@google/adk': 1, '@langchain/anthropic': 1, '@langchain/core': 1,
  '@langchain/google-genai': 1, '@langchain/langgraph': 1, '@langchain/openai': 1, '@mastra/core': 1,
  '@modelcontextprotocol/sdk': 1, '@openai/agents': 1, ai: 1, langchain: 1, zod: 1,
});

function packageOf(name) {
  let end = indexOf(name, '/');
  if (end >= 0 && name[0] === '@') end = indexOf(name, '/', end + 1);
  return end < 0 ? name : slice(name, 0, end);
}

function providedModule(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  observe('modules', name);
  const packageName = name === specifier ? packageOf(name) : '';
  // What defines agents and tools is the same under each subpath.
  const value = provided[packageName] ??
    (packaged[packageName] ? packages().moduleNamed(name, packageName) : undefined);
  if (value) return value;
  if (laterModules[name] || (laterPackages[packageName] && (name === packageName || packageName === 'lodash-es')))
    throw lacking(name, denial(`Module '${specifier}' is provided only by a later version of the sandbox`));
  throw denial(`Module '${specifier}' is not allowed in the sandbox`);
}
