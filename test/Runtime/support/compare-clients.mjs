// Runs the cases of axios, with its adapter for Node, or of Node's `http` on this Node and in the sandbox, against one
// server: what differs must stand in the section of docs/compatibility.md by that name, and all that stands there must
// differ.
// usage: compare-clients.mjs axios|http AGENTC_TOOL_RUN PAGE FOLDER_OF_AXIOS [CASE…]
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';

import { startServer } from './client-server.mjs';
import { callsInSandbox, rowsOf } from './sandbox-calls.mjs';

const [client, program, page, folder, ...chosen] = process.argv.slice(2);
const file = new URL(`./${client}-cases.mjs`, import.meta.url);
const { cases, answersOf } = await import(file);
const names = Object.keys(cases).filter((name) => chosen.length === 0 || chosen.includes(name));
const server = await startServer();
const host = new URL(server.origin).host;
const plain = (value) => JSON.parse(JSON.stringify(value).replaceAll(/127\.0\.0\.1:\d+/g, 'ADDRESS'));

const entry = `import client from '${client}';
import { answersOf } from './cases.mjs';
export default ({ server, name }) => answersOf(client, server, [name]);
`;
const [node, reports] = await Promise.all([
  answersOf(createRequire(`${folder}/package.json`)(client), server, names),
  callsInSandbox(program, {
    cases: file,
    entry,
    inputs: Object.fromEntries(
      names.map((name) => [name, { server: { origin: server.origin, closed: server.closed }, name }]),
    ),
    grant: { hosts: [host, new URL(server.closed).host, '127.0.0.1:1'], privateAddresses: true },
  }),
]);
server.close();

const listed = rowsOf(page, `## ${client}`);
let wrong = 0;
for (const name of names) {
  const { outcome, result, error } = reports[name];
  const here = plain(node[name]), there = plain(outcome === 'ok' ? result[name] : { outcome, error });
  if (isDeepStrictEqual(here, there) !== Object.hasOwn(listed, name)) continue;
  ++wrong;
  console.log(`${name}: ${Object.hasOwn(listed, name) ? 'listed, but the same' : 'differs'}`);
  console.log(`  Node:    ${JSON.stringify(here)}\n  sandbox: ${JSON.stringify(there)}`);
}
for (const name of Object.keys(listed))
  if (!cases[name]) { ++wrong; console.log(`${name}: listed, but no case`); }
console.log(`${names.length} behaviours, ${Object.keys(listed).length} listed, ${wrong} wrong`);
process.exit(wrong ? 1 : 0);
