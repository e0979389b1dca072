const later = (what) => new GuestError(`${what} is provided only by a later version of the sandbox`);
const same = (definition) => definition;
const gateway = (id) => ({ provider: 'gateway', modelId: id });

class BaseAgent {
  tools = [];
  constructor(config) { this.config = config ?? {}; }
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
const lightfast = { createLightfast: same, createAgent: same, createTool: same, gateway };

// One list of all module names that the sandbox knows; false: only in a later version.
const provided = record({
  '@buzzi/base-agent': baseAgentModule,
  lightfast, 'lightfast/agent': lightfast, 'lightfast/tool': lightfast, '@lightfast/core': lightfast,
  axios: false, buffer: false, crypto: false, events: false, 'lodash-es': false, querystring: false, url: false,
  util: false, zod: false, ai: false, '@ai-sdk/gateway': false,
});

function providedModule(specifier) {
  const name = startsWith(specifier, 'node:') ? slice(specifier, 5) : specifier;
  observe('modules', name);
  const value = provided[name];
  if (value) return value;
  if (value === false) throw denial(`Module '${specifier}' is provided only by a later version of the sandbox`);
  throw denial(`Module '${specifier}' is not allowed in the sandbox`);
}
