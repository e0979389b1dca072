import { withRetry } from './retry.js';

type Method = 'chat.postMessage' | 'users.lookupByEmail' | 'conversations.archive';

export async function slack(method: Method, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const response = await fetch(`https://slack.com/api/${method}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.SLACK_BOT_TOKEN}`,
      'content-type': 'application/json; charset=utf-8',
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (answer.ok !== true) throw new Error(`Slack: ${answer.error}`);
  return answer;
}

export async function notify(text: string, channel?: string): Promise<string> {
  const { SLACK_DEFAULT_CHANNEL = '#general' } = process.env;
  const answer = await withRetry(() => slack('chat.postMessage', { channel: channel ?? SLACK_DEFAULT_CHANNEL, text }));
  return String(answer.ts);
}

export function archive(channel: string) {
  return fetch('https://archive.acme-chat.com/v1/channels', {
    method: 'PUT',
    headers: { 'x-api-key': process.env.ARCHIVE_KEY ?? '' },
    body: channel,
  });
}
