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
// Which script has a package.
const scriptOfPackage = record({
  '@ai-sdk/amazon-bedrock': 'frameworks', '@ai-sdk/anthropic': 'frameworks', '@ai-sdk/azure': 'frameworks',
  '@ai-sdk/cohere': 'frameworks', '@ai-sdk/deepseek': 'frameworks', '@ai-sdk/gateway': 'frameworks',
  '@ai-sdk/google': 'frameworks', '@ai-sdk/google-vertex': 'frameworks', '@ai-sdk/groq': 'frameworks',
  '@ai-sdk/mistral': 'frameworks', '@ai-sdk/openai': 'frameworks', '@ai-sdk/openai-compatible': 'frameworks',
  '@ai-sdk/xai': 'frameworks', '@anthropic-ai/claude-agent-sdk': 'frameworks', '@google/adk': 'frameworks',
  '@langchain/anthropic': 'frameworks', '@langchain/core': 'frameworks', '@langchain/google-genai': 'frameworks',
  '@langchain/langgraph': 'frameworks', '@langchain/openai': 'frameworks', '@mastra/core': 'frameworks',
  '@modelcontextprotocol/sdk': 'frameworks', '@openai/agents': 'frameworks', ai: 'frameworks',
  langchain: 'frameworks', zod: 'zod',
});
// Which script has a module of Node's own, and which a global.
const scriptOfModule = record({});
const scriptOfGlobal = record({});

function packageOf(name) {
  let end = indexOf(name, '/');
  if (end >= 0 && name[0] === '@') end = indexOf(name, '/', end + 1);
  return end < 0 ? name : slice(name, 0, end);
}

// What an import of the bundle needs is evaluated before the bundle can change what it looks up.
function preload() {
  for (let i = 0; i < image.imports.length; ++i) {
    const name = scriptOfImport(image.imports[i].specifier);
    if (name !== undefined) script(name);
  }
  for (let i = 0; i < image.globals.length; ++i) {
    const name = scriptOfGlobal[image.globals[i]];
    if (name !== undefined) script(name);
  }
}

function scriptOfImport(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  return scriptOfModule[name] ?? (name === specifier ? scriptOfPackage[packageOf(name)] : undefined);
}

function providedModule(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  observe('modules', name);
  const packageName = name === specifier ? packageOf(name) : '';
  // What defines agents and tools is the same under each subpath.
  const scriptName = scriptOfImport(specifier);
  const value = provided[packageName] ??
    (scriptName !== undefined ? script(scriptName).moduleNamed(name, packageName) : undefined);
  if (value) return value;
  if (laterModules[name] || (laterPackages[packageName] && (name === packageName || packageName === 'lodash-es')))
    throw lacking(name, denial(`Module '${specifier}' is provided only by a later version of the sandbox`));
  throw denial(`Module '${specifier}' is not allowed in the sandbox`);
}
