// slices.mjs AGENTC FOLDER COUNT [SEED] [--keep] [esbuild[-FORMAT[-minify]]]: makes bundles of random features, runs
// each tool in the whole bundle and as its slice, and compares what comes out. slices.mjs AGENTC --bundles PATH... does
// so for bundles that are there, with inputs made from the tools' schemas.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Module, features, importing, moduleFeatures, plainFeatures } from './slice-features.mjs';

function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    int: (below) => Math.floor(next() * below),
    chance: (p) => next() < p,
    pick: (list) => list[Math.floor(next() * list.length)],
  };
}

// Each way to define tools: what the entry imports, and its text for the tools' names and bodies.
const styles = {
  ai: {
    esm: true,
    imports: ["import { tool } from 'ai';", "import { z } from 'zod';"],
    text: (tools) =>
      tools.map(
        ([name, body]) =>
          `export const ${name} = tool({ description: 'd', inputSchema: z.object({ n: z.number() }), execute: async ` +
          `({ n }) => ${body} });`,
      ),
  },
  lightfast: {
    esm: false,
    imports: [
      "const { createLightfast, createAgent, createTool } = require('@lightfast/core');",
      "const { z } = require('zod');",
    ],
    text: (tools) => [
      `module.exports = createLightfast({ agents: { main: createAgent({ name: 'main', system: 's', model: 'm', ` +
      `tools: {`,
      ...tools.map(([name, body], i) =>
        i % 2
          ? `  ${name}: createTool({ name: '${name}', description: 'd', parameters: z.object({ n: z.number() }), ` +
            `execute: async ({ n }) => ${body} }),`
          : `  ${name}: async ({ n }) => ${body},`,
      ),
      '} }) } });',
    ],
  },
  wrapped: {
    esm: true,
    imports: ["import { createLightfast, createAgent, createTool } from '@lightfast/core';"],
    text: (tools) => [
      'let wrappedCalls = 0;',
      'const counted = (tool) => ({ ...tool, execute: async (input) => [++wrappedCalls, await tool.execute(input)] });',
      ...tools.map(
        ([name, body]) =>
          `const ${name} = counted(createTool({ name: '${name}', description: 'd', execute: async ({ n }) => ${body} ` +
          `}));`,
      ),
      `export default createLightfast({ agents: { main: createAgent({ name: 'main', system: 's', model: 'm', tools: ` +
      `{ ${tools.map(([name]) => name).join(', ')} } }) } });`,
    ],
  },
  baseAgent: {
    esm: false,
    imports: ["const { BaseAgent } = require('@buzzi/base-agent');"],
    text: (tools) => [
      'class Sales extends BaseAgent {',
      '  calls = 0;',
      '  tools = [',
      ...tools.map(
        ([name]) => `    { name: '${name}', description: 'd', execute: async (input) => this.do_${name}(input) },`,
      ),
      '  ];',
      '  count() { return ++this.calls; }',
      ...tools.map(([name, body]) => `  async do_${name}({ n }) { return [this.count(), ${body}]; }`),
      '}',
      'module.exports = Sales;',
    ],
  },
  mcp: {
    esm: true,
    imports: ["import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';", "import { z } from 'zod';"],
    text: (tools) => [
      "const server = new McpServer({ name: 's', version: '1.0.0' });",
      ...tools.map(
        ([name, body]) =>
          `server.registerTool('${name}', { description: 'd', inputSchema: { n: z.number() } }, async ({ n }) => ({ ` +
          `content: [{ type: 'text', text: JSON.stringify(${body}) }] }));`,
      ),
    ],
  },
  handler: {
    esm: true,
    imports: [],
    one: true,
    text: ([[, body]]) => [`export default async function handler({ n }) { return ${body}; }`],
  },
  replaced: {
    esm: false,
    imports: ["const { createLightfast, createAgent, createTool } = require('@lightfast/core');"],
    text: (tools) => [
      ...tools.map(
        ([name, body]) =>
          `const ${name} = createTool({ name: '${name}', description: 'd', execute: async ({ n }) => ${body} });`,
      ),
      `const table = { ${tools.map(([name]) => name).join(', ')} };`,
      `table.${tools[0][0]}.execute = ((inner) => async (input) => ['outer', await ` +
      `inner(input)])(table.${tools[0][0]}.execute);`,
      `module.exports = createLightfast({ agents: { main: createAgent({ name: 'main', system: 's', model: 'm', ` +
      `tools: table }) } });`,
    ],
  },
  objects: {
    esm: true,
    imports: ["import { createLightfast, createAgent } from '@lightfast/core';"],
    text: (tools) => [
      `const tools = {`,
      ...tools.map(([name, body], i) =>
        i % 2
          ? `  ${name}: { name: '${name}', description: 'd', async execute({ n }) { return ${body}; } },`
          : `  async ${name}({ n }) { return ${body}; },`,
      ),
      '};',
      `export default createLightfast({ agents: { main: createAgent({ name: 'main', system: 's', model: 'm', tools ` +
      `}) } });`,
    ],
  },
};

function makeBundle(seed) {
  const random = randomOf(seed);
  const styleName = random.pick(Object.keys(styles)), style = styles[styleName];
  const files = new Map();
  const entry = new Module(style.esm ? 'index.mjs' : 'index.cjs', style.esm, random);
  for (const name of ['tool', 'z', 'tools', 'server', 'Sales', 'counted', 'handler', 'wrappedCalls', 'lib', 'table'])
    entry.names.add(name);
  const esmLibs = style.esm;
  const libs = ['lib/a', 'lib/b', 'deep'].map(
    (name) => new Module(name + (esmLibs ? '.mjs' : '.cjs'), esmLibs, random),
  );
  const all = { ...features, ...importing, ...(style.esm ? moduleFeatures : plainFeatures) };
  const toolNames = style.one ? ['handler'] : ['alpha', 'beta', 'gamma'].slice(0, 2 + random.int(2));
  for (const name of toolNames) entry.names.add(name);
  const cyclic = random.chance(0.4);
  const tools = toolNames.map((name) => {
    const parts = [];
    for (let i = 1 + random.int(3); i > 0; --i) {
      const feature = random.pick(Object.keys(all));
      const at = random.pick([entry, ...libs]);
      const other =
        at === entry
          ? entry
          : cyclic &&
              !['classes', 'aliased', 'indirect', 'patchedClass', 'callbacks', 'settings', 'shared'].includes(feature)
            ? random.pick(libs)
            : libs.slice(libs.indexOf(at)).at(-1);
      parts.push(all[feature](at, entry, other, files));
    }
    return [name, `[${parts.join(', ')}]`];
  });
  if (cyclic && style.esm) {
    const [a, b] = libs;
    const ping = a.share('ping', (f) => `function ${f}(x) { return x > 0 ? ${a.use(b, 'pong')}(x - 1) : 'ping'; }`);
    b.share('pong', (f) => `function ${f}(x) { return x > 0 ? ${b.use(a, ping)}(x - 1) : 'pong'; }`);
    tools[0][1] = `[${tools[0][1]}, ${entry.use(b, 'pong')}(n)]`;
  }
  entry.add(`const ${entry.name('nobodyNeeds')} = { big: 'unused' };`, `console.log('loaded');`);
  entry.imports.unshift(...style.imports);
  entry.add(...style.text(tools));
  entry.exported = [];
  files.set(
    'package.json',
    JSON.stringify({ name: `generated-${seed}`, version: '1.0.0', main: entry.path, agentc: {} }),
  );
  for (const module of [entry, ...libs]) files.set(module.path, module.text() + (module.tail ?? []).join('\n'));
  return { style: styleName, files, tools: toolNames, random };
}

const run = (agentc, args) => new Promise((resolve) => {
  const child = spawn(agentc, ['run', '--grant=manifest', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '', err = '';
  child.stdout.on('data', (data) => { out += data; });
  child.stderr.on('data', (data) => { err += data; });
  child.on('close', (code) => resolve({ code, out, err }));
});

/// What a call gives: its result, or how it ended (without the places of a stack).
const outcomeOf = ({ code, out, err }) =>
  JSON.stringify([
    code,
    out,
    code === 0
      ? ''
      : err
          .split('\n')
          .filter((line) => /error|Error/.test(line))
          .join('\n')
          .replace(/ at .*/g, ''),
  ]);

async function compare(agentc, path, tool, input) {
  const args = [path, ...(tool === undefined ? [] : ['--tool', tool]), '--input', input];
  const [whole, slice] = await Promise.all([run(agentc, args), run(agentc, [...args, '--slice'])]);
  return { same: outcomeOf(whole) === outcomeOf(slice), ok: whole.code === 0, whole, slice };
}

/// An input that a schema accepts, if it is simple.
function inputFor(schema, depth = 0) {
  if (!schema || typeof schema !== 'object' || depth > 8) return 'x';
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [inner] = schema.anyOf ?? schema.oneOf ?? [];
  if (inner) return inputFor(inner, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, one]) => [key, inputFor(one, depth + 1)]),
      );
    case 'array':
      return [inputFor(schema.items, depth + 1)];
    case 'number':
    case 'integer':
      return Math.max(schema.minimum ?? 3, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return schema.format === 'email'
        ? 'a@example.com'
        : schema.format === 'uri'
          ? 'https://example.com/'
          : 'some text here'.slice(0, schema.maxLength ?? 99);
  }
}

async function compareBundles(agentc, paths) {
  const total = { calls: 0, ok: 0, different: 0, unloadable: 0 };
  for (const path of paths) {
    const extracted = spawnSync(agentc, ['extract-config', '--plain', path], { encoding: 'utf8', maxBuffer: 1 << 28 });
    let config = {};
    try { config = JSON.parse(extracted.stdout); } catch { continue; }
    const handlers = (config.agents ?? []).filter((agent) => agent.framework === 'function-agent');
    const targets = [...(config.tools ?? []).filter((tool) => tool.id), ...handlers].slice(0, 40);
    for (const target of targets) {
      const result = await compare(
        agentc,
        path,
        target.id,
        JSON.stringify(inputFor(target.parameters ?? { type: 'object' })),
      );
      // what does not load has no tools to compare
      if (result.whole.code > 1 || /load-failed|cannot be run/.test(result.whole.err)) {
        ++total.unloadable;
        continue;
      }
      ++total.calls;
      total.ok += result.ok;
      total.different += !result.same;
      if (!result.same)
        console.log(`${path} ${target.id}\n  whole: ${outcomeOf(result.whole)}\n  slice: ${outcomeOf(result.slice)}`);
    }
  }
  console.log(
    `${paths.length} bundles, ${total.calls} calls, ${total.ok} ok, ${total.different} different, ` +
    `${total.unloadable} tools of bundles that do not load`,
  );
  return total.different;
}

if (process.argv[3] === '--bundles')
  process.exit((await compareBundles(process.argv[2], process.argv.slice(4))) ? 1 : 0);
/// What a bundler makes of a bundle's entry, in its place.
async function pack(bundler, at, bundle) {
  const entry = join(at, JSON.parse(bundle.files.get('package.json')).main), esm = entry.endsWith('.mjs');
  const outside = ['ai', 'zod', '@lightfast/core', '@buzzi/base-agent', '@modelcontextprotocol/*'];
  const { buildSync } = createRequire(new URL('../../package.json', import.meta.url))('esbuild');
  const [, format = esm ? 'esm' : 'cjs', ...flags] = bundler.split('-');
  const { outputFiles } = buildSync({ entryPoints: [entry], bundle: true, write: false, format, external: outside,
    minify: flags.includes('minify'), target: 'es2022', logLevel: 'silent' });
  rmSync(at, { recursive: true });
  mkdirSync(at, { recursive: true });
  const main = format === 'esm' ? 'index.mjs' : 'index.cjs';
  writeFileSync(join(at, main), outputFiles[0].text);
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name: 'packed', version: '1.0.0', main, agentc: {} }));
}

const [agentc, folder, count = '40', seed = '1', ...flags] = process.argv.slice(2);
const keep = flags.includes('--keep'), bundler = flags.find((flag) => flag.startsWith('esbuild'));
let calls = 0, ok = 0, different = 0, unloadable = 0;
const byStyle = {};
for (let i = 0; i < +count; ++i) {
  const bundle = makeBundle(+seed + i);
  const at = join(folder, `${+seed + i}`);
  for (const [path, text] of bundle.files) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), text);
  }
  if (bundler) {
    try { await pack(bundler, at, bundle); } catch { rmSync(at, { recursive: true, force: true }); continue; }
  }
  let failed = false;
  for (const tool of bundle.tools) {
    const input = JSON.stringify({ n: bundle.random.int(5) });
    const result = await compare(agentc, at, bundle.tools.length === 1 ? undefined : tool, input);
    // what does not load has no tools to compare
    if (/load-failed/.test(result.whole.err)) {
      ++unloadable;
      continue;
    }
    ++calls;
    ok += result.ok;
    if (!result.ok && keep) console.log(`${at} ${tool} (${bundle.style}) fails: ${result.whole.err}`);
    if (result.same) continue;
    ++different;
    failed = true;
    console.log(
      `${at} ${tool} ${input} (${bundle.style})\n  whole: ${outcomeOf(result.whole)}\n  slice: ` +
      `${outcomeOf(result.slice)}`,
    );
  }
  byStyle[bundle.style] = (byStyle[bundle.style] ?? 0) + 1;
  if (!failed && !keep) rmSync(at, { recursive: true });
}
console.log(
  `${count} bundles (${Object.entries(byStyle)
    .sort()
    .map(([name, n]) => `${name} ${n}`)
    .join(', ')}), ${calls} calls, ${ok} ok, ${different} different, ${unloadable} tools of bundles that do not load`,
);
process.exit(different ? 1 : 0);
