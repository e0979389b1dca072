import { tool } from 'ai';
import { z } from 'zod';

import { searchFailures, searchPatterns, storeFailure, storePattern } from '../memory.ts';

export const search_similar_failures = tool({
  description: 'Find failures of the past like this one, with what solved them',
  inputSchema: z.object({ error_message: z.string().min(1) }),
  execute: async ({ error_message }) => searchFailures(error_message),
});

export const search_success_patterns = tool({
  description: 'Find solutions of the past for problems of a type',
  inputSchema: z.object({ problem_type: z.string().min(1) }),
  execute: async ({ problem_type }) => searchPatterns(problem_type),
});

export const store_failure = tool({
  description: 'Keep a failure and what solved it',
  inputSchema: z.object({ error_message: z.string().min(1), solution: z.string(), code_context: z.string() }),
  execute: async ({ error_message, solution, code_context }) => storeFailure(error_message, solution, code_context),
});

export const store_pattern = tool({
  description: 'Keep a solution and its tests',
  inputSchema: z.object({ problem_type: z.string().min(1), code_template: z.string(), test_template: z.string() }),
  execute: async ({ problem_type, code_template, test_template }) => storePattern(problem_type, code_template, test_template),
});
