// Makes the same definitions with a framework's own package and with the sandbox's functions, and compares what a model
// would be told: name, description and schema of each tool.
//
// usage: node shims.mjs FOLDER-OF-THE-SOURCES
import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { z as zod3 } from 'zod/v3';
import * as ai from 'ai';
import { createTool, Tool as MastraTool } from '@mastra/core/tools';
import * as openai from '@openai/agents';
import * as langchain from '@langchain/core/tools';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import * as mcpTypes from '@modelcontextprotocol/sdk/types.js';
import * as claude from '@anthropic-ai/claude-agent-sdk';
import * as adk from '@google/adk';
import * as openaiRealtime from '@openai/agents/realtime';
import * as langchainAgents from 'langchain';
import * as langgraph from '@langchain/langgraph';
import * as mastra from '@mastra/core';
import * as mastraAgent from '@mastra/core/agent';
import * as mcpClient from '@modelcontextprotocol/sdk/client/index.js';
import * as mcpMemory from '@modelcontextprotocol/sdk/inMemory.js';
import * as openaiProvider from '@ai-sdk/openai';
import * as anthropicProvider from '@ai-sdk/anthropic';

// The sandbox's powers, which nothing asks for here.
registerHooks({
  resolve: (name, context, next) =>
    name === 'agentc:powers'
      ? { url: 'data:text/javascript,export const send = undefined, topics = undefined', shortCircuit: true }
      : next(name, context),
});

const prelude = path.join(process.argv[2], 'runtime/prelude/scripts/frameworks');
const load = (name) => import(pathToFileURL(path.join(prelude, name)));
const { connect } = await load('definitions.js');
const { jsonSchemaOf, parseInput } = await load('schemas.js');
let noted = [];
connect(
  (kind, value, parts, shape) => {
    if (kind !== 'methods') noted.push({ kind, value, parts, shape });
  },
  () => false,
  (what, error) => error,
);

// What says nothing of the input: the dialect, closed objects (some close every one for their API), ADK's capitals.
function plain(schema) {
  if (Array.isArray(schema)) return schema.map(plain);
  if (typeof schema !== 'object' || schema === null) return schema;
  const out = {};
  for (const key of Object.keys(schema).sort()) {
    const value = schema[key];
    if (['$schema', '~standard', 'additionalProperties'].includes(key)) continue;
    if (key === 'required' && value.length === 0) continue;
    out[key] = key === 'type' && typeof value === 'string' ? value.toLowerCase() : plain(value);
  }
  return out;
}
const said = (name, description, schema) => ({
  name,
  description: description || undefined,
  schema: schema && plain(schema),
});

const city = z.object({ city: z.string().describe('The city'), days: z.number().optional(), unit: z.enum(['C', 'F']) });
const shape = { text: z.string(), more: z.array(z.string()).optional() };
const json = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'], additionalProperties: false };
const run = async (input) => input;

// Each framework: `define(api)` makes definitions; `real(values)` says what its own package tells of them.
const listOf = async (server) =>
  (await server._requestHandlers.get('tools/list')({ method: 'tools/list', params: {} }, {})).tools.map((tool) =>
    said(tool.name, tool.description, tool.inputSchema),
  );
const frameworks = {
  ai: {
    own: ai, shim: 'ai.js',
    define: ({ tool, dynamicTool, jsonSchema }) => [
      tool({ description: 'Tells the weather', inputSchema: city, execute: run }),
      tool({ description: 'Asks', inputSchema: jsonSchema(json), execute: run }),
      dynamicTool({ description: 'Runs anything', inputSchema: z.object({}), execute: run }),
    ],
    real: (values) => Promise.all(values.map(async (tool) =>
      said(undefined, tool.description, await ai.asSchema(tool.inputSchema).jsonSchema))),
  },
  mastra: {
    own: { createTool, Tool: MastraTool }, shim: 'mastra.js',
    define: ({ createTool, Tool }) => [
      createTool({
        id: 'get-weather',
        description: 'Tells the weather',
        inputSchema: city,
        outputSchema: city,
        execute: run,
      }),
      new Tool({ id: 'other', description: 'Other', inputSchema: z.object(shape), execute: run }),
    ],
    real: (values) => values.map((tool) => said(tool.id, tool.description,
      tool.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' }))),
  },
  'openai agents': {
    own: openai, shim: 'openai-agents.js',
    define: ({ tool }) => [
      tool({
        name: 'get weather',
        description: 'Tells the weather',
        parameters: z.object({ city: z.string() }),
        execute: run,
      }),
      tool({ name: 'search', description: 'Searches', parameters: json, execute: run }),
      tool({ description: 'Adds', parameters: z.object({ a: z.number() }), execute: async function addNumbers() {} }),
    ],
    real: (values) => values.map((tool) => said(tool.name, tool.description, tool.parameters)),
  },
  langchain: {
    own: langchain, shim: 'langchain.js',
    define: ({ tool, DynamicStructuredTool, StructuredTool }) => [
      tool(run, { name: 'weather', description: 'Tells the weather', schema: city }),
      new DynamicStructuredTool({ name: 'other', description: 'Other', schema: z.object(shape), func: run }),
      new (class extends StructuredTool {
        name = 'third';
        description = 'A class';
        schema = city;
        async _call(input) { return input; }
      })(),
      tool(run, { name: 'fourth', description: 'JSON', schema: json }),
    ],
    real: (values) => values.map((tool) => {
      const { name, description, parameters } = convertToOpenAITool(tool).function;
      return said(name, description, parameters);
    }),
  },
  mcp: {
    own: { McpServer }, shim: 'mcp.js',
    define: ({ McpServer }) => {
      const server = new McpServer({ name: 'sums', version: '1.0.0' });
      server.registerTool('add', { title: 'Add', description: 'Adds', inputSchema: shape }, run);
      server.registerTool('whole', { inputSchema: city }, run);
      server.tool('described', 'Has words', shape, { readOnlyHint: true }, run);
      server.tool('shaped', shape, run);
      server.tool('noted', 'Has words', { title: 'Noted' }, run);
      server.tool('bare', run);
      return server;
    },
    real: (server) => listOf(server.server),
    // A tool without a schema lists an empty object.
    shimmed: (one) => ({ ...one, schema: one.schema ?? { properties: {}, type: 'object' } }),
  },
  'mcp, low level': {
    own: { Server, ...mcpTypes }, shim: 'mcp.js',
    define: ({ Server, ListToolsRequestSchema, CallToolRequestSchema }) => {
      const server = new Server({ name: 'low', version: '1.0.0' }, { capabilities: { tools: {} } });
      server.setRequestHandler(ListToolsRequestSchema, async () => ({
        tools: [{ name: 'ask', description: 'Asks', inputSchema: json }],
      }));
      server.setRequestHandler(CallToolRequestSchema, async () => ({ content: [] }));
      return server;
    },
    real: listOf,
  },
  'claude agent sdk': {
    own: claude, shim: 'claude-agent-sdk.js',
    define: ({ tool, createSdkMcpServer }) => createSdkMcpServer({ name: 's', version: '1.0.0', tools: [
      tool('search', 'Searches', shape, run), tool('look', 'Looks', { what: z.enum(['a', 'b']) }, run)] }),
    real: (server) => listOf(server.instance.server),
  },
  'google adk': {
    own: adk, shim: 'google-adk.js',
    define: ({ FunctionTool }) => [
      new FunctionTool({
        name: 'get_weather',
        description: 'Tells the weather',
        parameters: z.object({ city: z.string().describe('The city') }),
        execute: run,
      }),
      new FunctionTool({
        description: 'Adds',
        parameters: z.object({ a: z.number() }),
        execute: async function add() {},
      }),
    ],
    real: (values) => values.map((tool) => {
      const { name, description, parameters } = tool._getDeclaration();
      return said(name, description, parameters);
    }),
  },
};

for (const [name, { own, shim, define, real, shimmed = (one) => one }] of Object.entries(frameworks)) {
  const expected = await real(await define(own));
  noted = [];
  const { exported } = await load(shim);
  define(exported);
  const tools = [];
  for (const { kind, parts, shape } of noted) {
    if (kind === 'agent') continue;
    for (const { name, description, parameters } of kind === 'server' ? await parts() : [parts()])
      tools.push(shimmed(said(name, description, parameters && jsonSchemaOf(parameters, shape))));
  }
  assert.deepEqual(tools, expected, name);
  console.log(`${name}: ${tools.length} tools are the same`);
}

// Models say their ids, and the packages export what the sandbox's do.
const { exportedBy } = await load('providers.js');
for (const [name, own] of [['openai', openaiProvider], ['anthropic', anthropicProvider]]) {
  const exported = exportedBy(`@ai-sdk/${name}`);
  assert.equal(exported[name]('model-1').modelId, own[name]('model-1').modelId);
  for (const each of Object.keys(exported)) assert.ok(each in own, `${name} exports ${each}`);
}
const known = [ai, openai, openaiRealtime, claude, adk, langchain, langchainAgents, langgraph, mastra, mastraAgent,
  { createTool, Tool: MastraTool, McpServer, Server, createReactAgent: true }, mcpTypes, mcpClient, mcpMemory,
  ...(await Promise.all(['completable', 'mcp', 'stdio', 'sse', 'streamableHttp', 'webStandardStreamableHttp'].map(
    (name) => import(`@modelcontextprotocol/sdk/server/${name}.js`))))];
for (const { shim } of Object.values(frameworks))
  for (const name of Object.keys((await load(shim)).exported))
    assert.ok(known.some((own) => name in own), `a framework exports ${name}`);
// Schemas of zod 3 say what the same say in zod 4, but that a member which may be anything may be left out.
function everything(z, rest) {
  return z.object({
    text: z.string().min(1).max(9).describe('a text').optional(),
    mail: z.string().email(),
    when: z.string().datetime(),
    count: z.number().int().min(0).max(10),
    part: z.number().gt(0).multipleOf(0.5).nullable(),
    flag: z.boolean().default(true),
    kind: z.enum(['a', 'b']),
    one: z.literal(1),
    list: z.array(z.string()).nonempty(),
    either: z.union([z.string(), z.number()]),
    map: z.record(z.string(), z.unknown()),
    pair: z.tuple([z.string(), z.number()]),
    shaped: z.discriminatedUnion('t', [
      z.object({ t: z.literal('x') }).strict(),
      z.object({ t: z.literal('y') }).passthrough(),
    ]),
    both: z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() })),
    changed: z.string().transform((text) => text.length), checked: z.string().refine(() => true).describe('checked'),
    tree: z.lazy(() => z.array(z.string())), rest,
  });
}
assert.deepEqual(
  jsonSchemaOf(everything(zod3, zod3.any()), false),
  jsonSchemaOf(everything(z, z.any().optional()), false),
);
// Inputs become what the packages make of them.
assert.deepEqual(await parseInput(z.object({ n: z.coerce.number().default(3) }), false, {}), { value: { n: 3 } });
assert.match((await parseInput(city, false, { city: 1 })).problem, /schema: `city`: Invalid input: expected string/);
console.log('models, exports and inputs are the same');
