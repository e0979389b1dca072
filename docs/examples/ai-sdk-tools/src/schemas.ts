import { z } from 'zod';

export const country = z
  .string()
  .length(2)
  .describe('two letters, as in ISO 3166');

export const parcel = z.object({
  kilograms: z.number().positive().max(31.5),
  size: z.enum(['letter', 'small', 'large']).default('small'),
});
