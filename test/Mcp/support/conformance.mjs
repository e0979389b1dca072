// node conformance.mjs [--requirements REVISION] COMMAND...: runs the official conformance suite against a server over
// HTTP: the one that is released, or the next one with what a revision of the protocol requires. Prints the scenarios
// by outcome.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const revision = process.argv[2] === '--requirements' ? process.argv.splice(2, 2)[1] : '';
const [command, ...args] = process.argv.slice(2);
const server = spawn(command, [...args, '--http', '127.0.0.1:0'], { stdio: ['ignore', 'ignore', 'pipe'] });
let url;
for await (const line of createInterface(server.stderr)) {
  url = /serving at (\S+)/.exec(line)?.[1];
  if (url) break;
}
const name = revision ? 'mcp-conformance-2026' : '@modelcontextprotocol/conformance';
const suite = fileURLToPath(new URL(`../../node_modules/${name}/dist/index.js`, import.meta.url));
const asked = revision ? ['--requirements', revision] : [];
const run = spawn(process.execPath, [suite, 'server', '--url', url, ...asked], { stdio: ['ignore', 'pipe', 'pipe'] });
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
