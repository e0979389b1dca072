import { z } from 'zod';
import { describe } from './single.js';

const input = z.object({ id: z.string().describe('An order\u2019s number — "quoted"') });
export default async function handler(request, ctx) {
  const { id } = input.parse(request);
  return describe(id, ctx);
}
