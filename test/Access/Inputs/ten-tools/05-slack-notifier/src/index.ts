import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';

import * as tools from './tools.js';

export const notifier = new Agent({
  id: 'notifier',
  name: 'Notifier',
  instructions: 'You tell people what they must know. Page only when somebody has to act at once.',
  model: 'openai/gpt-5-mini',
  tools: { ...tools },
});

export const mastra = new Mastra({ agents: { notifier } });
