// real-tools FOLDER: loads one of docs/examples with the frameworks' own packages, and prints its tools as
// `--target=mcp` does. FOLDER is a copy with a link `node_modules` to the packages.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const folder = process.argv[2];
const require = createRequire(join(folder, 'package.json'));
const load = (file) => import(pathToFileURL(join(folder, file)));
const { z } = await import(pathToFileURL(require.resolve('zod')));
const { main, name } = require('./package.json');

// The input type of a schema, as the frameworks hand it to a model.
const toJson = (schema) => {
  const { $schema, '~standard': standard, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return json;
};

const ofAgent = (tools, idOf) => Object.entries(tools).map(([key, tool]) => ({
  name: idOf(key, tool), description: tool.description, inputSchema: toJson(tool.inputSchema),
  ...(tool.outputSchema && { outputSchema: toJson(tool.outputSchema) }) }));

// What the server itself answers to tools/list.
async function ofServer() {
  const server = spawn(process.execPath, [join(folder, main)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ask = (id, method, params) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } });
  for await (const line of createInterface({ input: server.stdout })) {
    const { id, result } = JSON.parse(line);
    if (id === 1) ask(2, 'tools/list', {});
    if (id === 2) return server.kill(), result.tools;
  }
}

const readers = {
  'shipping-desk': async () => ofAgent((await load(main)).shippingDesk.tools, (key) => key),
  'garden-helper': async () => ofAgent(await (await load(main)).gardener.listTools(), (key, tool) => tool.id),
  'recipe-server': ofServer,
};
console.log(JSON.stringify(await readers[name]()));
process.exit(0);
