// Has this Node and the sandbox's `fs` do the same in a folder below /tmp, which in the sandbox is in memory, and
// compares what each step gave or threw.
// usage: compare-files.mjs AGENTC_TOOL_RUN
import { mkdtempSync, rmSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

import { run } from './files-cases.mjs';
import { callsInSandbox } from './sandbox-calls.mjs';

const [program] = process.argv.slice(2);
const folder = mkdtempSync('/tmp/compare-files-');
rmSync(folder, { recursive: true });
const expected = JSON.parse(JSON.stringify(await run({ base: folder })));
rmSync(folder, { recursive: true });
const { all } = await callsInSandbox(program, { cases: new URL('./files-cases.mjs', import.meta.url),
  entry: `export { run as default } from './cases.mjs';\n`, inputs: { all: { base: folder } } });
if (all.outcome !== 'ok') console.log(JSON.stringify(all.error));
let wrong = 0;
for (const [i, [name, answer]] of expected.entries())
  if (!isDeepStrictEqual([name, answer], all.result?.[i])) {
    ++wrong;
    console.log(name, '\n  Node:   ', JSON.stringify(answer), '\n  sandbox:', JSON.stringify(all.result?.[i]?.[1]));
  }
console.log(`${expected.length} steps, ${wrong} wrong`);
