// Runs the cases of fetch on this Node and in the sandbox, against one server, and compares: what differs must stand in
// the table of docs/compatibility-fetch.md, and all of the table must differ.
// usage: compare-fetch.mjs AGENTC_TOOL_RUN TABLE [CASE…]
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { cases } from './fetch-cases.mjs';
import { startServers } from './fetch-server.mjs';

const [program, table, ...chosen] = process.argv.slice(2);
const names = Object.keys(cases).filter((name) => chosen.length === 0 || chosen.includes(name));
const run = `async ({ places, names }) => {
  const answers = {};
  for (const name of names)
    answers[name] = await Promise.resolve().then(() => cases[name](places)).catch((error) => ({
      threw: String(error), cause: String(error.cause) }));
  return answers;
}`;

// A bare system has no file that names `localhost`; curl needs none.
const knowingLocalhost = `import dns from 'node:dns';
const { lookup } = dns;
dns.lookup = (name, options, done = options) => (name !== 'localhost' ? lookup(name, options, done)
  : options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4));
`;

// Node reads its authorities when it starts, so it is another process.
function onNode(folder, servers) {
  const file = join(folder, 'node.mjs');
  writeFileSync(join(folder, 'authority.pem'), servers.authority);
  writeFileSync(file, `${knowingLocalhost}import { cases } from '${new URL('./fetch-cases.mjs', import.meta.url)}';\n` +
    `console.log(JSON.stringify(await (${run})(JSON.parse(process.argv[2]))));\nprocess.exit();\n`);
  return collect(process.execPath, [file, JSON.stringify({ places: servers.places, names })], '',
    { NODE_NO_WARNINGS: '1', NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'), PATH: process.env.PATH });
}

// A call for each, since one that goes wrong would take the others along.
async function inSandbox(servers) {
  const hosts = [
    ...Object.values(servers.places).map((place) => new URL(place).host),
    'nowhere.invalid',
    `localhost:${servers.ports.origin}`,
  ];
  const request = {
    schema: 'agentc.request/1', mode: 'call',
    grant: { hosts, privateAddresses: true, authorities: servers.authority },
    limits: { wallMs: 55000, fetchMs: 55000 },   // the machine may be busy
    image: { entry: 'index.mjs', style: 'handler', tools: [], modules: [
      { path: 'cases.mjs', format: 'esm', text: readFileSync(new URL('./fetch-cases.mjs', import.meta.url), 'utf8') },
      { path: 'index.mjs', format: 'esm', text: `import { cases } from './cases.mjs';\nexport default ${run};\n` }],
    links: [{ module: 'index.mjs', specifier: './cases.mjs', target: 'cases.mjs' }] },
  };
  const lines = names.map((name) =>
    JSON.stringify({ ...request, id: name, input: { places: servers.places, names: [name] } }),
  );
  const reports = await collect(program, [], lines.join('\n') + '\n', { PATH: process.env.PATH });
  return Object.fromEntries(
    reports.map(({ id, outcome, result, error }) => [id, outcome === 'ok' ? result[id] : { outcome, error }]),
  );
}

function collect(command, words, input, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'], env });
    let output = '';
    child.stdout.on('data', (text) => { output += text; });
    child.on('error', reject);
    child.on('close', () => resolve(output.trim().split('\n').map((line) => JSON.parse(line))));
    child.stdin.end(input);
  });
}

const listed = new Set(
  readFileSync(table, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('`')[1]),
);
const folder = mkdtempSync(join(tmpdir(), 'compare-fetch-'));
const servers = await startServers();
try {
  const [[node], sandbox] = await Promise.all([onNode(folder, servers), inSandbox(servers)]);
  let wrong = 0;
  for (const name of names) {
    const same = isDeepStrictEqual(node[name], sandbox[name]);
    if (same !== listed.has(name)) continue;
    ++wrong;
    console.log(
      same
        ? `${name}: listed, but the same`
        : `${name}: differs\n  Node:    ${JSON.stringify(node[name])}\n  sandbox: ${JSON.stringify(sandbox[name])}`,
    );
  }
  for (const name of listed) if (!cases[name]) console.log(`${name}: listed, but no case`);
  console.log(`${names.length} behaviours, ${listed.size} listed, ${wrong} wrong`);
  process.exitCode = wrong ? 1 : 0;
} finally {
  servers.close();
  rmSync(folder, { recursive: true });
}
process.exit();
