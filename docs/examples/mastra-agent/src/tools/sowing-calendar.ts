import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

const months: Record<string, [first: number, last: number]> = {
  carrot: [3, 7],
  lettuce: [3, 9],
  tomato: [2, 4],
};

export const sowingCalendar = createTool({
  id: 'sowing-calendar',
  description: 'Whether a vegetable can be sown in a month',
  inputSchema: z.object({
    vegetable: z.enum(['carrot', 'lettuce', 'tomato']),
    month: z.number().int().min(1).max(12),
  }),
  outputSchema: z.object({ sow: z.boolean(), from: z.number(), until: z.number() }),
  execute: async ({ vegetable, month }) => {
    const [from, until] = months[vegetable];
    return { sow: month >= from && month <= until, from, until };
  },
});
