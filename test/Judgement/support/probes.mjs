// probes.mjs AGENTC WORK FILE...: asks each cause of FILE again by its smallest examples, and says where the answer is
// not what stands there. An example begins with `//=== NAME KIND [warned|silent] [{CAPABILITIES}]`: a kind of danger,
// which is found unless it says otherwise, `quiet` for code that has no finding, or `extracted`, of which `expected`
// tells what `extract-config` says.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openUses, packages, rulesOf, warning, writeBundle } from './cases.mjs';

const [agentc, work, ...places] = process.argv.slice(2);
const kinds = { ...rulesOf, engine: [...rulesOf.code, 'template-injection'] };
/** Says nothing about the code: the manifest allows more than it needs. */
const unasked = [...openUses, 'unused-access', 'visible-secret'];

function readProbes(place) {
  return readFileSync(place, 'utf8')
    .split(/^\/\/=== /m)
    .slice(1)
    .map((part) => {
      const [head, ...sections] = part.split(/^\/\/--- /m);
      const [, name, kind, grade, capabilities] = /^(\S+) (\w+)(?: (warned|silent))?(?: (\{.*\}))?\n/.exec(head);
      const files = Object.fromEntries(sections.map((section) => /^(\S+)\n([^]*)$/.exec(section).slice(1)));
      const expected = files.expected?.trim();
      delete files.expected;
      return {
        name,
        kind,
        grade: grade ?? (kind === 'quiet' ? 'quiet' : 'found'),
        capabilities: JSON.parse(capabilities ?? '{}'),
        files,
        expected,
      };
    });
}

function findings(folder) {
  const flags = ['lint', '--no-cache', '--no-ignore', '--include-tests', '--max-entries=100000', '--format=json'];
  const settings = path.join(folder, 'settings.json');
  writeFileSync(settings, JSON.stringify({ allowedDependencies: packages }));
  const { stdout, stderr } = spawnSync(agentc, [...flags, `--settings=${settings}`, folder], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (!stdout) throw new Error(stderr);
  return new Map(JSON.parse(stdout).bundles.map((bundle) => [path.relative(folder, bundle.path), bundle.diagnostics]));
}

function gradeOf(kind, diagnostics) {
  if (kind === 'quiet') return diagnostics.some(({ rule }) => !unasked.includes(rule)) ? 'warned' : 'quiet';
  const told = diagnostics.filter(({ rule }) => kinds[kind].includes(rule));
  if (told.some(({ rule, severity }) => severity === 'error' || warning.includes(rule))) return 'found';
  return told.length > 0 ? 'warned' : 'silent';
}

const shown = (value) => (value === null || value === undefined ? '?' : JSON.stringify(value));
const shownSchema = (schema) =>
  schema
    ? `{${Object.keys(schema.properties ?? {})
        .map((key) => key + (schema.required?.includes(key) ? '' : '?'))
        .join(', ')}}`
    : '?';

/** Tools, agents and what is not known of them, a line each. */
function extracted(folder) {
  const { stdout, stderr } = spawnSync(agentc, ['extract-config', '--plain', folder], { encoding: 'utf8' });
  if (!stdout) return stderr;
  const { tools, agents, unresolved } = JSON.parse(stdout);
  return [
    ...tools.map((tool) => `tool ${shown(tool.name)} ${shown(tool.description)} ${shownSchema(tool.parameters)}`),
    ...agents.map((agent) => `agent ${shown(agent.name)} ${shown(agent.instructions)} ${shown(agent.tools)}`),
    ...unresolved.map((one) => one.path).filter((one) => !one.endsWith('.execute')).map((one) => `unresolved ${one}`),
  ].join('\n');
}

let wrong = 0, count = 0;
for (const place of places) {
  const probes = readProbes(place);
  const folder = path.join(work, path.basename(place, '.probes'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { name, files, capabilities } of probes)
    writeBundle(path.join(folder, name), name.toLowerCase(), files, capabilities);
  const found = probes.some(({ kind }) => kind !== 'extracted') ? findings(folder) : null;
  for (const { name, kind, grade, expected } of probes) {
    const answer = kind === 'extracted' ? extracted(path.join(folder, name)) : gradeOf(kind, found.get(name));
    count += 1;
    if (answer === (expected ?? grade)) continue;
    wrong += 1;
    const rules = found?.get(name).map(({ rule, severity }) => ` ${rule}/${severity}`).join('') ?? '';
    console.log(`${name}: ${answer}, not ${expected ?? grade};${rules}`);
  }
}
console.log(`${count} examples, ${wrong} otherwise than they say`);
process.exitCode = Number(wrong > 0);
