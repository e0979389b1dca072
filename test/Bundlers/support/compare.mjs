// compare.mjs AGENTC SOURCE OUT TOOL…: builds SOURCE by each tool and compares what agentc says of the second
// argument of each `probe("name", expression)` with what it says of the source. A difference is a failure, and so
// is a value that is unknown in both. `--print` prints the source's values.
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { build } from './tools.mjs';

const print = process.argv.includes('--print');
const [agentc, source, out, ...tools] = process.argv.slice(2).filter((word) => word !== '--print');

/// What is different by the tool alone: the mark of modules that were ES modules, which is not a member of theirs, and
/// that ES5 has functions for classes.
function normalize(value) {
  return value.replace(/__esModule: true(, )?/g, '').replace(/, }/g, '}').replace(/\bclass\b/g, 'function');
}

function valuesOf(folder) {
  const result = spawnSync(agentc, ['validate', '--no-load-test', '--dump=values', folder],
                           { encoding: 'utf8', maxBuffer: 1 << 28 });
  const values = new Map();
  const lines = result.stdout.split('\n');
  for (let i = 0; i < lines.length; i++) {
    if (!/^  call @\S+ module:probe\.probe$/.test(lines[i]))
      continue;
    const [name, value] = [lines[i + 1], lines[i + 2]].map((line) => line.replace(/^  argument @\S+ /, ''));
    values.set(JSON.parse(name), normalize(value));
  }
  if (result.status !== 0 && values.size === 0)
    throw new Error(`${folder}: ${result.stderr}`);
  return values;
}

const wanted = valuesOf(source);
let failures = 0;
function fail(text) {
  console.log(text);
  failures++;
}
for (const [name, value] of wanted) {
  if (print)
    console.log(`${name}: ${value}`);
  if (value.includes('unknown'))
    fail(`source: ${name}: ${value}`);
}
for (const tool of tools) {
  const folder = path.join(out, tool);
  await build(tool, source, folder);
  const got = valuesOf(folder);
  let same = 0;
  for (const [name, value] of wanted)
    if (got.get(name) === value)
      same++;
    else
      fail(`${tool}: ${name}: ${got.get(name) ?? 'no call found'}; in the source ${value}`);
  console.log(`${tool}: ${same} of ${wanted.size} the same`);
}
process.exit(failures ? 1 : 0);
