// node approving.mjs sdk|client COMMAND...: what an official client calls of a server that asks its person, who
// accepts, then declines.
import './with-packages.mjs';

const [kind, command, ...args] = process.argv.slice(2), isOld = kind === 'sdk';
const { Client, StdioClientTransport } = isOld
  ? {
      ...(await import('@modelcontextprotocol/sdk/client/index.js')),
      ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
    }
  : { ...(await import('@modelcontextprotocol/client')), ...(await import('@modelcontextprotocol/client/stdio')) };
const client = new Client(
  { name: 'test', version: '1.0.0' },
  { capabilities: { elicitation: { form: {} } }, ...(isOld ? {} : { versionNegotiation: { mode: 'auto' } }) },
);
const answers = ['accept', 'decline'];
const answer = async ({ params }) => {
  console.log(`asked: ${params.message}`);
  const action = answers.shift();
  return action === 'accept' ? { action, content: {} } : { action };
};
if (isOld) client.setRequestHandler((await import('@modelcontextprotocol/sdk/types.js')).ElicitRequestSchema, answer);
else client.setRequestHandler('elicitation/create', answer);
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
for (let i = 0; i < 2; ++i) {
  const result = await client.callTool({ name: 'scale_recipe', arguments: { title: 'pancakes', people: 8 } });
  console.log(result.isError ? result.content[0].text : JSON.stringify(result.structuredContent));
}
await client.close();
