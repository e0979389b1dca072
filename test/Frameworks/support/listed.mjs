// listed.mjs AGENTC FOLDER: loads FOLDER/index.mjs, which exports a `server` of MCP's SDK, asks it for its tools, and
// compares word by word with what `agentc extract-config --target=mcp` prints. Fails where they differ.
import './resolve.mjs';
import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const [agentc, folder] = process.argv.slice(2);
const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { InMemoryTransport } = await import('@modelcontextprotocol/sdk/inMemory.js');
const { server } = await import(pathToFileURL(join(resolve(folder), 'index.mjs')));
const anything = { parse: (x) => x, safeParse: (data) => ({ success: true, data }) };

const [ours, theirs] = InMemoryTransport.createLinkedPair();
const client = new Client({ name: 'test', version: '1' });
await Promise.all([server.connect(theirs), client.connect(ours)]);
const { tools } = JSON.parse(JSON.stringify(await client.request({ method: 'tools/list', params: {} }, anything)));
const printed = new Map(
  JSON.parse(execFileSync(agentc, ['extract-config', '--target=mcp', folder], { encoding: 'utf8' })).map((tool) => [
    tool.name,
    tool,
  ]),
);

let differences = 0;
function compare(path, a, b) {
  if (isDeepStrictEqual(a, b)) return;
  const isDeeper = a && b && typeof a === 'object' && typeof b === 'object' && Array.isArray(a) === Array.isArray(b);
  if (isDeeper)
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) compare(`${path}.${key}`, a[key], b[key]);
  else console.log(`${path}: the server says ${JSON.stringify(a)}, agentc ${JSON.stringify(b)}`, ++differences);
}
const told = ['title', 'description', 'inputSchema', 'outputSchema', 'annotations'];
for (const tool of tools)
  for (const key of told) compare(`${tool.name}.${key}`, tool[key], printed.get(tool.name)?.[key]);
console.log(`${tools.length} tools, ${printed.size} printed, ${differences} differences`);
process.exit(differences || printed.size !== tools.length ? 1 : 0);
