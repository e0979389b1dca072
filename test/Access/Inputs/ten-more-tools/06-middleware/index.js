import { tool } from 'ai';
import { z } from 'zod';

import { audited, pipeline, send, withKey } from './pipeline.js';

const people = pipeline([withKey('PEOPLE_KEY'), audited], send('https://people.acme.dev'));
const rooms = pipeline([withKey('ROOMS_KEY')], send('https://rooms.acme.dev'));

export const findPerson = tool({
  description: 'Find a colleague',
  inputSchema: z.object({ name: z.string() }),
  execute: async ({ name }) => people({ path: `/search?name=${name}` }),
});

export const freeRoom = tool({
  description: 'Find a free room',
  inputSchema: z.object({ seats: z.number() }),
  execute: async ({ seats }) => rooms({ path: `/free?seats=${seats}` }),
});
