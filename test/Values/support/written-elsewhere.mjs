// written-elsewhere.mjs AGENTC FOLDER CASES [WORD]: objects that are written to by another name than the one that
// reads them.
// Each case runs `globalThis[…](code)` with what was written; it must not be judged by what stands in the literal, and
// the same without the write must be. Node says that the cases do what they claim.
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';

const [agentc, folder, of, word = ''] = process.argv.slice(2);
const { cases, unknownAnyway } = await import(`./${of}.mjs`);

let failures = 0;
function say(name, what) {
  console.log(`${name}: ${what}`);
  failures++;
}
function judge(name, files) {
  const at = path.join(folder, name);
  fs.mkdirSync(at, { recursive: true });
  fs.writeFileSync(path.join(at, 'package.json'),
                   JSON.stringify({ name: 'case', version: '1.0.0', main: 'index.js', type: 'module' }));
  for (const [file, text] of Object.entries(files))
    fs.writeFileSync(path.join(at, file), text);
  const judged = spawnSync(agentc, ['validate', '--trust=registry', '--no-load-test', at], { encoding: 'utf8' });
  const run = spawnSync(
    process.execPath,
    [
      '-e',
      'globalThis.eval = () => "evaluated"; ' +
        `import(${JSON.stringify('file://' + path.resolve(at, 'index.js'))}).then((m) => console.log(m.default({ ` +
        `code: "42" })))`,
    ],
    { encoding: 'utf8' },
  );
  return [
    judged.status === 1,
    run.stdout.trim() +
      run.stderr
        .split('\n')
        .filter((line) => /Error/.test(line))
        .join(),
    judged,
  ];
}
let count = 0;
for (const [name, files] of Object.entries(cases)) {
  if (!name.includes(word))
    continue;
  count++;
  const [isDanger, ran, judged] = judge(name, files);
  if (ran !== 'evaluated') say(name, `runs as ${ran}`);
  if (!isDanger) say(name, `is not found; exit code ${judged.status}`);
  const without = Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file, text.replace(/^\/\*WRITE\*\/.*$/m, '')]),
  );
  const [isNoise, calm, noise] = judge(name + '-without', without);
  if (calm !== '42')
    say(name, `runs without the write as ${calm}`);
  if (isNoise !== unknownAnyway.includes(name))
    say(name, `is ${isNoise ? '' : 'not '}found without the write: ${noise.stdout}${noise.stderr}`);
}
console.log(`${count} cases, ${failures} failures`);
process.exit(failures ? 1 : 0);
