import { tool } from 'ai';
import { z } from 'zod';

interface Stop {
  place: string;
  at: string;
}

export const trackParcel = tool({
  description: 'Where a parcel was seen last',
  inputSchema: z.object({
    number: z.string().regex(/^[A-Z]{2}\d{9}[A-Z]{2}$/).describe('as on the receipt: RR123456785DE'),
  }),
  execute: async ({ number }) => {
    const answer = await fetch(`https://api.parcels.example/v1/parcels/${number}`);
    if (!answer.ok) return { found: false };
    const { stops } = (await answer.json()) as { stops: Stop[] };
    return { found: true, last: stops[stops.length - 1] };
  },
});
