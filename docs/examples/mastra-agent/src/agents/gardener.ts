import { Agent } from '@mastra/core/agent';

import { sowingCalendar } from '../tools/sowing-calendar.ts';

const style = 'Answer in two sentences.';

export const gardener = new Agent({
  id: 'gardener',
  name: 'Gardener',
  description: 'Knows what to sow and when',
  instructions: `
    You help people with small gardens.
    ${style}
  `,
  model: 'openai/gpt-5-mini',
  tools: { sowingCalendar },
});
