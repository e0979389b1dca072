import { tool } from 'ai';
import { countBy } from 'lodash-es';
import { z } from 'zod';

import { config } from './config.ts';
import { github, rawFile } from './github.ts';
import type { Issue } from './github.ts';

const repository = z.string().regex(/^[\w.-]+$/).describe('name without the organization');

const brief = ({ number, title, state, html_url, labels }: Issue) => ({
  number,
  title,
  state,
  url: html_url,
  labels: labels.map(({ name }) => name),
});

export const searchIssues = tool({
  description: 'Search issues by words and state',
  inputSchema: z.object({
    words: z.string(),
    state: z.enum(['open', 'closed']).optional(),
    limit: z.number().int().min(1).max(50).default(10),
  }),
  execute: async ({ words, state, limit }) => {
    const q = [words, `org:${config.owner}`, 'is:issue', state && `state:${state}`].filter(Boolean).join(' ');
    const { items } = await github<{ items: Issue[] }>('/search/issues', { q, per_page: limit, sort: 'updated' });
    return items.map(brief);
  },
});

export const getIssue = tool({
  description: 'An issue with its comments',
  inputSchema: z.object({ repository, number: z.number().int() }),
  execute: async ({ repository, number }) => {
    const path = `/repos/${config.owner}/${repository}/issues/${number}`;
    const [issue, comments] = await Promise.all([
      github<Issue & { body: string }>(path),
      github<{ user: { login: string }; body: string }[]>(`${path}/comments`, { per_page: 30 }),
    ]);
    return { ...brief(issue), body: issue.body, comments: comments.map(({ user, body }) => ({ by: user.login, body })) };
  },
});

export const readTemplate = tool({
  description: 'The template for new issues of a repository',
  inputSchema: z.object({ repository, kind: z.enum(['bug', 'feature']) }),
  execute: async ({ repository, kind }) =>
    (await rawFile(repository, `.github/ISSUE_TEMPLATE/${kind}.md`)) ?? 'There is no template.',
});

export const countLabels = tool({
  description: 'How often each label occurs in a list of issues',
  inputSchema: z.object({ issues: z.array(z.object({ labels: z.array(z.string()) })) }),
  execute: async ({ issues }) => countBy(issues.flatMap(({ labels }) => labels)),
});
