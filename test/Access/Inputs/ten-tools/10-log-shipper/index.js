import { createHmac } from 'node:crypto';

import { createSdkMcpServer, tool } from '@anthropic-ai/claude-agent-sdk';
import { z } from 'zod';

import { ship } from './batcher.js';
import { searchDatadog, toDatadog, toLoki, toUrl } from './sinks.js';

const lines = z.array(z.string().max(10_000)).min(1);
const text = (value) => ({ content: [{ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) }] });

const ADDRESS = /[\w.+-]+@[\w-]+\.[\w.]+/g;

function redact(line) {
  const salt = process.env.REDACT_SALT ?? 'salt';
  return line.replace(ADDRESS, (address) => `<${createHmac('sha256', salt).update(address).digest('hex').slice(0, 8)}>`);
}

const shipLogs = tool('ship_logs', 'Send log lines to Datadog, without e-mail addresses', { lines }, async ({ lines }) => {
  const batches = await ship(lines.map(redact), toDatadog);
  return text(`${lines.length} lines in ${batches} batches`);
});

const shipToLoki = tool('ship_to_loki', 'Send log lines to Loki as they are', { lines }, async ({ lines }) => {
  await ship(lines, (some) => toLoki(some), 1000);
  return text('sent');
});

const forwardLogs = tool(
  'forward_logs',
  'Send log lines to an address that the user names',
  { lines, url: z.string().url() },
  async ({ lines, url }) => text(`${await ship(lines, toUrl(url))} batches`),
);

const searchLogs = tool(
  'search_logs',
  'Search the log lines of this service',
  { query: z.string(), limit: z.number().int().max(100).default(20) },
  async ({ query, limit }) => text((await searchDatadog(query, limit)).map(({ attributes }) => attributes.message)),
);

const redactLines = tool('redact_lines', 'Log lines with the e-mail addresses replaced', { lines }, async ({ lines }) =>
  text(lines.map((line) => redact(line)).join('\n')),
);

export default createSdkMcpServer({
  name: 'logs',
  version: process.env.APP_VERSION ?? '0.0.0',
  tools: [shipLogs, shipToLoki, forwardLogs, searchLogs, redactLines],
});
