// Model Context Protocol, the SDK of versions 1 and 2: servers that are asked for their tools, and never connected.
import { z } from 'zod';
import { defineMethods, defineServer, defineTool, placeholder, refusedAll } from './definitions.js';
import { capabilities, extra, log, notify } from './mcp-extra.js';
import * as inputs from './mcp-inputs.js';
import { Offers, ResourceTemplate, askServers, completable } from './mcp-methods.js';

const isSchema = (value) => typeof value === 'object' && value !== null && ('_zod' in value || '_def' in value);
// A shape holds schemas; annotations hold words and flags.
const isShape = (value) => typeof value === 'object' && value !== null &&
  (isSchema(value) || Object.keys(value).length === 0 || Object.values(value).some(isSchema));

// The servers that were made, asked for what is no tool.
const servers = [];
defineMethods((method, params, context) => askServers(servers, method, params, context));
// Calls `make`; the servers that it makes are asked for nothing.
export function apart(make) {
  const count = servers.length;
  make();
  servers.length = count;
}

class Server {
  #handlers = new Map();
  constructor(info, options = {}) {
    this._serverInfo = info;
    this._options = options;
    defineServer(this, () => this.#list());
    servers.push((method, params, given) => this.#handlers.get(method)?.({ method, params }, extra(given)));
  }
  async #list() {
    const listing = this.#handlers.get('tools/list'), calling = this.#handlers.get('tools/call');
    if (!listing) return [];
    const { tools = [] } = await listing({ method: 'tools/list', params: {} }, extra());
    return tools.map((tool) => ({
      value: tool, name: tool.name, description: tool.description, parameters: tool.inputSchema,
      outputSchema: tool.outputSchema,
      run: calling && ((input, given) =>
        calling({ method: 'tools/call', params: { name: tool.name, arguments: input } }, extra(given))),
    }));
  }
  setRequestHandler(schema, handler) { this.#handlers.set(methodOf(schema), handler); }
  removeRequestHandler(method) { this.#handlers.delete(method); }
  setNotificationHandler() {}
  registerCapabilities() {}
  getClientCapabilities() { return capabilities(); }
  async connect() {}
  async close() {}
  async notification(notification) { await notify(notification); }
  async sendLoggingMessage(message) { await log(message); }
  async sendToolListChanged() {}
}
Object.assign(Server.prototype, refusedAll('createMessage', 'elicitInput', 'listRoots', 'request'));

const methodOf = (schema) => typeof schema === 'string' ? schema
  : schema?.shape?.method?.value ?? schema?.shape?.method?._def?.value;

class McpServer {
  #tools = {};
  #offers = new Offers(extra);
  constructor(info, options) {
    this.server = new Server(info, options);
    servers.push((method, params, given) => this.#offers.methods[method]?.(params, given));
  }
  #register(name, { title, description, inputSchema, outputSchema, annotations, _meta }, handler) {
    if (Object.hasOwn(this.#tools, name)) throw new Error(`Tool ${name} is already registered`);
    const tool = {
      title, description, inputSchema, outputSchema, annotations, _meta, handler, enabled: true,
      enable() { tool.enabled = true; },
      disable() { tool.enabled = false; },
      remove: () => { delete this.#tools[name]; },
      update(changes) {
        const { paramsSchema, callback, name: renamed, ...rest } = changes;
        if (renamed !== undefined) name = renamed;
        if (paramsSchema !== undefined) tool.inputSchema = paramsSchema;
        if (callback !== undefined) tool.handler = callback;
        Object.assign(tool, rest);
      },
    };
    this.#tools[name] = tool;
    return defineTool(tool, () => ({
      name, description: tool.description, parameters: tool.inputSchema, outputSchema: tool.outputSchema,
      run: (input, given) => tool.inputSchema === undefined ? tool.handler(extra(given))
        : tool.handler(input, extra(given)),
    }), true);
  }
  registerTool(name, config, handler) { return this.#register(name, config, handler); }
  tool(name, ...rest) {
    const handler = rest.pop(), config = {};
    if (typeof rest[0] === 'string') config.description = rest.shift();
    if (rest.length > 1 || (rest.length === 1 && isShape(rest[0]))) config.inputSchema = rest.shift();
    if (rest.length > 0) config.annotations = rest.shift();
    return this.#register(name, config, handler);
  }
  get experimental() {
    return { tasks: { registerToolTask: (name, config, handler) => this.#register(name, config, handler.createTask) } };
  }
  registerResource(name, uri, config, handler) { return this.#offers.resource(name, uri, config, handler); }
  registerPrompt(name, config, handler) { return this.#offers.prompt(name, config, handler); }
  resource(name, uri, ...rest) {
    const handler = rest.pop();
    return this.registerResource(name, uri, rest[0] ?? {}, handler);
  }
  prompt(name, ...rest) {
    const handler = rest.pop(), config = {};
    if (typeof rest[0] === 'string') config.description = rest.shift();
    if (rest.length > 0) config.argsSchema = rest.shift();
    return this.registerPrompt(name, config, handler);
  }
  isConnected() { return false; }
  async connect() {}
  async close() {}
  async sendLoggingMessage(message) { await log(message); }
  sendToolListChanged() {}
  sendResourceListChanged() {}
  sendPromptListChanged() {}
}

// Vercel's adapter makes a server for each request, and has it get its tools then; here one is made at once.
function createMcpHandler(initialize, options = {}) {
  const server = new McpServer({ name: 'mcp', version: '0', ...options.serverInfo }, options);
  Promise.resolve(initialize(server)).catch(() => {});
  return placeholder('handler of requests');
}
// So does the SDK's second version, whose servers the bundle makes.
function serve(make) {
  Promise.resolve(make({})).catch(() => {});
  return placeholder('handler of requests');
}

class Transport {
  constructor(options) { this.options = options; }
  async start() {}
  async close() {}
  async send() {}
}
class Client { constructor(info) { this._clientInfo = info; } }
Object.assign(Client.prototype, refusedAll('connect', 'callTool', 'listTools', 'close'));

class McpError extends Error {
  constructor(code, message, data) {
    super(`MCP error ${code}: ${message}`);
    this.name = 'McpError';
    this.code = code;
    this.data = data;
  }
}
const ErrorCode = { ConnectionClosed: -32000, RequestTimeout: -32001, ParseError: -32700, InvalidRequest: -32600,
  MethodNotFound: -32601, InvalidParams: -32602, InternalError: -32603 };

const requests = { Initialize: 'initialize', Ping: 'ping', ListTools: 'tools/list', CallTool: 'tools/call',
  ListResources: 'resources/list', ListResourceTemplates: 'resources/templates/list', ReadResource: 'resources/read',
  Subscribe: 'resources/subscribe', Unsubscribe: 'resources/unsubscribe', ListPrompts: 'prompts/list',
  GetPrompt: 'prompts/get', Complete: 'completion/complete', SetLevel: 'logging/setLevel', ListRoots: 'roots/list',
  CreateMessage: 'sampling/createMessage', Elicit: 'elicitation/create' };
const schemas = {};
for (const [name, method] of Object.entries(requests))
  schemas[`${name}RequestSchema`] = z.looseObject({ method: z.literal(method), params: z.looseObject({}).optional() });

export const exported = {
  McpServer, Server, Client, McpError, ErrorCode, ...schemas,
  ResourceTemplate, completable,
  StdioServerTransport: class StdioServerTransport extends Transport {},
  StreamableHTTPServerTransport: class StreamableHTTPServerTransport extends Transport {},
  WebStandardStreamableHTTPServerTransport: class WebStandardStreamableHTTPServerTransport extends Transport {},
  SSEServerTransport: class SSEServerTransport extends Transport {},
  InMemoryTransport: class InMemoryTransport extends Transport {
    static createLinkedPair() { return [new this(), new this()]; }
  },
  LATEST_PROTOCOL_VERSION: '2025-11-25', DEFAULT_NEGOTIATED_PROTOCOL_VERSION: '2025-03-26',
  SUPPORTED_PROTOCOL_VERSIONS: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'], JSONRPC_VERSION: '2.0',
};

// `mcp-handler`, and `@vercel/mcp-adapter` as it was called before.
export const adapter = { exported: { ...exported, createMcpHandler, default: createMcpHandler } };
// `@modelcontextprotocol/server`, the SDK's second version.
export const second = { exported: { ...exported, createMcpHandler: serve, serveStdio: serve, ...inputs } };
