import { tool } from 'ai';
import { z } from 'zod';

import { violationsOf } from '../safety.ts';
import { runTests } from '../tests.ts';
import { write } from '../workspace.ts';

const directory = z.string().min(1).describe('The folder, as workspace_1');

export const create_test_file = tool({
  description: 'Write test file, whose name ends with .test.js. It has test(name, body), property(name, body of an integer), assert.ok, .equal, .deepEqual and .throws',
  inputSchema: z.object({ path: z.string().regex(/\.test\.js$/), content: z.string() }),
  execute: async ({ path, content }) => {
    const violations = violationsOf(content);
    if (violations.length) return { blocked: violations };
    write(path, content);
    return { written: path };
  },
});

export const run_tests = tool({
  description: 'Run all tests of a folder in an interpreter, and tell how many passed and what went wrong',
  inputSchema: z.object({ directory }),
  execute: async ({ directory }) => runTests(directory),
});

export const get_coverage = tool({
  description: 'Get coverage report: the share of statements that the tests run',
  inputSchema: z.object({ directory }),
  execute: async ({ directory }) => ({ coverage: runTests(directory).coverage }),
});
