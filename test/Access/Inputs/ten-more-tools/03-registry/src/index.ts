import { createTool } from '@mastra/core/tools';
import { z } from 'zod';

import { Registry } from './registry.ts';

const actions = {
  geocode: async ({ place }: { place: string }) => {
    const response = await fetch(`https://nominatim.openstreetmap.org/search?format=json&q=${encodeURIComponent(place)}`);
    return response.json();
  },
  route: async ({ from, to }: { from: string; to: string }) => {
    const response = await fetch(`https://router.project-osrm.org/route/v1/driving/${from};${to}?key=${process.env.OSRM_KEY}`);
    return response.json();
  },
};

const registry = new Registry().register('elevation', async ({ at }: { at: string }) => {
  const response = await fetch(`https://api.open-elevation.com/api/v1/lookup?locations=${at}`);
  return response.json();
});

export const findPlace = createTool({
  id: 'find-place',
  description: 'Where a place is',
  inputSchema: z.object({ place: z.string() }),
  execute: async ({ context }) => actions.geocode(context),
});

export const travel = createTool({
  id: 'travel',
  description: 'How to get from one place to another',
  inputSchema: z.object({ from: z.string(), to: z.string() }),
  execute: async ({ context }) => actions['route'](context),
});

export const height = createTool({
  id: 'height',
  description: 'How high a place is',
  inputSchema: z.object({ at: z.string() }),
  execute: async ({ context }) => registry.run('elevation', context),
});
