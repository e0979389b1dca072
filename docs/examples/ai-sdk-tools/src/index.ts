import { openai } from '@ai-sdk/openai';
import { ToolLoopAgent } from 'ai';

import { quoteParcel } from './tools/quote-parcel.ts';
import { trackParcel } from './tools/track-parcel.ts';

const rules = [
  'You work at the shipping desk.',
  'Quote before you promise anything, and give weights in kilograms.',
];

export const shippingDesk = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  instructions: rules.join('\n'),
  tools: { quoteParcel, trackParcel },
});

export { quoteParcel, trackParcel };
