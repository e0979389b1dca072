import { createTool } from '@mastra/core/tools';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

import { withRetry } from './retry.js';
import { notify } from './slack.js';

export const postMessage = createTool({
  id: 'post-message',
  description: 'Post a message to a channel',
  inputSchema: z.object({ text: z.string().max(4000), channel: z.string().optional() }),
  execute: async ({ text, channel }) => ({ ts: await notify(text, channel) }),
});

export const pageOnCall = createTool({
  id: 'page-on-call',
  description: 'Wake the person on call, and say so in Slack',
  inputSchema: z.object({ summary: z.string(), severity: z.enum(['critical', 'error', 'warning']) }),
  execute: async ({ summary, severity }) => {
    const event = {
      routing_key: process.env['PAGERDUTY_ROUTING_KEY'],
      event_action: 'trigger',
      payload: { summary, severity, source: 'agent' },
    };
    await withRetry(
      async () => {
        const response = await fetch('https://events.pagerduty.com/v2/enqueue', { method: 'POST', body: JSON.stringify(event) });
        if (response.status >= 500) throw new Error(`PagerDuty answered ${response.status}`);
      },
      { attempts: 5 },
    );
    return { ts: await notify(`:rotating_light: ${summary}`, '#incidents') };
  },
});

export const announceRelease = createTool({
  id: 'announce-release',
  description: 'Announce a release through the webhook of the channel for news',
  inputSchema: z.object({ version: z.string(), notes: z.array(z.string()) }),
  execute: async ({ version, notes }) => {
    const hook = process.env.SLACK_WEBHOOK_URL;
    if (!hook) return { announced: false };
    const text = [`*Version ${version}*`, ...notes.map((note) => `• ${note}`)].join('\n');
    const response = await fetch(hook, { method: 'POST', body: JSON.stringify({ text }) });
    return { announced: response.ok };
  },
});

export const verifySignature = createTool({
  id: 'verify-signature',
  description: 'Whether a request really comes from Slack',
  inputSchema: z.object({ timestamp: z.string(), body: z.string(), signature: z.string() }),
  execute: async ({ timestamp, body, signature }) => {
    const secret = process.env.SLACK_SIGNING_SECRET ?? '';
    const expected = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
    if (expected.length !== signature.length) return { valid: false };
    return { valid: timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) };
  },
});

export const formatTable = createTool({
  id: 'format-table',
  description: 'Rows as a table in a fixed-width font, as Slack shows it',
  inputSchema: z.object({ rows: z.array(z.array(z.string())) }),
  execute: async ({ rows }) => {
    const widths = rows.reduce<number[]>((all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, cell.length)), []);
    const lines = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i])).join('  '));
    return { text: ['```', ...lines, '```'].join('\n') };
  },
});
