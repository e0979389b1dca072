// node sdk-client.mjs COMMAND...: what the SDK's own client gets of the recipe server.
import './with-packages.mjs';

const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args }));
const call = (name, given, options) => client.callTool({ name, arguments: given }, undefined, options);
const isEggsFor = (one, at) => one.structuredContent?.lines[2] === `${Math.round((180 * (at + 1)) / 4)} g eggs`;
await client.ping();
const { tools } = await client.listTools();
console.log(`tools: ${tools.map((tool) => tool.name).sort().join(', ')}`);
// The hints are proven here and the author's there; the order of members means nothing.
const sorted = (key, value) => value?.constructor !== Object ? value : Object.fromEntries(Object.entries(value).sort());
for (const { annotations, execution, _meta, ...tool } of tools) console.log(JSON.stringify(tool, sorted));
const scaled = await call('scale_recipe', { title: 'pancakes', people: 8 });
console.log(`structured: ${JSON.stringify(scaled.structuredContent)}`);
console.log(JSON.stringify((await call('list_recipes')).content));
const failed = await call('scale_recipe', { title: 'Cake', people: 8 });
console.log(`failed: ${failed.isError ? failed.content[0].text : 'not'}`);
const refused = await call('scale_recipe', { title: 'pancakes', people: 0 });
console.log(
  `refused: ${refused.isError && refused.content[0].text.includes('people') ? 'people' : JSON.stringify(refused)}`,
);
const many = await Promise.all(
  Array.from({ length: 100 }, (_, people) => call('scale_recipe', { title: 'pancakes', people: people + 1 })),
);
console.log(`at once: ${many.filter(isEggsFor).length} of 100`);
const aborting = new AbortController();
const aborted = call('list_recipes', {}, { signal: aborting.signal }).then(() => false, () => true);
aborting.abort();
console.log(`aborted: ${await aborted}, then ${(await client.listTools()).tools.length - 1}`);
await client.close();
