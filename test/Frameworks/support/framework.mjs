// Compares what agentc extracts from a bundle with what the framework's own package makes of it.
//   framework.mjs --agentc PROGRAM --framework NAME FOLDER
// FOLDER holds a TypeScript bundle whose entry exports its agents, servers and tools. Three things are compared:
// the source's configuration with the bundled and minified code's (formats esm and cjs), with the source's after
// a rewriting that changes no meaning, and with what Node sees when it runs the source with the real package.
// Prints what differs and exits with 1; prints a summary and exits with 0 if nothing does.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { rewriteFolder } from './rewrite.mjs';

const here = import.meta.dirname;
const { build } = createRequire(join(here, '../../package.json'))('esbuild');
const { values: options, positionals } = parseArgs({
  options: { agentc: { type: 'string' }, framework: { type: 'string' } },
  allowPositionals: true,
});
const folder = resolve(positionals[0]);
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

const extract = (path) =>
  JSON.parse(execFileSync(options.agentc, ['extract-config', path], { encoding: 'utf8', maxBuffer: 1 << 26 }));

/// A field as far as bundling and renaming leave it alone: holes lose their names.
function field(value) {
  if (value === undefined) return undefined;
  if (value.kind !== 'unresolved') return value.value;
  const known = typeof value.value === 'string' ? value.value.replace(/\$\{[^}]*\}/g, '${}') : value.value;
  return { unresolved: known ?? null, default: value.default };
}

const anonymous = (id) => id.replace(/@\d+:\d+/, '');

/// A configuration without its places, sorted by names.
function essence(config) {
  const sorted = (list) => list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return JSON.parse(
    JSON.stringify({
      agents: sorted(
        config.agents.map((agent) => ({
          id: anonymous(agent.id),
          name: field(agent.name),
          key: agent.key,
          framework: agent.framework,
          form: agent.form,
          description: field(agent.description),
          instructions: field(agent.instructions),
          model: field(agent.model),
          tools: agent.tools.map(anonymous).sort(),
          handoffs: agent.handoffs?.toSorted(),
        })),
      ),
      tools: sorted(
        config.tools.map((tool) => ({
          id: anonymous(tool.id),
          name: field(tool.name),
          framework: tool.framework,
          form: tool.form,
          description: field(tool.description),
          parameters: field(tool.parameters),
          outputSchema: field(tool.outputSchema),
          isExecuted: tool.execute !== undefined,
          hosted: tool.hosted,
          server: tool.server,
        })),
      ),
    }),
  );
}

/// What frameworks add to schemas in ways of their own, taken away.
function plainSchema(schema) {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  const result = {};
  for (const key of Object.keys(schema).sort()) {
    if (key === '$schema' || (key === 'additionalProperties' && schema[key] === false)) continue;
    if (key === 'type' && typeof schema[key] === 'string') result[key] = schema[key].toLowerCase();
    else if (key === 'required') result[key] = schema[key].toSorted();
    else result[key] = plainSchema(schema[key]);
  }
  return result;
}

let failures = 0;
function compare(what, expected, actual) {
  if (isDeepStrictEqual(expected, actual)) return;
  ++failures;
  console.log(`${what} differs:\n  expected ${JSON.stringify(expected)}\n  found    ${JSON.stringify(actual)}`);
}

function compareConfigs(what, expected, actual) {
  for (const kind of ['agents', 'tools']) {
    compare(`${what}: ids of ${kind}`, expected[kind].map((one) => one.id), actual[kind].map((one) => one.id));
    expected[kind].forEach((one, i) => compare(`${what}: ${kind} ${one.id}`, one, actual[kind][i]));
  }
}

const config = extract(folder);
const source = essence(config);

for (const format of ['esm', 'cjs']) {
  const bundled = `${folder}-${format}`;
  rmSync(bundled, { recursive: true, force: true });
  mkdirSync(bundled);
  const main = format === 'esm' ? 'index.mjs' : 'index.cjs';
  await build({
    entryPoints: [join(folder, manifest.main)],
    outfile: join(bundled, main),
    bundle: true,
    minify: true,
    packages: 'external',
    platform: 'node',
    format,
    logLevel: 'silent',
  });
  writeFileSync(join(bundled, 'package.json'), JSON.stringify({ name: manifest.name, version: '1.0.0', main }));
  compareConfigs(`bundled as ${format}`, source, essence(extract(bundled)));
}

const rewritten = `${folder}-rewritten`;
rmSync(rewritten, { recursive: true, force: true });
cpSync(folder, rewritten, { recursive: true });
rewriteFolder(rewritten);
compareConfigs('rewritten', source, essence(extract(rewritten)));

const seen = JSON.parse(
  execFileSync(
    process.execPath,
    ['--no-warnings', '--import', join(here, 'resolve.mjs'), join(here, 'describe.mjs'), options.framework,
      join(folder, manifest.main)],
    { encoding: 'utf8', maxBuffer: 1 << 26 },
  )
    .split('\n')
    .at(-1),
);
const said = (value) => (value?.kind === 'unresolved' ? undefined : value?.value);
const extractedTools = new Map(config.tools.map((tool) => [said(tool.name), tool]));
compare('names of tools', seen.tools.map((tool) => tool.name).sort(), [...extractedTools.keys()].sort());
for (const tool of seen.tools) {
  const extracted = extractedTools.get(tool.name);
  if (!extracted) continue;
  if (tool.description !== undefined && !(extracted.hosted && !extracted.description))
    compare(`description of ${tool.name}`, tool.description, said(extracted.description));
  if (tool.parameters)
    compare(`parameters of ${tool.name}`, plainSchema(tool.parameters), plainSchema(said(extracted.parameters)));
  if (tool.outputSchema)
    compare(`output of ${tool.name}`, plainSchema(tool.outputSchema), plainSchema(said(extracted.outputSchema)));
}
for (const agent of seen.agents) {
  const extracted = config.agents.find((one) => said(one.name) === agent.name);
  compare(`agent ${agent.name}`, true, extracted !== undefined);
  if (!extracted) continue;
  if (agent.instructions !== undefined)
    compare(`instructions of ${agent.name}`, agent.instructions, said(extracted.instructions));
  if (agent.tools) {
    const names = extracted.tools.map((id) => said(config.tools.find((tool) => tool.id === id).name));
    compare(`tools of ${agent.name}`, agent.tools.toSorted(), names.sort());
  }
  if (agent.handoffs)
    compare(`handoffs of ${agent.name}`, agent.handoffs.toSorted(), (extracted.handoffs ?? []).toSorted());
}

console.log(
  `${options.framework}: ${config.agents.length} agents, ${config.tools.length} tools, ${failures} differences`,
);
process.exitCode = failures ? 1 : 0;
