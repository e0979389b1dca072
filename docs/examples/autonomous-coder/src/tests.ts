import path from 'node:path';

import { assert, globals, integers } from './given.ts';
import { Interpreter } from './interpreter.ts';
import { list, read, remove, write } from './workspace.ts';

export interface TestResults {
  passed: number;
  failed: number;
  errors: { test: string; error: string }[];
  /** Of the statements of files that are not tests, the share that ran. */
  coverage: number;
}

const propertyRuns = 50;

/** Runs all `*.test.js` of a workspace, and keeps in `.success` that they passed. */
export function runTests(directory: string): TestResults {
  const results: TestResults = { passed: 0, failed: 0, errors: [], coverage: 0 };
  const modules = new Map<string, { exports: Map<string, any>; interpreter: Interpreter }>();

  const attempt = (test: string, body: () => void) => {
    try {
      body();
      results.passed++;
    } catch (error: any) {
      results.failed++;
      results.errors.push({ test, error: `${error?.name ?? 'Error'}: ${error?.message ?? String(error)}` });
    }
  };
  const given = new Map<string, any>([
    ...globals,
    ['assert', assert],
    ['test', attempt],
    ['property', (name: string, body: (value: number) => void) => attempt(name, () => { for (const value of integers(propertyRuns)) body(value); })],
  ]);
  const load = (from: string) => (name: string) => {
    const file = path.join(path.dirname(from), name);
    const known = modules.get(file);
    if (known) return known.exports;
    const interpreter = new Interpreter(load(file), given);
    // A module that is imported in a circle has no exports yet.
    const module = { exports: new Map<string, any>(), interpreter };
    modules.set(file, module);
    module.exports = interpreter.run(read(file));
    return module.exports;
  };

  const tests = list(directory).filter((name) => name.endsWith('.test.js'));
  for (const name of tests) {
    try {
      load(path.join(directory, 'run'))('./' + path.relative(directory, name));
    } catch (error: any) {
      results.failed++;
      results.errors.push({ test: name, error: `${error?.name ?? 'Error'}: ${error?.message ?? String(error)}` });
    }
  }
  if (tests.length === 0) results.errors.push({ test: directory, error: 'Error: there are no tests, which are files named *.test.js' });

  let statements = 0, seen = 0;
  for (const [name, { interpreter }] of modules)
    if (!name.endsWith('.test.js')) {
      statements += interpreter.statements.size;
      seen += interpreter.seen.size;
    }
  results.coverage = statements ? Math.round((100 * seen) / statements) / 100 : 0;
  const mark = path.join(directory, '.success');
  if (results.passed > 0 && results.failed === 0) write(mark, '');
  else remove(mark);
  return results;
}
