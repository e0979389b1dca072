import { tool } from 'ai';
import { z } from 'zod';

import { alerts, orders } from './bus.js';

export const placeOrder = tool({
  description: 'Order something',
  inputSchema: z.object({ item: z.string() }),
  execute: async ({ item }) => orders.emit('placed', { item, at: Date.now() }),
});

export const raiseAlert = tool({
  description: 'Wake somebody up',
  inputSchema: z.object({ text: z.string() }),
  execute: async ({ text }) => alerts.emit('raised', { text }),
});

export const countListeners = tool({
  description: 'How many listen',
  inputSchema: z.object({}),
  execute: async () => ({ hour: new Date().getHours() }),
});
