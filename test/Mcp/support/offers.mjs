// node offers.mjs COMMAND...: what the SDK's own client gets of a server's resources and prompts.
import './with-packages.mjs';

const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: 'test', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore' }));
const sorted = (key, value) => value?.constructor !== Object ? value : Object.fromEntries(Object.entries(value).sort());
const say = async (name, ask, withCode = true) => {
  let text;
  try {
    text = JSON.stringify(await ask(), sorted);
  } catch (error) {
    text = withCode ? `error ${error.code}` : 'error';
  }
  console.log(`${name}: ${text}`);
};
await say('resources', async () => (await client.listResources()).resources);
await say('templates', async () => (await client.listResourceTemplates()).resourceTemplates);
// The protocol's code for one that is not there has changed.
for (const uri of ['note://one', 'people://ada', 'note://none', 'people://broken', 'low://a', 'asks://one'])
  await say(uri, async () => (await client.readResource({ uri })).contents, false);
await say('prompts', async () => (await client.listPrompts()).prompts);
await say(
  'greet',
  async () => (await client.getPrompt({ name: 'greet', arguments: { language: 'fr', tone: 'warm' } })).messages,
);
await say('greet without', async () => (await client.getPrompt({ name: 'greet', arguments: {} })).messages);
await say('none', async () => (await client.getPrompt({ name: 'none' })).messages);
await client.close();
