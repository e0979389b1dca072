import { openai } from '@ai-sdk/openai';
import { ToolLoopAgent } from 'ai';

import { countLabels, getIssue, readTemplate, searchIssues } from './tools.ts';

export const issueSearch = new ToolLoopAgent({
  model: openai('gpt-5-mini'),
  instructions: 'You find issues. Name the number and the link of every issue that you speak of.',
  tools: { searchIssues, getIssue, readTemplate, countLabels },
});
