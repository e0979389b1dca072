import { tool } from 'ai';
import { z } from 'zod';

import { HttpClient } from './http.js';
import { ChatService, TicketService } from './services.js';

const tickets = new TicketService(
  new HttpClient({
    baseUrl: 'https://acme.atlassian.net',
    headers: () => ({ authorization: `Basic ${process.env.JIRA_TOKEN}` }),
  }),
  'HELP',
);
const chat = new ChatService({
  http: new HttpClient({ baseUrl: 'https://chat.acme.dev', headers: () => ({ 'x-key': process.env.CHAT_KEY }), timeout: 2000 }),
  channel: process.env.CHAT_CHANNEL ?? 'support',
});

export const openTicket = tool({
  description: 'Open a ticket and tell the team',
  inputSchema: z.object({ title: z.string(), text: z.string() }),
  execute: async ({ title, text }) => {
    const key = await tickets.create(title, text);
    await chat.tell(`${key}: ${title}`);
    return key;
  },
});

export const readTicket = tool({
  description: 'Read a ticket',
  inputSchema: z.object({ key: z.string() }),
  execute: ({ key }) => tickets.find(key),
});

export const announce = tool({
  description: 'Tell the team something',
  inputSchema: z.object({ text: z.string() }),
  execute: ({ text }) => chat.tell(text),
});
