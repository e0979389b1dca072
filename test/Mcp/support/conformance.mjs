// node conformance.mjs COMMAND...: runs the official conformance suite against a server over HTTP. Prints the scenarios by outcome.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const [command, ...args] = process.argv.slice(2);
const server = spawn(command, [...args, '--http', '127.0.0.1:0'], { stdio: ['ignore', 'ignore', 'pipe'] });
let url;
for await (const line of createInterface(server.stderr)) {
  url = /serving at (\S+)/.exec(line)?.[1];
  if (url) break;
}
const suite = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const run = spawn(process.execPath, [suite, 'server', '--url', url], { stdio: ['ignore', 'pipe', 'pipe'] });
let text = '';
for (const stream of [run.stdout, run.stderr]) stream.on('data', (part) => { text += part; });
const [code] = await once(run, 'close');
server.kill();
if (process.env.CONFORMANCE_WHOLE) console.log(text);
for (const line of text.split('\n')) {
  const [, mark, name, passed, failed] = /^\s*([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/.exec(line) ?? [];
  if (name) console.log(`${mark === '✓' ? 'passed' : 'failed'}: ${name} (${passed}, ${failed})`);
}
console.log(`exit code ${code}`);
