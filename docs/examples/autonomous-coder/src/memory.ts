import { exists, read, write } from './workspace.ts';

export interface Failure {
  error_signature: string;
  error_type: string;
  solution: string;
  code_context: string;
}
export interface Pattern {
  problem_type: string;
  code_template: string;
  test_template: string;
  usage_count: number;
}
interface Memory {
  failures: Failure[];
  patterns: Pattern[];
}

const file = 'memory.json';
const mostFound = 5, mostKept = 500;

function remembered(): Memory {
  return exists(file) ? JSON.parse(read(file)) : { failures: [], patterns: [] };
}

/** An error without what differs from case to case: names in quotes, numbers. */
export function signatureOf(error: string): string {
  return error.replace(/(["'`]).*?\1/g, 'X').replace(/-?\d+(\.\d+)?/g, 'N').slice(0, 200);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[a-z0-9]+/g) ?? []);

/** The entries that share most words with a query, best first. */
function similar<Entry>(entries: Entry[], textOf: (entry: Entry) => string, query: string): Entry[] {
  const asked = wordsOf(query);
  const scored = entries.map((entry) => {
    const words = wordsOf(textOf(entry));
    const shared = [...asked].filter((word) => words.has(word)).length;
    return { entry, score: shared / Math.sqrt(Math.max(words.size, 1)) };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score).slice(0, mostFound).map(({ entry }) => entry);
}

export function searchFailures(error: string): Failure[] {
  return similar(remembered().failures, (each) => `${each.error_type} ${each.error_signature}`, signatureOf(error));
}

export function searchPatterns(problemType: string): Pattern[] {
  const memory = remembered();
  const found = similar(memory.patterns, (each) => each.problem_type, problemType);
  for (const each of found) each.usage_count++;
  if (found.length) write(file, JSON.stringify(memory));
  return found;
}

export function storeFailure(error: string, solution: string, context: string): Failure {
  const memory = remembered();
  const failure = { error_signature: signatureOf(error), error_type: error.split(':')[0], solution, code_context: context };
  memory.failures = [...memory.failures, failure].slice(-mostKept);
  write(file, JSON.stringify(memory));
  return failure;
}

export function storePattern(problemType: string, code: string, tests: string): Pattern {
  const memory = remembered();
  const pattern = { problem_type: problemType, code_template: code, test_template: tests, usage_count: 0 };
  memory.patterns = [...memory.patterns, pattern].slice(-mostKept);
  write(file, JSON.stringify(memory));
  return pattern;
}
