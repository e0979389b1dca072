import { tool } from 'ai';
import { z } from 'zod';

import { callService } from './services.ts';

const place = z.object({ place: z.string() });

export const weather = tool({ description: 'Weather at a place', inputSchema: place, execute: ({ place }) => callService('weather', place) });
export const tides = tool({ description: 'Tides at a place', inputSchema: place, execute: ({ place }) => callService('tides', place) });
export const daylight = tool({
  description: 'When it is light',
  inputSchema: place,
  execute: async ({ place }) => {
    const { results } = await callService('sun', place);
    return `${results.sunrise} to ${results.sunset}`;
  },
});
