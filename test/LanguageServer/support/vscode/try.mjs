// Uses the extension in VS Code, which runs as a server and is driven by a browser, as a person would by keyboard and
// mouse.
// usage: try.mjs --vsix FILE --agentc PROGRAM --pictures FOLDER
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

const string = { type: 'string' };
const { values: given } = parseArgs({ options: { vsix: string, agentc: string, pictures: string } });
const code = join(dirname(fileURLToPath(import.meta.url)), 'node_modules/code-server/lib/vscode');
const folder = mkdtempSync(join(tmpdir(), 'agentc-vscode-'));
const project = join(folder, 'crm');

function write(name, text) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

write('user/Machine/settings.json', JSON.stringify({
  'agentc.path': resolve(given.agentc),
  'workbench.startupEditor': 'none',
  'chat.disableAIFeatures': true,
}));
write('crm/package.json', '{ "name": "crm", "agentc": {} }\n');
write('crm/agentc.json', '{\n  \n}\n');
write('crm/ask.ts', `const base = 'https://api.crm.example/v1';

export async function ask(name: string) {
  const answer = await fetch(\`\${base}/people?name=\${name}\`, { headers: { token: process.env.CRM_TOKEN ?? '' } });
  return { content: [{ type: 'text' as const, text: await answer.text() }] };
}
`);
write('crm/server.ts', `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { ask } from './ask.ts';

const server = new McpServer({ name: 'crm', version: '1.0.0' });
const title = 'Finds a person';

server.registerTool('find', { description: title, inputSchema: { name: z.string() } }, async ({ name }) => ask(name));
`);

const options = [
  '--server-data-dir', join(folder, 'data'), '--user-data-dir', join(folder, 'user'),
  '--extensions-dir', join(folder, 'extensions'), '--accept-server-license-terms', '--telemetry-level', 'off',
];
const main = join(code, 'out/server-main.js');
execFileSync(process.execPath, [main, ...options, '--install-extension', resolve(given.vsix)], { stdio: 'ignore' });

const server = spawn(
  process.execPath,
  [main, ...options, '--host', '127.0.0.1', '--port', '0', '--without-connection-token'],
  { stdio: ['ignore', 'pipe', 'ignore'] },
);
const address = await new Promise((found, failed) => {
  let said = '';
  server.stdout.on('data', (part) => {
    said += part;
    const port = said.match(/Extension host agent listening on (\d+)/);
    if (port) found(`http://127.0.0.1:${port[1]}`);
  });
  server.on('exit', () => failed(new Error(`VS Code ended: ${said}`)));
});

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
page.setDefaultTimeout(60_000);
const { keyboard } = page;

/** Waits until an element with this text is there, and says so. */
async function see(what, selector, text) {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
  console.log(`seen: ${what}`);
}

async function open(file) {
  await keyboard.press('Control+P');
  await page.locator('.quick-input-widget input').waitFor();
  await keyboard.type(file);
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: file }).first().waitFor();
  await keyboard.press('Enter');
  await page.locator('.tab.active').filter({ hasText: file }).waitFor();
}

async function goTo(place) {
  await keyboard.press('Control+G');
  await page.locator('.quick-input-widget input').waitFor();
  await keyboard.type(place);
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: 'go to line' }).first().waitFor();
  await keyboard.press('Enter');
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

const picture = (name) => page.screenshot({ path: join(given.pictures, `${name}.png`) });

async function use() {
  await page.goto(`${address}/?folder=${project}`);
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();

  await open('server.ts');
  await see('a lens above the tool', '.codelens-decoration', 'reaches api.crm.example, 1 variable');
  await see('what was extracted, beside it', '.view-line', /=\sFinds\sa\sperson/);
  await goTo('8:24');
  await keyboard.press('Control+K');
  await keyboard.press('Control+I');
  await see('what the tool can reach, when hovered', '.monaco-hover', 'environment CRM_TOKEN by line 4 of ask.ts');
  await picture('hover');
  await keyboard.press('Escape');

  await page.locator('.codelens-decoration a').first().click();
  await see('the places that a lens counts', '.zone-widget .monaco-list-row', 'CRM_TOKEN');
  await picture('lens');
  await keyboard.press('Escape');

  await keyboard.press('Control+End');
  await keyboard.type('\nexport const run = (text: string) => eval(text);');
  const typed = Date.now();
  await page.locator('.squiggly-error').first().waitFor();
  console.log(`seen: what is wrong, ${Date.now() - typed} ms after it was typed`);
  await keyboard.press('Control+Shift+M');
  await see('the finding among the problems', '.markers-panel .monaco-list-row', '`eval` runs text as code');
  await picture('problems');
  await keyboard.press('Control+Shift+M');

  await goTo('10:38');
  await keyboard.press('Control+.');
  await see('a way to suppress it', '.action-widget .monaco-list-row', 'suppress `eval-call` here');
  await keyboard.press('Enter');
  await see('the comment that suppresses it', '.view-line', 'agentc-disable');
  await picture('suppressed');

  await open('agentc.json');
  await goTo('2:3');
  await keyboard.type('"unknown": 1');
  await page.locator('.squiggly-warning').first().waitFor();
  await keyboard.press('Control+Shift+M');
  await see(
    'a setting that agentc does not have',
    '.markers-panel .monaco-list-row',
    'Property unknown is not allowed',
  );
  await picture('settings');
}

let failure;
try {
  await use();
} catch (error) {
  failure = error;
  await picture('failed').catch(() => {});
}
await browser.close();
server.kill();
await new Promise((ended) => server.once('exit', ended));
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
if (failure) throw failure;
