// node inspector.mjs AGENTC FOLDER...: what the inspector's command line gets of each example: the names of its tools,
// and what the first one answers to no arguments; then an answer of the server with recipes.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

const require = createRequire(new URL('../../Frameworks/package.json', import.meta.url));
const inspector = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  'clients/launcher/build/index.js',
);
const [agentc, ...folders] = process.argv.slice(2);

function inspect(folder, method, ...words) {
  const command = [inspector, '--cli', agentc, 'mcp', '--quiet', folder, '--method', method, ...words];
  const { stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', timeout: 60000 });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}
const told = ({ content, isError }) => `${isError ? 'error: ' : ''}${content[0].text.split('\n')[0]}`;

for (const folder of folders) {
  const { tools } = inspect(folder, 'tools/list');
  console.log(`${basename(folder)}: ${tools.map((tool) => tool.name).sort().join(', ')}`);
  console.log(`  ${told(inspect(folder, 'tools/call', '--tool-name', tools[0].name))}`);
}
const recipes = folders.find((folder) => folder.endsWith('mcp-server'));
const scaled = inspect(
  recipes,
  'tools/call',
  '--tool-name',
  'scale_recipe',
  '--tool-arg',
  'title=Pancakes',
  'people=2',
);
console.log(`scaled: ${told(scaled)}`);
