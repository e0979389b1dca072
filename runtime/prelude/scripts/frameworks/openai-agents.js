// OpenAI Agents SDK.
import { defineAgent, defineTool, modelName, refused, refusedAll } from './definitions.js';

// As the API allows names.
const functionName = (name) => name.replace(/\s/g, '_').replace(/[^a-zA-Z0-9]/g, '_');

function tool(options) {
  const execute = options.execute;
  const value = {
    type: 'function', name: options.name ? functionName(options.name) : functionName(execute?.name ?? ''),
    description: options.description, parameters: options.parameters, strict: options.strict ?? true,
    invoke: refused('invoke'), needsApproval: async () => false, isEnabled: async () => true,
  };
  return defineTool(value, () => ({
    name: value.name, description: value.description, parameters: value.parameters,
    run: typeof execute === 'function'
      ? (input, given) => execute(input, { context: given, usage: {} }, { toolCall: undefined }) : undefined,
  }));
}

class Agent {
  constructor(config) {
    this.handoffDescription = '';
    this.handoffs = [];
    this.tools = [];
    this.mcpServers = [];
    this.model = '';
    this.modelSettings = {};
    this.instructions = '';
    Object.assign(this, config);
    defineAgent(this, () => ({ name: this.name, description: this.handoffDescription || undefined,
      instructions: this.instructions || undefined, model: modelName(this.model) }));
  }
  static create(config) { return new this(config); }
  clone(config) { return new this.constructor({ ...this, ...config }); }
  asTool({ toolName, toolDescription, parameters } = {}) {
    return defineTool({ type: 'function', name: toolName ?? functionName(this.name), description: toolDescription },
      () => ({ name: toolName ?? functionName(this.name), description: toolDescription, parameters: parameters ??
        { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] } }));
  }
  on() { return this; }
}

class Runner { constructor(config) { this.config = config; } }
Object.assign(Runner.prototype, refusedAll('run'));

class Connection { constructor(options) { Object.assign(this, options); } }
Object.assign(Connection.prototype, refusedAll('connect', 'callTool', 'listTools', 'close'));

export const exported = {
  tool, Agent, RealtimeAgent: class RealtimeAgent extends Agent {}, Runner,
  RealtimeSession: class RealtimeSession extends Connection {}, MCPServerStdio: class MCPServerStdio extends Connection {},
  MCPServerSSE: class MCPServerSSE extends Connection {},
  MCPServerStreamableHttp: class MCPServerStreamableHttp extends Connection {},
  handoff: (agent, config) => ({ agent, ...config }),
  webSearchTool: (options = {}) => ({ type: 'hosted_tool', name: options.name ?? 'web_search' }),
  fileSearchTool: (stores, options = {}) => ({ type: 'hosted_tool', name: options.name ?? 'file_search' }),
  codeInterpreterTool: (options = {}) => ({ type: 'hosted_tool', name: options.name ?? 'code_interpreter' }),
  imageGenerationTool: (options = {}) => ({ type: 'hosted_tool', name: options.name ?? 'image_generation' }),
  hostedMcpTool: () => ({ type: 'hosted_tool', name: 'hosted_mcp' }),
  setDefaultOpenAIKey() {}, setTracingDisabled() {}, setOpenAIAPI() {}, setDefaultOpenAIClient() {},
  user: (content) => ({ type: 'message', role: 'user', content }),
  system: (content) => ({ type: 'message', role: 'system', content }),
  assistant: (content) => ({ type: 'message', role: 'assistant', content }),
  ...refusedAll('run', 'connectMcpServers'),
};
