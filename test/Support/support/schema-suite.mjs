// schema-suite.mjs ANSWERS SUITE: what schema-answers says of the official JSON Schema tests, whose folder SUITE is.
// Fails if a value is wrongly refused; a value that is wrongly accepted is only one that isn't judged.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [answers, suite] = process.argv.slice(2);
let wrong = 0;
for (const [draft, folder] of [['draft-07', 'draft7'], ['2020-12', 'draft2020-12']]) {
  const root = join(suite, 'tests', folder);
  const cases = readdirSync(root)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) =>
      JSON.parse(readFileSync(join(root, name), 'utf8')).flatMap(({ description, schema, tests }) =>
        tests.map((test) => ({
          name: name.slice(0, -5),
          what: `${description}: ${test.description}`,
          schema,
          ...test,
        })),
      ),
    );
  const input = cases.map(({ schema, data }) => `${JSON.stringify([draft, schema, data])}\n`).join('');
  const said = spawnSync(answers, { input, encoding: 'utf8', maxBuffer: 1 << 28 }).stdout.split('\n');
  const missed = {};
  cases.forEach(({ name, what, valid }, i) => {
    if (said[i] === (valid ? 'yes' : 'no'))
      return;
    (missed[name] ??= []).push(what);
    if (said[i] === 'yes')
      return;
    ++wrong;
    console.log(`${folder} ${name}: ${what}: ${said[i]}, and it is valid`);
  });
  const count = Object.values(missed).flat().length;
  console.log(`${folder}: ${cases.length - count} of ${cases.length}`);
  for (const [name, whats] of Object.entries(missed))
    console.log(
      process.argv.includes('--all')
        ? whats.map((what) => `  ${name}: ${what}`).join('\n')
        : `  ${name}: ${whats.length} not judged`,
    );
}
process.exit(wrong ? 1 : 0);
