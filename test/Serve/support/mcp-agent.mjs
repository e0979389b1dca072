// The official client asks an agent as a tool, and is told of its run's progress.
import '../../Mcp/support/with-packages.mjs';

const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
await client.connect(
  new StreamableHTTPClientTransport(new URL(process.env.MCP_URL), {
    requestInit: { headers: { authorization: `Bearer ${process.env.MCP_KEY}` } },
  }),
);
const told = [];
const answer = await client.callTool(
  { name: 'ask', arguments: { message: 'One and two?' } },
  { onprogress: ({ message }) => told.push(message) },
);
console.log(
  `official client: ${client.getNegotiatedProtocolVersion()} ${JSON.stringify(told)} ${answer.content[0].text}`,
);
await client.close();
