// parse-mcp-tools FILE: has the SDK parse an array of tools as a server's answer to tools/list, and prints names and
// parameters.
import { readFileSync } from 'node:fs';
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';

const given = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const { tools } = ListToolsResultSchema.parse({ tools: given });
if (JSON.stringify(tools) !== JSON.stringify(given)) throw new Error('the SDK drops a part of it');
for (const tool of tools) console.log(`${tool.name}: ${Object.keys(tool.inputSchema.properties ?? {}).join(', ')}`);
