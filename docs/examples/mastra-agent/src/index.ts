import { Mastra } from '@mastra/core/mastra';

import { gardener } from './agents/gardener.ts';

export const mastra = new Mastra({ agents: { gardener } });
export { gardener };
