// inlined.mjs AGENTC OUT MODULES FORM...: agents whose framework a bundler put into the file. Each is read as it is
// written, and as esbuild, rollup and webpack make one file of it with its framework. What is found there must be what
// the source says: the same agents and tools with the same texts, and parameters that are the same or unresolved; none
// may be added. The tool `add` of each must run.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { rollup } from 'rollup';
import webpack from 'webpack';

const [agentc, out, modules, ...chosen] = process.argv.slice(2);
const zod = `import { z } from 'zod';\n`;
const shape = `a: z.number().describe('the first'), b: z.string().optional()`;

const sources = {
  mcp: `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';\n${zod}
    const server = new McpServer({ name: 'sums', version: '1.0.0' });
    server.registerTool('add', { description: 'Adds', inputSchema: { ${shape} } }, async ({ a }) => ({ content: [{
      type: 'text', text: String(a) }] }));
    server.tool('twice', 'Doubles', { ${shape} }, async ({ a }) => ({ content: [{
      type: 'text', text: String(2 * a) }] }));
    export default server;`,
  'openai-agents': `import { Agent, tool } from '@openai/agents';\n${zod}
    const add = tool({ name: 'add', description: 'Adds', parameters: z.object({ ${shape} }),
      execute: async ({ a }) => String(a) });
    export default new Agent({ name: 'Sums', instructions: 'Add numbers', tools: [add] });`,
  langchain: `import { tool, DynamicTool } from '@langchain/core/tools';\n${zod}
    export const add = tool(async ({ a }) => a, { name: 'add', description: 'Adds', schema: z.object({ ${shape} }) });
    export const echo = new DynamicTool({ name: 'echo', description: 'Repeats', func: async (text) => text });`,
  mastra: `import { createTool } from '@mastra/core/tools';\n${zod}
    export const add = createTool({ id: 'add', description: 'Adds', inputSchema: z.object({
      ${shape} }), execute: async ({ a }) => a });`,
  'claude-agent-sdk': `import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';\n${zod}
    const add = tool('add', 'Adds', { ${shape} }, async ({ a }) => ({ content: [{ type: 'text', text: String(a) }] }));
    export default createSdkMcpServer({ name: 'sums', tools: [add] });`,
  'mcp-server': `import { Server } from '@modelcontextprotocol/sdk/server/index.js';
    import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
    const server = new Server({ name: 'sums', version: '1.0.0' }, { capabilities: { tools: {} } });
    const inputSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [{
      name: 'add', description: 'Adds', inputSchema }] }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
      if (params.name !== 'add') throw new Error('there is no such tool');
      return { content: [{ type: 'text', text: String(params.arguments.a) }] };
    });`,
  'langchain-agent': `import { createAgent, tool } from 'langchain';\n${zod}
    const add = tool(async ({ a }) => a, { name: 'add', description: 'Adds', schema: z.object({ ${shape} }) });
    export const agent = createAgent({ model: 'openai:gpt-5', tools: [add], systemPrompt: 'Add numbers' });`,
  langgraph: `import { createReactAgent } from '@langchain/langgraph/prebuilt';\nimport {
    tool } from '@langchain/core/tools';\n${zod}
    const add = tool(async ({ a }) => a, { name: 'add', description: 'Adds', schema: z.object({ ${shape} }) });
    export const agentFor = (llm) => createReactAgent({ llm, tools: [add], prompt: 'Add numbers' });`,
  'google-adk': `import { FunctionTool, LlmAgent } from '@google/adk';\n${zod}
    const add = new FunctionTool({ name: 'add', description: 'Adds', parameters: z.object({
      ${shape} }), execute: async ({ a }) => ({ a }) });
    export const rootAgent = new LlmAgent({ name: 'sums', model: 'gemini-2.5-flash', description: 'Sums',
      instruction: 'Add numbers', tools: [add] });`,
  'ai-tools': `import { tool } from 'ai';\n${zod}
    export const add = tool({ description: 'Adds', inputSchema: z.object({ ${shape} }),
      execute: async ({ a }) => a + 1 });`,
  'ai-agent': `import { ToolLoopAgent, tool } from 'ai';\n${zod}
    const add = tool({ description: 'Adds', inputSchema: z.object({ ${shape} }), execute: async ({ a }) => a + 1 });
    export const agent = new ToolLoopAgent({ model: 'openai/gpt-5', instructions: 'Add numbers', tools: { add } });`,
  ai: `import { generateText, tool } from 'ai';\n${zod}
    const add = tool({ description: 'Adds', inputSchema: z.object({ ${shape} }), execute: async ({ a }) => a + 1 });
    export const ask = (prompt) => generateText({ model: 'openai/gpt-5', prompt, tools: { add } });`,
};

const read = (path) => {
  const { stdout, stderr } = spawnSync(agentc, ['extract-config', '--plain', path], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (!stdout) throw new Error(`${path}: ${stderr}`);
  return JSON.parse(stdout);
};
const esbuild = (options) => (entry, folder) =>
  build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    target: 'node20',
    outfile: join(folder, 'index.js'),
    logLevel: 'silent',
    nodePaths: [modules],
    external: ['*.node'],
    ...options,
  });
const forms = {
  cjs: esbuild({ format: 'cjs' }),
  // What CommonJS modules of a framework require, an ES module finds only so, on Node too.
  minified: esbuild({
    format: 'esm',
    minify: true,
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
    },
  }),
  async rollup(entry, folder) {
    const bundle = await rollup({
      input: entry,
      onwarn() {},
      external: (name) => isBuiltin(name),
      plugins: [
        {
          name: 'packages',
          resolveId: (specifier) => (specifier === entry || isBuiltin(specifier) ? null : `\0${specifier}`),
          async load(id) {
            if (id === entry) return null;
            const { outputFiles } = await build({
              stdin: { contents: `export * from '${id.slice(1)}'`, resolveDir: modules },
              bundle: true,
              write: false,
              platform: 'node',
              format: 'esm',
              target: 'node20',
              nodePaths: [modules],
              logLevel: 'silent',
              external: ['*.node'],
            });
            return outputFiles[0].text;
          },
        },
      ],
    });
    await bundle.write({ file: join(folder, 'index.js'), format: 'cjs', inlineDynamicImports: true });
  },
  webpack: (entry, folder) =>
    new Promise((resolve, reject) =>
      webpack(
        {
          mode: 'production',
          target: 'node',
          entry,
          output: { path: folder, filename: 'index.js', library: { type: 'commonjs2' } },
          performance: false,
          resolve: { modules: [modules] },
        },
        (error, stats) =>
          error || stats.hasErrors() ? reject(error ?? new Error(stats.toJson().errors[0].message)) : resolve(),
      ),
    ),
};

// Webpack takes half a minute for each of the others, and rollup as esbuild's parts have it would make two copies of
// most.
const only = { webpack: ['langchain', 'claude-agent-sdk'], rollup: ['mcp', 'mastra', 'openai-agents'] };

let failures = 0;
const fail = (text) => { console.log(text); ++failures; };
let bundles = 0, same = 0, unresolved = 0;
for (const [name, source] of Object.entries(sources)) {
  const entry = join(out, `${name}.mjs`);
  mkdirSync(out, { recursive: true });
  writeFileSync(entry, source);
  const wanted = read(entry);
  if (!wanted.tools.length)
    fail(`${name}: the source has no tool`);
  for (const [form, make] of Object.entries(forms)) {
    if (!chosen.includes(form) || (only[form] && !only[form].includes(name)))
      continue;
    const folder = join(out, name, form);
    mkdirSync(folder, { recursive: true });
    await make(entry, folder);
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name, version: '1.0.0', main: 'index.js', type: form === 'minified' ? 'module' : 'commonjs' }),
    );
    const got = read(folder);
    ++bundles;
    const agents = (config) =>
      JSON.stringify(
        config.agents.map(({ name, form, framework, instructions, model, description, tools }) => ({
          name,
          form,
          framework,
          instructions,
          model,
          description,
          tools,
        })),
      );
    if (agents(got) !== agents(wanted)) fail(`${name} ${form}: agents ${agents(got)}; in the source ${agents(wanted)}`);
    const { status, stderr } = spawnSync(agentc, ['run', folder, '--tool', 'add', '--input', '{"a":4}'], {
      encoding: 'utf8',
    });
    if (status !== 0) fail(`${name} ${form}: ${stderr}`);
    const names = (config) =>
      config.tools
        .map((tool) => tool.name)
        .sort()
        .join(' ');
    if (names(got) !== names(wanted)) fail(`${name} ${form}: tools ${names(got)}; in the source ${names(wanted)}`);
    for (const tool of wanted.tools) {
      const other = got.tools.find((one) => one.name === tool.name);
      if (!other)
        continue;
      for (const part of ['description', 'framework'])
        if (other[part] !== tool[part])
          fail(`${name} ${form}: ${tool.name}: ${part} ${other[part]}; in the source ${tool[part]}`);
      if (!other.execute)
        fail(`${name} ${form}: ${tool.name}: no function`);
      if (JSON.stringify(other.parameters) === JSON.stringify(tool.parameters))
        ++same;
      else if (got.unresolved.some((one) => one.path.includes('parameters')))
        ++unresolved;
      else
        fail(
          `${name} ${form}: ${tool.name}: parameters ${JSON.stringify(other.parameters)}; in the source ` +
          `${JSON.stringify(tool.parameters)}`,
        );
    }
  }
}
console.log(`${bundles} bundles, parameters ${same} the same, ${unresolved} unresolved, ${failures} failures`);
process.exitCode = failures ? 1 : 0;
