// servers.mjs AGENTC [--only TEXT] [--write PAGE] [--root FOLDER] [--scratch FOLDER]: starts the locked MCP servers of
// ../package.json (or of those in --root), without a network, asks each for its tools, and compares the answers with
// what `agentc extract-config` reads from the installed package. Answers and bundles are kept in the scratch folder.
// Fails where agentc says something wrong, or finds nothing without a word. What a second start on another machine
// answers differently is no property of the package.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const here = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const value = (name, otherwise) =>
  process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : otherwise;
const root = path.resolve(value('--root', here));
const packages = path.join(root, 'node_modules');
const scratch = path.resolve(value('--scratch', path.join(os.tmpdir(), 'agentc-servers')));
const agentc = path.resolve(process.argv[2]);
const load = createRequire(path.join(root, 'x'));
const startMilliseconds = 60_000;

/** Which program of a package is the server: the one that is named, else the first of `bin`, else `main`. */
function programOf(name, bin) {
  const manifest = JSON.parse(readFileSync(path.join(packages, name, 'package.json'), 'utf8'));
  const bins = typeof manifest.bin === 'string' ? { only: manifest.bin } : (manifest.bin ?? {});
  return {
    version: manifest.version,
    file: path.join(packages, name, bins[bin] ?? Object.values(bins)[0] ?? manifest.main),
  };
}

const canUnshare = () => spawnSync('unshare', ['-n', 'true']).status === 0;

/** Another machine: as a pod of Kubernetes has it, with another user's folder, name and host. */
const elsewhere = {
  KUBERNETES_SERVICE_HOST: '10.0.0.1',
  KUBERNETES_SERVICE_PORT: '443',
  KUBERNETES_PORT: 'tcp://10.0.0.1:443',
  HOSTNAME: 'server-7d9c5b8f6d-x2x9z',
  USER: 'someone',
  LOGNAME: 'someone',
};

/** The tools that a running server lists, or why it lists none. */
async function ask(name, { args = [], env = {}, bin }, machine) {
  const { Client } = await import(load.resolve('@modelcontextprotocol/sdk/client/index.js').replace('/cjs/', '/esm/'));
  const { StdioClientTransport } = await import(
    load.resolve('@modelcontextprotocol/sdk/client/stdio.js').replace('/cjs/', '/esm/')
  );
  const { version, file } = programOf(name, bin);
  const home = path.join(scratch, machine ? 'home-elsewhere' : 'home', name.replaceAll('/', '+'));
  mkdirSync(home, { recursive: true });
  const node = [process.execPath, file, ...args.map((arg) => arg.replace('HOME', home))];
  // without a network, but for the loopback
  const command = canUnshare()
    ? ['unshare', '-n', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', 'sh', ...node]
    : node;
  const transport = new StdioClientTransport({
    command: command[0],
    args: command.slice(1),
    cwd: home,
    stderr: 'pipe',
    env: { PATH: process.env.PATH, HOME: home, ...machine, ...env },
  });
  let errors = '';
  transport.stderr.on('data', (text) => { errors = (errors + text).slice(0, 2000); });
  const client = new Client({ name: 'agentc', version: '1' });
  const tools = [];
  try {
    await client.connect(transport, { timeout: startMilliseconds });
    for (let cursor; ;) {
      const answer = await client.request({ method: 'tools/list', params: cursor ? { cursor } : {} }, anything, {
        timeout: startMilliseconds,
      });
      tools.push(...answer.tools);
      cursor = answer.nextCursor;
      if (!cursor) break;
    }
    return { version, tools };
  } catch (error) {
    return { version, tools: [], error: String(error.message).slice(0, 300), stderr: errors };
  } finally {
    await client.close().catch(() => {});
  }
}
/** A result schema that takes whatever comes: what the server said is wanted, not what the client makes of it. */
const anything = {
  parse: (x) => x,
  safeParse: (data) => ({ success: true, data }),
  safeParseAsync: async (data) => ({ success: true, data }),
  _zod: undefined,
  _def: {},
};

async function answerOf(name, server, machine) {
  const kept = path.join(scratch, machine ? 'answers-elsewhere' : 'answers', `${name.replaceAll('/', '+')}.json`);
  if (existsSync(kept)) {
    const answer = JSON.parse(readFileSync(kept, 'utf8'));
    if (answer.version === programOf(name, server.bin).version && !answer.error) return answer;
  }
  const answer = await ask(name, server, machine);
  mkdirSync(path.dirname(kept), { recursive: true });
  writeFileSync(kept, JSON.stringify(answer, null, 1));
  return answer;
}

/** The installed package as a bundle: its own files, and of what it depends on the packages that define its tools. */
function bundleOf(name, { dependencies = [] }) {
  const bundle = path.join(scratch, 'bundles', name.replaceAll('/', '+'));
  if (existsSync(bundle)) return bundle;
  const withoutDependencies = (from) =>
    !path.relative(path.join(packages, name), from).split(path.sep).includes('node_modules');
  cpSync(path.join(packages, name), bundle, { recursive: true, filter: withoutDependencies });
  for (const one of dependencies) {
    const nested = path.join(packages, name, 'node_modules', one);
    cpSync(existsSync(nested) ? nested : path.join(packages, one), path.join(bundle, 'node_modules', one), {
      recursive: true,
    });
  }
  return bundle;
}

function extract(name, server) {
  const bundle = bundleOf(name, server);
  const run = (...args) => {
    const begin = Date.now();
    const ran = spawnSync(
      agentc,
      ['extract-config', ...(server.dependencies ? ['--trust=registry'] : []), ...args, bundle],
      { encoding: 'utf8', maxBuffer: 2 ** 30, timeout: 300_000 },
    );
    return { ...ran, seconds: (Date.now() - begin) / 1000 };
  };
  const config = run(), target = run('--target=mcp');
  const read = (text) => { try { return JSON.parse(text); } catch { return undefined; } };
  const page = read(config.stdout);
  return {
    tools: read(target.stdout) ?? [],
    config: page,
    unresolved: page?.unresolved ?? [],
    status: target.status,
    seconds: config.seconds,
    broke: config.signal ?? config.error?.code,
    errors: target.stderr,
  };
}

/** A schema without what printers of one meaning word differently. */
function meaningOf(schema) {
  if (Array.isArray(schema)) return schema.map(meaningOf);
  if (!schema || typeof schema !== 'object') return schema;
  const { additionalProperties, oneOf, $schema, ...rest } = schema;
  if (additionalProperties && Object.keys(additionalProperties).length)
    rest.additionalProperties = additionalProperties;
  if (oneOf) rest.anyOf = oneOf;
  if (Math.abs(rest.minimum) === Number.MAX_SAFE_INTEGER) delete rest.minimum;
  if (Math.abs(rest.maximum) === Number.MAX_SAFE_INTEGER) delete rest.maximum;
  if (rest.format) delete rest.pattern;
  if (isDeepStrictEqual(rest.propertyNames, { type: 'string' })) delete rest.propertyNames;
  if (rest.items && !Object.keys(rest.items).length) delete rest.items;
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, meaningOf(value)]));
}

/** A schema without the patterns that zod adds to a format, which are its own and left out (decision 8). */
function withoutFormatPatterns(schema) {
  if (Array.isArray(schema)) return schema.map(withoutFormatPatterns);
  if (!schema || typeof schema !== 'object') return schema;
  const isFormats = typeof schema.pattern === 'string' && typeof schema.format === 'string';
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !isFormats || key !== 'pattern')
      .map(([key, value]) => [key, withoutFormatPatterns(value)]),
  );
}

function compare(server, elsewhere, found) {
  const wanted = new Map(server.tools.map((tool) => [tool.name, tool]));
  const other = new Map(elsewhere.tools.map((tool) => [tool.name, tool]));
  const byName = new Map(found.tools.map((tool) => [tool.name, tool]));
  const inConfig = new Set((found.config?.tools ?? []).map((tool) => tool.name?.value).filter(Boolean));
  const row = {
    tools: wanted.size,
    found: 0,
    machine: 0,
    whole: 0,
    equal: 0,
    alike: 0,
    missed: [],
    lost: [],
    worded: [],
    wrong: [],
    extra: [...byName.keys()].filter((name) => !wanted.has(name)),
  };
  for (const [name, tool] of wanted) {
    const ours = byName.get(name);
    if (!ours) {
      (inConfig.has(name) ? row.lost : row.missed).push(name);
      row.found += inConfig.has(name);
      continue;
    }
    ++row.found;
    const differs = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'].filter((key) => {
      const [a, b] = [tool[key], ours[key]];
      if (isDeepStrictEqual(withoutFormatPatterns(a), withoutFormatPatterns(b))) return false;
      if (ours[key] === undefined) row.lost.push(`${name}.${key}`);
      else if (isDeepStrictEqual(meaningOf(a), meaningOf(b))) row.worded.push(`${name}.${key}`);
      else row.wrong.push({ place: `${name}.${key}`, server: a, agentc: b });
      return true;
    });
    const isIn = (list) => ['description', 'inputSchema'].some((key) => list.includes(`${name}.${key}`));
    const isWrong = isIn(row.wrong.map((one) => one.place)) || isIn(row.lost);
    row.whole += !differs.length;
    row.equal += !differs.some((key) => key === 'description' || key === 'inputSchema');
    row.alike += !isWrong;
    // agentc is right not to know what another machine changes
    const isOpen = (key) =>
      ours[key] === undefined && other.has(name) && !isDeepStrictEqual(tool[key], other.get(name)[key]);
    row.machine +=
      differs.length > 0 &&
      differs.every((key) => !['description', 'inputSchema'].includes(key) || isOpen(key)) &&
      differs.some(isOpen);
  }
  return row;
}

/** Nothing is known of a tool, and nothing says so. */
const isSilent = (row, found) => row.missed.length > 0 && found.unresolved.length === 0 && found.status === 0;

const sumOf = (rows, key) =>
  rows.reduce((total, row) => total + (Array.isArray(row[key]) ? row[key].length : Number(row[key])), 0);

function pageOf(rows) {
  const line = (...cells) => `| ${cells.join(' | ')} |`;
  const cells = (row) => [
    row.tools, row.found, row.machine, row.whole, row.equal, row.alike, row.wrong.length, row.unresolved,
  ];
  const all = Object.fromEntries(
    ['tools', 'found', 'machine', 'whole', 'equal', 'alike', 'unresolved'].map((key) => [key, sumOf(rows, key)]),
  );
  const total = cells({ ...all, wrong: rows.flatMap((row) => row.wrong) });
  const percent = ((100 * all.equal) / (all.found - all.machine)).toFixed(1);
  return `# MCP servers as they answer

Made by \`./dev corpus --servers\`. ${rows.length} servers from npm, no two of one author, at the versions that
\`test/Servers\` locks, were started under Node without a network and asked by the SDK's own client for
\`tools/list\`; beside it what \`agentc extract-config --target=mcp\` reads from the installed package, without
running it and mostly without its dependencies, as its manifest starts it: most without arguments and with nothing in
the environment but what they need to start.

**Equal** are tools with the same description and input schema, member by member, \`$schema\` too, but for the
patterns that zod adds to a format, which are its own ([decision 8](decisions/0008-schemas-as-zod-prints-them.md));
**whole** those whose title, output schema and annotations are the same as well. **Alike** are those whose schema says
the same in other words: which printer a server's schemas go through is read from its package
([decision 8](decisions/0008-schemas-as-zod-prints-them.md)). **Wrong** counts values of the tools found that mean
something else. **Unresolved** is what agentc itself says it doesn't know. **Machine** counts tools that are not equal
because there is no one answer to be equal to, and of which agentc says that it doesn't know: started once more, as in
another user's folder and a pod of Kubernetes, the server describes them otherwise (its folders, whether it is in a
container). Of the other ${all.found - all.machine} tools found, ${all.equal} are equal: ${percent} %. Silent servers,
with tools missing and nothing unresolved: ${sumOf(rows, 'silent')}.

${line('server', 'tools', 'found', 'machine', 'whole', 'equal', 'alike', 'wrong', 'unresolved')}
|---|---:|---:|---:|---:|---:|---:|---:|---:|
${rows.map((row) => line(`${row.name} ${row.version}`, ...cells(row))).join('\n')}
${line('all', ...total)}
`;
}

async function main() {
  const servers = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).servers;
  const only = value('--only', '');
  const rows = [];
  for (const [name, server] of Object.entries(servers)) {
    if (!name.includes(only)) continue;
    const answer = await answerOf(name, server), other = await answerOf(name, server, elsewhere);
    if (answer.error || !answer.tools.length) {
      console.log(`${name}: does not answer: ${answer.error} ${answer.stderr ?? ''}`);
      continue;
    }
    if (process.argv.includes('--ask')) {
      console.log(`${name}: ${answer.tools.length} tools`);
      continue;
    }
    const found = extract(name, server);
    const row = {
      name,
      version: answer.version,
      ...compare(answer, other, found),
      seconds: found.seconds,
      unresolved: found.unresolved.length,
      silent: isSilent(compare(answer, other, found), found),
      broke: found.broke,
    };
    rows.push(row);
    console.log(
      `${name}: ${row.tools} tools, ${row.found} found, ${row.whole} whole, ${row.equal} equal, ${row.alike} alike, ` +
      `${row.machine} of the machine, ${row.wrong.length} wrong, ${row.unresolved} unresolved, ` +
      `${row.seconds.toFixed(1)} s` +
        `${row.silent ? ', SILENT' : ''}${row.broke ? `, BROKE ${row.broke}` : ''}`,
    );
    for (const [label, list] of [
      ['missed', row.missed],
      ['not given', row.lost],
      ['not listed by the server', row.extra],
    ])
      if (list.length)
        console.log(
          `  ${label}: ${list.slice(0, 8).join(' ')}${list.length > 8 ? ` and ${list.length - 8} more` : ''}`,
        );
    for (const { place, server: theirs, agentc: ours } of row.wrong.slice(0, 3))
      console.log(
        `  wrong: ${place}\n    server ${JSON.stringify(theirs)?.slice(0, 400)}\n    agentc ` +
        `${JSON.stringify(ours)?.slice(0, 400)}`,
      );
  }
  if (process.argv.includes('--write')) writeFileSync(value('--write'), pageOf(rows));
  const sum = (key) => sumOf(rows, key);
  console.log(
    `${rows.length} servers, ${sum('tools')} tools: ${sum('found')} found, ${sum('whole')} equal in all, ` +
    `${sum('equal')} with equal description and schema, ${sum('alike')} alike, ${sum('machine')} of the machine, ` +
    `${sum('wrong')} wrong values, ${sum('silent')} silent servers`,
  );
  process.exit(sum('wrong') || sum('silent') ? 1 : 0);
}

await main();
