// Has a tool try the addresses of a list against a server on this machine, the canary, and counts who came to it.
// usage: forge.mjs AGENTC_TOOL_RUN LIST
// A line of LIST is an address (JSON's escapes count), in which PORT stands for the canary's port and OPEN for that of
// a server that the tool may use as `good.example`; it redirects from `/to?URL`. What a line grants follows behind a
// tab.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const [program, list] = process.argv.slice(2);
const handler = `module.exports = async ({ url }) => {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
};`;

const listening = (server, host) => new Promise((resolve, reject) => {
  server.on('error', reject);
  server.listen(0, host, () => resolve(server.address().port));
});
let visitors = 0;
const canary = createServer((socket) => {
  ++visitors;
  socket.on('error', () => {});
  socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ncanary');
});
const open = createServer((socket) => socket.once('data', (data) => {
  const where = /^GET \/to\?(\S+)/.exec(data.toString('latin1'))?.[1];
  socket.on('error', () => {});
  socket.end(where ? `HTTP/1.1 302 Found\r\nLocation: ${decodeURIComponent(where)}\r\nContent-Length: 0\r\n\r\n`
    : 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nopen');
}));
// On every address of this machine, if it has IPv6 on both kinds.
const port = await listening(canary, '::').catch(() => listening(canary, '0.0.0.0')),
  openPort = await listening(open, '127.0.0.1');

const filled = (text) => text.replaceAll('PORT', port).replaceAll('OPEN', openPort);
const lines = readFileSync(list, 'utf8').split('\n').filter((line) => line && !line.startsWith('#'));
// Without ids they run one after the other, as the resolver of one test counts on.
const requests = lines.map((line) => {
  const [address, grants = ''] = filled(line).split('\t');
  return {
    schema: 'agentc.request/1',
    mode: 'call',
    input: { url: JSON.parse(`"${address}"`) },
    grant: {
      hosts: [`good.example:${openPort}`, ...grants.split(' ').filter((each) => each)],
      resolve: [`good.example:${openPort}:127.0.0.1`],
    },
    image: {
      entry: 'index.js',
      style: 'handler',
      tools: [],
      modules: [{ path: 'index.js', format: 'cjs', text: handler }],
    },
  };
});
const child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] });
let output = '';
child.stdout.on('data', (text) => { output += text; });
child.stdin.end(requests.map((request) => JSON.stringify(request) + '\n').join(''));
await new Promise((resolve) => { child.on('close', resolve); });
const reports = output.trim().split('\n').map((line) => JSON.parse(line));
for (const [i, { outcome, result, error }] of reports.entries())
  console.log(
    `${lines[i].split('\t')[0]}: ` +
    `${outcome}` +
    (outcome === 'ok'
      ? ` ${result.status} ${result.text}`
      : `: ${error.message.replaceAll(port, 'PORT').replaceAll(openPort, 'OPEN')}`),
  );
console.log(`${reports.length} addresses, ${visitors} came to the canary`);
process.exit();
