// node examples.mjs AGENTC FOLDER...: what both official clients get of each example that has tools: the same list, and
// of each tool, called with what it takes first, a result of the protocol's form.
import { basename } from 'node:path';
import './with-packages.mjs';

const [agentc, ...folders] = process.argv.slice(2);
const old = {
  ...(await import('@modelcontextprotocol/sdk/client/index.js')),
  ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
};
const modern = {
  ...(await import('@modelcontextprotocol/client')),
  ...(await import('@modelcontextprotocol/client/stdio')),
};

// The least input that a schema takes: members that are required, each with its first value.
const least = (schema) => schema?.enum?.[0] ?? schema?.const ?? ({
  object: () => Object.fromEntries((schema.required ?? []).map((name) => [name, least(schema.properties?.[name])])),
  array: () => Array.from({ length: schema.minItems ?? 0 }, () => least(schema.items)),
  number: () => schema.minimum ?? 1, integer: () => schema.minimum ?? 1, boolean: () => true,
}[schema?.type] ?? (() => 'a'.repeat(schema?.minLength ?? 1)))();

async function drive({ Client, StdioClientTransport }, options, folder) {
  const client = new Client({ name: 'test', version: '1.0.0' }, options);
  await client.connect(
    new StdioClientTransport({ command: agentc, args: ['mcp', '--quiet', folder], stderr: 'ignore' }),
  );
  const { tools } = await client.listTools(),
    told = [];
  for (const { name, inputSchema } of tools) {
    const { content, isError } = await client.callTool({ name, arguments: least(inputSchema) });
    if (!Array.isArray(content) || content.length === 0) throw new Error(`${folder}: ${name} answers nothing`);
    told.push(isError ? `${name} (error)` : name);
  }
  await client.close();
  return told.join(', ');
}

for (const folder of folders) {
  const first = await drive(old, {}, folder);
  const second = await drive(modern, { versionNegotiation: { mode: 'auto' } }, folder);
  console.log(`${basename(folder)}: ${first === second ? first : `${first} | ${second}`}`);
}
