import { openai } from '@ai-sdk/openai';
import { ToolLoopAgent } from 'ai';

import { create_file, create_unsafe_file, delete_file, list_files, read_file } from './tools/files.ts';
import { search_similar_failures, search_success_patterns, store_failure, store_pattern } from './tools/memory.ts';
import { create_test_file, get_coverage, run_tests } from './tools/testing.ts';

export const planner = new ToolLoopAgent({
  id: 'planner',
  model: openai('gpt-5-mini'),
  instructions: `You decompose a coding task into 3 to 7 subtasks.
First search for success patterns of its type, and adapt what you find.
Answer with the list of subtasks and the approach. If the task is ambiguous, ask a question instead.`,
  tools: { search_success_patterns },
});

export const coder = new ToolLoopAgent({
  id: 'coder',
  model: openai('gpt-5-mini'),
  instructions: `You write clean, testable JavaScript modules by a plan and by what was learnt from tests that failed.
Write files one at a time with create_file, in the workspace that you are told, and read what is there for context.
Modules export functions, import each other by relative names, and use neither classes that extend others nor async functions.
Answer with the list of files.`,
  tools: { create_file, create_unsafe_file, read_file, list_files, delete_file },
});

export const tester = new ToolLoopAgent({
  id: 'tester',
  model: openai('gpt-5-mini'),
  instructions: `You test the modules of a workspace.
Read them, write tests of each function with create_test_file: the happy path, errors, edge cases, and properties.
Then run the tests; aim for a coverage of 0.8. Answer with the results. Never change the modules.`,
  tools: { list_files, read_file, create_test_file, run_tests, get_coverage },
});

export const reflector = new ToolLoopAgent({
  id: 'reflector',
  model: openai('gpt-5-mini'),
  instructions: `You analyze tests that failed. Categorize the error, read the code,
search for similar failures, and answer with a hypothesis: one specific fix to try, and why.`,
  tools: { search_similar_failures, read_file, list_files },
});

export {
  create_file, create_test_file, create_unsafe_file, delete_file, get_coverage, list_files, read_file, run_tests,
  search_similar_failures, search_success_patterns, store_failure, store_pattern,
};
