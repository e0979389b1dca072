import { tool } from 'ai';
import { z } from 'zod';

import { violationsOf } from '../safety.ts';
import { list, read, remove, write } from '../workspace.ts';

const path = z.string().min(1).describe('The path, as workspace_1/main.js');
const content = z.string().describe('The whole text of the file');

export const create_file = tool({
  description: 'Write file to workspace. A file whose code is not safe is not written; create_unsafe_file asks a person about it',
  inputSchema: z.object({ path, content }),
  execute: async ({ path, content }) => {
    const violations = path.endsWith('.js') ? violationsOf(content) : [];
    if (violations.length) return { blocked: violations };
    write(path, content);
    return { written: path };
  },
});

export const create_unsafe_file = tool({
  description: 'Write file to workspace though its code is not safe; a person has to approve it',
  inputSchema: z.object({ path, content, reason: z.string().min(1).describe('Why it cannot be done otherwise') }),
  execute: async ({ path, content }) => {
    write(path, content);
    return { written: path, violations: violationsOf(content) };
  },
});

export const read_file = tool({
  description: 'Read file content',
  inputSchema: z.object({ path }),
  execute: async ({ path }) => read(path),
});

export const list_files = tool({
  description: 'List workspace files',
  inputSchema: z.object({ directory: z.string().describe('The folder, as workspace_1') }),
  execute: async ({ directory }) => list(directory),
});

export const delete_file = tool({
  description: 'Remove file',
  inputSchema: z.object({ path }),
  execute: async ({ path }) => {
    remove(path);
    return { removed: path };
  },
});
