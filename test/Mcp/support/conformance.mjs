// node conformance.mjs COMMAND...: runs the official conformance suite against a server over stdio. The suite speaks HTTP, so
// that the SDK's own transport stands between, which starts a server for each session. Prints the scenarios by outcome.
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import './with-packages.mjs';

const { StreamableHTTPServerTransport } = await import('@modelcontextprotocol/sdk/server/streamableHttp.js');
const [command, ...args] = process.argv.slice(2);
const sessions = new Map();

async function begin() {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized: (id) => sessions.set(id, transport),
    enableDnsRebindingProtection: true, allowedHosts: [`localhost:${http.address().port}`, `127.0.0.1:${http.address().port}`] });
  let last;   // what a notification belongs to: no scenario asks two things at once of a session
  transport.onmessage = (message) => { last = message.id ?? last; child.stdin.write(`${JSON.stringify(message)}\n`); };
  transport.onclose = () => child.stdin.end();
  createInterface(child.stdout).on('line', (line) => {
    const message = JSON.parse(line);
    transport.send(message, message.method ? { relatedRequestId: last } : undefined).catch(() => {});
  });
  await transport.start();
  return transport;
}

const http = createServer(async (request, response) => {
  const transport = sessions.get(request.headers['mcp-session-id']) ?? await begin();
  await transport.handleRequest(request, response);
});
await new Promise((resolve) => { http.listen(0, '127.0.0.1', resolve); });
const suite = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const run = spawn(process.execPath, [suite, 'server', '--url', `http://127.0.0.1:${http.address().port}/mcp`], { stdio: ['ignore', 'pipe', 'pipe'] });
let text = '';
for (const stream of [run.stdout, run.stderr]) stream.on('data', (part) => { text += part; });
const code = await new Promise((resolve) => { run.on('exit', resolve); });
if (process.env.CONFORMANCE_WHOLE) console.log(text);
for (const line of text.split('\n')) {
  const [, mark, name, passed, failed] = /^\s*([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/.exec(line) ?? [];
  if (name) console.log(`${mark === '✓' ? 'passed' : 'failed'}: ${name} (${passed}, ${failed})`);
}
console.log(`exit code ${code}`);
process.exit(0);
