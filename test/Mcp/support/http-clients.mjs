// node http-clients.mjs sdk|client: an official client's dialogue with the server at MCP_URL, over the SDK's own
// transport, by the key in MCP_KEY if it is set.
import './with-packages.mjs';

const isOld = process.argv[2] === 'sdk', url = new URL(process.env.MCP_URL);
const { Client, StreamableHTTPClientTransport } = isOld
  ? {
      ...(await import('@modelcontextprotocol/sdk/client/index.js')),
      ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
    }
  : await import('@modelcontextprotocol/client');
const connected = async () => {
  const client = new Client({ name: 'test', version: '1.0.0' },
    isOld ? {} : { versionNegotiation: { mode: 'auto' } });
  const transport = new StreamableHTTPClientTransport(url,
    process.env.MCP_KEY ? { requestInit: { headers: { authorization: `Bearer ${process.env.MCP_KEY}` } } } : {});
  await client.connect(transport);
  return { client, transport };
};
const isEggsFor = (one, at) => one.structuredContent?.lines[2] === `${Math.round((180 * (at + 1)) / 4)} g eggs`;
const { client, transport } = await connected();
const call = (name, given, options, by = client) =>
  isOld
    ? by.callTool({ name, arguments: given }, undefined, options)
    : by.callTool({ name, arguments: given }, options);
const { tools } = await client.listTools();
console.log(
  `tools: ${tools
    .map((tool) => tool.name)
    .sort()
    .join(', ')}; version ${isOld ? transport.protocolVersion : client.getNegotiatedProtocolVersion()}`,
);
console.log(
  `structured: ${JSON.stringify((await call('scale_recipe', { title: 'pancakes', people: 8 })).structuredContent)}`,
);
console.log(`failed: ${(await call('scale_recipe', { title: 'Cake', people: 8 })).isError}`);
const many = await Promise.all(
  Array.from({ length: 100 }, (_, people) => call('scale_recipe', { title: 'pancakes', people: people + 1 })),
);
console.log(`at once: ${many.filter(isEggsFor).length} of 100`);
const clients = await Promise.all(Array.from({ length: 100 }, connected));
const answers = await Promise.all(
  clients.map((one, at) => call('scale_recipe', { title: 'pancakes', people: at + 1 }, undefined, one.client)),
);
console.log(`clients: ${answers.filter(isEggsFor).length} of 100`);
if (isOld) await Promise.all(clients.map((one) => one.transport.terminateSession()));
await Promise.all(clients.map((one) => one.client.close()));
const aborting = new AbortController();
const aborted = call('list_recipes', {}, { signal: aborting.signal }).then(() => false, () => true);
aborting.abort();
console.log(`aborted: ${await aborted}, then ${(await client.listTools()).tools.length}`);
if (isOld) await transport.terminateSession();
await client.close();
